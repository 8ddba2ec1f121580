// parlance/gbnf/left_recursion.hpp - the same language without left recursion
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/gbnf/detail/facts.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::gbnf {

namespace detail {

/// Writes a grammar without left recursion.
///
/// Take rules A, B, … that refer to each other at their left edges.  What A derives begins with what one of them, C,
/// derives without such a reference (a *first* part), and then come the rests of the references on the way back from C
/// to A.  Read from left to right that way is a right-recursive rule, *rest of C for A*:
///
///     A         ::= nonempty A | (nothing, if A can be nothing)
///     nonempty A ::= first of C, rest of C for A | …           for every C
///     rest of C for A ::= (nothing, if C is A) | tail, rest of B for A | …  for every reference C tail in B
///
/// Items that can match nothing in front of a reference are taken apart: they match nothing, or what they match is not
/// empty and begins a first part.  So every part consumes something before the next.
class recursion_rewriter {
public:
    recursion_rewriter(grammar_view const& g, limits const& bounds)
        : g_(g), bounds_(bounds), known_(g), nullable_(known_.nullable()), owner_(known_.owners()) {}

    [[nodiscard]] PARLANCE_DECL result<grammar> run();

private:
    using item = std::vector<element>;
    using sequence = std::vector<item>;
    struct written_rule {
        std::string name;
        std::vector<sequence> alternatives;
    };
    enum class part : std::uint8_t { nonempty, first, rest };
    struct job {
        part what;
        std::uint32_t from;  // of rest: C; else the rule
        std::uint32_t to;    // of rest: A
        std::uint32_t made;
    };
    /// A way to begin a rule's text without matching nothing: an item that is not empty, and what follows.
    struct beginning {
        bool recursive = false;  // `rule` is of the same component, and is what begins
        std::uint32_t rule = 0;
        sequence items;  // with what begins, unless it is recursive
    };

    static item reference(std::uint32_t rule) { return {{element_kind::rule_ref, rule}}; }
    PARLANCE_DECL static item repeated(element what, std::uint32_t low, std::uint32_t high);

    [[nodiscard]] PARLANCE_DECL std::vector<sequence> alternatives(std::uint32_t r) const;
    [[nodiscard]] static bool is_repeat(item const& one) { return one[0].kind == element_kind::repeat; }
    [[nodiscard]] static element body(item const& one) { return is_repeat(one) ? one[2] : one[0]; }
    [[nodiscard]] static bool is_never(item const& one) { return is_repeat(one) && one[1].value == 0; }
    [[nodiscard]] PARLANCE_DECL bool is_nullable(item const& one) const;
    [[nodiscard]] PARLANCE_DECL bool is_nullable(sequence const& s) const;
    template <class Edge>
    void left_references(std::uint32_t r, Edge&& edge) const {
        for (sequence const& s : alternatives(r)) {
            for (item const& one : s) {
                if (body(one).kind == element_kind::rule_ref && !is_never(one)) {
                    edge(body(one).value);
                }
                if (!is_nullable(one)) {
                    break;
                }
            }
        }
    }

    /// The number of the rule for `what`, which will be written.
    PARLANCE_DECL std::uint32_t rule_for(part what, std::uint32_t from, std::uint32_t to);
    PARLANCE_DECL std::string unused(std::string name);
    /// What rule `r` matches, without nothing.
    PARLANCE_DECL std::uint32_t nonempty(std::uint32_t r);
    /// What `one` matches, without nothing.  Precondition: not is_never(one).
    PARLANCE_DECL item nonempty_item(item const& one);

    /// The ways to match something of `s`.  References to rules of `component` are recursive.
    PARLANCE_DECL std::vector<beginning> beginnings(sequence const& s, std::uint32_t component);
    PARLANCE_DECL std::vector<beginning> beginnings_of_rule(std::uint32_t r, std::uint32_t component);

    PARLANCE_DECL std::vector<sequence> write(job const& j);
    [[nodiscard]] PARLANCE_DECL bool has_first(std::uint32_t r);
    PARLANCE_DECL void write_rest(job const& j, std::uint32_t component, std::vector<sequence>& out);

    /// The rules as a table: those with a name first.
    [[nodiscard]] PARLANCE_DECL grammar packed() const;

    grammar_view g_;
    limits const& bounds_;
    facts known_;
    buffer<char> nullable_;
    buffer<std::uint32_t> owner_;
    std::vector<std::uint32_t> component_;
    std::vector<written_rule> rules_;
    std::map<std::array<std::uint32_t, 3>, std::uint32_t> made_;
    std::map<std::string, std::size_t> names_;
    std::vector<job> todo_;
    std::size_t elements_ = 0;
};

}  // namespace detail

/// A grammar of the same language in which no rule refers to itself before it consumes something; `g` itself where there
/// is no left recursion.  Compile with options::allow_left_recursion, then call this:
///
///     expr ::= expr "+" term | term
///
/// becomes a rule for the first term and one for what may follow it.  Rules keep their names; those that are added are
/// called after them: expr-nonempty, expr-first, expr-rest.
///
/// precondition  valid(g)
/// errors        left_recursion, with the cycle, where one of its rules can never match a finite text;
///               too_many_rules, too_many_elements: n rules that refer to each other may need n * n
/// cost          linear without left recursion
[[nodiscard]] PARLANCE_DECL result<grammar> without_left_recursion(grammar_view const& g,
                                                                   limits const& bounds = {});

}  // namespace parlance::gbnf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/gbnf/impl/left_recursion.ipp>
#endif
