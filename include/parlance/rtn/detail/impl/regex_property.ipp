// parlance/rtn/detail/impl/regex_property.ipp - definitions of what parlance/rtn/detail/regex_property.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/regex_property.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/unicode_categories.hpp>
#include <parlance/rtn/detail/unicode_properties.hpp>
#include <parlance/rtn/detail/unicode_scripts.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
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

/// The rows of a table of properties have their changes one behind the other.
template <class Rows>
[[nodiscard]] std::span<std::uint32_t const> changes_of(Rows const& rows, std::size_t row,
                                                        std::size_t last) noexcept {
    std::size_t const end = row + 1 < rows.size() ? rows[row + 1].first : last;
    return std::span(property_changes).subspan(rows[row].first, end - rows[row].first);
}

/// `base` but for what lies between the first and the second of the changes, the third and the fourth, and so on.
[[nodiscard]] inline vec<code_points> changed(vec<code_points> const& base,
                                              std::span<std::uint32_t const> changes) {
    constexpr char32_t end = 0x110000;
    vec<char32_t> borders;
    for (code_points const& c : base) {
        borders.push_back(c.low);
        borders.push_back(c.high + 1);
    }
    vec<char32_t> all;
    std::set_symmetric_difference(borders.begin(), borders.end(), changes.begin(), changes.end(),
                                  std::back_inserter(all));
    erase(all, end);
    vec<code_points> out;
    for (std::size_t i = 0; i < all.size(); i += 2) {
        out.push_back({all[i], (i + 1 < all.size() ? all[i + 1] : end) - 1});
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
    using kind = property_name::kind;
    auto const place_in = [&](auto const& rows) {
        return static_cast<std::uint32_t>(
            std::find_if(rows.begin(), rows.end(),
                         [&](auto const& row) { return name == row.full || name == row.brief; }) -
            rows.begin());
    };
    bool const extended = behind("Script_Extensions=") || behind("scx=");
    if (extended || behind("Script=") || behind("sc=")) {
        std::uint32_t const script = place_in(script_names);
        return script == script_names.size()
                   ? maybe<property_name>{}
                   : property_name{extended ? kind::extensions : kind::script, script};
    }
    if (!behind("General_Category=") && !behind("gc=")) {
        if (name == "Any" || name == "ASCII") {
            return property_name{kind::upto, name == "Any" ? 0x10FFFFu : 0x7Fu};
        }
        if (std::uint32_t const binary = place_in(binary_properties); binary != binary_properties.size()) {
            return property_name{kind::binary, binary};
        }
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
    return property_name{kind::categories, members};
}

maybe<vec<code_points>> unicode_property(std::string_view name) {
    maybe<property_name> const known = property_named(name);
    if (!known) {
        return {};
    }
    std::uint32_t const value = known->value;
    auto const of_script = [&] { return runs_of(script_runs, [&](std::uint32_t s) { return s == value; }); };
    auto const of_categories = [](std::uint32_t bits) {
        return runs_of(category_runs, [bits](std::uint32_t c) { return (bits >> c & 1) != 0; });
    };
    switch (known->is) {
    case property_name::kind::script: return of_script();
    case property_name::kind::extensions: {
        auto const row = std::find_if(script_extensions.begin(), script_extensions.end(),
                                      [&](script_extension const& s) { return s.script == value; });
        if (row == script_extensions.end()) {
            return of_script();
        }
        auto const place = static_cast<std::size_t>(row - script_extensions.begin());
        return changed(of_script(), changes_of(script_extensions, place, property_changes.size()));
    }
    case property_name::kind::binary:
        return changed(of_categories(binary_properties[value].categories),
                       changes_of(binary_properties, value, script_extensions.front().first));
    case property_name::kind::categories: return of_categories(value);
    default: return vec<code_points>{{0, value}};
    }
}

bool is_letter(char32_t c) noexcept {
    auto const at = std::upper_bound(category_runs.begin(), category_runs.end(), (c << 8) | 0xFF);
    return at != category_runs.begin() && (*std::prev(at) & 0xFF) < 5;
}

}  // namespace parlance::rtn::detail
