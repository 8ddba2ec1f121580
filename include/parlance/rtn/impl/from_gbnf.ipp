// parlance/rtn/impl/from_gbnf.ipp - definitions of what parlance/rtn/from_gbnf.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/decl.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace parlance::rtn::detail {

/// Writes the rules of one element table into a builder.
class gbnf_writer {
public:
    gbnf_writer(gbnf::grammar_view grammar, builder& out, limits const& bounds)
        : grammar_(grammar), out_(&out), bounds_(&bounds), asked_(bounds.stop) {}

    PARLANCE_DECL result<rule_id> run();

private:
    using kind = gbnf::element_kind;
    static constexpr std::size_t rows_of_an_item = 16;

    /// Alternatives start at the entry and share one accepting end, so that equal tails are one state.
    PARLANCE_DECL result<void> rule(rule_id base, std::size_t r);

    PARLANCE_DECL result<void> item(rule_id base, std::span<gbnf::element const> rows, state_id from,
                                    state_id to);

    /// x* and x+ are loops, x? a detour; anything else is a counted call of `s --increment--> (x) --> s`.
    PARLANCE_DECL result<void> repetition(rule_id base, std::span<gbnf::element const> rows, state_id from,
                                          state_id to);

    gbnf::grammar_view grammar_;
    builder* out_;
    limits const* bounds_;
    stop_asker asked_;
};

result<rule_id> gbnf_writer::run() {
    auto const base = static_cast<rule_id>(out_->rule_count());
    for (std::size_t r = 0; r < grammar_.rule_count(); ++r) {
        if (!asked_.next(rows_of_an_item)) {
            return diagnostic{errc::cancelled};
        }
        out_->add_rule(grammar_.name(r));
    }
    for (std::size_t r = 0; r < grammar_.rule_count(); ++r) {
        if (auto done = rule(base, r); !done) {
            return done.error();
        }
    }
    return base + grammar_.root;
}

result<void> gbnf_writer::rule(rule_id base, std::size_t r) {
    auto const rows = grammar_.rule(r);
    if (rows.empty()) {
        return diagnostic{errc::unknown_rule, {}, 0, note{grammar_.name(r)}};
    }
    state_id const entry = out_->entry(base + static_cast<rule_id>(r));
    state_id const end = out_->add_state();
    out_->accept(end);
    state_id at = entry;
    for (std::size_t i = 0; i < rows.size();) {
        if (rows[i].kind == kind::end || rows[i].kind == kind::alt) {
            out_->epsilon(at, end);
            at = entry;
            ++i;
            continue;
        }
        std::size_t const length = gbnf::item_length(rows, i);
        state_id const next = out_->add_state();
        if (auto done = item(base, rows.subspan(i, length), at, next); !done) {
            return done;
        }
        at = next;
        i += length;
    }
    if (out_->state_count() > bounds_->states) {
        return diagnostic{errc::too_many_states, {}, 0, note{grammar_.name(r)}};
    }
    return {};
}

result<void> gbnf_writer::item(rule_id base, std::span<gbnf::element const> rows, state_id from,
                               state_id to) {
    if (!asked_.next(rows_of_an_item)) {
        return diagnostic{errc::cancelled};
    }
    gbnf::element const e = rows[0];
    switch (e.kind) {
    case kind::rule_ref: out_->call(from, base + e.value, to); return {};
    case kind::token: out_->token(from, e.value, to); return {};
    case kind::token_not: out_->token(from, e.value, to, true); return {};
    case kind::token_text:
    case kind::token_text_not:
        return diagnostic{errc::unknown_token, {}, 0, note{grammar_.token_text(e.value)}};
    case kind::repeat: return repetition(base, rows, from, to);
    case kind::any: add_ranges(*out_, from, vec<code_points>{{0, 0x10FFFF}}, to); return {};
    case kind::character:
    case kind::character_not: {
        vec<code_points> set;
        set.reserve(rows.size());
        for (gbnf::element const row : rows) {
            if (!asked_.next()) {
                return diagnostic{errc::cancelled};
            }
            if (row.kind == kind::range_upper) {
                set.back().high = row.value;
            } else {
                set.push_back({row.value, row.value});
            }
        }
        work paid(bounds_->stop);  // it asks at once: not for each letter of a long text
        if (set.size() > 1 &&
            !paid_sort(set, paid, [](code_points a, code_points b) { return a.low < b.low; })) {
            return diagnostic{errc::cancelled};
        }
        add_ranges(*out_, from, e.kind == kind::character ? set : complement(set, asked_), to, asked_);
        return asked_.stopped() ? result<void>(diagnostic{errc::cancelled}) : result<void>();
    }
    default: return diagnostic{errc::invalid_table, {}, 0, {}};
    }
}

result<void> gbnf_writer::repetition(rule_id base, std::span<gbnf::element const> rows, state_id from,
                                     state_id to) {
    std::uint32_t const low = rows[0].value;
    std::uint32_t const high = rows[1].value;
    auto const body = rows.subspan(2);
    if (high == 0) {
        out_->epsilon(from, to);
        return {};
    }
    if (high == 1) {
        if (low == 0) {
            out_->epsilon(from, to);
        }
        return item(base, body, from, to);
    }
    if (high == gbnf::unbounded && low <= 1) {
        state_id const loop = out_->add_state();
        out_->epsilon(loop, to);
        if (low == 0) {
            out_->epsilon(from, loop);
            return item(base, body, loop, loop);
        }
        if (auto done = item(base, body, from, loop); !done) {
            return done;
        }
        return item(base, body, loop, loop);
    }
    rule_id const counted = out_->add_rule();
    state_id const between = out_->entry(counted);
    state_id const begun = out_->add_state();
    out_->accept(between);
    out_->increment(between, begun);
    out_->counted_call(from, {counted, low, high == gbnf::unbounded ? unbounded : high}, to);
    return item(base, body, begun, between);
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

result<rule_id> from_gbnf(gbnf::grammar_view grammar, builder& out, limits const& bounds) {
    return detail::gbnf_writer{grammar, out, bounds}.run();
}

result<network> from_gbnf(gbnf::grammar_view grammar, limits const& bounds) {
    builder out;
    auto const root = from_gbnf(grammar, out, bounds);
    if (!root) {
        return root.error();
    }
    out.root(*root);
    limits linear = bounds;  // the table's rows are all that it costs
    linear.fuel = (std::numeric_limits<std::uint64_t>::max)();
    work spent{linear};
    return std::move(out).finish(spent);
}

}  // namespace parlance::rtn
