// parlance/rtn/detail/impl/peg_regular.ipp - definitions of what parlance/rtn/detail/peg_regular.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/peg_regular.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/rtn/until.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

vec<code_points> peg_regular::members(peg::arena_view const& a, peg::char_class const& c) {
    vec<code_points> set;
    for (peg::char_range const r : a.ranges_of(c)) {
        set.push_back({r.low, r.high});
    }
    return c.negated ? complement(set) : normalized(set);
}

result<dfa> peg_regular::predicated(std::span<peg::node_id const> all, std::size_t& end) {
    std::size_t const begin = end;
    std::size_t first = 0;
    while (first < all.size() && predicate(all[first])) {
        ++first;
    }
    nfa run;
    nfa::state const start = run.add_state();
    nfa::state at = start;
    std::size_t taken = first;
    for (; taken < all.size() && !predicate(all[taken]); ++taken) {
        look(steps_of_a_state * run.size());
        nfa attempt = run;
        nfa::state const next = attempt.add_state();
        if (!add(attempt, all[taken], at, next)) {
            break;
        }
        run = std::move(attempt);
        at = next;
    }
    if (taken == first) {
        return diagnostic{errc::not_lowerable, {}, 0, "a predicate with nothing regular behind it"};
    }
    run.accept(at);
    work spent = means();
    result<dfa> text = run.determinised(start, most_states, spent);
    for (std::size_t i = 0; text && i < first; ++i) {
        peg::node const& n = a_.at(all[i]);
        nfa guard;
        nfa::state const open = guard.add_state();
        nfa::state const met = guard.add_state();
        if (!add(guard, n.a, open, met)) {
            return diagnostic{errc::not_lowerable, {}, 0, "a predicate that is not regular"};
        }
        guard.edge(met, complement(array_ref<code_points const>{}), met);
        guard.accept(met);
        bool const wanted = n.kind == peg::op::look;
        look(steps_of_a_state * guard.size());
        for (nfa::state s = 0; !wanted && s < guard.size(); ++s) {
            guard.accept(s);  // the beginning of a match could become one with what follows
        }
        spent = means();
        result<dfa> const g = guard.determinised(open, most_states, spent);
        spent = means();
        text = !g       ? g
               : wanted ? intersection(*text, *g, most_states, spent)
                        : difference(*text, *g, most_states, spent);
    }
    if (!text) {
        return text;
    }
    spent = means();
    result<dfa> out = minimized(*std::move(text), spent);
    if (!out) {
        return out;
    }
    if (out->empty()) {
        return diagnostic{
            errc::not_lowerable, {}, 0, "a predicate that looks further than what is behind it"};
    }
    end = begin + taken;
    return out;
}

inline void append_number(std::string& to, std::uint64_t n) { to.append(std::to_string(n)).append(" "); }

std::string peg_regular::content(std::span<peg::node_id const> all, std::size_t& count) {
    std::string out = "predicates ";
    count = 0;
    while (count < all.size() && predicate(all[count])) {
        peg::node const& n = a_.at(all[count]);
        out += n.kind == peg::op::look ? '&' : '!';
        if (!add_content(out, n.a)) {
            return {};
        }
        ++count;
    }
    out += ':';
    for (; count < all.size() && !predicate(all[count]); ++count) {
        std::size_t const before = out.size();
        if (!add_content(out, all[count])) {
            out.resize(before);
            break;
        }
    }
    return out.size() < longest_content ? out : std::string();
}

bool peg_regular::add_content(std::string& to, peg::node_id id) {
    if (to.size() > longest_content) {
        return true;
    }
    if (++depth_ > 100) {
        --depth_;
        return false;
    }
    look(steps_of_a_state);
    bool const good = add_content_of(to, a_.at(id));
    --depth_;
    return good;
}

bool peg_regular::add_content_of(std::string& to, peg::node const& n) {
    auto const each = [&](char kind) {
        to += kind;
        append_number(to, a_.children_of(n).size());
        return std::ranges::all_of(a_.children_of(n), [&](peg::node_id c) { return add_content(to, c); });
    };
    switch (n.kind) {
    case peg::op::epsilon:
    case peg::op::cut: to += 'e'; return true;
    case peg::op::fail: to += 'f'; return true;
    case peg::op::literal: {
        std::string_view const text = a_.literal_of(n);
        look(text.size());
        to += 'l';
        append_number(to, text.size());
        to.append(text);
        return utf8::is_valid(text);
    }
    case peg::op::chars: {
        vec<code_points> const set = members(a_, a_.classes[n.a]);
        look(steps_of_a_state * set.size());
        to += 'c';
        for (std::uint64_t const number :
             {std::uint64_t{n.b}, std::uint64_t{n.c}, std::uint64_t{set.size()}}) {
            append_number(to, number);
        }
        for (code_points const r : set) {
            append_number(to, r.low);
            append_number(to, r.high);
        }
        return true;
    }
    case peg::op::sequence: return each('s');
    case peg::op::choice: return each('o');
    case peg::op::repeat:
        to += 'r';
        append_number(to, n.b);
        append_number(to, n.c);
        return add_content(to, n.a);
    case peg::op::atomic:
    case peg::op::tag:
    case peg::op::recover: return add_content(to, n.a);
    case peg::op::refine: return add_content(to, n.b);
    case peg::op::ref: return add_content(to, a_.rules[n.a].root);
    default: return false;
    }
}

bool peg_regular::predicate(peg::node_id id) const noexcept {
    peg::op const k = a_.at(id).kind;
    return k == peg::op::look || k == peg::op::reject;
}

bool peg_regular::add(nfa& to, peg::node_id id, nfa::state from, nfa::state end) {
    if (++depth_ > 100 || to.size() > most_states) {
        --depth_;
        return false;
    }
    look(steps_of_a_state);
    bool const good = add_node(to, a_.at(id), from, end);
    --depth_;
    return good;
}

bool peg_regular::add_literal(nfa& to, std::string_view text, nfa::state from, nfa::state end) {
    constexpr std::size_t at_once = 128;  // bytes
    while (text.size() > at_once) {
        std::size_t const some = at_once - utf8::unfinished(text.substr(0, at_once));
        look(steps_of_a_state * some);
        from = to.literal(from, text.substr(0, some));
        text.remove_prefix(some);
        if (to.size() > most_states) {
            return false;
        }
    }
    look(steps_of_a_state * text.size());
    to.empty_edge(to.literal(from, text), end);
    return true;
}

bool peg_regular::add_words(nfa& to, vec<std::string_view> words, nfa::state from, nfa::state end) {
    struct place {
        std::size_t bytes;
        nfa::state at;
    };
    std::sort(words.begin(), words.end());
    vec<place> path{{0, from}};  // behind each code point of the last one
    std::string_view last;
    for (std::string_view const word : words) {
        look(steps_of_a_state * word.size());
        auto const common = static_cast<std::size_t>(std::ranges::mismatch(word, last).in1 - word.begin());
        while (path.back().bytes > common) {
            path.pop_back();
        }
        while (path.back().bytes < word.size()) {
            std::size_t const read = path.back().bytes;
            std::string_view const letter = word.substr(read, utf8::decode(word.substr(read)).length);
            path.push_back({read + letter.size(), to.literal(path.back().at, letter)});
        }
        to.empty_edge(path.back().at, end);
        last = word;
        if (to.size() > most_states) {
            return false;
        }
    }
    return true;
}

bool peg_regular::add_node(nfa& to, peg::node const& n, nfa::state from, nfa::state end) {
    switch (n.kind) {
    case peg::op::epsilon:
    case peg::op::cut: to.empty_edge(from, end); return true;
    case peg::op::fail: return true;
    case peg::op::literal:
        if (!utf8::is_valid(a_.literal_of(n))) {
            return false;
        }
        return add_literal(to, a_.literal_of(n), from, end);
    case peg::op::chars: {
        vec<code_points> const set = members(a_, a_.classes[n.a]);
        return times(to, n.b, n.c, from, end, [&](nfa::state begin, nfa::state stop) {
            look(steps_of_a_state + set.size());
            to.edge(begin, set, stop);
            return true;
        });
    }
    case peg::op::sequence:
        for (peg::node_id const c : a_.children_of(n)) {
            nfa::state const next = to.add_state();
            if (predicate(c) || !add(to, c, from, next)) {
                return false;
            }
            from = next;
        }
        to.empty_edge(from, end);
        return true;
    case peg::op::choice: {
        vec<std::string_view> literals;
        for (peg::node_id const c : a_.children_of(n)) {
            if (a_.at(c).kind == peg::op::literal && utf8::is_valid(a_.literal_of(a_.at(c)))) {
                literals.push_back(a_.literal_of(a_.at(c)));
            } else if (!add(to, c, from, end)) {
                return false;
            }
        }
        return add_words(to, std::move(literals), from, end);
    }
    case peg::op::repeat:
        return times(to, n.b, n.c, from, end,
                     [&](nfa::state begin, nfa::state stop) { return add(to, n.a, begin, stop); });
    case peg::op::atomic:
    case peg::op::tag:
    case peg::op::recover: return add(to, n.a, from, end);
    case peg::op::refine: return add(to, n.b, from, end);
    case peg::op::ref: return add(to, a_.rules[n.a].root, from, end);
    default: return false;
    }
}

}  // namespace parlance::rtn::detail
