// parlance/mask/detail/store/impl/moved_stacks.ipp - definitions of what parlance/mask/detail/store/stack_tree.hpp declares:
//     stacks put elsewhere
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

std::uint32_t stack_tree::rebase_all(std::uint32_t stack, rebased& known) {
    constexpr std::size_t between_looks = 64;  // nodes
    // what a node is made of has lesser ids
    vec<std::uint32_t> order;
    auto const look_at = [&](std::uint32_t n) {
        if (known.try_emplace(n, none).fresh) {
            order.push_back(n);
        }
    };
    known.try_emplace(0u, 0u);
    look_at(stack);
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i % between_looks == between_looks - 1) {
            budget_.look();
        }
        stack_node const& k = nodes_[order[i]];
        look_at(k.is_set() ? k.back : k.parent);
        if (k.is_set()) {
            look_at(k.rest);
        }
    }
    work paid = budget_.beside();
    if (!paid_sort(order, paid)) {
        known.clear();
        budget_.is_stopped_by(paid);
        return no_room(errc::out_of_fuel);
    }
    auto const now = [&](std::uint32_t n) { return known.find(n)->value; };
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i % between_looks == between_looks - 1) {
            budget_.look();
        }
        stack_node const k = nodes_[order[i]];
        std::uint32_t const made =
            k.is_set() ? unite(now(k.back), now(k.rest)) : add(k.back, now(k.parent), k.count, k.increments);
        if (overflowed_) {
            known.clear();
            return 0;
        }
        known.find(order[i])->value = made;
    }
    return now(stack);
}

std::uint32_t stack_tree::add_as_is(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                    std::uint32_t increments) {
    std::uint32_t const known = find(back, parent, count, increments);
    return known != none ? known : add_frame(back, parent, count, increments);
}

std::uint32_t stack_tree::copy(stack_tree const& of, std::uint32_t stack, copied& known) {
    constexpr std::size_t between_looks = 64;  // nodes
    vec<std::uint32_t>& here = known.here;
    // what a node is made of has lesser ids
    std::size_t const more = stack < here.size() ? 0 : std::size_t{stack} + 1 - here.size();
    if (work paid = budget_.beside();
        !paid_room(here, more, paid) || !paid_resize(here, here.size() + more, paid, std::uint32_t{none})) {
        budget_.is_stopped_by(paid);
        return no_room(errc::out_of_fuel);
    }
    here[0] = 0;
    vec<std::uint32_t> todo{stack};
    while (!todo.empty()) {
        std::uint32_t const n = todo.back();
        if (here[n] != none) {
            todo.pop_back();
            continue;
        }
        stack_node const k = of.nodes_[n];
        std::uint32_t const under = k.is_set() ? k.back : k.parent;
        std::uint32_t const rest = k.is_set() ? k.rest : 0;
        if (here[under] == none || here[rest] == none) {
            todo.push_back(rest);
            todo.push_back(under);
            continue;
        }
        if (++known.nodes % between_looks == 0) {
            budget_.look();
            if (budget_.is_cancelled()) {
                return no_room(errc::out_of_fuel);
            }
        }
        // all as it was: in order, with nothing that could be absorbed or merged any more
        std::uint32_t const made = k.is_set() ? add_set(here[under], here[rest])
                                              : add_as_is(k.back, here[under], k.count, k.increments);
        if (overflowed_) {
            return 0;
        }
        here[n] = made;
    }
    return here[stack];
}

}  // namespace parlance::mask::detail
