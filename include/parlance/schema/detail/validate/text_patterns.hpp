// parlance/schema/detail/validate/text_patterns.hpp - whether texts have the patterns and formats that a schema names
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/regex_parts.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// Keeps what was made of each pattern.  That is the automaton of all texts, with which the next text costs little; where
/// that one would be too large, the states of each text are followed.
class text_patterns {
public:
    /// Whether the pattern is found somewhere in the text.  Who asks has paid for reading both once; a pattern of several
    /// parts, each of which reads the text, pays for the others.
    /// Errors: those of rtn::regex().
    [[nodiscard]] PARLANCE_DECL result<bool> found_in(std::string_view pattern, std::string_view text,
                                                      work& spent);
    /// Whether the text is of a known format.
    [[nodiscard]] PARLANCE_DECL result<bool> has_format(std::string_view format, std::string_view text,
                                                        work& spent);

private:
    /// One of the two, once a text has asked for it.
    struct automaton {
        maybe<rtn::dfa> all{};
        maybe<rtn::regex_nfa> single{};
        std::size_t part_of[2] = {0,
                                  0};  // the last pattern that has it as a part, by its number; and negated
    };
    using automata = hash_map<std::string, automaton>;
    /// Part of a pattern, with its automaton: nothing is looked up where a text is read.
    struct part {
        automata::entry* of;
        bool negative;
    };

    /// The parts of a pattern for texts of so many bytes at most, each of them once.
    [[nodiscard]] PARLANCE_DECL bool split(std::string_view pattern, std::size_t longest, vec<part>& to,
                                           work& spent);
    [[nodiscard]] PARLANCE_DECL static result<automaton> made_of(std::string_view pattern, work& spent);
    [[nodiscard]] PARLANCE_DECL static result<bool> matches(automata::entry& of, std::string_view text,
                                                            work& spent);

    automata automata_;
    ordered_map<std::string, rtn::dfa> formats_;
    ordered_map<std::pair<std::string, std::size_t>, vec<part>> parts_;  // by pattern and longest text
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/validate/impl/text_patterns.ipp>
#endif
