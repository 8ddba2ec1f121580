// parlance/mask/detail/automaton/nonempty.hpp - counted rules without empty iterations
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/analyse.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// Rewrites counted rules with empty iterations into ones that always consume: `(x?){3,5}` becomes nothing or
/// `(x){1,5}` in which no iteration is empty, which says the same.  After it, increments never repeat without consuming.
class nonempty_writer {
public:
    nonempty_writer(rtn::network_view net, facts const& known, work& spent)
        : net_(net), known_(known), spent_(spent) {}

    /// Whether there is anything to rewrite.
    [[nodiscard]] PARLANCE_DECL bool needed() const noexcept;
    /// The network that says the same; without names.  Of no use where `spent` says that it was not paid for.
    [[nodiscard]] PARLANCE_DECL rtn::network run();
    /// The rules that were added, as (original, variant).
    [[nodiscard]] PARLANCE_DECL hash_map<std::uint32_t, std::uint32_t> const& variants() const noexcept;

private:
    static constexpr std::uint64_t steps_of_a_state = 20;  // it has a row of its own
    /// moved: something was consumed.  fresh: nothing since the increment.  virgin: nothing at all.
    enum class mode : std::uint8_t { moved, fresh, virgin };
    struct node {
        vec<rtn::edge> edges;
        bool accepts = false;
    };
    struct place {
        std::uint32_t rule;  // the new one
        std::uint32_t old;
        std::uint32_t state;
        mode is;
        std::uint32_t made;
    };

    /// The version of rule `r` that never matches nothing and, if it counts, never iterates over nothing.
    PARLANCE_DECL std::uint32_t variant(std::uint32_t r);
    PARLANCE_DECL std::uint32_t state_for(std::uint32_t rule, std::uint32_t old, std::uint32_t s, mode is);
    /// `e` with an empty match leading to `empty`, any other to `moved`.
    PARLANCE_DECL void nonempty_call(rtn::edge const& e, vec<rtn::edge>& out, std::uint32_t empty,
                                     std::uint32_t moved);
    PARLANCE_DECL void write(place const p);

    [[nodiscard]] PARLANCE_DECL rtn::network packed();

    rtn::network_view net_;
    facts const& known_;
    work& spent_;
    vec<node> states_;
    vec<rtn::state_id> entries_;  // of the rules
    vec<rtn::count> counts_;
    hash_map<std::uint32_t, std::uint32_t> variants_;
    hash_map<std::uint64_t, std::uint32_t> made_;
    vec<place> todo_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/nonempty.ipp>
#endif
