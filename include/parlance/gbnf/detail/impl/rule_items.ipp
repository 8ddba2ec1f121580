// parlance/gbnf/detail/impl/rule_items.ipp - definitions of what parlance/gbnf/detail/rule_items.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/detail/rule_items.hpp>
#include <algorithm>
#include <span>
#include <string_view>

namespace parlance::gbnf::detail {

vec<sequence> alternatives_of(grammar_view const& g, std::uint32_t r, array_ref<char const> left_out) {
    std::span<element const> const rows = g.rule(r);
    if (rows.empty()) {
        return {};
    }
    vec<sequence> out(1);
    vec<std::size_t> failing;
    for (std::size_t i = 0; i < rows.size();) {
        if (rows[i].kind == element_kind::end || rows[i].kind == element_kind::alt) {
            if (rows[i].kind == element_kind::alt) {
                out.emplace_back();
            }
            ++i;
            continue;
        }
        std::size_t const length = item_length(rows, i);
        if (element const what = rows[i].kind == element_kind::repeat ? rows[i + 2] : rows[i];
            !left_out.empty() && what.kind == element_kind::rule_ref && left_out[what.value] != 0) {
            // cannot match: without it if it need not, else the alternative cannot, either
            if (rows[i].kind != element_kind::repeat || rows[i].value != 0) {
                failing.push_back(out.size() - 1);
            }
            i += length;
            continue;
        }
        out.back().emplace_back(rows.begin() + static_cast<std::ptrdiff_t>(i),
                                rows.begin() + static_cast<std::ptrdiff_t>(i + length));
        i += length;
    }
    failing.erase(std::unique(failing.begin(), failing.end()), failing.end());
    for (std::size_t k = failing.size(); k-- > 0;) {
        out.erase(out.begin() + static_cast<std::ptrdiff_t>(failing[k]));
    }
    return out;
}

bool leave_out_empty(vec<written_rule>& rules, std::size_t first, vec<char>& left_out, std::size_t size,
                     work& spent) {
    constexpr std::uint64_t steps_of_a_rule = 150;
    left_out.resize(rules.size(), 0);
    auto const fails = [&](item const& one) {
        return body(one).kind == element_kind::rule_ref && left_out[body(one).value] != 0;
    };
    for (bool found = true; found;) {
        if (!spent.spend(steps_of_a_rule * rules.size() + size)) {
            return false;
        }
        found = false;
        for (std::size_t r = first; r < rules.size(); ++r) {
            if (left_out[r] == 0 && rules[r].alternatives.empty()) {
                left_out[r] = 1;
                found = true;
            }
        }
        for (std::size_t r = 0; found && r < rules.size(); ++r) {
            for (sequence& s : rules[r].alternatives) {
                erase_if(s,
                         [&](item const& one) { return fails(one) && is_repeat(one) && one[0].value == 0; });
            }
            erase_if(rules[r].alternatives,
                     [&](sequence const& s) { return std::any_of(s.begin(), s.end(), fails); });
        }
    }
    return true;
}

grammar packed(vec<written_rule> const& rules, vec<char> const& left_out, std::uint32_t root,
               grammar_view const& g) {
    vec<std::uint32_t> order;
    for (bool const named : {true, false}) {
        for (std::uint32_t r = 0; r < rules.size(); ++r) {
            if (rules[r].name.empty() != named && left_out[r] == 0) {
                order.push_back(r);
            }
        }
    }
    vec<std::uint32_t> number(rules.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        number[order[i]] = i;
    }
    grammar out;
    out.root = number[root];
    for (std::uint32_t const r : order) {
        out.first.push_back(static_cast<std::uint32_t>(out.elements.size()));
        out.names.push_back(static_cast<std::uint32_t>(out.text.size()));
        out.text.insert(out.text.end(), rules[r].name.begin(), rules[r].name.end());
        auto const& all = rules[r].alternatives;
        for (std::size_t a = 0; a < all.size(); ++a) {
            for (item const& one : all[a]) {
                for (element e : one) {
                    if (e.kind == element_kind::rule_ref) {
                        e.value = number[e.value];
                    }
                    out.elements.push_back(e);
                }
            }
            out.elements.push_back({a + 1 < all.size() ? element_kind::alt : element_kind::end, 0});
        }
    }
    out.first.push_back(static_cast<std::uint32_t>(out.elements.size()));
    out.names.push_back(static_cast<std::uint32_t>(out.text.size()));
    for (std::size_t i = 0; i <= g.token_text_count(); ++i) {
        out.tokens.push_back(static_cast<std::uint32_t>(out.text.size()));
        if (i < g.token_text_count()) {
            std::string_view const text = g.token_text(i);
            out.text.insert(out.text.end(), text.begin(), text.end());
        }
    }
    return out;
}

}  // namespace parlance::gbnf::detail
