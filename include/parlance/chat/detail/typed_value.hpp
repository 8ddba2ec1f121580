// parlance/chat/detail/typed_value.hpp - the JSON of an argument that came as bare text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace parlance::chat::detail {

/// What bare text stands for, by the argument's schema.
enum class text_type : std::uint8_t {
    string,   // always the text itself: it can stream
    other,    // JSON; the text itself only where it is none
    unknown,  // a string may be meant as well: JSON wins where the text is JSON of an allowed type
};

inline constexpr std::size_t deepest_type = 8;

/// The names in the value of `type`; none where it is a list of more names than there are for all types.
[[nodiscard]] PARLANCE_DECL std::span<boost::json::value const>
type_names(boost::json::value const& type) noexcept;

/// Whether `type` of a schema is, or has among others, this name, or one that is usual for the same; `any` is each.
[[nodiscard]] PARLANCE_DECL bool names_type(boost::json::object const& schema, std::string_view name);
[[nodiscard]] PARLANCE_DECL bool names_type(boost::json::value const& schema, std::string_view name);

/// What the `$ref` of a schema refers to; null where it has none that is known, or is longer than any that people write.
[[nodiscard]] PARLANCE_DECL boost::json::value const* referred(boost::json::object const& schema,
                                                               boost::json::object const& root);

/// The properties that a schema lists, or null; and the schema of one, where it may be composed of others, too.
[[nodiscard]] PARLANCE_DECL boost::json::object const* properties_of(boost::json::object const& schema);
[[nodiscard]] PARLANCE_DECL boost::json::object const* properties_of(boost::json::value const& schema);
[[nodiscard]] PARLANCE_DECL boost::json::value const* property_of(boost::json::value const& schema,
                                                                  std::string_view name);

/// Bits of JSON's types.
namespace json_types {

inline constexpr unsigned string = 1;
inline constexpr unsigned fraction = 2;  // a number that is no integer
inline constexpr unsigned integer = 64;
inline constexpr unsigned number = fraction | integer;
inline constexpr unsigned boolean = 4;
inline constexpr unsigned null = 8;
inline constexpr unsigned object = 16;
inline constexpr unsigned array = 32;
inline constexpr unsigned all_but_string = number | boolean | null | object | array;

inline constexpr std::string_view names[] = {"string", "number", "boolean", "null", "object", "array"};

/// JSON Schema's name of a type that programming languages call otherwise, or write in other letters; empty where it is
/// none, or called so already.
[[nodiscard]] PARLANCE_DECL std::string_view usual_name(std::string_view name) noexcept;
/// By name, JSON Schema's or a usual one, or `any`; any other means no string.
[[nodiscard]] PARLANCE_DECL unsigned named(std::string_view name);
[[nodiscard]] PARLANCE_DECL unsigned of(boost::json::value const& v);

}  // namespace json_types

/// The types a schema allows; 0 where it does not say, or where that takes longer than a short look.
[[nodiscard]] PARLANCE_DECL unsigned types_of(boost::json::value const& schema,
                                              boost::json::object const& root);

/// The same with one bit, 2, for everything but strings.
[[nodiscard]] PARLANCE_DECL unsigned allowed_types(boost::json::value const& schema,
                                                   boost::json::object const& root);

/// The one argument, a string, that raw text in the place of all arguments must be: the only one there is, or that has to be.
/// Empty where there is none.
[[nodiscard]] PARLANCE_DECL std::string_view only_text(boost::json::value const& parameters);

/// How to read the text of argument `key` of a tool with these parameters.
[[nodiscard]] PARLANCE_DECL text_type type_of(boost::json::value const& parameters, std::string_view key);

/// The types of the argument `key` of a tool with these parameters; 0 where they do not say.
[[nodiscard]] PARLANCE_DECL unsigned types_of_argument(boost::json::value const& parameters,
                                                       std::string_view key);

/// The JSON of a whole text that is not known to be a string: itself where it is JSON (numbers keep their digits),
/// Python's spelling of constants, dictionaries, lists and, where lists are allowed and strings are not, tuples as JSON's, a
/// JSON string otherwise.  Where no string is meant, JSON in a JSON string, or with the escapes of one, `[{\"a\": 1}]`, is
/// what it holds.
///
/// types  that are allowed; 0: any.  Where strings are, what is of no other of them is one: `42` for a string or null
[[nodiscard]] PARLANCE_DECL std::string to_json_text(std::string_view text, unsigned types = 0);

/// stray_closer: a value that can be no text, without the closing tag that stands behind it: `["<a>"]</a>` where `</a>` ends
/// the value once more, for what was quoted.  All of it where what is in front of the tag is no JSON.
[[nodiscard]] PARLANCE_DECL std::string_view without_closing_tag(std::string_view text);

/// `json`, which bare text was read as, or the text as a JSON string where that is all that its schema allows: `1` where
/// {"enum": ["1", 2]} is.  `json` where a short look does not tell, as where the schema refers to hundreds of values.
///
/// root  of the schema, with its definitions
[[nodiscard]] PARLANCE_DECL std::string json_or_string(std::string json, std::string_view text,
                                                       boost::json::value const& schema,
                                                       boost::json::object const& root);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/typed_value.ipp>
#endif
