// parlance/rtn/detail/impl/row_shape.ipp - definitions of what parlance/rtn/detail/row_shape.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/row_shape.hpp>
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
#include <optional>
#include <set>
#include <utility>

namespace parlance::rtn::detail {

inline bool same_item(readable const& a, readable const& b) {
    return a.is == b.is && a.value == b.value && a.set == b.set;
}

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

/// Finds the tails: `x | ""`, where what follows x is such a tail of the same x, or the end.
inline void find_tails(std::map<state_id, readable_row> const& rows, std::map<state_id, row_shape>& shapes) {
    vec<state_id> chain;
    std::set<state_id> others;  // that are no tails
    for (auto const& [first, row] : rows) {
        chain.clear();
        // the states behind each other that each may end, and read the same item or nothing
        for (state_id s = first;;) {
            readable_row const& r = rows.at(s);
            bool const met = shapes.contains(s) || others.contains(s) || chain.size() > rows.size();
            if (met || !r.ends || r.items.size() != 1 ||
                (!chain.empty() && !same_item(rows.at(chain.back()).items[0], r.items[0]))) {
                break;
            }
            chain.push_back(s);
            if (r.items[0].target == s) {
                break;
            }
            s = r.items[0].target;
        }
        for (; !chain.empty(); chain.pop_back()) {
            state_id const s = chain.back();
            readable const& it = rows.at(s).items[0];
            readable_row const& behind = rows.at(it.target);
            row_shape out{row_shape::kind::tail, 0, {}, {}, 0};
            if (it.target == s) {
                out.most = unbounded;
            } else if (behind.ends && behind.items.empty()) {
                out.most = 1;
            } else if (auto const known = shapes.find(it.target); known != shapes.end() &&
                                                                  known->second.is == row_shape::kind::tail &&
                                                                  same_item(it, behind.items[0])) {
                out.most = known->second.most == unbounded ? unbounded : known->second.most + 1;
            } else {
                others.insert(chain.begin(), chain.end());  // nor are the states before it
                break;
            }
            shapes.emplace(s, out);
        }
    }
}

/// The item that state `s` reads to come back to itself, if there is one such item and others besides.
inline std::optional<std::size_t> loop_of(state_id s, readable_row const& row) {
    std::optional<std::size_t> out;
    for (std::size_t i = 0; i < row.items.size(); ++i) {
        if (row.items[i].target == s) {
            if (out) {
                return std::nullopt;
            }
            out = i;
        }
    }
    return row.items.size() > 1 ? out : std::nullopt;
}

/// Which of two items may be left out: what stands behind it is the other item, and nothing else.
inline std::optional<std::size_t> option_of(state_id s, readable_row const& row,
                                            std::map<state_id, readable_row> const& rows) {
    for (std::size_t i = 0; i < 2 && row.items.size() == 2 && !row.ends; ++i) {
        readable const& other = row.items[1 - i];
        readable_row const& behind = rows.at(row.items[i].target);
        if (row.items[i].target != s && !behind.ends && behind.items.size() == 1 &&
            behind.items[0].target == other.target && same_item(behind.items[0], other)) {
            return i;
        }
    }
    return std::nullopt;
}

std::map<state_id, row_shape> shapes_of(std::map<state_id, readable_row> const& rows) {
    std::map<state_id, row_shape> out;
    find_tails(rows, out);
    for (auto const& [s, row] : rows) {
        if (out.contains(s)) {
            continue;
        }
        row_shape shape;
        if (row.items.size() == 1 && !row.ends) {
            shape.is = row_shape::kind::line;
        } else if (auto const loop = loop_of(s, row)) {
            shape.repeated = loop;
            if (row.items.size() == 2 && !row.ends) {
                shape.is = row_shape::kind::line;
                shape.next = 1 - *loop;
            }
        } else if (auto const option = option_of(s, row, rows)) {
            shape.is = row_shape::kind::line;
            shape.optional = option;
            shape.next = 1 - *option;
        }
        out.emplace(s, shape);
    }
    return out;
}

}  // namespace parlance::rtn::detail
