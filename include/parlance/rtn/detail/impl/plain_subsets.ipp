// parlance/rtn/detail/impl/plain_subsets.ipp - definitions of what parlance/rtn/detail/plain_subsets.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/plain_subsets.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace parlance::rtn {

result<dfa> nfa::plain_subsets::run(state start, std::size_t most) {
    // the first subset alone has passed its begin edges, so it may not be taken for one met later
    if (!of_.letters_of(out_, letters_, spent_) || !reached_.begin() ||
        !reached_.spread({&start, 1}, true, false, subset_) || number(subset_, true) == dfa::dead) {
        return gave_up();
    }
    subsets_.forget_equal();
    if (!count_targets() || !paid_resize(behind_, of_.rows_.size(), spent_, unknown)) {
        return gave_up();
    }
    next_.resize(out_.letters.groups);
    row_.resize(out_.letters.groups);
    bool looked = covered_ != nullptr;
    for (std::size_t k = 0; k < subsets_.size(); ++k) {
        if (subsets_.size() > most) {
            return detail::too_many_dfa_states();
        }
        if (!looked && growing(subsets_.size(), subsets_.member_count())) {
            looked = true;
            if (simulation found; found.find(of_, letters_, out_.letters.groups, spent_)) {
                return plain_subsets(of_, spent_, &found).run(start, most);
            }
        }
        if (!expand(k)) {
            return gave_up();
        }
    }
    subsets_.clear(spent_);
    met_.clear(spent_);
    if (spent_.why() != errc::none) {
        return gave_up();
    }
    return std::move(out_);
}

diagnostic nfa::plain_subsets::gave_up() {
    work looks = spent_.only_looks();
    subsets_.clear(looks);
    met_.clear(looks);
    static_cast<void>(paid_free(next_, looks) && paid_free(letters_, looks));
    return spent_.error("an automaton over code points");
}

bool nfa::plain_subsets::count_targets() {
    if (!paid_resize(targets_, of_.rows_.size(), spent_)) {
        return false;
    }
    paid_rounds each(spent_);
    for (std::size_t s = 0; s < of_.rows_.size(); ++s) {
        if (!each.next()) {
            return false;
        }
        for (link const& e : of_.edges(of_.rows_[s].edges)) {
            if (!each.next()) {
                return false;
            }
            targets_[s] += 1 + letters_[e.what].size();
        }
    }
    return true;
}

std::uint32_t nfa::plain_subsets::number(vec<state>& subset, bool first) {
    if (!paid_sort(subset, spent_) || !spent_.spend(3 * (subset.size() + 8))) {
        return dfa::dead;
    }
    auto const [number, fresh] = subsets_.add(subset, spent_);
    if (fresh) {
        std::uint32_t greatest = 0;
        if (!label(subset, first, greatest) || !spent_.hold(8 * subset.size() + 128)) {
            return dfa::dead;
        }
        out_.labels.push_back(greatest);
    }
    return number;
}

bool nfa::plain_subsets::label(vec<state> const& subset, bool first, std::uint32_t& out) {
    stack_.clear();
    for (state const s : subset) {
        out = (std::max)(out, of_.rows_[s].label);
        of_.targets(of_.rows_[s].end, stack_);
    }
    last_.clear();
    if ((!stack_.empty() || first) && !reached_.spread(first ? subset : stack_, first, true, last_)) {
        return false;
    }
    for (state const s : last_) {
        out = (std::max)(out, of_.rows_[s].label);
    }
    return true;
}

bool nfa::plain_subsets::expand(std::size_t k) {
    if (!spent_.hold(sizeof(std::uint32_t) * next_.size()) || !spent_.spend(2 * next_.size())) {
        return false;
    }
    for (auto& n : next_) {
        n.clear();
    }
    std::size_t targets = 0;
    for (state const s : subsets_[k]) {
        targets += targets_[s];
    }
    if (!spent_.hold(sizeof(state) * targets)) {
        return false;
    }
    for (state const s : subsets_[k]) {
        if (!spent_.spend(3 * targets_[s])) {
            return false;
        }
        for (link const& e : of_.edges(of_.rows_[s].edges)) {
            for (std::uint32_t const g : letters_[e.what]) {
                next_[g].push_back(e.to);
            }
        }
    }
    for (std::size_t g = 0; g < next_.size(); ++g) {
        // neighbours often agree
        row_[g] = g > 0 && next_[g] == next_[g - 1] ? row_[g - 1] : known_target(next_[g]);
        if (spent_.why() != errc::none) {
            return false;
        }
    }
    spent_.release(sizeof(state) * targets);
    if (!detail::room_for_row(out_.table, row_.size(), spent_)) {
        return false;
    }
    out_.table.insert(out_.table.end(), row_.begin(), row_.end());
    return true;
}

std::uint32_t nfa::plain_subsets::known_target(vec<state> const& states) {
    constexpr std::size_t few = 16;
    constexpr std::size_t bytes_of_one = 128;
    if (states.size() > few) {
        return target(states);
    }
    if (states.size() == 1) {
        std::uint32_t& known = behind_[states.front()];
        if (known == unknown) {
            known = target(states);
        }
        return known;
    }
    auto const [number, fresh] = met_.add(states, spent_);
    if (fresh) {
        met_targets_.push_back(spent_.hold(bytes_of_one) ? target(states) : dfa::dead);
    }
    return met_targets_[number];
}

std::uint32_t nfa::plain_subsets::target(vec<state> const& states) {
    subset_.clear();
    if (!reached_.close(states, subset_)) {
        return dfa::dead;
    }
    if (covered_ != nullptr) {
        if (!spent_.spend(2 * subset_.size() * subset_.size())) {
            return dfa::dead;
        }
        covered_->thin_out(subset_, [](state s) { return s; }, [](state, state) { return true; });
    }
    return subset_.empty() ? dfa::dead : number(subset_, false);
}

}  // namespace parlance::rtn
