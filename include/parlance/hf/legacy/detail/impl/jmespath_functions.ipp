// parlance/hf/legacy/detail/impl/jmespath_functions.ipp - definitions of what parlance/hf/legacy/detail/jmespath_functions.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/jmespath_functions.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
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

/// Calls step(item) for each item, until one of both says no.
template <class Items, class Step>
bool jmes_each_of(Items const& items, jmes_goes_on goes_on, Step step) {
    for (auto const& item : items) {
        if (!goes_on(1) || !step(item)) {
            return false;
        }
    }
    return true;
}

PARLANCE_DECL bool jmes_all(json::array const& items, unsigned type, jmes_goes_on goes_on) {
    return jmes_each_of(items, goes_on, [&](json::value const& v) { return jmes_type_of(v) == type; });
}

bool jmes_accepts(unsigned types, json::value const& v, jmes_goes_on goes_on) {
    if ((types & jmes_type_of(v)) != 0) {
        return true;
    }
    return v.is_array() &&
           (((types & jmes_type::numbers) != 0 && jmes_all(v.get_array(), jmes_type::number, goes_on)) ||
            ((types & jmes_type::strings) != 0 && jmes_all(v.get_array(), jmes_type::string, goes_on)));
}

/// A double that is a whole number within 64 bits as an integer.
PARLANCE_DECL json::value jmes_whole(double v) {
    constexpr double limit = 9223372036854775808.0;
    return v >= -limit && v < limit ? json::value(static_cast<std::int64_t>(v)) : json::value(v);
}

PARLANCE_DECL json::value jmes_sum(json::array const& items, jmes_goes_on goes_on) {
    std::int64_t whole = 0;
    bool exact = true;
    double real = 0;
    static_cast<void>(jmes_each_of(items, goes_on, [&](json::value const& v) {
        exact = exact && v.is_int64() && !__builtin_add_overflow(whole, v.get_int64(), &whole);
        real += v.to_number<double>();
        return true;
    }));
    return exact ? json::value(whole) : json::value(real);
}

PARLANCE_DECL json::value jmes_to_number(json::value const& v, jmes_goes_on goes_on) {
    if (v.is_number()) {
        return v;
    }
    if (!v.is_string()) {
        return nullptr;
    }
    struct {
        jmes_goes_on goes_on;
        [[nodiscard]] bool stop_requested() const {
            constexpr std::uint64_t as_steps = 250;
            return !goes_on(as_steps);
        }
    } const asks{goes_on};
    limits bounds;
    bounds.stop = asks;
    auto const read = json::parse(json::text_of(v), bounds);
    return read && read->is_number() ? *read : json::value(nullptr);
}

vec<std::size_t> jmes_sorted(json::array const& keys, jmes_goes_on goes_on) {
    // a merge sort from below, which can be left between any two items
    vec<std::size_t> order;
    order.reserve(keys.size());
    for (std::size_t i = 0; i < keys.size() && goes_on(1); ++i) {
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
                if (!goes_on(1)) {
                    return {};
                }
                bool const from_right =
                    left == middle ||
                    (right < end && jmes_order(keys[order[right]], keys[order[left]], goes_on) < 0);
                merged.push_back(order[from_right ? right++ : left++]);
            }
        }
        order.swap(merged);
    }
    return order;
}

std::size_t jmes_best(json::array const& keys, int wanted, jmes_goes_on goes_on) {
    std::size_t at = 0;
    for (std::size_t i = 1; i < keys.size() && goes_on(1); ++i) {
        at = jmes_order(keys[i], keys[at], goes_on) * wanted > 0 ? i : at;
    }
    return at;
}

// ---- the functions of the table below, each of arguments that its row says ----

using jmes_arguments = std::vector<json::value>;

PARLANCE_DECL json::value jmes_abs(jmes_arguments& a, jmes_goes_on) {
    if (a[0].is_int64() && a[0].get_int64() != (std::numeric_limits<std::int64_t>::min)()) {
        return std::abs(a[0].get_int64());
    }
    return a[0].is_uint64() ? a[0] : json::value(std::fabs(a[0].to_number<double>()));
}

PARLANCE_DECL json::value jmes_avg(jmes_arguments& a, jmes_goes_on goes_on) {
    json::array const& items = a[0].get_array();
    if (items.empty()) {
        return nullptr;
    }
    return jmes_sum(items, goes_on).to_number<double>() / static_cast<double>(items.size());
}

PARLANCE_DECL json::value jmes_contains(jmes_arguments& a, jmes_goes_on goes_on) {
    if (a[0].is_string()) {
        return a[1].is_string() && jmes_has(json::text_of(a[0]), json::text_of(a[1]), goes_on);
    }
    json::array const& items = a[0].get_array();
    return std::any_of(items.begin(), items.end(),
                       [&](json::value const& v) { return jmes_equal(v, a[1], goes_on); });
}

PARLANCE_DECL json::value jmes_keys(jmes_arguments& a, jmes_goes_on goes_on) {
    json::array out;
    static_cast<void>(jmes_each_of(a[0].get_object(), goes_on, [&](auto const& member) {
        out.emplace_back(member.key());
        return goes_on(member.key().size() / jmes_bytes_of_a_step);
    }));
    return out;
}

PARLANCE_DECL json::value jmes_values(jmes_arguments& a, jmes_goes_on goes_on) {
    json::array out;
    for (auto& member : a[0].get_object()) {
        if (!goes_on(1)) {
            break;
        }
        out.push_back(std::move(member.value()));
    }
    return out;
}

PARLANCE_DECL json::value jmes_length(jmes_arguments& a, jmes_goes_on goes_on) {
    std::size_t const size = a[0].is_string()  ? jmes_length_of(json::text_of(a[0]), goes_on)
                             : a[0].is_array() ? a[0].get_array().size()
                                               : a[0].get_object().size();
    return static_cast<std::int64_t>(size);
}

PARLANCE_DECL json::value jmes_merge(jmes_arguments& a, jmes_goes_on goes_on) {
    constexpr std::uint64_t steps_of_a_member = 8;
    json::object out;
    for (json::value& v : a) {
        for (auto& member : v.get_object()) {
            if (!goes_on(steps_of_a_member + member.key().size() / jmes_bytes_of_a_step)) {
                return out;
            }
            out[member.key()].swap(member.value());  // which is thrown away with the arguments
        }
    }
    return out;
}

PARLANCE_DECL json::value jmes_not_null(jmes_arguments& a, jmes_goes_on) {
    auto const found = std::find_if(a.begin(), a.end(), [](json::value const& v) { return !v.is_null(); });
    return found == a.end() ? json::value(nullptr) : std::move(*found);
}

PARLANCE_DECL json::value jmes_reverse(jmes_arguments& a, jmes_goes_on goes_on) {
    if (a[0].is_string()) {
        return jmes_reversed(json::text_of(a[0]), goes_on);
    }
    json::array& items = a[0].get_array();
    for (std::size_t i = 0; i < items.size() / 2 && goes_on(1); ++i) {
        items[i].swap(items[items.size() - 1 - i]);
    }
    return std::move(a[0]);
}

PARLANCE_DECL json::value jmes_to_string(jmes_arguments& a, jmes_goes_on goes_on) {
    return a[0].is_string() ? std::move(a[0]) : json::value(jmes_written(a[0], goes_on));
}

PARLANCE_DECL json::value jmes_type_name(jmes_arguments& a, jmes_goes_on) {
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
         [](arguments& a, jmes_goes_on) {
             return a[0].is_double() ? jmes_whole(std::ceil(a[0].get_double())) : a[0];
         }},
        {"contains", 2, {array | string, any}, jmes_contains},
        {"ends_with",
         2,
         {string, string},
         [](arguments& a, jmes_goes_on) {
             return json::value(json::text_of(a[0]).ends_with(json::text_of(a[1])));
         }},
        {"floor",
         1,
         {number, 0},
         [](arguments& a, jmes_goes_on) {
             return a[0].is_double() ? jmes_whole(std::floor(a[0].get_double())) : a[0];
         }},
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
         [](arguments& a, jmes_goes_on) {
             return json::value(json::text_of(a[0]).starts_with(json::text_of(a[1])));
         }},
        {"sum",
         1,
         {numbers, 0},
         [](arguments& a, jmes_goes_on goes_on) { return jmes_sum(a[0].get_array(), goes_on); }},
        {"to_array",
         1,
         {any, 0},
         [](arguments& a, jmes_goes_on) {
             return a[0].is_array() ? std::move(a[0]) : json::value(json::array{std::move(a[0])});
         }},
        {"to_number",
         1,
         {any, 0},
         [](arguments& a, jmes_goes_on goes_on) { return jmes_to_number(a[0], goes_on); }},
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
