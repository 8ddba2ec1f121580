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
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
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

/// Of an object: what each of its places has met of them is a bit.
inline constexpr std::size_t most_duties = 4;
inline constexpr std::size_t most_listed_duties = 30;  // before those are left out that others imply

[[nodiscard]] PARLANCE_DECL result<void> too_many_duties() {
    return diagnostic{errc::too_many_states, {}, 0, "objects that must have too many keys of some kind"};
}

inline constexpr std::uint64_t steps_to_find_a_member = 40;  // to look for it by its name

/// The members of a plan while it is made.
struct writer::member_list {
    object_plan& plan;
    hash_map<std::string_view, std::size_t> index{};

    /// The member of this name, which there is from now on.
    object_plan::member& mention(std::string_view name) {
        auto const [at, fresh] = index.try_emplace(name, plan.members.size());
        if (fresh) {
            plan.members.push_back({name, {}});
        }
        return plan.members[at.value];
    }
};

void writer::list_members(branch const& b, member_list& to) {
    object_plan& plan = to.plan;
    using k = fact::kind;
    bool named = false;
    bool rest = false;
    paid_rounds each(spent_, steps_to_find_a_member);
    for (fact const& f : b) {
        if (!each.next()) {
            return;  // plan_object() sees it
        }
        if (f.is == k::keys && f.where.is == key_set::kind::name) {
            to.mention(f.where.name);
            named = true;
        }
        rest = rest || (f.is == k::keys && f.where.is == key_set::kind::rest);
        if (f.is == k::either) {
            plan.choices.push_back(&solve_.ways_of(f));
            for (branch const& way : *plan.choices.back()) {
                for (fact const& part : way) {
                    object_plan::member& m = to.mention(part.is == k::keys ? part.where.name : part.text);
                    m.chosen = m.chosen || part.is == k::keys;
                    named = named || part.is == k::keys;
                }
            }
        }
    }
    plan.further = how_.additional_properties || rest || !named;
}

result<void> writer::list_duties(branch const& b, member_list& to) {
    object_plan& plan = to.plan;
    using k = fact::kind;
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
        case k::required: to.mention(f.text).required = true; break;
        case k::lacks: to.mention(f.text).possible = false; break;
        case k::min_properties: plan.least = (std::max)(plan.least, f.number); break;
        case k::max_properties: plan.most = (std::min)(plan.most, f.number); break;
        case k::keys:
        case k::some_key:
            if (f.where.is == key_set::kind::rest) {
                for (named_node const& p : node(nodes()[f.where.node]).properties) {
                    to.mention(p.name);
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
    return plan.duties.size() > most_listed_duties ? too_many_duties() : result<void>();
}

bool writer::is_never(literal l) {
    bool const no = negative(l);
    return nodes().load(node_of(l)) && nodes()[node_of(l)].constant.value_or(!no) == no;
}

bool writer::is_closed(branch const& b) {
    return patterns_of(nodes(), b).empty() && std::any_of(b.begin(), b.end(), [&](fact const& f) {
               return f.is == fact::kind::keys && f.where.is != key_set::kind::name && is_never(f.then);
           });
}

void writer::merge_duties(object_plan& plan) {
    std::size_t const n = plan.duties.size();
    std::size_t const members = plan.members.size();
    vec<std::uint32_t> granted;  // by those that may be there
    for (object_plan::member const& m : plan.members) {
        bool const never = !m.possible || std::any_of(m.value.begin(), m.value.end(),
                                                      [&](literal l) { return is_never(l); });
        granted.push_back(never ? 0 : m.grants);
    }
    auto const grants = [&](std::size_t i, std::size_t d) { return (granted[i] >> d & 1) != 0; };
    // whether whatever meets one meets the other
    auto const implies = [&](std::size_t one, std::size_t other) {
        fact const& a = plan.duties[one].what;
        fact const& b = plan.duties[other].what;
        bool all = a.is == fact::kind::some_key && b.is == a.is && b.then == a.then;
        for (std::size_t i = 0; all && i < members; ++i) {
            all = grants(i, other) || !grants(i, one);
        }
        return all;
    };
    vec<std::size_t> kept;
    for (std::size_t d = 0; d < n; ++d) {
        bool implied = false;
        for (std::size_t k = 0; k < n && !implied; ++k) {
            implied = k != d && implies(k, d) && (k < d || !implies(d, k));
        }
        if (!implied) {
            kept.push_back(d);
        }
    }
    for (std::size_t i = 0; i < members; ++i) {
        std::uint32_t left = 0;
        for (std::size_t k = 0; k < kept.size(); ++k) {
            left |= (plan.members[i].grants >> kept[k] & 1) << k;
        }
        plan.members[i].grants = left;
    }
    for (std::size_t k = 0; k < kept.size(); ++k) {
        plan.duties[k] = plan.duties[kept[k]];
    }
    plan.duties.erase(plan.duties.begin() + kept.size(), plan.duties.end());
}

/// The facts about keys that a member may be one of, and those about names with what they allow.
struct writer::key_facts {
    vec<fact const*> values;
    vec<std::pair<fact const*, rtn::dfa>> names;
};

result<writer::key_facts> writer::key_facts_of(branch const& b) {
    using k = fact::kind;
    key_facts out;
    for (fact const& f : b) {
        if (f.is == k::keys && f.where.is != key_set::kind::name) {
            out.values.push_back(&f);
        }
        if (f.is == k::names || f.is == k::some_name) {
            result<rtn::dfa> a = text_dfa(goal{f.then});
            if (!a) {
                return a.error();
            }
            out.names.emplace_back(&f, *std::move(a));
        }
    }
    return out;
}

result<void> writer::fit_member(std::size_t member, object_plan& plan, key_facts const& facts) {
    using k = fact::kind;
    object_plan::member& m = plan.members[member];
    constexpr std::uint64_t steps_of_a_fact = 15;
    if (!spent_.spend(steps_of_a_fact * (facts.values.size() + facts.names.size()))) {
        return spent_.error("schema");
    }
    auto const covered = [&](key_set const& where) {
        return covers(nodes(), where, m.name,
                      [this](std::string_view text) { return pattern_dfa(text, false); });
    };
    for (fact const* const f : facts.values) {
        result<bool> const about = covered(f->where);
        if (!about) {
            return about.error();
        }
        if (*about) {
            add_literal(m.value, f->then);
        }
    }
    for (auto const& [f, a] : facts.names) {
        if (f->is == k::names && !a.accepts(m.name)) {
            m.possible = false;
        }
    }
    for (std::size_t d = 0; d < plan.duties.size(); ++d) {
        fact const& f = plan.duties[d].what;
        if (f.is == k::some_name) {
            for (auto const& [other, a] : facts.names) {
                m.grants |=
                    other->is == k::some_name && other->then == f.then && a.accepts(m.name) ? 1u << d : 0;
            }
            continue;
        }
        result<bool> const about = covered(f.where);
        if (!about) {
            return about.error();
        }
        m.grants |= *about ? 1u << d : 0;
    }
    if (!plan.further && m.value.empty() && !m.chosen && !m.required && m.grants == 0) {
        m.possible = false;
    }
    return {};
}

/// False when no object can meet the branch.
result<bool> writer::plan_object(branch const& b, object_plan& plan) {
    using k = fact::kind;
    member_list list{plan};
    list_members(b, list);
    if (auto const r = list_duties(b, list); !r) {
        return r.error();
    }
    result<key_facts> const facts = key_facts_of(b);
    if (!facts) {
        return facts.error();
    }
    paid_rounds each(spent_, steps_to_find_a_member);
    for (fact const& f : b) {
        if (!each.next()) {
            return spent_.error("schema");
        }
        if (f.is == k::keys && f.where.is == key_set::kind::name) {
            add_literal(list.mention(f.where.name).value, f.then);
        }
    }
    for (std::size_t i = 0; i < plan.members.size(); ++i) {
        if (auto const r = fit_member(i, plan, *facts); !r) {
            return r.error();
        }
        if (plan.members[i].required && !plan.members[i].possible) {
            return false;
        }
    }
    if (plan.duties.size() > 1 && is_closed(b)) {
        merge_duties(plan);
    }
    if (plan.duties.size() > most_duties) {
        return too_many_duties().error();
    }
    return true;
}

}  // namespace parlance::schema::detail
