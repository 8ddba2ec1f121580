// parlance/jinja/detail/syntax/impl/infix.ipp - definitions of what parlance/jinja/detail/syntax/infix.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/infix.hpp>

namespace parlance::jinja::detail {

bool is_word(token const& t, std::string_view word) noexcept {
    return t.is == token_kind::name && t.text == word;
}

}  // namespace parlance::jinja::detail
