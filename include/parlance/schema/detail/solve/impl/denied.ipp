// parlance/schema/detail/solve/impl/denied.ipp - what the complement of a schema asserts, keyword by keyword
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// The node that holds of this array or object and of nothing else, without naming it as a constant: its complement says
/// which part of a value is another one.  Its parts are constants, looked into where they are denied.
node_id solver::shape_of(boost::json::value const& v, std::string key) {
    constexpr std::uint64_t steps_of_a_node = 60;
    auto const part = [&](boost::json::value const& inside, std::size_t at) {
        pay(items_of_a_step * steps_of_a_node);
        node constant;
        constant.single = &inside;
        constant.types = bit(type_of(inside));
        return nodes_->made(key + ' ' + std::to_string(at), std::move(constant));
    };
    node out;
    out.types = bit(type_of(v));
    if (v.is_array()) {
        for (boost::json::value const& item : v.get_array()) {
            if (fuel_ > 0) {
                out.prefix.push_back(part(item, out.prefix.size()));
            }
        }
        out.min_items = out.max_items = v.get_array().size();
    } else {
        for (auto const& [name, inside] : v.get_object()) {
            if (fuel_ > 0) {
                out.properties.push_back({name, part(inside, out.properties.size())});
                out.required.push_back(name);
            }
        }
        node nothing;
        nothing.constant = false;
        out.additional = nodes_->made("nothing", std::move(nothing));
    }
    return nodes_->made(std::move(key), std::move(out));
}

/// What says that an array or object is none of the values that `id` lists.
solver::way solver::none_of_shapes(node_id id, type t) {
    node const& n = (*nodes_)[id];
    way out;
    out.reserve(n.single != nullptr ? 1 : n.values->size());
    auto const add = [&](boost::json::value const& v, std::size_t at) {
        if (type_of(v) == t && fuel_ > 0) {
            out.push_back(one(fails(shape_of(v, "shape " + std::to_string(id) + ' ' + std::to_string(at)))));
        }
    };
    if (n.single != nullptr) {
        add(*n.single, 0);
    }
    for (std::size_t i = 0; n.single == nullptr && i < n.values->size(); ++i) {
        add((*n.values)[i], i);
    }
    return out;
}

void solver::deny_string(vec<way>& ways, node const& n) {
    using k = fact::kind;
    auto const add = [&](fact f) { ways.push_back({one(std::move(f))}); };
    if (n.min_length > 0) {
        add(number_fact(k::max_length, n.min_length - 1));
    }
    if (n.max_length != no_limit) {
        add(number_fact(k::min_length, n.max_length + 1));
    }
    if (n.pattern) {
        add(text_fact(k::not_pattern, *n.pattern));
    }
    if (!n.format.empty()) {
        add(text_fact(k::not_format, n.format));
    }
}

void solver::deny_number(vec<way>& ways, node const& n) {
    using k = fact::kind;
    auto const add = [&](fact f) { ways.push_back({one(std::move(f))}); };
    if (n.integer) {
        add(fact{k::not_whole});
    }
    if (n.low) {
        add(value_fact(k::high, *n.low, !n.low_open));
    }
    if (n.high) {
        add(value_fact(k::low, *n.high, !n.high_open));
    }
    if (n.multiple) {
        add(value_fact(k::not_multiple, *n.multiple));
    }
}

void solver::deny_array(vec<way>& ways, node const& n) {
    using k = fact::kind;
    auto const add = [&](fact f) {
        pay(items_of_a_fact);
        ways.push_back({one(std::move(f))});
    };
    for (std::size_t i = 0; i < n.prefix.size(); ++i) {
        pay(items_of_a_fact);
        ways.push_back(
            {one(item_fact(k::item, i, fails(n.prefix[i]))), one(number_fact(k::min_items, i + 1))});
    }
    if (n.rest != no_node) {
        fact f = item_fact(k::contains, 1, fails(n.rest));
        f.from = n.prefix.size();
        add(f);
    }
    if (n.min_items > 0) {
        add(number_fact(k::max_items, n.min_items - 1));
    }
    if (n.max_items != no_limit) {
        add(number_fact(k::min_items, n.max_items + 1));
    }
    if (n.unique) {
        add(fact{k::not_unique});
    }
    if (n.contains != no_node) {
        if (n.min_contains > 0) {
            fact f = item_fact(k::contains, 0, holds(n.contains));
            f.most = n.min_contains - 1;
            add(f);
        }
        if (n.max_contains != no_limit) {
            add(item_fact(k::contains, n.max_contains + 1, holds(n.contains)));
        }
    }
}

void solver::deny_object(vec<way>& ways, node_id id) {
    node const& n = (*nodes_)[id];
    using k = fact::kind;
    auto const add = [&](fact f) {
        pay(items_of_a_fact);
        ways.push_back({one(std::move(f))});
    };
    for (std::string_view const name : n.required) {
        add(text_fact(k::lacks, name));
    }
    for (named_node const& p : n.properties) {
        pay(items_of_a_fact);
        ways.push_back(
            {one(key_fact(k::keys, named(p.name), fails(p.node))), one(text_fact(k::required, p.name))});
    }
    for (named_node const& p : n.patterns) {
        add(key_fact(k::some_key, {key_set::kind::pattern, p.name, id}, fails(p.node)));
    }
    if (n.additional != no_node) {
        // what lacks a required one is gone already: that the few are there says more, and may decide other choices
        constexpr std::size_t few = 4;
        way further{one(key_fact(k::some_key, {key_set::kind::rest, {}, id}, fails(n.additional)))};
        for (std::size_t i = 0; n.required.size() <= few && i < n.required.size(); ++i) {
            further.push_back(one(text_fact(k::required, n.required[i])));
        }
        ways.push_back(std::move(further));
    }
    if (n.min_properties > 0) {
        add(number_fact(k::max_properties, n.min_properties - 1));
    }
    if (n.max_properties != no_limit) {
        add(number_fact(k::min_properties, n.max_properties + 1));
    }
    if (n.names != no_node) {
        add(item_fact(k::some_name, 0, fails(n.names)));
    }
    for (auto const& [name, needed] : n.dependent_required) {
        for (std::string_view const other : needed) {
            pay(items_of_a_fact);
            ways.push_back({one(text_fact(k::required, name)), one(text_fact(k::lacks, other))});
        }
    }
    for (named_node const& d : n.dependent_schemas) {
        pay(items_of_a_fact);
        ways.push_back({one(text_fact(k::required, d.name)), one(fails(d.node))});
    }
}

void solver::deny_combined(vec<way>& ways, node const& n, type t) {
    if (n.negated != no_node) {
        ways.push_back({one(holds(n.negated))});
    }
    for (node_id const m : n.all_of) {
        pay(items_of_a_way);
        ways.push_back({one(fails(m))});
    }
    if (n.reference != no_node) {
        ways.push_back({one(fails(n.reference))});
    }
    if (!n.any_of.empty()) {
        way none;
        for (node_id const m : n.any_of) {
            pay(items_of_a_way);
            none.push_back(one(fails(m)));
        }
        ways.push_back(std::move(none));
    }
    if (!n.one_of.empty()) {
        way none;
        for (node_id const m : n.one_of) {
            pay(items_of_a_way);
            none.push_back(one(fails(m)));
        }
        ways.push_back(std::move(none));
        for (auto const& [i, j] : overlapping(n.one_of, t)) {
            pay(items_of_a_fact);
            ways.push_back({one(holds(n.one_of[i])), one(holds(n.one_of[j]))});
        }
    }
    if (n.then != no_node) {
        ways.push_back({one(holds(n.condition)), one(fails(n.then))});
    }
    if (n.otherwise != no_node) {
        ways.push_back({one(fails(n.condition)), one(fails(n.otherwise))});
    }
}

result<bool> solver::deny(attempt& a, node_id id, type t) {
    node const& n = (*nodes_)[id];
    vec<way> ways;
    if (n.single != nullptr || n.values != nullptr) {
        if (t == type::array || t == type::object) {
            way others = none_of_shapes(id, t);
            if (others.empty()) {
                return true;
            }
            ways.push_back(std::move(others));
        } else {
            ways.push_back({one(node_fact(fact::kind::none_of, id))});
        }
    }
    switch (t) {
    case type::string: deny_string(ways, n); break;
    case type::number: deny_number(ways, n); break;
    case type::array: deny_array(ways, n); break;
    case type::object: deny_object(ways, id); break;
    default: break;
    }
    deny_combined(ways, n, t);
    if (n.breach_of != no_node) {
        ways.push_back({one(holds(n.breach_of))});
    } else if (t == type::array ? n.unevaluated_items != no_node
                                : t == type::object && n.unevaluated_properties != no_node) {
        node breach = n;
        breach.breach_of = id;
        ways.push_back({one(holds(nodes_->made("breach of " + std::to_string(id), std::move(breach))))});
    }
    return add_choice(a, std::move(ways), t);
}

}  // namespace parlance::schema::detail
