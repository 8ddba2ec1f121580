// parlance/peg/detail/impl/validate.ipp - definitions of what parlance/peg/detail/validate.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/detail/validate.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/analysis.hpp>
#include <parlance/peg/detail/automaton.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::peg::detail {

diagnostic validator::run() const {
    if (a_.nodes.empty() || a_.root >= a_.nodes.size()) {
        return wrong("the root");
    }
    auto const all = [&](auto const& rows, auto&& good) {
        return std::all_of(rows.begin(), rows.end(), [&](auto const& r) { return asked_.next() && good(r); });
    };
    auto const why = [&](std::string_view what) {
        return asked_.stopped()             ? diagnostic{errc::cancelled}
               : spent_.why() != errc::none ? spent_.error("the delimiters of a table")
                                            : wrong(what);
    };
    if (!all(a_.rules, [&](rule_row const& r) { return r.root < a_.nodes.size() && fits(r.name); }) ||
        !all(a_.tags, [&](tag_name const& t) { return fits(t.name); }) ||
        !all(a_.delimiters, [&](text_ref t) { return fits(t) && t.length != 0; })) {
        return why("a name, a rule or a delimiter");
    }
    if (!all(a_.classes, [&](char_class const& c) { return is_class(c); })) {
        return why("a character class");
    }
    if (!all(a_.untils, [&](until_row const& u) { return is_until(u); })) {
        return why("the delimiters of an until");
    }
    for (node_id i = 0; i < a_.nodes.size(); ++i) {
        if (!asked_.next() || !is_node(i)) {
            return why("a node");
        }
    }
    std::vector<char> const nullable = nullable_nodes(a_, asked_);
    if (!left_cycle(a_, nullable, asked_).empty()) {
        return {errc::left_recursion, {}, 0, {}};
    }
    return asked_.stopped() ? diagnostic{errc::cancelled} : diagnostic{};
}

bool validator::within(std::uint64_t first, std::uint64_t count, std::size_t size) noexcept {
    return first + count <= size;
}

bool validator::is_class(char_class const& c) const {
    if (!within(c.first_range, c.range_count, a_.ranges.size())) {
        return false;
    }
    char32_t after = 0;
    bool first = true;
    for (char_range const& r : a_.ranges_of(c)) {
        if (r.high < r.low || r.high > 0x10FFFF || (!first && r.low <= after)) {
            return false;
        }
        first = false;
        after = r.high + 1;
    }
    std::uint64_t const flip = c.negated ? ~std::uint64_t{0} : 0;
    return c.ascii[0] == (ascii_bits(a_.ranges_of(c), 0) ^ flip) &&
           c.ascii[1] == (ascii_bits(a_.ranges_of(c), 64) ^ flip);
}

bool validator::is_until(until_row const& u) const {
    if (u.delimiter_count == 0 || !within(u.first_delimiter, u.delimiter_count, a_.delimiters.size()) ||
        !within(u.first_step, u.step_count, a_.steps.size())) {
        return false;
    }
    std::vector<std::string_view> texts;
    until_row made = u;
    for (std::uint64_t& word : made.first) {
        word = 0;
    }
    constexpr std::uint64_t steps_of_a_byte = 4;
    for (text_ref const t : a_.delimiters.subspan(u.first_delimiter, u.delimiter_count)) {
        if (!spent_.spend(steps_of_a_byte * t.length)) {
            return false;
        }
        texts.push_back(a_.str(t));
        describe_start(made, texts);
    }
    std::vector<until_step> const steps = make_automaton(texts, asked_, u.step_count);
    return made == u &&
           same_rows(std::span<until_step const>(steps), a_.steps.subspan(u.first_step, u.step_count));
}

bool validator::is_node(node_id i) const {
    node const& n = a_.nodes[i];
    switch (n.kind) {
    case op::literal: return n.b != 0 && fits({n.a, n.b});
    case op::chars: return n.a < a_.classes.size() && n.b <= n.c && n.c != 0;
    case op::until: return n.a < a_.untils.size();
    case op::sequence:
    case op::choice:
        if (n.b < 2 || !within(n.a, n.b, a_.children.size())) {
            return false;
        }
        for (node_id const c : a_.children_of(n)) {
            if (!asked_.next() || c >= i) {
                return false;
            }
        }
        return true;
    case op::repeat: return n.a < i && n.b <= n.c && n.c != 0;
    case op::recover:
    case op::refine: return n.a < i && n.b < i;
    case op::ref: return n.a < a_.rules.size();
    case op::gbnf: return n.a < i && fits({n.b, n.c});
    case op::look:
    case op::reject:
    case op::atomic:
    case op::tag:
    case op::schema:
    case op::token: return n.a < i && (n.kind != op::tag || n.b != none);
    default: return static_cast<std::size_t>(n.kind) < op_count;
    }
}

}  // namespace parlance::peg::detail
