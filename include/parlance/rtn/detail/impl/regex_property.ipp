// parlance/rtn/detail/impl/regex_property.ipp - definitions of what parlance/rtn/detail/regex_property.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/regex_property.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/unicode_categories.hpp>
#include <parlance/rtn/detail/unicode_scripts.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace parlance::rtn::detail {

struct category_name {
    std::string_view brief;
    std::string_view full;
    std::string_view other{};
};

/// In the order of category_runs.
inline constexpr std::array<category_name, 30> category_names{{
    {"Lu", "Uppercase_Letter"},    {"Ll", "Lowercase_Letter"},  {"Lt", "Titlecase_Letter"},
    {"Lm", "Modifier_Letter"},     {"Lo", "Other_Letter"},      {"Mn", "Nonspacing_Mark"},
    {"Mc", "Spacing_Mark"},        {"Me", "Enclosing_Mark"},    {"Nd", "Decimal_Number", "digit"},
    {"Nl", "Letter_Number"},       {"No", "Other_Number"},      {"Pc", "Connector_Punctuation"},
    {"Pd", "Dash_Punctuation"},    {"Ps", "Open_Punctuation"},  {"Pe", "Close_Punctuation"},
    {"Pi", "Initial_Punctuation"}, {"Pf", "Final_Punctuation"}, {"Po", "Other_Punctuation"},
    {"Sm", "Math_Symbol"},         {"Sc", "Currency_Symbol"},   {"Sk", "Modifier_Symbol"},
    {"So", "Other_Symbol"},        {"Zs", "Space_Separator"},   {"Zl", "Line_Separator"},
    {"Zp", "Paragraph_Separator"}, {"Cc", "Control", "cntrl"},  {"Cf", "Format"},
    {"Cs", "Surrogate"},           {"Co", "Private_Use"},       {"Cn", "Unassigned"},
}};

/// Several categories; bit i is category_names[i].
struct category_group {
    category_name name;
    std::uint32_t members;
};
inline constexpr std::array<category_group, 9> category_groups{{
    {{"L", "Letter"}, 0x1F},
    {{"LC", "Cased_Letter"}, 0x7},
    {{"M", "Mark", "Combining_Mark"}, 0xE0},
    {{"N", "Number"}, 0x700},
    {{"P", "Punctuation", "punct"}, 0x3F800},
    {{"S", "Symbol"}, 0x3C0000},
    {{"Z", "Separator"}, 0x1C00000},
    {{"C", "Other"}, 0x3E000000},
    {{"Assigned", "Assigned"}, 0x1FFFFFFF},
}};

/// The runs whose lower eight bits `wanted` says yes to.
template <class Wanted>
[[nodiscard]] vec<code_points> runs_of(std::span<std::uint32_t const> runs, Wanted const& wanted) {
    vec<code_points> out;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!wanted(runs[i] & 0xFF)) {
            continue;
        }
        char32_t const low = runs[i] >> 8;
        char32_t const high = i + 1 < runs.size() ? (runs[i + 1] >> 8) - 1 : 0x10FFFF;
        if (!out.empty() && out.back().high + 1 == low) {
            out.back().high = high;
        } else {
            out.push_back({low, high});
        }
    }
    return out;
}

maybe<property_name> property_named(std::string_view name) noexcept {
    auto const is = [&](category_name const& n) {
        return name == n.brief || name == n.full || (!n.other.empty() && name == n.other);
    };
    auto const behind = [&](std::string_view key) {
        bool const starts = name.starts_with(key);
        name.remove_prefix(starts ? key.size() : 0);
        return starts;
    };
    if (behind("Script=") || behind("sc=")) {
        for (std::size_t i = 0; i < script_names.size(); ++i) {
            if (name == script_names[i].full || name == script_names[i].brief) {
                return property_name{property_name::kind::script, static_cast<std::uint32_t>(i)};
            }
        }
        return {};
    }
    if (!behind("General_Category=") && !behind("gc=") && (name == "Any" || name == "ASCII")) {
        return property_name{property_name::kind::upto, name == "Any" ? 0x10FFFFu : 0x7Fu};
    }
    std::uint32_t members = 0;
    for (std::size_t i = 0; i < category_names.size(); ++i) {
        members |= is(category_names[i]) ? 1u << i : 0;
    }
    for (category_group const& g : category_groups) {
        members |= is(g.name) ? g.members : 0;
    }
    if (members == 0) {
        return {};
    }
    return property_name{property_name::kind::categories, members};
}

maybe<vec<code_points>> unicode_property(std::string_view name) {
    maybe<property_name> const known = property_named(name);
    if (!known) {
        return {};
    }
    std::uint32_t const value = known->value;
    switch (known->is) {
    case property_name::kind::script:
        return runs_of(script_runs, [value](std::uint32_t s) { return s == value; });
    case property_name::kind::categories:
        return runs_of(category_runs, [value](std::uint32_t c) { return (value >> c & 1) != 0; });
    default: return vec<code_points>{{0, value}};
    }
}

bool is_letter(char32_t c) noexcept {
    auto const at = std::upper_bound(category_runs.begin(), category_runs.end(), (c << 8) | 0xFF);
    return at != category_runs.begin() && (*std::prev(at) & 0xFF) < 5;
}

}  // namespace parlance::rtn::detail
