// parlance/schema/detail/validate/impl/validate_left_over.ipp - unevaluatedItems and unevaluatedProperties of a value
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/validate/validator.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string_view>
#include <vector>

namespace parlance::schema::detail {

validator::verdict validator::left_over(object const& s, value const& v, place const* at) {
    value const* const wanted = v.is_array()    ? find(s, "unevaluatedItems")
                                : v.is_object() ? find(s, "unevaluatedProperties")
                                                : nullptr;
    if (wanted == nullptr) {
        return verdict::holds;
    }
    std::vector<bool> looked(v.is_array() ? v.get_array().size() : v.get_object().size(), false);
    if (verdict const r = look_at(s, v, false, looked); r != verdict::holds) {
        return r;
    }
    for (std::size_t i = 0; i < looked.size(); ++i) {
        if (looked[i]) {
            continue;
        }
        boost::json::key_value_pair const* const one = v.is_object() ? v.get_object().begin() + i : nullptr;
        place const inside{at, i, one != nullptr ? std::string_view(one->key()) : std::string_view{},
                           one != nullptr};
        verdict const r = check(*wanted, one != nullptr ? one->value() : v.get_array()[i], &inside);
        if (r != verdict::holds) {
            return r;
        }
    }
    return verdict::holds;
}

/// Marks what `s`, which `v` satisfies, looks at, by itself and by what it applies in place; `own`: also by its own
/// unevaluatedItems and unevaluatedProperties.
validator::verdict validator::look_at(object const& s, value const& v, bool own, std::vector<bool>& looked) {
    if (!pay(steps_of_a_schema + 2 * looked.size())) {
        return verdict::failed;
    }
    if (v.is_object()) {
        if (find(s, "additionalProperties") != nullptr ||
            (own && find(s, "unevaluatedProperties") != nullptr)) {
            looked.assign(looked.size(), true);
        }
        verdict const r = look_at_members(s, v.get_object(), looked);
        return r == verdict::holds ? look_in_place(s, v, looked) : r;
    }
    value const* const items = find(s, "items");
    bool const list = items != nullptr && items->is_array() && source_->version(s) < draft::d2020;
    value const* const prefix = list ? items : find(s, "prefixItems");
    if ((list ? find(s, "additionalItems") : items) != nullptr ||
        (own && find(s, "unevaluatedItems") != nullptr)) {
        looked.assign(looked.size(), true);
    }
    for (std::size_t i = 0; prefix != nullptr && prefix->is_array() && i < looked.size(); ++i) {
        looked[i] = looked[i] || i < prefix->get_array().size();
    }
    value const* const contains = source_->version(s) == draft::d2019 ? nullptr : find(s, "contains");
    for (std::size_t i = 0; contains != nullptr && i < looked.size(); ++i) {
        verdict const r = holds(*contains, v.get_array()[i]);
        if (r == verdict::failed) {
            return r;
        }
        looked[i] = looked[i] || r == verdict::holds;
    }
    return look_in_place(s, v, looked);
}

validator::verdict validator::look_at_members(object const& s, object const& v, std::vector<bool>& looked) {
    value const* const named = find(s, "properties");
    value const* const patterns = find(s, "patternProperties");
    std::size_t i = 0;
    for (auto const& one : v) {
        if (!pay(50 + one.key().size() / 4)) {
            return verdict::failed;
        }
        if (named != nullptr && named->is_object() && named->get_object().contains(one.key())) {
            looked[i] = true;
        }
        if (patterns != nullptr && patterns->is_object()) {
            for (auto const& p : patterns->get_object()) {
                verdict const r = matches(p.key(), one.key(), false);
                if (r == verdict::failed) {
                    return r;
                }
                looked[i] = looked[i] || r == verdict::holds;
            }
        }
        ++i;
    }
    return verdict::holds;
}

validator::verdict validator::look(value const& inner, value const& v, std::vector<bool>& looked) {
    verdict const r = holds(inner, v);
    return r == verdict::holds && inner.is_object()
               ? within(inner, v, nullptr, [&] { return look_at(inner.get_object(), v, true, looked); })
               : r;
}

validator::verdict validator::look_in_place(object const& s, value const& v, std::vector<bool>& looked) {
    for (std::string_view const ref : {"$ref", "$dynamicRef", "$recursiveRef"}) {
        value const* const text = find(s, ref);
        if (text == nullptr || !text->is_string()) {
            continue;
        }
        value const* const to = target(ref, *text, s);
        if (to == nullptr || look(*to, v, looked) == verdict::failed) {
            return verdict::failed;
        }
    }
    for (std::string_view const key : {"allOf", "anyOf", "oneOf"}) {
        value const* const list = find(s, key);
        for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->get_array().size(); ++i) {
            if (look(list->get_array()[i], v, looked) == verdict::failed) {
                return verdict::failed;
            }
        }
    }
    if (value const* const condition = find(s, "if")) {
        verdict const held = look(*condition, v, looked);
        value const* const next = find(s, held == verdict::holds ? "then" : "else");
        if (held == verdict::failed || (next != nullptr && look(*next, v, looked) == verdict::failed)) {
            return verdict::failed;
        }
    }
    value const* const dependent = find(s, "dependentSchemas");
    if (v.is_object() && dependent != nullptr && dependent->is_object()) {
        for (auto const& d : dependent->get_object()) {
            if (v.get_object().contains(d.key()) && look(d.value(), v, looked) == verdict::failed) {
                return verdict::failed;
            }
        }
    }
    return verdict::holds;
}

}  // namespace parlance::schema::detail
