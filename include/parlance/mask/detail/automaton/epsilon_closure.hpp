// parlance/mask/detail/automaton/epsilon_closure.hpp - the states of a network that epsilon edges lead to
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Sets of states of one network.  Large ones are paid for: where that fails, what was made is to be thrown away.
class epsilon_closure {
public:
    static constexpr std::uint64_t steps_of_an_edge = 16;  // in a set: it is looked at and hashed
    static constexpr std::size_t few = 8;     // sets up to which are part of what every network costs
    static constexpr std::size_t many = 512;  // edges after which a closure is paid for before it goes on

    epsilon_closure(rtn::network_view net, work& spent) : net_(net), spent_(spent) {}

    /// First of all; false where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool make_room();
    void free() noexcept { mark_ = {}; }

    /// Adds what epsilon edges lead to; keeps what says something, sorted.
    PARLANCE_DECL void close(vec<std::uint32_t>& set);
    /// How many states can be reached by edges of any kind.
    [[nodiscard]] PARLANCE_DECL std::size_t reached_from(std::uint32_t state);

private:
    /// Whether a state says anything but where epsilon edges lead.
    [[nodiscard]] PARLANCE_DECL bool says_something(std::uint32_t s) const noexcept;
    /// Sorts the states that are marked, which are all in `set`, and once.
    PARLANCE_DECL void sort_marked(vec<std::uint32_t>& set) const;

    rtn::network_view net_;
    work& spent_;
    vec<char> mark_;  // of each state: whether it was met; none is between two calls that could be paid for
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/epsilon_closure.ipp>
#endif
