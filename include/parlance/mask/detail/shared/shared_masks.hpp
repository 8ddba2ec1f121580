// parlance/mask/detail/shared/shared_masks.hpp - the masks of a vocabulary, by what they are masks of in whatever grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/vocabulary/how_often.hpp>
#include <parlance/text/hash_map.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

struct kept_mask;

/// Those that are asked for most, within a bound.  Any number of threads may ask.  What was handed out belongs to who holds
/// it; nothing depends on what is here but time.
class shared_masks {
public:
    PARLANCE_DECL shared_masks();
    shared_masks(shared_masks const&) = delete;
    shared_masks& operator=(shared_masks const&) = delete;

    /// What names are made with, see content_of(); nobody else's.
    [[nodiscard]] std::uint64_t key() const noexcept { return key_; }
    /// nullptr where it is not here.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<kept_mask const> find(content const& of);
    PARLANCE_DECL void add(content const& of, std::shared_ptr<kept_mask const> made);
    /// Drops one that was made of what is no more.
    PARLANCE_DECL void drop(content const& of);

    /// The number of a mask: what has one number has one name.  0 when there are no more numbers.
    [[nodiscard]] PARLANCE_DECL std::uint32_t number_of(content const& mask);

    /// Bytes that masks may take.
    PARLANCE_DECL void keep_at_most(std::size_t bytes);
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;

    static constexpr std::size_t usual_bytes = std::size_t{8} << 20;

private:
    static constexpr std::size_t most_numbers = 1 << 15;
    static constexpr std::size_t bytes_of_number = 64;

    PARLANCE_DECL void drop_some();

    std::uint64_t key_;
    mutable detail::mutex mutex_;
    std::size_t most_bytes_ = usual_bytes;
    std::size_t bytes_ = 0;
    std::uint32_t last_number_ = 0;
    how_often asked_;
    how_often asked_numbers_;
    hash_map<content, std::shared_ptr<kept_mask const>, hash_content> masks_;
    hash_map<content, std::uint32_t, hash_content> numbers_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/shared/impl/shared_masks.ipp>
#endif
