// parlance/rtn/detail/impl/closures.ipp - definitions of what parlance/rtn/detail/closures.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/closures.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn {

bool nfa::closures::begin() {
    std::size_t const states = of_.size();
    return paid_resize(mark_, states, spent_) && paid_resize(kept_, states, spent_) &&
           paid_resize(known_, states, spent_, unknown);
}

bool nfa::closures::walk(state s, bool first, bool last, vec<state>& to, std::size_t& steps) {
    constexpr std::uint64_t steps_of_a_state = 6;
    stack_.assign(1, s);
    for (; !stack_.empty() && steps != 0; --steps) {
        state const at = stack_.back();
        stack_.pop_back();
        if (mark_[at] == round_) {
            continue;
        }
        mark_[at] = round_;
        row const& r = of_.rows_[at];
        std::size_t const more = (r.empty.count + (first ? r.begin.count : 0) + (last ? r.end.count : 0)) / 8;
        if (!spent_.spend(steps_of_a_state * (1 + more))) {
            return false;
        }
        steps -= (std::min)(more, steps - 1);
        if (r.edges.count != 0 || r.end.count != 0 || r.label != 0) {
            to.push_back(at);
        }
        of_.targets(r.empty, stack_);
        if (first) {
            of_.targets(r.begin, stack_);
        }
        if (last) {
            of_.targets(r.end, stack_);
        }
    }
    return true;
}

bool nfa::closures::learn(state s) {
    ++round_;
    learnt_.clear();
    std::size_t steps = longest;
    if (!walk(s, false, false, learnt_, steps)) {
        return false;
    }
    known_[s] = stack_.empty() && steps != 0 ? is_short : is_long;
    if (known_[s] == is_short) {
        kept_[s] = states_.keep(learnt_);
    }
    return true;
}

bool nfa::closures::spread(array_ref<state const> from, bool first, bool last, vec<state>& to) {
    ++round_;
    for (state const s : from) {
        std::size_t steps = ~std::size_t{0};
        if (!spent_.spend(1) || (mark_[s] != round_ && !walk(s, first, last, to, steps))) {
            return false;
        }
    }
    return true;
}

bool nfa::closures::close(array_ref<state const> from, vec<state>& to) {
    constexpr std::uint64_t steps_of_a_state = 2;
    for (state const s : from) {
        if (known_[s] == unknown && !learn(s)) {
            return false;
        }
    }
    ++round_;
    for (state const s : from) {
        std::size_t steps = ~std::size_t{0};
        if (!spent_.spend(steps_of_a_state * (1 + kept_[s].size()))) {
            return false;
        }
        if (known_[s] == is_short) {
            for (state const t : kept_[s]) {
                if (mark_[t] != round_) {
                    mark_[t] = round_;
                    to.push_back(t);
                }
            }
        } else if (mark_[s] != round_ && !walk(s, false, false, to, steps)) {
            return false;
        }
    }
    return true;
}

}  // namespace parlance::rtn
