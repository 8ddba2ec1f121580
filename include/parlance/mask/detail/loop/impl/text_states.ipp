// parlance/mask/detail/loop/impl/text_states.ipp - definitions of what parlance/mask/detail/loop/text_states.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/text_states.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/loop/state_text.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace parlance::mask::detail {

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
    if (!text_.look(state, {}, wanted, next_)) {
        return {};
    }
    text_.leave_out_ends(state, wanted);
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

text_states::alphabet const* text_states::keep(alphabet const& found) {
    for (auto const& known : alphabets_) {
        if (known.value.groups == found.groups && state_text::same_points(known.value, found)) {
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
        means.look();  // each of these is a pass over all that was found
        found.sort_edges();
        means.look();
        count_points(found);
        means.look();
        uneven = find_uneven(found);
        means.look();
        all.of = keep(found.wanted);
    }
    all.states = (std::min)(all.states + static_cast<std::uint32_t>(found.states.size() - 1), most_counted);
    group_set const beginnings = state_text::beginnings_of(found.wanted);
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
                        state_text::same_points(*was.of, found.wanted) &&
                        was.increments == found.all.increments;
    if (!usable) {
        number_of_[of] = static_cast<std::uint32_t>(known_.size() + 1);
    }
    found.states.push_back(usable ? none : of);
    found.alike.push_back(0);
    known_.push_back({});
    known_.back().points = usable ? was.points : endless;
    if (usable) {
        found.all.beyond |= was.beyond;
        found.all.states = (std::min)(found.all.states + was.states, most_counted);
        found.all.exact = found.all.exact && was.exact;
        found.all.returns = found.all.returns || was.returns;
    }
    return static_cast<std::uint32_t>(known_.size()) - 1 - found.base;
}

bool text_states::follow(found_states& found, budget& means) {
    constexpr std::uint64_t steps_of_a_state = 250;
    work looks = means.beside();
    constexpr group_set any_point = (group_set{1} << beyond_ascii) | reads_beginnings;
    alphabet const& wanted = found.wanted;
    group_set const beginnings = state_text::beginnings_of(wanted);
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
        bool const clear = text_.look(found.states[i], wanted, reads, next);
        // of other code points above U+007F than a part that is wanted none is read, see free_text
        bool const every = (wanted.groups & ~reads.groups) == 0 &&
                           (wanted.points.empty() ||
                            ((reads.groups & any_point) == 0 && state_text::same_points(wanted, reads)));
        if (clear && reads.groups != wanted.groups) {
            text_.leave_out_ends(found.states[i], reads);
        }
        found.alike[i] = clear && reads.groups == wanted.groups && state_text::same_points(reads, wanted);
        if (!clear || !every) {
            known_[found.base + i].points = 0;
            all.beyond |= clear ? text_.groups_of(found.states[i]) & beginnings : beginnings;
            all.exact = all.exact && clear;
            continue;
        }
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        bool const room = paid_room(known_, next.size(), looks) && paid_room(found.edges, next.size(), looks);
        if (!room && means.is_stopped_by(looks)) {
            return false;
        }
        for (std::uint32_t const to : next) {
            state_text::place const p = text_.behind(to);
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
