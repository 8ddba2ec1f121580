// parlance/schema/detail/validate/impl/regex_format.ipp - regular expressions of ECMA-262 as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/validate/regex_format.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

std::string ecma_quantifier_pattern() {
    // {n,m} with n up to 19 and m no less
    std::string ranges = "0+,[0-9]+";
    for (int n = 1; n <= 19; ++n) {
        std::string const ones(1, static_cast<char>('0' + n % 10));
        std::string const at_least =
            n < 10 ? "[" + ones + "-9]|[1-9][0-9]+" : "1[" + ones + "-9]|[2-9][0-9]|[1-9][0-9]{2,}";
        ranges += "|" + std::to_string(n) + ",(?:" + at_least + ")";
    }
    return "(?:[*+?]|\\{(?:[0-9]+,?|" + ranges + ")\\})\\??";
}

std::string ecma_term_pattern(bool unicode) {
    std::string const hex = "[0-9A-Fa-f]";
    std::string const categories = "L|Lu|Ll|Lt|LC|Lm|Lo|M|Mn|Mc|Me|N|Nd|Nl|No|P|Pc|Pd|Ps|Pe|Pi|Pf|Po|S|Sm|Sc|"
                                   "Sk|So|Z|Zs|Zl|Zp|C|Cc|Cf|Cs|Co|Cn|"
                                   "Any|ASCII|(?:Script|sc|Script_Extensions|scx)=(?:Latin|Greek|Cyrillic|"
                                   "Han|Hiragana|Katakana|Hangul|Arabic|"
                                   "Hebrew|Devanagari|Thai)";
    std::string escaped = "[dDsSwWfnrtv]|c[A-Za-z]|x" + hex + "{2}|u" + hex + "{4}|";
    escaped += unicode ? "[\\^$\\\\.*+?()\\[\\]{}|/]|u\\{0*(?:10" + hex + "{4}|" + hex +
                             "{1,5})\\}|[pP]\\{(?:" + categories + ")\\}"
                       : "[ -#%-/:-@\\[-\\^`{-~$]";
    std::string ranges;
    for (char c = ' '; c <= '~'; ++c) {
        if (c != '\\' && c != ']' && c != '-') {
            bool const special = std::string_view{"[^"}.find(c) != std::string_view::npos;
            std::string const low = special ? std::string("\\") + c : std::string(1, c);
            // from c on, without what a class has a meaning for
            std::string high = "\\u0080-\\u{D7FF}\\u{E000}-\\u{10FFFF}";
            for (char d = c; d <= '~'; ++d) {
                if (d != '\\' && d != ']' && d != '-') {
                    high += d == '[' || d == '^' ? std::string("\\") + d : std::string(1, d);
                }
            }
            ranges += (ranges.empty() ? "" : "|") + std::string("[") + low + "]-[" + high + "]";
        }
    }
    std::string const in_class = "\\\\(?:b|" + std::string(unicode ? "-|" : "") + escaped + ")";
    std::string const members = "(?:[^\\\\\\]\\-]|" + in_class + "|" + ranges + ")";
    std::string const set = "\\[\\^?(?:-?" + members + "+-?|-)?\\]";
    std::string const atom = "(?:[^\\^$\\\\.*+?()\\[\\]{}|]|\\.|\\\\(?:" + escaped + ")|" + set + ")";
    return "(?:[\\^$|]|\\\\[bB]|" + atom + "(?:" + ecma_quantifier_pattern() + ")?)";
}

std::string ecma_flat_pattern() {
    std::string const terms = ecma_term_pattern(true) + "*";
    return "(?:" + terms + "(?:\\((?:\\?:)?" + terms + "\\)(?:" + ecma_quantifier_pattern() +
           ")?|\\(\\?<?[=!]" + terms + "\\))?)*";
}

state_id write_ascii(rtn::builder& out, text_writer& text, state_id from, std::string_view what) {
    for (char const c : what) {
        state_id const next = out.add_state();
        text.add_one(from, static_cast<unsigned char>(c), next);
        from = next;
    }
    return from;
}

result<rtn::rule_id> write_ecma_regex(rtn::builder& out, text_writer& text, spelling how, bool may_be_empty,
                                      work& spent) {
    constexpr std::size_t most_states = 20'000;  // as regex() has it
    result<rtn::dfa> const times =
        rtn::regex(ecma_quantifier_pattern(), rtn::regex_match::whole, most_states, spent);
    if (!times) {
        return times.error();
    }
    rtn::rule_id const root = out.add_rule("regex");
    state_id const end = out.add_state();
    out.accept(end);
    for (bool const unicode : {true, false}) {
        result<rtn::dfa> const term =
            rtn::regex(ecma_term_pattern(unicode), rtn::regex_match::whole, most_states, spent);
        if (!term) {
            return term.error();
        }
        rtn::dfa const& one_term = *term;
        // what stands between the parentheses of a group; and the whole, which is the same if it may be empty
        rtn::rule_id const inner = out.add_rule("alternatives");
        auto const write = [&](state_id from, bool empty_too) {
            state_id const again = out.add_state();
            out.accept(again);
            auto const go_on = [&](rtn::dfa const& a, state_id at) {
                vec<state_id> const ends = write_dfa(out, text, a, at, how, false, spent);
                for (std::size_t q = 0; q < ends.size(); ++q) {
                    if (a.labels[q] != 0) {
                        out.epsilon(ends[q], again);
                    }
                }
            };
            auto const term_or_group = [&](state_id at) {
                go_on(one_term, at);
                for (std::string_view const opener : {"(", "(?:", "(?=", "(?!", "(?<=", "(?<!"}) {
                    state_id const closing = out.add_state();
                    out.call(write_ascii(out, text, at, opener), inner, closing);
                    state_id const closed = write_ascii(out, text, closing, ")");
                    out.epsilon(closed, again);
                    if (opener == "(" || opener == "(?:") {
                        go_on(*times, closed);
                    }
                }
            };
            term_or_group(again);
            if (empty_too) {
                out.epsilon(from, again);
            } else {
                term_or_group(from);
            }
        };
        write(out.entry(inner), true);
        rtn::rule_id whole = inner;
        if (!may_be_empty) {
            whole = out.add_rule("alternatives");
            write(out.entry(whole), false);
        }
        out.call(out.entry(root), whole, end);
    }
    return root;
}

}  // namespace parlance::schema::detail
