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
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

std::vector<std::string_view> patterns_of(node_table const& nodes, branch const& b) {
    std::vector<std::string_view> out;
    auto const add = [&](std::string_view text) {
        if (out.size() <= most_patterns && std::find(out.begin(), out.end(), text) == out.end()) {
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

/// Splits the keys that no member names by what is asked of their values.
class writer::region_planner {
public:
    region_planner(writer& out, branch const& b, object_plan& plan)
        : out_(&out), branch_(&b), plan_(&plan), patterns_(patterns_of(out.nodes(), b)) {}

    [[nodiscard]] result<void> split() {
        if (!plan_->further && patterns_.empty()) {
            return {};
        }
        result<vec<rtn::dfa>> const name_sets = wanted_names();
        if (!name_sets) {
            return name_sets.error();
        }
        if (patterns_.size() + name_sets->size() > most_patterns) {
            return diagnostic{errc::too_many_states, {}, 0, "too many patternProperties"};
        }
        if (auto const r = label_keys(*name_sets); !r) {
            return r;
        }
        every_ = patterns_.empty() && name_sets->empty();
        if (every_ && std::none_of(branch_->begin(), branch_->end(), about_names)) {
            add_only_region();
            return {};
        }
        if (auto const r = keep_allowed_names(); !r) {
            return r;
        }
        bool const rest_wanted =
            plan_->further && !out_->impossible(alike_keys{out_->nodes(), patterns_, 1}.value(*branch_), 0);
        if (auto const r = leave_out_members(rest_wanted); !r) {
            return r;
        }
        vec<std::uint32_t> labels(keys_.labels.begin(), keys_.labels.end());
        if (!paid_sort(labels, out_->spent_)) {
            return out_->spent_.error("schema");
        }
        labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
        for (std::uint32_t const label : labels) {
            if (label > 1 || (label == 1 && rest_wanted)) {
                if (auto const r = add_region(label); !r) {
                    return r;
                }
            }
        }
        return {};
    }

private:
    using k = fact::kind;
    [[nodiscard]] static bool about_names(fact const& f) noexcept { return f.is == k::names; }

    /// The names that duties ask for: an automaton for each.
    [[nodiscard]] result<vec<rtn::dfa>> wanted_names() {
        vec<rtn::dfa> sets;
        for (auto const& d : plan_->duties) {
            if (d.what.is == k::some_name) {
                result<rtn::dfa> a = out_->text_dfa(goal{d.what.then});
                if (!a) {
                    return a.error();
                }
                sets.push_back(*std::move(a));
            }
        }
        return sets;
    }

    /// One automaton for all keys: its label says which patterns match, and behind those, which sets of names they are in.
    [[nodiscard]] result<void> label_keys(vec<rtn::dfa> const& name_sets) {
        keys_ = rtn::any_text();
        std::size_t const sets = patterns_.size() + name_sets.size();
        for (std::size_t i = 0; i < sets; ++i) {
            rtn::dfa const* one = i < patterns_.size() ? nullptr : &name_sets[i - patterns_.size()];
            if (one == nullptr) {
                result<rtn::dfa const*> const a = out_->pattern_dfa(patterns_[i], false);
                if (!a) {
                    return a.error();
                }
                one = *a;
            }
            auto const marked = [mark = 2u << i](std::uint32_t x, std::uint32_t y) {
                return x == 0 ? 0 : y != 0 ? x | mark : x;
            };
            auto const make = [&] {
                return rtn::product(keys_, *one, marked, most_dfa_states, out_->spent_);
            };
            result<rtn::dfa> both = sets > 1 ? out_->minimal(make) : out_->within_budget(make);
            if (!both) {
                return both.error();
            }
            keys_ = *std::move(both);
        }
        return {};
    }

    /// All keys that no member names are alike.
    void add_only_region() {
        object_plan::region r;
        for (fact const& f : *branch_) {
            if (f.is == k::keys && f.where.is != key_set::kind::name) {
                add_literal(r.value, f.then);
            }
        }
        for (std::size_t d = 0; d < plan_->duties.size(); ++d) {
            r.grants |= plan_->duties[d].what.where.is != key_set::kind::name ? 1u << d : 0;
        }
        r.every = plan_->members.empty();
        r.unnamed = !r.every;
        if (!out_->impossible(r.value, 0)) {
            plan_->regions.push_back(std::move(r));
        }
    }

    /// Leaves the keys that are among `texts`, or those that are not.
    [[nodiscard]] result<void> keep(rtn::dfa const& texts, bool inside) {
        every_ = false;
        result<rtn::dfa> both = rtn::product(
            keys_, texts, [inside](std::uint32_t x, std::uint32_t y) { return (y != 0) == inside ? x : 0; },
            most_dfa_states, out_->spent_);
        if (!both) {
            return both.error();
        }
        keys_ = *std::move(both);  // regions are minimized in the end
        return {};
    }

    [[nodiscard]] result<void> keep_allowed_names() {
        for (fact const& f : *branch_) {
            if (about_names(f)) {
                result<rtn::dfa> const a = out_->text_dfa(goal{f.then});
                if (!a) {
                    return a.error();
                }
                if (auto const r = keep(*a, true); !r) {
                    return r;
                }
            }
        }
        return {};
    }

    /// Members' names are no other keys, which matters for those that would be in a region.
    [[nodiscard]] result<void> leave_out_members(bool rest_wanted) {
        vec<std::string_view> taken;
        for (auto const& m : plan_->members) {
            if (std::uint32_t const label = keys_.label(m.name); label > 1 || (label == 1 && rest_wanted)) {
                taken.push_back(m.name);
            }
        }
        if (taken.empty()) {
            return {};
        }
        result<rtn::dfa> const found =
            out_->within_budget([&] { return rtn::one_of_texts(taken, most_dfa_states, out_->spent_); });
        return found ? keep(*found, false) : result<void>(found.error());
    }

    /// The duties that a key with this label can meet.
    [[nodiscard]] std::uint32_t grants_of(alike_keys const& keys) const {
        std::uint32_t grants = 0;
        std::size_t name_set = 0;
        for (std::size_t d = 0; d < plan_->duties.size(); ++d) {
            fact const& f = plan_->duties[d].what;
            bool const meets = f.is == k::some_name
                                   ? (keys.label >> (1 + patterns_.size() + name_set++) & 1) != 0
                                   : keys.in(f.where);
            grants |= meets ? 1u << d : 0;
        }
        return grants;
    }

    [[nodiscard]] result<void> add_region(std::uint32_t label) {
        alike_keys const keys{out_->nodes(), patterns_, label};
        object_plan::region r;
        r.value = keys.value(*branch_);
        if (out_->impossible(r.value, 0)) {
            return {};
        }
        r.grants = grants_of(keys);
        r.every = every_;
        if (!every_) {
            constexpr std::uint64_t cells_of_a_step = 2;
            if (!out_->spent_.spend(keys_.table.size() / cells_of_a_step)) {
                return out_->spent_.error("schema");
            }
            rtn::dfa only = keys_;
            for (std::uint32_t& l : only.labels) {
                l = l == label ? 1 : 0;
            }
            result<rtn::dfa> least = out_->minimal([&] { return result<rtn::dfa>(std::move(only)); });
            if (!least) {
                return least.error();
            }
            r.keys = *std::move(least);
        }
        plan_->regions.push_back(std::move(r));
        return {};
    }

    writer* out_;
    branch const* branch_;
    object_plan* plan_;
    std::vector<std::string_view> patterns_;
    rtn::dfa keys_;       // their labels say what they match
    bool every_ = false;  // none of all keys was taken away, and there is one label
};

result<void> writer::plan_regions(branch const& b, object_plan& plan) {
    return region_planner(*this, b, plan).split();
}

}  // namespace parlance::schema::detail
