// parlance/schema/detail/impl/string_rules.ipp - a branch of strings as a rule
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/regex_format.hpp>
#include <parlance/schema/detail/solve.hpp>
#include <parlance/schema/detail/text.hpp>
#include <parlance/schema/detail/writer.hpp>
#include <parlance/text/result.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

/// All strings that meet a goal, as one rule.
result<rule_id> writer::any_string_rule(goal const& g) {
    result<rtn::dfa> const all = text_dfa(g);
    if (!all) {
        return all.error();
    }
    return write_key(*all);
}

result<rule_id> writer::string_rule(branch const& b) {
    string_set s = string_set_of(b);
    exclude_constants(b, s);
    std::string key = "string " + std::to_string(s.least) + " " + std::to_string(s.most);
    for (auto const& [mark, list] : {std::pair{"\np", &s.patterns},
                                     {"\nP", &s.not_patterns},
                                     {"\nf", &s.formats},
                                     {"\nF", &s.not_formats},
                                     {"\nx", &s.excluded}}) {
        for (std::string_view const text : *list) {
            key += mark;
            key += std::to_string(text.size());
            key += ' ';
            key += text;
        }
    }
    string_set beside = s;
    erase(beside.formats, "regex");
    bool const regex_alone =
        beside.formats.size() < s.formats.size() && !beside.automaton() && s.least <= 1 && s.most == no_limit;
    return shared_rule(key, "string", [&](state_id from, state_id end) -> result<void> {
        state_id const open = out_.add_state();
        state_id const close = out_.add_state();
        out_.bytes(from, '"', '"', open);
        out_.bytes(close, '"', '"', end);
        if (regex_alone) {
            result<rule_id> const regex = write_ecma_regex(out_, text_, spelling::lean, s.least == 0);
            if (regex) {
                out_.call(open, *regex, close);
            }
            return regex ? result<void>() : result<void>(regex.error());
        }
        return write_text(s, open, close, spelling::json);
    });
}

}  // namespace parlance::schema::detail
