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

vec<std::size_t> jmes_sorted(json::array const& keys, function_ref<bool()> goes_on) {
    // a merge sort from below, which can be left between any two items
    vec<std::size_t> order;
    order.reserve(keys.size());
    for (std::size_t i = 0; i < keys.size() && goes_on(); ++i) {
        order.push_back(i);
    }
    vec<std::size_t> merged;
    merged.reserve(order.size());
    for (std::size_t width = 1; width < order.size(); width *= 2) {
        merged.clear();
        for (std::size_t begin = 0; begin < order.size(); begin += 2 * width) {
            std::size_t const middle = (std::min)(begin + width, order.size());
            std::size_t const end = (std::min)(middle + width, order.size());
            std::size_t left = begin;
            std::size_t right = middle;
            for (std::size_t to = begin; to < end; ++to) {
                if (!goes_on()) {
                    return {};
                }
                bool const from_right =
                    left == middle || (right < end && jmes_order(keys[order[right]], keys[order[left]]) < 0);
                merged.push_back(order[from_right ? right++ : left++]);
            }
        }
        order.swap(merged);
    }
    return order;
}

std::size_t jmes_best(json::array const& keys, int wanted, function_ref<bool()> goes_on) {
    std::size_t at = 0;
    for (std::size_t i = 1; i < keys.size() && goes_on(); ++i) {
        at = jmes_order(keys[i], keys[at]) * wanted > 0 ? i : at;
    }
    return at;
}

// ---- the functions of the table below, each of arguments that its row says ----

using jmes_arguments = std::vector<json::value>;

PARLANCE_DECL json::value jmes_abs(jmes_arguments& a) {
    if (a[0].is_int64() && a[0].get_int64() != (std::numeric_limits<std::int64_t>::min)()) {
        return std::abs(a[0].get_int64());
    }
    return a[0].is_uint64() ? a[0] : json::value(std::fabs(a[0].to_number<double>()));
}

PARLANCE_DECL json::value jmes_avg(jmes_arguments& a) {
    json::array const& items = a[0].get_array();
    if (items.empty()) {
        return nullptr;
    }
    return jmes_sum(items).to_number<double>() / static_cast<double>(items.size());
}

PARLANCE_DECL json::value jmes_contains(jmes_arguments& a) {
    if (a[0].is_string()) {
        return a[1].is_string() && json::text_of(a[0]).find(json::text_of(a[1])) != std::string_view::npos;
    }
    json::array const& items = a[0].get_array();
    return std::any_of(items.begin(), items.end(), [&](json::value const& v) { return jmes_equal(v, a[1]); });
}

PARLANCE_DECL json::value jmes_keys(jmes_arguments& a) {
    json::array out;
    for (auto const& member : a[0].get_object()) {
        out.emplace_back(member.key());
    }
    return out;
}

PARLANCE_DECL json::value jmes_values(jmes_arguments& a) {
    json::array out;
    for (auto const& member : a[0].get_object()) {
        out.push_back(member.value());
    }
    return out;
}

PARLANCE_DECL json::value jmes_length(jmes_arguments& a) {
    return static_cast<std::int64_t>(a[0].is_string()  ? utf8::count(json::text_of(a[0]))
                                     : a[0].is_array() ? a[0].get_array().size()
                                                       : a[0].get_object().size());
}

PARLANCE_DECL json::value jmes_merge(jmes_arguments& a) {
    json::object out;
    for (json::value const& v : a) {
        for (auto const& member : v.get_object()) {
            out[member.key()] = member.value();
        }
    }
    return out;
}

PARLANCE_DECL json::value jmes_not_null(jmes_arguments& a) {
    auto const found = std::find_if(a.begin(), a.end(), [](json::value const& v) { return !v.is_null(); });
    return found == a.end() ? json::value(nullptr) : *found;
}

PARLANCE_DECL json::value jmes_reverse(jmes_arguments& a) {
    if (a[0].is_string()) {
        return boost::json::string(jmes_reversed(json::text_of(a[0])));
    }
    std::reverse(a[0].get_array().begin(), a[0].get_array().end());
    return std::move(a[0]);
}

PARLANCE_DECL json::value jmes_to_string(jmes_arguments& a) {
    json::dump_options how;
    how.ensure_ascii = true;
    how.item = ",";
    how.key = ":";
    return a[0].is_string() ? std::move(a[0]) : json::value(boost::json::string(json::dump(a[0], how)));
}

PARLANCE_DECL json::value jmes_type_name(jmes_arguments& a) {
    switch (jmes_type_of(a[0])) {
    case jmes_type::number: return "number";
    case jmes_type::string: return "string";
    case jmes_type::boolean: return "boolean";
    case jmes_type::array: return "array";
    case jmes_type::object: return "object";
    default: return "null";
    }
}

jmes_function const* find_jmes_function(std::string_view name) noexcept {
    using namespace jmes_type;
    using arguments = jmes_arguments;
    constexpr unsigned ordered = numbers | strings;
    static constexpr jmes_function all[] = {
        {"abs", 1, {number, 0}, jmes_abs},
        {"avg", 1, {numbers, 0}, jmes_avg},
        {"ceil",
         1,
         {number, 0},
         [](arguments& a) { return a[0].is_double() ? jmes_whole(std::ceil(a[0].get_double())) : a[0]; }},
        {"contains", 2, {array | string, any}, jmes_contains},
        {"ends_with",
         2,
         {string, string},
         [](arguments& a) { return json::value(json::text_of(a[0]).ends_with(json::text_of(a[1]))); }},
        {"floor",
         1,
         {number, 0},
         [](arguments& a) { return a[0].is_double() ? jmes_whole(std::floor(a[0].get_double())) : a[0]; }},
        {"join", 2, {string, strings}, nullptr, jmes_each::join},
        {"keys", 1, {object, 0}, jmes_keys},
        {"length", 1, {string | array | object, 0}, jmes_length},
        {"map", 2, {reference, array}, nullptr, jmes_each::map},
        {"max", 1, {ordered, 0}, nullptr, jmes_each::max},
        {"max_by", 2, {array, reference}, nullptr, jmes_each::max},
        {"merge", 1, {object, 0}, jmes_merge, jmes_each::none, true},
        {"min", 1, {ordered, 0}, nullptr, jmes_each::min},
        {"min_by", 2, {array, reference}, nullptr, jmes_each::min},
        {"not_null", 1, {any, 0}, jmes_not_null, jmes_each::none, true},
        {"reverse", 1, {array | string, 0}, jmes_reverse},
        {"sort", 1, {ordered, 0}, nullptr, jmes_each::sort},
        {"sort_by", 2, {array, reference}, nullptr, jmes_each::sort},
        {"starts_with",
         2,
         {string, string},
         [](arguments& a) { return json::value(json::text_of(a[0]).starts_with(json::text_of(a[1]))); }},
        {"sum", 1, {numbers, 0}, [](arguments& a) { return jmes_sum(a[0].get_array()); }},
        {"to_array",
         1,
         {any, 0},
         [](arguments& a) {
             return a[0].is_array() ? std::move(a[0]) : json::value(json::array{std::move(a[0])});
         }},
        {"to_number", 1, {any, 0}, [](arguments& a) { return jmes_to_number(a[0]); }},
        {"to_string", 1, {any, 0}, jmes_to_string, jmes_each::none, false, 6},
        {"type", 1, {any, 0}, jmes_type_name},
        {"values", 1, {object, 0}, jmes_values},
    };
    static_assert(std::size(all) == 26);
    for (jmes_function const& f : all) {
        if (f.name == name) {
            return &f;
        }
    }
    return nullptr;
}

}  // namespace parlance::hf::detail
