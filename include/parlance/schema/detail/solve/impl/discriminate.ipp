// parlance/schema/detail/solve/impl/discriminate.ipp - which alternatives a value may meet together: told apart by a member
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/read/same_value.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

/// The name of a value as a whole, among those of its members: not UTF-8, and so none of theirs.
inline constexpr std::string_view whole_value = "\xFF";

void solver::listed_parts(node_id id, type t, int depth, vec<std::pair<std::string_view, node_id>>& lists,
                          std::vector<std::string_view>& required) {
    if (depth > 4 || !nodes_->load(id)) {
        return;
    }
    node const& n = (*nodes_)[id];
    if (n.single != nullptr || n.values != nullptr) {
        lists.emplace_back(whole_value, id);
    }
    if (t == type::object) {
        required.insert(required.end(), n.required.begin(), n.required.end());
        for (named_node const& p : n.properties) {
            node_id at = p.node;
            for (int hops = 0; hops < 4 && nodes_->load(at).has_value(); ++hops) {
                node const& value = (*nodes_)[at];
                if (value.single != nullptr || value.values != nullptr) {
                    lists.emplace_back(p.name, at);
                }
                if (value.reference == no_node) {
                    break;
                }
                at = value.reference;
            }
        }
    }
    if (n.reference != no_node) {
        listed_parts(n.reference, t, depth + 1, lists, required);
    }
    for (node_id const m : n.all_of) {
        listed_parts(m, t, depth + 1, lists, required);
    }
}

solver::index_pairs solver::overlapping(vec<node_id> const& members, type t) {
    bool const before = std::exchange(comparing_, true);
    index_pairs out = compared(members, t);
    comparing_ = before;
    return out;
}

vec<node_id> solver::telling_lists(vec<node_id> const& members, type t) {
    // what each of them lists: its own values, or those of a member that must be there
    vec<ordered_map<std::string_view, node_id>> lists(members.size());
    ordered_map<std::string_view, std::size_t> common;
    for (std::size_t i = 0; i < members.size(); ++i) {
        vec<std::pair<std::string_view, node_id>> found;
        std::vector<std::string_view> required{whole_value};
        listed_parts(members[i], t, 0, found, required);
        pay(items_of_a_fact * (1 + found.size() + required.size()));
        for (auto const& [name, list] : found) {
            if (std::find(required.begin(), required.end(), name) != required.end()) {
                common[name] += lists[i].emplace(name, list).second;
            }
        }
    }
    auto best = common.begin();  // what most of them list
    for (auto at = common.begin(); at != common.end(); ++at) {
        best = best->second < at->second ? at : best;
    }
    vec<node_id> out(members.size(), no_node);
    for (std::size_t i = 0; best != common.end() && i < out.size(); ++i) {
        auto const listed = lists[i].find(best->first);
        out[i] = listed == lists[i].end() ? no_node : listed->second;
    }
    return out;
}

solver::index_pairs solver::compared(vec<node_id> const& members, type t) {
    vec<node_id> const lists = telling_lists(members, t);
    hash_map<std::uint64_t, vec<std::size_t>> by_value;
    vec<std::size_t> others;  // that no list tells from the rest
    index_pairs out;
    constexpr std::uint64_t steps_of_a_pair = 15;  // a value that meets both is looked for
    auto const compare_with = [&](std::size_t i, std::size_t j) {
        pay(items_of_a_step * steps_of_a_pair);
        bool const apart = members[i] != members[j] && unsatisfiable &&
                           unsatisfiable({holds(members[i]), holds(members[j])}, t);
        if (!apart) {
            out.emplace_back(i, j);
        }
    };
    for (std::size_t j = 0; j < members.size(); ++j) {
        vec<std::size_t> before = others;
        if (lists[j] == no_node) {
            before.resize(j);
            pay(j);
            for (std::size_t i = 0; i < j; ++i) {
                before[i] = i;
            }
            others.push_back(j);
        } else {
            node const& list = (*nodes_)[lists[j]];
            for (std::size_t v = 0; v < (list.single != nullptr ? 1 : list.values->size()); ++v) {
                pay(items_of_a_fact);
                vec<std::size_t>& same =
                    by_value[hash_value(list.single != nullptr ? *list.single : (*list.values)[v])];
                before.insert(before.end(), same.begin(), same.end());
                if (same.empty() || same.back() != j) {
                    same.push_back(j);
                }
            }
            std::sort(before.begin(), before.end());
            before.erase(std::unique(before.begin(), before.end()), before.end());
            erase(before, j);
        }
        for (std::size_t const i : before) {
            compare_with(i, j);
            if (fuel_ == 0) {
                return {};  // nobody looks at it: expand() says so
            }
        }
    }
    return out;
}

std::string_view solver::telling_member(vec<node_id> const& members, index_pairs const& pairs) {
    vec<ordered_map<std::string_view, node_id>> lists(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
        vec<std::pair<std::string_view, node_id>> found;
        std::vector<std::string_view> required;
        listed_parts(members[i], type::object, 0, found, required);
        pay(items_of_a_step * (1 + found.size()));
        for (auto const& [name, list] : found) {
            lists[i].emplace(name, list);
        }
    }
    for (auto const& [name, list] : lists[pairs.front().first]) {
        bool const tells = std::all_of(pairs.begin(), pairs.end(), [&, &tag = name](auto const& both) {
            pay(items_of_a_step);
            auto const a = lists[both.first].find(tag);
            auto const b = lists[both.second].find(tag);
            return fuel_ != 0 && a != lists[both.first].end() && b != lists[both.second].end() &&
                   disjoint_lists(holds(a->second), holds(b->second));
        });
        if (tells && name != whole_value) {
            return name;
        }
    }
    return {};
}

std::string_view solver::tag_to_require(vec<node_id> const& members, index_pairs const& pairs) {
    constexpr std::size_t few_pairs = 6;            // what four objects without a tag cost is little
    if (comparing_ || pairs.size() <= few_pairs) {  // alternatives are compared as they are
        return {};
    }
    std::string_view const tag = telling_member(members, pairs);
    if (tag.empty()) {
        return {};
    }
    if (untagged_ == untagged::left_out) {
        std::string where = nodes_->pointer_of(members.front());
        where.resize((std::min)(where.size(), where.rfind('/')));
        std::string text = where + ": objects without \"" + std::string(tag) +
                           "\", which tells the alternatives apart, are not written";
        if (std::find(nodes_->notes().begin(), nodes_->notes().end(), text) == nodes_->notes().end()) {
            nodes_->add_note(std::move(text));
        }
        return tag;
    }
    if (!std::exchange(met_untagged_, true)) {
        kept_back_ = fuel_ - fuel_ / 4;
        fuel_ /= 4;
    }
    return {};
}

/// The facts about members of one name, of which there are two kinds.
class facts_by_name {
public:
    /// many  whether they are asked for so often that they are sorted out once
    facts_by_name(vec<fact> const& facts, bool many) : facts_(&facts), many_(many) {
        for (std::uint32_t i = 0; many && i < facts.size(); ++i) {
            if (is_about_a_name(facts[i])) {
                by_name_.try_emplace(name_of(facts[i])).at.value.push_back(i);
            }
        }
    }
    [[nodiscard]] static bool is_value(fact const& f) noexcept {
        return f.is == fact::kind::keys && f.where.is == key_set::kind::name;
    }
    [[nodiscard]] static bool is_about_a_name(fact const& f) noexcept {
        return is_value(f) || f.is == fact::kind::required;
    }
    /// Precondition: is_about_a_name(f).
    [[nodiscard]] static std::string_view name_of(fact const& f) noexcept {
        return is_value(f) ? f.where.name : f.text;
    }
    /// Calls use(i) for the number of each, ascending.
    template <class Use>
    void each(std::string_view name, Use&& use) const {
        if (many_) {
            for (std::uint32_t const i : by_name_.find(name)->value) {
                use(i);
            }
            return;
        }
        for (std::size_t i = 0; i < facts_->size(); ++i) {
            fact const& f = (*facts_)[i];
            if (is_about_a_name(f) && name_of(f) == name) {
                use(i);
            }
        }
    }

private:
    vec<fact> const* facts_;
    bool many_;
    hash_map<std::string_view, vec<std::uint32_t>> by_name_;
};

/// Facts of the same member are compared when the second of them comes, or when it is known that it must be there.
bool solver::clash(attempt& a) {
    constexpr std::ptrdiff_t few = 8;
    constexpr std::uint64_t pairs_of_a_step = 2;
    constexpr std::size_t facts_of_a_step = 64;
    constexpr std::size_t sorted_facts_of_a_step = 4;
    auto const apart = [&](fact const& f, fact const& g) {
        return f.then == opposite(g.then) ||
               (f.then != g.then && nodes_->load(node_of(f.then)) && nodes_->load(node_of(g.then)) &&
                disjoint_lists(f.then, g.then));
    };
    // what is not chosen would not be the only attempt that fails, and members that may stay away do not clash
    bool const any = a.chosen && std::any_of(a.facts.begin(), a.facts.end(),
                                             [](fact const& f) { return f.is == fact::kind::required; });
    a.compared = any ? a.compared : a.facts.size();
    bool const many = std::count_if(a.facts.begin() + static_cast<std::ptrdiff_t>(a.compared), a.facts.end(),
                                    facts_by_name::is_about_a_name) > few;
    pay(many ? items_of_a_step * a.facts.size() / sorted_facts_of_a_step : 0);
    facts_by_name const named(a.facts, many);
    for (; a.compared < a.facts.size(); ++a.compared) {
        fact const& f = a.facts[a.compared];
        if (!facts_by_name::is_about_a_name(f)) {
            continue;
        }
        bool const value = facts_by_name::is_value(f);
        bool required = false;
        vec<fact const*> same;
        named.each(facts_by_name::name_of(f), [&](std::size_t i) {
            fact const& g = a.facts[i];
            required = required || g.is == fact::kind::required;
            if (facts_by_name::is_value(g) && (!value || i < a.compared)) {
                same.push_back(&g);
            }
        });
        pay(many ? items_of_a_fact : items_of_a_step * a.facts.size() / facts_of_a_step);
        if (same.empty() || !required) {
            continue;
        }
        std::uint64_t const pairs = value ? same.size() : same.size() * (same.size() + 1) / 2;
        pay(items_of_a_step * (1 + pairs / pairs_of_a_step));
        for (std::size_t i = 0; i < same.size(); ++i) {
            if (value ? apart(*same[i], f)
                      : std::any_of(same.begin(), same.begin() + static_cast<std::ptrdiff_t>(i),
                                    [&](fact const* g) { return apart(*g, *same[i]); })) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace parlance::schema::detail
