// parlance/chat/known/impl/dialects.ipp - definitions of what parlance/chat/known/dialects.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/known/dialects.hpp>

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
