// parlance/json/impl/value.ipp - definitions of what parlance/json/value.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/value.hpp>

namespace parlance::json {

std::string_view text_of(boost::json::string const& text) noexcept { return {text.data(), text.size()}; }

std::string_view text_of(value const& v, std::string_view otherwise) noexcept {
    auto const* text = v.if_string();
    return text != nullptr ? text_of(*text) : otherwise;
}

value const* member(value const& v, std::string_view key) noexcept {
    auto const* o = v.if_object();
    return o != nullptr ? o->if_contains({key.data(), key.size()}) : nullptr;
}

}  // namespace parlance::json
