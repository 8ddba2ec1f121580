// parlance/mask/impl/trigger.ipp - definitions of what parlance/mask/trigger.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/trigger.hpp>
#include <parlance/mask/detail/pattern.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

trigger trigger::words(std::vector<std::string> words) { return {start::with_match, std::move(words), {}}; }

trigger trigger::tokens(std::vector<vocab::token_id> ids) { return {start::with_match, {}, std::move(ids)}; }

trigger trigger::words_or_tokens(std::vector<std::string> words, std::vector<vocab::token_id> ids) {
    return {start::with_match, std::move(words), std::move(ids)};
}

trigger trigger::after(std::vector<std::string> words, std::vector<vocab::token_id> ids) {
    return {start::behind_match, std::move(words), std::move(ids)};
}

result<trigger> trigger::pattern(std::string_view expression, start how, std::vector<vocab::token_id> ids) {
    auto made = detail::pattern::compile(expression);
    if (!made) {
        return made.error();
    }
    trigger out{how, {}, std::move(ids)};
    out.pattern_ = std::make_shared<detail::pattern const>(*std::move(made));
    return out;
}

}  // namespace parlance::mask

namespace parlance::mask::detail {

word_finder::word_finder(std::vector<std::string> const& words) {
    next_.emplace_back();
    fires_.push_back(none);
    for (std::size_t w = 0; w < words.size(); ++w) {
        std::uint32_t at = 0;
        for (char const c : words[w]) {
            std::uint32_t const to = next_[at][static_cast<std::uint8_t>(c)];
            if (to == 0) {
                next_[at][static_cast<std::uint8_t>(c)] = static_cast<std::uint32_t>(next_.size());
                at = static_cast<std::uint32_t>(next_.size());
                next_.emplace_back();
                fires_.push_back(none);
            } else {
                at = to;
            }
        }
        if (at != 0 && fires_[at] == none) {
            fires_[at] = static_cast<std::uint32_t>(w);
        }
    }
    link();
}

std::uint32_t word_finder::step(std::uint32_t state, std::uint8_t byte) const noexcept {
    return next_[state][byte];
}

void word_finder::link() {
    std::vector<std::uint32_t> fail(next_.size(), 0);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t const to : next_[0]) {
        if (to != 0) {
            queue.push_back(to);
        }
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
        std::uint32_t const s = queue[i];
        if (fires_[s] == none) {
            fires_[s] = fires_[fail[s]];
        }
        for (std::size_t b = 0; b < 256; ++b) {
            std::uint32_t const to = next_[s][b];
            std::uint32_t const instead = next_[fail[s]][b];
            if (to == 0) {
                next_[s][b] = instead;
            } else {
                fail[to] = instead;
                queue.push_back(to);
            }
        }
    }
}

}  // namespace parlance::mask::detail
