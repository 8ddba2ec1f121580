// parlance/schema/detail/impl/validate_left_over.ipp - unevaluatedItems and unevaluatedProperties of a value
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/document.hpp>
#include <parlance/schema/detail/pointer.hpp>
#include <parlance/schema/detail/validator.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::schema::detail {

result<void> validator::left_over(object const& s, value const& v, std::string const& at) {
    value const* const wanted = v.is_array()    ? find(s, "unevaluatedItems")
                                : v.is_object() ? find(s, "unevaluatedProperties")
                                                : nullptr;
    if (wanted == nullptr) {
        return {};
    }
    std::vector<bool> looked(v.is_array() ? v.get_array().size() : v.get_object().size(), false);
    if (auto const r = look_at(s, v, false, looked); !r) {
        return r;
    }
    for (std::size_t i = 0; i < looked.size(); ++i) {
        if (looked[i]) {
            continue;
        }
        boost::json::key_value_pair const* const member =
            v.is_object() ? v.get_object().begin() + i : nullptr;
        value const& inner = member != nullptr ? member->value() : v.get_array()[i];
        std::string const step = member != nullptr ? escape_pointer(member->key()) : std::to_string(i);
        if (auto const r = check(*wanted, inner, at + "/" + step); !r) {
            return r;
        }
    }
    return {};
}

/// Marks what `s`, which `v` satisfies, looks at, by itself and by what it applies in place; `own`: also by its own
/// unevaluatedItems and unevaluatedProperties.
result<void> validator::look_at(object const& s, value const& v, bool own, std::vector<bool>& looked) {
    auto const all = [&] { looked.assign(looked.size(), true); };
    if (v.is_object()) {
        if (find(s, "additionalProperties") != nullptr ||
            (own && find(s, "unevaluatedProperties") != nullptr)) {
            all();
        }
        value const* const named = find(s, "properties");
        value const* const patterns = find(s, "patternProperties");
        std::size_t i = 0;
        for (auto const& member : v.get_object()) {
            if (named != nullptr && named->is_object() && named->get_object().contains(member.key())) {
                looked[i] = true;
            }
            if (patterns != nullptr && patterns->is_object()) {
                for (auto const& p : patterns->get_object()) {
                    result<bool> const m = matches(p.key(), member.key(), false);
                    if (!m) {
                        return m.error();
                    }
                    looked[i] = looked[i] || *m;
                }
            }
            ++i;
        }
        return look_in_place(s, v, looked);
    }
    value const* const items = find(s, "items");
    bool const list = items != nullptr && items->is_array() && source_->version(s) < draft::d2020;
    value const* const prefix = list ? items : find(s, "prefixItems");
    if ((list ? find(s, "additionalItems") : items) != nullptr ||
        (own && find(s, "unevaluatedItems") != nullptr)) {
        all();
    }
    for (std::size_t i = 0; prefix != nullptr && prefix->is_array() && i < looked.size(); ++i) {
        looked[i] = looked[i] || i < prefix->get_array().size();
    }
    value const* const contains = source_->version(s) == draft::d2019 ? nullptr : find(s, "contains");
    for (std::size_t i = 0; contains != nullptr && i < looked.size(); ++i) {
        result<void> const r = check(*contains, v.get_array()[i], "");
        if (!r && !is_violation(r)) {
            return r;
        }
        looked[i] = looked[i] || r.has_value();
    }
    return look_in_place(s, v, looked);
}

result<void> validator::look_in_place(object const& s, value const& v, std::vector<bool>& looked) {
    bool held = false;
    auto const look = [&](value const& inner) -> result<void> {
        result<void> const r = check(inner, v, "");
        held = r.has_value();
        if (held && inner.is_object()) {
            return look_at(inner.get_object(), v, true, looked);
        }
        return held || is_violation(r) ? result<void>() : r;
    };
    for (std::string_view const ref : {"$ref", "$dynamicRef", "$recursiveRef"}) {
        value const* const text = find(s, ref);
        if (text == nullptr || !text->is_string()) {
            continue;
        }
        result<value const*> const target = source_->resolve(ref, text->get_string(), s);
        if (auto const r = target ? look(**target) : result<void>(target.error()); !r) {
            return r;
        }
    }
    for (std::string_view const key : {"allOf", "anyOf", "oneOf"}) {
        value const* const list = find(s, key);
        for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->get_array().size(); ++i) {
            if (auto const r = look(list->get_array()[i]); !r) {
                return r;
            }
        }
    }
    if (value const* const condition = find(s, "if")) {
        if (auto const r = look(*condition); !r) {
            return r;
        }
        if (value const* const next = find(s, held ? "then" : "else")) {
            if (auto const r = look(*next); !r) {
                return r;
            }
        }
    }
    value const* const dependent = find(s, "dependentSchemas");
    if (v.is_object() && dependent != nullptr && dependent->is_object()) {
        for (auto const& d : dependent->get_object()) {
            if (v.get_object().contains(d.key())) {
                if (auto const r = look(d.value()); !r) {
                    return r;
                }
            }
        }
    }
    return {};
}

}  // namespace parlance::schema::detail
