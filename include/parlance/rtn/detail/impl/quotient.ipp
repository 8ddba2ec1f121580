// parlance/rtn/detail/impl/quotient.ipp - definitions of what parlance/rtn/detail/quotient.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/quotient.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <algorithm>
#include <utility>

namespace parlance::rtn::detail {

void forget_surrogates(dfa& a, work& spent) {
    std::uint32_t const groups = a.letters.groups;
    vec<char> real(groups, 0);
    for (std::size_t i = 0; i < a.letters.starts.size(); ++i) {
        if (a.letters.starts[i] < 0xD800 || a.letters.last_of_interval(i) > 0xDFFF) {
            real[a.letters.group[i]] = 1;
        }
    }
    paid_rounds each(spent);
    for (std::uint32_t g = 0; g < groups; ++g) {
        for (std::size_t i = g; real[g] == 0 && i < a.table.size() && each.next(); i += groups) {
            a.table[i] = dfa::dead;
        }
    }
}

void merge_columns(dfa& a, work& spent) {
    std::uint32_t const groups = a.letters.groups;
    std::size_t const n = a.states();
    std::uint32_t* const table = a.table.data();
    vec<std::uint64_t> hashes(groups, 0);
    paid_items each(spent);
    for (std::size_t s = 0; s < n && each.next(groups); ++s) {
        for (std::uint32_t g = 0; g < groups; ++g) {
            hashes[g] = (hashes[g] ^ table[s * groups + g]) * 0x9E37'79B9'7F4A'7C15;
        }
    }
    auto const same = [&](std::uint32_t g, std::uint32_t h) {
        for (std::size_t s = 0; s < n && each.next(1); ++s) {
            if (table[s * groups + g] != table[s * groups + h]) {
                return false;
            }
        }
        return true;
    };
    std::size_t slots = 8;
    while (slots < 2 * std::size_t{groups}) {
        slots *= 2;
    }
    vec<std::uint32_t> slot(slots, dfa::dead);  // of those that stay, by hash
    vec<std::uint32_t> kept;
    vec<std::uint32_t> column_of(groups);
    for (std::uint32_t g = 0; g < groups; ++g) {
        auto at = static_cast<std::size_t>(hashes[g] >> 32) & (slots - 1);
        while (slot[at] != dfa::dead && (hashes[kept[slot[at]]] != hashes[g] || !same(kept[slot[at]], g))) {
            at = (at + 1) & (slots - 1);
        }
        if (slot[at] == dfa::dead) {
            slot[at] = static_cast<std::uint32_t>(kept.size());
            kept.push_back(g);
        }
        column_of[g] = slot[at];
    }
    if (kept.size() == groups) {
        return;
    }
    std::size_t intervals = 0;
    for (std::size_t i = 0; i < a.letters.starts.size(); ++i) {
        std::uint32_t const g = column_of[a.letters.group[i]];
        if (intervals == 0 || a.letters.group[intervals - 1] != g) {
            a.letters.starts[intervals] = a.letters.starts[i];
            a.letters.group[intervals++] = g;
        }
    }
    a.letters.starts.resize(intervals);
    a.letters.group.resize(intervals);
    a.letters.groups = static_cast<std::uint32_t>(kept.size());
    std::size_t to = 0;
    for (std::size_t s = 0; s < n && each.next(groups); ++s) {
        for (std::uint32_t const g : kept) {
            table[to++] = table[s * groups + g];
        }
    }
    a.table.resize(to);
}

dfa quotient(dfa const& a, vec<std::uint32_t> const& block, std::size_t blocks, work& spent) {
    std::uint32_t const groups = a.letters.groups;
    vec<std::uint32_t> name(blocks, dfa::dead);
    vec<std::uint32_t> order{0};  // a state of each
    order.reserve(blocks);
    name[block[0]] = 0;
    dfa out;
    out.letters = a.letters;
    out.labels.clear();
    out.labels.reserve(blocks);
    if (!paid_resize(out.table, blocks * groups, spent)) {
        return out;
    }
    std::uint32_t* to = out.table.data();
    paid_items each(spent);
    for (std::size_t i = 0; i < order.size() && each.next(groups); ++i) {
        out.labels.push_back(a.labels[order[i]]);
        std::uint32_t const* const row = a.table.data() + std::size_t{order[i]} * groups;
        for (std::uint32_t g = 0; g < groups; ++g) {
            std::uint32_t const b = row[g] == dfa::dead ? dfa::dead : block[row[g]];
            if (b != dfa::dead && name[b] == dfa::dead) {
                name[b] = static_cast<std::uint32_t>(order.size());
                order.push_back(row[g]);
            }
            *to++ = b == dfa::dead ? dfa::dead : name[b];
        }
    }
    out.table.resize(order.size() * groups);
    return out;
}

}  // namespace parlance::rtn::detail
