// parlance/schema/validate.hpp - a value checked against a schema, keyword by keyword
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/regex.hpp>
#include <parlance/schema/detail/decimal.hpp>
#include <parlance/schema/detail/document.hpp>
#include <parlance/schema/detail/load.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/value.hpp>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace parlance::schema {

namespace detail {

/// Equality as JSON Schema means it: 1 is 1.0, and the order of members does not matter.
[[nodiscard]] inline bool same_value(boost::json::value const& a, boost::json::value const& b) {
    if (a.is_number() && b.is_number()) {
        std::optional<decimal> const x = to_decimal(a);
        return x && x == to_decimal(b);
    }
    if (a.kind() != b.kind()) {
        return false;
    }
    if (a.is_array()) {
        auto const& x = a.get_array();
        auto const& y = b.get_array();
        return std::equal(x.begin(), x.end(), y.begin(), y.end(), same_value);
    }
    if (a.is_object()) {
        auto const& x = a.get_object();
        auto const& y = b.get_object();
        return x.size() == y.size() && std::all_of(x.begin(), x.end(), [&](auto const& m) {
                   auto const* other = y.if_contains(m.key());
                   return other != nullptr && same_value(m.value(), *other);
               });
    }
    return a == b;
}

/// Reads the schema anew for every value, and knows nothing of goals, facts or networks.
class validator {
public:
    explicit validator(document const& source) : source_(&source) {}

    [[nodiscard]] result<void> check(boost::json::value const& schema, boost::json::value const& v) {
        return check(schema, v, "");
    }

private:
    using object = boost::json::object;
    using value = boost::json::value;

    static constexpr std::size_t deepest = 300;

    [[nodiscard]] static result<void> violated(std::string const& at, std::string_view keyword) {
        return diagnostic{errc::schema_violation, {}, 0, note(at).append(": ").append(keyword)};
    }
    [[nodiscard]] static bool is_violation(result<void> const& r) noexcept {
        return !r && r.error().code == errc::schema_violation;
    }
    [[nodiscard]] value const* find(object const& s, std::string_view key) const {
        value const* const v = s.if_contains(key);
        if (v == nullptr) {
            return nullptr;
        }
        keyword const* const known = find_keyword(key);
        draft const version = source_->version();
        bool const means =
            version == draft::any || (known != nullptr && version >= known->from && version <= known->to);
        return means ? v : nullptr;
    }
    [[nodiscard]] static std::uint64_t count(value const& v) {
        std::optional<decimal> const d = to_decimal(v);
        if (!d || d->negative || !d->whole()) {
            return 0;
        }
        std::uint64_t out = no_limit;
        std::string const text = d->text();
        std::from_chars(text.data(), text.data() + text.size(), out);
        return out;
    }

    [[nodiscard]] result<void> check(value const& schema, value const& v, std::string const& at) {
        if (schema.is_bool()) {
            return schema.get_bool() ? result<void>() : violated(at, "false");
        }
        if (!schema.is_object()) {
            return diagnostic{
                errc::invalid_keyword, {}, 0, note(at).append(": a schema is an object, true or false")};
        }
        if (++depth_ > deepest) {
            --depth_;
            return diagnostic{errc::nested_too_deep, {}, 0, note(at)};
        }
        result<void> const r = check_object(schema.get_object(), v, at);
        --depth_;
        return r;
    }

    [[nodiscard]] result<void> check_object(object const& s, value const& v, std::string const& at) {
        for (std::string_view const ref : {"$ref", "$dynamicRef", "$recursiveRef"}) {
            value const* const text = find(s, ref);
            if (text == nullptr) {
                continue;
            }
            if (!text->is_string()) {
                return diagnostic{errc::invalid_keyword, {}, 0, note(at).append(": $ref")};
            }
            value const* const target = source_->resolve(text->get_string());
            if (target == nullptr) {
                return diagnostic{errc::unresolved_reference, {}, 0, note(text->get_string())};
            }
            if (auto const r = check(*target, v, at); !r) {
                return r;
            }
            if (source_->version() != draft::any && source_->version() <= draft::d7) {
                return {};
            }
        }
        for (std::string_view const key : {"unevaluatedItems", "unevaluatedProperties"}) {
            if (find(s, key) != nullptr) {
                return diagnostic{errc::unsupported_keyword, {}, 0, note(key)};
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
        return combined(s, v, at);
    }

    [[nodiscard]] static bool has_type(std::string_view name, value const& v) {
        if (name == "integer") {
            std::optional<decimal> const d = to_decimal(v);
            return d && d->whole();
        }
        return (name == "number" && v.is_number()) || (name == "string" && v.is_string()) ||
               (name == "boolean" && v.is_bool()) || (name == "null" && v.is_null()) ||
               (name == "array" && v.is_array()) || (name == "object" && v.is_object());
    }
    [[nodiscard]] result<void> any_type(object const& s, value const& v, std::string const& at) {
        if (value const* const t = find(s, "type")) {
            bool good = t->is_string() && has_type(t->get_string(), v);
            if (t->is_array()) {
                for (value const& name : t->get_array()) {
                    good = good || (name.is_string() && has_type(name.get_string(), v));
                }
            }
            value const* const nullable = find(s, "nullable");
            good =
                good || (v.is_null() && nullable != nullptr && nullable->is_bool() && nullable->get_bool());
            if (!good) {
                return violated(at, "type");
            }
        }
        if (value const* const one = find(s, "const"); one != nullptr && !same_value(*one, v)) {
            return violated(at, "const");
        }
        if (value const* const list = find(s, "enum"); list != nullptr && list->is_array()) {
            auto const& a = list->get_array();
            if (std::none_of(a.begin(), a.end(), [&](value const& x) { return same_value(x, v); })) {
                return violated(at, "enum");
            }
        }
        return {};
    }

    [[nodiscard]] result<bool> matches(std::string_view pattern, std::string_view text, bool format) {
        auto found = automata_.find({std::string(pattern), format});
        if (found == automata_.end()) {
            result<rtn::dfa> made =
                format ? format_dfa(pattern) : rtn::regex(pattern, rtn::regex_match::search);
            if (!made) {
                return made.error();
            }
            found = automata_.emplace(std::pair{std::string(pattern), format}, *std::move(made)).first;
        }
        return found->second.accepts(text);
    }
    [[nodiscard]] result<void> strings(object const& s, std::string_view v, std::string const& at) {
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
    [[nodiscard]] result<void> numbers(object const& s, value const& v, std::string const& at) {
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
    [[nodiscard]] result<void> arrays(object const& s, boost::json::array const& v, std::string const& at) {
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
        bool const list = items != nullptr && items->is_array() && source_->version() < draft::d2020;
        value const* const prefix = list ? items : find(s, "prefixItems");
        value const* const rest = list ? find(s, "additionalItems") : items;
        std::size_t i = 0;
        for (; prefix != nullptr && prefix->is_array() && i < prefix->get_array().size() && i < v.size();
             ++i) {
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
    [[nodiscard]] result<void> objects(object const& s, object const& v, std::string const& at) {
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
    [[nodiscard]] result<void> combined(object const& s, value const& v, std::string const& at) {
        auto const holding = [&](value const& list) -> result<std::size_t> {
            std::size_t n = 0;
            for (value const& one : list.is_array() ? list.get_array() : boost::json::array{}) {
                result<void> const r = check(one, v, at);
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

    document const* source_;
    std::size_t depth_ = 0;
    std::map<std::pair<std::string, bool>, rtn::dfa> automata_;
};

[[nodiscard]] inline result<void> validate_at(document const& source, boost::json::value const& schema,
                                              boost::json::value const& v) {
    return validator(source).check(schema, v);
}

}  // namespace detail

/// Whether `value` satisfies `schema`: nothing when it does.
/// Errors: schema_violation, with the JSON Pointer of the first place and the keyword; and for schemas that cannot be
/// decided unsupported_keyword, invalid_keyword, unresolved_reference, not_lowerable (a pattern), nested_too_deep.
[[nodiscard]] inline result<void> validate(boost::json::value const& schema,
                                           boost::json::value const& value) {
    result<detail::document> const source = detail::document::make(schema, limits{});
    if (!source) {
        return source.error();
    }
    return detail::validate_at(*source, schema, value);
}

}  // namespace parlance::schema
