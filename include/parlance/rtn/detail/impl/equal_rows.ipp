// parlance/rtn/detail/impl/equal_rows.ipp - definitions of what parlance/rtn/detail/equal_rows.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/equal_rows.hpp>
#include <parlance/rtn/detail/point_sets.hpp>
#include <parlance/rtn/detail/rule_rows.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
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

/// Sets that lead to the same state become one, and the items come in one order, sets by what is in them.  False where
/// that cannot be paid for.
[[nodiscard]] inline bool tidy(readable_row& row, point_sets& sets, work& spent) {
    using kind = readable::kind;
    if (row.items.size() < 2) {
        return true;
    }
    if (!paid_sort(row.items, spent, [](readable const& a, readable const& b) {
            return a.is != b.is           ? a.is < b.is
                   : a.target != b.target ? a.target < b.target
                                          : a.value < b.value;
        })) {
        return false;
    }
    std::size_t kept = 0;
    vec<code_points> joined;
    for (std::size_t i = 0; i < row.items.size();) {
        readable it = row.items[i];
        bool several = false;
        joined.clear();
        for (; i < row.items.size() && row.items[i].is == it.is && row.items[i].target == it.target &&
               (it.is == kind::set || row.items[i] == it);
             ++i) {
            if (it.is == kind::set) {
                several = several || row.items[i].value != it.value;
                vec<code_points> const& set = sets.at(row.items[i].value);
                joined.insert(joined.end(), set.begin(), set.end());
                if (!spent.spend(1 + 12 * set.size())) {
                    return false;
                }
            }
        }
        if (several) {
            if (!paid_sort(joined, spent, [](code_points a, code_points b) { return a.low < b.low; })) {
                return false;
            }
            metered_stop const stop(spent);
            stop_asker asked(stop);
            it.value = sets.add(normalized(joined, asked));
        }
        row.items[kept++] = it;
    }
    row.items.erase(row.items.begin() + kept, row.items.end());
    return paid_sort(row.items, spent, [&](readable const& a, readable const& b) {
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
        if (!spent.spend(1 + row.items.size()) || !tidy(row, sets, spent)) {
            return false;
        }
    }
    vec<std::uint32_t> same;
    if (!paid_resize(same, rows.size(), spent)) {
        return false;
    }
    std::iota(same.begin(), same.end(), 0u);
    auto const with_new_targets = [&](readable_row& row) {
        bool changed = false;
        for (readable& it : row.items) {
            changed = changed || same[it.target] != it.target;
            it.target = same[it.target];
        }
        return !changed || tidy(row, sets, spent);
    };
    // what a row leads to comes before it, so that one round is enough where there are no loops
    bool changed = true;
    for (int round = 0; changed && round < most_rounds; ++round) {
        vec<std::uint32_t> const order = all.ends_first(spent);
        if (spent.why() != errc::none) {
            return false;
        }
        std::uint64_t items = order.size();
        paid_rounds each(spent);
        for (std::uint32_t const i : order) {
            if (!each.next()) {
                return false;
            }
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
            if (!with_new_targets(rows[i]) || !known.make_room(spent)) {
                return false;
            }
            same[i] = known.try_emplace(row_key{&rows[i]}, i).at.value;
            changed = changed || same[i] != i;
        }
        if (changed) {
            for (std::uint32_t const i : order) {
                if (same[i] == i && !with_new_targets(rows[i])) {
                    return false;
                }
            }
        }
    }
    return true;
}

}  // namespace parlance::rtn::detail
