// parlance/mask/detail/automaton.hpp - a network made ready to run: no epsilon edges, deterministic inside each rule
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstdint>
#include <span>
#include <vector>

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
    std::uint32_t first_tick = 0;
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
    std::vector<run_state> states;
    std::vector<byte_edge> bytes;
    std::vector<call_edge> calls;
    std::vector<std::uint32_t> ticks;
    std::vector<token_edge> tokens;
    std::vector<count_bounds> counts;
    std::vector<std::uint32_t> rule_of;   // of each state; for explain
    std::vector<std::uint32_t> meanings;  // the network's states that each of ours stands for, sorted
    std::vector<std::uint32_t> first_meaning{0};
    std::uint32_t start = 0;

    [[nodiscard]] PARLANCE_DECL std::span<byte_edge const> bytes_of(std::uint32_t s) const noexcept;
    [[nodiscard]] PARLANCE_DECL std::span<call_edge const> calls_of(std::uint32_t s) const noexcept;
    [[nodiscard]] PARLANCE_DECL std::span<std::uint32_t const> ticks_of(std::uint32_t s) const noexcept;
    [[nodiscard]] PARLANCE_DECL std::span<token_edge const> tokens_of(std::uint32_t s) const noexcept;

    /// Whether everything that can be read from `less` can be read from `more`, for being among what it stands for.
    [[nodiscard]] PARLANCE_DECL bool covers(std::uint32_t more, std::uint32_t less) const noexcept;

private:
    template <class T>
    [[nodiscard]] static std::span<T const> slice(std::vector<T> const& v, std::size_t a,
                                                  std::size_t b) noexcept {
        return std::span<T const>{v}.subspan(a, b - a);
    }
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/impl/automaton.ipp>
#endif
