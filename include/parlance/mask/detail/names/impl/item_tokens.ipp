// parlance/mask/detail/names/impl/item_tokens.ipp - definitions of what parlance/mask/detail/names/item_tokens.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/names/item_tokens.hpp>
#include <parlance/mask/detail/names/json_spaces.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::mask::detail {

bool item_tokens::find(vocab::view tokens, work& paid) {
    constexpr std::uint64_t steps_of_a_token = 30;
    if (found_.load(std::memory_order_acquire)) {
        return true;
    }
    detail::lock_guard const lock(mutex_);
    for (; next_ < tokens.size(); ++next_) {
        std::string_view const text = tokens.bytes(next_);
        if (!paid.spend(steps_of_a_token + text.size())) {
            return false;
        }
        add(next_, text);
    }
    found_.store(true, std::memory_order_release);
    return true;
}

void item_tokens::add(vocab::token_id id, std::string_view text) {
    add(id, text, lists_.outside);
    if (std::size_t const quote = text.find('"'); quote != text.npos) {
        add(id, text.substr(quote + 1), lists_.inside);
    }
    if (std::size_t const open = text.find('['); open != text.npos && text.find(',', open) != text.npos) {
        lists_.opening.push_back(id);
    }
}

void item_tokens::add(vocab::token_id id, std::string_view text, list& to) {
    if (text.find_first_of(",]}") != text.npos) {
        to.behind.push_back(id);
    }
    std::size_t const begins = (std::min)(text.find_first_of(",["), text.size());
    std::size_t const first = text.find_first_not_of(json_spaces, begins + 1);
    bool const has_some = first != text.npos && !(text[first] == '"' && first + 1 == text.size());
    std::size_t const open = text.find('{');
    bool const has_object = open != text.npos && text.find('}', open) != text.npos;
    if (has_some || has_object) {
        to.several.push_back(id);
    }
}

}  // namespace parlance::mask::detail
