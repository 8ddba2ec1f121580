// parlance/mask/detail/automaton/productive.hpp - a network without its dead ends
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask::detail {

/// Which states can lead to their rule's end, and which of them by way of an increment: a counted call that asks for increments
/// returns only there.  Linear, and paid for step by step: where `spent` says that it was not, nothing of it counts.
class dead_ends {
public:
    PARLANCE_DECL dead_ends(rtn::network_view net, work& spent);

    /// Whether there is a text at all.
    [[nodiscard]] bool productive() const noexcept { return (good_[net_.rules[net_.root]] & ends) != 0; }
    /// Whether there is an edge that leads nowhere.
    [[nodiscard]] PARLANCE_DECL bool any() const;
    /// The network without such edges; without names.
    [[nodiscard]] PARLANCE_DECL rtn::network without() const;

private:
    static constexpr std::uint8_t ends = 1;
    static constexpr std::uint8_t increments = 2;

    [[nodiscard]] PARLANCE_HOT bool possible(rtn::edge const& e) const noexcept;
    [[nodiscard]] PARLANCE_HOT bool leads_on(rtn::edge const& e) const noexcept;
    /// What an edge leads to, as far as is known.
    [[nodiscard]] PARLANCE_HOT std::uint8_t through(rtn::edge const& e) const noexcept;
    /// What a state leads to, as far as is known of those behind it.
    [[nodiscard]] PARLANCE_HOT std::uint8_t now(rtn::state_id s) const noexcept;
    /// Looks at every state once, after what it leads to, but for what leads back: depth first.
    PARLANCE_DECL void follow();
    /// Looks at the states that are left, and leaves out those of which all is known; whether that found anything.
    [[nodiscard]] PARLANCE_DECL bool look(vec<rtn::state_id>& left);
    PARLANCE_DECL void go_back();

    rtn::network_view net_;
    work* spent_;
    vec<std::uint8_t> good_;
    std::uint8_t all_ = ends;  // that can be found
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/productive.ipp>
#endif
