// parlance/gbnf/detail/impl/written_rules.ipp - definitions of what parlance/gbnf/detail/written_rules.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/detail/written_rules.hpp>
#include <span>
#include <string_view>

namespace parlance::gbnf::detail {

void name_set::clear(stop_poller& asked) {
    for (hash_set<std::string_view>& names : sets_) {
        names = {};
        asked.look();
    }
}

[[nodiscard]] inline bool is_left_out(item one, vec<char> const& left_out) {
    return body(one).kind == element_kind::rule_ref && left_out[body(one).value] != 0;
}
bool needs_left_out(std::span<element const> rows, vec<char> const& left_out) {
    return !each_item(rows, [&](item one) { return !is_left_out(one, left_out) || is_optional(one); });
}
sequence without_left_out(std::span<element const> rows, vec<char> const& left_out) {
    sequence out;
    each_item(rows, [&](item one) {
        if (!is_left_out(one, left_out)) {
            append(out, one);
        }
        return true;
    });
    return out;
}

void written_rules::alternative(std::span<element const> rows) {
    rule& r = rules_[current_];
    if (r.last_row != r.first_row) {
        rows_.back().kind = element_kind::alt;
    }
    for (element const e : rows) {
        rows_.push(e);
    }
    rows_.push({element_kind::end, 0});
    r.last_row = rows_.size;
}

bool written_rules::leave_out_empty(std::size_t first, vec<char>& left_out, work& spent) const {
    left_out.resize(rules_.size(), 0);
    for (bool found = true; found;) {
        found = false;
        for (std::size_t r = first; r < rules_.size(); ++r) {
            std::span<element const> const rows = rows_of(rules_[r]);
            if (!spent.spend(20 + 10 * rows.size())) {
                return false;
            }
            bool some = left_out[r] != 0;
            each_alternative(rows, {}, [&](item one) { some = some || !needs_left_out(one, left_out); });
            left_out[r] = left_out[r] != 0 || !some;
            found = found || !some;
        }
    }
    return true;
}

grammar written_rules::packed(vec<char> const& left_out, std::uint32_t root, grammar_view const& g,
                              work& spent) const {
    blocks<std::uint32_t> number;
    blocks<std::uint32_t> order;
    for (std::uint32_t r = 0; r < rules_.size(); ++r) {
        number.push_back(0);
    }
    grammar out;
    std::size_t chars = g.text.size();
    for (bool const named : {true, false}) {
        for (std::uint32_t r = 0; r < rules_.size() && spent.spend(5); ++r) {
            if (rules_[r].name.empty() != named && left_out[r] == 0) {
                number[r] = static_cast<std::uint32_t>(order.size());
                order.push_back(r);
                chars += rules_[r].name.size();
            }
        }
    }
    out.root = number[root];
    out.elements.reserve(rows_.size);
    out.first.reserve(order.size() + 1);
    out.names.reserve(order.size() + 1);
    out.text.reserve(chars);
    for (std::size_t i = 0; i < order.size(); ++i) {
        rule const& r = rules_[order[i]];
        if (!spent.spend(20 + 5 * (r.last_row - r.first_row) + r.name.size())) {
            return out;
        }
        out.first.push_back(static_cast<std::uint32_t>(out.elements.size()));
        out.names.push_back(static_cast<std::uint32_t>(out.text.size()));
        out.text.insert(out.text.end(), r.name.begin(), r.name.end());
        each_alternative(rows_of(r), left_out, [&](item rows) {
            if (out.elements.size() != out.first.back()) {
                out.elements.back().kind = element_kind::alt;
            }
            for (element e : rows) {
                e.value = e.kind == element_kind::rule_ref ? number[e.value] : e.value;
                out.elements.push_back(e);
            }
            out.elements.push_back({element_kind::end, 0});
        });
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

void written_rules::clear(stop_poller& asked) {
    rules_.clear(asked);
    rows_.clear();
    asked.look();
}

}  // namespace parlance::gbnf::detail
