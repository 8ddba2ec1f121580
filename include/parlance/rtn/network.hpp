// parlance/rtn/network.hpp - a recursive transition network over bytes: where GBNF, arenas and schemas meet
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace parlance::rtn {

using state_id = std::uint32_t;
using rule_id = std::uint32_t;

inline constexpr std::uint32_t unbounded = 0xFFFF'FFFF;

/// What an edge asks for before `target` is reached.
enum class edge_kind : std::uint8_t {
    bytes,         // one byte in [low, high]
    epsilon,       // nothing
    call,          // all of rule `value`
    counted_call,  // all of the rule of counts[value], which counts its increments
    increment,  // nothing; one more increment of the innermost call, which must be a counted one and below its `high`
    token,      // exactly the token with id `value`, whatever its bytes
    token_not,  // any one token but `value`
};

/// A way on from a state: to `target`, behind what `kind` asks for.
///
/// low, high  of bytes: the range, both included
/// value      of call: the rule; of counted_call: the index in counts; of token and token_not: the token's id
struct edge {
    edge_kind kind = edge_kind::epsilon;
    std::uint8_t low = 0;
    std::uint8_t high = 0;
    state_id target = 0;
    std::uint32_t value = 0;
    friend constexpr bool operator==(edge const&, edge const&) = default;
};

/// A call that returns only after `low` to `high` increments.  The counter lives in the call's frame, so a bound of a
/// million costs no states; `high` may be `unbounded`, and then the counter stays at `low` once it is there.
struct count {
    rule_id rule = 0;
    std::uint32_t low = 0;
    std::uint32_t high = unbounded;
    friend constexpr bool operator==(count const&, count const&) = default;
};

/// A state of a rule's automaton.
struct state {
    std::uint32_t first_edge = 0;  // its edges end where the next state's begin
    bool accepts = false;          // the rule may return here
    friend constexpr bool operator==(state const&, state const&) = default;
};

/// Which names the members of an object may have.
enum class member_names : std::uint8_t {
    listed,   // only those that edges spell: the rule itself keeps a name from coming twice, or allows it
    open,     // others, too, and there is always one that is not used yet
    limited,  // others or not, and they may run out
};

/// A rule whose texts are objects of JSON (RFC 8259).  Unless its names are `listed`, no object may have two members
/// with the same name, however it is escaped.  No context-free grammar can say that, so no edge does: mask::matcher
/// enforces it, and where names are `limited`, that no comma comes when all that may follow it are there; the reference
/// engine, and a grammar that is printed, do not.  A rule may rely on it: where as many required members came as there
/// are, all of them did.
///
/// always  limited: how many names may follow each comma, so long as they are new.  No more than there are; with fewer
///         members than these a matcher need not look whether one is left
struct object {
    rule_id rule = 0;
    member_names names = member_names::limited;
    std::uint32_t always = 0;
    friend constexpr bool operator==(object const&, object const&) = default;
};

/// Which values the items of an array may have.
enum class array_items : std::uint8_t {
    any,      // any number of times
    unique,   // each once, and there is always one that is not used yet
    limited,  // each once, and they may run out
};

/// A rule whose texts are arrays of JSON in which no value comes twice, however it is written: 1.0 is 1, and members of an
/// object have no order.  mask::matcher enforces it, as it does the names of objects; nothing else does.
struct array {
    rule_id rule = 0;
    array_items items = array_items::limited;
    friend constexpr bool operator==(array const&, array const&) = default;
};

/// A network as spans, cheap to copy.  `states` has one row more than there are states, `rules[i]` is the entry
/// state of rule i, `names` are for people and may be empty.  Valid as long as what it points into.
struct network_view {
    array_ref<state const> states{};
    array_ref<edge const> edges{};
    std::span<state_id const> rules{};
    array_ref<count const> counts{};
    rule_id root = 0;
    array_ref<object const> objects{};
    array_ref<array const> arrays{};
    bool trim = false;

    [[nodiscard]] constexpr array_ref<edge const> edges_of(state_id s) const noexcept {
        return {edges.data() + states[s].first_edge, states[s + 1].first_edge - states[s].first_edge};
    }
    [[nodiscard]] constexpr bool accepts(state_id s) const noexcept { return states[s].accepts; }
    [[nodiscard]] constexpr std::size_t state_count() const noexcept { return states.size() - 1; }
};

struct part;

/// Where the rows of a part begin; what its calls of other rules stand for are in network::outside, from `first_outside` on.
struct placed_part {
    std::shared_ptr<part const> what;
    state_id first_state = 0;
    rule_id first_rule = 0;
    std::uint32_t first_count = 0;
    std::uint32_t first_outside = 0;
};

/// A network that owns its rows.  Immutable once built; share it between threads as it is.
struct network {
    vec<state> states;
    vec<edge> edges;
    vec<state_id> rules;
    vec<count> counts;
    vec<vec<char>> names;  // of the rules, for print and explain
    rule_id root = 0;
    vec<object> objects;
    vec<array> arrays;
    // Known to have no dead_ends, so that prepare() does not look for them; whoever changes rows sets it to false.
    bool trim = false;
    // What is known of from other networks, see builder::append(), in the order of their rows.  Whoever changes those need not
    // care: prepare() compares.
    vec<placed_part> parts{};
    vec<rule_id> outside{};

    [[nodiscard]] constexpr network_view view() const noexcept {
        return {{states.data(), states.size()},
                {edges.data(), edges.size()},
                {rules.data(), rules.size()},
                {counts.data(), counts.size()},
                root,
                {objects.data(), objects.size()},
                {arrays.data(), arrays.size()},
                trim};
    }
    constexpr operator network_view() const noexcept { return view(); }  // NOLINT: implicit on purpose
    [[nodiscard]] constexpr std::string_view name(rule_id r) const noexcept {
        return r < names.size() ? std::string_view{names[r].data(), names[r].size()} : std::string_view{};
    }
};

/// Collects rules, states and edges in any order; finish() packs them.
///
/// Every rule is a small automaton: it is entered at its entry state and may return from any state that accepts.
/// Precondition of all members: rules and states are those that this builder gave.  Amortised constant time but for
/// finish() and what is proportional to a text.  One thread at a time.
///
///     builder b;                                     // root ::= "(" root ")" | "x"
///     rule_id const root = b.add_rule("root");
///     state_id const end = b.add_state();
///     b.accept(end);
///     state_id const inside = b.literal(b.entry(root), "("), behind = b.add_state();
///     b.call(inside, root, behind);
///     b.epsilon(b.literal(behind, ")"), end);
///     b.epsilon(b.literal(b.entry(root), "x"), end);
///     network const net = std::move(b).finish();
class builder {
public:
    /// A new rule with its entry state.  The first rule is the root unless root() says otherwise.
    PARLANCE_DECL rule_id add_rule(std::string_view name = {});
    /// Where a rule is entered.
    [[nodiscard]] state_id entry(rule_id r) const noexcept { return rules_[r]; }
    void set_entry(rule_id r, state_id s) noexcept { rules_[r] = s; }
    void root(rule_id r) noexcept { root_ = r; }
    /// Says that a rule reads objects of JSON.
    PARLANCE_DECL void add_object(object const& o);
    /// Says that a rule reads arrays of JSON whose items are unique.
    PARLANCE_DECL void add_array(array const& a);

    /// A new state, which does not accept and has no edges.  States belong to the rule from whose entry they are reached.
    state_id add_state() {
        accepts_.push_back(0);
        return static_cast<state_id>(accepts_.size() - 1);
    }
    /// The rule may return from here.
    void accept(state_id s) { accepts_[s] = 1; }

    // Edges, each of the kind of its name; edge_kind says what they ask for.
    void bytes(state_id from, std::uint8_t low, std::uint8_t high, state_id to) {
        add(from, {edge_kind::bytes, low, high, to, 0});
    }
    void epsilon(state_id from, state_id to) { add(from, {edge_kind::epsilon, 0, 0, to, 0}); }
    void call(state_id from, rule_id callee, state_id to) { add(from, {edge_kind::call, 0, 0, to, callee}); }
    PARLANCE_DECL void counted_call(state_id from, count const& c, state_id to);
    void increment(state_id from, state_id to) { add(from, {edge_kind::increment, 0, 0, to, 0}); }
    void token(state_id from, std::uint32_t id, state_id to, bool negated = false) {
        add(from, {negated ? edge_kind::token_not : edge_kind::token, 0, 0, to, id});
    }
    /// The bytes of `text`, one after the other; returns where they end.
    PARLANCE_DECL state_id literal(state_id from, std::string_view text);

    [[nodiscard]] std::size_t state_count() const noexcept { return accepts_.size(); }
    [[nodiscard]] std::size_t edge_count() const noexcept { return edges_.size(); }
    [[nodiscard]] std::size_t rule_count() const noexcept { return rules_.size(); }

    /// How much there is of everything, to say from where on something was added.
    struct size {
        std::size_t states = 0;
        std::size_t edges = 0;
        std::size_t rules = 0;
        std::size_t counts = 0;
        std::size_t objects = 0;
        std::size_t arrays = 0;
    };
    [[nodiscard]] size here() const noexcept {
        return {accepts_.size(), edges_.size(),   rules_.size(),
                counts_.size(),  objects_.size(), arrays_.size()};
    }
    /// Takes back what was added since then, to which nothing leads that was there before; no part may be placed in it.
    PARLANCE_DECL void shrink(size const& to) noexcept;
    /// What was added since then, as a part; nullptr where it is none: where it leads to other rows that were there before than
    /// by calls of the rules `outside`.  Linear in what was added.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<part const>
    part_since(size const& before, std::span<rule_id const> outside) const;
    /// Says that what was added since then is `p`, so that networks know it.
    PARLANCE_DECL void place(std::shared_ptr<part const> p, size const& at, std::span<rule_id const> outside);
    /// Adds the rules of a part, numbered from rule_count() on.  Precondition: `outside` are as many as part_since() was told,
    /// sorted likewise.  Linear.
    PARLANCE_DECL void append(std::shared_ptr<part const> p, std::span<rule_id const> outside);

    /// Takes back all, so that it is as new: a block at a time, with looks whether to stop in between, and what is left then at
    /// once.
    PARLANCE_DECL void free(work& looks);

    /// Packs the rows; edges of a state keep the order in which they were added.  Linear.
    [[nodiscard]] PARLANCE_DECL network finish() &&;
    /// The same where `spent` pays for it.  Errors: out_of_fuel, cancelled.
    [[nodiscard]] PARLANCE_DECL result<network> finish(work& spent) &&;

private:
    struct row {
        state_id from;
        edge what;
    };
    void add(state_id from, edge const& e) { edges_.push_back({from, e}); }

    blocks<char> accepts_;
    blocks<row> edges_;
    vec<state_id> rules_;
    vec<count> counts_;
    vec<vec<char>> names_;
    vec<object> objects_;
    vec<array> arrays_;
    vec<placed_part> parts_;
    vec<rule_id> outside_;
    rule_id root_ = 0;
};

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/network.ipp>
#endif
