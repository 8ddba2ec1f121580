// parlance/gbnf/impl/left_recursion.ipp - definitions of what parlance/gbnf/left_recursion.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/decl.hpp>
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/gbnf/detail/components.hpp>
#include <parlance/gbnf/detail/facts.hpp>
#include <parlance/gbnf/detail/stop_poller.hpp>
#include <parlance/gbnf/detail/written_rules.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
          asked_(bounds.stop),
          known_(g, asked_),
          nullable_(known_.nullable()),
          owner_(known_.owners()),
          spent_(bounds) {}

    /// The grammar written anew; none where it has no left recursion.
    [[nodiscard]] PARLANCE_DECL result<std::optional<grammar>> run();
    /// Gives all storage back, which takes a while.
    PARLANCE_DECL void clear();

private:
    static constexpr std::uint64_t steps_of_an_item = 150;
    static constexpr std::size_t bytes_of_an_item = 80;
    static constexpr std::uint32_t no_rule = 0xFFFF'FFFF;

    enum class part : std::uint8_t { nonempty, first, rest };
    struct job {
        part what{};
        std::uint32_t from = 0;  // of rest: C; else the rule
        std::uint32_t to = 0;    // of rest: A
        std::uint32_t made = 0;
    };
    /// A way to begin a rule's text without matching nothing: an item that is not empty, and what follows.
    struct beginning {
        bool recursive = false;  // `rule` is of the same component, and is what begins
        std::uint32_t rule = 0;
        sequence items;  // with what begins, unless it is recursive
    };
    /// What a rule of a component leads to.
    struct member {
        std::uint32_t place = 0;  // among those of its component
        bool has_first = false;
        vec<std::pair<std::uint32_t, sequence>> ways;  // whose beginning it is, and the rest there
        vec<std::uint32_t> rests;  // for it, by the place of the other rule: the rule that was made
    };

    [[nodiscard]] PARLANCE_DECL bool is_nullable(item one) const;
    /// What is wrong with a grammar of these cycles, if anything is; where not, which rules are left out is known then.
    [[nodiscard]] PARLANCE_DECL diagnostic leave_out(std::vector<std::vector<std::uint32_t>> const& cycles);
    [[nodiscard]] PARLANCE_DECL bool has_undefined() const;
    /// Groups the rules by their component.
    PARLANCE_DECL void sort_out();
    /// Groups their recursive beginnings by the rule that begins.
    PARLANCE_DECL void find_ways();
    PARLANCE_DECL vec<std::uint32_t> components();

    /// Calls `f` with each alternative of rule `r`, without what needs rules that are left out.
    template <class F>
    void alternatives(std::uint32_t r, F&& f) const {
        each_alternative(g_.rule(r), never_, f);
    }

    /// The number of the rule for `what`, which will be written.
    PARLANCE_DECL std::uint32_t rule_for(part what, std::uint32_t from, std::uint32_t to);
    /// The place where that number is kept.
    [[nodiscard]] PARLANCE_DECL std::uint32_t& number_of(part what, std::uint32_t from, std::uint32_t to);
    PARLANCE_DECL std::string_view unused_name(part what, std::uint32_t from, std::uint32_t to);
    /// What rule `r` matches, without nothing.
    PARLANCE_DECL std::uint32_t nonempty(std::uint32_t r);
    /// Adds what `one` matches, without nothing.  Precondition: not is_never(one).
    PARLANCE_DECL void append_nonempty(sequence& to, item one);

    /// The ways to match something of `s`.  References to rules of `component` are recursive.
    template <class F>
    void beginnings(item s, std::uint32_t component, F&& f);
    template <class F>
    void beginnings_of_rule(std::uint32_t r, std::uint32_t component, F&& f);

    PARLANCE_DECL void write_given(std::uint32_t r);
    PARLANCE_DECL void write(job const& j);
    PARLANCE_DECL void write_rest(job const& j);
    /// Writes the rules that are to be written, and those that they need; what is wrong, if anything is.
    [[nodiscard]] PARLANCE_DECL diagnostic write_all();

    grammar_view g_;
    limits const& bounds_;
    stop_poller asked_;
    facts known_;
    buffer<char> nullable_;
    buffer<std::uint32_t> owner_;
    work spent_;
    vec<char> never_;  // of a rule: whether it is left out, as it can match no text; empty where none is
    vec<std::uint32_t> component_;
    vec<vec<std::uint32_t>> members_;  // of a component
    vec<member> member_;               // of a rule
    vec<std::uint32_t> nonempty_;      // of a rule: the rule that was made
    vec<std::uint32_t> first_;
    blocks<job> todo_;
    blocks<std::string> made_names_;
    name_set names_;
    written_rules rules_{asked_};
};

result<std::optional<grammar>> recursion_rewriter::run() {
    if (!spent_.spend(g_.elements.size())) {  // which were looked at
        return spent_.error("rewriting left recursion");
    }
    auto const cycles = known_.left_recursion(nullable_, 1000);
    if (cycles.empty() && !asked_.stopped()) {
        return std::optional<grammar>{};
    }
    component_ = components();
    diagnostic wrong = leave_out(cycles);
    if (wrong.code == errc::none) {
        sort_out();
        for (std::uint32_t r = 0; r < component_.size() && spent_.why() == errc::none; ++r) {
            write_given(r);
        }
        find_ways();
        wrong = write_all();
    }
    if (wrong.code != errc::none) {
        return wrong;
    }
    // what is nothing but empty has nothing that is not
    if (rules_.leave_out_empty(g_.rule_count(), never_, spent_)) {
        if (grammar table = rules_.packed(never_, g_.root, g_, spent_);
            spent_.why() == errc::none && !asked_.stopped()) {
            return std::optional{std::move(table)};
        }
    }
    return asked_.stopped() ? diagnostic{errc::cancelled} : spent_.error("rewriting left recursion");
}

vec<std::uint32_t> recursion_rewriter::components() {
    return cyclic_components(static_cast<std::uint32_t>(g_.rule_count()), [&](std::uint32_t r, auto&& edge) {
        alternatives(r, [&](item s) {
            each_item(s, [&](item one) {
                if (body(one).kind == element_kind::rule_ref && !is_never(one)) {
                    edge(body(one).value);
                }
                return spent_.spend(20) && is_nullable(one);
            });
        });
    });
}

diagnostic recursion_rewriter::leave_out(std::vector<std::vector<std::uint32_t>> const& cycles) {
    buffer<char> const productive = known_.productive();
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
        component_ = components();
    }
    return asked_.stopped() ? diagnostic{errc::cancelled} : diagnostic{};
}

void recursion_rewriter::write_given(std::uint32_t r) {
    if (!spent_.spend(20)) {
        return;
    }
    rules_.begin(r);
    if (!never_.empty() && never_[r] != 0) {
        return;
    }
    if (component_[r] == no_component) {
        alternatives(r, [&](item s) {
            if (spent_.spend(s.size())) {
                rules_.alternative(s);
            }
        });
        return;
    }
    element const one[] = {reference(nonempty(r))};
    rules_.alternative(one);
    if (nullable_.data[r]) {
        rules_.alternative({});
    }
}

diagnostic recursion_rewriter::write_all() {
    for (std::size_t i = 0; i < todo_.size() && spent_.why() == errc::none; ++i) {
        rules_.begin(todo_[i].made);
        write(todo_[i]);
        if (rules_.elements() > bounds_.elements) {
            return diagnostic{errc::too_many_elements, {}, 0, note{"rewriting left recursion"}};
        }
        if (rules_.size() > bounds_.rules) {
            return diagnostic{errc::too_many_rules, {}, 0, note{"rewriting left recursion"}};
        }
    }
    return spent_.why() != errc::none ? spent_.error("rewriting left recursion") : diagnostic{};
}

void recursion_rewriter::clear() {
    rules_.clear(asked_);
    names_.clear(asked_);
    made_names_.clear(asked_);
    todo_.clear(asked_);
    for (member& m : member_) {
        m = {};
        asked_.look();
    }
}

bool recursion_rewriter::has_undefined() const {
    for (std::uint32_t r = 0; r < g_.rule_count(); ++r) {
        if (g_.rule(r).empty()) {
            return true;
        }
    }
    return false;
}

bool recursion_rewriter::is_nullable(item one) const {
    return is_optional(one) ||
           (body(one).kind == element_kind::rule_ref && nullable_.data[body(one).value] != 0);
}

void recursion_rewriter::sort_out() {
    std::size_t const count = component_.size();
    member_.resize(count);
    nonempty_.resize(count, no_rule);
    first_.resize(count, no_rule);
    for (std::uint32_t r = 0; r < count && spent_.spend(50); ++r) {
        rules_.add(g_.name(r));
        names_.insert(g_.name(r));
        if (component_[r] == no_component) {
            continue;
        }
        members_.resize((std::max)(members_.size(), std::size_t{component_[r]} + 1));
        vec<std::uint32_t>& all = members_[component_[r]];
        member_[r].place = static_cast<std::uint32_t>(all.size());
        all.push_back(r);
    }
}

void recursion_rewriter::find_ways() {
    for (std::uint32_t r = 0; r < component_.size() && spent_.why() == errc::none; ++r) {
        if (component_[r] != no_component) {
            beginnings_of_rule(r, component_[r], [&](beginning& b) {
                if (b.recursive) {
                    member_[b.rule].ways.emplace_back(r, std::move(b.items));
                } else {
                    member_[r].has_first = true;
                }
            });
        }
    }
}

std::uint32_t& recursion_rewriter::number_of(part what, std::uint32_t from, std::uint32_t to) {
    if (what != part::rest) {
        return (what == part::first ? first_ : nonempty_)[from];
    }
    vec<std::uint32_t>& rests = member_[to].rests;
    if (rests.empty()) {
        rests.resize(members_[component_[to]].size(), no_rule);
    }
    return rests[member_[from].place];
}

std::uint32_t recursion_rewriter::rule_for(part what, std::uint32_t from, std::uint32_t to) {
    std::uint32_t& number = number_of(what, from, to);
    if (number == no_rule) {
        auto const fresh = static_cast<std::uint32_t>(rules_.size());
        std::size_t const chars = g_.name(owner_.data[from]).size() + g_.name(owner_.data[to]).size();
        if (!spent_.spend(20 * steps_of_an_item + chars) || !spent_.hold(2 * chars + 300)) {
            return fresh;
        }
        number = fresh;
        rules_.add(unused_name(what, from, to));
        todo_.push_back({what, from, to, fresh});
    }
    return number;
}

std::string_view recursion_rewriter::unused_name(part what, std::uint32_t from, std::uint32_t to) {
    constexpr std::string_view endings[] = {"-nonempty", "-first", "-rest"};
    std::string name{g_.name(owner_.data[from])};
    name += endings[static_cast<std::size_t>(what)];
    if (what == part::rest && from != to) {
        name.append("-").append(g_.name(owner_.data[to]));
    }
    std::size_t const size = name.size();
    for (std::size_t n = 1; names_.contains(name); ++n) {
        static_cast<void>(spent_.spend(20 + size));
        name.resize(size);
        name.append("-").append(std::to_string(n));
    }
    made_names_.push_back(std::move(name));
    std::string_view const kept = made_names_[made_names_.size() - 1];
    names_.insert(kept);
    return kept;
}

std::uint32_t recursion_rewriter::nonempty(std::uint32_t r) {
    bool const as_it_is = component_[r] == no_component && !nullable_.data[r];
    return as_it_is ? r : rule_for(part::nonempty, r, r);
}

void recursion_rewriter::append_nonempty(sequence& to, item one) {
    std::size_t const begin = to.size();
    append(to, one);
    element& what = is_repeat(one) ? to[begin + 2] : to[begin];
    bool const is_rule = what.kind == element_kind::rule_ref;
    bool const empty_body = is_rule && nullable_.data[what.value] != 0;
    if (is_rule) {
        what.value = nonempty(what.value);
    }
    if (is_repeat(one)) {
        to[begin].value = empty_body ? 1 : (std::max)(1u, one[0].value);
    }
}

template <class F>
void recursion_rewriter::beginnings(item s, std::uint32_t component, F&& f) {
    each_item(s, [&](item one) {
        std::size_t const at = static_cast<std::size_t>(one.data() - s.data());
        if (is_never(one)) {
            return true;
        }
        if (!spent_.spend(steps_of_an_item * (s.size() - at)) ||
            !spent_.hold(bytes_of_an_item * (s.size() - at + 1))) {
            return false;
        }
        beginning b;
        element const what = body(one);
        b.recursive = component != no_component && what.kind == element_kind::rule_ref &&
                      component_[what.value] == component;
        if (!b.recursive) {
            append_nonempty(b.items, one);
        } else if (b.rule = what.value; is_repeat(one)) {
            std::uint32_t const low = nullable_.data[what.value] || one[0].value == 0 ? 0 : one[0].value - 1;
            std::uint32_t const high = one[1].value == unbounded ? unbounded : one[1].value - 1;
            if (high != 0) {
                b.items = {{element_kind::repeat, low}, {element_kind::repeat_upper, high}, what};
            }
        }
        append(b.items, s.subspan(at + one.size()));
        f(b);
        return is_nullable(one);
    });
}

template <class F>
void recursion_rewriter::beginnings_of_rule(std::uint32_t r, std::uint32_t component, F&& f) {
    alternatives(r, [&](item s) { beginnings(s, component, f); });
}

void recursion_rewriter::write(job const& j) {
    std::uint32_t const component = component_[j.from];
    switch (j.what) {
    case part::nonempty:
        if (component == no_component) {
            beginnings_of_rule(j.from, no_component, [&](beginning& b) { rules_.alternative(b.items); });
            return;
        }
        for (std::uint32_t const c : members_[component]) {
            if (member_[c].has_first && spent_.spend(2 * steps_of_an_item) &&
                spent_.hold(3 * bytes_of_an_item)) {
                element const two[] = {reference(rule_for(part::first, c, c)),
                                       reference(rule_for(part::rest, c, j.from))};
                rules_.alternative(two);
            }
        }
        return;
    case part::first:
        beginnings_of_rule(j.from, component, [&](beginning& b) {
            if (!b.recursive) {
                rules_.alternative(b.items);
            }
        });
        return;
    case part::rest: write_rest(j);
    }
}

void recursion_rewriter::write_rest(job const& j) {
    vec<std::uint32_t> here{j.from};  // and the rules that it is all of
    for (std::size_t i = 0; i < here.size(); ++i) {
        for (auto const& [to, tail] : member_[here[i]].ways) {
            if (!spent_.spend(steps_of_an_item * (tail.size() + 2)) ||
                !spent_.hold(bytes_of_an_item * (tail.size() + 2))) {
                return;
            }
            bool const nothing = each_item(tail, [&](item one) { return is_nullable(one); });
            if (nothing && std::find(here.begin(), here.end(), to) == here.end()) {
                here.push_back(to);
            }
            element const rest = reference(rule_for(part::rest, to, j.to));
            auto const add = [&](sequence items) {
                items.push_back(rest);
                rules_.alternative(items);
            };
            if (nothing) {
                beginnings(tail, no_component, [&](beginning& b) { add(std::move(b.items)); });
            } else {
                add(tail);
            }
        }
    }
    if (std::find(here.begin(), here.end(), j.to) != here.end()) {
        rules_.alternative({});
    }
}

}  // namespace parlance::gbnf::detail

namespace parlance::gbnf {

result<grammar> without_left_recursion(grammar_view const& g, limits const& bounds) {
    detail::stop_poller never;
    return without_left_recursion(detail::owned(g, never), bounds);
}
result<grammar> without_left_recursion(grammar&& g, limits const& bounds) {
    detail::recursion_rewriter rewriter(g, bounds);
    result<std::optional<grammar>> rewritten = rewriter.run();
    rewriter.clear();
    if (!rewritten) {
        return rewritten.error();
    }
    return *rewritten ? *std::move(*rewritten) : std::move(g);
}

}  // namespace parlance::gbnf
