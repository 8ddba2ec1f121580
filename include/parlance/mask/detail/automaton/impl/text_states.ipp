// parlance/mask/detail/automaton/impl/text_states.ipp - definitions of what parlance/mask/detail/automaton/text_states.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/text_states.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
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

text_states::reach text_states::from(std::uint32_t state, budget& means) {
    if (number_of_.empty()) {
        number_of_.resize(code_.states.size(), 0);
    }
    if (pending_ && pending_->torn) {
        forget_pending();
    } else if (pending_ && !explore(means)) {
        return {};
    }
    std::uint32_t const known = number_of_[state];
    if (known != 0 && known_[known - 1].of != nullptr) {
        return known_[known - 1];
    }
    next_.clear();
    alphabet wanted;
    if (!look(state, {}, wanted, next_)) {
        return {};
    }
    pending_ = found_states{static_cast<std::uint32_t>(known_.size()), std::move(wanted)};
    pending_->all.beyond = 0;
    pending_->all.exact = true;
    known_.push_back({});
    std::uint32_t const at = pending_->base + number(*pending_, state);
    return explore(means) && known_[at].of != nullptr ? known_[at] : reach{};
}

void text_states::forget_pending() noexcept {
    for (std::uint32_t& number : number_of_) {
        number = number > pending_->base ? 0 : number;
    }
    known_.erase(known_.begin() + pending_->base, known_.end());
    pending_.reset();
}

bool text_states::reads_text(std::uint32_t state) const noexcept { return groups_of(state) != 0; }

group_set text_states::groups_of(std::uint32_t state) const noexcept {
    group_set out = 0;
    for (byte_edge const& e : code_.bytes_of(state)) {
        out |= groups_between(e.low, e.high + 1u);
        out |= e.high >= 0x80 ? group_set{1} << beyond_ascii : 0;
    }
    return out & text_groups;
}

group_set text_states::beginnings_of(alphabet const& of) noexcept {
    constexpr group_set any_point = (group_set{1} << beyond_ascii) | reads_beginnings;
    return of.points.empty() ? of.groups : of.groups | any_point;
}

group_set text_states::groups_between(unsigned first, unsigned end) noexcept {
    end = (std::min)(end, 0x80u);
    if (first >= end) {
        return 0;
    }
    auto const log = static_cast<unsigned>(std::bit_width(end - first)) - 1;
    return groups_from[log][first] | groups_from[log][end - (1u << log)];
}

void text_states::add_once(vec<std::uint32_t>& to, std::uint32_t state) {
    if (to.empty() || to.back() != state) {
        to.push_back(state);
    }
}

void text_states::add_range(vec<code_range>& to, std::uint32_t first, std::uint32_t last) {
    if (!to.empty() && to.back().last + 1 == first) {
        to.back().last = last;
    } else {
        to.push_back({first, last});
    }
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

bool text_states::look(std::uint32_t state, alphabet const& among, alphabet& reads, vec<std::uint32_t>& to) {
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

bool text_states::look_beyond(byte_edge const& e, vec<code_range>& points, vec<std::uint32_t>& to) const {
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

bool text_states::explore(budget& means) {
    found_states& found = *pending_;
    found.torn = true;
    if (!follow(found, means)) {
        found.torn = false;
        return false;
    }
    reach all = found.all;
    vec<char> uneven(found.states.size(), 0);
    if (looked_at_ <= most_states) {
        found.sort_edges();
        count_points(found);
        uneven = find_uneven(found);
        all.of = keep(found.wanted);
    }
    all.states += static_cast<std::uint32_t>(found.states.size() - 1);
    group_set const beginnings = beginnings_of(found.wanted);
    for (std::uint32_t i = 1; i < found.states.size(); ++i) {
        reach& made = known_[found.base + i];
        std::uint32_t const points = made.points;
        bool const loops = made.loops;
        made = all;
        made.points = points;
        made.loops = loops;
        made.beyond |= uneven[i] != 0 ? beginnings : 0;
        made.of = found.alike[i] != 0 ? all.of : nullptr;
    }
    pending_.reset();
    return true;
}

std::uint32_t text_states::number(found_states& found, std::uint32_t of) {
    std::uint32_t const known = number_of_[of];
    if (known > found.base) {
        return known - 1 - found.base;
    }
    reach const was = known == 0 ? reach{} : known_[known - 1];
    bool const usable = was.of != nullptr && was.of->groups == found.wanted.groups &&
                        same_points(*was.of, found.wanted) && was.increments == found.all.increments;
    if (!usable) {
        number_of_[of] = static_cast<std::uint32_t>(known_.size() + 1);
    }
    found.states.push_back(usable ? none : of);
    found.alike.push_back(0);
    known_.push_back({});
    known_.back().points = usable ? was.points : endless;
    if (usable) {
        found.all.beyond |= was.beyond;
        found.all.states += was.states;
        found.all.exact = found.all.exact && was.exact;
        found.all.returns = found.all.returns || was.returns;
    }
    return static_cast<std::uint32_t>(known_.size()) - 1 - found.base;
}

bool text_states::follow(found_states& found, budget& means) {
    constexpr std::uint64_t steps_of_a_state = 250;
    constexpr group_set any_point = (group_set{1} << beyond_ascii) | reads_beginnings;
    alphabet const& wanted = found.wanted;
    group_set const beginnings = beginnings_of(wanted);
    reach& all = found.all;
    alphabet& reads = reads_;
    vec<std::uint32_t>& next = next_;
    for (std::uint32_t& i = found.next; i < found.states.size() && looked_at_ <= most_states;
         ++i, ++looked_at_) {
        if (!means.pay(steps_of_a_state)) {
            return false;
        }
        if (found.states[i] == none) {
            continue;
        }
        next.clear();
        bool const clear = look(found.states[i], wanted, reads, next);
        // of other code points above U+007F than a part that is wanted none is read, see free_text
        bool const every =
            (wanted.groups & ~reads.groups) == 0 &&
            (wanted.points.empty() || ((reads.groups & any_point) == 0 && same_points(wanted, reads)));
        found.alike[i] = clear && reads.groups == wanted.groups && same_points(reads, wanted);
        if (!clear || !every) {
            known_[found.base + i].points = 0;
            all.beyond |= clear ? groups_of(found.states[i]) & beginnings : beginnings;
            all.exact = all.exact && clear;
            continue;
        }
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        for (std::uint32_t const to : next) {
            place const p = behind(to);
            all.returns = all.returns || code_.states[to].accepts;
            all.increments = found.edges.empty() ? p.increments : all.increments;
            bool const fits = p.state != none && p.increments == all.increments;
            std::uint32_t const at = fits ? number(found, p.state) : 0;
            all.beyond |= fits ? 0 : beginnings;
            all.exact = all.exact && fits;
            found.edges.push_back({i, at});
            known_[found.base + i].loops = next.size() == 1 && at == i;
        }
    }
    return true;
}

void text_states::found_states::sort_edges() {
    first_to.assign(states.size() + 1, 0);
    for (edge const& e : edges) {
        ++first_to[e.to + std::size_t{1}];
    }
    std::partial_sum(first_to.begin(), first_to.end(), first_to.begin());
    vec<std::uint32_t> at = first_to;
    from.resize(edges.size());
    for (edge const& e : edges) {
        from[at[e.to]++] = e.from;
    }
}

array_ref<std::uint32_t const> text_states::found_states::before(std::uint32_t place) const noexcept {
    return array_ref<std::uint32_t const>{from}.subspan(first_to[place],
                                                        first_to[place + std::size_t{1}] - first_to[place]);
}

void text_states::count_points(found_states const& found) {
    vec<std::uint32_t> todo;
    for (std::uint32_t i = 0; i < found.states.size(); ++i) {
        if (known_[found.base + i].points != endless) {
            todo.push_back(i);
        }
    }
    for (std::size_t i = 0; i < todo.size(); ++i) {
        std::uint32_t const points = known_[found.base + todo[i]].points + 1;
        for (std::uint32_t const from : found.before(todo[i])) {
            if (known_[found.base + from].points > points) {
                known_[found.base + from].points = points;
                todo.push_back(from);
            }
        }
    }
}

vec<char> text_states::find_uneven(found_states const& found) const {
    vec<char> out(found.states.size(), 0);
    vec<std::uint32_t> todo;
    auto const add = [&](std::uint32_t i) {
        if (out[i] == 0) {
            out[i] = 1;
            todo.push_back(i);
        }
    };
    for (found_states::edge const& e : found.edges) {
        if (known_[found.base + e.to].points + 1 != known_[found.base + e.from].points) {
            add(e.from);
        }
    }
    for (std::size_t i = 0; i < todo.size(); ++i) {
        for (std::uint32_t const from : found.before(todo[i])) {
            add(from);
        }
    }
    return out;
}

}  // namespace parlance::mask::detail
