// parlance/rtn/detail/single_run.hpp - a nondeterministic automaton on one text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::rtn {

/// Follows the set of states that a text may be in (Thompson, "Regular expression search algorithm", 1968).
class nfa::single_run {
public:
    single_run(nfa const& of, work& spent) : of_(of), spent_(spent), mark_(of.rows_.size(), 0) {}

    [[nodiscard]] PARLANCE_DECL result<std::uint32_t> label(state start, std::string_view text);

private:
    /// False where the text is not UTF-8.
    [[nodiscard]] PARLANCE_DECL bool decode(std::string_view text);
    /// Finds, for each place of the text, which look-aheads may be passed there; false when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool look_ahead();
    /// Adds what `states_` leads to without reading, before code point `at`; false when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool close(std::size_t at);
    /// Reads code point `at`; false when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool read(std::size_t at);
    [[nodiscard]] PARLANCE_DECL bool has(std::uint32_t set, char32_t c) const noexcept;
    void add(state s) {
        if (mark_[s] != round_) {
            mark_[s] = round_;
            states_.push_back(s);
        }
    }

    nfa const& of_;
    work& spent_;
    vec<char32_t> text_;
    vec<vec<char>> passable_;  // by look-ahead, by place
    vec<state> states_;
    vec<state> before_;
    vec<std::uint32_t> mark_;  // the last round in which a state was added
    std::uint32_t round_ = 1;
};

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/single_run.ipp>
#endif
