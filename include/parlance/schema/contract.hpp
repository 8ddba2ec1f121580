// parlance/schema/contract.hpp - what becomes of every keyword of a schema, for callers who show it to their users
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/fwd.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::schema {

enum class treatment : std::uint8_t {
    enforced,    // no text is taken that breaks it
    annotation,  // says nothing of values, or is not known: recorded only
    widened,     // enforced as far as it can be, because options::relaxed says so
    refused,     // the schema cannot be compiled because of it
};

[[nodiscard]] PARLANCE_RARE std::string_view name_of(treatment t) noexcept;

/// One occurrence of a keyword.
///
/// pointer  JSON Pointer of the keyword; of the schema, where a refusal is about no keyword alone
/// reason   why it is not enforced; empty where it is
/// meant    the keyword or the format that it may be, misspelled, which `reason` names, too; empty where none is
struct keyword_treatment {
    std::string pointer;
    std::string keyword;
    treatment is = treatment::enforced;
    std::string reason;
    std::string meant{};
};

/// Every keyword of `schema`, in document order.  A refusal is not an error: it is in the list, and so are further ones,
/// found by leaving out what was refused (at most 64, and as many as limits::fuel lasts for).
/// errors  nested_too_deep, out_of_fuel (too many documents)
/// cost    that of compile() for each refusal, and once; all together within limits::fuel
[[nodiscard]] PARLANCE_RARE result<std::vector<keyword_treatment>>
contract(boost::json::value const& schema, options const& how = {}, limits const& bounds = {});
template <json::text Text>
result<std::vector<keyword_treatment>> contract(Text const& schema, options const& how = {},
                                                limits const& bounds = {}) = delete;  // json::parse() it

/// [{"pointer", "keyword", "treatment", "reason" and "meant" where there are}, …]
[[nodiscard]] PARLANCE_RARE boost::json::value to_json(std::span<keyword_treatment const> contract);

/// A line for each: "refused /properties/a/pattern: a backreference".
[[nodiscard]] PARLANCE_RARE std::string to_text(std::span<keyword_treatment const> contract);

}  // namespace parlance::schema

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/impl/contract.ipp>
#endif
