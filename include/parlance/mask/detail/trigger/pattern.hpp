// parlance/mask/detail/trigger/pattern.hpp - a regular expression with one capture as an automaton over bytes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

/// Where the capture of an expression is: before, inside, behind.
struct pattern_parts {
    std::string before;
    std::string inside;
    std::string behind;
};

/// Cuts an expression at its capturing group, which must stand in the outermost sequence; without one, all of it is
/// captured.
/// errors  not_lowerable, with the reason and the place
[[nodiscard]] PARLANCE_DECL result<pattern_parts> split_at_capture(std::string_view expression);

/// Three automata in one table of states: the text up to the capture, the capture, and what has to follow it.
///
/// roles  what being in a state means, see role; in the middle of a code point nothing
/// other  where one code point that matches nothing leads from the beginning; also behind bytes that are not UTF-8
class pattern {
public:
    enum class role : std::uint8_t {
        none,
        opens,   // the capture may begin here
        closes,  // the capture may end here
        fires,   // the match ends here
    };

    /// errors  those of rtn::regex(), and what split_at_capture() refuses; also when it matches the empty text
    [[nodiscard]] PARLANCE_DECL static result<pattern> compile(std::string_view expression,
                                                               limits const& bounds);

    rtn::network code;
    vec<role> roles;
    rtn::state_id start = 0;
    rtn::state_id other = 0;
    rtn::state_id inside = 0;
    rtn::state_id behind = 0;

private:
    static constexpr std::size_t most_states = 2000;

    [[nodiscard]] PARLANCE_DECL static bool has_anchor(std::string_view part) noexcept;
    /// Adds the states of `automaton`, one after the other, then those inside code points; returns the first.
    /// Writes one part; where it cannot be paid for, what is written is of no use.
    PARLANCE_DECL rtn::state_id add(rtn::builder& out, rtn::dfa const& automaton, role at_end, work& spent);
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/trigger/impl/pattern.ipp>
#endif
