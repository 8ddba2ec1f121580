// parlance/schema/detail/write/impl/excluded_digits.ipp - definitions of what parlance/schema/detail/write/excluded_digits.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/excluded_digits.hpp>
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/write/magnitude_tests.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::schema::detail {

result<void> excluded_digits::set(vec<decimal> const& numbers, bool whole, work& spent) {
    nodes_.clear();
    if (numbers.empty()) {
        return {};
    }
    nodes_.resize(2);
    for (decimal const& v : numbers) {
        if (auto const done = add(v, whole, spent); !done) {
            return done;
        }
    }
    add_zeros();
    return {};
}

result<void> excluded_digits::add(decimal const& v, bool whole, work& spent) {
    constexpr std::uint64_t steps_of_a_digit = 20;
    int const first_decimal = v.zero() ? 0 : v.point;
    int const end = (std::max)(static_cast<int>(v.digits.size()), first_decimal);
    node_id at = first_decimal > 0 ? root : behind(root, 0);
    for (int i = (std::min)(first_decimal, 0); i < end; ++i) {
        if (!spent.spend(steps_of_a_digit)) {
            return spent.error("the numbers of a schema");
        }
        if (nodes_.size() > magnitude_tests::most_states) {
            return diagnostic{errc::too_many_states, {}, 0, "digits of a number"};
        }
        at = behind(i == first_decimal ? behind(at, point) : at, magnitude_tests::digit(v, i));
    }
    nodes_[static_cast<std::size_t>(at)].left_out = true;
    if (!whole) {
        bool const has_decimals = end > first_decimal;
        at = has_decimals ? at : behind(at, point);
        nodes_[static_cast<std::size_t>(at)].zeros_too = true;
    }
    return {};
}

excluded_digits::node_id excluded_digits::behind(node_id at, int symbol) {
    node_id const next = nodes_[static_cast<std::size_t>(at)].next[static_cast<std::size_t>(symbol)];
    if (next != none) {
        return next;
    }
    auto const fresh = static_cast<node_id>(nodes_.size());
    nodes_[static_cast<std::size_t>(at)].next[static_cast<std::size_t>(symbol)] = fresh;
    nodes_.emplace_back();
    return fresh;
}

void excluded_digits::add_zeros() {
    auto const zeros =
        static_cast<node_id>(nodes_.size());  // as many as there are, behind all that others need
    bool used = false;
    for (node& n : nodes_) {
        if (!n.zeros_too) {
            continue;
        }
        if (n.next[0] == none) {
            n.next[0] = zeros;
            used = true;
        } else {
            node& longer = nodes_[static_cast<std::size_t>(n.next[0])];
            longer.left_out = true;
            longer.zeros_too = true;
        }
    }
    if (used) {
        nodes_.emplace_back();
        nodes_.back().left_out = true;
        nodes_.back().next[0] = zeros;
    }
}

}  // namespace parlance::schema::detail
