// parlance/mask/detail/vocabulary/held_slices.hpp - the slices that the masks of one grammar are made of
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

class index_data;

/// Slices of a vocabulary, which live as long as this, whatever the vocabulary drops.  Any number of threads may ask; what was
/// asked for before is found without a lock.
class held_slices {
public:
    held_slices(index_data const& of, budget& means) : index_(of), budget_(means) {}
    held_slices(held_slices const&) = delete;
    held_slices& operator=(held_slices const&) = delete;

    [[nodiscard]] index_data const& index() const noexcept { return index_; }
    /// The slice below a node, which is between code points; nullptr where there is none, no room, or the call was
    /// asked to stop.
    [[nodiscard]] PARLANCE_DECL slice const* get(slice_key const& key);
    /// Keeps one that a mask is made of; false where there is no room.
    [[nodiscard]] PARLANCE_DECL bool hold(std::shared_ptr<slice const> one);
    /// Bytes that the budget was charged with and the vocabulary keeps, so that they are its own.
    [[nodiscard]] PARLANCE_DECL std::size_t of_vocabulary() const;

private:
    static constexpr std::size_t most = 512;

    /// With the lock held: the number of `one`, under its own name as well.  id_table::none where there is no room.
    [[nodiscard]] PARLANCE_DECL std::uint32_t number_of(std::shared_ptr<slice const> one);

    index_data const& index_;
    budget& budget_;
    mutable detail::mutex mutex_;
    pool<std::shared_ptr<slice const>> held_{most};
    id_table
        ids_;  // by the keys of those that were asked for, and of all by where they are: two may have one key
    std::size_t charged_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/vocabulary/impl/held_slices.ipp>
#endif
