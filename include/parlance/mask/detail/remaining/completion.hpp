// parlance/mask/detail/remaining/completion.hpp - how many bytes it takes at least to leave a frame
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/remaining/step_meter.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// For each state of an automaton, the least number of bytes that leaves the frame that it runs in; a token that is named
/// counts as one byte.  What a stack needs is the sum of what its frames need.  Where a frame is counted and its rule ends
/// in several ways, of those that increment least: others may meet the bound.
///
/// Immutable, so any number of threads may use it.
/// memory  two numbers for a state and one for each increment that its rule has
/// cost    to make it, a few passes over the automaton, more where rules call each other in circles or increment in many
///         places; within `fuel`, or it is not known()
class completion {
public:
    static constexpr std::uint32_t never = 0xFFFF'FFFF;

    /// spelled  the bytes that can be written; others are edges that nothing takes
    /// call     pays for it as well; where it was asked to stop, nothing is known()
    PARLANCE_DECL completion(automaton const& code, std::array<bool, 256> const& spelled, std::uint64_t fuel,
                             step_meter& call);

    /// Whether there was fuel enough to find out; if not, what it says is no measure of anything.
    [[nodiscard]] bool known() const noexcept { return fuel_ != 0; }
    /// So much of the fuel was used elsewhere that this is left.
    void keep(std::uint64_t fuel) noexcept { fuel_ = (std::min)(fuel_, fuel); }
    /// What is left of the fuel.
    [[nodiscard]] std::uint64_t fuel() const noexcept { return fuel_; }

    /// From state `s`, in a frame that has to increment `increments` times more; never where that cannot be.
    [[nodiscard]] std::uint32_t from(std::uint32_t s, std::uint32_t increments) const noexcept {
        return increments == 0 ? leave_[s] : through_increments(s, increments);
    }
    /// How many numbers from() looks at for it.
    [[nodiscard]] std::size_t targets(std::uint32_t s) const noexcept { return first_[s + 1] - first_[s]; }
    /// Whether an end can be reached from state `s` wherever `other`, of the same automaton, reaches one.
    [[nodiscard]] PARLANCE_DECL bool reaches_as_much(completion const& other, std::uint32_t s) const noexcept;
    /// How much one byte, or one token that is named, adds at most to what any way of reading the text needs; never where
    /// no bound is known.
    [[nodiscard]] std::uint32_t growth(std::uint8_t byte) const noexcept { return growth_[byte]; }
    [[nodiscard]] std::uint32_t token_growth() const noexcept { return token_growth_; }
    /// Whether reading the byte can bring the end nearer at all.
    [[nodiscard]] bool is_progress(std::uint8_t byte) const noexcept { return progress_[byte]; }
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;

    [[nodiscard]] static constexpr std::uint32_t sum(std::uint32_t a, std::uint32_t b) noexcept {
        return a >= never - b ? never : a + b;
    }

private:
    /// What an increment edge leads to, of a rule that some call asks increments of: the bytes from there when so many more increments are needed, for the first few
    /// numbers, and what each of more adds.
    struct target {
        std::uint32_t state = 0;
        vec<std::uint32_t> after;
        std::uint32_t slope = 0;
    };
    struct incrementing {
        vec<target> targets;
        std::uint32_t most = 0;  // increments that a call asks for
    };

    PARLANCE_DECL void find_increments();
    /// What is half found goes: from no state an end is known.
    PARLANCE_DECL void know_nothing();
    [[nodiscard]] PARLANCE_DECL std::uint64_t edges_of(std::uint32_t s) const noexcept;
    PARLANCE_DECL bool relax(std::uint32_t s);
    PARLANCE_DECL bool relax_increments(incrementing& of);
    PARLANCE_DECL void solve();
    PARLANCE_DECL void relax_all();
    PARLANCE_DECL void find_owed();
    PARLANCE_DECL void find_growth();
    PARLANCE_DECL void note_growth(std::uint32_t s, std::uint32_t up, vec<std::uint32_t>& upon, bool& more);
    [[nodiscard]] PARLANCE_DECL std::uint32_t through_increments(std::uint32_t s,
                                                                 std::uint32_t increments) const noexcept;
    [[nodiscard]] PARLANCE_DECL static std::uint32_t after(target const& t,
                                                           std::uint32_t increments) noexcept;
    [[nodiscard]] PARLANCE_DECL std::uint32_t callee(call_edge const& e) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool is_spelled(byte_edge const& e) const noexcept;
    /// How much more `to` needs than `from`, whatever has to be reached, with `call` in between.
    [[nodiscard]] PARLANCE_DECL std::uint32_t rise(std::uint32_t from, std::uint32_t to,
                                                   std::uint32_t call) const noexcept;
    [[nodiscard]] array_ref<std::uint32_t> to_increment(std::uint32_t s) noexcept {
        return array_ref{to_increment_}.subspan(first_[s], first_[s + 1] - first_[s]);
    }
    [[nodiscard]] array_ref<std::uint32_t const> to_increment(std::uint32_t s) const noexcept {
        return array_ref{to_increment_}.subspan(first_[s], first_[s + 1] - first_[s]);
    }

    /// Makes an array of so many, in pieces that are paid for.
    PARLANCE_DECL void fill(vec<std::uint32_t>& to, std::size_t count, std::uint32_t value);

    /// Pays for what is about to be done; false where nothing is left, and then there is no more.
    bool pay(std::uint64_t steps) noexcept {
        call_->spend(steps);
        fuel_ = steps < fuel_ && !call_->is_cancelled() ? fuel_ - steps : 0;
        return fuel_ != 0;
    }

    automaton const& code_;
    step_meter* call_;
    std::uint64_t fuel_;
    std::array<std::uint32_t, 257> spelled_{};  // how many below a byte
    vec<std::uint32_t> leave_;
    vec<std::uint32_t> owed_;          // the fewest increments that leave it; empty: not known yet
    vec<std::uint32_t> to_increment_;  // bytes to an edge that increments, for each target of its rule
    vec<std::uint32_t> first_;
    vec<incrementing> incrementing_;    // of the rules that increments are asked of
    vec<std::uint32_t> increments_of_;  // of each state: 1 + the place of its rule there, or 0
    std::array<std::uint32_t, 256> growth_{};
    std::array<bool, 256> progress_{};
    std::uint32_t token_growth_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/completion.ipp>
#endif
