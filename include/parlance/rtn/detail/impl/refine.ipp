// parlance/rtn/detail/impl/refine.ipp - definitions of what parlance/rtn/detail/refine.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/refine.hpp>
#include <parlance/text/vec.hpp>

namespace parlance::rtn::detail {

std::size_t refinement::run() {
    fill_blocks();
    fill_sources();
    vec<vec<std::uint32_t>> before(groups_);
    vec<std::uint32_t> met;
    while (!todo_.empty()) {
        std::uint32_t const by = todo_.back();
        todo_.pop_back();
        met.clear();
        for (std::uint32_t i = begin_[by]; i < end_[by]; ++i) {
            std::uint32_t const s = states_[i];
            for (std::uint32_t e = first_[s]; e < first_[s + 1]; ++e) {
                std::uint32_t const g = sources_[e] % groups_;
                if (before[g].empty()) {
                    met.push_back(g);
                }
                before[g].push_back(sources_[e] / groups_);
            }
        }
        for (std::uint32_t const g : met) {
            split(before[g]);
            before[g].clear();
        }
    }
    return begin_.size();
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

void refinement::fill_sources() {
    first_.assign(block_->size() + 1, 0);
    auto const counts = [&](std::size_t i) {
        return table_[i] != none && (*block_)[table_[i]] != none && (*block_)[i / groups_] != none;
    };
    for (std::size_t i = 0; i < table_.size(); ++i) {
        if (counts(i)) {
            ++first_[table_[i] + 1];
        }
    }
    for (std::size_t s = 0; s + 1 < first_.size(); ++s) {
        first_[s + 1] += first_[s];
    }
    sources_.resize(first_.back());
    vec<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < table_.size(); ++i) {
        if (counts(i)) {
            sources_[next[table_[i]]++] = static_cast<std::uint32_t>(i);
        }
    }
}

void refinement::split(std::span<std::uint32_t const> set) {
    touched_.clear();
    for (std::uint32_t const s : set) {
        std::uint32_t const b = (*block_)[s];
        if (marked_[b] == 0) {
            touched_.push_back(b);
        }
        std::uint32_t const to = begin_[b] + marked_[b]++;
        std::uint32_t const other = states_[to];
        std::swap(states_[to], states_[place_[s]]);
        place_[other] = place_[s];
        place_[s] = to;
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
