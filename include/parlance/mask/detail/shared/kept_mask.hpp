// parlance/mask/detail/shared/kept_mask.hpp - a mask as grammars of one vocabulary share it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

/// What a mask_entry says without the one it rests on, see there; it belongs to no grammar, and never changes.
///
/// words   the parts that are no slice's, together; none where there are none
/// parts   the others
/// slices  whose those are, and the loops: what the vocabulary has dropped is not kept alive by a mask that is kept
struct kept_mask {
    vec<std::uint32_t> ids;
    vec<std::uint32_t> needs;
    vec<std::uint32_t> exits;
    vec<std::uint32_t> exit_needs;
    vec<std::uint32_t> words;
    vec<token_part> parts;
    vec<loop_part> loops;
    vec<loop_part> taken;
    vec<std::weak_ptr<slice const>> slices;
    std::uint32_t increments = 0;
    std::uint32_t mixed = 0;
    bool usable = true;

    /// Precondition: e has no forks, which are about one grammar.
    ///
    /// size  words of a mask
    PARLANCE_DECL kept_mask(mask_entry const& e, std::size_t size);
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/shared/impl/kept_mask.ipp>
#endif
