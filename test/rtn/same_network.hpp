// test/rtn/same_network.hpp - whether two networks are equal, row for row
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <algorithm>

namespace same_network {

template <class Rows, class Others>
bool same(Rows const& a, Others const& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

inline bool same_rows(parlance::rtn::network const& a, parlance::rtn::network const& b) {
    bool const named = a.names.size() == b.names.size() &&
                       std::equal(a.names.begin(), a.names.end(), b.names.begin(),
                                  [](auto const& x, auto const& y) { return same(x, y); });
    return named && same(a.states, b.states) && same(a.edges, b.edges) && same(a.rules, b.rules) &&
           same(a.counts, b.counts) && same(a.objects, b.objects) && same(a.arrays, b.arrays) &&
           a.root == b.root && a.trim == b.trim;
}

}  // namespace same_network
