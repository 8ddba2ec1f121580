// parlance/rtn/until.hpp - the texts in front of a delimiter, as an automaton
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/nfa.hpp>
#include <span>
#include <string_view>

namespace parlance::rtn {

/// The texts T for which T followed by any of the delimiters has its first delimiter behind T: T contains none, and
/// neither does the end of T together with the beginning of a delimiter.  For one delimiter that is exactly what
/// "everything before it" can read.  An empty list gives every text.  `last`: the input ends behind T.
/// Errors: invalid_utf8 for a delimiter that is none, invalid_table for an empty one, too_many_states.
[[nodiscard]] inline result<dfa> before_delimiters(std::span<std::string_view const> delimiters,
                                                   std::size_t most = 20'000, bool last = false) {
    nfa found;
    std::vector<code_points> const any = complement(std::span<code_points const>{});
    nfa::state const skip = found.add_state();
    nfa::state const inside = found.add_state();
    found.edge(skip, any, skip);
    found.edge(inside, any, inside);
    found.accept(inside);
    for (std::string_view const d : delimiters) {
        if (d.empty()) {
            return diagnostic{errc::invalid_table, {}, 0, "an empty delimiter"};
        }
        if (!utf8::is_valid(d)) {
            return diagnostic{errc::invalid_utf8, {}, 0, "delimiter"};
        }
        nfa::state at = skip;
        for (std::size_t read = 0; read < d.size();) {
            utf8::decoded const c = utf8::decode(d.substr(read));
            read += c.length;
            nfa::state const next = found.add_state();
            found.edge(at, c.value, next);
            at = next;
            std::string_view const left = d.substr(read);
            for (std::string_view const other : delimiters) {
                if (!last && !left.empty() && other.starts_with(left)) {
                    found.accept(at);
                }
            }
        }
        found.empty_edge(at, inside);
    }
    result<dfa> a = found.determinised(skip, most);
    if (!a) {
        return a;
    }
    return minimized(complement(*std::move(a)));
}

/// The texts without any of the delimiters: what is read when the input ends before one.
[[nodiscard]] inline result<dfa> without_delimiters(std::span<std::string_view const> delimiters,
                                                    std::size_t most = 20'000) {
    return before_delimiters(delimiters, most, true);
}

}  // namespace parlance::rtn
