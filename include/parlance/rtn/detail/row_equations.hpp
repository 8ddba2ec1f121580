// parlance/rtn/detail/row_equations.hpp - the states of one rule as expressions: loops, options and what is shared
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/expression.hpp>
#include <parlance/rtn/detail/expression_pool.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace parlance::rtn::detail {

/// Each state reads one of its terms: an expression, and what the state behind it reads.  States are solved for as in a
/// system of equations, and those that are left become rules.  State 0 is where the rule begins.
class row_equations {
public:
    static constexpr std::uint32_t end = 0xFFFF'FFFFu;
    struct term {
        expression_id reads = expression_pool::nothing;
        std::uint32_t to = end;
        friend bool operator==(term const&, term const&) = default;
        friend auto operator<=>(term const&, term const&) = default;
    };
    using terms = vec<term>;

    row_equations(expression_pool& pool, vec<terms> states) : pool_(&pool), of_(std::move(states)) {}

    /// Solves as far as nothing long is written twice, and as far as it costs the pool no more than about `most`.
    PARLANCE_DECL void solve(std::uint64_t most);
    /// Only makes one state of states that follow each other.  Linear.
    PARLANCE_DECL void join_chains();

    /// The states that are left, 0 first, and their expressions, in which part number first + i stands for the i-th of them
    /// but for 0, which is part `own`.  Nothing where the pool's cost would go above `last`.
    [[nodiscard]] PARLANCE_DECL vec<expression_id> written(std::uint32_t own, std::uint32_t first,
                                                           std::uint64_t last);

    /// Frees the states; false where that cannot be paid for.
    [[nodiscard]] bool free(work& spent) {
        constexpr std::uint64_t steps_of_a_state = 10;
        return paid_free(of_, spent, steps_of_a_state);
    }

private:
    class option_finder;
    /// One round of the first of these that has something to do; false where none has.
    [[nodiscard]] PARLANCE_DECL bool reduce();
    /// States with one term are written where they are wanted.
    [[nodiscard]] PARLANCE_DECL bool pass_through();
    /// Terms that all lead to one state become one.
    [[nodiscard]] PARLANCE_DECL bool join_ways();
    /// s = x s | y is x* y.
    [[nodiscard]] PARLANCE_DECL bool close_loops();

    [[nodiscard]] PARLANCE_DECL vec<std::uint32_t> uses() const;
    enum class view : std::uint8_t { texts, targets };
    /// All that `state` reads, seen through states that are only passed, but not through `stop`; false where that is much.
    /// Without their texts only where it leads to.
    [[nodiscard]] PARLANCE_DECL bool expand(std::uint32_t state, std::uint32_t stop, terms& out, view how,
                                            vec<std::uint32_t>* met = nullptr) const;
    /// Whether p may be x? q by where they lead to.
    [[nodiscard]] PARLANCE_DECL bool leads_on(std::uint32_t p, std::uint32_t q, terms const& of_q) const;
    [[nodiscard]] PARLANCE_DECL expression_id any_of(terms const& all) const;

    expression_pool* pool_;
    vec<terms> of_;
    vec<std::uint32_t> uses_;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/row_equations.ipp>
#endif
