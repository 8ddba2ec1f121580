// parlance/chat/detail/typed_value.hpp - the JSON of an argument that came as bare text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation_reader.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// What bare text stands for, by the argument's schema.
enum class text_type : std::uint8_t {
    string,   // always the text itself: it can stream
    other,    // JSON; the text itself only where it is none
    unknown,  // a string may be meant as well: JSON wins where the text is JSON of an allowed type
};

inline constexpr std::size_t deepest_type = 8;

/// Bits of the JSON types a schema allows: 1 string, 2 anything else.  0 where it does not say.
[[nodiscard]] inline unsigned allowed_types(boost::json::value const& schema, boost::json::object const& root,
                                            std::size_t depth = 0) {
    constexpr unsigned string = 1;
    constexpr unsigned other = 2;
    if (!schema.is_object() || depth > deepest_type) {
        return 0;
    }
    boost::json::object const& s = schema.get_object();
    auto const of_name = [](boost::json::value const& name) {
        return name.is_string() && name.get_string() == "string" ? string : other;
    };
    auto const of_values = [](boost::json::array const& values) {
        unsigned all = 0;
        for (auto const& v : values) {
            all |= v.is_string() ? string : other;
        }
        return all;
    };
    if (auto const* type = s.if_contains("type")) {
        unsigned all = 0;
        if (type->is_array()) {
            for (auto const& name : type->get_array()) {
                all |= of_name(name);
            }
        } else {
            all = of_name(*type);
        }
        auto const* nullable = s.if_contains("nullable");
        return nullable != nullptr && nullable->is_bool() && nullable->get_bool() ? all | other : all;
    }
    if (auto const* values = s.if_contains("enum"); values != nullptr && values->is_array()) {
        return of_values(values->get_array());
    }
    if (auto const* value = s.if_contains("const")) {
        return value->is_string() ? string : other;
    }
    if (auto const* ref = s.if_contains("$ref"); ref != nullptr && ref->is_string()) {
        std::string_view const path = ref->get_string();
        if (!path.starts_with("#/")) {
            return 0;
        }
        boost::system::error_code failed;
        boost::json::value const whole(root);
        auto const* target = whole.find_pointer(path.substr(1), failed);
        return target != nullptr ? allowed_types(*target, root, depth + 1) : 0;
    }
    for (char const* const key : {"anyOf", "oneOf", "allOf"}) {
        if (auto const* parts = s.if_contains(key); parts != nullptr && parts->is_array()) {
            unsigned all = 0;
            for (auto const& part : parts->get_array()) {
                all |= allowed_types(part, root, depth + 1);
            }
            return all;
        }
    }
    return 0;
}

/// How to read the text of argument `key` of a tool with these parameters.
[[nodiscard]] inline text_type type_of(boost::json::value const& parameters, std::string_view key) {
    if (!parameters.is_object()) {
        return text_type::unknown;
    }
    auto const* properties = parameters.get_object().if_contains("properties");
    auto const* schema = properties != nullptr && properties->is_object()
                             ? properties->get_object().if_contains(key)
                             : nullptr;
    switch (schema != nullptr ? allowed_types(*schema, parameters.get_object()) : 0) {
    case 1: return text_type::string;
    case 2: return text_type::other;
    default: return text_type::unknown;
    }
}

/// The JSON of a whole text that is not known to be a string: itself where it is JSON (numbers keep their digits),
/// Python's spelling of constants, dictionaries and lists as JSON's, a JSON string otherwise.
[[nodiscard]] inline std::string to_json_text(std::string_view text) {
    std::size_t const first = text.find_first_not_of(blanks);
    std::string_view const bare = first == std::string_view::npos
                                      ? std::string_view{}
                                      : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
    if (json::parse(bare)) {
        return std::string(bare);
    }
    if (bare == "True" || bare == "False" || bare == "None") {
        return bare == "True" ? "true" : bare == "False" ? "false" : "null";
    }
    if (!bare.empty() && (bare.front() == '[' || bare.front() == '{')) {
        static notation const dictionary{"{", "}", ":", {}, false, true, false};
        notation_reader python(dictionary);
        std::string written;
        python.put(bare, written);
        python.close(written);
        if (json::parse(written)) {
            return written;
        }
    }
    std::string out;
    json::append_quoted(out, text);
    return out;
}

}  // namespace parlance::chat::detail
