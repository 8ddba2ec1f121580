// parlance/mask/detail/walk/need.hpp - what a walk found, in the order of the increments that it takes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// Ids or nodes by the increments they take.
struct by_need {
    vec<std::uint32_t> what;
    vec<std::uint32_t> needs;

    /// Calls look() now and then.
    PARLANCE_APART PARLANCE_DECL by_need(array_ref<std::uint32_t const> from,
                                         array_ref<std::uint32_t const> of, function_ref<void()> look);
};

/// Sorts numbers of which many stand one behind the other in order already.  Calls look() now and then.
PARLANCE_DECL void sort_runs(vec<std::uint64_t>& numbers, function_ref<void()> look);

/// Every node once, the least need being the one that counts; else each frame below could double them.  Calls look() now and
/// then.
PARLANCE_DECL void each_once(exit_list& exits, function_ref<void()> look);

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/need.ipp>
#endif
