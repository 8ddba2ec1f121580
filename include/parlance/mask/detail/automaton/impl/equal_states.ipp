// parlance/mask/detail/automaton/impl/equal_states.ipp - definitions of what parlance/mask/detail/automaton/equal_states.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/equal_states.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/sequences.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

state_merger::state_merger(automaton const& code, array_ref<std::uint32_t const> kinds) : code_(code) {
    for (std::uint32_t s = 0; s + 1 < code.states.size(); ++s) {
        class_of_.push_back(kinds[code.rule_of[s]]);
    }
    hash_map<std::array<std::uint32_t, 2>, std::uint32_t> known;
    for (std::uint32_t c = 0; c < code.counts.size(); ++c) {
        bounds_of_.push_back(
            known.try_emplace(std::array{code.counts[c].low, code.counts[c].high}, c).at.value);
    }
}

bool state_merger::is_worthwhile(automaton const& code) noexcept {
    for (std::uint32_t s = 0; s + 1 < code.states.size(); ++s) {
        if (code.calls_of(s).size() > many_calls) {
            return true;
        }
    }
    return false;
}

automaton state_merger::run() {
    for (int round = 0; refine(); ++round) {
        if (round == most_rounds) {
            return code_;
        }
    }
    return packed();
}

void state_merger::describe(std::uint32_t s, vec<std::uint32_t>& out) const {
    constexpr std::uint32_t separator = 0xFFFF'FFFF;
    out.assign({class_of_[s], std::uint32_t{code_.states[s].accepts}});
    std::size_t run = 0;  // where the last run of bytes begins
    for (byte_edge const& e : code_.bytes_of(s)) {
        std::uint32_t const to = class_of_[e.target];
        if (run != 0 && out[run + 2] == to && out[run + 1] + 1 == e.low) {
            out[run + 1] = e.high;
            continue;
        }
        run = out.size();
        out.insert(out.end(), {e.low, e.high, to});
    }
    out.push_back(separator);
    vec<std::array<std::uint32_t, 3>> calls;
    for (call_edge const& e : code_.calls_of(s)) {
        calls.push_back({class_of_[e.entry], e.tail ? separator : class_of_[e.back],
                         e.count == no_count ? no_count : bounds_of_[e.count]});
    }
    std::sort(calls.begin(), calls.end());
    calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
    for (auto const& call : calls) {
        out.insert(out.end(), call.begin(), call.end());
    }
    out.push_back(separator);
    std::size_t const increments = out.size();
    for (std::uint32_t const t : code_.increments_of(s)) {
        out.push_back(class_of_[t]);
    }
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(increments), out.end());
    for (token_edge const& e : code_.tokens_of(s)) {
        out.insert(out.end(), {separator, e.id, std::uint32_t{e.negated}, class_of_[e.target]});
    }
}

bool state_merger::refine() {
    vec<std::uint32_t> words;  // of all descriptions that differ
    vec<std::size_t> first{0};
    vec<std::uint32_t> next(class_of_.size());
    vec<std::uint32_t> one;
    sequence_table known;
    for (std::uint32_t s = 0; s < class_of_.size(); ++s) {
        describe(s, one);
        next[s] = known.find(one, [&](std::uint32_t k) {
            return array_ref{words}.subspan(first[k], first[k + 1] - first[k]);
        });
        if (next[s] == sequence_table::none) {
            next[s] = static_cast<std::uint32_t>(first.size() - 1);
            words.insert(words.end(), one.begin(), one.end());
            first.push_back(words.size());
            known.add(next[s]);
        }
    }
    bool const finer = first.size() - 1 != classes_;
    classes_ = first.size() - 1;
    class_of_ = std::move(next);
    return finer;
}

automaton state_merger::packed() const {
    automaton out;
    out.counts = code_.counts;
    out.start = class_of_[code_.start];
    auto const size = [](auto const& v) { return static_cast<std::uint32_t>(v.size()); };
    auto const add_state = [&](bool accepts, bool returns_only) {
        out.states.push_back({size(out.bytes), size(out.calls), size(out.increments), size(out.tokens),
                              accepts, returns_only});
    };
    auto const same = [](call_edge const& a, call_edge const& b) {
        return a.entry == b.entry && a.back == b.back && a.count == b.count && a.tail == b.tail;
    };
    // classes are numbered in the order of their first states
    for (std::uint32_t s = 0; s < class_of_.size(); ++s) {
        if (class_of_[s] != out.states.size()) {
            continue;
        }
        add_state(code_.states[s].accepts, code_.states[s].returns_only);
        out.rule_of.push_back(code_.rule_of[s]);
        auto const meaning = array_ref{code_.meanings}.subspan(
            code_.first_meaning[s], code_.first_meaning[s + std::size_t{1}] - code_.first_meaning[s]);
        out.meanings.insert(out.meanings.end(), meaning.begin(), meaning.end());
        out.first_meaning.push_back(size(out.meanings));
        std::size_t const run = out.bytes.size();
        for (byte_edge const& e : code_.bytes_of(s)) {
            std::uint32_t const to = class_of_[e.target];
            if (out.bytes.size() > run && out.bytes.back().target == to &&
                out.bytes.back().high + 1u == e.low) {
                out.bytes.back().high = e.high;
            } else {
                out.bytes.push_back({e.low, e.high, to});
            }
        }
        std::size_t const calls = out.calls.size();
        for (call_edge const& e : code_.calls_of(s)) {
            call_edge const made{class_of_[e.entry], e.tail ? 0 : class_of_[e.back],
                                 e.count == no_count ? no_count : bounds_of_[e.count], e.tail};
            auto const from = out.calls.begin() + static_cast<std::ptrdiff_t>(calls);
            if (std::none_of(from, out.calls.end(), [&](call_edge const& k) { return same(k, made); })) {
                out.calls.push_back(made);
            }
        }
        for (std::uint32_t const t : code_.increments_of(s)) {
            out.increments.push_back(class_of_[t]);
        }
        for (token_edge const& e : code_.tokens_of(s)) {
            out.tokens.push_back({e.id, class_of_[e.target], e.negated});
        }
    }
    add_state(false, false);
    return out;
}

}  // namespace parlance::mask::detail
