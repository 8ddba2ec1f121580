// parlance/schema/lower.hpp - JSON Schema becomes a network, exactly, or is refused with the reason
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/fwd.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::schema {

/// Lowers any number of schemas into one builder.  Rules that are the same (the characters of a string, any value,
/// equal schemas) exist once per lowerer, so use one for all tools of a format.
///
/// A rule accepts texts of JSON (RFC 8259) whose value satisfies the schema, written as the options say:
/// keys and constants in their canonical spelling, integers without a fraction or an exponent (7.0 is an integer, but
/// not written so), other numbers plainly or as 1.5e-06 (one digit before the point where there are bounds or multiples,
/// the exponent a double's), properties in the order of the options.  Where names of members are open, matchers see to it that
/// none comes twice (rtn::network::objects).  It never accepts another value; what cannot be had exactly is refused, or
/// widened as far as options::relaxed asks for it.  What is not enforced is in notes(), and which members are not written:
/// optional ones with names that limits::allocated_bytes has no room for, 420 bytes for a letter.  Then no other name
/// begins as such a one does, either, as far as there is room, for 20,000 bytes at most.  Nor are, where oneOf has many
/// objects that a member with constants tells apart and a quarter of limits::fuel does not last for more, those without it.
/// Errors: unsupported_keyword, invalid_keyword, unresolved_reference, unsatisfiable_schema, not_lowerable,
/// too_many_states, too_many_alternatives, out_of_fuel, nested_too_deep; the hint begins with the JSON Pointer.
/// After an error the builder is as it was; after an exception it may have rules that nothing calls, and schemas lowered next
/// share none with those before.
class lowerer {
public:
    PARLANCE_DECL explicit lowerer(rtn::builder& out, options const& how = {}, limits const& bounds = {});
    PARLANCE_DECL lowerer(lowerer const& other);
    PARLANCE_DECL lowerer& operator=(lowerer const& other);
    /// What was moved from can only be assigned to or destroyed.
    PARLANCE_DECL lowerer(lowerer&& other) noexcept;
    PARLANCE_DECL lowerer& operator=(lowerer&& other) noexcept;
    PARLANCE_DECL ~lowerer();

    /// The rule for values of `schema`.  Linear in the schema where it has no overlapping alternatives.
    [[nodiscard]] PARLANCE_DECL result<rtn::rule_id> lower(boost::json::value const& schema);
    template <json::text Text>
    result<rtn::rule_id> lower(Text const& schema) = delete;  // json::parse() it

    /// The rule for a value that stands between markers without quotes: strings as they are, without any of the
    /// `delimiters` (also none that the text and a delimiter behind it would make earlier); other values as JSON whose strings
    /// are without them, too.
    ///
    /// without  further texts that no string contains, and that nothing behind the value begins with
    [[nodiscard]] PARLANCE_DECL result<rtn::rule_id>
    lower_raw(boost::json::value const& schema, std::span<std::string_view const> delimiters,
              std::span<std::string_view const> without = {});
    template <json::text Text>
    result<rtn::rule_id> lower_raw(Text const& schema, std::span<std::string_view const> delimiters,
                                   std::span<std::string_view const> without = {}) = delete;

    /// The rule for values as lower() writes them, but with none of these texts in strings and keys; `without` as above.
    [[nodiscard]] PARLANCE_DECL result<rtn::rule_id>
    lower_without(boost::json::value const& schema, std::span<std::string_view const> texts,
                  std::span<std::string_view const> without = {});
    template <json::text Text>
    result<rtn::rule_id> lower_without(Text const& schema, std::span<std::string_view const> texts,
                                       std::span<std::string_view const> without = {}) = delete;

    /// Frees what it keeps of the schemas so far, with looks whether to stop in between: a destructor has none.  Those that
    /// follow have no rules in common with them.
    PARLANCE_DECL void forget();

    /// What was not enforced, or is not written, each with its JSON Pointer.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> const& notes() const noexcept;

    /// Each schema that follows takes no more steps than this, nor more than limits::fuel: for who lowers several with the
    /// fuel of one.  What is cached does not depend on it.
    PARLANCE_DECL void allow(std::uint64_t fuel) noexcept;

    /// Steps that the last schema took, of limits::fuel.
    [[nodiscard]] PARLANCE_DECL std::uint64_t steps() const noexcept;

private:
    struct state;
    std::unique_ptr<state> state_;
};

/// One schema into a builder.
[[nodiscard]] PARLANCE_DECL result<rtn::rule_id> lower(boost::json::value const& schema, rtn::builder& out,
                                                       options const& how = {}, limits const& bounds = {});
[[nodiscard]] PARLANCE_DECL result<rtn::rule_id> lower_raw(boost::json::value const& schema,
                                                           std::span<std::string_view const> delimiters,
                                                           rtn::builder& out, options const& how = {},
                                                           limits const& bounds = {});

template <json::text Text>
result<rtn::rule_id> lower(Text const& schema, rtn::builder& out, options const& how = {},
                           limits const& bounds = {}) = delete;  // json::parse() it
template <json::text Text>
result<rtn::rule_id> lower_raw(Text const& schema, std::span<std::string_view const> delimiters,
                               rtn::builder& out, options const& how = {},
                               limits const& bounds = {}) = delete;

/// A network of its own; with the white space of RFC 8259 also around the value.
[[nodiscard]] PARLANCE_DECL result<rtn::network> compile(boost::json::value const& schema,
                                                         options const& how = {}, limits const& bounds = {});

namespace detail {

[[nodiscard]] PARLANCE_DECL result<rtn::network> compile_text(std::string_view schema, options const& how,
                                                              limits const& bounds);

}  // namespace detail

/// The same of a schema as text.  Errors also: those of json::parse, with their place in the text.
template <json::text Text>
[[nodiscard]] result<rtn::network> compile(Text const& schema, options const& how = {},
                                           limits const& bounds = {}) {
    return detail::compile_text(schema, how, bounds);
}

}  // namespace parlance::schema

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/plan/impl/key_regions.ipp>
#include <parlance/schema/detail/solve/impl/circles.ipp>
#include <parlance/schema/detail/solve/impl/contradictory.ipp>
#include <parlance/schema/detail/solve/impl/denied.ipp>
#include <parlance/schema/detail/solve/impl/discriminate.ipp>
#include <parlance/schema/detail/solve/impl/explain.ipp>
#include <parlance/schema/detail/solve/impl/impossible.ipp>
#include <parlance/schema/detail/solve/impl/independent.ipp>
#include <parlance/schema/detail/solve/impl/open.ipp>
#include <parlance/schema/detail/solve/impl/prune.ipp>
#include <parlance/schema/detail/solve/impl/unevaluated.ipp>
#include <parlance/schema/detail/write/impl/arrays.ipp>
#include <parlance/schema/detail/write/impl/constants.ipp>
#include <parlance/schema/detail/write/impl/count_values.ipp>
#include <parlance/schema/detail/write/impl/goals.ipp>
#include <parlance/schema/detail/write/impl/numbers.ipp>
#include <parlance/schema/detail/write/impl/objects.ipp>
#include <parlance/schema/detail/write/impl/raw.ipp>
#include <parlance/schema/detail/write/impl/string_rules.ipp>
#include <parlance/schema/detail/write/impl/strings.ipp>
#include <parlance/schema/detail/write/impl/unique.ipp>
#include <parlance/schema/impl/lower.ipp>
#endif
