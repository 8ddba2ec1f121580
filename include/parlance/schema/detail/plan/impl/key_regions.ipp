// parlance/schema/detail/plan/impl/key_regions.ipp - the keys of an object that no member names
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

std::vector<std::string_view> patterns_of(node_table const& nodes, branch const& b) {
    std::vector<std::string_view> out;
    auto const add = [&](std::string_view text) {
        if (std::find(out.begin(), out.end(), text) == out.end()) {
            out.push_back(text);
        }
    };
    for (fact const& f : b) {
        if (f.is != fact::kind::keys && f.is != fact::kind::some_key) {
            continue;
        }
        if (f.where.is == key_set::kind::pattern) {
            add(f.where.name);
        }
        if (f.where.is == key_set::kind::rest) {
            for (named_node const& p : nodes[f.where.node].patterns) {
                add(p.name);
            }
        }
    }
    return out;
}

/// Keys that match the same patterns: of pattern i, bit i + 1 of their label.
struct alike_keys {
    node_table const& nodes;
    std::vector<std::string_view> const& patterns;
    std::uint32_t label;

    [[nodiscard]] bool match(std::string_view pattern) const {
        auto const at = std::find(patterns.begin(), patterns.end(), pattern) - patterns.begin();
        return (label >> (1 + at) & 1) != 0;
    }
    /// Whether they are in a set; none is a member's name.
    [[nodiscard]] bool in(key_set const& where) const {
        switch (where.is) {
        case key_set::kind::pattern: return match(where.name);
        case key_set::kind::rest: {
            node const& n = nodes[where.node];
            return std::none_of(n.patterns.begin(), n.patterns.end(),
                                [&](named_node const& p) { return match(p.name); });
        }
        case key_set::kind::all: return true;
        case key_set::kind::name: break;
        }
        return false;
    }
    /// What a branch asks of their values.
    [[nodiscard]] goal value(branch const& b) const {
        goal out;
        for (fact const& f : b) {
            if (f.is == fact::kind::keys && in(f.where)) {
                add_literal(out, f.then);
            }
        }
        return out;
    }
};

/// One automaton for all keys: its label says which patterns match, and behind those, which sets of names they are in.
result<rtn::dfa> writer::labelled_keys(std::span<std::string_view const> patterns,
                                       std::span<rtn::dfa const> name_sets) {
    rtn::dfa all = rtn::any_text();
    std::size_t const sets = patterns.size() + name_sets.size();
    for (std::size_t i = 0; i < sets; ++i) {
        rtn::dfa const* one = i < patterns.size() ? nullptr : &name_sets[i - patterns.size()];
        if (one == nullptr) {
            result<rtn::dfa const*> const a = pattern_dfa(patterns[i], false);
            if (!a) {
                return a.error();
            }
            one = *a;
        }
        auto const marked = [mark = 2u << i](std::uint32_t x, std::uint32_t y) {
            return x == 0 ? 0 : y != 0 ? x | mark : x;
        };
        auto const make = [&] { return rtn::product(all, *one, marked, most_dfa_states, spent_); };
        result<rtn::dfa> both = sets > 1 ? minimal(make) : within_budget(make);
        if (!both) {
            return both;
        }
        all = *std::move(both);
    }
    return all;
}

/// All keys that no member names are alike.
void writer::plan_one_region(branch const& b, object_plan& plan) {
    object_plan::region r;
    for (fact const& f : b) {
        if (f.is == fact::kind::keys && f.where.is != key_set::kind::name) {
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
}

/// The keys that no member names, split by what is asked of their values.
result<void> writer::plan_regions(branch const& b, object_plan& plan) {
    using k = fact::kind;
    std::vector<std::string_view> const patterns = patterns_of(nodes(), b);
    if (!plan.further && patterns.empty()) {
        return {};
    }
    vec<rtn::dfa> name_sets;  // of duties about names
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
    result<rtn::dfa> labelled = labelled_keys(patterns, {name_sets.data(), name_sets.size()});
    if (!labelled) {
        return labelled.error();
    }
    rtn::dfa all = *std::move(labelled);
    bool every = patterns.empty() && name_sets.empty();
    if (every && std::none_of(b.begin(), b.end(), [](fact const& f) { return f.is == k::names; })) {
        plan_one_region(b, plan);
        return {};
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
    bool const rest_wanted = plan.further && !impossible(alike_keys{nodes(), patterns, 1}.value(b), 0);
    vec<std::string_view> taken;
    for (auto const& m : plan.members) {
        if (std::uint32_t const label = all.label(m.name); label > 1 || (label == 1 && rest_wanted)) {
            taken.push_back(m.name);
        }
    }
    if (!taken.empty()) {
        every = false;
        result<rtn::dfa> const found =
            within_budget([&] { return rtn::one_of_texts(taken, most_dfa_states, spent_); });
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
        alike_keys const keys{nodes(), patterns, label};
        object_plan::region r;
        r.value = keys.value(b);
        if (impossible(r.value, 0)) {
            continue;
        }
        std::size_t name_set = 0;
        for (std::size_t d = 0; d < plan.duties.size(); ++d) {
            fact const& f = plan.duties[d].what;
            bool const grants = f.is == k::some_name ? (label >> (1 + patterns.size() + name_set++) & 1) != 0
                                                     : keys.in(f.where);
            r.grants |= grants ? 1u << d : 0;
        }
        r.every = every;
        if (!every) {
            rtn::dfa only = all;
            for (std::uint32_t& l : only.labels) {
                l = l == label ? 1 : 0;
            }
            result<rtn::dfa> least = minimal([&] { return result<rtn::dfa>(std::move(only)); });
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
