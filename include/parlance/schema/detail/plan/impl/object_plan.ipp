// parlance/schema/detail/plan/impl/object_plan.ipp - definitions of what parlance/schema/detail/plan/object_plan.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <string_view>

namespace parlance::schema::detail {

result<bool> covers(node_table& nodes, key_set const& where, std::string_view name,
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
        if (nodes.names_property(where.node, name)) {
            return false;
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
result<bool> writer::plan_object(branch const& b, object_plan& plan) {
    using k = fact::kind;
    hash_map<std::string_view, std::size_t> index;
    auto const mention = [&](std::string_view name) -> object_plan::member& {
        auto const [at, fresh] = index.try_emplace(name, plan.members.size());
        if (fresh) {
            plan.members.push_back({name, {}});
        }
        return plan.members[at.value];
    };
    bool named = false;
    bool rest = false;
    for (fact const& f : b) {
        if (f.is == k::keys && f.where.is == key_set::kind::name) {
            mention(f.where.name);
            named = true;
        }
        rest = rest || (f.is == k::keys && f.where.is == key_set::kind::rest);
        if (f.is == k::either) {
            plan.choices.push_back(&solve_.ways_of(f));
            for (branch const& way : *plan.choices.back()) {
                for (fact const& part : way) {
                    object_plan::member& m = mention(part.is == k::keys ? part.where.name : part.text);
                    m.chosen = m.chosen || part.is == k::keys;
                    named = named || part.is == k::keys;
                }
            }
        }
    }
    plan.further = how_.additional_properties || rest || !named;
    auto const pattern = [this](std::string_view text) { return pattern_dfa(text, false); };
    // a member that is there anyway meets what any value of its meets
    auto const met_anyway = [&](fact const& duty) {
        bool const read = nodes().load(node_of(duty.then)).has_value();
        bool const no = negative(duty.then);
        return read && nodes()[node_of(duty.then)].constant.value_or(no) != no &&
               std::any_of(b.begin(), b.end(), [&](fact const& f) {
                   result<bool> const about = f.is == k::required
                                                  ? covers(nodes(), duty.where, f.text, pattern)
                                                  : result<bool>(false);
                   return about && *about;
               });
    };
    for (fact const& f : b) {
        switch (f.is) {
        case k::required: mention(f.text).required = true; break;
        case k::lacks: mention(f.text).possible = false; break;
        case k::min_properties: plan.least = (std::max)(plan.least, f.number); break;
        case k::max_properties: plan.most = (std::min)(plan.most, f.number); break;
        case k::keys:
        case k::some_key:
            if (f.where.is == key_set::kind::rest) {
                for (named_node const& p : node(nodes()[f.where.node]).properties) {
                    mention(p.name);
                }
            }
            if (f.is == k::some_key && !met_anyway(f)) {
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
    vec<std::pair<fact const*, rtn::dfa>> names;  // of propertyNames, and of duties about names
    for (fact const& f : b) {
        if (f.is == k::names || f.is == k::some_name) {
            result<rtn::dfa> a = text_dfa(goal{f.then});
            if (!a) {
                return a.error();
            }
            names.emplace_back(&f, *std::move(a));
        }
    }
    vec<fact const*> key_facts;
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
        if (!plan.further && m.value.empty() && !m.chosen && !m.required && m.grants == 0) {
            m.possible = false;
        }
        if (m.required && !m.possible) {
            return false;
        }
    }
    return true;
}

/// The keys that no member names, split by what is asked of their values.
result<void> writer::plan_regions(branch const& b, object_plan& plan) {
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
    vec<rtn::dfa> name_sets;  // of duties about names, behind the patterns
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
        auto const marked = [mark](std::uint32_t x, std::uint32_t y) {
            return x == 0 ? 0 : y != 0 ? x | mark : x;
        };
        auto const make = [&] { return rtn::product(all, a, marked, most_dfa_states, spent_); };
        result<rtn::dfa> both = patterns.size() + name_sets.size() > 1 ? minimal(make) : within_budget(make);
        if (!both) {
            return both.error();
        }
        all = *std::move(both);
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
            most_dfa_states, spent_);
        if (!both) {
            return both.error();
        }
        all = *std::move(both);  // regions are minimized in the end
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
    auto const asked_of = [&](std::uint32_t label) {
        auto const matched = [&number, label](std::string_view text) {
            return (label >> (1 + number(text)) & 1) != 0;
        };
        return [this, matched](key_set const& where) {
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
    };
    auto const value_of = [&](std::uint32_t label) {
        goal out;
        auto const about = asked_of(label);
        for (fact const& f : b) {
            if (f.is == k::keys && about(f.where)) {
                add_literal(out, f.then);
            }
        }
        return out;
    };
    bool const rest_wanted = plan.further && !impossible(value_of(1), 0);
    vec<std::string_view> taken;
    for (auto const& m : plan.members) {
        if (std::uint32_t const label = all.label(m.name); label > 1 || (label == 1 && rest_wanted)) {
            taken.push_back(m.name);
        }
    }
    if (!taken.empty()) {
        every = false;
        result<rtn::dfa> const found = dfa_of_texts(taken);
        if (!found) {
            return found.error();
        }
        if (auto const r = keep(*found, false); !r) {
            return r;
        }
    }
    vec<std::uint32_t> labels(all.labels.begin(), all.labels.end());
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    for (std::uint32_t const label : labels) {
        if (label == 0 || (label == 1 && !rest_wanted)) {
            continue;
        }
        auto const about = asked_of(label);
        object_plan::region r;
        r.value = value_of(label);
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
            rtn::dfa keys = all;
            for (std::uint32_t& l : keys.labels) {
                l = l == label ? 1 : 0;
            }
            result<rtn::dfa> least = minimal([&] { return result<rtn::dfa>(std::move(keys)); });
            if (!least) {
                return least.error();
            }
            r.keys = *std::move(least);
        }
        plan.regions.push_back(std::move(r));
    }
    return {};
}

}  // namespace parlance::schema::detail
