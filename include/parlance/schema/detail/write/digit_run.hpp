// parlance/schema/detail/write/digit_run.hpp - the digits that may follow a state
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>

namespace parlance::schema::detail {

/// Writes the digits that may follow a state, in ascending order: one edge for neighbours that lead to the same.
class digit_run {
public:
    digit_run(rtn::builder& out, rtn::state_id from) noexcept : out_(&out), from_(from) {}

    void add(int d, rtn::state_id to) { add(from_, d, to); }
    /// The same from another state.
    PARLANCE_DECL void add(rtn::state_id from, int d, rtn::state_id to);
    /// To be called behind the last.
    PARLANCE_DECL void end();

private:
    rtn::builder* out_;
    rtn::state_id from_;
    rtn::state_id to_ = 0;
    int low_ = 1;
    int high_ = 0;  // below `low_`: none yet
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/digit_run.ipp>
#endif
