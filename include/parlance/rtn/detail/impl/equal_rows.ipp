// parlance/rtn/detail/impl/equal_rows.ipp - definitions of what parlance/rtn/detail/equal_rows.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/equal_rows.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace parlance::rtn::detail {

/// Where two items stand in a row, targets last.
inline int compare_items(readable const& a, readable const& b) {
    auto const order = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
    if (a.is != b.is || a.value != b.value) {
        return a.is != b.is ? order(a.is, b.is) : order(a.value, b.value);
    }
    for (std::size_t i = 0; i < a.set.size() && i < b.set.size(); ++i) {
        if (!(a.set[i] == b.set[i])) {
            return a.set[i].low != b.set[i].low ? order(a.set[i].low, b.set[i].low)
                                                : order(a.set[i].high, b.set[i].high);
        }
    }
    return a.set.size() != b.set.size() ? order(a.set.size(), b.set.size()) : order(a.target, b.target);
}

inline bool row_before(readable_row const& a, readable_row const& b) {
    if (a.ends != b.ends || a.items.size() != b.items.size()) {
        return a.ends != b.ends ? a.ends < b.ends : a.items.size() < b.items.size();
    }
    for (std::size_t i = 0; i < a.items.size(); ++i) {
        if (int const order = compare_items(a.items[i], b.items[i]); order != 0) {
            return order < 0;
        }
    }
    return false;
}

/// Sets that lead to the same state become one, and the items come in one order.
inline void tidy(readable_row& row) {
    vec<readable> items;
    for (readable& it : row.items) {
        auto const same = std::find_if(items.begin(), items.end(), [&](readable const& known) {
            return known.is == readable::kind::set && it.is == known.is && known.target == it.target;
        });
        if (same == items.end()) {
            items.push_back(std::move(it));
            continue;
        }
        same->set.insert(same->set.end(), it.set.begin(), it.set.end());
        same->set = normalized(same->set);
    }
    std::sort(items.begin(), items.end(),
              [](readable const& a, readable const& b) { return compare_items(a, b) < 0; });
    auto const equal = [](readable const& a, readable const& b) { return compare_items(a, b) == 0; };
    items.erase(std::unique(items.begin(), items.end(), equal), items.end());
    row.items = std::move(items);
}

bool merge_equal_rows(std::map<state_id, readable_row>& rows, state_id entry, work& spent) {
    for (auto& [s, row] : rows) {
        tidy(row);
    }
    for (int round = 0; round < 64; ++round) {
        std::uint64_t const cost = 500 * std::uint64_t{rows.size()};  // each is looked for among the others
        if (cost > spent.left() / 2) {
            break;  // what is left is needed for writing them
        }
        if (!spent.spend(cost)) {
            return false;
        }
        auto const before = [&](state_id a, state_id b) { return row_before(rows.at(a), rows.at(b)); };
        std::map<state_id, state_id, decltype(before)> first(before);
        std::map<state_id, state_id> same;
        first.emplace(entry, entry);
        for (auto const& [s, row] : rows) {
            auto const [known, fresh] = first.try_emplace(s, s);
            if (!fresh && known->second != s) {
                same.emplace(s, known->second);
            }
        }
        if (same.empty()) {
            break;
        }
        for (auto const& [s, other] : same) {
            rows.erase(s);
        }
        for (auto& [s, row] : rows) {
            bool changed = false;
            for (readable& it : row.items) {
                if (auto const other = same.find(it.target); other != same.end()) {
                    it.target = other->second;
                    changed = true;
                }
            }
            if (changed) {
                tidy(row);
            }
        }
    }
    return true;
}

}  // namespace parlance::rtn::detail
