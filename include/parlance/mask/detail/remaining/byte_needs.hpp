// parlance/mask/detail/remaining/byte_needs.hpp - how many bytes it takes at least to complete a text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/remaining/memo.hpp>
#include <parlance/mask/detail/remaining/step_meter.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/function_ref.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace parlance::mask::detail {

class generation;

/// What the places of one generation need until the text may end, in bytes: the sum of what their frames need.  For one
/// thread at a time.
class byte_needs {
public:
    static constexpr std::uint32_t never = completion::never;
    /// Nothing is known before measure().
    byte_needs(generation& of, step_meter& call) noexcept : of_(of), call_(call) {}

    /// Finds out what each state needs.  False where the call was asked to stop before that was done: then it has to be asked
    /// for again.
    [[nodiscard]] PARLANCE_DECL bool measure();
    [[nodiscard]] bool is_measured() const noexcept { return least_.has_value(); }

    /// Bytes that the shortest completion takes, and those that the longest of the ways of reading the text so far needs.
    struct need {
        std::uint32_t least = never;
        std::uint32_t most = 0;
    };
    /// This and what follows ask for measure() to have been done.
    [[nodiscard]] PARLANCE_DECL need of(place const& p);
    [[nodiscard]] completion const& least() const noexcept { return *least_; }
    /// Whether the vocabulary spells, byte by byte, whatever the grammar asks for, so that there is a token for each of
    /// these bytes.  Where it does not they are a measure, and no promise.
    [[nodiscard]] bool are_spelled() const noexcept { return certain_; }

    /// Whether measuring took no more steps than it may, and something is known.
    [[nodiscard]] bool are_known() const noexcept { return is_measured() && least_->known(); }
    /// Forgets what it found since it was measured; calls look() now and then.
    void clear(function_ref<void()> look) { below_.clear(look); }
    [[nodiscard]] std::size_t memory() const noexcept {
        return (is_measured() ? least_->memory() : 0) + below_.memory();
    }

private:
    static constexpr std::uint64_t steps_of_a_frame = 6;
    static constexpr std::uint64_t steps_of_a_lookup = 24;
    static constexpr std::uint64_t steps_of_a_node = 90;  // of a stack that is new

    /// Bytes that it takes from a state on a stack, or a set of them, of a configuration at `p` to the end.
    [[nodiscard]] PARLANCE_DECL need stack_need(std::uint32_t state, std::uint32_t stack, place const& p);
    /// The same where stacks are sets.  Linear in those of their nodes that are new.
    [[nodiscard]] PARLANCE_DECL need merged_need(std::uint32_t state, std::uint32_t stack, place const& p);
    /// What is needed below the frame on top of a stack, or the least and the most of this where the stack is a set.
    struct below {
        need of;
        bool counts = false;  // some of these frames have increments missing, so each has to be looked at
    };
    struct hash_key {
        [[nodiscard]] std::uint64_t operator()(std::uint64_t key) const noexcept { return mix(7, key); }
    };
    /// Precondition: find_below() found it.
    [[nodiscard]] below& below_of(std::uint32_t stack, std::uint32_t bottom) {
        return *below_.find((std::uint64_t{stack} << 32) | bottom);
    }
    /// Finds what is below `stack`, and whatever that is the sum of.
    /// bottom  what the stack stands on; stack_tree::none where it is a whole one
    PARLANCE_DECL void find_below(std::uint32_t stack, std::uint32_t bottom);
    /// From a state on a stack whose below_of() is known.
    [[nodiscard]] PARLANCE_DECL need on_stack(std::uint32_t state, std::uint32_t stack, std::uint32_t bottom);
    /// Drops what was found for another count, where it depends on one.
    PARLANCE_DECL void forget_other_counts(std::uint32_t stack, place const& p);
    [[nodiscard]] static need sum_of(need of, std::uint32_t more) noexcept {
        std::uint32_t const least = completion::sum(of.least, more);
        return least == never ? need{} : need{least, completion::sum(of.most, more)};
    }
    static void add_way(need& to, need way) noexcept {
        to.least = (std::min)(to.least, way.least);
        to.most = (std::max)(to.most, way.most);
    }
    [[nodiscard]] PARLANCE_DECL std::uint32_t missing_increments(std::uint32_t stack,
                                                                 std::uint32_t slot_count) const;
    [[nodiscard]] PARLANCE_DECL completion measured(bool& certain) const;

    generation& of_;
    step_meter& call_;
    bool certain_ = true;
    std::optional<completion> least_;
    memo<std::uint64_t, below, hash_key>
        below_;                // of stacks and sets, by their number and what they stand on
    std::uint32_t count_ = 0;  // that a slot below its bounds has in below_
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/byte_needs.ipp>
#endif
