// parlance/schema/format.hpp - the formats that are enforced, as automata
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/fwd.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace parlance::schema {

/// The formats that are enforced; every other one is an annotation, as the specification says.
inline constexpr std::array<std::string_view, 17> known_formats = {
    "date",         "time",          "date-time",    "duration",
    "email",        "hostname",      "ipv4",         "ipv6",
    "uri",          "uri-reference", "iri",          "iri-reference",
    "uri-template", "uuid",          "json-pointer", "relative-json-pointer",
    "regex"};

/// Those, for callers that tell their users.  They are enforced exactly, and where that is beyond an automaton a little
/// less is allowed, never more: leap seconds stand at UTC only, host names have no labels of IDNA ("xn--…"), and
/// regular expressions (those of ECMA-262, with or without the flag u) have no names of groups and no references to them;
/// where "regex" stands beside other keywords about strings, and in names of members, also no groups within groups.
[[nodiscard]] constexpr std::span<std::string_view const> formats() noexcept { return known_formats; }

[[nodiscard]] PARLANCE_DECL bool known_format(std::string_view name);

/// The most code points that a text of this format may have; RFC 1123's 253 for a host name.
[[nodiscard]] PARLANCE_DECL std::uint32_t longest_of_format(std::string_view name);

namespace detail {

// RFC 3339, with leap seconds at midnight UTC and the right number of days in every month
[[nodiscard]] PARLANCE_DECL std::string date_pattern();
[[nodiscard]] PARLANCE_DECL std::string time_pattern();
[[nodiscard]] PARLANCE_DECL std::string duration_pattern();
[[nodiscard]] PARLANCE_DECL std::string ipv4_pattern();
// RFC 3986, section 3.2.2
[[nodiscard]] PARLANCE_DECL std::string ipv6_pattern();
// RFC 1123; RFC 5890 keeps what has "--" in the third place for itself
[[nodiscard]] PARLANCE_DECL std::string hostname_pattern();
// RFC 5321, Mailbox
[[nodiscard]] PARLANCE_DECL std::string email_pattern();

/// RFC 3986, and RFC 3987 where `wide`.
[[nodiscard]] PARLANCE_DECL std::string uri_pattern(bool wide, bool reference);
// RFC 6570
[[nodiscard]] PARLANCE_DECL std::string uri_template_pattern();

[[nodiscard]] PARLANCE_DECL std::string format_pattern(std::string_view name);

/// Precondition: known_format(name).
[[nodiscard]] PARLANCE_DECL result<rtn::dfa> format_dfa(std::string_view name, work& spent);

}  // namespace detail

}  // namespace parlance::schema

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/impl/format.ipp>
#endif
