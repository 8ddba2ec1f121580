// parlance/schema/options.hpp - how the JSON that a schema describes is written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/lowering_cache.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::schema {

/// Where white space may stand.
enum class spaces : std::uint8_t {
    compact,  // nowhere
    json,     // wherever RFC 8259 allows it, without end
    pattern,  // what the caller's regular expressions match: options::space_inside and options::space_behind_key
    bounded,  // one space behind ':', and inside brackets and behind ',' one space or a line break with at most 20
              // spaces and tabs: what models write, and yet every walk ends
};

/// In which order properties may be written.
enum class order : std::uint8_t {
    declared,  // as `properties` lists them; further ones behind
    any,       // as they like
    // Names are known one by one, or, where they are too many for that, required ones are counted, and matchers see to it
    // that no name comes twice (but for relaxations::repeated_names).  Two limits: of members that conditions are about, and
    // of required ones that nobody watches, the first ones stand anywhere (four at least), and the others behind each other;
    // and where nobody watches, more than four properties that may stay away can come twice, but no object has more members
    // than there are names, or than maxProperties says
};

/// Finds the document at a URI without fragment that a reference leads to, null where it knows none.  Nothing is ever
/// fetched, and no document, also not those of the drafts themselves, comes with the library.  The values must live as
/// long as the call that asks for them.
using document_source = std::function<boost::json::value const*(std::string_view uri)>;

/// What may be widened on request where it cannot be had exactly; lowerer::notes() says what was.
///
/// unique_items  uniqueItems where matchers cannot watch for it (separators that are not JSON's, repeated_names), or where
///               items that come first could leave no value for one that must come later
/// patterns      `pattern` of strings that is no regular expression of ours: backreferences, flags
/// repeated_names  that an object names a member twice where its schema leaves names open; masks are a little faster
///                without watching that.  Separators that are not JSON's imply it.  Nor are items watched then
struct relaxations {
    bool unique_items = false;
    bool patterns = false;
    bool repeated_names = false;
};

/// additional_properties  what an object schema without additionalProperties means; tool formats pass false
/// number_digits  most digits of a number that is not bounded otherwise, those of its exponent (two at most) included;
///                0: no limit.  Numbers with multipleOf, or bounds of nearly as many digits, are not limited.
/// item_separator, key_separator  as written, white space comes from the policy
/// space_inside  for spaces::pattern: what stands inside brackets, empty ones too, and behind item_separator, as a
///               regular expression of ECMA-262; "\\n *| ?" is a line break with spaces, one space, or nothing
/// space_behind_key  likewise, behind key_separator
/// strict_formats  a `format` that is not one of formats() is refused instead of noted
/// relaxed  nothing, unless asked for
/// documents  other schemas that references lead to
/// cache    what was lowered before
struct options {
    spaces whitespace = spaces::bounded;
    order properties = order::declared;
    bool additional_properties = true;
    bool strict_formats = false;
    std::uint32_t number_digits = 0;
    std::string_view item_separator = ",";
    std::string_view key_separator = ":";
    std::string_view space_inside{};
    std::string_view space_behind_key{};
    relaxations relaxed{};
    document_source documents{};
    lowering_cache cache{};
};

}  // namespace parlance::schema
