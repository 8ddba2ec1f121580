// parlance/rtn/impl/dfa_pairs.ipp - two automata over code points that run side by side
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/detail/common_alphabet.hpp>
#include <parlance/rtn/detail/pair_table.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::rtn {

result<dfa> product(dfa const& a, dfa const& b,
                    function_ref<std::uint32_t(std::uint32_t, std::uint32_t)> join, std::size_t most) {
    work spent{limits{}};
    return product(a, b, join, most, spent);
}

result<dfa> product(dfa const& a, dfa const& b,
                    function_ref<std::uint32_t(std::uint32_t, std::uint32_t)> join, std::size_t most,
                    work& spent) {
    dfa out;
    vec<std::pair<std::uint32_t, std::uint32_t>> groups;  // of a and b, for each of the result's
    out.letters = detail::common(a.letters, b.letters, groups, spent);
    vec<std::uint32_t> const no_row((std::max)(a.letters.groups, b.letters.groups), dfa::dead);
    out.labels.clear();
    out.table.clear();

    detail::pair_table ids;
    auto const id = [&](std::uint32_t p, std::uint32_t q) {
        constexpr std::uint64_t steps_of_a_pair = 4;
        (void)(spent.spend(steps_of_a_pair) &&
               ids.make_room(spent));  // the next row sees whether it could be paid for
        auto const [number, fresh] = ids.add(p, q);
        if (fresh) {
            out.labels.push_back(join(p == dfa::dead ? 0 : a.labels[p], q == dfa::dead ? 0 : b.labels[q]));
        }
        return number;
    };
    bool const a_alone = join(1u, 0u) != 0;
    bool const b_alone = join(0u, 1u) != 0;
    id(0, 0);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        if (ids.size() > most) {
            return detail::too_many_dfa_states();
        }
        if (!spent.spend(40 + 2 * groups.size()) || !spent.hold(sizeof(std::uint32_t) * groups.size() + 32) ||
            !paid_room(out.table, groups.size(), spent)) {
            return spent.error("an automaton over code points");
        }
        std::uint32_t const p = ids.left(k);
        std::uint32_t const q = ids.right(k);
        std::uint32_t const* const row_of_a =
            p == dfa::dead ? no_row.data() : a.table.data() + std::size_t{p} * a.letters.groups;
        std::uint32_t const* const row_of_b =
            q == dfa::dead ? no_row.data() : b.table.data() + std::size_t{q} * b.letters.groups;
        std::uint32_t last_p = dfa::dead;
        std::uint32_t last_q = dfa::dead;
        std::uint32_t last = dfa::dead;
        out.table.resize(out.table.size() + groups.size());
        std::uint32_t* to = out.table.end() - groups.size();
        for (auto const& [of_a, of_b] : groups) {
            std::uint32_t const tp = row_of_a[of_a];
            std::uint32_t const tq = row_of_b[of_b];
            if (tp != last_p || tq != last_q) {  // neighbours often agree
                last_p = tp;
                last_q = tq;
                bool const gone =
                    (tp == dfa::dead && (!b_alone || tq == dfa::dead)) || (tq == dfa::dead && !a_alone);
                last = gone ? dfa::dead : id(tp, tq);
            }
            *to++ = last;
        }
    }
    if (spent.why() != errc::none) {
        return spent.error("an automaton over code points");
    }
    return out;
}

result<dfa> intersection(dfa const& a, dfa const& b, std::size_t most) {
    work spent{limits{}};
    return intersection(a, b, most, spent);
}

result<dfa> intersection(dfa const& a, dfa const& b, std::size_t most, work& spent) {
    auto const both = [](std::uint32_t x, std::uint32_t y) { return x != 0 && y != 0 ? 1u : 0u; };
    return product(a, b, both, most, spent);
}

result<dfa> difference(dfa const& a, dfa const& b, std::size_t most) {
    work spent{limits{}};
    return difference(a, b, most, spent);
}

result<dfa> difference(dfa const& a, dfa const& b, std::size_t most, work& spent) {
    auto const first = [](std::uint32_t x, std::uint32_t y) { return x != 0 && y == 0 ? 1u : 0u; };
    return product(a, b, first, most, spent);
}

result<dfa> either(dfa const& a, dfa const& b, std::size_t most) {
    return product(a, b, [](std::uint32_t x, std::uint32_t y) { return x != 0 || y != 0 ? 1u : 0u; }, most);
}

result<bool> disjoint(dfa const& a, dfa const& b, work& spent) {
    if (!spent.spend(20 * (a.letters.starts.size() + b.letters.starts.size()))) {
        return spent.error("an automaton over code points");
    }
    vec<std::pair<std::uint32_t, std::uint32_t>> groups;
    static_cast<void>(detail::common(a.letters, b.letters, groups, spent));
    constexpr std::size_t bytes_of_a_pair = 24;
    detail::pair_table met;
    met.add(0, 0);
    std::size_t k = 0;
    bool none = true;
    for (; none && k < met.size(); ++k) {
        if (!spent.spend(20 + 4 * groups.size()) || !spent.hold(bytes_of_a_pair)) {
            return spent.error("an automaton over code points");
        }
        std::uint32_t const p = met.left(k);
        std::uint32_t const q = met.right(k);
        none = a.labels[p] == 0 || b.labels[q] == 0;
        std::uint32_t const* const row_of_a = a.table.data() + std::size_t{p} * a.letters.groups;
        std::uint32_t const* const row_of_b = b.table.data() + std::size_t{q} * b.letters.groups;
        std::uint32_t last_p = dfa::dead;
        std::uint32_t last_q = dfa::dead;
        for (auto const& [of_a, of_b] : groups) {
            std::uint32_t const to_p = row_of_a[of_a];
            std::uint32_t const to_q = row_of_b[of_b];
            if (to_p != dfa::dead && to_q != dfa::dead && (to_p != last_p || to_q != last_q)) {
                last_p = to_p;
                last_q = to_q;
                met.add(to_p, to_q);
            }
        }
    }
    if (spent.why() != errc::none) {
        return spent.error("an automaton over code points");
    }
    spent.release(bytes_of_a_pair * k);
    return none;
}

}  // namespace parlance::rtn
