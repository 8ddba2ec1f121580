// parlance/text/impl/hash_map.ipp - definitions of what parlance/text/hash_map.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/siphash.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace parlance {

namespace detail {

void hash_index::reserve_one() {
    if (nodes_.size() == nodes_.capacity()) {
        nodes_.reserve(nodes_.size() + 1);
    }
    if (2 * (nodes_.size() + 1) > cells_.size()) {
        vec<cell> smaller(cells_.empty() ? 8 : 2 * cells_.size());
        cells_.swap(smaller);
        for (cell const c : smaller) {
            if (c.number != 0) {
                put(c);
            }
        }
    }
}

bool hash_index::grow(work& spent) {
    constexpr std::size_t at_once = 1024;
    constexpr std::uint64_t cells_of_a_step = 4;  // most of what growing costs is paid for with the entries
    if (cells_.size() <= at_once) {
        if (!spent.spend(cells_.size() / cells_of_a_step)) {
            return false;
        }
        reserve_one();
        return true;
    }
    if (!paid_room(nodes_, 1, spent)) {
        return false;
    }
    vec<cell> larger;  // both double, so that the list of nodes is full only where the cells are half full
    std::size_t const size = 2 * cells_.size();
    larger.reserve(size);
    while (larger.size() < size) {
        std::size_t const more = (std::min)(size - larger.size(), at_once);
        if (!spent.spend(more / cells_of_a_step)) {
            return false;
        }
        larger.resize(larger.size() + more, cell{});
    }
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (i % at_once == 0 && !spent.spend(at_once / cells_of_a_step)) {
            return false;
        }
        if (cells_[i].number != 0) {
            put(cells_[i], larger);
        }
    }
    cells_.swap(larger);
    return true;
}

void hash_index::put(cell c, vec<cell>& to) noexcept {
    std::size_t at = c.tag;
    while (to[at & (to.size() - 1)].number != 0) {
        ++at;
    }
    to[at & (to.size() - 1)] = c;
}

void hash_index::add(hash_node& added) noexcept {
    added.at = nodes_.size();
    nodes_.push_back(&added);
    put({tag_of(added.hash), static_cast<std::uint32_t>(nodes_.size())});
}

std::size_t hash_index::cell_of(hash_node const& node) const noexcept {
    std::size_t at = tag_of(node.hash);
    while (cells_[at & (cells_.size() - 1)].number != node.at + 1) {
        ++at;
    }
    return at & (cells_.size() - 1);
}

void hash_index::remove(hash_node const& removed) noexcept {
    std::size_t const mask = cells_.size() - 1;
    std::size_t hole = cell_of(removed);
    cells_[cell_of(*nodes_.back())].number = static_cast<std::uint32_t>(removed.at + 1);
    nodes_.back()->at = removed.at;
    nodes_[removed.at] = nodes_.back();
    nodes_.pop_back();

    // What stands behind goes into the hole, unless it would then stand in front of where looking for it begins.
    for (std::size_t next = (hole + 1) & mask; cells_[next].number != 0; next = (next + 1) & mask) {
        std::size_t const home = cells_[next].tag & mask;
        if (((next - home) & mask) >= ((next - hole) & mask)) {
            cells_[hole] = cells_[next];
            hole = next;
        }
    }
    cells_[hole] = {};
}

void hash_index::clear() noexcept {
    nodes_.clear();
    cells_.assign(cells_.size(), cell{});
}

}  // namespace detail

std::uint64_t hash_of::words(std::uint32_t const* at, std::size_t count) noexcept {
    std::uint64_t h = 0x9E37'79B9'7F4A'7C15;
    for (std::size_t i = 0; i < count; ++i) {
        h = (h ^ at[i]) * 0xFF51'AFD7'ED55'8CCD;
        h ^= h >> 29;
    }
    return h;
}

std::uint64_t hash_of::bytes(char const* at, std::size_t count, std::uint64_t seed) noexcept {
    detail::siphash out(seed);
    std::uint64_t last = std::uint64_t{count} << 56;
    for (; count >= sizeof(std::uint64_t); at += sizeof(std::uint64_t), count -= sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        out.add(word);
    }
    for (std::size_t i = 0; i < count; ++i) {
        last |= std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
    }
    out.add(last);
    return out.finish();
}

}  // namespace parlance
