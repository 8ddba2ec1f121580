// parlance/schema/detail/keep/impl/content_key.ipp - definitions of what parlance/schema/detail/keep/content_key.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/keep/content_key.hpp>
#include <parlance/json/value.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

inline void append_word(std::string& key, std::uint64_t word) {
    char bytes[sizeof word];
    std::memcpy(bytes, &word, sizeof word);
    key.append(bytes, sizeof word);
}

void append_text(std::string& key, std::string_view text) {
    append_word(key, text.size());
    key.append(text);
}

std::string key_of(options const& how, limits const& bounds) {
    std::string key;
    for (bool const yes : {how.additional_properties, how.strict_formats, how.relaxed.unique_items,
                           how.relaxed.patterns, how.relaxed.repeated_names}) {
        key += yes ? '1' : '0';
    }
    for (std::uint64_t const word :
         {static_cast<std::uint64_t>(how.whitespace), static_cast<std::uint64_t>(how.properties),
          std::uint64_t{how.number_digits}, std::uint64_t{bounds.source_bytes}, std::uint64_t{bounds.nesting},
          std::uint64_t{bounds.rules}, std::uint64_t{bounds.elements}, std::uint64_t{bounds.states},
          std::uint64_t{bounds.alternatives}, bounds.fuel, std::uint64_t{bounds.allocated_bytes}}) {
        append_word(key, word);
    }
    for (std::string_view const text :
         {how.item_separator, how.key_separator, how.space_inside, how.space_behind_key}) {
        append_text(key, text);
    }
    return key;
}

bool append_key(std::string& key, boost::json::value const& schema, std::size_t deepest, work& spent) {
    if (deepest == 0) {
        return false;
    }
    key += static_cast<char>(schema.kind());
    if (auto const* const object = schema.if_object()) {
        append_word(key, object->size());
        for (auto const& member : *object) {
            std::string_view const name = member.key();
            if (!spent.spend(4 + name.size() / 8)) {
                return false;
            }
            append_text(key, name);
            if (!append_key(key, member.value(), deepest - 1, spent)) {
                return false;
            }
        }
        return true;
    }
    if (auto const* const array = schema.if_array()) {
        append_word(key, array->size());
        for (auto const& item : *array) {
            if (!spent.spend(4) || !append_key(key, item, deepest - 1, spent)) {
                return false;
            }
        }
        return true;
    }
    if (auto const* const text = schema.if_string()) {
        if (!spent.spend(text->size() / 8)) {
            return false;
        }
        append_text(key, json::text_of(*text));
    } else if (schema.is_bool()) {
        key += schema.get_bool() ? '1' : '0';
    } else if (schema.is_int64()) {
        append_word(key, static_cast<std::uint64_t>(schema.get_int64()));
    } else if (schema.is_uint64()) {
        append_word(key, schema.get_uint64());
    } else if (schema.is_double()) {
        append_word(key, std::bit_cast<std::uint64_t>(schema.get_double()));
    }
    return true;
}

}  // namespace parlance::schema::detail
