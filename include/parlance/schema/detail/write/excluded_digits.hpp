// parlance/schema/detail/write/excluded_digits.hpp - single numbers that a set is without, as a trie over their digits
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <array>
#include <cstddef>

namespace parlance::schema::detail {

/// Numbers that are left out, whatever their sign, in notations without an exponent: a trie over digits and the point, in which
/// zeros behind the last decimal change nothing.  While a number is read, one node says all about however many there are.
class excluded_digits {
public:
    using node_id = int;
    static constexpr node_id none = 0;  // nothing that is left out begins with what was read
    static constexpr node_id root = 1;
    static constexpr int point = 10;  // the symbol behind the ten digits

    /// whole  no point is read
    /// Errors: too_many_states, and those of the meter.
    [[nodiscard]] PARLANCE_DECL result<void> set(vec<decimal> const& numbers, bool whole, work& spent);

    [[nodiscard]] bool empty() const noexcept { return nodes_.empty(); }
    /// The node behind one more digit or the point.
    [[nodiscard]] node_id next(node_id at, int symbol) const noexcept {
        return at == none ? none
                          : nodes_[static_cast<std::size_t>(at)].next[static_cast<std::size_t>(symbol)];
    }
    /// Whether what was read is left out.
    [[nodiscard]] bool has(node_id at) const noexcept {
        return at != none && nodes_[static_cast<std::size_t>(at)].left_out;
    }

private:
    struct node {
        std::array<node_id, 11> next{};
        bool left_out = false;
        bool zeros_too = false;  // and what zeros behind it make
    };

    [[nodiscard]] PARLANCE_DECL result<void> add(decimal const& v, bool whole, work& spent);
    /// The node behind one more symbol, made where there is none.
    [[nodiscard]] PARLANCE_DECL node_id behind(node_id at, int symbol);
    /// Marks what further zeros make of numbers.
    PARLANCE_DECL void add_zeros();

    vec<node> nodes_;  // none and root come first, parents before children; or empty
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/excluded_digits.ipp>
#endif
