// parlance/rtn/detail/impl/closures.ipp - definitions of what parlance/rtn/detail/closures.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/closures.hpp>
#include <utility>

namespace parlance::rtn {

std::size_t nfa::closures::walk(state s, bool first, bool last, vec<state>& to, std::size_t most) {
    std::size_t steps = 0;
    stack_.assign(1, s);
    while (!stack_.empty() && steps < most) {
        ++steps;
        state const at = stack_.back();
        stack_.pop_back();
        if (mark_[at] == round_) {
            continue;
        }
        mark_[at] = round_;
        row const& r = rows_[at];
        if (!r.edges.empty() || !r.end.empty() || r.label != 0) {
            to.push_back(at);
        }
        stack_.insert(stack_.end(), r.empty.begin(), r.empty.end());
        if (first) {
            stack_.insert(stack_.end(), r.begin.begin(), r.begin.end());
        }
        if (last) {
            stack_.insert(stack_.end(), r.end.begin(), r.end.end());
        }
        steps += (r.empty.size() + r.begin.size() + r.end.size()) / 8;
    }
    return steps;
}

void nfa::closures::learn(state s) {
    ++round_;
    vec<state> to;
    std::size_t const steps = walk(s, false, false, to, longest);
    known_[s] = stack_.empty() && steps <= longest ? is_short : is_long;
    if (known_[s] == is_short) {
        kept_[s] = std::move(to);
    }
}

bool nfa::closures::spread(array_ref<state const> from, bool first, bool last, vec<state>& to) {
    ++round_;
    for (state const s : from) {
        if (mark_[s] != round_ && !spent_.spend(6 * walk(s, first, last, to, ~std::size_t{0}))) {
            return false;
        }
    }
    return spent_.spend(from.size());
}

bool nfa::closures::close(array_ref<state const> from, vec<state>& to) {
    for (state const s : from) {
        if (known_[s] == unknown) {
            learn(s);
        }
    }
    ++round_;
    std::uint64_t steps = 2 * from.size();
    for (state const s : from) {
        if (known_[s] == is_short) {
            for (state const t : kept_[s]) {
                if (mark_[t] != round_) {
                    mark_[t] = round_;
                    to.push_back(t);
                }
            }
            steps += 2 * kept_[s].size();
        } else if (mark_[s] != round_) {
            steps += 6 * walk(s, false, false, to, ~std::size_t{0});
        }
    }
    return spent_.spend(steps);
}

}  // namespace parlance::rtn
