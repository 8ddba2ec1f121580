// parlance/rtn/detail/impl/rule_rows.ipp - definitions of what parlance/rtn/detail/rule_rows.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/rule_rows.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

vec<std::uint32_t> rule_rows::ends_first(work& spent) const {
    struct step {
        std::uint32_t row;
        std::size_t next;
    };
    vec<std::uint32_t> out;
    vec<char> met(rows.size(), 0);
    vec<step> path{{entry, 0}};
    met[entry] = 1;
    while (!path.empty() && spent.spend(2)) {
        step& at = path.back();
        if (at.next == rows[at.row].items.size()) {
            out.push_back(at.row);
            path.pop_back();
            continue;
        }
        std::uint32_t const to = rows[at.row].items[at.next++].target;
        if (met[to] == 0) {
            met[to] = 1;
            if (!paid_room(path, 1, spent) || !paid_room(out, path.size() + 1, spent)) {
                break;
            }
            path.push_back({to, 0});
        }
    }
    return out;
}

/// Takes out what leads to no end: whatever leads to what leads to one is found backwards.  False where that cannot be paid
/// for.
[[nodiscard]] inline bool prune(rule_rows& all, work& spent) {
    constexpr std::uint64_t steps_of_an_item = 4;
    std::size_t const n = all.rows.size();
    vec<std::uint32_t> begins(n + 1, 0);  // of those that lead to a row, in `from`
    for (readable_row const& row : all.rows) {
        if (!spent.spend(1 + steps_of_an_item * row.items.size())) {
            return false;
        }
        for (readable const& it : row.items) {
            ++begins[it.target + 1];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        begins[i + 1] += begins[i];
    }
    vec<std::uint32_t> from;
    if (!paid_resize(from, begins[n], spent)) {
        return false;
    }
    vec<std::uint32_t> next = begins;
    vec<std::uint32_t> todo;
    vec<char> fine(n, 0);
    for (std::uint32_t i = 0; i < n; ++i) {
        if (!spent.spend(1 + steps_of_an_item * all.rows[i].items.size())) {
            return false;
        }
        for (readable const& it : all.rows[i].items) {
            from[next[it.target]++] = i;
        }
        if (all.rows[i].ends) {
            fine[i] = 1;
            todo.push_back(i);
        }
    }
    std::size_t count = todo.size();
    while (!todo.empty()) {
        std::uint32_t const to = todo.back();
        todo.pop_back();
        if (!spent.spend(1 + steps_of_an_item * (begins[to + 1] - begins[to]))) {
            return false;
        }
        for (std::uint32_t i = begins[to]; i < begins[to + 1]; ++i) {
            if (fine[from[i]] == 0) {
                fine[from[i]] = 1;
                todo.push_back(from[i]);
                ++count;
            }
        }
    }
    for (std::size_t i = 0; count < n && i < n; ++i) {
        if (!spent.spend(1 + steps_of_an_item * all.rows[i].items.size())) {
            return false;
        }
        erase_if(all.rows[i].items, [&](readable const& it) { return fine[it.target] == 0; });
    }
    return true;
}

/// Moves the rows of states to `out`, numbered as the network has them, whatever leads to them.  False where that cannot be
/// paid for.
[[nodiscard]] PARLANCE_DECL bool number_in_order(vec<state_id> const& states, blocks<readable_row>& rows,
                                                 rule_rows& out, work& spent) {
    constexpr std::uint64_t steps_of_a_row = 30;
    vec<std::uint32_t> sorted(states.size(), 0);
    for (std::uint32_t i = 0; i < sorted.size(); ++i) {
        sorted[i] = i;
    }
    if (!paid_sort(sorted, spent, [&](std::uint32_t a, std::uint32_t b) { return states[a] < states[b]; })) {
        return false;
    }
    vec<std::uint32_t> number(states.size(), 0);
    for (std::uint32_t i = 0; i < sorted.size(); ++i) {
        number[sorted[i]] = i;
    }
    out.rows.reserve(sorted.size());
    for (std::uint32_t const i : sorted) {
        if (!spent.spend(steps_of_a_row + rows[i].items.size())) {
            return false;
        }
        for (readable& it : rows[i].items) {
            it.target = number[it.target];
        }
        out.rows.push_back(std::move(rows[i]));
    }
    out.entry = number[0];
    return true;
}

result<rule_rows> rows_of(state_reader& reader, state_id begin, state_id back, maybe<count> const& counted,
                          std::string_view rule, std::size_t most, work& spent) {
    constexpr std::uint64_t steps_of_an_item = 180;
    constexpr std::size_t bytes_of_an_item = 8 * sizeof(readable);
    rule_rows out;
    reader.number_anew();
    vec<state_id> order{begin};
    blocks<readable_row> rows;
    auto const clear_rows = [&] {
        work looks = spent.only_looks();
        rows.clear([&] { (void)looks.spend(steps_to_free * blocks<readable_row>::in_block); });
    };
    auto const failed = [&](diagnostic const& why) {
        work looks = spent.only_looks();
        clear_rows();
        (void)paid_free(out.rows, looks);
        return why;
    };
    (void)reader.number_of(begin, 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        result<readable_row> r =
            counted ? reader.read_counted(order[i], *counted, rule) : reader.read(order[i], back, rule);
        if (!r) {
            return failed(r.error());
        }
        std::size_t const items = r->items.size() + 1;
        out.held += items * bytes_of_an_item;
        if (!spent.spend(items * steps_of_an_item) || !spent.hold(items * bytes_of_an_item)) {
            return failed(spent.error("printing a network"));
        }
        for (readable& it : r->items) {
            std::uint32_t const at = reader.number_of(it.target, static_cast<std::uint32_t>(order.size()));
            if (at == order.size()) {
                order.push_back(it.target);
            }
            it.target = at;
        }
        rows.push_back(*std::move(r));
        if (order.size() > most) {
            return failed({errc::too_many_rules, {}, 0, note(rule)});
        }
    }
    if (!number_in_order(order, rows, out, spent) || !prune(out, spent)) {
        return failed(spent.error("printing a network"));
    }
    clear_rows();
    return out;
}

}  // namespace parlance::rtn::detail
