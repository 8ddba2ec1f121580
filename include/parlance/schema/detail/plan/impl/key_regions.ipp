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
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

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
