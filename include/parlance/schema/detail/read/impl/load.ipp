// parlance/schema/detail/read/impl/load.ipp - definitions of what parlance/schema/detail/read/load.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/load.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/read/same_value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/spelling.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <string_view>

namespace parlance::schema::detail {

std::string_view misspelled_keyword(std::string_view name) {
    // common annotations are no misspellings, and need no comparison
    for (std::string_view const each :
         {"title", "description", "default", "examples", "$schema", "$id", "$defs", "definitions", "$comment",
          "deprecated", "readOnly", "writeOnly"}) {
        if (name == each) {
            return {};
        }
    }
    std::string_view out;
    std::size_t least = different;
    for (keyword const& k : known_keywords) {
        if (std::size_t const edits = misspelling(name, k.name); edits < least) {
            least = edits;
            out = k.name;
        }
    }
    return out;
}

result<void> node_table::read_types(node_id id, boost::json::value const& v) {
    node& n = nodes_[id];
    std::uint8_t types = 0;
    bool whole = false;
    bool number = false;
    auto const add = [&](boost::json::value const& name) {
        constexpr std::pair<std::string_view, type> known[] = {
            {"null", type::null},      {"boolean", type::boolean}, {"number", type::number},
            {"integer", type::number}, {"string", type::string},   {"array", type::array},
            {"object", type::object}};
        for (auto const& [text, t] : known) {
            if (name.is_string() && name.get_string() == text) {
                types |= bit(t);
                whole = whole || text == "integer";
                number = number || text == "number";
                return true;
            }
        }
        return false;
    };
    if (v.is_array()) {
        for (auto const& name : v.get_array()) {
            if (!add(name)) {
                return fail(errc::invalid_keyword, id, "type", "this is not a type");
            }
        }
    } else if (!add(v)) {
        return fail(errc::invalid_keyword, id, "type", "this is not a type");
    }
    n.types = types;
    n.integer = whole && !number;
    return {};
}

result<void> node_table::read(node_id id, std::string_view key, boost::json::value const& v,
                              boost::json::object const& all) {
    keyword const* const known = find_keyword(key);
    draft const version = source_->version(all);
    if (known == nullptr || (version != draft::any && (version < known->from || version > known->to))) {
        // an annotation, as the specification says of keywords it does not know
        if (std::string_view const meant = known == nullptr ? misspelled_keyword(key) : std::string_view{};
            !meant.empty()) {
            notes_.push_back(pointer_of(id) + "/" + escape_pointer(key) +
                             ": asserts nothing; did you mean '" + std::string(meant) + "'?");
        }
        return {};
    }
    auto const bound = [&](maybe<decimal>& to, bool low, bool open) -> result<void> {
        maybe<decimal> const n = to_decimal(v);
        if (!n) {
            return fail(errc::invalid_keyword, id, key, "a number was expected");
        }
        node& here = nodes_[id];
        int const order = to ? compare(*n, *to) : 0;
        if (!to || (low ? order > 0 : order < 0)) {
            to = n;
            (low ? here.low_open : here.high_open) = open;
        } else if (order == 0 && open) {
            (low ? here.low_open : here.high_open) = true;
        }
        return {};
    };
    auto const schema_child = [&](node_id node::* to) -> result<void> {
        node_id const inner = child(id, key, v);
        nodes_[id].*to = inner;
        return {};
    };
    auto const size_of = [&](std::uint64_t node::* to) -> result<void> {
        std::uint64_t value = 0;
        auto const r = size(id, key, v, value);
        nodes_[id].*to = value;
        return r;
    };
    auto const list_of = [&](vec<node_id> node::* to) -> result<void> {
        vec<node_id> found;
        auto const r = schemas(id, key, v, found);
        nodes_[id].*to = std::move(found);
        return r;
    };
    auto const map_of = [&](vec<named_node> node::* to) -> result<void> {
        vec<named_node> found;
        auto const r = named(id, key, v, found);
        nodes_[id].*to = std::move(found);
        return r;
    };
    auto const truth = [&](bool& to) -> result<void> {
        if (!v.is_bool()) {
            return fail(errc::invalid_keyword, id, key, "true or false was expected");
        }
        to = v.get_bool();
        return {};
    };

    if (key == "type") {
        return read_types(id, v);
    }
    if (key == "enum") {
        if (!v.is_array()) {
            return fail(errc::invalid_keyword, id, key, "a list was expected");
        }
        nodes_[id].values = &v.get_array();
        return {};
    }
    if (key == "const") {
        nodes_[id].single = &v;
        return {};
    }
    if (key == "minLength") {
        return size_of(&node::min_length);
    }
    if (key == "maxLength") {
        return size_of(&node::max_length);
    }
    if (key == "minItems") {
        return size_of(&node::min_items);
    }
    if (key == "maxItems") {
        return size_of(&node::max_items);
    }
    if (key == "minProperties") {
        return size_of(&node::min_properties);
    }
    if (key == "maxProperties") {
        return size_of(&node::max_properties);
    }
    if (key == "minContains") {
        return size_of(&node::min_contains);
    }
    if (key == "maxContains") {
        return size_of(&node::max_contains);
    }
    if (key == "pattern") {
        if (!v.is_string()) {
            return fail(errc::invalid_keyword, id, key, "a regular expression was expected");
        }
        nodes_[id].pattern = v.get_string();
        return {};
    }
    if (key == "format") {
        if (v.is_string() && known_format_ != nullptr && known_format_(v.get_string())) {
            nodes_[id].format = v.get_string();
        } else if (strict_) {
            return fail(errc::unsupported_keyword, id, key,
                        v.is_string() ? std::string_view(v.get_string()) : std::string_view("not a name"));
        } else {
            notes_.push_back(pointer_of(id) + "/format: not enforced");
        }
        return {};
    }
    if (key == "minimum") {
        return bound(nodes_[id].low, true, false);
    }
    if (key == "maximum") {
        return bound(nodes_[id].high, false, false);
    }
    if (key == "exclusiveMinimum" || key == "exclusiveMaximum") {
        bool const low = key == "exclusiveMinimum";
        if (v.is_bool()) {  // draft 4: says something about the bound beside it
            boost::json::value const* const beside = all.if_contains(low ? "minimum" : "maximum");
            maybe<decimal> const n = beside == nullptr ? maybe<decimal>() : to_decimal(*beside);
            if (v.get_bool() && n) {
                node& here = nodes_[id];
                maybe<decimal>& to = low ? here.low : here.high;
                if (!to || compare(*to, *n) == 0) {
                    to = n;
                    (low ? here.low_open : here.high_open) = true;
                }
            }
            return {};
        }
        return bound(low ? nodes_[id].low : nodes_[id].high, low, true);
    }
    if (key == "multipleOf") {
        maybe<decimal> const n = to_decimal(v);
        if (!n || n->negative || n->zero()) {
            return fail(errc::invalid_keyword, id, key, "a number above 0 was expected");
        }
        nodes_[id].multiple = n;
        return {};
    }
    if (key == "uniqueItems") {
        return truth(nodes_[id].unique);
    }
    if (key == "prefixItems") {
        return list_of(&node::prefix);
    }
    if (key == "items") {
        if (v.is_array() && version < draft::d2020) {
            return list_of(&node::prefix);
        }
        return schema_child(&node::rest);
    }
    if (key == "additionalItems") {
        boost::json::value const* const items = all.if_contains("items");
        if (items == nullptr || !items->is_array()) {
            return {};  // means nothing without a list of items
        }
        return schema_child(&node::rest);
    }
    if (key == "contains") {
        return schema_child(&node::contains);
    }
    if (key == "properties") {
        return map_of(&node::properties);
    }
    if (key == "patternProperties") {
        return map_of(&node::patterns);
    }
    if (key == "additionalProperties") {
        return schema_child(&node::additional);
    }
    if (key == "propertyNames") {
        return schema_child(&node::names);
    }
    if (key == "required") {
        if (v.is_bool()) {
            return {};  // draft 3's boolean, which no draft from 4 on knows
        }
        std::vector<std::string_view> found;
        auto const r = names(id, key, v, found);
        nodes_[id].required = std::move(found);
        return r;
    }
    if (key == "dependencies" || key == "dependentRequired" || key == "dependentSchemas") {
        if (!v.is_object()) {
            return fail(errc::invalid_keyword, id, key, "an object was expected");
        }
        for (auto const& member : v.get_object()) {
            if (member.value().is_array() && key != "dependentSchemas") {
                std::vector<std::string_view> found;
                if (auto const r = names(id, key, member.value(), found); !r) {
                    return r;
                }
                nodes_[id].dependent_required.emplace_back(member.key(), std::move(found));
            } else if (key != "dependentRequired") {
                node_id const inner = child(id, key, member.value(), member.key());
                nodes_[id].dependent_schemas.push_back({member.key(), inner});
            } else {
                return fail(errc::invalid_keyword, id, key, "a list of names was expected");
            }
        }
        return {};
    }
    if (key == "allOf") {
        return list_of(&node::all_of);
    }
    if (key == "anyOf") {
        return list_of(&node::any_of);
    }
    if (key == "oneOf") {
        return list_of(&node::one_of);
    }
    if (key == "not") {
        return schema_child(&node::negated);
    }
    if (key == "if") {
        return schema_child(&node::condition);
    }
    if (key == "then") {
        return schema_child(&node::then);
    }
    if (key == "else") {
        return schema_child(&node::otherwise);
    }
    if (key == "unevaluatedItems") {
        return schema_child(&node::unevaluated_items);
    }
    if (key == "unevaluatedProperties") {
        return schema_child(&node::unevaluated_properties);
    }
    if (key == "nullable") {
        return {};  // finish() looks at it
    }
    if (key == "$ref" || key == "$dynamicRef" || key == "$recursiveRef") {
        if (!v.is_string()) {
            return fail(errc::invalid_keyword, id, key, "a reference was expected");
        }
        std::string_view const text = v.get_string();
        result<boost::json::value const*> const target = source_->resolve(key, text, all, nodes_[id].scope);
        if (!target) {
            return fail(target.error().code, id, key, target.error().hint.view());
        }
        bool const fragment = text.find("#/") != std::string_view::npos;
        node_id const inner = id_of(**target, nodes_[id].scope, no_node,
                                    fragment ? std::string(text.substr(text.find("#/") + 2)) : std::string());
        node_id& slot = nodes_[id].reference;
        if (slot != no_node) {
            nodes_[id].all_of.push_back(inner);
        } else {
            slot = inner;
        }
        return {};
    }
    return fail(errc::unsupported_keyword, id, key, "");
}

result<void> node_table::finish(node_id id, boost::json::object const& all) {
    node& n = nodes_[id];
    if (n.condition == no_node) {
        n.then = n.otherwise = no_node;
    }
    boost::json::value const* const nullable = all.if_contains("nullable");
    if (nullable != nullptr && nullable->is_bool() && nullable->get_bool() && all.contains("type")) {
        n.types |= bit(type::null);
    }
    if (n.single != nullptr && n.values != nullptr) {
        // a list with a constant beside it is the constant, or nothing
        bool const listed = std::any_of(n.values->begin(), n.values->end(), [&](boost::json::value const& v) {
            return same_value(v, *n.single);
        });
        n.types = listed ? n.types : std::uint8_t{0};
        n.values = nullptr;
    }
    return {};
}

}  // namespace parlance::schema::detail
