// parlance/schema/detail/write/impl/string_rules.ipp - strings as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/lengths.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/validate/regex_format.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// Writes the text between the quotes, or raw.
result<void> writer::write_text(string_set s, state_id from, state_id to, spelling how,
                                rtn::dfa const* also) {
    // ^[class]{m,n}$ is a counter
    for (std::size_t i = 0; i < s.patterns.size(); ++i) {
        std::optional<rtn::bounded_class> const c = rtn::as_bounded_class(s.patterns[i], spent_);
        if (c && s.patterns.size() == 1 && s.not_patterns.empty() && s.formats.empty() &&
            s.not_formats.empty() && s.excluded.empty()) {
            s.least = (std::max<std::uint64_t>)(s.least, c->least);
            s.most = c->most == rtn::unbounded ? s.most : (std::min<std::uint64_t>)(s.most, c->most);
            rtn::nfa one;
            rtn::nfa::state const only = one.add_state();
            one.accept(only);
            one.edge(only, c->set, only);
            result<rtn::dfa> made = one.determinised(only, 4);
            if (!made) {
                return made.error();
            }
            s.patterns.clear();
            patterns_.insert_or_assign({"*", true}, rtn::minimized(*std::move(made)));
            s.formats.push_back("*");  // no format has this name
        }
    }
    if (s.least > s.most) {
        return {};
    }
    std::uint64_t const most_product = s.most == no_limit ? s.least : s.most;
    bool const counted = s.least > 0 || s.most != no_limit;
    rtn::dfa a = rtn::any_text();
    bool const automaton = s.automaton() || also != nullptr;
    if (automaton) {
        result<rtn::dfa> made = text_dfa(s);
        if (made && also != nullptr) {
            made = minimal([&] { return rtn::intersection(*made, *also, most_dfa_states, spent_); });
        }
        if (!made) {
            return made.error();
        }
        a = *std::move(made);
        // lengths and automaton know nothing of each other in a counter; where a text could be led into a corner the
        // two are multiplied out, as long as that stays small.  Where there is no upper bound, or an end is one code point
        // away wherever the text is, there is hardly a corner, but a count that is kept beside many states makes a place of
        // each pair
        // what is written for each state, here and in the networks that are made of it
        std::uint64_t const steps_of_a_state = 2000 + 200 * a.letters.starts.size();
        constexpr std::size_t bytes_of_a_state = 3000;
        auto const affordable = [&] {
            bool const cornered = s.most == no_limit || farthest_from_end(a, spent_) > 1;
            std::uint64_t const few = cornered ? 8192 : 1024;
            std::uint64_t const product = most_product <= few ? most_product * a.states() : few + 1;
            return product <= few && steps_of_a_state * product <= spent_.left() / 2 &&
                   bytes_of_a_state * static_cast<std::size_t>(product) <= spent_.bytes_left() / 2;
        };
        auto const apart = [&] {
            bool const ends_anywhere = std::none_of(a.labels.begin(), a.labels.end(),
                                                    [](std::uint32_t label) { return label == 0; });
            return (s.most != no_limit || ends_anywhere) && counts_apart(a, s.least, s.most, spent_);
        };
        if (counted && affordable() && !apart()) {
            result<rtn::dfa> const both = minimal([&] {
                return rtn::intersection(a,
                                         rtn::length_between(static_cast<std::uint32_t>(s.least),
                                                             s.most == no_limit
                                                                 ? rtn::unbounded
                                                                 : static_cast<std::uint32_t>(s.most)),
                                         most_dfa_states, spent_);
            });
            if (!both) {
                return both.error();
            }
            if (!spent_.spend(steps_of_a_state * both->states()) ||
                !spent_.hold(bytes_of_a_state * both->states())) {
                return spent_.error("lengths beside a pattern");
            }
            vec<state_id> const ends = write_dfa(out_, text_, *both, from, how, false, spent_);
            for (std::size_t q = 0; q < ends.size(); ++q) {
                if (both->labels[q] != 0) {
                    out_.epsilon(ends[q], to);
                }
            }
            return {};
        }
    }
    spelling const spelled = automaton && how == spelling::json ? spelling::lean : how;
    constexpr std::uint64_t steps_of_a_cell = 30;  // in the networks that are made of it
    if (automaton && !spent_.spend(steps_of_a_cell * a.table.size())) {
        return spent_.error("the strings of a schema");
    }
    if (!counted) {
        vec<state_id> const ends = write_dfa(out_, text_, a, from, spelled, false, spent_);
        for (std::size_t q = 0; q < ends.size(); ++q) {
            if (a.labels[q] != 0) {
                out_.epsilon(ends[q], to);
            }
        }
        return {};
    }
    auto const body = [&](state_id entry, state_id end) -> result<void> {
        vec<state_id> const ends = write_dfa(out_, text_, a, entry, spelled, true, spent_);
        for (std::size_t q = 0; q < ends.size(); ++q) {
            if (a.labels[q] != 0) {
                out_.epsilon(ends[q], end);
            }
        }
        return {};
    };
    auto const own = [&]() -> result<rule_id> {
        rule_id const made = out_.add_rule("text");
        state_id const end = out_.add_state();
        out_.accept(end);
        auto const written = body(out_.entry(made), end);
        return written ? result<rule_id>(made) : result<rule_id>(written.error());
    };
    result<rule_id> const rule =
        automaton ? own()
                  : shared_rule(how == spelling::raw ? "raw characters" : "characters", "characters", body);
    if (!rule) {
        return rule.error();
    }
    auto const narrow = [](std::uint64_t n) {
        return static_cast<std::uint32_t>((std::min<std::uint64_t>)(n, rtn::unbounded - 1));
    };
    out_.counted_call(from, {*rule, narrow(s.least), s.most == no_limit ? rtn::unbounded : narrow(s.most)},
                      to);
    return {};
}

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
            result<rule_id> const regex = write_ecma_regex(out_, text_, spelling::lean, s.least == 0, spent_);
            if (regex) {
                out_.call(open, *regex, close);
            }
            return regex ? result<void>() : result<void>(regex.error());
        }
        return write_text(s, open, close, spelling::json);
    });
}

}  // namespace parlance::schema::detail
