// parlance/schema/detail/solve.hpp - the boolean structure of schemas solved: a goal becomes branches of plain facts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/decimal.hpp>
#include <parlance/schema/detail/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

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

PARLANCE_DECL void add_literal(goal& g, literal l);

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
    [[nodiscard]] PARLANCE_DECL result<std::vector<branch>> expand(goal const& g, type t);

    [[nodiscard]] PARLANCE_DECL std::string pointer(goal const& g) const;
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

    [[nodiscard]] PARLANCE_DECL result<std::vector<branch>> expand(goal const& g, type t, bool disjoint);

    [[nodiscard]] PARLANCE_DECL diagnostic too_many_ways(goal const& g) const;

    /// What is known of a literal without opening it.
    [[nodiscard]] PARLANCE_DECL result<truth> glance(literal l, type t);

    /// Opens literals until only facts and choices are left; false when they contradict.
    [[nodiscard]] PARLANCE_DECL result<bool> settle(attempt& a, type t);

    [[nodiscard]] PARLANCE_DECL result<bool> add_choice(attempt& a, std::vector<way> ways, type t);

    static step one(literal l) { return {l, {}}; }
    static step one(fact f) { return {{}, std::move(f)}; }
    PARLANCE_DECL static fact number_fact(fact::kind k, std::uint64_t n);
    PARLANCE_DECL static fact text_fact(fact::kind k, std::string_view text);
    PARLANCE_DECL static fact value_fact(fact::kind k, decimal v, bool open = false);
    PARLANCE_DECL static fact node_fact(fact::kind k, node_id n);
    PARLANCE_DECL static fact item_fact(fact::kind k, std::uint64_t at, literal then);
    PARLANCE_DECL static fact key_fact(fact::kind k, key_set where, literal then);
    static key_set named(std::string_view name) { return {key_set::kind::name, name, no_node}; }

    [[nodiscard]] PARLANCE_DECL static std::optional<step> negated(way const& w);
    [[nodiscard]] PARLANCE_DECL bool disjoint_lists(literal a, literal b) const;
    [[nodiscard]] PARLANCE_DECL truth judge(attempt const& a, way const& w, step const& s) const;
    [[nodiscard]] PARLANCE_DECL result<bool> simplify(attempt& a, type t);
    [[nodiscard]] PARLANCE_DECL result<bool> assert_all(attempt& a, node_id id, type t);
    [[nodiscard]] PARLANCE_DECL result<bool> exactly_one(attempt& a, std::vector<node_id> const& members,
                                                         type t);
    [[nodiscard]] PARLANCE_DECL result<bool> deny(attempt& a, node_id id, type t);
    [[nodiscard]] PARLANCE_DECL result<bool> account(attempt& a, type t);
    [[nodiscard]] PARLANCE_DECL result<void> evaluate(attempt const& a, node_id id, type t, bool own,
                                                      bool whatever, evaluation& done,
                                                      std::vector<node_id>& visited,
                                                      std::vector<node_id>& open);

    /// Facts that no value can meet together, where that is plain to see.
    [[nodiscard]] PARLANCE_DECL static bool contradictory(std::vector<fact> const& facts);

    node_table* nodes_;
    std::uint64_t fuel_;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/solve.ipp>
#endif
