// parlance/schema/detail/objects.hpp - objects as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/containers.hpp>

namespace parlance::schema::detail {

/// An object of one branch.
struct writer::object_plan {
    struct member {
        std::string_view name;
        goal value;
        bool required = false;
        bool possible = true;
        std::uint32_t grants = 0;  // bits of `duties` that it can meet
    };
    struct region {
        rtn::dfa keys;
        bool every = false;    // all keys: the plain string rule
        bool unnamed = false;  // all but the members' names
        goal value;
        std::uint32_t grants = 0;
    };
    /// There must be a key of `where` whose value meets `then`, or whose name does.
    struct duty {
        fact what;
    };
    std::vector<member> members;
    std::vector<std::string_view> named;  // of all members, also of those that may not occur
    std::vector<region> regions;
    std::vector<duty> duties;
    std::uint64_t least = 0;
    std::uint64_t most = no_limit;
    bool further = true;  // keys that no member names
};

/// Whether `f` is about the key `name`.
inline result<bool> covers(node_table& nodes, key_set const& where, std::string_view name,
                           std::function<result<rtn::dfa const*>(std::string_view)> const& pattern) {
    auto const matches = [&](std::string_view text) -> result<bool> {
        result<rtn::dfa const*> const a = pattern(text);
        if (!a) {
            return a.error();
        }
        return (*a)->accepts(name);
    };
    switch (where.is) {
    case key_set::kind::name: return where.name == name;
    case key_set::kind::all: return true;
    case key_set::kind::pattern: return matches(where.name);
    case key_set::kind::rest: {
        node const& n = nodes[where.node];
        for (named_node const& p : n.properties) {
            if (p.name == name) {
                return false;
            }
        }
        for (named_node const& p : n.patterns) {
            result<bool> const m = matches(p.name);
            if (!m || *m) {
                return m ? result<bool>(false) : m;
            }
        }
        return true;
    }
    }
    return false;
}

/// False when no object can meet the branch.
inline result<bool> writer::plan_object(branch const& b, object_plan& plan) {
    using k = fact::kind;
    std::unordered_map<std::string_view, std::size_t> index;
    auto const mention = [&](std::string_view name) -> object_plan::member& {
        auto const [at, fresh] = index.emplace(name, plan.members.size());
        if (fresh) {
            plan.members.push_back({name, {}});
        }
        return plan.members[at->second];
    };
    bool named = false;
    bool rest = false;
    for (fact const& f : b) {
        if (f.is == k::keys && f.where.is == key_set::kind::name) {
            mention(f.where.name);
            named = true;
        }
        rest = rest || (f.is == k::keys && f.where.is == key_set::kind::rest);
        if (f.is == k::none_of) {
            node const& n = nodes()[f.node];
            bool const objects = n.single != nullptr
                                     ? n.single->is_object()
                                     : std::any_of(n.values->begin(), n.values->end(),
                                                   [](boost::json::value const& v) { return v.is_object(); });
            if (objects) {
                return diagnostic{errc::not_lowerable, {}, 0, "any object but certain ones"};
            }
        }
    }
    plan.further = how_.additional_properties || rest || !named;
    for (fact const& f : b) {
        switch (f.is) {
        case k::required: mention(f.text).required = true; break;
        case k::lacks: mention(f.text).possible = false; break;
        case k::min_properties: plan.least = std::max(plan.least, f.number); break;
        case k::max_properties: plan.most = std::min(plan.most, f.number); break;
        case k::keys:
        case k::some_key:
            if (f.where.is == key_set::kind::rest) {
                for (named_node const& p : node(nodes()[f.where.node]).properties) {
                    mention(p.name);
                }
            }
            if (f.is == k::some_key) {
                plan.duties.push_back({f});
            }
            break;
        case k::some_name: plan.duties.push_back({f}); break;
        default: break;
        }
    }
    if (plan.duties.size() > 4) {
        return diagnostic{errc::too_many_states, {}, 0, "objects that must have too many keys of some kind"};
    }
    auto const pattern = [this](std::string_view text) { return pattern_dfa(text, false); };
    std::vector<std::pair<fact const*, rtn::dfa>> names;  // of propertyNames, and of duties about names
    for (fact const& f : b) {
        if (f.is == k::names || f.is == k::some_name) {
            result<rtn::dfa> a = text_dfa(goal{f.then});
            if (!a) {
                return a.error();
            }
            names.emplace_back(&f, *std::move(a));
        }
    }
    std::vector<fact const*> key_facts;
    for (fact const& f : b) {
        if (f.is == k::keys && f.where.is != key_set::kind::name) {
            key_facts.push_back(&f);
        }
    }
    for (fact const& f : b) {
        if (f.is == k::keys && f.where.is == key_set::kind::name) {
            add_literal(mention(f.where.name).value, f.then);
        }
    }
    for (object_plan::member& m : plan.members) {
        for (fact const* const f : key_facts) {
            result<bool> const about = covers(nodes(), f->where, m.name, pattern);
            if (!about) {
                return about.error();
            }
            if (*about) {
                add_literal(m.value, f->then);
            }
        }
        for (auto const& [f, a] : names) {
            if (f->is == k::names && !a.accepts(m.name)) {
                m.possible = false;
            }
        }
        for (std::size_t d = 0; d < plan.duties.size(); ++d) {
            fact const& f = plan.duties[d].what;
            if (f.is == k::some_name) {
                for (auto const& [other, a] : names) {
                    m.grants |=
                        other->is == k::some_name && other->then == f.then && a.accepts(m.name) ? 1u << d : 0;
                }
                continue;
            }
            result<bool> const about = covers(nodes(), f.where, m.name, pattern);
            if (!about) {
                return about.error();
            }
            m.grants |= *about ? 1u << d : 0;
        }
        if (!plan.further && m.value.empty() && !m.required && m.grants == 0) {
            m.possible = false;
        }
        if (m.required && !m.possible) {
            return false;
        }
    }
    return true;
}

/// The keys that no member names, split by what is asked of their values.
inline result<void> writer::plan_regions(branch const& b, object_plan& plan) {
    using k = fact::kind;
    // one automaton for all patterns; its label says which of them match
    std::vector<std::string_view> patterns;
    auto const number = [&](std::string_view text) {
        auto const at = std::find(patterns.begin(), patterns.end(), text);
        if (at == patterns.end()) {
            patterns.push_back(text);
            return patterns.size() - 1;
        }
        return static_cast<std::size_t>(at - patterns.begin());
    };
    for (fact const& f : b) {
        if (f.is != k::keys && f.is != k::some_key) {
            continue;
        }
        if (f.where.is == key_set::kind::pattern) {
            number(f.where.name);
        }
        if (f.where.is == key_set::kind::rest) {
            for (named_node const& p : node(nodes()[f.where.node]).patterns) {
                number(p.name);
            }
        }
    }
    if (!plan.further && patterns.empty()) {
        return {};
    }
    std::vector<rtn::dfa> name_sets;  // of duties about names, behind the patterns
    for (auto const& d : plan.duties) {
        if (d.what.is == k::some_name) {
            result<rtn::dfa> a = text_dfa(goal{d.what.then});
            if (!a) {
                return a.error();
            }
            name_sets.push_back(*std::move(a));
        }
    }
    if (patterns.size() + name_sets.size() > 24) {
        return diagnostic{errc::too_many_states, {}, 0, "too many patternProperties"};
    }
    rtn::dfa all = rtn::any_text();
    auto const fold = [&](rtn::dfa const& a, std::uint32_t mark) -> result<void> {
        result<rtn::dfa> both = rtn::product(
            all, a, [mark](std::uint32_t x, std::uint32_t y) { return x == 0   ? 0
                                                                      : y != 0 ? x | mark
                                                                               : x; },
            most_dfa_states);
        if (!both) {
            return both.error();
        }
        all = rtn::minimized(*std::move(both));
        return {};
    };
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        result<rtn::dfa const*> const a = pattern_dfa(patterns[i], false);
        if (!a) {
            return a.error();
        }
        if (auto const r = fold(**a, 2u << i); !r) {
            return r;
        }
    }
    for (std::size_t i = 0; i < name_sets.size(); ++i) {
        if (auto const r = fold(name_sets[i], 2u << (patterns.size() + i)); !r) {
            return r;
        }
    }
    auto const keep = [&](rtn::dfa const& a, bool inside) -> result<void> {
        result<rtn::dfa> both = rtn::product(
            all, a, [inside](std::uint32_t x, std::uint32_t y) { return (y != 0) == inside ? x : 0; },
            most_dfa_states);
        if (!both) {
            return both.error();
        }
        // without patterns it is small as it is
        all = patterns.empty() && name_sets.empty() ? *std::move(both) : rtn::minimized(*std::move(both));
        return {};
    };
    bool const by_name = patterns.empty() && name_sets.empty() &&
                         std::none_of(b.begin(), b.end(), [](fact const& f) { return f.is == k::names; });
    if (by_name) {
        object_plan::region r;
        for (fact const& f : b) {
            if (f.is == k::keys && f.where.is != key_set::kind::name) {
                add_literal(r.value, f.then);
            }
        }
        for (std::size_t d = 0; d < plan.duties.size(); ++d) {
            r.grants |= plan.duties[d].what.where.is != key_set::kind::name ? 1u << d : 0;
        }
        r.every = plan.members.empty();
        r.unnamed = !r.every;
        if (!impossible(r.value, 0)) {
            plan.regions.push_back(std::move(r));
        }
        return {};
    }
    bool every = patterns.empty() && name_sets.empty();
    for (fact const& f : b) {
        if (f.is == k::names) {
            every = false;
            result<rtn::dfa> const a = text_dfa(goal{f.then});
            if (!a) {
                return a.error();
            }
            if (auto const r = keep(*a, true); !r) {
                return r;
            }
        }
    }
    if (!plan.members.empty()) {
        every = false;
        rtn::nfa names;
        rtn::nfa::state const start = names.add_state();
        for (auto const& m : plan.members) {
            names.accept(names.literal(start, m.name));
        }
        result<rtn::dfa> const found = names.determinised(start, most_dfa_states);
        if (!found) {
            return found.error();
        }
        if (auto const r = keep(*found, false); !r) {
            return r;
        }
    }
    std::set<std::uint32_t> const labels(all.labels.begin(), all.labels.end());
    for (std::uint32_t const label : labels) {
        if (label == 0 || (!plan.further && label == 1)) {
            continue;
        }
        auto const matched = [&](std::string_view text) { return (label >> (1 + number(text)) & 1) != 0; };
        auto const about = [&](key_set const& where) {
            if (where.is == key_set::kind::pattern) {
                return matched(where.name);
            }
            if (where.is == key_set::kind::rest) {
                node const& n = nodes()[where.node];
                return std::none_of(n.patterns.begin(), n.patterns.end(),
                                    [&](named_node const& p) { return matched(p.name); });
            }
            return where.is == key_set::kind::all;
        };
        object_plan::region r;
        for (fact const& f : b) {
            if (f.is == k::keys && about(f.where)) {
                add_literal(r.value, f.then);
            }
        }
        if (impossible(r.value, 0)) {
            continue;
        }
        std::size_t name_set = 0;
        for (std::size_t d = 0; d < plan.duties.size(); ++d) {
            fact const& f = plan.duties[d].what;
            bool const grants = f.is == k::some_name ? (label >> (1 + patterns.size() + name_set++) & 1) != 0
                                                     : about(f.where);
            r.grants |= grants ? 1u << d : 0;
        }
        r.every = every;
        if (!every) {
            r.keys = all;
            for (std::uint32_t& l : r.keys.labels) {
                l = l == label ? 1 : 0;
            }
            if (labels.size() > 2) {
                r.keys = rtn::minimized(std::move(r.keys));
            }
        }
        plan.regions.push_back(std::move(r));
    }
    return {};
}

inline bool writer::impossible_object(branch const& b, int depth) {
    object_plan plan;
    result<bool> const good = plan_object(b, plan);
    if (!good) {
        return false;
    }
    if (!*good) {
        return true;
    }
    for (auto const& m : plan.members) {
        if (m.required && impossible(m.value, depth + 1)) {
            return true;
        }
    }
    return false;
}

inline result<rule_id> writer::object_rule(branch const& b) {
    object_plan plan;
    result<bool> const good = plan_object(b, plan);
    if (!good) {
        return good.error();
    }
    auto const nothing = [&] {
        return shared_rule("nothing", "nothing", [](state_id, state_id) -> result<void> { return {}; });
    };
    if (!*good) {
        return nothing();
    }
    if (auto const r = plan_regions(b, plan); !r) {
        return r.error();
    }
    std::uint64_t needed = 0;
    for (auto& m : plan.members) {
        if (m.possible && impossible(m.value, 0)) {
            if (m.required) {
                return nothing();
            }
            m.possible = false;
        }
        needed += m.required;
    }
    for (auto const& m : plan.members) {
        plan.named.push_back(m.name);
    }
    std::erase_if(plan.members, [](auto const& m) { return !m.possible; });
    if (needed > plan.most || plan.least > plan.most) {
        return nothing();
    }
    return write_object(plan);
}

inline result<rule_id> writer::write_object(object_plan const& plan) {
    std::uint64_t const cap = plan.most != no_limit ? plan.most : plan.least;
    std::uint32_t const all_duties = (1u << plan.duties.size()) - 1;
    std::size_t const n = plan.members.size();
    // In any order: the first `tracked` of `ranked` are known one by one, in a set; required ones beyond keep their
    // order among themselves, and optional ones beyond may stand anywhere.
    std::vector<std::size_t> ranked(n);
    std::iota(ranked.begin(), ranked.end(), std::size_t{0});
    bool any = how_.properties == order::any && n > 0;
    std::size_t tracked = 0;
    auto const required = static_cast<std::size_t>(
        std::count_if(plan.members.begin(), plan.members.end(), [](auto const& m) { return m.required; }));
    if (any) {
        std::sort(ranked.begin(), ranked.end(), [&](std::size_t x, std::size_t y) {
            bool const first = plan.members[x].required;
            return first != plan.members[y].required ? first : x < y;
        });
        tracked = n <= 6 ? n : std::min<std::size_t>(required, 5);
        if (n > tracked && (plan.least > 0 || plan.most != no_limit)) {
            any = false;  // what may be repeated cannot be counted
            std::iota(ranked.begin(), ranked.end(), std::size_t{0});
            tracked = 0;
        }
    }
    std::size_t chain = tracked;  // ranked members from here on stand in order
    std::size_t chain_end = n;
    while (any && chain_end > chain && !plan.members[ranked[chain_end - 1]].required) {
        --chain_end;
    }
    if ((cap + 1) * (chain_end - chain + 1) * (std::uint64_t{all_duties} + 1) << tracked > 200'000) {
        return diagnostic{errc::too_many_states, {}, 0, "minProperties or maxProperties too large"};
    }
    rule_id const rule = out_.add_rule("object");
    state_id const end = out_.add_state();
    out_.accept(end);
    state_id const open = out_.add_state();
    state_id const close = out_.add_state();
    out_.bytes(out_.entry(rule), '{', '{', open);
    out_.bytes(close, '}', '}', end);

    struct place {
        std::size_t index;   // of the chain
        std::uint32_t seen;  // of the tracked members
        std::uint64_t count;
        std::uint32_t met;  // of the duties
        bool behind;        // a value; otherwise a member must begin
        auto operator<=>(place const&) const = default;
    };
    std::map<place, state_id> places;
    std::deque<place> todo;
    auto const at = [&](place const& p) {
        auto const [found, fresh] = places.emplace(p, 0);
        if (fresh) {
            found->second = out_.add_state();
            todo.push_back(p);
        }
        return found->second;
    };
    auto const needed = [&](place const& p) {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < tracked; ++i) {
            count += plan.members[ranked[i]].required && (p.seen >> i & 1) == 0;
        }
        for (std::size_t i = p.index; i < chain_end; ++i) {
            count += plan.members[ranked[i]].required;
        }
        return count;
    };
    auto const finished = [&](place const& p) {
        return needed(p) == 0 && p.count >= plan.least && p.met == all_duties;
    };
    place const first{chain, 0, 0, 0, false};
    state_id const closing = out_.add_state();  // where sets of members meet before the bracket
    out_.epsilon(pad(closing), close);
    state_id const inside = pad(open);
    out_.epsilon(inside, at(first));
    if (finished(first)) {
        out_.epsilon(inside, close);
    }
    // the value behind a key, for each way to meet duties with it
    auto const choose = [&](goal const& g, std::uint32_t grants, place const& next, auto const& write) {
        std::uint32_t const open_duties = grants & ~next.met;
        for (std::uint32_t chosen = open_duties;; chosen = (chosen - 1) & open_duties) {
            goal with = g;
            for (std::size_t d = 0; d < plan.duties.size(); ++d) {
                if ((chosen >> d & 1) != 0 && plan.duties[d].what.is == fact::kind::some_key) {
                    add_literal(with, plan.duties[d].what.then);
                }
            }
            place to = next;
            to.met |= chosen;
            write(with, at(to));
            if (chosen == 0) {
                break;
            }
        }
    };
    auto const separated = [&](state_id key_end) {
        return gap(out_.literal(loop(key_end), how_.key_separator));
    };
    std::map<std::pair<std::size_t, goal>, rule_id> member_rules;
    auto const member = [&](state_id here, std::size_t index, place const& next) {
        auto const& m = plan.members[index];
        std::string const key = '"' + json_spelling(m.name) + '"';
        if (!any) {
            state_id const begin = separated(out_.literal(here, key));
            choose(m.value, m.grants, next,
                   [&](goal const& g, state_id to) { out_.call(begin, rule_of(g), to); });
            return;
        }
        choose(m.value, m.grants, next, [&](goal const& g, state_id to) {
            auto const [known, fresh] = member_rules.emplace(std::pair{index, g}, 0);
            if (fresh) {
                known->second = out_.add_rule("member");
                state_id const stop = out_.add_state();
                out_.accept(stop);
                out_.call(separated(out_.literal(out_.entry(known->second), key)), rule_of(g), stop);
            }
            out_.call(here, known->second, to);
        });
    };
    std::map<std::size_t, rule_id> region_rules;
    auto const further = [&](state_id here, place const& next) {
        for (std::size_t i = 0; i < plan.regions.size(); ++i) {
            auto const& r = plan.regions[i];
            state_id const key = out_.add_state();
            if (r.every) {
                result<rule_id> const text = string_rule({});
                out_.call(here, *text, key);
            } else {
                auto const [known, fresh] = region_rules.emplace(i, 0);
                if (fresh) {
                    known->second = r.unnamed ? write_other_keys(plan) : write_key(r.keys);
                }
                out_.call(here, known->second, key);
            }
            state_id const begin = separated(key);
            choose(r.value, r.grants, next,
                   [&](goal const& g, state_id to) { out_.call(begin, rule_of(g), to); });
        }
    };
    while (!todo.empty()) {
        place const p = todo.front();
        todo.pop_front();
        state_id const here = places.at(p);
        bool const room = plan.most == no_limit || p.count < plan.most;
        if (p.behind) {
            if (finished(p)) {
                out_.epsilon(any ? here : pad(here), any ? closing : close);
            }
            std::uint32_t const all_seen = (1u << tracked) - 1;
            if (room &&
                (p.index < chain_end || p.seen != all_seen || chain_end < n || !plan.regions.empty())) {
                state_id const begin = at({p.index, p.seen, p.count, p.met, false});
                if (any) {
                    result<rule_id> const comma = shared_rule(
                        "separator", "separator", [&](state_id from, state_id to) -> result<void> {
                            out_.epsilon(pad(out_.literal(loop(from), how_.item_separator)), to);
                            return {};
                        });
                    out_.call(here, *comma, begin);
                } else {
                    out_.epsilon(pad(out_.literal(loop(here), how_.item_separator)), begin);
                }
            }
            continue;
        }
        if (!room) {
            continue;
        }
        std::uint64_t const count = std::min(p.count + 1, cap);
        // an optional member may not take the room of required ones
        auto const fits = [&](place const& next) {
            return plan.most == no_limit || p.count + 1 + needed(next) <= plan.most;
        };
        for (std::size_t i = 0; i < tracked; ++i) {
            place const next{p.index, p.seen | 1u << i, count, p.met, true};
            if ((p.seen >> i & 1) == 0 && fits(next)) {
                member(here, ranked[i], next);
            }
        }
        if (p.index < chain_end) {
            place const next{p.index + 1, p.seen, count, p.met, true};
            if (fits(next)) {
                member(here, ranked[p.index], next);
            }
            if (!any && !plan.members[ranked[p.index]].required) {
                out_.epsilon(here, at({p.index + 1, p.seen, p.count, p.met, false}));
            }
        }
        if (any || p.index == chain_end) {
            place const next{p.index, p.seen, count, p.met, true};
            for (std::size_t i = chain_end; i < n; ++i) {
                member(here, ranked[i], next);
            }
            if (fits(next)) {
                further(here, next);
            }
        }
    }
    return rule;
}

/// A rule for the keys of an automaton, quotes included.
inline rule_id writer::write_key(rtn::dfa const& keys) {
    rule_id const name = out_.add_rule("key");
    state_id const end = out_.add_state();
    out_.accept(end);
    state_id const begin = out_.add_state();
    state_id const quote = out_.add_state();
    out_.bytes(out_.entry(name), '"', '"', begin);
    out_.bytes(quote, '"', '"', end);
    std::vector<state_id> const ends = write_dfa(out_, text_, keys, begin, spelling::lean, false);
    for (std::size_t s = 0; s < ends.size(); ++s) {
        if (keys.labels[s] != 0) {
            out_.epsilon(ends[s], quote);
        }
    }
    return name;
}

/// A rule for the keys that are no member's name: the tree of the names, and the ways off it.
inline rule_id writer::write_other_keys(object_plan const& plan) {
    struct twig {
        std::vector<std::pair<char32_t, std::size_t>> next;
        bool ends = false;
    };
    std::string content = "keys but";
    std::vector<twig> tree(1);
    for (std::string_view const name : plan.named) {
        content += " " + std::to_string(name.size()) + " ";
        content += name;
        std::size_t at = 0;
        for (std::string_view rest = name; !rest.empty();) {
            utf8::decoded const d = utf8::decode(rest);
            rest.remove_prefix(d.length);
            auto const known = std::find_if(tree[at].next.begin(), tree[at].next.end(),
                                            [&](auto const& n) { return n.first == d.value; });
            if (known != tree[at].next.end()) {
                at = known->second;
                continue;
            }
            tree[at].next.emplace_back(d.value, tree.size());
            at = tree.size();
            tree.emplace_back();
        }
        tree[at].ends = true;
    }
    result<rule_id> const rule =
        shared_rule(content, "key", [&](state_id from, state_id end) -> result<void> {
            state_id const quote = out_.add_state();
            state_id const off = out_.add_state();
            out_.bytes(quote, '"', '"', end);
            std::vector<code_points> const any = rtn::complement(std::span<code_points const>{});
            text_.add(off, any, off, spelling::lean);
            out_.epsilon(off, quote);
            std::vector<state_id> place(tree.size());
            for (state_id& p : place) {
                p = out_.add_state();
            }
            out_.bytes(from, '"', '"', place[0]);
            std::vector<code_points> taken;
            for (std::size_t i = 0; i < tree.size(); ++i) {
                taken.clear();
                for (auto const& [c, to] : tree[i].next) {
                    code_points const one[] = {{c, c}};
                    taken.push_back(one[0]);
                    text_.add(place[i], one, place[to], spelling::lean);
                }
                text_.add_others(place[i], taken, off);
                if (!tree[i].ends) {
                    out_.epsilon(place[i], quote);
                }
            }
            return {};
        });
    return *rule;
}

}  // namespace parlance::schema::detail
