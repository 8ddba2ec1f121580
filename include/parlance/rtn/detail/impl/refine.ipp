// parlance/rtn/detail/impl/refine.ipp - definitions of what parlance/rtn/detail/refine.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/refine.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace parlance::rtn::detail {

refinement::refinement(std::span<std::uint32_t const> table, std::uint32_t groups, std::size_t states,
                       work& spent)
    : groups_(groups), first_(states + 1, 0) {
    std::uint32_t* const first = first_.data();
    std::uint32_t const* row = table.data();
    paid_items each(spent);
    for (std::size_t s = 0; s < states; ++s, row += groups) {
        if (!each.next(groups)) {
            return;
        }
        for (std::uint32_t g = 0; g < groups; ++g) {
            if (row[g] != none) {
                ++first[row[g] + 1];
            }
        }
    }
    for (std::size_t s = 0; s < states; ++s) {
        first[s + 1] += first[s];
    }
    if (!paid_resize(edges_, first[states], spent)) {
        return;
    }
    vec<std::uint32_t> next(first_.begin(), first_.end() - 1);
    row = table.data();
    for (std::size_t s = 0; s < states && each.next(groups); ++s, row += groups) {
        for (std::uint32_t g = 0; g < groups; ++g) {
            if (row[g] != none) {
                edges_.data()[next.data()[row[g]]++] = {static_cast<std::uint32_t>(s), g};
            }
        }
    }
}

vec<char> refinement::leading_to(std::span<std::uint32_t const> labels, work& spent) const {
    vec<char> out(labels.size(), 0);
    vec<std::uint32_t> todo;
    auto const reach = [&](std::uint32_t s) {
        if (out[s] == 0) {
            out[s] = 1;
            todo.push_back(s);
        }
    };
    for (std::uint32_t s = 0; s < labels.size(); ++s) {
        if (labels[s] != 0) {
            reach(s);
        }
    }
    paid_items each(spent);
    while (!todo.empty() && each.next(1 + first_[todo.back() + 1] - first_[todo.back()])) {
        std::uint32_t const s = todo.back();
        todo.pop_back();
        for (std::uint32_t e = first_[s]; e < first_[s + 1]; ++e) {
            reach(edges_[e].from);
        }
    }
    return out;
}

std::size_t refinement::run(vec<std::uint32_t>& block, work& spent) {
    constexpr std::uint64_t steps_of_a_splitter = 20;
    constexpr std::uint64_t steps_of_an_edge = 5;
    constexpr std::uint64_t steps_to_split = 3;  // by an edge
    constexpr std::uint32_t edges_at_once = 256;
    block_ = &block;
    fill_blocks();
    vec<vec<std::uint32_t>> before(groups_);  // a block, over the edges of one group
    vec<std::uint32_t> met;
    paid_items each(spent, steps_of_an_edge);
    paid_items each_split(spent, steps_to_split);
    while (!todo_.empty()) {
        std::uint32_t const by = todo_.back();
        todo_.pop_back();
        if (!spent.spend(steps_of_a_splitter)) {
            return 0;
        }
        for (std::uint32_t i = begin_[by]; i < end_[by]; ++i) {
            std::uint32_t const s = states_[i];
            std::uint32_t const last = first_[s + 1];
            for (std::uint32_t e = first_[s]; e < last;) {
                std::uint32_t const some = (std::min)(last, e + edges_at_once);
                if (!each.next(some - e)) {
                    return 0;
                }
                for (; e < some; ++e) {
                    edge const& way = edges_[e];
                    if (before[way.group].empty()) {
                        met.push_back(way.group);
                    }
                    before[way.group].push_back(way.from);
                }
            }
        }
        // neighbours often lead from the same states: that parts nothing again
        vec<std::uint32_t> const* last = nullptr;
        for (std::uint32_t const g : met) {
            if (!each_split.next(before[g].size())) {
                return 0;
            }
            if (last == nullptr || !(*last == before[g])) {
                split(before[g]);
                last = &before[g];
            }
        }
        for (std::uint32_t const g : met) {
            before[g].clear();
        }
        met.clear();
    }
    work looks = spent.only_looks();
    return paid_free(before, looks) ? begin_.size() : 0;
}

void refinement::fill_blocks() {
    vec<std::uint32_t> const& block = *block_;
    place_.assign(block.size(), none);
    std::size_t count = 0;
    for (std::uint32_t const b : block) {
        count = b == none || b < count ? count : std::size_t{b} + 1;
    }
    end_.assign(count, 0);
    for (std::uint32_t const b : block) {
        if (b != none) {
            ++end_[b];
        }
    }
    std::uint32_t at = 0;
    for (std::uint32_t& size : end_) {
        begin_.push_back(at);
        todo_.push_back(static_cast<std::uint32_t>(todo_.size()));
        at += std::exchange(size, at);
    }
    states_.resize(at);
    for (std::size_t s = 0; s < block.size(); ++s) {
        if (block[s] != none) {
            place_[s] = end_[block[s]]++;
            states_[place_[s]] = static_cast<std::uint32_t>(s);
        }
    }
    marked_.assign(count, 0);
}

void refinement::split(std::span<std::uint32_t const> set) {
    touched_.clear();
    std::uint32_t const* const block = block_->data();
    std::uint32_t* const states = states_.data();
    std::uint32_t* const place = place_.data();
    for (std::uint32_t const s : set) {
        std::uint32_t const b = block[s];
        std::uint32_t& marked = marked_[b];
        if (marked == 0) {
            touched_.push_back(b);
        }
        std::uint32_t const to = begin_[b] + marked++;
        std::uint32_t const other = states[to];
        states[to] = s;
        states[place[s]] = other;
        place[other] = place[s];
        place[s] = to;
    }
    for (std::uint32_t const b : touched_) {
        std::uint32_t const cut = begin_[b] + std::exchange(marked_[b], 0);
        if (cut == end_[b]) {
            continue;
        }
        // the smaller part is the new block, and the one to split by: what is not told apart by it is told apart
        // by the whole
        auto const fresh = static_cast<std::uint32_t>(begin_.size());
        bool const front = cut - begin_[b] <= end_[b] - cut;
        begin_.push_back(front ? begin_[b] : cut);
        end_.push_back(front ? cut : end_[b]);
        (front ? begin_[b] : end_[b]) = cut;
        marked_.push_back(0);
        for (std::uint32_t i = begin_[fresh]; i < end_[fresh]; ++i) {
            (*block_)[states_[i]] = fresh;
        }
        todo_.push_back(fresh);
    }
}

}  // namespace parlance::rtn::detail
