// parlance/schema/validate.hpp - a value checked against a schema, keyword by keyword
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/fwd.hpp>
#include <cstdint>
#include <memory>
#include <string_view>

namespace parlance::schema {

/// Whether `value` satisfies `schema`: nothing when it does.
/// References to other documents are asked of `documents`.  A number beyond the largest double is whole and beyond all
/// bounds, whatever its digits were; one of more digits than a json::value keeps is judged as the double that it was read as,
/// where a mask judges the digits.
/// Errors: schema_violation, with the JSON Pointer of the first place and the keyword; and for schemas that cannot be
/// decided unsupported_keyword, invalid_keyword, unresolved_reference (a circle of references, too), not_lowerable and
/// too_many_states (a pattern), nested_too_deep; out_of_fuel, out_of_memory_budget, cancelled.
///
/// cost  linear in the value and in what of the schema applies to it; limits.fuel pays for about 100,000 looks of a schema
///       at a value, for patterns' automata and for what is compared
[[nodiscard]] PARLANCE_DECL result<void> validate(boost::json::value const& schema,
                                                  boost::json::value const& value,
                                                  document_source const& documents = {},
                                                  limits const& bounds = {});
/// Text could be the JSON text of a value, or a JSON string: parse it, or make a json::value of it.
template <class Schema, class Value>
requires(json::text<Schema> || json::text<Value>)
result<void> validate(Schema const& schema, Value const& value, document_source const& documents = {},
                      limits const& bounds = {}) = delete;

/// The same for many values: the schema is read once, for all of them.
///
/// A value; a copy shares what was read.  The schema must outlive it.  Not for several threads at once, copies included.
/// What was moved from can only be assigned to or destroyed.
class validator {
public:
    PARLANCE_DECL explicit validator(boost::json::value const& schema, document_source const& documents = {},
                                     limits const& bounds = {});
    validator(boost::json::value const&&, document_source const& = {}, limits const& = {}) = delete;

    /// As validate() does, and with its errors: what is wrong with the schema as a whole is told for each value.
    [[nodiscard]] PARLANCE_DECL result<void> check(boost::json::value const& value,
                                                   limits const& bounds = {});

    /// The same of a JSON text's value, where numbers are judged by all of their digits, as a mask does.
    /// Errors besides: those of json::parse(); json_syntax of a text that is valid but has a name twice in an object, the numbers
    /// of which are judged as those of values; out_of_fuel for an exponent beyond 100,000.
    [[nodiscard]] PARLANCE_DECL result<void> check_text(std::string_view text, limits const& bounds = {});

    /// What the last check took of its limits.fuel, for callers that give several checks one budget.
    [[nodiscard]] std::uint64_t fuel_used() const noexcept { return fuel_used_; }

private:
    struct known;
    std::shared_ptr<known> known_;
    std::uint64_t fuel_used_ = 0;
};

}  // namespace parlance::schema

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/impl/validate.ipp>
#endif
