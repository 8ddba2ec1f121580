// parlance/hf/detail/regex_program.hpp - a regular expression that needs no backtracking, as instructions
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/regex_set.hpp>
#include <parlance/decl.hpp>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace parlance::hf::detail {

/// Instructions for regex_search.  `a` before `b` where both are ways to go on.
struct regex_step {
    enum class kind : std::uint8_t { character, any, set, split, jump, save, begin, end, very_end, match } is;
    std::uint32_t a = 0;  // character: the code point; set: its number; split, jump: where to; save: the slot
    std::uint32_t b = 0;  // split
};

/// What regex_search runs.
struct regex_program {
    std::vector<regex_step> steps;
    std::vector<regex_set> sets;
    std::vector<std::string> names;  // of groups, from 0 on
    std::bitset<256> first;          // bytes a match can begin with; all when it may be empty

    /// Whether nothing is read behind $ and \Z.
    [[nodiscard]] PARLANCE_DECL bool ends_are_last() const;

    /// Fills `first`.
    PARLANCE_DECL void find_first();

private:
    using kind = regex_step::kind;

    /// Calls f for every step that can be reached from some without reading anything, and those that read.
    template <class F>
    void reach(std::vector<std::uint32_t> todo, F&& f) const {
        std::vector<bool> seen(steps.size());
        while (!todo.empty()) {
            std::uint32_t const i = todo.back();
            todo.pop_back();
            if (seen[i]) {
                continue;
            }
            seen[i] = true;
            regex_step const& s = steps[i];
            f(s);
            switch (s.is) {
            case kind::split: todo.push_back(s.a), todo.push_back(s.b); break;
            case kind::jump: todo.push_back(s.a); break;
            case kind::save:
            case kind::begin:
            case kind::end:
            case kind::very_end: todo.push_back(i + 1); break;
            default: break;
            }
        }
    }
    PARLANCE_DECL static bool reads(regex_step const& s) noexcept;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/regex_program.ipp>
#endif
