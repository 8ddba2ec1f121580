// parlance/schema/detail/solve.hpp - the boolean structure of schemas solved: a goal becomes branches of plain facts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/load.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::schema::detail {

/// A node (even) or its complement (odd).
using literal = std::uint32_t;
[[nodiscard]] constexpr literal holds(node_id n) noexcept { return n * 2; }
[[nodiscard]] constexpr literal fails(node_id n) noexcept { return n * 2 + 1; }
[[nodiscard]] constexpr literal opposite(literal l) noexcept { return l ^ 1; }
[[nodiscard]] constexpr node_id node_of(literal l) noexcept { return l / 2; }
[[nodiscard]] constexpr bool negative(literal l) noexcept { return (l & 1) != 0; }

/// A conjunction of literals; empty is every value.
using goal = std::vector<literal>;

inline void add_literal(goal& g, literal l) {
    if (std::find(g.begin(), g.end(), l) == g.end()) {
        g.push_back(l);
    }
}

/// Which keys a fact about objects is about: `name` only; or those that `node`'s patternProperties[index] matches; or
/// those that neither properties nor patternProperties of `node` mention; or all.
struct key_set {
    enum class kind : std::uint8_t { name, pattern, rest, all } is = kind::all;
    std::string_view name{};  // also the pattern's text
    node_id node = no_node;
    friend bool operator==(key_set const&, key_set const&) = default;
};

/// One thing that is asserted of values of one type.
struct fact {
    enum class kind : std::uint8_t {
        one_of,   // the values of `node`'s enum or const
        none_of,  // any but those
        min_length,
        max_length,  // number
        pattern,
        not_pattern,  // text
        format,
        not_format,  // text
        low,
        high,  // value, open
        multiple,
        not_multiple,  // value
        whole,
        not_whole,
        min_items,
        max_items,  // number
        item,       // item `number` is `then`
        items,      // items from `number` on are
        contains,   // at least `number` and at most `most` items from `from` on are
        unique,
        not_unique,
        required,   // name
        lacks,      // name
        keys,       // values behind keys of `where` are `then`
        some_key,   // there is a key of `where` whose value is `then`
        names,      // all keys are `then`
        some_name,  // a key is
        min_properties,
        max_properties,  // number
    } is;
    std::uint64_t number = 0;
    std::uint64_t most = no_limit;
    std::uint64_t from = 0;
    std::string_view text{};
    decimal value{};
    bool open = false;
    literal then = 0;
    node_id node = no_node;
    key_set where{};
};

/// A way for a value of one type to meet a goal: all of the facts.
using branch = std::vector<fact>;

/// Splits goals into branches.
class solver {
public:
    solver(node_table& nodes, limits const& bounds) : nodes_(&nodes), fuel_(bounds.fuel / 100) {}

    static constexpr std::size_t most_branches = 512;

    /// The branches of `g` for values of type `t`; none when no value of that type meets it.
    /// Errors: those of node_table::load, too_many_configurations, out_of_fuel.
    [[nodiscard]] result<std::vector<branch>> expand(goal const& g, type t) {
        result<std::vector<branch>> some = expand(g, t, false);
        // ways that exclude each other are fewer where they overlap much, but say more than is needed
        return !some && some.error().code == errc::too_many_configurations ? expand(g, t, true) : some;
    }

    [[nodiscard]] std::string pointer(goal const& g) const {
        return g.empty() ? std::string() : nodes_->pointer_of(node_of(g.front()));
    }
    [[nodiscard]] node_table& nodes() noexcept { return *nodes_; }
    [[nodiscard]] std::uint64_t fuel() const noexcept { return fuel_; }

    /// Whether two literals cannot both hold of a value of type `t`, as far as a short look can tell.
    std::function<bool(goal const&, type)> unsatisfiable;

private:
    /// A literal to be opened, or a fact.
    struct step {
        std::optional<literal> open;
        std::optional<fact> plain;
    };
    using way = std::vector<step>;    // all of these
    using choice = std::vector<way>;  // one of these
    struct attempt {
        way todo;
        std::vector<fact> facts;
        std::vector<literal> seen;
        std::vector<choice> choices;
        std::vector<node_id> unevaluated;  // nodes whose unevaluatedItems or -Properties wait for the choices
    };
    /// The members or items of a value that a schema and what it applies in place look at.
    struct evaluation {
        bool all = false;
        std::vector<std::string_view> names;
        std::vector<std::string_view> patterns;
        std::uint64_t items = 0;        // so many from the first
        std::vector<node_id> contains;  // and those that one of these holds of
        friend bool operator==(evaluation const&, evaluation const&) = default;
    };
    enum class truth : std::uint8_t { no, yes, unknown };

    [[nodiscard]] result<std::vector<branch>> expand(goal const& g, type t, bool disjoint) {
        std::vector<branch> out;
        attempt first;
        for (auto l = g.rbegin(); l != g.rend(); ++l) {
            first.todo.push_back(step{*l, {}});
        }
        std::vector<attempt> open;
        open.push_back(std::move(first));
        while (!open.empty()) {
            attempt a = std::move(open.back());
            open.pop_back();
            result<bool> const alive = settle(a, t);
            if (!alive) {
                return alive.error();
            }
            if (!*alive || contradictory(a.facts)) {
                continue;
            }
            result<bool> const open_still = simplify(a, t);
            if (!open_still) {
                return open_still.error();
            }
            if (!*open_still) {
                continue;
            }
            if (a.choices.empty() && !a.unevaluated.empty()) {
                result<bool> const possible = account(a, t);
                if (!possible) {
                    return possible.error();
                }
                if (!*possible) {
                    continue;
                }
            }
            if (a.choices.empty()) {
                out.push_back(std::move(a.facts));
            } else {
                choice const options = std::move(a.choices.back());
                a.choices.pop_back();
                if (out.size() + open.size() + options.size() > most_branches) {
                    return too_many_ways(g);
                }
                for (auto option = options.rbegin(); option != options.rend(); ++option) {
                    attempt next = a;
                    next.todo.assign(option->rbegin(), option->rend());  // taken from the back
                    for (auto before = std::next(option); disjoint && before != options.rend(); ++before) {
                        if (std::optional<step> other = negated(*before)) {
                            next.todo.push_back(*std::move(other));
                        }
                    }
                    open.push_back(std::move(next));
                }
            }
            if (out.size() > most_branches) {
                return too_many_ways(g);
            }
            if (fuel_ == 0) {
                return diagnostic{errc::out_of_fuel, {}, 0, note(pointer(g))};
            }
        }
        return out;
    }

    [[nodiscard]] diagnostic too_many_ways(goal const& g) const {
        return {
            errc::too_many_configurations, {}, 0, note(pointer(g)).append(": too many ways to satisfy it")};
    }

    /// What is known of a literal without opening it.
    [[nodiscard]] result<truth> glance(literal l, type t) {
        if (auto const r = nodes_->load(node_of(l)); !r) {
            return r.error();
        }
        node const& n = (*nodes_)[node_of(l)];
        truth here = truth::unknown;
        if (n.constant) {
            here = *n.constant ? truth::yes : truth::no;
        } else if ((n.types & bit(t)) == 0) {
            here = truth::no;
        } else if (!n.about(t) && !n.combines()) {
            here = truth::yes;
        }
        if (negative(l) && here != truth::unknown) {
            here = here == truth::yes ? truth::no : truth::yes;
        }
        return here;
    }

    /// Opens literals until only facts and choices are left; false when they contradict.
    [[nodiscard]] result<bool> settle(attempt& a, type t) {
        while (!a.todo.empty()) {
            if (fuel_ == 0) {
                return true;
            }
            --fuel_;
            step const s = std::move(a.todo.back());
            a.todo.pop_back();
            if (s.plain) {
                a.facts.push_back(*s.plain);
                continue;
            }
            literal const l = *s.open;
            if (std::find(a.seen.begin(), a.seen.end(), l) != a.seen.end()) {
                continue;
            }
            if (std::find(a.seen.begin(), a.seen.end(), opposite(l)) != a.seen.end()) {
                return false;
            }
            a.seen.push_back(l);
            result<truth> const known = glance(l, t);
            if (!known) {
                return known.error();
            }
            if (*known == truth::no) {
                return false;
            }
            if (*known == truth::yes) {
                continue;
            }
            result<bool> const alive = negative(l) ? deny(a, node_of(l), t) : assert_all(a, node_of(l), t);
            if (!alive || !*alive) {
                return alive;
            }
        }
        return true;
    }

    [[nodiscard]] result<bool> add_choice(attempt& a, std::vector<way> ways, type t) {
        choice kept;
        for (way& w : ways) {
            bool possible = true;
            bool certain = true;
            for (step const& s : w) {
                if (s.plain) {
                    certain = false;
                    continue;
                }
                result<truth> const known = glance(*s.open, t);
                if (!known) {
                    return known.error();
                }
                bool const denied =
                    std::find(a.seen.begin(), a.seen.end(), opposite(*s.open)) != a.seen.end();
                bool const granted = std::find(a.seen.begin(), a.seen.end(), *s.open) != a.seen.end();
                possible = possible && *known != truth::no && !denied;
                certain = certain && (*known == truth::yes || granted);
            }
            if (possible && certain) {
                return true;
            }
            if (possible) {
                kept.push_back(std::move(w));
            }
        }
        if (kept.empty()) {
            return false;
        }
        if (kept.size() == 1) {
            a.todo.insert(a.todo.end(), kept.front().rbegin(), kept.front().rend());
        } else {
            a.choices.push_back(std::move(kept));
        }
        return true;
    }

    static step one(literal l) { return {l, {}}; }
    static step one(fact f) { return {{}, std::move(f)}; }
    static fact number_fact(fact::kind k, std::uint64_t n) {
        fact f{k};
        f.number = n;
        return f;
    }
    static fact text_fact(fact::kind k, std::string_view text) {
        fact f{k};
        f.text = text;
        return f;
    }
    static fact value_fact(fact::kind k, decimal v, bool open = false) {
        fact f{k};
        f.value = std::move(v);
        f.open = open;
        return f;
    }
    static fact node_fact(fact::kind k, node_id n) {
        fact f{k};
        f.node = n;
        return f;
    }
    static fact item_fact(fact::kind k, std::uint64_t at, literal then) {
        fact f{k};
        f.number = at;
        f.then = then;
        return f;
    }
    static fact key_fact(fact::kind k, key_set where, literal then) {
        fact f{k};
        f.where = where;
        f.then = then;
        return f;
    }
    static key_set named(std::string_view name) { return {key_set::kind::name, name, no_node}; }

    [[nodiscard]] static std::optional<step> negated(way const& w);
    [[nodiscard]] bool disjoint_lists(literal a, literal b) const;
    [[nodiscard]] truth judge(attempt const& a, way const& w, step const& s) const;
    [[nodiscard]] result<bool> simplify(attempt& a, type t);
    [[nodiscard]] result<bool> assert_all(attempt& a, node_id id, type t);
    [[nodiscard]] result<bool> exactly_one(attempt& a, std::vector<node_id> const& members, type t);
    [[nodiscard]] result<bool> deny(attempt& a, node_id id, type t);
    [[nodiscard]] result<bool> account(attempt& a, type t);
    [[nodiscard]] result<void> evaluate(attempt const& a, node_id id, type t, bool own, bool whatever,
                                        evaluation& done, std::vector<node_id>& visited,
                                        std::vector<node_id>& open);

    /// Facts that no value can meet together, where that is plain to see.
    [[nodiscard]] static bool contradictory(std::vector<fact> const& facts);

    node_table* nodes_;
    std::uint64_t fuel_;
};

}  // namespace parlance::schema::detail
