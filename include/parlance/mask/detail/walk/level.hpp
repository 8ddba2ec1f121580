// parlance/mask/detail/walk/level.hpp - how far a walk over a trie has come
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/branching.hpp>
#include <cstdint>

namespace parlance::mask::detail {

/// A point and the most increments of the slot on the way to it.
struct reached {
    point at;
    std::uint32_t need = 0;
};
/// One step on.
[[nodiscard]] PARLANCE_HOT reached go(store& configs, reached const from, std::uint8_t byte);
/// A node whose children are being read: those that are left, and the configuration that reads them.
struct level {
    branching::child const* next;
    branching::child const* end;
    reached at;
    point against;  // if live: what is read from there is read elsewhere
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/level.ipp>
#endif
