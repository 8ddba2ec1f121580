// parlance/schema/detail/plan/array_plan.hpp - the facts of an array branch, sorted by place
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/vec.hpp>

namespace parlance::schema::detail {

/// An array of one branch: what each place must be, and what must occur.
struct array_plan {
    struct wish {
        goal what;
        goal other;  // what items must be that do not count, where the number is bounded above
        std::uint64_t from = 0;
        std::uint64_t least = 0;
        std::uint64_t most = no_limit;
    };
    vec<goal> prefix;
    goal rest;
    std::uint64_t least = 0;
    std::uint64_t most = no_limit;
    vec<wish> wishes;
    bool unique = false;
    bool not_unique = false;
};

[[nodiscard]] PARLANCE_DECL array_plan plan_array(branch const& b);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/plan/impl/array_plan.ipp>
#endif
