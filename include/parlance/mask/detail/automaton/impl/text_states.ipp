// parlance/mask/detail/automaton/impl/text_states.ipp - definitions of what parlance/mask/detail/automaton/text_states.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/text_states.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

text_states::reach text_states::from(std::uint32_t state) {
    if (number_of_.empty()) {
        number_of_.resize(code_.states.size(), 0);
    }
    std::uint32_t const known = number_of_[state];
    return known != 0 && known_[known - 1].of != nullptr ? known_[known - 1] : explore(state);
}

bool text_states::reads_text(std::uint32_t state) const noexcept { return groups_of(state) != 0; }

group_set text_states::groups_of(std::uint32_t state) const noexcept {
    group_set out = 0;
    for (byte_edge const& e : code_.bytes_of(state)) {
        for (unsigned b = e.low; b <= e.high; ++b) {
            out |= group_set{1} << byte_groups[b];
        }
    }
    return out & text_groups;
}

bool text_states::only_reads(std::uint32_t state) const noexcept {
    return code_.calls_of(state).empty() && code_.increments_of(state).empty() &&
           code_.tokens_of(state).empty();
}

text_states::place text_states::behind(std::uint32_t state) const noexcept {
    if (only_reads(state)) {
        return {state, false};
    }
    auto const increments = code_.increments_of(state);
    bool const plain = increments.size() == 1 && code_.bytes_of(state).empty() &&
                       code_.calls_of(state).empty() && code_.tokens_of(state).empty();
    return plain && only_reads(increments[0]) && !code_.states[increments[0]].accepts
               ? place{increments[0], true}
               : place{};
}

bool text_states::is_whole(std::uint32_t state, unsigned low, unsigned high, unsigned left) const {
    unsigned next = low;
    for (byte_edge const& e : code_.bytes_of(state)) {
        if (e.low != next || e.high > high || (left > 1 && !is_whole(e.target, 0x80, 0xBF, left - 1))) {
            return false;
        }
        next = e.high + 1u;
    }
    return next == high + 1;
}

bool text_states::inside(std::uint32_t state, unsigned low, unsigned high, unsigned left, std::uint32_t value,
                         vec<code_range>* points, vec<std::uint32_t>& to) const {
    if (!only_reads(state) || code_.states[state].accepts) {
        return false;
    }
    auto const add = [&](unsigned first, unsigned last, unsigned missing) {
        std::uint32_t const begin = (value << 6 | (first & 0x3Fu)) << (6 * missing);
        std::uint32_t const end = ((value << 6 | (last & 0x3Fu)) + 1) << (6 * missing);
        if (points != nullptr && !points->empty() && points->back().last + 1 == begin) {
            points->back().last = end - 1;
        } else if (points != nullptr) {
            points->push_back({begin, end - 1});
        }
    };
    unsigned next = low;
    for (byte_edge const& e : code_.bytes_of(state)) {
        if (e.low < next || e.high > high) {
            return false;
        }
        next = e.high + 1u;
        if (left == 1) {
            to.push_back(e.target);
            add(e.low, e.high, 0);
            continue;
        }
        bool const whole = points == nullptr || is_whole(e.target, 0x80, 0xBF, left - 1);
        for (unsigned b = e.low; b <= (whole ? unsigned{e.low} : unsigned{e.high}); ++b) {
            if (!inside(e.target, 0x80, 0xBF, left - 1, value << 6 | (b & 0x3Fu), whole ? nullptr : points,
                        to)) {
                return false;
            }
        }
        if (whole) {
            add(e.low, e.high, left - 1);
        }
    }
    return true;
}

bool text_states::look(std::uint32_t state, alphabet const& among, alphabet& reads, vec<std::uint32_t>& to) {
    if (!only_reads(state)) {
        return false;
    }
    bool const beyond_too = !among.points.empty() || ((among.groups >> beyond_ascii) & 1u) != 0;
    ignored_.clear();
    reads.groups = 0;
    reads.points.clear();
    std::array<std::uint8_t, 32> read{};  // bytes of each group
    unsigned next = 0;
    for (byte_edge const& e : code_.bytes_of(state)) {
        if (e.low < next) {
            return false;
        }
        next = e.high + 1u;
        bool wanted = false;
        for (unsigned b = e.low; b <= e.high && b < 0x80; ++b) {
            wanted = wanted || ((among.groups >> byte_groups[b]) & 1u) != 0;
            ++read[byte_groups[b]];
        }
        if (wanted) {
            to.push_back(e.target);
        }
        for (unsigned b = (std::max)(0x80u, unsigned{e.low}); b <= e.high; ++b) {
            auto const lead = static_cast<std::uint8_t>(b);
            std::size_t const length = utf8::sequence_length(lead);
            utf8::byte_range const second = utf8::second_byte(lead);
            if (length == 0 || !inside(e.target, second.low, second.high, static_cast<unsigned>(length - 1),
                                       lead & (0x7Fu >> length), &reads.points, beyond_too ? to : ignored_)) {
                return false;
            }
        }
    }
    for (unsigned group = 0; group < beyond_ascii; ++group) {
        bool const all = read[group] == bytes_of_group(group).size();
        reads.groups |= all ? (group_set{1} << group) & text_groups : 0;
    }
    constexpr std::array<code_range, 2> all{{{0x80, 0xD7FF}, {0xE000, 0x10FFFF}}};
    if (std::equal(all.begin(), all.end(), reads.points.begin(), reads.points.end())) {
        reads.points.clear();
        reads.groups |= (group_set{1} << beyond_ascii) | reads_beginnings;
    }
    return true;
}

bool text_states::same_points(alphabet const& a, alphabet const& b) noexcept {
    return std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end());
}

text_states::alphabet const* text_states::keep(alphabet const& found) {
    for (auto const& known : alphabets_) {
        if (known.value.groups == found.groups && same_points(known.value, found)) {
            return &known.value;
        }
    }
    return &alphabets_.try_emplace(static_cast<std::uint32_t>(alphabets_.size()), found).at.value;
}

text_states::reach text_states::explore(std::uint32_t state) {
    reach all;
    all.beyond = 0;
    all.exact = true;
    alphabet wanted;
    vec<std::uint32_t> next;
    if (!look(state, {}, wanted, next)) {
        return {};
    }
    group_set const any_point = (group_set{1} << beyond_ascii) | reads_beginnings;
    group_set const beginnings = wanted.points.empty() ? wanted.groups : wanted.groups | any_point;
    // by place in known_ from `base` on; in front, in place of a state that is not looked at, one that reads nothing
    auto const base = static_cast<std::uint32_t>(known_.size());
    vec<std::uint32_t> states{none};
    vec<char> alike{0};
    known_.push_back({});
    auto const number = [&](std::uint32_t of) {
        std::uint32_t const known = number_of_[of];
        if (known > base) {
            return known - 1 - base;
        }
        reach const was = known == 0 ? reach{} : known_[known - 1];
        bool const usable = was.of != nullptr && was.of->groups == wanted.groups &&
                            same_points(*was.of, wanted) && was.increments == all.increments;
        if (!usable) {
            number_of_[of] = static_cast<std::uint32_t>(known_.size() + 1);
        }
        states.push_back(usable ? none : of);
        alike.push_back(0);
        known_.push_back({});
        known_.back().points = usable ? was.points : endless;
        all.beyond |= usable ? was.beyond : 0;
        all.states += usable ? was.states : 0;
        all.exact = all.exact && (!usable || was.exact);
        all.returns = all.returns || (usable && was.returns);
        return static_cast<std::uint32_t>(known_.size()) - 1 - base;
    };
    static_cast<void>(number(state));
    vec<std::pair<std::uint32_t, std::uint32_t>> edges;  // backwards
    bool first = true;                                   // place behind a code point
    alphabet reads;
    for (std::uint32_t i = 1; i < states.size() && looked_at_ <= most_states; ++i, ++looked_at_) {
        if (states[i] == none) {
            continue;
        }
        next.clear();
        bool const clear = look(states[i], wanted, reads, next);
        // of other code points above U+007F than a part that is wanted none is read, see free_text
        bool const every =
            (wanted.groups & ~reads.groups) == 0 &&
            (wanted.points.empty() || ((reads.groups & any_point) == 0 && same_points(wanted, reads)));
        alike[i] = clear && reads.groups == wanted.groups && same_points(reads, wanted);
        if (!clear || !every) {
            known_[base + i].points = 0;
            all.beyond |= clear ? groups_of(states[i]) & beginnings : beginnings;
            all.exact = all.exact && clear;
            continue;
        }
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        for (std::uint32_t const to : next) {
            place const p = behind(to);
            all.returns = all.returns || code_.states[to].accepts;
            all.increments = first ? p.increments : all.increments;
            first = false;
            bool const fits = p.state != none && p.increments == all.increments;
            std::uint32_t const at = fits ? number(p.state) : 0;
            all.beyond |= fits ? 0 : beginnings;
            all.exact = all.exact && fits;
            edges.emplace_back(at, i);
            known_[base + i].loops = next.size() == 1 && at == i;
        }
    }
    bool const done = looked_at_ <= most_states;
    vec<std::uint32_t> todo;
    std::sort(edges.begin(), edges.end());
    for (std::uint32_t i = 0; done && i < states.size(); ++i) {
        if (known_[base + i].points != endless) {
            todo.push_back(i);
        }
    }
    for (std::size_t i = 0; i < todo.size(); ++i) {
        std::uint32_t const points = known_[base + todo[i]].points + 1;
        auto const* e = std::lower_bound(edges.begin(), edges.end(), std::pair{todo[i], std::uint32_t{0}});
        for (; e != edges.end() && e->first == todo[i]; ++e) {
            if (known_[base + e->second].points > points) {
                known_[base + e->second].points = points;
                todo.push_back(e->second);
            }
        }
    }
    // of states behind as much text as all ways have, one that reads all of it goes on with any
    vec<char> uneven(states.size(), 0);
    todo.clear();
    for (auto const& [to, from] : edges) {
        bool const even = known_[base + to].points + 1 == known_[base + from].points;
        if (!even && uneven[from] == 0) {
            uneven[from] = 1;
            todo.push_back(from);
        }
    }
    for (std::size_t i = 0; i < todo.size(); ++i) {
        auto const* e = std::lower_bound(edges.begin(), edges.end(), std::pair{todo[i], std::uint32_t{0}});
        for (; e != edges.end() && e->first == todo[i]; ++e) {
            if (uneven[e->second] == 0) {
                uneven[e->second] = 1;
                todo.push_back(e->second);
            }
        }
    }
    all.states += static_cast<std::uint32_t>(states.size() - 1);
    all.of = done ? keep(wanted) : nullptr;
    for (std::uint32_t i = 1; i < states.size(); ++i) {
        reach& made = known_[base + i];
        std::uint32_t const points = made.points;
        bool const loops = made.loops;
        made = all;
        made.points = points;
        made.loops = loops;
        made.beyond |= uneven[i] != 0 ? beginnings : 0;
        made.of = alike[i] != 0 ? all.of : nullptr;
    }
    return done ? known_[base + 1] : reach{};
}

}  // namespace parlance::mask::detail
