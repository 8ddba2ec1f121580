// parlance/chat/known/impl/dialects.ipp - definitions of what parlance/chat/known/dialects.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/place.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/tag.hpp>
#include <parlance/peg/x3.hpp>
#include <parlance/text/result.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/known/formats.hpp>
#include <array>
#include <optional>
#include <string_view>

namespace parlance::chat::known {

std::optional<format> dialect_named(std::string_view name) {
    for (dialect const& d : dialects) {
        if (d.name == name) {
            return d.make();
        }
    }
    return std::nullopt;
}

}  // namespace parlance::chat::known
