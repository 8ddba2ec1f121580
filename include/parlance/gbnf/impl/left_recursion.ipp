// parlance/gbnf/impl/left_recursion.ipp - definitions of what parlance/gbnf/left_recursion.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/decl.hpp>
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/gbnf/detail/components.hpp>
#include <parlance/gbnf/detail/facts.hpp>
#include <parlance/gbnf/detail/rule_items.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::gbnf::detail {

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
        : g_(g),
          bounds_(bounds),
          known_(g),
          nullable_(known_.nullable()),
          owner_(known_.owners()),
          spent_(bounds) {}

    /// The grammar written anew; none where it has no left recursion.
    [[nodiscard]] PARLANCE_DECL result<std::optional<grammar>> run();

private:
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

    [[nodiscard]] vec<sequence> alternatives(std::uint32_t r) const { return alternatives_of(g_, r, never_); }
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
    PARLANCE_DECL vec<beginning> beginnings(sequence const& s, std::uint32_t component);
    PARLANCE_DECL vec<beginning> beginnings_of_rule(std::uint32_t r, std::uint32_t component);

    PARLANCE_DECL vec<sequence> write(job const& j);
    /// Writes the rules that are to be written, and those that they need; what is wrong, if anything is.
    [[nodiscard]] PARLANCE_DECL diagnostic write_all();
    /// Groups the rules by their component, and their recursive beginnings by the rule that begins.
    PARLANCE_DECL void sort_out();
    [[nodiscard]] PARLANCE_DECL bool has_undefined() const;
    PARLANCE_DECL void write_rest(job const& j, vec<sequence>& out);

    grammar_view g_;
    static constexpr std::uint64_t steps_of_an_item = 150;
    static constexpr std::size_t bytes_of_an_item = 80;

    limits const& bounds_;
    facts known_;
    buffer<char> nullable_;
    buffer<std::uint32_t> owner_;
    vec<char> never_;  // of a rule: whether it is left out, as it can match no text; empty where none is
    vec<std::uint32_t> component_;
    vec<written_rule> rules_;
    hash_map<std::array<std::uint32_t, 3>, std::uint32_t> made_;
    hash_map<std::string, std::size_t> names_;
    vec<job> todo_;
    std::size_t elements_ = 0;
    work spent_;
    hash_set<std::string_view> given_names_;
    vec<vec<std::uint32_t>> members_;                         // of a component
    vec<char> has_first_;                                     // of a rule
    vec<vec<std::pair<std::uint32_t, sequence>>> ways_into_;  // of a rule: whose, and the rest
};

result<std::optional<grammar>> recursion_rewriter::run() {
    if (!spent_.spend(g_.elements.size())) {  // which were looked at
        return spent_.error("rewriting left recursion");
    }
    auto const cycles = known_.left_recursion(nullable_, 1000);
    if (cycles.empty()) {
        return std::optional<grammar>{};
    }
    buffer<char> const productive = known_.productive();
    auto const count = static_cast<std::uint32_t>(g_.rule_count());
    auto const references = [&](std::uint32_t r, auto&& edge) { left_references(r, edge); };
    component_ = cyclic_components(count, references);
    bool leaves_out = false;  // rules that can match no text
    for (auto const& cycle : cycles) {
        bool const ends =
            std::all_of(cycle.begin(), cycle.end(), [&](std::uint32_t r) { return productive.data[r] != 0; });
        if (!ends && (!productive.data[g_.root] || has_undefined())) {
            return diagnostic{errc::left_recursion, {}, 0, cycle_text(g_, cycle)};
        }
        leaves_out = leaves_out || !ends;
    }
    if (leaves_out) {  // again without what refers to rules that can match nothing at all
        never_.assign(productive.data, productive.data + g_.rule_count());
        std::transform(never_.begin(), never_.end(), never_.begin(),
                       [](char c) { return static_cast<char>(c == 0); });
        component_ = cyclic_components(count, references);
    }
    rules_.resize(g_.rule_count());
    for (std::uint32_t r = 0; r < g_.rule_count(); ++r) {
        rules_[r].name = g_.name(r);
        if (leaves_out && never_[r] != 0) {
            continue;
        }
        if (component_[r] == no_component) {
            rules_[r].alternatives = alternatives(r);
        } else {
            rules_[r].alternatives = {{reference(nonempty(r))}};
            if (nullable_.data[r]) {
                rules_[r].alternatives.emplace_back();
            }
        }
    }
    sort_out();
    if (diagnostic const wrong = write_all(); wrong.code != errc::none) {
        return wrong;
    }
    // what is nothing but empty has nothing that is not
    if (!leave_out_empty(rules_, g_.rule_count(), never_, elements_, spent_) || !spent_.spend(elements_)) {
        return spent_.error("rewriting left recursion");
    }
    return std::optional{packed(rules_, never_, g_.root, g_)};
}

diagnostic recursion_rewriter::write_all() {
    for (std::size_t i = 0; i < todo_.size(); ++i) {
        job const j = todo_[i];
        vec<sequence> made = write(j);
        for (sequence const& s : made) {
            for (item const& one : s) {
                elements_ += one.size();
            }
        }
        rules_[j.made].alternatives = std::move(made);
        if (spent_.why() != errc::none) {
            return spent_.error("rewriting left recursion");
        }
        if (elements_ > bounds_.elements) {
            return diagnostic{errc::too_many_elements, {}, 0, note{"rewriting left recursion"}};
        }
        if (rules_.size() > bounds_.rules) {
            return diagnostic{errc::too_many_rules, {}, 0, note{"rewriting left recursion"}};
        }
    }
    return spent_.why() != errc::none ? spent_.error("rewriting left recursion") : diagnostic{};
}

bool recursion_rewriter::has_undefined() const {
    for (std::uint32_t r = 0; r < g_.rule_count(); ++r) {
        if (g_.rule(r).empty()) {
            return true;
        }
    }
    return false;
}

bool recursion_rewriter::is_nullable(item const& one) const {
    if (is_repeat(one) && one[0].value == 0) {
        return true;
    }
    return body(one).kind == element_kind::rule_ref && nullable_.data[body(one).value];
}

bool recursion_rewriter::is_nullable(sequence const& s) const {
    return std::all_of(s.begin(), s.end(), [&](item const& one) { return is_nullable(one); });
}

void recursion_rewriter::sort_out() {
    has_first_.resize(component_.size());
    ways_into_.resize(component_.size());
    for (std::uint32_t r = 0; r < component_.size(); ++r) {
        given_names_.insert(g_.name(r));
        if (component_[r] == no_component) {
            continue;
        }
        members_.resize((std::max)(members_.size(), std::size_t{component_[r]} + 1));
        members_[component_[r]].push_back(r);
        for (beginning& b : beginnings_of_rule(r, component_[r])) {
            if (b.recursive) {
                ways_into_[b.rule].emplace_back(r, std::move(b.items));
            } else {
                has_first_[r] = 1;
            }
        }
    }
}

std::uint32_t recursion_rewriter::rule_for(part what, std::uint32_t from, std::uint32_t to) {
    auto const [it, fresh] = made_.try_emplace(std::array{static_cast<std::uint32_t>(what), from, to},
                                               static_cast<std::uint32_t>(rules_.size()));
    if (fresh) {
        constexpr std::string_view endings[] = {"-nonempty", "-first", "-rest"};
        std::string name{g_.name(owner_.data[from])};
        name += endings[static_cast<std::size_t>(what)];
        if (what == part::rest && from != to) {
            name.append("-").append(g_.name(owner_.data[to]));
        }
        if (!spent_.spend(20 * steps_of_an_item) || !spent_.hold(2 * name.size() + 300)) {
            return it.value;
        }
        rules_.push_back({unused(std::move(name)), {}});
        todo_.push_back({what, from, to, it.value});
    }
    return it.value;
}

std::string recursion_rewriter::unused(std::string name) {
    std::size_t& count = names_[name];
    std::string out = count == 0 ? name : name + "-" + std::to_string(count);
    ++count;
    return given_names_.contains(out) ? unused(std::move(name)) : out;
}

std::uint32_t recursion_rewriter::nonempty(std::uint32_t r) {
    bool const as_it_is = component_[r] == no_component && !nullable_.data[r];
    return as_it_is ? r : rule_for(part::nonempty, r, r);
}

item recursion_rewriter::nonempty_item(item const& one) {
    element what = body(one);
    bool const empty_body = what.kind == element_kind::rule_ref && nullable_.data[what.value];
    if (what.kind == element_kind::rule_ref) {
        what.value = nonempty(what.value);
    }
    if (!is_repeat(one)) {
        item out = one;
        out[0] = what;
        return out;
    }
    item out = one;
    out[0].value = empty_body ? 1 : (std::max)(1u, one[0].value);
    out[2] = what;
    return out;
}

vec<recursion_rewriter::beginning> recursion_rewriter::beginnings(sequence const& s,
                                                                  std::uint32_t component) {
    vec<beginning> out;
    for (std::size_t i = 0; i < s.size(); ++i) {
        item const& one = s[i];
        if (is_never(one)) {
            continue;
        }
        if (!spent_.spend(steps_of_an_item * (s.size() - i)) ||
            !spent_.hold(bytes_of_an_item * (s.size() - i + 1))) {
            break;
        }
        beginning b;
        element const what = body(one);
        b.recursive = component != no_component && what.kind == element_kind::rule_ref &&
                      component_[what.value] == component;
        if (b.recursive) {
            b.rule = what.value;
            if (is_repeat(one)) {
                std::uint32_t const low =
                    nullable_.data[what.value] || one[0].value == 0 ? 0 : one[0].value - 1;
                std::uint32_t const high = one[1].value == unbounded ? unbounded : one[1].value - 1;
                if (high != 0) {
                    b.items.push_back(repeated(what, low, high));
                }
            }
        } else {
            b.items.push_back(nonempty_item(one));
        }
        b.items.insert(b.items.end(), s.begin() + static_cast<std::ptrdiff_t>(i) + 1, s.end());
        out.push_back(std::move(b));
        if (!is_nullable(one)) {
            break;
        }
    }
    return out;
}

vec<recursion_rewriter::beginning> recursion_rewriter::beginnings_of_rule(std::uint32_t r,
                                                                          std::uint32_t component) {
    vec<beginning> out;
    for (sequence const& s : alternatives(r)) {
        for (beginning& b : beginnings(s, component)) {
            out.push_back(std::move(b));
        }
    }
    return out;
}

vec<sequence> recursion_rewriter::write(job const& j) {
    std::uint32_t const component = component_[j.from];
    vec<sequence> out;
    switch (j.what) {
    case part::nonempty:
        if (component == no_component) {
            for (beginning& b : beginnings_of_rule(j.from, no_component)) {
                out.push_back(std::move(b.items));
            }
            return out;
        }
        for (std::uint32_t const c : members_[component]) {
            if (has_first_[c] != 0 && spent_.spend(2 * steps_of_an_item) &&
                spent_.hold(3 * bytes_of_an_item)) {
                out.push_back(
                    {reference(rule_for(part::first, c, c)), reference(rule_for(part::rest, c, j.from))});
            }
        }
        return out;
    case part::first:
        for (beginning& b : beginnings_of_rule(j.from, component)) {
            if (!b.recursive) {
                out.push_back(std::move(b.items));
            }
        }
        return out;
    case part::rest: write_rest(j, out);
    }
    return out;
}

void recursion_rewriter::write_rest(job const& j, vec<sequence>& out) {
    vec<std::uint32_t> here{j.from};  // and the rules that it is all of
    for (std::size_t i = 0; i < here.size(); ++i) {
        for (auto const& [to, tail] : ways_into_[here[i]]) {
            if (!spent_.spend(steps_of_an_item * (tail.size() + 2)) ||
                !spent_.hold(bytes_of_an_item * (tail.size() + 2))) {
                return;
            }
            bool const nothing = is_nullable(tail);
            if (nothing && std::find(here.begin(), here.end(), to) == here.end()) {
                here.push_back(to);
            }
            item const rest = reference(rule_for(part::rest, to, j.to));
            if (!nothing) {
                out.push_back(tail);
                out.back().push_back(rest);
                continue;
            }
            for (beginning& b : beginnings(tail, no_component)) {
                b.items.push_back(rest);
                out.push_back(std::move(b.items));
            }
        }
    }
    if (std::find(here.begin(), here.end(), j.to) != here.end()) {
        out.emplace_back();
    }
}

}  // namespace parlance::gbnf::detail

namespace parlance::gbnf {

result<grammar> without_left_recursion(grammar_view const& g, limits const& bounds) {
    return without_left_recursion(detail::owned(g), bounds);
}
result<grammar> without_left_recursion(grammar&& g, limits const& bounds) {
    result<std::optional<grammar>> rewritten = detail::recursion_rewriter(g, bounds).run();
    if (!rewritten) {
        return rewritten.error();
    }
    return *rewritten ? *std::move(*rewritten) : std::move(g);
}

}  // namespace parlance::gbnf
