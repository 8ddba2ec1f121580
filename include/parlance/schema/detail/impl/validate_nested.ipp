// parlance/schema/detail/impl/validate_nested.ipp - the keywords that hold schemas
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/document.hpp>
#include <parlance/schema/detail/pointer.hpp>
#include <parlance/schema/detail/same_value.hpp>
#include <parlance/schema/detail/validator.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::schema::detail {

result<void> validator::arrays(object const& s, boost::json::array const& v, std::string const& at) {
    if (value const* const n = find(s, "minItems"); n != nullptr && v.size() < count(*n)) {
        return violated(at, "minItems");
    }
    if (value const* const n = find(s, "maxItems"); n != nullptr && v.size() > count(*n)) {
        return violated(at, "maxItems");
    }
    if (value const* const u = find(s, "uniqueItems"); u != nullptr && u->is_bool() && u->get_bool()) {
        for (std::size_t i = 0; i < v.size(); ++i) {
            for (std::size_t j = i + 1; j < v.size(); ++j) {
                if (same_value(v[i], v[j])) {
                    return violated(at + "/" + std::to_string(j), "uniqueItems");
                }
            }
        }
    }
    value const* const items = find(s, "items");
    bool const list = items != nullptr && items->is_array() && source_->version(s) < draft::d2020;
    value const* const prefix = list ? items : find(s, "prefixItems");
    value const* const rest = list ? find(s, "additionalItems") : items;
    std::size_t i = 0;
    for (; prefix != nullptr && prefix->is_array() && i < prefix->get_array().size() && i < v.size(); ++i) {
        if (auto const r = check(prefix->get_array()[i], v[i], at + "/" + std::to_string(i)); !r) {
            return r;
        }
    }
    for (; rest != nullptr && i < v.size(); ++i) {
        if (auto const r = check(*rest, v[i], at + "/" + std::to_string(i)); !r) {
            return r;
        }
    }
    if (value const* const wanted = find(s, "contains")) {
        std::uint64_t found = 0;
        for (value const& item : v) {
            result<void> const r = check(*wanted, item, at);
            if (!r && !is_violation(r)) {
                return r;
            }
            found += r.has_value();
        }
        value const* const least = find(s, "minContains");
        value const* const most = find(s, "maxContains");
        if (found < (least == nullptr ? 1 : count(*least)) || (most != nullptr && found > count(*most))) {
            return violated(at, "contains");
        }
    }
    return {};
}

result<void> validator::objects(object const& s, object const& v, std::string const& at) {
    if (value const* const n = find(s, "minProperties"); n != nullptr && v.size() < count(*n)) {
        return violated(at, "minProperties");
    }
    if (value const* const n = find(s, "maxProperties"); n != nullptr && v.size() > count(*n)) {
        return violated(at, "maxProperties");
    }
    auto const lacking = [&](value const& names) {
        if (names.is_array()) {
            for (value const& name : names.get_array()) {
                if (name.is_string() && !v.contains(name.get_string())) {
                    return true;
                }
            }
        }
        return false;
    };
    if (value const* const names = find(s, "required"); names != nullptr && lacking(*names)) {
        return violated(at, "required");
    }
    for (std::string_view const key : {"dependencies", "dependentRequired", "dependentSchemas"}) {
        value const* const dependent = find(s, key);
        if (dependent == nullptr || !dependent->is_object()) {
            continue;
        }
        for (auto const& d : dependent->get_object()) {
            if (!v.contains(d.key())) {
                continue;
            }
            if (d.value().is_array() && lacking(d.value())) {
                return violated(at, key);
            }
            if (!d.value().is_array()) {
                if (auto const r = check(d.value(), v, at); !r) {
                    return r;
                }
            }
        }
    }
    value const* const named = find(s, "properties");
    value const* const patterns = find(s, "patternProperties");
    value const* const additional = find(s, "additionalProperties");
    value const* const names = find(s, "propertyNames");
    for (auto const& member : v) {
        std::string const inside = at + "/" + escape_pointer(member.key());
        if (names != nullptr) {
            if (auto const r = check(*names, value(member.key()), inside); !r) {
                return r;
            }
        }
        bool known = false;
        if (named != nullptr && named->is_object()) {
            if (value const* const own = named->get_object().if_contains(member.key())) {
                known = true;
                if (auto const r = check(*own, member.value(), inside); !r) {
                    return r;
                }
            }
        }
        if (patterns != nullptr && patterns->is_object()) {
            for (auto const& p : patterns->get_object()) {
                result<bool> const m = matches(p.key(), member.key(), false);
                if (!m) {
                    return m.error();
                }
                if (*m) {
                    known = true;
                    if (auto const r = check(p.value(), member.value(), inside); !r) {
                        return r;
                    }
                }
            }
        }
        if (!known && additional != nullptr) {
            if (auto const r = check(*additional, member.value(), inside); !r) {
                return r;
            }
        }
    }
    return {};
}

result<void> validator::combined(object const& s, value const& v, std::string const& at) {
    auto const holding = [&](value const& list) -> result<std::size_t> {
        std::size_t n = 0;
        for (std::size_t i = 0; list.is_array() && i < list.get_array().size(); ++i) {
            result<void> const r = check(list.get_array()[i], v, at);
            if (!r && !is_violation(r)) {
                return r.error();
            }
            n += r.has_value();
        }
        return n;
    };
    if (value const* const all = find(s, "allOf"); all != nullptr && all->is_array()) {
        for (value const& one : all->get_array()) {
            if (auto const r = check(one, v, at); !r) {
                return r;
            }
        }
    }
    if (value const* const any = find(s, "anyOf")) {
        result<std::size_t> const n = holding(*any);
        if (!n || *n == 0) {
            return n ? violated(at, "anyOf") : result<void>(n.error());
        }
    }
    if (value const* const one = find(s, "oneOf")) {
        result<std::size_t> const n = holding(*one);
        if (!n || *n != 1) {
            return n ? violated(at, "oneOf") : result<void>(n.error());
        }
    }
    if (value const* const inner = find(s, "not")) {
        result<void> const r = check(*inner, v, at);
        if (!r && !is_violation(r)) {
            return r;
        }
        if (r) {
            return violated(at, "not");
        }
    }
    if (value const* const condition = find(s, "if")) {
        result<void> const r = check(*condition, v, at);
        if (!r && !is_violation(r)) {
            return r;
        }
        if (value const* const next = find(s, r ? "then" : "else")) {
            return check(*next, v, at);
        }
    }
    return {};
}

}  // namespace parlance::schema::detail
