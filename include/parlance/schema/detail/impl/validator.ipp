// parlance/schema/detail/impl/validator.ipp - definitions of what parlance/schema/detail/validator.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/validator.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/schema/detail/decimal.hpp>
#include <parlance/schema/detail/document.hpp>
#include <parlance/schema/detail/load.hpp>
#include <parlance/schema/detail/node.hpp>
#include <parlance/schema/detail/same_value.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/value.hpp>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace parlance::schema::detail {

result<void> validator::check(boost::json::value const& schema, boost::json::value const& v) {
    return check(schema, v, "");
}

result<void> validator::violated(std::string const& at, std::string_view keyword) {
    return diagnostic{errc::schema_violation, {}, 0, note(at).append(": ").append(keyword)};
}

bool validator::is_violation(result<void> const& r) noexcept {
    return !r && r.error().code == errc::schema_violation;
}

validator::value const* validator::find(object const& s, std::string_view key) const {
    value const* const v = s.if_contains(key);
    if (v == nullptr) {
        return nullptr;
    }
    keyword const* const known = find_keyword(key);
    draft const version = source_->version(s);
    bool const means =
        version == draft::any || (known != nullptr && version >= known->from && version <= known->to);
    return means ? v : nullptr;
}

std::uint64_t validator::count(value const& v) {
    std::optional<decimal> const d = to_decimal(v);
    if (!d || d->negative || !d->whole()) {
        return 0;
    }
    std::uint64_t out = no_limit;
    std::string const text = d->text();
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

result<void> validator::check(value const& schema, value const& v, std::string const& at) {
    if (schema.is_bool()) {
        return schema.get_bool() ? result<void>() : violated(at, "false");
    }
    if (!schema.is_object()) {
        return diagnostic{
            errc::invalid_keyword, {}, 0, note(at).append(": a schema is an object, true or false")};
    }
    if (fuel_ == 0) {
        return diagnostic{errc::out_of_fuel, {}, 0, note(at)};
    }
    --fuel_;
    if (++depth_ > deepest) {
        --depth_;
        return diagnostic{errc::nested_too_deep, {}, 0, note(at)};
    }
    result<void> const r = check_object(schema.get_object(), v, at);
    --depth_;
    return r;
}

result<void> validator::check_object(object const& s, value const& v, std::string const& at) {
    for (std::string_view const ref : {"$ref", "$dynamicRef", "$recursiveRef"}) {
        value const* const text = find(s, ref);
        if (text == nullptr) {
            continue;
        }
        if (!text->is_string()) {
            return diagnostic{errc::invalid_keyword, {}, 0, note(at).append(": $ref")};
        }
        result<value const*> const target = source_->resolve(ref, text->get_string(), s);
        if (!target) {
            return target.error();
        }
        if (auto const r = check(**target, v, at); !r) {
            return r;
        }
        if (source_->version(s) != draft::any && source_->version(s) <= draft::d7) {
            return {};
        }
    }
    if (auto const r = any_type(s, v, at); !r) {
        return r;
    }
    if (v.is_string()) {
        if (auto const r = strings(s, v.get_string(), at); !r) {
            return r;
        }
    } else if (v.is_number()) {
        if (auto const r = numbers(s, v, at); !r) {
            return r;
        }
    } else if (v.is_array()) {
        if (auto const r = arrays(s, v.get_array(), at); !r) {
            return r;
        }
    } else if (v.is_object()) {
        if (auto const r = objects(s, v.get_object(), at); !r) {
            return r;
        }
    }
    if (auto const r = combined(s, v, at); !r) {
        return r;
    }
    return left_over(s, v, at);
}

bool validator::has_type(std::string_view name, value const& v) {
    if (name == "integer") {
        std::optional<decimal> const d = to_decimal(v);
        return d && d->whole();
    }
    return (name == "number" && v.is_number()) || (name == "string" && v.is_string()) ||
           (name == "boolean" && v.is_bool()) || (name == "null" && v.is_null()) ||
           (name == "array" && v.is_array()) || (name == "object" && v.is_object());
}

bool validator::is_listed(boost::json::array const& list, value const& v) {
    auto const same = [&](value const& x) { return same_value(x, v); };
    if (list.size() <= short_list) {
        return std::any_of(list.begin(), list.end(), same);
    }
    auto const [known, fresh] = lists_.try_emplace(&list);
    for (std::size_t i = 0; fresh && i < list.size(); ++i) {
        known->second.emplace(hash_value(list[i]), &list[i]);
    }
    auto const [first, last] = known->second.equal_range(hash_value(v));
    return std::any_of(first, last, [&](auto const& row) { return same(*row.second); });
}

result<void> validator::any_type(object const& s, value const& v, std::string const& at) {
    if (value const* const t = find(s, "type")) {
        bool good = t->is_string() && has_type(t->get_string(), v);
        if (t->is_array()) {
            for (value const& name : t->get_array()) {
                good = good || (name.is_string() && has_type(name.get_string(), v));
            }
        }
        value const* const nullable = find(s, "nullable");
        good = good || (v.is_null() && nullable != nullptr && nullable->is_bool() && nullable->get_bool());
        if (!good) {
            return violated(at, "type");
        }
    }
    if (value const* const one = find(s, "const"); one != nullptr && !same_value(*one, v)) {
        return violated(at, "const");
    }
    if (value const* const list = find(s, "enum"); list != nullptr && list->is_array()) {
        if (!is_listed(list->get_array(), v)) {
            return violated(at, "enum");
        }
    }
    return {};
}

result<bool> validator::matches(std::string_view pattern, std::string_view text, bool format) {
    auto found = automata_.find({std::string(pattern), format});
    if (found == automata_.end()) {
        result<rtn::dfa> made = format ? format_dfa(pattern) : rtn::regex(pattern, rtn::regex_match::search);
        if (!made) {
            return made.error();
        }
        found = automata_.emplace(std::pair{std::string(pattern), format}, *std::move(made)).first;
    }
    return found->second.accepts(text);
}

result<void> validator::strings(object const& s, std::string_view v, std::string const& at) {
    std::size_t const length = utf8::count(v);
    if (value const* const n = find(s, "minLength"); n != nullptr && length < count(*n)) {
        return violated(at, "minLength");
    }
    if (value const* const n = find(s, "maxLength"); n != nullptr && length > count(*n)) {
        return violated(at, "maxLength");
    }
    if (value const* const p = find(s, "pattern"); p != nullptr && p->is_string()) {
        result<bool> const m = matches(p->get_string(), v, false);
        if (!m || !*m) {
            return m ? violated(at, "pattern") : result<void>(m.error());
        }
    }
    if (value const* const f = find(s, "format");
        f != nullptr && f->is_string() && known_format(f->get_string())) {
        result<bool> const m = length > longest_of_format(f->get_string())
                                   ? result<bool>(false)
                                   : matches(f->get_string(), v, true);
        if (!m || !*m) {
            return m ? violated(at, "format") : result<void>(m.error());
        }
    }
    return {};
}

result<void> validator::numbers(object const& s, value const& v, std::string const& at) {
    std::optional<decimal> const d = to_decimal(v);
    auto const order = [&](std::string_view key) -> std::optional<int> {
        value const* const bound = find(s, key);
        std::optional<decimal> const b = bound == nullptr ? std::nullopt : to_decimal(*bound);
        return b && d ? std::optional<int>(compare(*d, *b)) : std::nullopt;
    };
    auto const flag = [&](std::string_view key) {
        value const* const x = find(s, key);
        return x != nullptr && x->is_bool() && x->get_bool();
    };
    if (auto const o = order("minimum"); o && (*o < 0 || (*o == 0 && flag("exclusiveMinimum")))) {
        return violated(at, "minimum");
    }
    if (auto const o = order("maximum"); o && (*o > 0 || (*o == 0 && flag("exclusiveMaximum")))) {
        return violated(at, "maximum");
    }
    if (auto const o = order("exclusiveMinimum"); o && *o <= 0) {
        return violated(at, "exclusiveMinimum");
    }
    if (auto const o = order("exclusiveMaximum"); o && *o >= 0) {
        return violated(at, "exclusiveMaximum");
    }
    if (value const* const m = find(s, "multipleOf")) {
        std::optional<decimal> const by = to_decimal(*m);
        if (d && by && !by->zero() && !is_multiple(*d, *by)) {
            return violated(at, "multipleOf");
        }
    }
    return {};
}

}  // namespace parlance::schema::detail
