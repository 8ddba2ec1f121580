// parlance/gbnf/check.hpp - what is wrong, odd or expensive about a grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/gbnf/detail/facts.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::gbnf {

/// undefined       referred to, defined nowhere
/// unreachable     no path leads there from the root
/// unproductive    it can never match a finite text
/// left_recursive  it refers to itself before it consumes anything
/// nullable_loop   it repeats something that can match nothing; legal, and it terminates
enum class finding_kind : std::uint8_t {
    undefined,
    unreachable,
    unproductive,
    left_recursive,
    nullable_loop
};

/// One finding.
///
/// rule   the rule, or the group (a rule without a name) it is about
/// owner  the rule with a name in whose definition that group stands; the rule itself when it has a name
/// cycle  for left_recursive: the rules from `rule` back to `rule`, which is not repeated
/// at     of check_text(): the byte where `rule` is defined, or, where it is not, first referred to
/// meant  of check_text(), for undefined: the rule that is spelled most like it, where one is
struct finding {
    finding_kind kind{};
    std::uint32_t rule = 0;
    std::uint32_t owner = 0;
    std::vector<std::uint32_t> cycle;
    std::optional<std::uint32_t> at{};
    std::optional<std::uint32_t> meant{};
    friend constexpr bool operator==(finding const&, finding const&) = default;
};

/// What check() found; the numbers are estimates, made to compare grammars.
///
/// findings        in the order of finding_kind, then of rules; at most 64 cycles
/// states          automaton states after lowering: about one per byte matched, and two per rule
/// configurations  stacks that are live after entering a rule, for the worst rule: the cost of one step.
///                 4294967295 when that or more, and when there is left recursion
struct report {
    std::vector<finding> findings;
    std::uint64_t states = 0;
    std::uint32_t configurations = 0;

    [[nodiscard]] constexpr bool has(finding_kind kind) const noexcept {
        for (finding const& f : findings) {
            if (f.kind == kind) {
                return true;
            }
        }
        return false;
    }
    /// Nothing that would keep compile() from taking it, and nothing useless in it.
    [[nodiscard]] constexpr bool clean() const noexcept {
        for (finding const& f : findings) {
            if (f.kind != finding_kind::nullable_loop) {
                return false;
            }
        }
        return true;
    }
};

/// Whether the table can be read at all: offsets ascend, every rule with rows ends with `end` and nowhere
/// else, every item is whole and repeated at most once, every reference exists.  compile() makes no others;
/// ask before using a table from elsewhere.  Linear.
[[nodiscard]] constexpr bool valid(grammar_view const& g) noexcept {
    std::size_t const rules = g.rule_count();
    auto const ascend = [](std::span<std::uint32_t const> offsets, std::size_t last) {
        return offsets.empty() || (offsets.back() <= last && std::is_sorted(offsets.begin(), offsets.end()));
    };
    if (rules == 0 || g.root >= rules || g.names.size() != g.first.size() ||
        !ascend(g.first, g.elements.size()) || !ascend(g.names, g.text.size()) ||
        !ascend(g.tokens, g.text.size())) {
        return false;
    }
    for (std::size_t r = 0; r < rules; ++r) {
        std::span<element const> const rows = g.rule(r);
        for (std::size_t i = 0; i < rows.size();) {
            if (rows[i].kind == element_kind::end || rows[i].kind == element_kind::alt) {
                if ((rows[i].kind == element_kind::end) != (i + 1 == rows.size())) {
                    return false;
                }
                ++i;
                continue;
            }
            std::size_t const length = item_length(rows, i);
            if (i + length >= rows.size() || !detail::whole_item(g, rows.subspan(i, length))) {
                return false;
            }
            i += length;
        }
    }
    return true;
}

namespace detail {

[[nodiscard]] constexpr std::uint64_t estimated_states(grammar_view const& g, stop_asker& asked) {
    std::uint64_t out = 2 * g.rule_count();
    for (std::size_t i = 0; i < g.elements.size() && asked.next(); ++i) {
        element const e = g.elements[i];
        switch (e.kind) {
        case element_kind::character: out += utf8::encode(static_cast<char32_t>(e.value)).length; break;
        case element_kind::character_not:
        case element_kind::any: out += 4; break;
        case element_kind::rule_ref:
        case element_kind::token:
        case element_kind::token_not:
        case element_kind::token_text:
        case element_kind::token_text_not: ++out; break;
        default: break;
        }
    }
    return out;
}

/// What check() says; half of it where it was asked to stop.
[[nodiscard]] constexpr report check(grammar_view const& g, stop_asker& asked) {
    constexpr std::size_t rows_of_a_finding = 2;
    report out;
    facts const known(g, asked);
    buffer<std::uint32_t> const owner = known.owners();
    auto const add = [&](finding_kind kind, std::uint32_t rule) {
        out.findings.push_back({kind, rule, owner.data[rule], {}, {}, {}});
    };
    auto const rules = static_cast<std::uint32_t>(g.rule_count());
    buffer<char> const reached = known.reachable();
    buffer<char> const productive = known.productive();
    buffer<char> const nullable = known.nullable();
    auto const undefined = [&](std::uint32_t r) { return g.rule(r).empty(); };
    auto const unreachable = [&](std::uint32_t r) { return !reached.data[r] && !g.name(r).empty(); };
    auto const unproductive = [&](std::uint32_t r) {
        return !productive.data[r] && !g.name(r).empty() && !g.rule(r).empty();
    };
    constexpr std::size_t most_cycles = 64;
    std::vector<std::vector<std::uint32_t>> cycles = known.left_recursion(nullable, most_cycles);
    buffer<char> loops(rules, asked);
    std::size_t all = cycles.size();  // they may be many, and moving them takes long
    for (std::uint32_t r = 0; r < rules && asked.next(); ++r) {
        loops.data[r] = known.loops_on_nothing(r, nullable) ? 1 : 0;
        all += undefined(r) + unreachable(r) + unproductive(r) + (loops.data[r] != 0);
    }
    out.findings.reserve(all);
    auto const add_all = [&](finding_kind kind, auto const& is) {
        for (std::uint32_t r = 0; r < rules && asked.next(); ++r) {
            if (is(r)) {
                asked.next(rows_of_a_finding);
                add(kind, r);
            }
        }
    };
    add_all(finding_kind::undefined, undefined);
    add_all(finding_kind::unreachable, unreachable);
    add_all(finding_kind::unproductive, unproductive);
    for (std::vector<std::uint32_t>& cycle : cycles) {
        std::uint32_t const rule = cycle.front();
        out.findings.push_back(
            {finding_kind::left_recursive, rule, owner.data[rule], std::move(cycle), {}, {}});
    }
    add_all(finding_kind::nullable_loop, [&](std::uint32_t r) { return loops.data[r] != 0; });
    out.states = estimated_states(g, asked);
    out.configurations = out.has(finding_kind::left_recursive) ? 0xFFFF'FFFF : known.configurations(nullable);
    return out;
}

}  // namespace detail

/// Reads a whole grammar and reports on it.
///
/// precondition  valid(g)
/// cost          linear in the table
[[nodiscard]] constexpr report check(grammar_view const& g) {
    stop_asker never;
    return detail::check(g, never);
}

/// The names of a cycle, groups left out: "expr -> term -> expr".
[[nodiscard]] constexpr note cycle_text(grammar_view const& g,
                                        std::span<std::uint32_t const> cycle) noexcept {
    note out;
    std::size_t first = cycle.size();
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        if (std::string_view const name = g.name(cycle[i]); !name.empty()) {
            if (first == cycle.size()) {
                first = i;
            } else {
                out.append(" -> ");
            }
            out.append(name);
        }
    }
    if (first < cycle.size()) {
        out.append(" -> ").append(g.name(cycle[first]));
    }
    return out;
}

/// One finding for people, without a line end: "directon: never defined; did you mean 'direction'?"
[[nodiscard]] PARLANCE_DECL std::string render(finding const& f, grammar_view const& g);

/// The report for people, a line per finding.
[[nodiscard]] PARLANCE_DECL std::string render(report const& r, grammar_view const& g);

}  // namespace parlance::gbnf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/gbnf/impl/check.ipp>
#endif
