// parlance/mask/detail/walk/mask_memory.hpp - which mask it was, by what it is a mask of
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/function_ref.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// What a remembered mask is of.
struct mask_key {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint64_t kind = 0;
    std::uint64_t hash = 0;

    /// A shape whose slot has this count.
    [[nodiscard]] PARLANCE_DECL static mask_key of_shape(std::uint32_t shape, std::uint32_t count) noexcept;
    /// The same over the bottom of all, if that is another one.
    [[nodiscard]] PARLANCE_DECL static mask_key of_whole(std::uint32_t shape, std::uint32_t count) noexcept;
    /// A mask with a shape behind its exits, for no slot or for one that is far from its bounds.
    [[nodiscard]] PARLANCE_DECL static mask_key of_next(std::uint32_t mask, std::uint32_t shape) noexcept;
    /// The same for one number in the slot.
    [[nodiscard]] PARLANCE_DECL static mask_key of_next(std::uint32_t mask, std::uint32_t shape,
                                                        std::uint32_t count) noexcept;
    /// A mask over all the frames of a stack.
    [[nodiscard]] PARLANCE_DECL static mask_key of_stack(std::uint32_t mask, std::uint32_t stack) noexcept;
    /// What is left of a mask with this much room.
    [[nodiscard]] PARLANCE_DECL static mask_key of_rest(std::uint32_t mask, std::uint32_t room) noexcept;
    /// The mask of nothing, with everything still to be read.
    [[nodiscard]] PARLANCE_DECL static mask_key of_root() noexcept;
    /// A mask of tokens that have this name.
    [[nodiscard]] PARLANCE_DECL static mask_key of_tokens(content const& name) noexcept;
    /// All that is known of a place.
    [[nodiscard]] PARLANCE_DECL static mask_key of_place(place const& p) noexcept;
};

/// Any number of threads may ask.  What is known is found without a lock; what is not is computed without one, and when
/// two threads compute the same, the first to finish is kept.
class mask_memory {
public:
    mask_memory(budget& means, std::size_t capacity) : budget_(means), memories_(capacity) {}
    mask_memory(mask_memory const&) = delete;
    mask_memory& operator=(mask_memory const&) = delete;

    /// The mask of `key`, which make() works out if need be; nullptr when that does, or when there is no room.
    template <class Make>
    [[nodiscard]] mask_entry const* get(mask_key const& key, Make&& make) {
        auto const same = [&](std::uint32_t i) {
            memory const& m = memories_[i];
            return m.a == key.a && m.b == key.b && m.kind == key.kind;
        };
        std::uint32_t known = ids_.find(key.hash, same);
        if (known != id_table::none) {
            return memories_[known].mask;
        }
        mask_entry const* const made = make();
        if (made == nullptr) {
            return nullptr;
        }
        detail::lock_guard const lock(mutex_);
        known = ids_.find(key.hash, same);
        if (known != id_table::none) {
            return memories_[known].mask;
        }
        if (memories_.room() == 0) {
            budget_.charge(static_cast<std::size_t>(-1) / 2);
            return nullptr;
        }
        ids_.add(key.hash, memories_.add(key.a, key.b, key.kind, made));
        return made;
    }

    /// Frees its memory in pieces, and calls look() behind each: nobody may ask it anything any more.
    void free(function_ref<void()> look) {
        ids_.free(look);
        memories_.free(look);
    }

private:
    struct memory {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint64_t kind = 0;
        mask_entry const* mask = nullptr;
    };

    budget& budget_;
    detail::mutex mutex_;
    block_pool<memory> memories_;
    id_table ids_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/mask_memory.ipp>
#endif
