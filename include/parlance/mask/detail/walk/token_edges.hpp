// parlance/mask/detail/walk/token_edges.hpp - tokens that a grammar names as tokens, whatever their bytes are
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/collector.hpp>

namespace parlance::mask::detail {

/// Adds those that the configuration at `p` names, and all others where it names one that may not come.
PARLANCE_DECL void add_token_edges(store& configs, index_data const& index, point const p,
                                   token_collector& out);
/// Whether one that can be read at `p` meets a limit behind it.
[[nodiscard]] PARLANCE_DECL bool token_edges_fail(store& configs, point const p);

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/token_edges.ipp>
#endif
