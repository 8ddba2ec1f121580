// parlance/rtn/detail/impl/single_run.ipp - definitions of what parlance/rtn/detail/single_run.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/single_run.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::rtn {

result<std::uint32_t> nfa::single_run::label(state start, std::string_view text) {
    constexpr std::string_view what = "a regular expression on one text";
    constexpr std::uint64_t steps_of_a_byte = 5;
    if (!spent_.spend(of_.rows_.size() + steps_of_a_byte * text.size()) ||
        !spent_.hold(sizeof(char32_t) * text.size())) {
        return spent_.error(what);
    }
    if (!decode(text)) {
        return std::uint32_t{0};
    }
    if (!look_ahead()) {
        return spent_.error(what);
    }
    add(start);
    for (std::size_t at = 0; at < text_.size() && !states_.empty(); ++at) {
        if (!close(at) || !read(at)) {
            return spent_.error(what);
        }
    }
    if (!close(text_.size())) {
        return spent_.error(what);
    }
    std::uint32_t greatest = 0;
    for (state const s : states_) {
        greatest = (std::max)(greatest, of_.rows_[s].label);
    }
    return greatest;
}

bool nfa::single_run::decode(std::string_view text) {
    while (!text.empty()) {
        utf8::decoded const d = utf8::decode(text);
        if (!d.valid) {
            return false;
        }
        text_.push_back(d.value);
        text.remove_prefix(d.length);
    }
    return true;
}

bool nfa::single_run::look_ahead() {
    constexpr std::uint64_t steps_of_a_state = 2;
    constexpr std::uint64_t steps_of_a_letter = 20;
    for (dfa const& ahead : of_.looks_) {
        if (!spent_.hold(text_.size() + 2 * ahead.states())) {
            return false;
        }
        // backwards: the states from which the rest is accepted
        vec<char> good(ahead.states());
        for (std::size_t s = 0; s < ahead.states(); ++s) {
            good[s] = ahead.labels[s] != 0;
        }
        vec<char> next(ahead.states());
        vec<char>& places = passable_.emplace_back(text_.size() + 1);
        places[text_.size()] = good[0];
        for (std::size_t at = text_.size(); at-- > 0;) {
            if (!spent_.spend(steps_of_a_letter + steps_of_a_state * ahead.states())) {
                return false;
            }
            std::size_t const letter = ahead.letters.of(text_[at]);
            for (std::size_t s = 0; s < ahead.states(); ++s) {
                std::uint32_t const to = ahead.table[s * ahead.letters.groups + letter];
                next[s] = to != dfa::dead && good[to] != 0;
            }
            good.swap(next);
            places[at] = good[0];
        }
    }
    return true;
}

bool nfa::single_run::close(std::size_t at) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        row const& from = of_.rows_[states_[i]];
        if (!spent_.spend(4 + from.empty.count + from.begin.count + from.end.count + from.looks.count)) {
            return false;
        }
        auto const add_all = [&](chain of) {
            for (link const& e : of_.edges(of)) {
                add(e.to);
            }
        };
        add_all(from.empty);
        if (at == 0) {
            add_all(from.begin);
        }
        if (at == text_.size()) {
            add_all(from.end);
        }
        for (link const& e : of_.edges(from.looks)) {
            if (passable_[e.what][at] != 0) {
                add(e.to);
            }
        }
    }
    return true;
}

bool nfa::single_run::read(std::size_t at) {
    constexpr std::uint64_t steps_of_an_edge = 10;
    before_.swap(states_);
    states_.clear();
    ++round_;
    for (state const s : before_) {
        row const& from = of_.rows_[s];
        if (!spent_.spend(1 + steps_of_an_edge * from.edges.count)) {
            return false;
        }
        for (link const& e : of_.edges(from.edges)) {
            if (mark_[e.to] != round_ && has(e.what, text_[at])) {
                add(e.to);
            }
        }
    }
    return true;
}

bool nfa::single_run::has(std::uint32_t set, char32_t c) const noexcept {
    vec<code_points> const& of = of_.sets_[set];
    auto const* const behind =
        std::upper_bound(of.begin(), of.end(), c, [](char32_t x, code_points r) { return x < r.low; });
    return behind != of.begin() && c <= (behind - 1)->high;
}

}  // namespace parlance::rtn
