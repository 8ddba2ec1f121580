// parlance/mask/detail/loop/impl/state_text.ipp - definitions of what parlance/mask/detail/loop/state_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/state_text.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// For each lead byte, the last one from there on that the same may follow.
[[nodiscard]] constexpr std::array<std::uint8_t, 256> make_last_alike() noexcept {
    std::array<std::uint8_t, 256> out{};
    for (unsigned b = 0x100; b-- > 0x80;) {
        auto const lead = static_cast<std::uint8_t>(b);
        auto const next = static_cast<std::uint8_t>(b + 1);
        bool const alike = b < 0xFF && utf8::sequence_length(lead) == utf8::sequence_length(next) &&
                           utf8::second_byte(lead).low == utf8::second_byte(next).low &&
                           utf8::second_byte(lead).high == utf8::second_byte(next).high;
        out[b] = alike ? out[next] : lead;
    }
    return out;
}
inline constexpr std::array<std::uint8_t, 256> last_alike = make_last_alike();

/// Of the bytes below 0x80, the groups of each 2^k from some byte on, by k and that byte.
[[nodiscard]] constexpr std::array<std::array<group_set, 0x80>, 8> make_groups_from() noexcept {
    std::array<std::array<group_set, 0x80>, 8> out{};
    for (unsigned b = 0; b < 0x80; ++b) {
        out[0][b] = group_set{1} << byte_groups[b];
    }
    for (unsigned log = 1; log < 8; ++log) {
        for (unsigned b = 0; b + (1u << log) <= 0x80; ++b) {
            out[log][b] = out[log - 1][b] | out[log - 1][b + (1u << (log - 1))];
        }
    }
    return out;
}
inline constexpr std::array<std::array<group_set, 0x80>, 8> groups_from = make_groups_from();

group_set state_text::groups_of(std::uint32_t state) const noexcept {
    group_set out = 0;
    for (byte_edge const& e : code_.bytes_of(state)) {
        out |= groups_between(e.low, e.high + 1u);
        out |= e.high >= 0x80 ? group_set{1} << beyond_ascii : 0;
    }
    return out & text_groups;
}

group_set state_text::beginnings_of(alphabet const& of) noexcept {
    constexpr group_set any_point = (group_set{1} << beyond_ascii) | reads_beginnings;
    return of.points.empty() ? of.groups : of.groups | any_point;
}

group_set state_text::groups_between(unsigned first, unsigned end) noexcept {
    end = (std::min)(end, 0x80u);
    if (first >= end) {
        return 0;
    }
    auto const log = static_cast<unsigned>(std::bit_width(end - first)) - 1;
    return groups_from[log][first] | groups_from[log][end - (1u << log)];
}

void state_text::add_once(vec<std::uint32_t>& to, std::uint32_t state) {
    if (to.empty() || to.back() != state) {
        to.push_back(state);
    }
}

void state_text::add_range(vec<code_range>& to, std::uint32_t first, std::uint32_t last) {
    if (!to.empty() && to.back().last + 1 == first) {
        to.back().last = last;
    } else {
        to.push_back({first, last});
    }
}

bool state_text::only_reads(std::uint32_t state) const noexcept {
    return code_.calls_of(state).empty() && code_.increments_of(state).empty() &&
           code_.tokens_of(state).empty();
}

state_text::place state_text::behind(std::uint32_t state) const noexcept {
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

bool state_text::is_whole(std::uint32_t state, unsigned low, unsigned high, unsigned left) const {
    unsigned next = low;
    for (byte_edge const& e : code_.bytes_of(state)) {
        if (e.low != next || e.high > high || (left > 1 && !is_whole(e.target, 0x80, 0xBF, left - 1))) {
            return false;
        }
        next = e.high + 1u;
    }
    return next == high + 1;
}

bool state_text::inside(std::uint32_t state, unsigned low, unsigned high, unsigned left, std::uint32_t value,
                        vec<code_range>* points, vec<std::uint32_t>& to) const {
    if (!only_reads(state) || code_.states[state].accepts) {
        return false;
    }
    auto const add = [&](unsigned first, unsigned last, unsigned missing) {
        if (points != nullptr) {
            add_range(*points, (value << 6 | (first & 0x3Fu)) << (6 * missing),
                      (((value << 6 | (last & 0x3Fu)) + 1) << (6 * missing)) - 1);
        }
    };
    unsigned next = low;
    for (byte_edge const& e : code_.bytes_of(state)) {
        if (e.low < next || e.high > high) {
            return false;
        }
        next = e.high + 1u;
        if (left == 1) {
            add_once(to, e.target);
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

bool state_text::look(std::uint32_t state, alphabet const& among, alphabet& reads, vec<std::uint32_t>& to) {
    if (!only_reads(state)) {
        return false;
    }
    bool const beyond_too = !among.points.empty() || ((among.groups >> beyond_ascii) & 1u) != 0;
    ignored_.clear();
    reads.points.clear();
    group_set missing = 0;  // groups of which some byte is not read
    unsigned next = 0;
    for (byte_edge const& e : code_.bytes_of(state)) {
        if (e.low < next) {
            return false;
        }
        missing |= groups_between(next, e.low);
        next = e.high + 1u;
        if ((groups_between(e.low, next) & among.groups) != 0) {
            add_once(to, e.target);
        }
        if (e.high >= 0x80 && !look_beyond(e, reads.points, beyond_too ? to : ignored_)) {
            return false;
        }
    }
    reads.groups =
        text_groups & ((group_set{1} << beyond_ascii) - 1) & ~(missing | groups_between(next, 0x80));
    constexpr std::array<code_range, 2> all{{{0x80, 0xD7FF}, {0xE000, 0x10FFFF}}};
    if (std::equal(all.begin(), all.end(), reads.points.begin(), reads.points.end())) {
        reads.points.clear();
        reads.groups |= (group_set{1} << beyond_ascii) | reads_beginnings;
    }
    return true;
}

bool state_text::reads_beyond_ascii_as(std::uint32_t state, std::uint8_t byte) const {
    constexpr unsigned first_lead = 0xC2;
    constexpr unsigned last_lead = 0xF4;
    auto const edges = code_.bytes_of(state);
    std::uint32_t same = none;
    for (byte_edge const& e : edges) {
        if (e.low <= byte && byte <= e.high && std::exchange(same, e.target) != none) {
            return false;
        }
    }
    unsigned next = first_lead;
    for (byte_edge const& e : edges) {
        if (e.high < 0x80) {
            continue;
        }
        if (e.low != next || e.high > last_lead || same == none) {
            return false;
        }
        while (next <= e.high) {
            auto const lead = static_cast<std::uint8_t>(next);
            auto const left = static_cast<unsigned>(utf8::sequence_length(lead)) - 1;
            utf8::byte_range const second = utf8::second_byte(lead);
            if (!leads_only_to(same, e.target, second.low, second.high, left)) {
                return false;
            }
            next = unsigned{(std::min)(last_alike[lead], e.high)} + 1;
        }
    }
    return next == (same == none ? first_lead : last_lead + 1);
}

bool state_text::leads_only_to(std::uint32_t same, std::uint32_t state, unsigned low, unsigned high,
                               unsigned left) const {
    if (!only_reads(state) || code_.states[state].accepts) {
        return false;
    }
    unsigned next = low;
    for (byte_edge const& e : code_.bytes_of(state)) {
        if (e.low != next || e.high > high ||
            (left == 1 ? e.target != same : !leads_only_to(same, e.target, 0x80, 0xBF, left - 1))) {
            return false;
        }
        next = e.high + 1u;
    }
    return next == high + 1;
}

bool state_text::look_beyond(byte_edge const& e, vec<code_range>& points, vec<std::uint32_t>& to) const {
    for (unsigned b = (std::max)(0x80u, unsigned{e.low}); b <= e.high;) {
        auto const lead = static_cast<std::uint8_t>(b);
        auto const left = static_cast<unsigned>(utf8::sequence_length(lead)) - 1;
        utf8::byte_range const second = utf8::second_byte(lead);
        if (second.high == 0) {
            return false;
        }
        // leads that the same may follow are looked at once, where that is all that may
        unsigned const end = unsigned{(std::min)(last_alike[lead], e.high)} + 1;
        bool const whole = is_whole(e.target, second.low, second.high, left);
        if (whole) {
            code_range const first = code_points_of(lead);
            code_range const last = code_points_of(static_cast<std::uint8_t>(end - 1));
            add_range(points, first.first, last.last);
        }
        for (unsigned k = b; k < (whole ? b + 1 : end); ++k) {
            std::uint32_t const bits = k & (0x7Fu >> (left + 1));
            if (!inside(e.target, second.low, second.high, left, bits, whole ? nullptr : &points, to)) {
                return false;
            }
        }
        b = end;
    }
    return true;
}

group_set state_text::whole_groups_of(std::uint32_t state) noexcept {
    group_set& known = whole_groups_[state];
    if (known == 0) {
        group_set missing = 0;
        unsigned next = 0;
        for (byte_edge const& e : code_.bytes_of(state)) {
            missing |= groups_between(next, e.low);
            next = e.high + 1u;
        }
        missing |= groups_between(next, 0x80);
        known = looked_at | (text_groups & ((group_set{1} << beyond_ascii) - 1) & ~missing);
    }
    return known & ~looked_at;
}

void state_text::leave_out_ends(std::uint32_t state, alphabet& reads) {
    constexpr unsigned letter = 'n';
    constexpr group_set ascii = (group_set{1} << beyond_ascii) - 1;
    auto const edges = code_.bytes_of(state);
    auto const whole = [&](byte_edge const& e) {
        place const p = behind(e.target);
        return p.state == none ? 0 : whole_groups_of(p.state);
    };
    auto const of_letter = std::find_if(
        edges.begin(), edges.end(), [](byte_edge const& e) { return e.low <= letter && letter <= e.high; });
    if (of_letter == edges.end() || ((reads.groups >> byte_groups[letter]) & 1u) == 0) {
        return;
    }
    if (whole_groups_.empty()) {
        whole_groups_.resize(code_.states.size(), 0);
    }
    group_set text = reads.groups & ascii & whole(*of_letter);
    group_set const words =
        text & (groups_between('0', '9' + 1) | groups_between('A', 'Z' + 1) | groups_between('a', 'z' + 1));
    for (bool const all : {false, true}) {
        for (byte_edge const& e : edges) {
            group_set const asked = all ? text : words;
            if (&e != &*of_letter && e.low < 0x80 && (asked & ~whole(e)) != 0) {
                text &= ~groups_between(e.low, e.high + 1u);
            }
        }
    }
    if (((text >> byte_groups[letter]) & 1u) != 0) {
        reads.groups = text | (reads.groups & ~ascii);
    }
}

bool state_text::same_points(alphabet const& a, alphabet const& b) noexcept {
    return std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end());
}

}  // namespace parlance::mask::detail
