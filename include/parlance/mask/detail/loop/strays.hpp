// parlance/mask/detail/loop/strays.hpp - bytes that come to a loop by a detour
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/suffix_reader.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Follows, below a node that is read to `from`, the bytes that lead to the loop only later.
///
/// What else they lead to on the way, ascending; nothing, and then it is as if they were not known, when some text that
/// the loop takes cannot be read on the way, or the way is long.
[[nodiscard]] PARLANCE_DECL maybe<vec<parting>> follow_strays(store& configs, index_data const& vocabulary,
                                                              std::size_t root, point const from,
                                                              loop const& loop);

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/strays.ipp>
#endif
