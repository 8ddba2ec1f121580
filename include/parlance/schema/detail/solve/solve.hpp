// parlance/schema/detail/solve/solve.hpp - the boolean structure of schemas solved: a goal becomes branches of plain facts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
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
using goal = vec<literal>;

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
        none_of,  // any but those; of scalars
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
        either,          // one of solver::ways_of(), all of whose facts are about members with names
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
using branch = vec<fact>;

/// What oneOf means where many objects overlap only as long as a member stays away whose constants tell them apart, as
/// where a `kind` is not required:
///
/// exact     those without it, too, where exactly one alternative allows them: complements of objects multiply
/// left_out  only those with it, which is linear
enum class untagged : std::uint8_t { exact, left_out };

/// Splits goals into branches.
class solver {
public:
    solver(node_table& nodes, limits const& bounds, untagged objects = untagged::exact)
        : nodes_(&nodes),
          untagged_(objects),
          most_branches_(bounds.alternatives),
          most_bytes_(bounds.allocated_bytes / 6),
          fuel_(bounds.fuel / 100),
          stop_(bounds.stop) {}

    /// The branches of `g` for values of type `t`; none when no value of that type meets it.
    /// Errors: those of node_table::load, too_many_alternatives, out_of_fuel, unresolved_reference (a circle).
    [[nodiscard]] PARLANCE_DECL result<vec<branch>> expand(goal const& g, type t);
    /// What a fact of kind `either` asks: one of these.
    [[nodiscard]] vec<branch> const& ways_of(fact const& f) const noexcept {
        return clauses_[static_cast<std::size_t>(f.number)];
    }

    [[nodiscard]] PARLANCE_DECL std::string pointer(goal const& g) const;
    [[nodiscard]] node_table& nodes() noexcept { return *nodes_; }
    [[nodiscard]] std::uint64_t fuel() const noexcept { return fuel_; }
    /// What it keeps for ways_of().
    [[nodiscard]] std::size_t kept_bytes() const noexcept { return clause_bytes_; }
    /// So much memory may be taken besides that.
    void leave(std::size_t bytes) noexcept { most_bytes_ = (std::min)(most_bytes_, clause_bytes_ + bytes); }
    /// Ends what is under way: whoever shares the limits has nothing left, or was asked to stop.
    void give_up(errc why) noexcept {
        why_ = why;
        fuel_ = 0;
    }

    /// Pays for items, of some ten nanoseconds each, and looks now and then whether to stop: then all is given up.
    PARLANCE_DECL void pay(std::uint64_t items);
    /// Frees branches that nobody needs any longer, with looks in between.
    void discard(vec<branch>& ways) { discard_each(ways); }

    /// Whether objects were met that untagged::left_out leaves out.
    [[nodiscard]] bool met_untagged() const noexcept { return met_untagged_; }
    /// Whether alternatives are being compared, for which nothing is left out.
    [[nodiscard]] bool comparing() const noexcept { return comparing_; }
    /// Fuel that is kept back for another try, since they were met.
    [[nodiscard]] std::uint64_t kept_back() const noexcept { return kept_back_; }

    /// Whether two literals cannot both hold of a value of type `t`, as far as a short look can tell.
    std::function<bool(goal const&, type)> unsatisfiable;

    /// Frees what it keeps, with looks whether to stop in between; false where that cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool free(work& spent);

private:
    /// A literal to be opened, or a fact.
    struct step {
        maybe<literal> open;
        maybe<fact> plain;
    };
    using way = vec<step>;    // all of these
    using choice = vec<way>;  // one of these
    struct attempt {
        way todo;
        vec<fact> facts;
        vec<literal> seen;
        vec<choice> choices;
        vec<node_id> unevaluated;  // nodes whose unevaluatedItems or -Properties wait for the choices
        std::size_t compared = 0;  // so many of the facts are known not to clash
        bool chosen = false;       // it goes one way of several
    };
    /// The members or items of a value that a schema and what it applies in place look at.
    struct evaluation {
        bool all = false;
        std::vector<std::string_view> names;
        std::vector<std::string_view> patterns;
        std::uint64_t items = 0;  // so many from the first
        vec<node_id> contains;    // and those that one of these holds of
        bool forked = false;      // and more, by what `then`, `else` or a dependency says
        friend bool operator==(evaluation const&, evaluation const&) = default;
    };
    enum class truth : std::uint8_t { no, yes, unknown };
    /// How choices become branches.
    struct splitting {
        bool disjoint = false;  // no two ways of a choice together
        bool keep = false;      // choices about members with names stay facts of kind `either`
        std::size_t most = 0;
    };

    [[nodiscard]] PARLANCE_DECL result<vec<branch>> expand(goal const& g, type t, splitting how);
    /// Refuses schemas that a value of type `t` would have to be checked against again before anything inside it is.
    [[nodiscard]] PARLANCE_DECL result<void> without_circles(goal const& g, type t);
    /// The schemas that `id` applies to the same value of type `t`.
    [[nodiscard]] PARLANCE_DECL vec<node_id> applied_in_place(node_id id, type t);

    /// What is left to decide of an attempt that settled: nothing, so that its facts are a branch; or one choice.
    [[nodiscard]] PARLANCE_DECL result<maybe<choice>> next_choice(attempt& a, type t, splitting how,
                                                                  bool& alive);

    [[nodiscard]] PARLANCE_DECL static std::size_t bytes_of(attempt const& a) noexcept;
    [[nodiscard]] PARLANCE_DECL static std::size_t bytes_of(choice const& c) noexcept;
    /// All of an attempt but what is to do.
    [[nodiscard]] PARLANCE_DECL attempt copy(attempt const& a);
    /// Adds steps in front of those that are to do, which are taken from the back.
    PARLANCE_DECL void add_steps(way const& steps, way& todo);
    PARLANCE_DECL void discard(attempt& a);
    /// Looks now and then while memory is copied or freed that is paid for with something else.
    void pass(std::size_t bytes) {
        constexpr std::size_t between_looks = 8 * 1024;
        passed_ += bytes;
        if (passed_ >= between_looks) {
            passed_ = 0;
            look();
        }
    }
    void look() {
        if (why_ != errc::cancelled && stop_.stop_requested()) {  // also while it frees what it gave up
            give_up(errc::cancelled);
        }
    }
    /// Makes room for so many more items, with looks while those that are there move.
    template <class T>
    void make_room(vec<T>& items, std::size_t more) {
        if (items.capacity() - items.size() >= more) {
            return;
        }
        vec<T> larger;
        larger.reserve((std::max)(items.size() + more, 2 * items.capacity()));
        for (T& each : items) {
            larger.push_back(std::move(each));
            pass(sizeof(T));
        }
        items = std::move(larger);
    }
    template <class T>
    void discard_each(vec<T>& items) {
        for (; !items.empty(); items.pop_back()) {
            pay(1);
            pass(sizeof(T));
            if constexpr (requires(T& item) { item.pop_back(); }) {
                discard_each(items.back());
            }
        }
    }
    /// Adds an attempt for each way of a choice, the first one last; `disjoint` ones deny those before them.  Returns the bytes
    /// that they hold.
    PARLANCE_DECL std::size_t go_each_way(attempt&& a, choice const& options, bool disjoint,
                                          vec<attempt>& open);

    static constexpr std::size_t few_branches =
        512;  // more than those are avoided where there is another way
    static constexpr std::size_t many_products = 128;   // of choices that need not be multiplied
    static constexpr std::size_t most_local_ways = 32;  // of a fact of kind `either`
    /// The ways of a choice as facts about members with names, as far as `a` leaves them open; nothing where some are
    /// about anything else.
    [[nodiscard]] PARLANCE_DECL result<maybe<vec<branch>>> local_ways(attempt const& a, choice const& c);
    /// What is to be said of `facts` where those of `a` hold: not what is known anyway.  Nothing where they cannot hold.
    [[nodiscard]] PARLANCE_DECL maybe<branch> left_open(attempt const& a, vec<fact>&& facts);
    /// Makes facts of choices that are all about members with names.  False when that cannot be, and `alive` when
    /// none of a choice's ways can be gone.
    [[nodiscard]] PARLANCE_DECL result<bool> keep_local(attempt& a, bool& alive);
    /// Adds local_ways() of further choices to `clauses`; false and `alive` likewise.
    [[nodiscard]] PARLANCE_DECL result<bool> find_ways(attempt& a, vec<vec<branch>>& clauses, bool& alive);
    /// A choice with one way left is none: its facts hold.  Whether there was such a one, which may decide others.
    [[nodiscard]] PARLANCE_DECL static bool drop_decided(attempt& a, vec<vec<branch>>& clauses);
    [[nodiscard]] static std::size_t bytes_of(vec<branch> const& ways) noexcept {
        std::size_t out = sizeof ways;
        for (branch const& way : ways) {
            out += sizeof way + way.size() * sizeof(fact);
        }
        return out;
    }
    /// What unevaluatedProperties says, as choices for each of the names that it hangs on.
    [[nodiscard]] PARLANCE_DECL result<bool> account_by_name(attempt& a);
    /// A name, and the nodes that evaluate it if they hold, which is not known.
    struct unsure_name {
        std::string_view name;
        vec<node_id> nodes;
    };
    /// Adds those of the nodes `open`, by names that nothing evaluates yet; false where they evaluate more than names.
    [[nodiscard]] PARLANCE_DECL result<bool> find_unsure_names(attempt const& a, vec<node_id> const& open,
                                                               evaluation const& done, vec<unsure_name>& out);
    /// The member stays away, one of them evaluates it, or it is there and `wanted`, which is for the rest, holds of it.
    [[nodiscard]] PARLANCE_DECL choice ways_to_evaluate(unsure_name const& at, node_id wanted);

    /// What is known of a literal without opening it.
    [[nodiscard]] PARLANCE_DECL result<truth> glance(literal l, type t);

    /// Opens literals until only facts and choices are left; false when they contradict.
    [[nodiscard]] PARLANCE_DECL result<bool> settle(attempt& a, type t);

    [[nodiscard]] PARLANCE_DECL result<bool> add_choice(attempt& a, vec<way> ways, type t);

    static constexpr std::uint64_t items_of_a_step = 128;
    static constexpr std::uint64_t items_of_a_fact = 8;
    static constexpr std::uint64_t items_of_a_way = 4;
    static constexpr std::size_t bytes_of_an_item = 2;  // to copy them, and to free the copy
    static constexpr std::size_t bytes_of_a_choice = sizeof(choice) + 2 * (sizeof(way) + sizeof(step));
    static step one(literal l) { return {l, {}}; }
    static step one(fact f) { return {{}, std::move(f)}; }
    PARLANCE_DECL static fact number_fact(fact::kind k, std::uint64_t n);
    PARLANCE_DECL static fact text_fact(fact::kind k, std::string_view text);
    PARLANCE_DECL static fact value_fact(fact::kind k, decimal v, bool open = false);
    PARLANCE_DECL static fact node_fact(fact::kind k, node_id n);
    PARLANCE_DECL static fact item_fact(fact::kind k, std::uint64_t at, literal then);
    PARLANCE_DECL static fact key_fact(fact::kind k, key_set where, literal then);
    static key_set named(std::string_view name) { return {key_set::kind::name, name, no_node}; }

    [[nodiscard]] PARLANCE_DECL static maybe<step> negated(way const& w);
    [[nodiscard]] PARLANCE_DECL bool disjoint_lists(literal a, literal b) const;
    /// Whether a member that must be there would have to have two values.
    [[nodiscard]] PARLANCE_DECL bool clash(attempt& a);
    [[nodiscard]] PARLANCE_DECL truth judge(attempt const& a, way const& w, step const& s) const;
    [[nodiscard]] PARLANCE_DECL result<bool> simplify(attempt& a, type t);
    PARLANCE_DECL static void assert_string(vec<fact>& facts, node const& n);
    PARLANCE_DECL static void assert_number(vec<fact>& facts, node const& n);
    PARLANCE_DECL void assert_array(attempt& a, node_id id);
    PARLANCE_DECL void assert_object(attempt& a, node_id id);
    [[nodiscard]] PARLANCE_DECL result<bool> assert_choices(attempt& a, node const& n, type t);
    [[nodiscard]] PARLANCE_DECL result<bool> assert_all(attempt& a, node_id id, type t);
    [[nodiscard]] PARLANCE_DECL result<bool> exactly_one(attempt& a, vec<node_id> const& members, type t);
    using index_pairs = vec<std::pair<std::size_t, std::size_t>>;
    /// The pairs of `members`, by index, of which a value of type `t` may meet both, as far as a short look can tell.
    [[nodiscard]] PARLANCE_DECL index_pairs overlapping(vec<node_id> const& members, type t);
    /// Of each of them, a node that lists what most of them list: their values, or those of a member that must be there;
    /// no_node where it lists none of those.
    [[nodiscard]] PARLANCE_DECL vec<node_id> telling_lists(vec<node_id> const& members, type t);
    [[nodiscard]] PARLANCE_DECL index_pairs compared(vec<node_id> const& members, type t);
    /// The name of a member that tells each of the `pairs` apart where it is there, empty where none does.
    [[nodiscard]] PARLANCE_DECL std::string_view telling_member(vec<node_id> const& members,
                                                                index_pairs const& pairs);
    /// The same where objects without it shall be left out; says so.
    [[nodiscard]] PARLANCE_DECL std::string_view tag_to_require(vec<node_id> const& members,
                                                                index_pairs const& pairs);
    /// Nodes that list the values of `id`, or of a member that it requires, by that member's name.
    PARLANCE_DECL void listed_parts(node_id id, type t, int depth,
                                    vec<std::pair<std::string_view, node_id>>& lists,
                                    std::vector<std::string_view>& required);
    [[nodiscard]] PARLANCE_DECL node_id shape_of(boost::json::value const& v, std::string key);
    [[nodiscard]] PARLANCE_DECL way none_of_shapes(node_id id, type t);
    PARLANCE_DECL static void deny_string(vec<way>& ways, node const& n);
    PARLANCE_DECL static void deny_number(vec<way>& ways, node const& n);
    PARLANCE_DECL void deny_array(vec<way>& ways, node const& n);
    PARLANCE_DECL void deny_object(vec<way>& ways, node_id id);
    PARLANCE_DECL void deny_combined(vec<way>& ways, node const& n, type t);
    [[nodiscard]] PARLANCE_DECL result<bool> deny(attempt& a, node_id id, type t);
    [[nodiscard]] PARLANCE_DECL result<bool> account(attempt& a, type t);
    /// What unevaluatedProperties and unevaluatedItems of `id` say, or its breach, of what was not looked at.
    [[nodiscard]] PARLANCE_DECL fact left_over_keys(node_id id, evaluation const& done);
    [[nodiscard]] PARLANCE_DECL fact left_over_items(node_id id, evaluation const& done);
    class evaluator;
    /// Adds what node `id`, which holds in `a`, evaluates; `own` says whether its own unevaluated... counts.  What hangs on
    /// nodes of which `a` does not say whether they hold goes to `open`, or with `whatever` is added as if they did.
    [[nodiscard]] PARLANCE_DECL result<void> evaluate(attempt const& a, node_id id, type t, bool own,
                                                      bool whatever, evaluation& done, vec<node_id>& open);
    /// The keys that were not looked at; `key` says by whom.
    [[nodiscard]] PARLANCE_DECL key_set all_but(std::string key, evaluation const& done);

    /// Facts that no value can meet together, where that is plain to see.
    [[nodiscard]] PARLANCE_DECL static bool contradictory(vec<fact> const& facts);

    node_table* nodes_;
    untagged untagged_;
    bool met_untagged_ = false;
    bool comparing_ = false;  // alternatives: exactly, since what is left out of one may be in another
    std::uint64_t kept_back_ = 0;
    std::size_t most_branches_;
    std::size_t most_bytes_;  // of the ways of one goal
    std::uint64_t fuel_;
    std::uint64_t unpaid_ = 0;  // items
    std::size_t passed_ = 0;    // bytes since the last look
    stop_token stop_;
    errc why_ = errc::out_of_fuel;  // there is no fuel
    std::deque<vec<branch>> clauses_;
    std::size_t clause_bytes_ = 0;
    ordered_map<std::pair<goal, std::uint8_t>, std::size_t>
        failed_;  // so many of expand()'s attempts, for a type
    /// Of a node: the types for which it leads to no circle, and those for which that is being found out.
    struct tracing {
        std::uint8_t sound = 0;
        std::uint8_t open = 0;
    };
    vec<tracing> traced_;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/solve/impl/solve.ipp>
#endif
