// parlance/rtn/detail/impl/equal_rows.ipp - definitions of what parlance/rtn/detail/equal_rows.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/equal_rows.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// A row by what it reads.
struct row_key {
    readable_row const* row;
    friend bool operator==(row_key a, row_key b) noexcept {
        if (a.row->ends != b.row->ends || a.row->items.size() != b.row->items.size()) {
            return false;
        }
        for (std::size_t i = 0; i < a.row->items.size(); ++i) {
            if (compare_items(a.row->items[i], b.row->items[i]) != 0) {
                return false;
            }
        }
        return true;
    }
};
struct hash_row {
    std::uint64_t operator()(row_key key) const noexcept {
        std::uint64_t out = key.row->ends ? 1 : 0;
        for (readable const& it : key.row->items) {
            std::uint32_t const points =
                it.set.empty() ? 0 : static_cast<std::uint32_t>(it.set[0].low ^ it.set.back().high << 8);
            std::uint32_t const words[] = {static_cast<std::uint32_t>(it.is), it.value, it.target, points};
            out = out * 31 + hash_of::words(words, 4);
        }
        return out;
    }
};

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

bool merge_equal_rows(ordered_map<state_id, readable_row>& rows, state_id entry, work& spent) {
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
        hash_map<row_key, state_id, hash_row> first;
        hash_map<state_id, state_id> same;
        first.try_emplace(row_key{&rows.at(entry)}, entry);
        for (auto const& [s, row] : rows) {
            auto const [known, fresh] = first.try_emplace(row_key{&row}, s);
            if (!fresh && known.value != s) {
                same.try_emplace(s, known.value);
            }
        }
        if (same.empty()) {
            break;
        }
        for (auto const& each : same) {
            rows.erase(each.key);
        }
        for (auto& [s, row] : rows) {
            bool changed = false;
            for (readable& it : row.items) {
                if (auto const* const other = same.find(it.target); other != nullptr) {
                    it.target = other->value;
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
