// parlance/schema/detail/solve/number_set.hpp - what is asked of a number
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <string>
#include <utility>

namespace parlance::schema::detail {

/// What is asked of a number.
struct number_set {
    struct bound {
        decimal value;
        bool open = false;
    };
    bool whole = false;
    bool not_whole = false;
    maybe<bound> low;
    maybe<bound> high;
    vec<decimal> multiples;
    vec<decimal> not_multiples;
    vec<decimal> excluded;

    [[nodiscard]] PARLANCE_DECL bool free() const noexcept;
    PARLANCE_DECL void raise(decimal const& v, bool open);
    PARLANCE_DECL void lower(decimal const& v, bool open);
    /// Characters of the longest number that is compared with.
    [[nodiscard]] PARLANCE_DECL int longest_bound() const;
    [[nodiscard]] PARLANCE_DECL std::string key(work& looks) const;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/solve/impl/number_set.ipp>
#endif
