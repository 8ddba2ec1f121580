// parlance/vocab/detail/impl/token_sorter.ipp - definitions of what parlance/vocab/detail/token_sorter.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/detail/token_sorter.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <bit>
#include <utility>

namespace parlance::vocab::detail {

PARLANCE_DECL std::uint64_t sort_key(std::string_view text) noexcept {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        key = (key << 8) | (i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0u);
    }
    return key;
}

token_sorter::token_sorter(view tokens, work& paid) : tokens_(tokens), paid_(paid) {}

bool token_sorter::before(sorted_token const& a, sorted_token const& b) {
    if (a.key != b.key) {
        return a.key < b.key;
    }
    std::string_view const left = tokens_.bytes(a.id);
    compared_ += left.size();
    int const order = left.compare(tokens_.bytes(b.id));
    return order != 0 ? order < 0 : a.id < b.id;
}

bool token_sorter::pay(std::uint64_t steps) {
    constexpr std::size_t bytes_a_step = 16;
    return paid_.spend(steps + std::exchange(compared_, 0) / bytes_a_step);
}

result<vec<sorted_token>> token_sorter::sorted() {
    constexpr std::uint64_t of_a_token = 12;  // to look at and to move
    constexpr std::size_t many = 256;
    out_.reserve(tokens_.size());
    for (token_id id = 0; id < tokens_.size(); ++id) {
        if (id % run == 0 && !pay(run * of_a_token)) {
            return not_paid(paid_);
        }
        std::string_view const text = tokens_.bytes(id);
        if (text.size() > trie::max_token_bytes) {
            return too_much("a token of more than 4095 bytes");
        }
        if (!text.empty()) {
            out_.push_back({sort_key(text), id});
        }
    }
    other_.resize(out_.size());
    if (out_.size() < many) {
        return sort(0, out_.size()) ? result<vec<sorted_token>>{std::move(out_)} : not_paid(paid_);
    }
    // By their first bits they are put beside each other, of up to two bytes; what is left to sort is short then.
    constexpr unsigned most_bits = 16;
    unsigned const bits = (std::min)(static_cast<unsigned>(std::bit_width(out_.size())) - 2, most_bits);
    unsigned const behind = 64 - bits;
    vec<std::uint32_t> ends(std::size_t{1} << bits, 0);
    for (sorted_token const& t : out_) {
        ++ends[static_cast<std::size_t>(t.key >> behind)];
    }
    std::uint32_t all = 0;
    for (std::uint32_t& end : ends) {
        all += std::exchange(end, all);
    }
    for (sorted_token const& t : out_) {
        other_[ends[static_cast<std::size_t>(t.key >> behind)]++] = t;
    }
    std::swap(out_, other_);
    std::size_t begin = 0;
    for (std::uint32_t const end : ends) {
        if (end - begin > 1 && !sort(begin, end)) {
            return not_paid(paid_);
        }
        begin = end;
    }
    return std::move(out_);
}

bool token_sorter::sort(std::size_t const first, std::size_t const last) {
    constexpr std::uint64_t of_a_place = 24;  // of a run
    constexpr std::uint64_t of_a_move = 4;
    auto const compare = [this](sorted_token const& a, sorted_token const& b) { return before(a, b); };
    for (std::size_t at = first; at < last; at += run) {
        std::size_t const end = (std::min)(at + run, last);
        if (!pay((end - at) * of_a_place)) {
            return false;
        }
        std::sort(out_.begin() + at, out_.begin() + end, compare);
    }
    for (std::size_t width = run; width < last - first; width *= 2) {
        for (std::size_t at = first; at < last;) {
            std::size_t left = at;
            std::size_t const middle = (std::min)(at + width, last);
            std::size_t right = middle;
            std::size_t const end = (std::min)(middle + width, last);
            for (; at < end; ++at) {
                if (at % run == 0 && !pay(run * of_a_move)) {
                    return false;
                }
                bool const from_left = right == end || (left < middle && !before(out_[right], out_[left]));
                other_[at] = out_[from_left ? left++ : right++];
            }
        }
        std::copy(other_.begin() + first, other_.begin() + last, out_.begin() + first);
    }
    return true;
}

}  // namespace parlance::vocab::detail
