// parlance/schema/detail/read/impl/node.ipp - definitions of what parlance/schema/detail/read/node.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

type type_of(boost::json::value const& v) noexcept {
    return v.is_null()     ? type::null
           : v.is_bool()   ? type::boolean
           : v.is_string() ? type::string
           : v.is_array()  ? type::array
           : v.is_object() ? type::object
                           : type::number;
}

bool node::about_strings() const noexcept {
    return min_length > 0 || max_length != no_limit || pattern || !format.empty();
}

bool node::about_arrays() const noexcept {
    return !prefix.empty() || rest != no_node || min_items > 0 || max_items != no_limit || unique ||
           contains != no_node || unevaluated_items != no_node;
}

bool node::about_objects() const noexcept {
    return !properties.empty() || !patterns.empty() || additional != no_node || !required.empty() ||
           min_properties > 0 || max_properties != no_limit || names != no_node ||
           !dependent_required.empty() || !dependent_schemas.empty() || unevaluated_properties != no_node;
}

bool node::about(type t) const noexcept {
    return t == type::string   ? about_strings()
           : t == type::number ? about_numbers()
           : t == type::array  ? about_arrays()
           : t == type::object ? about_objects()
                               : false;
}

bool node::combines() const noexcept {
    return !all_of.empty() || !any_of.empty() || !one_of.empty() || negated != no_node || branches() ||
           reference != no_node || values != nullptr || single != nullptr;
}

bool node::refers_only() const noexcept {
    return reference != no_node && !constant && types == all_types && values == nullptr &&
           single == nullptr && all_of.empty() && any_of.empty() && one_of.empty() && negated == no_node &&
           condition == no_node && breach_of == no_node && !about_strings() && !about_numbers() &&
           !about_arrays() && !about_objects();
}

node_id node_table::id_of(boost::json::value const& json, scope_id outer, node_id parent, node_step step) {
    constexpr std::uint64_t steps_of_a_part = 100;
    (void)source_->reading().spend(steps_of_a_part);  // load() sees whether it could be paid for
    scope_id const scope = source_->inside(outer, json);
    bool const full = scope == too_many_scopes || (scope != no_scope && scoped_ == most_scoped);
    auto const [at, fresh] = ids_.try_emplace(full ? fingerprint{} : source_->print_of(json, scope),
                                              static_cast<node_id>(nodes_.size()));
    if (fresh) {
        scoped_ += scope != no_scope && !full;
        nodes_.emplace_back();
        nodes_.back().json = &json;
        nodes_.back().scope = full ? no_scope : scope;
        nodes_.back().parent = parent;
        nodes_.back().step = step;
        if (full) {
            nodes_.back().loaded = true;
            nodes_.back().broken =
                fail(errc::out_of_fuel, at.value, "", "dynamic references of too many scopes");
        }
    }
    return at.value;
}

result<void> node_table::load(node_id id) {
    if (!nodes_[id].loaded) {
        nodes_[id].loaded = true;
        auto const r = load_new(id);
        if (work const& spent = source_->reading(); spent.why() != errc::none) {
            nodes_[id].broken = {spent.why(), {}, 0, note(pointer_of(id))};
        } else if (!r) {
            nodes_[id].broken = r.error();
        }
    }
    return nodes_[id].broken.code == errc::none ? result<void>() : result<void>(nodes_[id].broken);
}

bool node_table::free(work& spent) {
    constexpr std::uint64_t steps_of_a_node = 3 * steps_to_free;
    for (paid_rounds each(spent, steps_of_a_node); !nodes_.empty(); nodes_.pop_back()) {
        if (!each.next()) {
            return false;
        }
    }
    return paid_free(ids_, spent) && paid_free(made_, spent) && paid_free(property_names_, spent);
}

std::string node_table::pointer_of(node_id id) const {
    std::string out;
    for (std::size_t hops = 0; id != no_node && hops < 300; id = nodes_[id].parent, ++hops) {
        node_step const& step = nodes_[id].step;
        if (step.keyword.empty()) {
            continue;
        }
        std::string last("/");
        last += nodes_[id].parent == no_node ? std::string(step.keyword) : escape_pointer(step.keyword);
        if (step.name.data() != nullptr) {
            last.append("/").append(escape_pointer(step.name));
        } else if (step.item != node_step::no_item) {
            last.append("/").append(std::to_string(step.item));
        }
        out.insert(0, last);
    }
    return out;
}

diagnostic node_table::fail(errc code, node_id id, std::string_view keyword, std::string_view why) const {
    std::string where = pointer_of(id);
    if (!keyword.empty()) {
        where += "/" + escape_pointer(keyword);
    }
    if (!why.empty()) {
        where += (where.empty() ? "" : ": ") + std::string(why);
    }
    return {code, {}, 0, note(where)};
}

bool node_table::names_property(node_id id, std::string_view name) {
    vec<named_node> const& all = nodes_[id].properties;
    if (all.size() <= 16) {
        return std::any_of(all.begin(), all.end(), [&](named_node const& p) { return p.name == name; });
    }
    auto const [known, fresh] = property_names_.try_emplace(id);
    for (std::size_t i = 0; fresh && i < all.size(); ++i) {
        known.value.insert(all[i].name);
    }
    return known.value.contains(name);
}

node_id node_table::made(std::string key, node&& n) {
    auto const [at, fresh] = made_.try_emplace(std::move(key), static_cast<node_id>(nodes_.size()));
    if (fresh) {
        n.loaded = true;
        nodes_.push_back(std::move(n));
    }
    return at.value;
}

}  // namespace parlance::schema::detail
