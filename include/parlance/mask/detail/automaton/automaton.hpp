// parlance/mask/detail/automaton/automaton.hpp - a network made ready to run: no epsilon edges, deterministic inside each rule
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

inline constexpr std::uint32_t no_count = 0xFFFF'FFFF;

struct byte_edge {
    std::uint8_t low = 0;
    std::uint8_t high = 0;
    std::uint32_t target = 0;
};

/// back  where the callee returns to; a tail call pushes nothing and runs in the caller's frame
struct call_edge {
    std::uint32_t entry = 0;
    std::uint32_t back = 0;
    std::uint32_t count = no_count;
    bool tail = false;
};

struct token_edge {
    std::uint32_t id = 0;
    std::uint32_t target = 0;
    bool negated = false;
};

/// returns_only  it accepts and has no edge, so being here is having returned
struct run_state {
    std::uint32_t first_byte = 0;
    std::uint32_t first_call = 0;
    std::uint32_t first_increment = 0;
    std::uint32_t first_token = 0;
    bool accepts = false;
    bool returns_only = false;
};

struct count_bounds {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
};

/// The rows of a prepared grammar; `states` has one more than there are states.  Byte edges of a state are sorted.
struct automaton {
    vec<run_state> states;
    vec<byte_edge> bytes;
    vec<call_edge> calls;
    vec<std::uint32_t> increments;
    vec<token_edge> tokens;
    vec<count_bounds> counts;
    vec<std::uint32_t> rule_of;   // of each state; for explain
    vec<std::uint32_t> meanings;  // the network's states that each of ours stands for, sorted
    vec<std::uint32_t> first_meaning{0};
    std::uint32_t start = 0;
    std::uint32_t early_increments =
        0;  // how many more than one for each byte a token may make, see owed_increments

    /// Of each state that a counted call returns to: whether what is counted counts something itself, as words of counted
    /// letters do.  Empty where there is no such call; where it would take long to find out, some are not known.
    vec<char> holds_counts;
    [[nodiscard]] bool counts_counts(std::uint32_t back) const noexcept {
        return !holds_counts.empty() && holds_counts[back] != 0;
    }

    [[nodiscard]] array_ref<byte_edge const> bytes_of(std::uint32_t s) const noexcept {
        return slice(bytes, states[s].first_byte, states[s + 1].first_byte);
    }
    [[nodiscard]] array_ref<call_edge const> calls_of(std::uint32_t s) const noexcept {
        return slice(calls, states[s].first_call, states[s + 1].first_call);
    }
    [[nodiscard]] array_ref<std::uint32_t const> increments_of(std::uint32_t s) const noexcept {
        return slice(increments, states[s].first_increment, states[s + 1].first_increment);
    }
    [[nodiscard]] array_ref<token_edge const> tokens_of(std::uint32_t s) const noexcept {
        return slice(tokens, states[s].first_token, states[s + 1].first_token);
    }

    /// Frames that say nothing new over others: `frame` over `over` and what is below that reads the same as without it,
    /// see absorption.  Sorted.
    struct absorption {
        std::uint32_t frame = 0;
        std::uint32_t over = 0;
        friend constexpr auto operator<=>(absorption const&, absorption const&) = default;
    };
    vec<absorption> absorptions;
    [[nodiscard]] bool may_be_absorbed(std::uint32_t frame) const noexcept {
        return !absorptions.empty() && absorbs_over(frame);
    }
    /// Whether a frame with the state `frame` says nothing new over one with the state `over`; neither is counted.
    [[nodiscard]] PARLANCE_DECL bool absorbs(std::uint32_t frame, std::uint32_t over) const noexcept;

    /// Whether everything that can be read from `less` can be read from `more`, for being among what it stands for.
    [[nodiscard]] PARLANCE_DECL bool covers(std::uint32_t more, std::uint32_t less) const noexcept;

private:
    [[nodiscard]] PARLANCE_DECL bool absorbs_over(std::uint32_t frame) const noexcept;
    template <class T>
    [[nodiscard]] static array_ref<T const> slice(vec<T> const& v, std::size_t a, std::size_t b) noexcept {
        return array_ref<T const>{v}.subspan(a, b - a);
    }
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/automaton.ipp>
#endif
