// parlance/gbnf/detail/recursion_rewriter.hpp - writes a grammar without left recursion
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/detail/components.hpp>
#include <parlance/gbnf/detail/left_edges.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/gbnf/detail/written_rules.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/blocks.hpp>
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
        : g_(g), bounds_(bounds), asked_(bounds.stop), spent_(bounds), edges_(g, asked_, spent_) {}

    /// The grammar written anew; none where it has no left recursion.
    [[nodiscard]] result<std::optional<grammar>> run() {
        if (!spent_.spend(g_.elements.size())) {  // which were looked at
            return gave_up();
        }
        if (!edges_.recursive() && !asked_.stopped()) {
            return std::optional<grammar>{};
        }
        diagnostic wrong = edges_.find();
        if (wrong.code == errc::none) {
            write_given();
            find_ways();
            wrong = write_made();
        }
        if (wrong.code != errc::none) {
            return wrong;
        }
        // what is nothing but empty has nothing that is not
        if (!rules_.leave_out_empty(g_.rule_count(), edges_.left_out, spent_)) {
            return gave_up();
        }
        grammar out = rules_.packed(edges_.left_out, g_.root, g_, spent_);
        if (asked_.stopped() || spent_.why() != errc::none) {
            return gave_up();
        }
        return std::optional{std::move(out)};
    }

    /// Gives all storage back, which takes a while.
    void clear() {
        rules_.clear(asked_);
        names_.clear(asked_);
        auto const look = [this] { asked_.look(); };
        made_names_.clear(look);
        todo_.clear(look);
        for (rule& r : known_) {
            r = {};
            asked_.look();
        }
    }

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
    /// What is known of a rule, and which were made for it.
    struct rule {
        bool has_first = false;
        vec<std::pair<std::uint32_t, sequence>>
            ways;  // of rules that begin with it: which, and the rest there
        std::uint32_t nonempty = no_rule;
        std::uint32_t first = no_rule;
        vec<std::uint32_t> rests;  // by the place of C in the component
    };

    [[nodiscard]] diagnostic gave_up() const {
        return asked_.stopped() ? diagnostic{errc::cancelled} : spent_.error("rewriting left recursion");
    }

    /// Writes the rules of the grammar, with references to what is to be made.
    void write_given() {
        auto const count = static_cast<std::uint32_t>(g_.rule_count());
        known_.resize(count);
        for (std::uint32_t r = 0; r < count && spent_.spend(50); ++r) {
            rules_.add(g_.name(r));
            names_.insert(g_.name(r));
        }
        for (std::uint32_t r = 0; r < count && spent_.spend(20); ++r) {
            rules_.begin(r);
            if (!edges_.left_out.empty() && edges_.left_out[r] != 0) {
                continue;
            }
            if (edges_.component[r] == no_component) {
                edges_.alternatives(r, [&](item s) {
                    if (spent_.spend(s.size())) {
                        rules_.alternative(s);
                    }
                });
                continue;
            }
            element const one[] = {reference(nonempty(r))};
            rules_.alternative(one);
            if (edges_.is_nullable(r)) {
                rules_.alternative({});
            }
        }
    }

    /// Groups the recursive beginnings of rules by the rule that begins.
    void find_ways() {
        for (std::uint32_t r = 0; r < known_.size() && spent_.why() == errc::none; ++r) {
            if (edges_.component[r] == no_component) {
                continue;
            }
            beginnings_of_rule(r, edges_.component[r], [&](beginning& b) {
                if (b.recursive) {
                    known_[b.rule].ways.emplace_back(r, std::move(b.items));
                } else {
                    known_[r].has_first = true;
                }
            });
        }
    }

    /// Writes the rules that are to be made, and those that they need; what is wrong, if anything is.
    [[nodiscard]] diagnostic write_made() {
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
        return spent_.why() != errc::none ? gave_up() : diagnostic{};
    }
    void write(job const j) {
        std::uint32_t const component = edges_.component[j.from];
        auto const add = [&](beginning const& b) { b.recursive ? void() : rules_.alternative(b.items); };
        if (j.what == part::rest) {
            write_rest(j);
        } else if (j.what == part::first || component == no_component) {
            beginnings_of_rule(j.from, component, add);
        } else {
            for (std::uint32_t const c : edges_.members[component]) {
                if (known_[c].has_first && spent_.spend(2 * steps_of_an_item) &&
                    spent_.hold(3 * bytes_of_an_item)) {
                    element const two[] = {reference(rule_for(part::first, c, c)),
                                           reference(rule_for(part::rest, c, j.from))};
                    rules_.alternative(two);
                }
            }
        }
    }
    void write_rest(job const& j) {
        vec<std::uint32_t> here{j.from};  // and the rules that it is all of
        for (std::size_t i = 0; i < here.size(); ++i) {
            for (auto const& [to, tail] : known_[here[i]].ways) {
                std::size_t const size = tail.size() + 2;
                if (!spent_.spend(steps_of_an_item * size) || !spent_.hold(bytes_of_an_item * size)) {
                    return;
                }
                bool const nothing = each_item(tail, [&](item one) { return edges_.is_nullable(one); });
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

    /// The number of the rule for `what`, which will be written.
    std::uint32_t rule_for(part what, std::uint32_t from, std::uint32_t to) {
        std::uint32_t& number = number_of(what, from, to);
        if (number == no_rule) {
            auto const fresh = static_cast<std::uint32_t>(rules_.size());
            std::size_t const chars = edges_.name(from).size() + edges_.name(to).size();
            if (!spent_.spend(20 * steps_of_an_item + chars) || !spent_.hold(2 * chars + 300)) {
                return fresh;
            }
            number = fresh;
            rules_.add(unused_name(what, from, to));
            todo_.push_back({what, from, to, fresh});
        }
        return number;
    }
    /// Where that number is kept.
    [[nodiscard]] std::uint32_t& number_of(part what, std::uint32_t from, std::uint32_t to) {
        if (what != part::rest) {
            return what == part::first ? known_[from].first : known_[from].nonempty;
        }
        vec<std::uint32_t>& rests = known_[to].rests;
        if (rests.empty()) {
            rests.resize(edges_.members[edges_.component[to]].size(), no_rule);
        }
        return rests[edges_.place[from]];
    }
    std::string_view unused_name(part what, std::uint32_t from, std::uint32_t to) {
        constexpr std::string_view endings[] = {"-nonempty", "-first", "-rest"};
        std::string name{edges_.name(from)};
        name += endings[static_cast<std::size_t>(what)];
        if (from != to) {
            name.append("-").append(edges_.name(to));
        }
        std::size_t const size = name.size();
        if (std::uint32_t* const made = names_.find(name)) {
            do {
                static_cast<void>(spent_.spend(100 + size));
                name.resize(size);
                name.append("-").append(std::to_string(++*made));
            } while (names_.find(name) != nullptr);
        }
        made_names_.push_back(std::move(name));
        std::string_view const kept = made_names_[made_names_.size() - 1];
        names_.insert(kept);
        return kept;
    }

    /// What rule `r` matches, without nothing.
    std::uint32_t nonempty(std::uint32_t r) {
        bool const as_it_is = edges_.component[r] == no_component && !edges_.is_nullable(r);
        return as_it_is ? r : rule_for(part::nonempty, r, r);
    }
    /// Adds what `one` matches, without nothing.  Precondition: not is_never(one).
    void append_nonempty(sequence& to, item one) {
        std::size_t const begin = to.size();
        append(to, one);
        element& what = is_repeat(one) ? to[begin + 2] : to[begin];
        bool empty_body = false;
        if (what.kind == element_kind::rule_ref) {
            empty_body = edges_.is_nullable(what.value);
            what.value = nonempty(what.value);
        }
        if (is_repeat(one)) {
            to[begin].value = empty_body ? 1 : (std::max)(1u, one[0].value);
        }
    }

    /// Calls `f` with the ways to match something of `s`.  References to rules of `component` are recursive.
    template <class F>
    void beginnings(item s, std::uint32_t component, F&& f) {
        each_item(s, [&](item one) {
            if (is_never(one)) {
                return true;
            }
            item const rest = s.subspan(static_cast<std::size_t>(one.data() - s.data()));
            if (!spent_.spend(steps_of_an_item * rest.size()) ||
                !spent_.hold(bytes_of_an_item * (rest.size() + 1))) {
                return false;
            }
            beginning b;
            element const what = body(one);
            b.recursive = component != no_component && what.kind == element_kind::rule_ref &&
                          edges_.component[what.value] == component;
            if (!b.recursive) {
                append_nonempty(b.items, one);
            } else if (b.rule = what.value; is_repeat(one) && one[1].value != 1) {  // then once less
                bool const optional = edges_.is_nullable(what.value) || one[0].value == 0;
                std::uint32_t const low = optional ? 0 : one[0].value - 1;
                std::uint32_t const high = one[1].value == unbounded ? unbounded : one[1].value - 1;
                b.items = {{element_kind::repeat, low}, {element_kind::repeat_upper, high}, what};
            }
            append(b.items, rest.subspan(one.size()));
            f(b);
            return edges_.is_nullable(one);
        });
    }
    template <class F>
    void beginnings_of_rule(std::uint32_t r, std::uint32_t component, F&& f) {
        edges_.alternatives(r, [&](item s) { beginnings(s, component, f); });
    }

    grammar_view g_;
    limits const& bounds_;
    stop_asker asked_;
    work spent_;
    left_edges edges_;
    vec<rule> known_;
    blocks<job> todo_;
    blocks<std::string> made_names_;
    name_set names_;
    written_rules rules_{asked_};
};

}  // namespace parlance::gbnf::detail
