// parlance/mask/detail/automaton/impl/automaton_rows.ipp - definitions of what parlance/mask/detail/automaton/automaton_rows.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/automaton_rows.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

bool automaton_rows::state::returns_only() const noexcept {
    return accepts && bytes.size == 0 && calls.size == 0 && increments.size == 0 && tokens.size == 0;
}

std::uint32_t automaton_rows::add_state(std::uint32_t rule) {
    states.emplace_back();
    states.back().rule = rule;
    return static_cast<std::uint32_t>(states.size() - 1);
}

void automaton_rows::set_meaning(std::uint32_t id, array_ref<std::uint32_t const> set) {
    constexpr std::size_t usual = 16'384;
    if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < set.size()) {
        blocks_.emplace_back();
        blocks_.back().reserve((std::max)(usual, set.size()));
    }
    vec<std::uint32_t>& block = blocks_.back();
    std::size_t const first = block.size();
    for (std::uint32_t const s : set) {  // mostly one
        block.push_back(s);
    }
    states[id].meaning = array_ref{block}.subspan(first, set.size());
    meant_ += set.size();
}

bool automaton_rows::pack(automaton& out, array_ref<std::uint32_t const> entries,
                          array_ref<char const> has_increments, work& spent) const {
    out.states.reserve(states.size() + 1);
    out.rule_of.reserve(states.size());
    out.first_meaning.reserve(states.size() + 1);
    out.meanings.reserve(meant_);
    out.bytes.reserve(bytes.size());
    out.calls.reserve(calls.size());
    auto const size = [](auto const& v) { return static_cast<std::uint32_t>(v.size()); };
    auto const add_state = [&](bool accepts, bool returns_only) {
        out.states.push_back({size(out.bytes), size(out.calls), size(out.increments), size(out.tokens),
                              accepts, returns_only});
    };
    auto const copy = [](auto const& from, row r, auto& to) {
        for (std::size_t i = r.first; i < std::size_t{r.first} + r.size; ++i) {  // rows are short
            to.push_back(from[i]);
        }
    };
    for (state const& s : states) {
        if (!spent.spend(1 + s.meaning.size())) {
            return false;
        }
        add_state(s.accepts, s.returns_only());
        out.rule_of.push_back(s.rule);
        for (std::uint32_t const m : s.meaning) {
            out.meanings.push_back(m);
        }
        out.first_meaning.push_back(size(out.meanings));
        copy(bytes, s.bytes, out.bytes);
        copy(calls, s.calls, out.calls);
        copy(increments, s.increments, out.increments);
        copy(tokens, s.tokens, out.tokens);
    }
    add_state(false, false);
    for (call_edge& c : out.calls) {
        c.tail = c.count == no_count && has_increments[c.entry] == 0 && out.states[c.back].returns_only;
        c.entry = entries[c.entry];
    }
    return true;
}

}  // namespace parlance::mask::detail
