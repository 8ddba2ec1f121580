// parlance/mask/detail/automaton/impl/epsilon_closure.ipp - what parlance/mask/detail/automaton/epsilon_closure.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/epsilon_closure.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

bool epsilon_closure::make_room() { return paid_resize(mark_, net_.state_count(), spent_); }

bool epsilon_closure::says_something(std::uint32_t s) const noexcept {
    auto const edges = net_.edges_of(s);
    return net_.accepts(s) || std::any_of(edges.begin(), edges.end(), [](rtn::edge const& e) {
               return e.kind != rtn::edge_kind::epsilon;
           });
}

void epsilon_closure::close(vec<std::uint32_t>& set) {
    if (spent_.why() != errc::none) {
        return;  // what is made of it is thrown away
    }
    std::size_t unpaid = 0;
    for (std::uint32_t const s : set) {
        mark_[s] = 1;
    }
    for (std::size_t i = 0; i < set.size(); ++i) {
        unpaid += 1 + net_.edges_of(set[i]).size();
        if (unpaid > many && !spent_.spend(steps_of_an_edge * std::exchange(unpaid, 0))) {
            return;
        }
        for (rtn::edge const& e : net_.edges_of(set[i])) {
            if (e.kind == rtn::edge_kind::epsilon && mark_[e.target] == 0) {
                mark_[e.target] = 1;
                set.push_back(e.target);
            }
        }
    }
    (void)(set.size() < few || spent_.spend(steps_of_an_edge * unpaid));
    sort_marked(set);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (i % many == many - 1 && !spent_.spend(many)) {
            return;
        }
        std::uint32_t const s = set[i];
        mark_[s] = 0;
        if (says_something(s)) {
            set[kept++] = s;
        }
    }
    set.resize(kept);
}

void epsilon_closure::sort_marked(vec<std::uint32_t>& set) const {
    constexpr std::size_t quickly_sorted = 32;
    if (set.size() < quickly_sorted) {
        std::sort(set.begin(), set.end());
        return;
    }
    auto const [least, greatest] = std::minmax_element(set.begin(), set.end());
    std::uint32_t const first = *least;
    std::uint32_t const last = *greatest;
    if (std::size_t{last} - first > 16 * set.size()) {
        (void)paid_sort(set, spent_);  // where it cannot be paid for, all is thrown away
        return;
    }
    set.clear();
    paid_rounds each(spent_);
    for (std::uint32_t s = first; s <= last && each.next(); ++s) {
        if (mark_[s] != 0) {
            set.push_back(s);
        }
    }
}

std::size_t epsilon_closure::reached_from(std::uint32_t state) {
    blocks<std::uint32_t> reached;
    reached.push_back(state);
    mark_[reached[0]] = 1;
    paid_rounds each(spent_, 4);
    for (std::size_t i = 0; i < reached.size() && each.next(); ++i) {
        for (rtn::edge const& e : net_.edges_of(reached[i])) {
            if (mark_[e.target] == 0) {
                mark_[e.target] = 1;
                reached.push_back(e.target);
            }
        }
    }
    for (std::size_t i = 0; i < reached.size(); ++i) {
        mark_[reached[i]] = 0;
    }
    return reached.size();
}

}  // namespace parlance::mask::detail
