// parlance/rtn/detail/closures.hpp - what empty edges of an automaton lead to
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/sequence_store.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn {

/// Closures of single states that are short are kept; of the others it is only known that they are not.
class nfa::closures {
public:
    closures(nfa const& of, work& spent) : of_(of), spent_(spent) {}
    /// To be called first; false where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool begin();

    /// The states with edges or a label that `from` and empty edges lead to, each once; what can be passed at the ends
    /// of the text as well where it is asked for.  False when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool spread(array_ref<state const> from, bool first, bool last,
                                            vec<state>& to);
    /// The same in the middle of the text.
    [[nodiscard]] PARLANCE_DECL bool close(array_ref<state const> from, vec<state>& to);

private:
    enum knowledge : std::uint8_t { unknown, is_short, is_long };
    static constexpr std::size_t longest = 64;

    [[nodiscard]] PARLANCE_DECL bool learn(state s);
    /// One state and all that it leads to, but for what is marked, in at most so many steps, of which `steps` are left then.
    /// False when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool walk(state s, bool first, bool last, vec<state>& to, std::size_t& steps);

    nfa const& of_;
    work& spent_;
    std::uint32_t round_ = 0;
    vec<std::uint32_t> mark_;
    vec<array_ref<state const>> kept_;
    detail::sequence_store states_;  // of those that are kept
    vec<knowledge> known_;
    vec<state> stack_;
    vec<state> learnt_;
};

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/closures.ipp>
#endif
