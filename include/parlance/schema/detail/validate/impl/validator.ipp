// parlance/schema/detail/validate/impl/validator.ipp - definitions of what parlance/schema/detail/validate/validator.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/validate/validator.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/load.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/schema/detail/validate/regex_format.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

result<void> validator::check(boost::json::value const& schema, boost::json::value const& v, scope_id outer) {
    depth_ = 0;
    under_way_ = nullptr;
    scope_ = outer;
    quiet_ = 0;
    known_.clear();
    return check(schema, v, nullptr) == verdict::holds ? result<void>{} : result<void>{wrong_};
}

std::string validator::pointer(place const* at) {
    vec<place const*> steps;
    for (; at != nullptr; at = at->outer) {
        steps.push_back(at);
    }
    std::string out;
    for (std::size_t i = steps.size(); i-- > 0 && out.size() < note::capacity;) {
        out.append("/").append(steps[i]->named ? escape_pointer(steps[i]->name)
                                               : std::to_string(steps[i]->index));
    }
    return out;
}

validator::verdict validator::violated(place const* at, std::string_view keyword) {
    if (quiet_ == 0) {
        std::string const where = pointer(at);
        wrong_ = {errc::schema_violation, {}, 0, note_at(where, keyword)};
    }
    return verdict::violated;
}

validator::verdict validator::fail(diagnostic why) {
    wrong_ = std::move(why);
    return verdict::failed;
}

validator::verdict validator::fail(errc code, place const* at, std::string_view what) {
    return fail(diagnostic{code, {}, 0, note(pointer(at)).append(what)});
}

bool validator::pay(std::uint64_t steps) {
    bool const good = spent_.spend(steps);
    if (!good) {
        wrong_ = spent_.error({});
    }
    return good;
}

std::uint64_t validator::weight(value const& v) {
    if (v.is_string()) {
        return 20 + v.get_string().size() / 4;
    }
    std::uint64_t out = v.is_number() ? 200 + length(v) : 20;
    if (v.is_array()) {
        for (value const& item : v.get_array()) {
            out += weight(item);
        }
    } else if (v.is_object()) {
        for (auto const& member : v.get_object()) {
            out += 40 + member.key().size() / 4 + weight(member.value());
        }
    }
    return out;
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
    maybe<decimal> const d = to_decimal(v);
    if (!d || d->negative || !d->whole()) {
        return 0;
    }
    std::uint64_t out = no_limit;
    std::string const text = d->text();
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

validator::value const* validator::target(std::string_view ref, value const& text, object const& s) {
    constexpr std::uint64_t steps_of_a_look = 50;
    if (!pay(steps_of_a_look)) {
        return nullptr;
    }
    auto const* known = names_.find(&text);
    if (known == nullptr) {
        result<reference_table::anchor> const found =
            source_->name_of(ref, std::string_view(text.get_string()), s, spent_);
        if (!found) {
            wrong_ = found.error();
            return nullptr;
        }
        known = &names_.try_emplace(&text, *found).at;
    }
    return source_->leads_to(known->value, scope_);
}

validator::verdict validator::check(value const& schema, value const& v, place const* at) {
    if (schema.is_bool()) {
        return schema.get_bool() ? verdict::holds : violated(at, "false");
    }
    if (!schema.is_object()) {
        return fail(errc::invalid_keyword, at, ": a schema is an object, true or false");
    }
    if (!spent_.spend(steps_of_a_schema)) {
        return fail(spent_.why(), at);
    }
    return within(schema, v, at, [&] {
        // alternatives that fail at their last member ask the same of what is inside as those before them
        bool const often = quiet_ > 0 && (v.is_object() || v.is_array());
        question const asked{&schema, scope_, &v};
        if (often) {
            if (auto const* const at_hand = known_.find(asked); at_hand != nullptr) {
                return at_hand->value ? verdict::holds : verdict::violated;
            }
        }
        verdict const r = check_object(schema.get_object(), v, at);
        if (often && r != verdict::failed) {
            known_.try_emplace(asked, r == verdict::holds);
        }
        return r;
    });
}

template <class F>
validator::verdict validator::within(value const& schema, value const& v, place const* at, F const& look) {
    if (depth_ == deepest_) {
        return too_deep(at);
    }
    scope_id const outer = scope_;
    scope_ = source_->inside(outer, schema);
    if (scope_ == too_many_scopes) {
        return fail(errc::out_of_fuel, at, ": dynamic references of too many scopes");
    }
    ++depth_;
    look_under_way const here{{&schema, scope_}, &v, under_way_};
    under_way_ = &here;
    verdict const r = look();
    under_way_ = here.outer;
    --depth_;
    scope_ = outer;
    return r;
}

validator::verdict validator::too_deep(place const* at) {
    vec<document::applied> around;  // what is being asked of the same value, the innermost first
    for (look_under_way const* o = under_way_; o != nullptr && o->asked == under_way_->asked; o = o->outer) {
        around.push_back(o->at);
    }
    for (auto inner = around.begin(); inner != around.end(); ++inner) {
        auto const outer = std::find(inner + 1, around.end(), *inner);
        if (outer != around.end()) {
            vec<document::applied> circle(inner + 1, outer + 1);
            std::reverse(circle.begin(), circle.end());
            return fail(source_->circle(circle));
        }
    }
    return fail(errc::nested_too_deep, at);
}

validator::verdict validator::holds(value const& schema, value const& v) {
    ++quiet_;
    verdict const r = check(schema, v, nullptr);
    --quiet_;
    return r;
}

validator::verdict validator::check_object(object const& s, value const& v, place const* at) {
    verdict r = references(s, v, at);
    bool const alone = source_->version(s) != draft::any && source_->version(s) <= draft::d7;
    if (r != verdict::holds || (alone && s.contains("$ref"))) {
        return r;
    }
    if (r = own(s, v, at); r == verdict::holds && v.is_array()) {
        r = items(s, v.get_array(), at);
        r = r == verdict::holds ? contained(s, v.get_array(), at) : r;
    } else if (r == verdict::holds && v.is_object()) {
        r = dependent(s, v, at);
        r = r == verdict::holds ? members(s, v.get_object(), at) : r;
    }
    r = r == verdict::holds ? combined(s, v, at) : r;
    return r == verdict::holds ? left_over(s, v, at) : r;
}

validator::verdict validator::references(object const& s, value const& v, place const* at) {
    for (std::string_view const ref : {"$ref", "$dynamicRef", "$recursiveRef"}) {
        value const* const text = find(s, ref);
        if (text == nullptr) {
            continue;
        }
        if (!text->is_string()) {
            return fail(errc::invalid_keyword, at, ": $ref");
        }
        value const* const to = target(ref, *text, s);
        if (verdict const r = to != nullptr ? check(*to, v, at) : verdict::failed; r != verdict::holds) {
            return r;
        }
    }
    return verdict::holds;
}

validator::verdict validator::own(object const& s, value const& v, place const* at) {
    if (std::uint64_t const more = length(v); more > 0 && !pay(more)) {
        return verdict::failed;
    }
    verdict const r = any_type(s, v, at);
    if (r != verdict::holds) {
        return r;
    }
    return v.is_string()   ? strings(s, v.get_string(), at)
           : v.is_number() ? numbers(s, v, at)
           : v.is_object() ? counted(s, v.get_object(), at)
           : v.is_array()  ? counted(s, v.get_array(), at)
                           : r;
}

bool validator::is_whole(value const& v) const {
    maybe<decimal> const d = number(v);
    return d && d->whole();
}

bool validator::has_type(std::string_view name, value const& v, maybe<bool>& whole) const {
    if (name == "integer") {
        whole = whole ? *whole : is_whole(v);
        return *whole;
    }
    return (name == "number" && v.is_number()) || (name == "string" && v.is_string()) ||
           (name == "boolean" && v.is_bool()) || (name == "null" && v.is_null()) ||
           (name == "array" && v.is_array()) || (name == "object" && v.is_object());
}

validator::verdict validator::any_type(object const& s, value const& v, place const* at) {
    if (value const* const t = find(s, "type")) {
        maybe<bool> whole;  // a long list may ask again and again
        bool good = t->is_string() && has_type(t->get_string(), v, whole);
        if (t->is_array() && !pay(20 * t->get_array().size())) {
            return verdict::failed;
        }
        if (t->is_array()) {
            for (value const& name : t->get_array()) {
                good = good || (name.is_string() && has_type(name.get_string(), v, whole));
            }
        }
        value const* const nullable = find(s, "nullable");
        good = good || (v.is_null() && nullable != nullptr && nullable->is_bool() && nullable->get_bool());
        if (!good) {
            return violated(at, "type");
        }
    }
    if (value const* const one = find(s, "const"); one != nullptr && !is_constant(*one, v)) {
        return spent_.why() != errc::none ? verdict::failed : violated(at, "const");
    }
    if (value const* const list = find(s, "enum"); list != nullptr && list->is_array()) {
        if (!is_listed(list->get_array(), v)) {
            return spent_.why() != errc::none ? verdict::failed : violated(at, "enum");
        }
    }
    return verdict::holds;
}

validator::verdict validator::matches(std::string_view pattern, std::string_view text, bool format) {
    if (!pay(100 + pattern.size() + 8 * text.size())) {
        return verdict::failed;
    }
    if (format && pattern == "regex") {
        return is_ecma_regex(text) ? verdict::holds : verdict::violated;
    }
    result<bool> const found =
        format ? patterns_.has_format(pattern, text, spent_) : patterns_.found_in(pattern, text, spent_);
    if (!found) {
        wrong_ = found.error();
        return verdict::failed;
    }
    return *found ? verdict::holds : verdict::violated;
}

validator::verdict validator::strings(object const& s, std::string_view v, place const* at) {
    if (!pay(v.size())) {
        return verdict::failed;
    }
    std::size_t const length = utf8::count(v);
    if (value const* const n = find(s, "minLength"); n != nullptr && length < count(*n)) {
        return violated(at, "minLength");
    }
    if (value const* const n = find(s, "maxLength"); n != nullptr && length > count(*n)) {
        return violated(at, "maxLength");
    }
    if (value const* const p = find(s, "pattern"); p != nullptr && p->is_string()) {
        verdict const m = matches(p->get_string(), v, false);
        if (m != verdict::holds) {
            return m == verdict::failed ? m : violated(at, "pattern");
        }
    }
    if (value const* const f = find(s, "format");
        f != nullptr && f->is_string() && known_format(f->get_string())) {
        verdict const m = length > longest_of_format(f->get_string()) ? verdict::violated
                                                                      : matches(f->get_string(), v, true);
        if (m != verdict::holds) {
            return m == verdict::failed ? m : violated(at, "format");
        }
    }
    return verdict::holds;
}

validator::verdict validator::numbers(object const& s, value const& v, place const* at) {
    if (!pay(2000)) {
        return verdict::failed;
    }
    maybe<decimal> const d = number(v);
    auto const order = [&](std::string_view key) -> std::optional<int> {
        value const* const bound = find(s, key);
        maybe<decimal> const b = bound == nullptr ? maybe<decimal>() : to_decimal(*bound);
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
        maybe<decimal> const by = to_decimal(*m);
        if (d && by && !by->zero() && !is_multiple(*d, *by)) {
            return violated(at, "multipleOf");
        }
    }
    return verdict::holds;
}

}  // namespace parlance::schema::detail
