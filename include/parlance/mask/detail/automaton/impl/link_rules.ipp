// parlance/mask/detail/automaton/impl/link_rules.ipp - rules that are made deterministic once, for many networks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/determinise.hpp>
#include <parlance/mask/detail/automaton/known_part.hpp>
#include <parlance/mask/detail/automaton/linked_parts.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

bool determiniser::run_loose(rtn::rule_id first, loose_rules& out) {
    if (!begin()) {
        return false;
    }
    auto const note = [&](bool increments) {
        out.rules.push_back({at(out_.rule_of), at(out_.bytes), at(out_.calls), at(out_.increments),
                             at(out_.tokens), increments});
    };
    for (rtn::rule_id r = first; r < net_.rules.size(); ++r) {
        note(false);
        if (!expand_rule(r)) {
            return false;
        }
        out.rules.back().increments = has_increments_[r] != 0;
    }
    note(false);
    add_row();
    vec<std::uint32_t> count_with(out_.counts.size(),
                                  no_count);  // of the network, with such bounds and such a rule
    for (auto i = static_cast<std::uint32_t>(count_of_.size()); i-- > 0;) {
        count_with[count_of_[i]] = i;
    }
    for (std::size_t s = 0; s + 1 < out_.states.size(); ++s) {
        for (std::uint32_t c = out_.states[s].first_call; c < out_.states[s + 1].first_call; ++c) {
            call_edge const& e = out_.calls[c];
            bool const again = c > out_.states[s].first_call && out_.calls[c - 1].entry == e.entry;
            if (e.entry < first && again && out_.calls[c - 1].count != e.count) {
                return false;
            }
        }
    }
    for (call_edge& e : out_.calls) {
        e.count = e.count == no_count ? no_count : count_with[e.count];
    }
    for (vec<std::uint32_t> const& words : meant_) {
        for (std::uint32_t const s : words) {
            out.meanings.push_back(s - 2 * first);  // before the part's states are two for each rule
        }
    }
    out.states = std::move(out_.states);
    out.bytes = std::move(out_.bytes);
    out.calls = std::move(out_.calls);
    out.increments = std::move(out_.increments);
    out.tokens = std::move(out_.tokens);
    out.first_meaning = std::move(out_.first_meaning);
    return spent_.why() == errc::none;
}

vec<std::uint32_t>& determiniser::room_for_meanings(std::size_t count) {
    if (meant_.empty() || meant_.back().capacity() - meant_.back().size() < count) {
        constexpr std::size_t usual = 4096;
        meant_.emplace_back();
        meant_.back().reserve((std::max)(usual, count));
    }
    return meant_.back();
}

bool determiniser::link_rule(std::uint32_t rule, linked_part const& part) {
    loose_rules const& code = part.known->code;
    std::size_t const local = rule - part.first_rule;
    loose_rule const& begin = code.rules[local];
    loose_rule const& end = code.rules[local + 1];
    std::uint32_t const states = end.first_state - begin.first_state;
    std::uint32_t const bytes = end.first_byte - begin.first_byte;
    std::uint32_t const meanings =
        code.first_meaning[end.first_state] - code.first_meaning[begin.first_state];
    if (!spent_.spend(16 + 4 * states + 2 * bytes + meanings) || !paid_room(out_.states, states, spent_) ||
        !paid_room(out_.rule_of, states, spent_) || !paid_room(out_.first_meaning, states, spent_) ||
        !paid_room(out_.bytes, bytes, spent_)) {
        return false;
    }
    entries_[rule] = at(out_.rule_of);
    has_increments_[rule] = begin.increments ? 1 : 0;
    std::uint32_t const state = at(out_.rule_of) - begin.first_state;  // may wrap around
    link_states(rule, part, begin, end);
    link_edges(part, begin, end, state);
    return out_.rule_of.size() <= bounds_.states && spent_.why() == errc::none;
}

void determiniser::link_states(std::uint32_t rule, linked_part const& part, loose_rule const& begin,
                               loose_rule const& end) {
    loose_rules const& code = part.known->code;
    std::uint32_t const states = end.first_state - begin.first_state;
    // all of these may wrap around
    std::uint32_t const byte = at(out_.bytes) - begin.first_byte;
    std::uint32_t const call = at(out_.calls) - begin.first_call;
    std::uint32_t const increment = at(out_.increments) - begin.first_increment;
    std::uint32_t const token = at(out_.tokens) - begin.first_token;
    out_.states.insert(out_.states.end(), &code.states[begin.first_state], &code.states[end.first_state]);
    for (run_state* row = out_.states.end() - states; row != out_.states.end(); ++row) {
        row->first_byte += byte;
        row->first_call += call;
        row->first_increment += increment;
        row->first_token += token;
    }
    out_.rule_of.resize(out_.rule_of.size() + states, rule);
    std::uint32_t const first = code.first_meaning[begin.first_state];
    std::uint32_t const last = code.first_meaning[end.first_state];
    std::uint32_t const meant = out_.first_meaning.back() - first;
    for (std::uint32_t s = begin.first_state; s < end.first_state; ++s) {
        out_.first_meaning.push_back(code.first_meaning[s + std::size_t{1}] + meant);
        meanings_.push_back(nullptr);  // nobody looks into a rule that is made
    }
    vec<std::uint32_t>& words = room_for_meanings(last - first);
    for (std::uint32_t i = first; i < last; ++i) {
        words.push_back(code.meanings[i] + part.states.first);
    }
}

void determiniser::link_edges(linked_part const& part, loose_rule const& begin, loose_rule const& end,
                              std::uint32_t state) {
    loose_rules const& code = part.known->code;
    out_.bytes.insert(out_.bytes.end(), code.bytes.begin() + begin.first_byte,
                      code.bytes.begin() + end.first_byte);
    for (byte_edge* e = out_.bytes.end() - (end.first_byte - begin.first_byte); e != out_.bytes.end(); ++e) {
        e->target += state;
    }
    auto const outside = static_cast<std::uint32_t>(part.outside.size());
    for (std::uint32_t i = begin.first_call; i < end.first_call; ++i) {
        call_edge const& e = code.calls[i];
        rtn::rule_id const callee =
            e.entry < outside ? part.outside[e.entry] : part.first_rule + (e.entry - outside);
        want(callee);
        out_.calls.push_back({callee, e.back + state,
                              e.count == no_count ? no_count : count_of_[part.first_count + e.count], false});
    }
    for (std::uint32_t i = begin.first_increment; i < end.first_increment; ++i) {
        out_.increments.push_back(code.increments[i] + state);
    }
    for (std::uint32_t i = begin.first_token; i < end.first_token; ++i) {
        token_edge const& e = code.tokens[i];
        out_.tokens.push_back({e.id, e.target + state, e.negated});
    }
}

}  // namespace parlance::mask::detail
