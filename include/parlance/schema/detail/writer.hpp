// parlance/schema/detail/writer.hpp - branches of facts become rules of a network
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/schema/detail/digits.hpp>
#include <parlance/schema/detail/prune.hpp>
#include <parlance/schema/detail/text.hpp>
#include <parlance/schema/detail/validator.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/schema/options.hpp>
#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace parlance::schema::detail {

/// Rules written by earlier calls, which live in the caller's builder, have this bit in their number.
inline constexpr rule_id finished_rule = 0x8000'0000;

/// The rules that do not depend on a document, by their content; the goals of one node, by its fingerprint; and what raw
/// texts are made of, by what ends them.
struct shared_rules {
    std::map<std::string, rule_id, std::less<>> by_text;
    std::unordered_map<fingerprint, rule_id, hash_fingerprint> by_print;
    std::map<std::vector<std::string>, rtn::dfa> raw_texts;
};

/// Whether no object may name a member twice: only what is written as JSON can be watched for that.
[[nodiscard]] inline bool watches_names(options const& how) {
    auto const is = [](std::string_view separator, char mark) {
        return std::count(separator.begin(), separator.end(), mark) == 1 &&
               separator.find_first_not_of(std::string{mark, ' ', '\t', '\r', '\n'}) == separator.npos;
    };
    return !how.relaxed.repeated_names && is(how.item_separator, ',') && is(how.key_separator, ':');
}

/// Strings of one branch.
struct string_set {
    std::uint64_t least = 0;
    std::uint64_t most = no_limit;
    std::vector<std::string_view> patterns;
    std::vector<std::string_view> not_patterns;
    std::vector<std::string_view> formats;
    std::vector<std::string_view> not_formats;
    std::vector<std::string_view> excluded;

    [[nodiscard]] bool automaton() const noexcept {
        return !patterns.empty() || !not_patterns.empty() || !formats.empty() || !not_formats.empty() ||
               !excluded.empty();
    }
};

struct array_plan;
class key_tree;

/// Writes one document's goals into a builder of its own.
class writer {
public:
    static constexpr std::size_t most_dfa_states = 20'000;
    static constexpr std::size_t most_string_ways = 32;
    static constexpr std::size_t most_joined = std::size_t{1} << 20;  // cells of the tables that are kept

    writer(node_table& nodes, shared_rules& shared, options const& how, limits const& bounds)
        : solve_(nodes, bounds),
          shared_(&shared),
          how_(how),
          bounds_(bounds),
          text_(out_),
          judge_(nodes.source()) {
        out_.reserve(1024, 2048);
        // opening a goal asks this about its members, and that opens goals: a few rounds, then "not that anyone knows"
        solve_.unsatisfiable = [this](goal const& g, type t) {
            if (looking_ >= 3) {
                return false;
            }
            ++looking_;
            bool const none = impossible(g, t, 0);
            --looking_;
            return none;
        };
    }

    /// Writes everything that `g` needs and returns its rule.  A private number; `lowerer` moves the rules.
    [[nodiscard]] result<rule_id> write(goal const& g, std::uint8_t types = all_types) {
        rule_id r = 0;
        if (types == all_types) {
            r = rule_of(g);
        } else {
            r = out_.add_rule("value");
            if (auto const done = write_goal(g, r, types); !done) {
                return done.error();
            }
        }
        while (!todo_.empty()) {
            goal const next = std::move(todo_.front());
            todo_.pop_front();
            if (auto const done = write_goal(next, rule_of(next), all_types); !done) {
                return done.error();
            }
            if (out_.state_count() > bounds_.states) {
                return diagnostic{errc::too_many_states, {}, 0, note(solve_.pointer(next))};
            }
        }
        return r;
    }
    /// To be called before anything is written.
    [[nodiscard]] result<void> read_spaces();
    [[nodiscard]] result<rule_id> write_raw(goal const& g, std::span<std::string_view const> delimiters);

    [[nodiscard]] rtn::builder& built() noexcept { return out_; }
    [[nodiscard]] std::vector<rtn::object> const& objects() const noexcept { return objects_; }
    [[nodiscard]] node_table& nodes() noexcept { return solve_.nodes(); }

private:
    // goals
    [[nodiscard]] rule_id rule_of(goal const& g);
    [[nodiscard]] result<void> write_goal(goal const& g, rule_id rule, std::uint8_t types);
    [[nodiscard]] bool impossible(goal const& g, type t, int depth);
    [[nodiscard]] bool impossible(goal const& g, int depth);
    [[nodiscard]] bool plainly_possible(literal l);
    [[nodiscard]] bool impossible_object(branch const& b, int depth);
    [[nodiscard]] bool impossible_array(branch const& b, int depth);
    [[nodiscard]] result<bool> meets(boost::json::value const& v, goal const& g);
    [[nodiscard]] result<std::vector<boost::json::value const*>> candidates(branch const& b, goal const& g,
                                                                            type t);
    void write_value(state_id from, boost::json::value const& v, state_id to);

    // types
    [[nodiscard]] result<rule_id> string_rule(branch const& b);
    [[nodiscard]] result<rule_id> any_string_rule(goal const& g);
    [[nodiscard]] static string_set string_set_of(branch const& b);
    void exclude_constants(branch const& b, string_set& s);
    [[nodiscard]] result<rtn::dfa> text_dfa(string_set const& s);
    [[nodiscard]] static result<void> bound_length(rtn::dfa& a, std::uint64_t least, std::uint64_t most);
    [[nodiscard]] result<rtn::dfa> text_dfa(goal const& g);
    [[nodiscard]] result<rtn::dfa const*> pattern_dfa(std::string_view pattern, bool format);
    [[nodiscard]] result<void> write_text(string_set s, state_id from, state_id to, spelling how,
                                          rtn::dfa const* also = nullptr);
    [[nodiscard]] result<rule_id> number_rule(branch const& b);
    [[nodiscard]] result<rule_id> array_rule(branch const& b);
    [[nodiscard]] result<std::optional<rule_id>> unique_array_rule(array_plan const& p);
    [[nodiscard]] result<std::optional<std::vector<boost::json::value const*>>> all_values(goal const& g,
                                                                                           std::size_t most);
    [[nodiscard]] static std::optional<std::pair<std::int64_t, std::int64_t>> whole_range(branch const& b);
    [[nodiscard]] result<rule_id> object_rule(branch const& b);
    struct object_plan;
    struct member_order;
    class member_writer;
    [[nodiscard]] result<bool> plan_object(branch const& b, object_plan& plan);
    [[nodiscard]] result<void> plan_regions(branch const& b, object_plan& plan);
    [[nodiscard]] result<rule_id> write_object(object_plan const& plan);
    [[nodiscard]] rule_id write_key(rtn::dfa const& keys);
    /// States: within a key that is no member's, and behind its quote.
    struct other_keys {
        state_id off;
        state_id ended;
    };
    template <class Ends>
    void write_key_tree(key_tree const& tree, state_id from, std::optional<other_keys> others, Ends&& ends);
    void write_rest_of_key(state_id from, state_id to);
    [[nodiscard]] rule_id rest_of_member(rule_id value);
    [[nodiscard]] rule_id behind_key(rule_id value);
    [[nodiscard]] rule_id write_other_keys(object_plan const& plan);
    [[nodiscard]] rule_id beyond_ascii();

    // white space
    [[nodiscard]] state_id pad(state_id from);
    [[nodiscard]] state_id gap(state_id from);
    [[nodiscard]] state_id loop(state_id from);
    [[nodiscard]] state_id space_of(rtn::dfa const& a, std::string const& name, state_id from);
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
    [[nodiscard]] result<rule_id> rule_in(std::map<std::string, rule_id, std::less<>>& table,
                                          std::string const& key, std::string_view name, Body&& body) {
        if (auto const at = table.find(key); at != table.end()) {
            return at->second;
        }
        rule_id const r = out_.add_rule(name);
        table.emplace(key, r);
        state_id const end = out_.add_state();
        out_.accept(end);
        result<void> const done = body(out_.entry(r), end);
        if (!done) {
            table.erase(key);
            return done.error();
        }
        return r;
    }

    solver solve_;
    shared_rules* shared_;
    options how_;
    limits bounds_;
    rtn::builder out_;
    std::vector<rtn::object> objects_;
    text_writer text_;
    validator judge_;
    std::deque<boost::json::value> made_;  // values that no schema mentions
    std::map<goal, rule_id> goals_;
    std::map<std::string, rule_id, std::less<>> own_;  // rules of this document by their content
    std::deque<goal> todo_;
    rtn::dfa inside_;  // white space of the caller's
    rtn::dfa behind_key_;
    int looking_ = 0;
    struct look {
        bool none;
        int depth;
    };
    std::map<std::pair<goal, std::uint8_t>, look> known_impossible_;
    std::map<std::pair<std::string, bool>, rtn::dfa> patterns_;
    std::unordered_map<std::string, rtn::dfa> joined_;  // what several of them together leave
    std::size_t joined_size_ = 0;
};

}  // namespace parlance::schema::detail
