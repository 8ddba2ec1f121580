// parlance/rtn/detail/impl/simulation.ipp - definitions of what parlance/rtn/detail/simulation.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/simulation.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace parlance::rtn {

bool nfa::simulation::collect(nfa const& a, vec<vec<std::uint32_t>> const& letters_of_sets,
                              std::size_t letters, work& spent) {
    all_.resize(size_);
    own_.resize(size_);
    std::size_t steps = 0;
    vec<state> stack;
    vec<std::uint32_t> mark(size_, 0);
    auto const end = static_cast<std::uint32_t>(letters);
    auto const add = [&](moves& to, row const& r, bool looks) {
        to.label = (std::max)(to.label, r.label);
        for (link const& e : a.edges(r.edges)) {
            for (std::uint32_t const letter : letters_of_sets[e.what]) {
                to.steps.push_back({letter, e.to});
            }
        }
        for (link const& e : a.edges(r.end)) {
            to.steps.push_back({end, e.to});
        }
        for (link const& e : a.edges(looks ? r.looks : chain{})) {
            to.steps.push_back({end + 1 + e.what, e.to});
        }
    };
    auto const sort = [](moves& of) {
        std::sort(of.steps.begin(), of.steps.end(), [](step const& x, step const& y) {
            return std::tie(x.letter, x.to) < std::tie(y.letter, y.to);
        });
    };
    for (state s = 0; s < size_; ++s) {
        add(own_[s], a.rows_[s], false);  // look-aheads are passed when a subset is closed
        sort(own_[s]);
        stack.assign(1, s);
        std::size_t visited = 0;
        while (!stack.empty()) {
            state const at = stack.back();
            stack.pop_back();
            if (mark[at] == s + 1) {
                continue;
            }
            mark[at] = s + 1;
            ++visited;
            a.targets(a.rows_[at].empty, stack);
            add(all_[s], a.rows_[at], true);
            if (steps + all_[s].steps.size() > most_steps) {
                return false;
            }
        }
        sort(all_[s]);
        steps += all_[s].steps.size();
        if (!spent.spend(10 * visited + 40 * all_[s].steps.size())) {
            return false;
        }
    }
    return true;
}

bool nfa::simulation::covered(moves const& what, moves const& by) noexcept {
    ++looked_at_;
    if (by.label < what.label) {
        return false;
    }
    step const* other = by.steps.begin();
    for (step const& m : what.steps) {
        while (other != by.steps.end() && other->letter < m.letter) {
            ++other;
            ++looked_at_;
        }
        bool found = false;
        for (step const* each = other; !found && each != by.steps.end() && each->letter == m.letter; ++each) {
            found = covers_[m.to * size_ + each->to] != 0;
            ++looked_at_;
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

bool nfa::simulation::find(nfa const& a, vec<vec<std::uint32_t>> const& letters_of_sets, std::size_t letters,
                           work& spent) {
    size_ = a.rows_.size();
    if (size_ > most_states || !spent.hold(2 * size_ * size_) ||
        !collect(a, letters_of_sets, letters, spent)) {
        return false;
    }
    covers_.assign(size_ * size_, 1);
    vec<std::uint64_t> changed(size_, 1);  // when a row of covers_ lost a state the last time
    vec<std::uint64_t> checked(size_, 0);
    std::uint64_t now = 1;
    for (bool again = true; again;) {
        again = false;
        for (state what = static_cast<state>(size_); what-- > 0;) {  // moves mostly lead to higher numbers
            vec<step> const& steps = all_[what].steps;
            bool const open = checked[what] == 0 ||
                              std::any_of(steps.begin(), steps.end(),
                                          [&](step const& m) { return changed[m.to] >= checked[what]; });
            if (!spent.spend(size_ / 8 + steps.size() + 4 * std::exchange(looked_at_, 0))) {
                return false;
            }
            if (!open) {
                continue;
            }
            checked[what] = ++now;
            for (state by = 0; by < size_; ++by) {
                std::uint8_t& yet = covers_[what * size_ + by];
                if (yet != 0 && by != what && !covered(all_[what], all_[by])) {
                    yet = 0;
                    changed[what] = now;
                    again = true;
                }
            }
        }
    }
    bool any = false;
    proper_.assign(size_ * size_, 0);
    for (state what = 0; what < size_; ++what) {
        if (!spent.spend(size_ + 4 * std::exchange(looked_at_, 0))) {
            return false;
        }
        for (state by = 0; by < size_; ++by) {
            bool const replaced = by != what && covered(own_[what], own_[by]);
            proper_[what * size_ + by] = replaced;
            any = any || replaced;
        }
    }
    return any;
}

}  // namespace parlance::rtn
