// parlance/hf/legacy/detail/impl/jmespath_functions.ipp - definitions of what parlance/hf/legacy/detail/jmespath_functions.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/jmespath_functions.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace parlance::hf::detail {

bool jmes_holds(json::value const& v) noexcept {
    switch (v.kind()) {
    case boost::json::kind::null: return false;
    case boost::json::kind::bool_: return v.get_bool();
    case boost::json::kind::string: return !v.get_string().empty();
    case boost::json::kind::array: return !v.get_array().empty();
    case boost::json::kind::object: return !v.get_object().empty();
    default: return true;
    }
}

int jmes_order(json::value const& a, json::value const& b) {
    if (a.is_string()) {
        return json::text_of(a).compare(json::text_of(b));
    }
    if (a.is_int64() && b.is_int64()) {
        return a.get_int64() < b.get_int64() ? -1 : a.get_int64() > b.get_int64();
    }
    auto const x = a.to_number<double>();
    auto const y = b.to_number<double>();
    return x < y ? -1 : x > y;
}

PARLANCE_DECL unsigned jmes_type_of(json::value const& v) noexcept {
    switch (v.kind()) {
    case boost::json::kind::null: return jmes_type::null;
    case boost::json::kind::bool_: return jmes_type::boolean;
    case boost::json::kind::string: return jmes_type::string;
    case boost::json::kind::array: return jmes_type::array;
    case boost::json::kind::object: return jmes_type::object;
    default: return jmes_type::number;
    }
}

PARLANCE_DECL bool jmes_all(json::array const& items, unsigned type) noexcept {
    return std::all_of(items.begin(), items.end(),
                       [&](json::value const& v) { return jmes_type_of(v) == type; });
}

bool jmes_accepts(unsigned types, json::value const& v) noexcept {
    if ((types & jmes_type_of(v)) != 0) {
        return true;
    }
    return v.is_array() &&
           (((types & jmes_type::numbers) != 0 && jmes_all(v.get_array(), jmes_type::number)) ||
            ((types & jmes_type::strings) != 0 && jmes_all(v.get_array(), jmes_type::string)));
}

jmes_signature const* find_jmes_function(std::string_view name) noexcept {
    using namespace jmes_type;
    using f = jmes_function;
    constexpr unsigned ordered = numbers | strings;
    static constexpr jmes_signature all[] = {
        {"abs", f::abs, 1, {number, 0}},
        {"avg", f::avg, 1, {numbers, 0}},
        {"ceil", f::ceil, 1, {number, 0}},
        {"contains", f::contains, 2, {array | string, any}},
        {"ends_with", f::ends_with, 2, {string, string}},
        {"floor", f::floor, 1, {number, 0}},
        {"join", f::join, 2, {string, strings}},
        {"keys", f::keys, 1, {object, 0}},
        {"length", f::length, 1, {string | array | object, 0}},
        {"map", f::map, 2, {reference, array}},
        {"max", f::max, 1, {ordered, 0}},
        {"max_by", f::max_by, 2, {array, reference}},
        {"merge", f::merge, 1, {object, 0}, true},
        {"min", f::min, 1, {ordered, 0}},
        {"min_by", f::min_by, 2, {array, reference}},
        {"not_null", f::not_null, 1, {any, 0}, true},
        {"reverse", f::reverse, 1, {array | string, 0}},
        {"sort", f::sort, 1, {ordered, 0}},
        {"sort_by", f::sort_by, 2, {array, reference}},
        {"starts_with", f::starts_with, 2, {string, string}},
        {"sum", f::sum, 1, {numbers, 0}},
        {"to_array", f::to_array, 1, {any, 0}},
        {"to_number", f::to_number, 1, {any, 0}},
        {"to_string", f::to_string, 1, {any, 0}},
        {"type", f::type, 1, {any, 0}},
        {"values", f::values, 1, {object, 0}},
    };
    static_assert(std::size(all) == 26);
    for (jmes_signature const& s : all) {
        if (s.name == name) {
            return &s;
        }
    }
    return nullptr;
}

/// A double that is a whole number within 64 bits as an integer.
PARLANCE_DECL json::value jmes_whole(double v) {
    constexpr double limit = 9223372036854775808.0;
    return v >= -limit && v < limit ? json::value(static_cast<std::int64_t>(v)) : json::value(v);
}

PARLANCE_DECL json::value jmes_sum(json::array const& items) {
    std::int64_t whole = 0;
    bool exact = true;
    double real = 0;
    for (json::value const& v : items) {
        exact = exact && v.is_int64() && !__builtin_add_overflow(whole, v.get_int64(), &whole);
        real += v.to_number<double>();
    }
    return exact ? json::value(whole) : json::value(real);
}

PARLANCE_DECL json::value jmes_to_number(json::value const& v) {
    if (v.is_number()) {
        return v;
    }
    if (!v.is_string()) {
        return nullptr;
    }
    auto const read = json::parse(json::text_of(v));
    return read && read->is_number() ? *read : json::value(nullptr);
}

PARLANCE_DECL std::string jmes_reversed(std::string_view text) {
    std::string out(text.size(), '\0');
    std::size_t at = text.size();
    while (!text.empty()) {
        std::size_t const length = utf8::decode(text).length;
        at -= length;
        std::copy_n(text.begin(), length, out.begin() + static_cast<std::ptrdiff_t>(at));
        text.remove_prefix(length);
    }
    return out;
}

json::array jmes_sorted(json::array const& items, json::array const& keys) {
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
        int const way = jmes_order(keys[x], keys[y]);
        return way != 0 ? way < 0 : x < y;
    });
    json::array out;
    out.reserve(order.size());
    for (std::size_t const i : order) {
        out.push_back(items[i]);
    }
    return out;
}

json::value call_jmes(jmes_function f, std::vector<json::value>& a) {
    auto const text = [&](std::size_t i) { return json::text_of(a[i]); };
    auto const best = [&](int wanted) -> json::value {
        json::array& items = a[0].get_array();
        if (items.empty()) {
            return nullptr;
        }
        std::size_t at = 0;
        for (std::size_t i = 1; i < items.size(); ++i) {
            at = jmes_order(items[i], items[at]) * wanted > 0 ? i : at;
        }
        return items[at];
    };
    switch (f) {
    case jmes_function::abs:
        if (a[0].is_int64() && a[0].get_int64() != (std::numeric_limits<std::int64_t>::min)()) {
            return std::abs(a[0].get_int64());
        }
        return a[0].is_uint64() ? a[0] : json::value(std::fabs(a[0].to_number<double>()));
    case jmes_function::avg: {
        json::array const& items = a[0].get_array();
        return items.empty()
                   ? json::value(nullptr)
                   : json::value(jmes_sum(items).to_number<double>() / static_cast<double>(items.size()));
    }
    case jmes_function::ceil: return a[0].is_double() ? jmes_whole(std::ceil(a[0].get_double())) : a[0];
    case jmes_function::floor: return a[0].is_double() ? jmes_whole(std::floor(a[0].get_double())) : a[0];
    case jmes_function::contains:
        if (a[0].is_string()) {
            return a[1].is_string() && text(0).find(text(1)) != std::string_view::npos;
        }
        return std::any_of(a[0].get_array().begin(), a[0].get_array().end(),
                           [&](json::value const& v) { return jmes_equal(v, a[1]); });
    case jmes_function::ends_with: return text(0).ends_with(text(1));
    case jmes_function::starts_with: return text(0).starts_with(text(1));
    case jmes_function::join: {
        std::string out;
        for (json::value const& v : a[1].get_array()) {
            out.append(&v == a[1].get_array().data() ? std::string_view() : text(0)).append(json::text_of(v));
        }
        return boost::json::string(out);
    }
    case jmes_function::keys: {
        json::array out;
        for (auto const& member : a[0].get_object()) {
            out.emplace_back(member.key());
        }
        return out;
    }
    case jmes_function::values: {
        json::array out;
        for (auto const& member : a[0].get_object()) {
            out.push_back(member.value());
        }
        return out;
    }
    case jmes_function::length:
        return static_cast<std::int64_t>(a[0].is_string()  ? utf8::count(text(0))
                                         : a[0].is_array() ? a[0].get_array().size()
                                                           : a[0].get_object().size());
    case jmes_function::max: return best(1);
    case jmes_function::min: return best(-1);
    case jmes_function::merge: {
        json::object out;
        for (json::value const& v : a) {
            for (auto const& member : v.get_object()) {
                out[member.key()] = member.value();
            }
        }
        return out;
    }
    case jmes_function::not_null: {
        auto const found =
            std::find_if(a.begin(), a.end(), [](json::value const& v) { return !v.is_null(); });
        return found == a.end() ? json::value(nullptr) : *found;
    }
    case jmes_function::reverse:
        if (a[0].is_string()) {
            return boost::json::string(jmes_reversed(text(0)));
        }
        std::reverse(a[0].get_array().begin(), a[0].get_array().end());
        return std::move(a[0]);
    case jmes_function::sort: return jmes_sorted(a[0].get_array(), a[0].get_array());
    case jmes_function::sum: return jmes_sum(a[0].get_array());
    case jmes_function::to_array:
        return a[0].is_array() ? std::move(a[0]) : json::value(json::array{std::move(a[0])});
    case jmes_function::to_number: return jmes_to_number(a[0]);
    case jmes_function::to_string: {
        json::dump_options how;
        how.ensure_ascii = true;
        how.item = ",";
        how.key = ":";
        return a[0].is_string() ? std::move(a[0]) : json::value(boost::json::string(json::dump(a[0], how)));
    }
    case jmes_function::type:
        switch (jmes_type_of(a[0])) {
        case jmes_type::number: return "number";
        case jmes_type::string: return "string";
        case jmes_type::boolean: return "boolean";
        case jmes_type::array: return "array";
        case jmes_type::object: return "object";
        default: return "null";
        }
    case jmes_function::map:
    case jmes_function::max_by:
    case jmes_function::min_by:
    case jmes_function::sort_by: break;
    }
    return nullptr;
}

}  // namespace parlance::hf::detail
