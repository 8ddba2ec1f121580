// parlance/schema/detail/read/impl/node.ipp - definitions of what parlance/schema/detail/read/node.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <charconv>
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

node_id node_table::id_of(boost::json::value const& json, scope_id outer, node_id parent, std::string step) {
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
        nodes_.back().step = std::move(step);
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
        if (auto const r = load_new(id); !r) {
            nodes_[id].broken = r.error();
        }
    }
    return nodes_[id].broken.code == errc::none ? result<void>() : result<void>(nodes_[id].broken);
}

std::string node_table::pointer_of(node_id id) const {
    std::string out;
    for (std::size_t hops = 0; id != no_node && hops < 300; id = nodes_[id].parent, ++hops) {
        if (!nodes_[id].step.empty()) {
            out.insert(0, "/" + nodes_[id].step);
        }
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

result<void> node_table::load_new(node_id id) {
    boost::json::value const& json = *nodes_[id].json;
    if (json.is_bool()) {
        nodes_[id].constant = json.get_bool();
        return {};
    }
    if (!json.is_object()) {
        return fail(errc::invalid_keyword, id, "", "a schema is an object, true or false");
    }
    boost::json::object const& o = json.get_object();
    draft const v = source_->version(o);
    if (auto const* ref = o.if_contains("$ref"); ref != nullptr && v != draft::any && v <= draft::d7) {
        return read(id, "$ref", *ref, o);  // its siblings mean nothing there
    }
    for (auto const& member : o) {
        if (auto const r = read(id, member.key(), member.value(), o); !r) {
            return r;
        }
    }
    return finish(id, o);
}

result<void> node_table::size(node_id id, std::string_view key, boost::json::value const& v,
                              std::uint64_t& to) {
    maybe<decimal> const n = to_decimal(v);
    if (!n || n->negative || !n->whole()) {
        return fail(errc::invalid_keyword, id, key, "a whole number from 0 was expected");
    }
    std::string const text = n->text();
    std::uint64_t value = 0;
    auto const done = std::from_chars(text.data(), text.data() + text.size(), value);
    to = done.ec == std::errc{} ? value : no_limit;
    return {};
}

result<void> node_table::names(node_id id, std::string_view key, boost::json::value const& v,
                               std::vector<std::string_view>& to) {
    if (!v.is_array()) {
        return fail(errc::invalid_keyword, id, key, "a list of names was expected");
    }
    hash_set<std::string_view> many;  // only looked at where the list is long
    for (auto const& name : v.get_array()) {
        if (!name.is_string()) {
            return fail(errc::invalid_keyword, id, key, "a list of names was expected");
        }
        std::string_view const text = name.get_string();
        bool const known = v.get_array().size() > 32 ? !many.insert(text)
                                                     : std::find(to.begin(), to.end(), text) != to.end();
        if (!known) {
            to.push_back(text);
        }
    }
    return {};
}

node_id node_table::child(node_id id, std::string_view key, boost::json::value const& v,
                          std::string_view name) {
    std::string step = escape_pointer(key);
    if (!name.empty()) {
        step += "/" + escape_pointer(name);
    }
    return id_of(v, nodes_[id].scope, id, std::move(step));
}

result<void> node_table::schemas(node_id id, std::string_view key, boost::json::value const& v,
                                 vec<node_id>& to) {
    if (!v.is_array()) {
        return fail(errc::invalid_keyword, id, key, "a list of schemas was expected");
    }
    for (std::size_t i = 0; i < v.get_array().size(); ++i) {
        to.push_back(child(id, key, v.get_array()[i], std::to_string(i)));
    }
    return {};
}

result<void> node_table::named(node_id id, std::string_view key, boost::json::value const& v,
                               vec<named_node>& to) {
    if (!v.is_object()) {
        return fail(errc::invalid_keyword, id, key, "an object of schemas was expected");
    }
    for (auto const& member : v.get_object()) {
        to.push_back({member.key(), child(id, key, member.value(), member.key())});
    }
    return {};
}

}  // namespace parlance::schema::detail
