// parlance/mask/detail/trigger/impl/word_finder.ipp - definitions of what parlance/mask/detail/trigger/word_finder.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/trigger/word_finder.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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

bool word_finder::paid_for(std::vector<std::string> const& words, work& spent) {
    constexpr std::size_t bytes_of_a_state = 2 * sizeof(std::array<std::uint32_t, 256>);  // while they grow
    constexpr std::uint64_t steps_of_a_state = 600;
    for (std::string const& w : words) {
        if (!spent.spend(steps_of_a_state * w.size()) || !spent.hold(bytes_of_a_state * w.size())) {
            return false;
        }
    }
    return true;
}

std::uint32_t word_finder::step(std::uint32_t state, std::uint8_t byte) const noexcept {
    return next_[state][byte];
}

void word_finder::link() {
    vec<std::uint32_t> fail(next_.size(), 0);
    vec<std::uint32_t> queue;
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
