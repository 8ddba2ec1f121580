// parlance/json/impl/value.ipp - definitions of what parlance/json/value.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/value.hpp>
#include <algorithm>

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

bool equal(value const& a, value const& b) noexcept {
    if (a.is_array() && b.is_array()) {
        array const& x = a.get_array();
        array const& y = b.get_array();
        return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), equal);
    }
    if (a.is_object() && b.is_object()) {
        object const& x = a.get_object();
        object const& y = b.get_object();
        return x.size() == y.size() && std::all_of(x.begin(), x.end(), [&](auto const& m) {
                   value const* const other = y.if_contains(m.key());
                   return other != nullptr && equal(m.value(), *other);
               });
    }
    return a == b;
}

}  // namespace parlance::json
