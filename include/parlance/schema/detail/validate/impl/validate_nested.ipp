// parlance/schema/detail/validate/impl/validate_nested.ipp - the keywords that hold schemas
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/same_value.hpp>
#include <parlance/schema/detail/validate/validator.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::schema::detail {

validator::verdict validator::counted(object const& s, boost::json::array const& v, place const* at) {
    if (value const* const n = find(s, "minItems"); n != nullptr && v.size() < count(*n)) {
        return violated(at, "minItems");
    }
    if (value const* const n = find(s, "maxItems"); n != nullptr && v.size() > count(*n)) {
        return violated(at, "maxItems");
    }
    value const* const u = find(s, "uniqueItems");
    return u != nullptr && u->is_bool() && u->get_bool() ? unique(v, at) : verdict::holds;
}

validator::verdict validator::unique(boost::json::array const& v, place const* at) {
    by_hash known;
    for (std::size_t i = 0; i < v.size(); ++i) {
        if (!pay(100 + weight(v[i]))) {
            return verdict::failed;
        }
        vec<value const*>& alike = known[hash(v[i])];
        for (value const* const other : alike) {
            if (same(*other, v[i])) {
                place const inside{at, i};
                return violated(&inside, "uniqueItems");
            }
            if (spent_.why() != errc::none) {
                return verdict::failed;
            }
        }
        alike.push_back(&v[i]);
    }
    return verdict::holds;
}

validator::verdict validator::items(object const& s, boost::json::array const& v, place const* at) {
    value const* const items = find(s, "items");
    bool const list = items != nullptr && items->is_array() && source_->version(s) < draft::d2020;
    value const* const prefix = list ? items : find(s, "prefixItems");
    value const* const rest = list ? find(s, "additionalItems") : items;
    std::size_t const in_front = prefix != nullptr && prefix->is_array() ? prefix->get_array().size() : 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        value const* const one = i < in_front ? &prefix->get_array()[i] : rest;
        if (one == nullptr) {
            break;
        }
        place const inside{at, i};
        if (verdict const r = check(*one, v[i], &inside); r != verdict::holds) {
            return r;
        }
    }
    return verdict::holds;
}

validator::verdict validator::contained(object const& s, boost::json::array const& v, place const* at) {
    value const* const wanted = find(s, "contains");
    if (wanted == nullptr) {
        return verdict::holds;
    }
    std::uint64_t found = 0;
    for (value const& item : v) {
        verdict const r = holds(*wanted, item);
        if (r == verdict::failed) {
            return r;
        }
        found += r == verdict::holds;
    }
    value const* const least = find(s, "minContains");
    value const* const most = find(s, "maxContains");
    bool const good =
        found >= (least == nullptr ? 1 : count(*least)) && (most == nullptr || found <= count(*most));
    return good ? verdict::holds : violated(at, "contains");
}

bool validator::lacking(value const& names, object const& v) {
    if (!names.is_array()) {
        return false;
    }
    for (value const& name : names.get_array()) {
        if (name.is_string() && (!pay(40 + name.get_string().size() / 4) || !v.contains(name.get_string()))) {
            return true;
        }
    }
    return false;
}

validator::verdict validator::counted(object const& s, object const& v, place const* at) {
    if (value const* const n = find(s, "minProperties"); n != nullptr && v.size() < count(*n)) {
        return violated(at, "minProperties");
    }
    if (value const* const n = find(s, "maxProperties"); n != nullptr && v.size() > count(*n)) {
        return violated(at, "maxProperties");
    }
    if (value const* const names = find(s, "required"); names != nullptr && lacking(*names, v)) {
        return spent_.why() != errc::none ? verdict::failed : violated(at, "required");
    }
    return verdict::holds;
}

validator::verdict validator::dependent(object const& s, value const& v, place const* at) {
    for (std::string_view const key : {"dependencies", "dependentRequired", "dependentSchemas"}) {
        value const* const all = find(s, key);
        if (all == nullptr || !all->is_object()) {
            continue;
        }
        for (auto const& d : all->get_object()) {
            if (!pay(40 + d.key().size() / 4)) {
                return verdict::failed;
            }
            if (!v.get_object().contains(d.key())) {
                continue;
            }
            if (d.value().is_array() && lacking(d.value(), v.get_object())) {
                return spent_.why() != errc::none ? verdict::failed : violated(at, key);
            }
            if (!d.value().is_array()) {
                if (verdict const r = check(d.value(), v, at); r != verdict::holds) {
                    return r;
                }
            }
        }
    }
    return verdict::holds;
}

validator::verdict validator::members(object const& s, object const& v, place const* at) {
    if (find(s, "properties") == nullptr && find(s, "patternProperties") == nullptr &&
        find(s, "additionalProperties") == nullptr && find(s, "propertyNames") == nullptr) {
        return verdict::holds;
    }
    for (auto const& one : v) {
        place const inside{at, 0, one.key(), true};
        if (verdict const r = member(s, one.key(), one.value(), &inside); r != verdict::holds) {
            return r;
        }
    }
    return verdict::holds;
}

validator::verdict validator::member(object const& s, std::string_view name, value const& v,
                                     place const* at) {
    if (!pay(100 + name.size() / 2)) {
        return verdict::failed;
    }
    if (value const* const names = find(s, "propertyNames")) {
        if (verdict const r = check(*names, value(name), at); r != verdict::holds) {
            return r;
        }
    }
    bool known = false;
    value const* const named = find(s, "properties");
    if (value const* const own =
            named != nullptr && named->is_object() ? named->get_object().if_contains(name) : nullptr) {
        known = true;
        if (verdict const r = check(*own, v, at); r != verdict::holds) {
            return r;
        }
    }
    value const* const patterns = find(s, "patternProperties");
    if (patterns != nullptr && patterns->is_object()) {
        for (auto const& p : patterns->get_object()) {
            verdict r = matches(p.key(), name, false);
            if (r == verdict::violated) {
                continue;
            }
            known = true;
            r = r == verdict::holds ? check(p.value(), v, at) : r;
            if (r != verdict::holds) {
                return r;
            }
        }
    }
    value const* const additional = find(s, "additionalProperties");
    return known || additional == nullptr ? verdict::holds : check(*additional, v, at);
}

validator::verdict validator::holding(value const& list, value const& v, std::size_t& n) {
    for (std::size_t i = 0; list.is_array() && i < list.get_array().size(); ++i) {
        verdict const r = holds(list.get_array()[i], v);
        if (r == verdict::failed) {
            return r;
        }
        n += r == verdict::holds;
    }
    return verdict::holds;
}

validator::verdict validator::combined(object const& s, value const& v, place const* at) {
    if (value const* const all = find(s, "allOf"); all != nullptr && all->is_array()) {
        for (value const& one : all->get_array()) {
            if (verdict const r = check(one, v, at); r != verdict::holds) {
                return r;
            }
        }
    }
    std::size_t n = 0;
    if (value const* const any = find(s, "anyOf")) {
        if (verdict const r = holding(*any, v, n); r == verdict::failed || n == 0) {
            return r == verdict::failed ? r : violated(at, "anyOf");
        }
    }
    n = 0;
    if (value const* const one = find(s, "oneOf")) {
        if (verdict const r = holding(*one, v, n); r == verdict::failed || n != 1) {
            return r == verdict::failed ? r : violated(at, "oneOf");
        }
    }
    if (value const* const inner = find(s, "not")) {
        if (verdict const r = holds(*inner, v); r != verdict::violated) {
            return r == verdict::failed ? r : violated(at, "not");
        }
    }
    if (value const* const condition = find(s, "if")) {
        verdict const r = holds(*condition, v);
        if (r == verdict::failed) {
            return r;
        }
        if (value const* const next = find(s, r == verdict::holds ? "then" : "else")) {
            return check(*next, v, at);
        }
    }
    return verdict::holds;
}

}  // namespace parlance::schema::detail
