// parlance/mask/impl/token_roles.ipp - definitions of what parlance/mask/token_roles.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/token_roles.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::mask {

vocab::token_flags token_roles::of(vocab::view tokens, token_id id) const noexcept {
    vocab::token_flags const own = tokens.flags()[id];
    std::string_view const spelling = tokens.text(id);
    bool const control = own.kind() == vocab::token_kind::control;
    if (own.ends() || (!control && own.kind() != vocab::token_kind::user_defined) || spelling.empty()) {
        return own;
    }
    if (std::ranges::find(ends, spelling) != ends.end()) {
        return vocab::token_flags{own.kind(), true};
    }
    if (!control) {
        return own;
    }
    bool const written = std::ranges::any_of(
        text, [&](std::string const& t) { return t.find(spelling) != std::string::npos; });
    return written ? vocab::token_flags{vocab::token_kind::user_defined} : own;
}

std::uint64_t token_roles::cost(std::size_t spelling) const noexcept {
    constexpr std::size_t bytes_of_a_step = 8;
    std::uint64_t steps = 50 + 10 * (text.size() + ends.size());
    for (std::string const& t : text) {  // compared again at every place that may be the first byte of it
        steps += t.size() < spelling ? 0 : (t.size() - spelling + 1) * (4 + spelling / bytes_of_a_step);
    }
    return steps;
}

}  // namespace parlance::mask
