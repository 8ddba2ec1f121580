// parlance/schema/detail/write/writer.hpp - branches of facts become rules of a network
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/validate/validator.hpp>
#include <parlance/schema/detail/write/shared_rules.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// What explain() says where no two keywords that it knows are to blame.
inline constexpr std::string_view unnamed_contradiction = "these keywords contradict each other";

/// Whether no object may name a member twice: only what is written as JSON can be watched for that.
[[nodiscard]] PARLANCE_DECL bool watches_names(options const& how);

/// Strings of one branch.
struct string_set {
    std::uint64_t least = 0;
    std::uint64_t most = no_limit;
    std::vector<std::string_view> patterns;
    std::vector<std::string_view> not_patterns;
    std::vector<std::string_view> formats;
    std::vector<std::string_view> not_formats;
    std::vector<std::string_view> excluded;

    [[nodiscard]] PARLANCE_DECL bool automaton() const noexcept;
};

struct array_plan;
struct listed_items;
class key_tree;

/// Writes one document's goals into a builder of its own.
class writer {
public:
    static constexpr std::size_t most_dfa_states = 20'000;
    static constexpr std::size_t most_string_ways = 32;
    static constexpr std::size_t most_joined = std::size_t{1} << 20;  // cells of the tables that are kept

    PARLANCE_DECL writer(node_table& nodes, shared_rules& shared, options const& how, limits const& bounds,
                         untagged objects = untagged::exact);

    /// Writes everything that `g` needs and returns its rule.  A private number; `lowerer` moves the rules.
    [[nodiscard]] PARLANCE_DECL result<rule_id> write(goal const& g, std::uint8_t types = all_types);
    /// To be called before anything is written.
    [[nodiscard]] PARLANCE_DECL result<void> read_spaces();
    /// Strings, and white space, contain none of these texts from now on, which are those of the shared rules.  To be called
    /// before anything is written.
    [[nodiscard]] PARLANCE_DECL result<void> avoid(avoided_texts const& all);
    /// Strings as they are, up to one of these texts, and anything else as JSON without them in its strings.
    [[nodiscard]] PARLANCE_DECL result<rule_id> write_raw(goal const& g, avoided_texts const& all);

    /// The JSON Pointer and the reason of why no value meets `g`; `dead` says which rules of built() some text meets.
    [[nodiscard]] PARLANCE_DECL std::string explain(goal g, rtn::dead_ends const& dead);

    [[nodiscard]] rtn::builder& built() noexcept { return out_; }
    /// Why not all was written: out_of_fuel, out_of_memory_budget or cancelled; none where it was.  What writes small parts
    /// pays for them and goes on, so that only this tells.
    [[nodiscard]] errc why_not_all() const noexcept { return spent_.why(); }
    /// The objects that were written, when `dead` says which rules of built() some text meets.
    [[nodiscard]] PARLANCE_DECL vec<rtn::object> objects(rtn::dead_ends const& dead) const;
    [[nodiscard]] vec<rtn::array> const& arrays() const noexcept { return arrays_; }
    [[nodiscard]] node_table& nodes() noexcept { return solve_.nodes(); }
    /// Steps taken so far, of limits::fuel; the solver's are counted by the hundred.
    [[nodiscard]] std::uint64_t steps() const noexcept {
        constexpr std::uint64_t solver_step = 100;
        return steps_of_writing() +
               solver_step * (bounds_.fuel / solver_step - solve_.fuel() - solve_.kept_back());
    }
    /// Those of them that are not the solver's.
    [[nodiscard]] std::uint64_t steps_of_writing() const noexcept {
        return bounds_.fuel - spent_.left() - kept_back_;
    }
    /// Frees what is large, with looks whether to stop in between, where nothing is written any more; false where that cannot be
    /// paid for.
    [[nodiscard]] PARLANCE_DECL bool free(work& spent);
    /// Whether more might be written with untagged::left_out.
    [[nodiscard]] bool met_untagged() const noexcept { return solve_.met_untagged(); }

private:
    // goals
    /// What the rule of a goal is called: where it stands, or what that begins with.
    [[nodiscard]] PARLANCE_DECL std::string name_of(goal const& g) const;
    [[nodiscard]] PARLANCE_DECL goal followed(goal g);
    [[nodiscard]] PARLANCE_DECL rule_id rule_of(goal const& whole);
    class alternatives;
    /// Alternatives of one rule: a call per branch and type, and constants.
    [[nodiscard]] PARLANCE_DECL result<void> write_goal(goal const& g, rule_id rule, std::uint8_t types);
    [[nodiscard]] PARLANCE_DECL bool impossible(goal const& g, type t, int depth);
    [[nodiscard]] PARLANCE_DECL bool impossible(goal const& g, int depth);
    [[nodiscard]] PARLANCE_DECL bool plainly_possible(literal l);
    /// The branches of a goal, which nobody needs again.
    [[nodiscard]] PARLANCE_DECL result<vec<branch>> take_branches(goal const& g, type t);
    /// Keeps them for that, as long as they are few: some two megabytes at most.
    PARLANCE_DECL void keep_branches(goal const& g, type t, vec<branch>& ways);
    [[nodiscard]] PARLANCE_DECL static std::string contradiction_in(node const& n);
    [[nodiscard]] PARLANCE_DECL maybe<goal> blocked_part(branch const& b, type t, rtn::dead_ends const& dead,
                                                         std::string& why);
    [[nodiscard]] PARLANCE_DECL bool impossible_object(branch const& b, int depth);
    [[nodiscard]] PARLANCE_DECL bool impossible_array(branch const& b, int depth);
    [[nodiscard]] PARLANCE_DECL result<bool> meets(boost::json::value const& v, goal const& g);
    [[nodiscard]] PARLANCE_DECL result<vec<boost::json::value const*>> candidates(branch const& b,
                                                                                  goal const& g, type t);
    /// Constants as they are spelled, none the beginning of another: what several begin with is written once.
    PARLANCE_DECL void write_texts(state_id from, blocks<std::string> const& all, state_id to);
    /// Where a brace is no other object's, it has to be known for one: a matcher would take it for text, and watch no names
    /// of the objects that it may be as well.
    struct constant_object {
        rule_id rule;
        state_id end;
    };
    [[nodiscard]] PARLANCE_DECL constant_object begin_constant_object();
    /// in_object  an object around it is known already
    PARLANCE_DECL void write_value(state_id from, boost::json::value const& v, state_id to,
                                   bool in_object = false);
    PARLANCE_DECL void write_number(state_id from, boost::json::value const& v, state_id to);
    PARLANCE_DECL void write_spelled(state_id from, std::string_view text, state_id to);
    template <class Parts, class Write>
    void write_between(state_id from, char open, Parts const& parts, char close, state_id to,
                       Write const& write);

    // types
    [[nodiscard]] PARLANCE_DECL result<rule_id> string_rule(branch const& b);
    [[nodiscard]] PARLANCE_DECL result<rule_id> any_string_rule(goal const& g);
    /// What a pattern comes to as several; kept, since looks ask for it again and again.
    struct split_pattern {
        std::uint64_t least = 0;
        std::uint64_t most = no_limit;
        vec<std::string_view> patterns{};
        vec<std::string_view> not_patterns{};
    };
    [[nodiscard]] PARLANCE_DECL split_pattern const& split(std::string_view pattern);
    PARLANCE_DECL void add_pattern(std::string_view pattern, string_set& s);
    [[nodiscard]] PARLANCE_DECL string_set string_set_of(branch const& b);
    PARLANCE_DECL void exclude_constants(branch const& b, string_set& s);
    class joined_patterns;
    [[nodiscard]] PARLANCE_DECL result<rtn::dfa> text_dfa(string_set const& s);
    [[nodiscard]] PARLANCE_DECL result<void> bound_length(rtn::dfa& a, std::uint64_t least,
                                                          std::uint64_t most);
    /// Whether patterns and formats leave no text, as far as a short look can tell.
    [[nodiscard]] PARLANCE_DECL bool leaves_nothing(string_set s);
    [[nodiscard]] PARLANCE_DECL result<rtn::dfa> text_dfa(goal const& g);
    [[nodiscard]] PARLANCE_DECL result<void> unite(rtn::dfa& to, rtn::dfa const& more);
    /// The strings of a branch; `s` says what bounds their lengths.
    [[nodiscard]] PARLANCE_DECL result<rtn::dfa> texts_of(branch const& b, goal const& g, string_set& s);
    [[nodiscard]] PARLANCE_DECL result<rtn::dfa const*> pattern_dfa(std::string_view pattern, bool format);
    [[nodiscard]] PARLANCE_DECL result<void> write_text(string_set s, state_id from, state_id to,
                                                        spelling how);
    [[nodiscard]] PARLANCE_DECL result<void> count_class(string_set& s);
    [[nodiscard]] PARLANCE_DECL result<void> write_any_text(string_set const& s, state_id from, state_id to,
                                                            spelling how);
    [[nodiscard]] PARLANCE_DECL bool counts_by_states(rtn::dfa const& a, string_set const& s);
    /// write_dfa(), which may end at `to` wherever the automaton may.
    PARLANCE_DECL void write_ended(rtn::dfa const& a, state_id from, state_id to, spelling how,
                                   bool increments);
    /// Calls a rule that increments for each code point, as often as the lengths say.
    PARLANCE_DECL void call_counted(rule_id text, string_set const& s, state_id from, state_id to);
    [[nodiscard]] PARLANCE_DECL result<rule_id> number_rule(branch const& b);
    [[nodiscard]] PARLANCE_DECL result<rule_id> array_rule(branch const& b);
    /// Takes places off at which nothing can stand.
    PARLANCE_DECL void shorten(array_plan& p);
    /// The same for arrays that are written alike.
    [[nodiscard]] PARLANCE_DECL std::string name_of(array_plan const& p, bool watched);
    /// What item `i` may be where it meets some wishes and must not meet others.
    [[nodiscard]] PARLANCE_DECL rule_id item_rule(array_plan const& p, std::size_t i, std::uint32_t met,
                                                  std::uint32_t denied);
    [[nodiscard]] PARLANCE_DECL state_id separate(state_id at);
    /// Items without wishes; and with them, every place by itself, with how often each wish was met.
    [[nodiscard]] PARLANCE_DECL result<void> write_items(array_plan const& p, state_id at, state_id close);
    [[nodiscard]] PARLANCE_DECL result<void> write_wishes(array_plan const& p, state_id inside,
                                                          state_id close);
    class listed_array;
    [[nodiscard]] PARLANCE_DECL result<std::optional<rule_id>> unique_array_rule(array_plan const& p);
    [[nodiscard]] PARLANCE_DECL result<maybe<listed_items>> list_items(array_plan const& p);
    /// Whether matchers can see to it that no item comes twice, and there are always enough of them for the rest of the
    /// array.
    [[nodiscard]] PARLANCE_DECL bool watchable(array_plan const& p);
    class value_counter;
    /// How many values there are for `g`, or `most`: where there are more, or where a short look does not tell.
    [[nodiscard]] PARLANCE_DECL std::uint64_t count_values(goal const& g, std::uint64_t most);
    /// Whether there are more values for `g` than anybody writes, as far as a short look can tell.
    [[nodiscard]] PARLANCE_DECL result<bool> has_many_values(goal const& g);
    /// Arrays that a text may begin at the same place, of which some are watched and others may repeat items.
    [[nodiscard]] PARLANCE_DECL bool mixes_arrays(hash_set<rule_id> const& rules) const;
    [[nodiscard]] PARLANCE_DECL result<maybe<vec<boost::json::value const*>>> all_values(goal const& g,
                                                                                         std::size_t most);
    [[nodiscard]] PARLANCE_DECL static maybe<std::pair<std::int64_t, std::int64_t>>
    whole_range(branch const& b);
    [[nodiscard]] PARLANCE_DECL result<rule_id> object_rule(branch const& b, goal const& g);
    struct object_plan;
    /// Optional members whose names have no room, a state for each letter, are not written, nor is any other name that begins
    /// with so much of one as has: fewer texts, but none that the schema does not allow.  A note says so.
    PARLANCE_DECL void leave_out_long_names(object_plan& plan);
    /// Where strings may not contain some texts, keys may not either: a member whose name does is none, and the keys that no
    /// member names are those of an automaton.
    [[nodiscard]] PARLANCE_DECL result<void> restrict_other_keys(object_plan& plan);
    struct member_list;
    struct key_facts;
    struct member_order;
    class member_choices;
    class member_writer;
    [[nodiscard]] PARLANCE_DECL result<bool> plan_object(branch const& b, object_plan& plan);
    PARLANCE_DECL void list_members(branch const& b, member_list& to);
    /// What is asked of the object as a whole, and of its names.
    [[nodiscard]] PARLANCE_DECL result<void> list_duties(branch const& b, member_list& to);
    [[nodiscard]] PARLANCE_DECL result<key_facts> key_facts_of(branch const& b);
    /// Whether nothing meets it, as far as a glance tells.
    [[nodiscard]] PARLANCE_DECL bool is_never(literal l);
    /// Whether keys are those of members only, as far as a glance tells.
    [[nodiscard]] PARLANCE_DECL bool is_closed(branch const& b);
    /// Leaves out the duties of a closed object that are met by whatever meets another one.
    PARLANCE_DECL void merge_duties(object_plan& plan);
    /// Says what the value of a member must be, and which duties it meets.
    [[nodiscard]] PARLANCE_DECL result<void> fit_member(std::size_t member, object_plan& plan,
                                                        key_facts const& facts);
    class region_planner;
    /// The keys that no member names, split by what is asked of their values.
    [[nodiscard]] PARLANCE_DECL result<void> plan_regions(branch const& b, object_plan& plan);
    [[nodiscard]] PARLANCE_DECL result<rule_id> write_object(object_plan const& plan);
    /// Errors: where places or long names are too many.
    [[nodiscard]] PARLANCE_DECL result<void> find_room(object_plan const& plan, member_order const& layout);
    /// How often members increment: required ones, or those beyond them, which are always there.
    [[nodiscard]] PARLANCE_DECL static rtn::count times_of(object_plan const& plan,
                                                           member_order const& layout, rule_id body);
    /// An object's rule, which names its members may have, and of those that may follow each comma, by the rule of what
    /// stands behind them, how many: where no text meets that rule, there are none.
    struct written_object {
        rule_id rule;
        rtn::member_names names;
        vec<std::pair<rule_id, std::uint64_t>> always;
    };
    PARLANCE_DECL void note_names(object_plan const& plan, member_order const& layout, rule_id rule);
    [[nodiscard]] PARLANCE_DECL rule_id write_key(rtn::dfa const& keys);
    /// States: within a key that is no member's, and behind its quote.
    struct other_keys {
        state_id off;
        state_id ended;
    };
    template <class Ends>
    void write_key_tree(key_tree const& tree, state_id from, maybe<other_keys> others, Ends&& ends);
    PARLANCE_DECL void write_rest_of_key(state_id from, state_id to);
    [[nodiscard]] PARLANCE_DECL rule_id rest_of_member(rule_id value);
    [[nodiscard]] PARLANCE_DECL rule_id behind_key(rule_id value);
    [[nodiscard]] PARLANCE_DECL rule_id write_other_keys(object_plan const& plan);
    [[nodiscard]] PARLANCE_DECL rule_id beyond_ascii();

    /// Tells how many constants or names are not written, since a text in them would end what is around the value.
    PARLANCE_DECL void leave_out(goal const& g, std::size_t count, std::string_view what);
    // white space
    /// It stands nowhere where it might end what is around the value.
    [[nodiscard]] PARLANCE_DECL result<void> avoid_in_spaces();
    [[nodiscard]] PARLANCE_DECL state_id pad(state_id from);
    [[nodiscard]] PARLANCE_DECL state_id gap(state_id from);
    [[nodiscard]] PARLANCE_DECL state_id loop(state_id from);
    [[nodiscard]] PARLANCE_DECL state_id space_of(rtn::dfa const& a, std::string const& name, state_id from);
    [[nodiscard]] static constexpr bool is_space(char32_t c) noexcept {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    /// The rule with this content, which says nothing of this document, written by `body` if it is new.
    template <class Body>
    [[nodiscard]] result<rule_id> shared_rule(std::string const& key, std::string_view name, Body&& body) {
        return rule_in(shared_->by_text, key, name, body);
    }
    /// The same for content that names rules by their numbers, which are this document's.
    template <class Body>
    [[nodiscard]] result<rule_id> own_rule(std::string const& key, std::string_view name, Body&& body) {
        return rule_in(own_, key, name, body);
    }
    template <class Body>
    [[nodiscard]] result<rule_id> rule_in(ordered_map<std::string, rule_id>& table, std::string const& key,
                                          std::string_view name, Body&& body) {
        if (auto const at = table.find(key); at != table.end()) {
            if (&table == &shared_->by_text) {
                shared_->note_met(key, at->second);
            }
            return at->second;
        }
        rule_id const r = out_.add_rule(name);
        auto const row = table.emplace(key, r).first;
        if (&table == &shared_->by_text) {
            shared_->open_texts.push_back(row);
        }
        state_id const end = out_.add_state();
        out_.accept(end);
        result<void> const done = body(out_.entry(r), end);
        if (!done) {
            erase(shared_->open_texts, row);
            table.erase(row);
            return done.error();
        }
        return r;
    }

    solver solve_;
    shared_rules* shared_;
    options how_;
    rtn::dfa const* outside_ = nullptr;  // the texts that strings may be, if not all
    vec<std::string> left_out_{};        // pointers of what has constants or names that are none of these
    /// An automaton that all patterns of the schema pay for together; what it took to make it is free again.
    template <class F>
    [[nodiscard]] result<rtn::dfa> within_budget(F const& make) {
        std::size_t const before = spent_.bytes_left();
        result<rtn::dfa> out = make();
        if (out) {
            spent_.release(before - spent_.bytes_left());
        }
        return out;
    }
    /// The least automaton that is equal to one, likewise.
    template <class F>
    [[nodiscard]] result<rtn::dfa> minimal(F const& make) {
        return within_budget([&]() -> result<rtn::dfa> {
            result<rtn::dfa> out = make();
            return out ? rtn::minimized(*std::move(out), spent_) : std::move(out);
        });
    }

    /// Pays for what was written since the last time, the rows here and those of the networks that are made of them, and for
    /// what the solver keeps; the solver may take what is left.
    [[nodiscard]] PARLANCE_DECL bool pay();

    limits bounds_;
    work spent_;
    std::uint64_t kept_back_ = 0;  // of its fuel, as the solver does
    std::size_t paid_states_ = 0;
    std::size_t paid_edges_ = 0;
    std::size_t paid_rules_ = 0;
    std::size_t paid_for_solver_ = 0;
    std::size_t left_to_read_;  // bytes that the document's meter had left
    rtn::builder out_;
    vec<written_object> objects_;
    vec<rtn::array> arrays_;         // whose items are watched
    vec<rule_id> repeating_arrays_;  // whose items may be equal
    text_writer text_;
    validator judge_;
    std::deque<boost::json::value> made_;  // values that no schema mentions
    ordered_map<goal, rule_id> goals_;
    ordered_map<std::string, rule_id> own_;  // rules of this document by their content
    vec<goal> todo_;
    rtn::dfa inside_;  // white space of the caller's
    rtn::dfa behind_key_;
    int looking_ = 0;
    bool cut_short_ = false;  // the look that goes on did not see all that there is
    struct look {
        bool none;
        int depth;  // from where it was cut short; 0: it was not
    };
    ordered_map<std::pair<goal, std::uint8_t>, look> known_impossible_;
    /// Branches that a look has found, until they are written.
    ordered_map<std::pair<goal, std::uint8_t>, vec<branch>> looked_at_;
    std::size_t looked_at_facts_ = 0;
    ordered_map<std::pair<std::string, bool>, rtn::dfa> patterns_;
    hash_map<std::string, bool> split_patterns_;  // that stand in no schema as they are
    hash_map<std::string, split_pattern> splits_;
    hash_map<fingerprint, rtn::dfa, hash_fingerprint> joined_;  // what several of them together leave
    std::size_t joined_size_ = 0;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/writer.ipp>
#endif
