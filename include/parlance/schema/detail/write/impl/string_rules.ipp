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

/// ^[class]{m,n}$ and nothing beside it is a counter of the class.
result<void> writer::count_class(string_set& s) {
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
    return {};
}

/// What is written for each state of an automaton that counts, here and in the networks that are made of it.
inline constexpr std::size_t bytes_of_a_counting_state = 3000;
[[nodiscard]] inline std::uint64_t steps_of_a_counting_state(rtn::dfa const& a) noexcept {
    return 2000 + 200 * a.letters.starts.size();
}

/// Whether lengths and automaton are multiplied out.  In a counter they know nothing of each other; where a text could be
/// led into a corner they are made one, as long as that stays small.  Where there is no upper bound, or an end is one code
/// point away wherever the text is, there is hardly a corner, but a count that is kept beside many states makes a place of
/// each pair.
bool writer::counts_by_states(rtn::dfa const& a, string_set const& s) {
    std::uint64_t const most_product = s.most == no_limit ? s.least : s.most;
    bool const cornered = s.most == no_limit || farthest_from_end(a, spent_) > 1;
    std::uint64_t const few = cornered ? 8192 : 1024;
    std::uint64_t const product = most_product <= few ? most_product * a.states() : few + 1;
    if (product > few || steps_of_a_counting_state(a) * product > spent_.left() / 2 ||
        bytes_of_a_counting_state * static_cast<std::size_t>(product) > spent_.bytes_left() / 2) {
        return false;
    }
    bool const ends_anywhere =
        std::none_of(a.labels.begin(), a.labels.end(), [](std::uint32_t label) { return label == 0; });
    return !((s.most != no_limit || ends_anywhere) && counts_apart(a, s.least, s.most, spent_));
}

void writer::write_ended(rtn::dfa const& a, state_id from, state_id to, spelling how, bool increments) {
    vec<state_id> const ends = write_dfa(out_, text_, a, from, how, increments, spent_);
    for (std::size_t q = 0; q < ends.size(); ++q) {
        if (a.labels[q] != 0) {
            out_.epsilon(ends[q], to);
        }
    }
}

void writer::call_counted(rule_id text, string_set const& s, state_id from, state_id to) {
    auto const narrow = [](std::uint64_t n) {
        return static_cast<std::uint32_t>((std::min<std::uint64_t>)(n, rtn::unbounded - 1));
    };
    out_.counted_call(from, {text, narrow(s.least), s.most == no_limit ? rtn::unbounded : narrow(s.most)},
                      to);
}

/// Texts about which nothing is asked but their length.
result<void> writer::write_any_text(string_set const& s, state_id from, state_id to, spelling how) {
    rtn::dfa const any = rtn::any_text();
    if (s.least == 0 && s.most == no_limit) {
        write_ended(any, from, to, how, false);
        return {};
    }
    result<rule_id> const rule = shared_rule(how == spelling::raw ? "raw characters" : "characters",
                                             "characters", [&](state_id entry, state_id end) -> result<void> {
                                                 write_ended(any, entry, end, how, true);
                                                 return {};
                                             });
    if (!rule) {
        return rule.error();
    }
    call_counted(*rule, s, from, to);
    return {};
}

/// Writes the text between the quotes, or raw.
result<void> writer::write_text(string_set s, state_id from, state_id to, spelling how) {
    if (auto const r = count_class(s); !r) {
        return r;
    }
    if (s.least > s.most) {
        return {};
    }
    if (!s.automaton() && outside_ == nullptr) {
        return write_any_text(s, from, to, how);
    }
    bool const counted = s.least > 0 || s.most != no_limit;
    result<rtn::dfa> a = s.automaton() ? text_dfa(s) : result<rtn::dfa>(*outside_);
    if (a && s.automaton() && outside_ != nullptr) {
        a = minimal([&] { return rtn::intersection(*a, *outside_, most_dfa_states, spent_); });
    }
    if (!a) {
        return a.error();
    }
    if (counted && counts_by_states(*a, s)) {
        std::uint64_t const steps_of_a_state = steps_of_a_counting_state(*a);
        if (auto const r = bound_length(*a, s.least, s.most); !r) {
            return r;
        }
        if (!spent_.spend(steps_of_a_state * a->states()) ||
            !spent_.hold(bytes_of_a_counting_state * a->states())) {
            return spent_.error("lengths beside a pattern");
        }
        write_ended(*a, from, to, how, false);
        return {};
    }
    constexpr std::uint64_t steps_of_a_cell = 30;  // in the networks that are made of it
    if (!spent_.spend(steps_of_a_cell * a->table.size())) {
        return spent_.error("the strings of a schema");
    }
    spelling const spelled = how == spelling::json ? spelling::lean : how;
    if (!counted) {
        write_ended(*a, from, to, spelled, false);
        return {};
    }
    rule_id const rule = out_.add_rule("text");
    state_id const end = out_.add_state();
    out_.accept(end);
    write_ended(*a, out_.entry(rule), end, spelled, true);
    call_counted(rule, s, from, to);
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
    paid_items each(spent_);
    for (auto const& [mark, list] : {std::pair{"\np", &s.patterns},
                                     {"\nP", &s.not_patterns},
                                     {"\nf", &s.formats},
                                     {"\nF", &s.not_formats},
                                     {"\nx", &s.excluded}}) {
        for (std::string_view const text : *list) {
            if (!each.next(16 + text.size())) {
                return spent_.error("schema");
            }
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
        if (regex_alone && outside_ == nullptr) {
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
