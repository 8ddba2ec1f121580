// parlance/chat/detail/schema_identity.hpp - which schemas of arguments are the same
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/dump.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// Whether the whole schema has definitions that a part of it may refer to.
[[nodiscard]] inline bool has_definitions(boost::json::value const& parameters) {
    auto const* whole = parameters.if_object();
    return whole != nullptr && (whole->contains("$defs") || whole->contains("definitions"));
}

/// Adds a text that is the same for schemas that are lowered alike: all of it but what only describes.  False where it is
/// nested too deep to tell.
[[nodiscard]] inline bool append_identity(std::string& out, boost::json::value const& schema,
                                          std::size_t depth = 0) {
    constexpr std::size_t deepest = 16;
    if (depth > deepest) {
        return false;
    }
    if (auto const* object = schema.if_object()) {
        out += '{';
        for (auto const& member : *object) {
            std::string_view const key = member.key();
            if (depth == 0 && (key == "description" || key == "title")) {
                continue;
            }
            json::append_quoted(out, key);
            if (!append_identity(out, member.value(), depth + 1)) {
                return false;
            }
        }
        out += '}';
        return true;
    }
    if (auto const* array = schema.if_array()) {
        out += '[';
        for (auto const& item : *array) {
            if (!append_identity(out, item, depth + 1)) {
                return false;
            }
        }
        out += ']';
        return true;
    }
    if (schema.is_string()) {
        json::append_quoted(out, schema.get_string());
    } else {
        out += json::dump(schema);
        out += ' ';
    }
    return true;
}

}  // namespace parlance::chat::detail
