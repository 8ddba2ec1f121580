// parlance/mask/detail/automaton/automaton_rows.hpp - an automaton while it is being made
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// States in the order in which they were met, with rows of edges in the order in which they were expanded: an automaton
/// has the rows of each state one behind the other, which is known only when all are there.
struct automaton_rows {
    struct row {
        std::uint32_t first = 0;
        std::uint32_t size = 0;
    };
    struct state {
        std::uint32_t rule = 0;
        bool accepts = false;
        array_ref<std::uint32_t const> meaning{};  // the network's states that it stands for, sorted
        row bytes;
        row calls;  // entry holds the rule until pack()
        row increments;
        row tokens;

        [[nodiscard]] PARLANCE_DECL bool returns_only() const noexcept;
    };
    vec<state> states;
    vec<byte_edge> bytes;
    vec<call_edge> calls;
    vec<std::uint32_t> increments;
    vec<token_edge> tokens;

    PARLANCE_DECL std::uint32_t add_state(std::uint32_t rule);
    /// Says what a state stands for.
    PARLANCE_DECL void set_meaning(std::uint32_t id, array_ref<std::uint32_t const> set);
    /// Writes everything but counts and start; false where it cannot be paid for.
    ///
    /// entries    of each rule: the state at which it is entered
    /// has_increments  of each rule: whether it increments, so that it needs a frame of its own
    [[nodiscard]] PARLANCE_DECL bool pack(automaton& out, array_ref<std::uint32_t const> entries,
                                          array_ref<char const> has_increments, work& spent) const;

private:
    /// Meanings stay where they are: there may be millions, and a row that grew would be copied at a stroke.
    vec<vec<std::uint32_t>> blocks_;
    std::size_t meant_ = 0;  // in all of them
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/automaton_rows.ipp>
#endif
