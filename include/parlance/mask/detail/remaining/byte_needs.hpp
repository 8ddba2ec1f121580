// parlance/mask/detail/remaining/byte_needs.hpp - how many bytes it takes at least to complete a text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/text/hash_map.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class generation;

/// What the places of one generation need until the text may end, in bytes: the sum of what their frames need.  For one
/// thread at a time.
class byte_needs {
public:
    static constexpr std::uint32_t never = completion::never;
    PARLANCE_DECL explicit byte_needs(generation& of);

    /// Bytes that the shortest completion takes, and those that the longest of the ways of reading the text so far needs.
    struct need {
        std::uint32_t least = never;
        std::uint32_t most = 0;
    };
    [[nodiscard]] PARLANCE_DECL need of(place const& p);
    [[nodiscard]] completion const& least() const noexcept { return least_; }
    /// Whether the vocabulary spells, byte by byte, whatever the grammar asks for, so that there is a token for each of
    /// these bytes.  Where it does not they are a measure, and no promise.
    [[nodiscard]] bool are_spelled() const noexcept { return certain_; }

    /// Steps since refuel(); more than there are where making this took too many, and then nothing is known.
    [[nodiscard]] std::uint64_t spent() const noexcept {
        return least_.known() ? spent_ : std::uint64_t{1} << 62;
    }
    /// Begins a call.  The first one pays for what making this took.
    void refuel() noexcept {
        spent_ = asked_ ? 0 : spent_;
        asked_ = true;
    }
    [[nodiscard]] std::size_t memory() const noexcept { return least_.memory() + under_frames_.size() * 32; }

private:
    /// Bytes that it takes from a state on a stack, or a set of them, of a configuration at `p` to the end.
    [[nodiscard]] PARLANCE_DECL need stack_need(std::uint32_t state, std::uint32_t stack, place const& p);
    /// The same where stacks are sets.  Linear in those of their frames that are new.
    [[nodiscard]] PARLANCE_DECL need merged_need(std::uint32_t state, std::uint32_t stack, place const& p);
    [[nodiscard]] PARLANCE_DECL std::uint32_t missing_increments(std::uint32_t stack,
                                                                 std::uint32_t slot_count) const;
    [[nodiscard]] PARLANCE_DECL static completion measure(generation& of, bool& certain);

    generation& of_;
    bool certain_ = true;
    completion least_;
    /// What is needed below a frame, by its number and the bottom of the configuration.
    hash_map<std::uint64_t, need> under_frames_;
    bool under_frames_are_counted_ = false;
    std::uint64_t spent_ = 0;
    bool asked_ = false;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/byte_needs.ipp>
#endif
