// parlance/schema/options.hpp - how the JSON that a schema describes is written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>
#include <string_view>

namespace parlance::schema {

/// Where white space may stand.
enum class spaces : std::uint8_t {
    compact,  // nowhere
    json,     // wherever RFC 8259 allows it, without end
    bounded,  // one space behind ':', and inside brackets and behind ',' one space or a line break with at most 20
              // spaces and tabs: what models write, and yet every walk ends
};

/// In which order properties may be written.
enum class order : std::uint8_t {
    declared,  // as `properties` lists them; further ones behind
    any,
};

/// additional_properties  what an object schema without additionalProperties means; tool formats pass false
/// number_digits  most digits of a number that is not bounded otherwise, those of its exponent (two at most) included;
///                0: no limit.  Numbers with multipleOf, or bounds of nearly as many digits, are not limited.
/// item_separator, key_separator  as written, white space comes from the policy
struct options {
    spaces whitespace = spaces::bounded;
    order properties = order::declared;
    bool additional_properties = true;
    std::uint32_t number_digits = 0;
    std::string_view item_separator = ",";
    std::string_view key_separator = ":";
};

}  // namespace parlance::schema
