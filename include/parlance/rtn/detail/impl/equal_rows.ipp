// parlance/rtn/detail/impl/equal_rows.ipp - definitions of what parlance/rtn/detail/equal_rows.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/equal_rows.hpp>
#include <parlance/rtn/detail/point_sets.hpp>
#include <parlance/rtn/detail/rule_rows.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::rtn::detail {

/// A row by what it reads.
struct row_key {
    readable_row const* row;
    friend bool operator==(row_key a, row_key b) noexcept {
        return a.row->ends == b.row->ends && a.row->items == b.row->items;
    }
};
struct hash_row {
    std::uint64_t operator()(row_key key) const noexcept {
        std::uint64_t out = key.row->ends ? 1 : 0;
        for (readable const& it : key.row->items) {
            std::uint32_t const words[] = {static_cast<std::uint32_t>(it.is), it.value, it.target};
            out = out * 31 + hash_of::words(words, 3);
        }
        return out;
    }
};

/// Sets that lead to the same state become one, and the items come in one order, sets by what is in them.
inline void tidy(readable_row& row, point_sets& sets) {
    if (row.items.size() < 2) {
        return;
    }
    using kind = readable::kind;
    std::sort(row.items.begin(), row.items.end(), [](readable const& a, readable const& b) {
        return a.is != b.is ? a.is < b.is : a.target != b.target ? a.target < b.target : a.value < b.value;
    });
    std::size_t kept = 0;
    for (readable const& it : row.items) {
        readable* const last = kept == 0 ? nullptr : &row.items[kept - 1];
        if (last != nullptr && it.is == kind::set && last->is == kind::set && it.target == last->target) {
            last->value = sets.joined(last->value, it.value);
        } else if (last == nullptr || !(*last == it)) {
            row.items[kept++] = it;
        }
    }
    row.items.erase(row.items.begin() + kept, row.items.end());
    std::sort(row.items.begin(), row.items.end(), [&](readable const& a, readable const& b) {
        if (a.is != b.is) {
            return a.is < b.is;
        }
        int const value = a.is == kind::set ? sets.compare(a.value, b.value) : 0;
        return value != 0 ? value < 0 : a.value != b.value ? a.value < b.value : a.target < b.target;
    });
}

bool merge_equal_rows(rule_rows& all, point_sets& sets, work& spent) {
    constexpr int most_rounds = 64;
    constexpr std::uint64_t steps_of_an_item = 80;
    vec<readable_row>& rows = all.rows;
    for (readable_row& row : rows) {
        if (!spent.spend(1 + row.items.size())) {
            return false;
        }
        tidy(row, sets);
    }
    vec<std::uint32_t> same(rows.size(), 0);
    for (std::uint32_t i = 0; i < same.size(); ++i) {
        same[i] = i;
    }
    auto const with_new_targets = [&](readable_row& row) {
        bool changed = false;
        for (readable& it : row.items) {
            changed = changed || same[it.target] != it.target;
            it.target = same[it.target];
        }
        if (changed) {
            tidy(row, sets);
        }
    };
    // what a row leads to comes before it, so that one round is enough where there are no loops
    bool changed = true;
    for (int round = 0; changed && round < most_rounds; ++round) {
        vec<std::uint32_t> const order = all.ends_first();
        std::uint64_t items = order.size();
        for (std::uint32_t const i : order) {
            items += rows[i].items.size();
        }
        if (steps_of_an_item * items > spent.left() / 2) {
            break;  // what is left is needed for writing them
        }
        changed = false;
        hash_map<row_key, std::uint32_t, hash_row> known;
        known.try_emplace(row_key{&rows[all.entry]}, all.entry);
        for (std::uint32_t const i : order) {
            if (!spent.spend(steps_of_an_item * (1 + rows[i].items.size()))) {
                return false;
            }
            if (i == all.entry) {
                continue;
            }
            with_new_targets(rows[i]);
            same[i] = known.try_emplace(row_key{&rows[i]}, i).at.value;
            changed = changed || same[i] != i;
        }
        if (changed) {
            for (std::uint32_t const i : order) {
                if (same[i] == i) {
                    with_new_targets(rows[i]);
                }
            }
        }
    }
    return true;
}

}  // namespace parlance::rtn::detail
