// parlance/peg/hold.hpp - how many bytes a stream may have to hold back
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::peg {

/// The answer for a table that may hold back everything.
inline constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

namespace detail {

/// Bounds for every node, by what can happen while it is read.  Sizes are bytes; they only grow from round to round.
class hold_bounds {
public:
    constexpr explicit hold_bounds(arena_view const& a) : a_(a), rows_(a.nodes.size()) {
        // A value that still grows when every rule has been passed through grows for ever.
        for (std::size_t round = 0; pass(round > a.rules.size() + 1); ++round) {}
    }
    [[nodiscard]] constexpr std::size_t of(node_id n) const noexcept { return rows_[n].alone; }

private:
    static constexpr std::size_t never = no_limit - 1;  // what cannot happen

    /// alone   held while no older point is live
    /// tried   read while one is; in [1] nothing stands behind the node in the part that the point belongs to, so that
    ///         text that cannot fail ends the wait
    /// open    length of what it reads without a cut; never: it cuts, or fails
    /// length  length of what it reads
    /// seen    read while all is held: cuts do not count
    struct row {
        std::size_t alone = 0;
        std::size_t tried[2] = {0, 0};
        std::size_t open = never;
        std::size_t length = never;
        std::size_t seen = 0;
        friend constexpr bool operator==(row const&, row const&) = default;
    };

    static constexpr std::size_t sum(std::size_t x, std::size_t y) noexcept {
        if (x == never || y == never) {
            return never;
        }
        return x >= never - y || y >= never - x ? no_limit : x + y;
    }
    static constexpr std::size_t times(std::size_t x, std::uint32_t n) noexcept {
        if (x == 0 || n == 0) {
            return 0;
        }
        return x == never ? never : n == unbounded || x >= never / n ? no_limit : x * n;
    }
    static constexpr std::size_t most(std::size_t x, std::size_t y) noexcept {
        return x == never ? y : y == never ? x : (std::max)(x, y);
    }

    constexpr bool pass(bool widen) {
        bool grew = false;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            row now = look_at(a_.nodes[i]);
            row& old = rows_[i];
            if (now == old) {
                continue;
            }
            grew = true;
            if (widen) {
                auto const jump = [](std::size_t& x, std::size_t before) { x = x == before ? x : no_limit; };
                jump(now.alone, old.alone);
                jump(now.tried[0], old.tried[0]);
                jump(now.tried[1], old.tried[1]);
                jump(now.open, old.open);
                jump(now.length, old.length);
                jump(now.seen, old.seen);
            }
            old = now;
        }
        return grew;
    }

    constexpr row look_at(node const& n) const {
        switch (n.kind) {
        case op::literal: return {n.b, {n.b, n.b}, n.b, n.b, n.b};
        case op::chars: {
            char_class const& set = a_.classes[n.a];
            bool const ascii = !set.negated && (set.range_count == 0 || a_.ranges_of(set).back().high < 0x80);
            std::size_t const width = ascii ? 1 : 4;
            std::size_t const longest = times(width, n.c);
            std::size_t const least = times(width, (std::max)(n.b, 1u));
            return {least, {longest, least}, longest, longest, longest};
        }
        case op::until: {
            std::size_t delimiter = 0;
            for (text_ref const d : a_.delimiters_of(n)) {
                delimiter = (std::max<std::size_t>)(delimiter, d.length);
            }
            return {delimiter, {no_limit, delimiter}, no_limit, no_limit, no_limit};
        }
        case op::rest: return {0, {no_limit, 0}, no_limit, no_limit, no_limit};
        case op::cut: return {0, {0, 0}, never, 0, 0};
        case op::fail: return {0, {0, 0}, never, never, 0};
        case op::sequence: return sequence(a_.children_of(n));
        case op::choice: return choice(a_.children_of(n));
        case op::repeat: return repeat(rows_[n.a], n.b, n.c);
        case op::look:
        case op::reject: {
            std::size_t const seen = rows_[n.a].seen;
            return {seen, {seen, seen}, 0, 0, seen};
        }
        case op::atomic: {
            row const& c = rows_[n.a];
            return {c.seen, {c.seen, c.seen}, c.length, c.length, c.seen};
        }
        case op::recover: {
            row out = rows_[n.a];
            row const& handler = rows_[n.b];
            out.alone = most(out.alone, handler.alone);
            out.open = most(out.open, handler.open);
            out.length = most(out.length, sum(out.seen, handler.length));
            out.seen = sum(out.seen, handler.seen);
            out.tried[0] = sum(out.tried[0], handler.tried[0]);
            out.tried[1] = sum(out.tried[1], handler.tried[1]);
            return out;
        }
        case op::ref: return rows_[a_.rules[n.a].root];
        case op::tag:
        case op::refine:
        case op::schema:
        case op::token:
        case op::gbnf: return rows_[n.a];
        default: return {0, {0, 0}, 0, 0, 0};  // epsilon, start, end
        }
    }

    constexpr row sequence(std::span<node_id const> children) const {
        row out{0, {0, 0}, 0, 0, 0};
        for (std::size_t i = 0; i < children.size(); ++i) {
            row const& c = rows_[children[i]];
            out.alone = (std::max)(out.alone, c.alone);
            bool const last = i + 1 == children.size();
            if (out.open != never) {
                out.tried[0] = (std::max)(out.tried[0], sum(out.open, c.tried[0]));
                out.tried[1] = (std::max)(out.tried[1], sum(out.open, c.tried[last]));
            }
            if (out.length != never) {
                out.seen = (std::max)(out.seen, sum(out.length, c.seen));
            }
            out.open = sum(out.open, c.open);
            out.length = sum(out.length, c.length);
        }
        return out;
    }

    constexpr row choice(std::span<node_id const> children) const {
        row out;
        for (std::size_t i = 0; i < children.size(); ++i) {
            row const& c = rows_[children[i]];
            bool const last = i + 1 == children.size();
            out.alone = (std::max)({out.alone, c.alone, last ? 0 : c.tried[1]});
            out.tried[0] = (std::max)(out.tried[0], c.tried[0]);
            out.tried[1] = (std::max)(out.tried[1], c.tried[1]);
            out.open = most(out.open, c.open);
            out.length = most(out.length, c.length);
            out.seen = (std::max)(out.seen, c.seen);
        }
        return out;
    }

    static constexpr row repeat(row const& c, std::uint32_t least, std::uint32_t most_turns) {
        row out;
        out.alone = (std::max)(c.alone, c.tried[1]);
        std::uint32_t const before = most_turns == unbounded ? unbounded : most_turns - (most_turns != 0);
        bool const cuts = c.open == never;
        std::size_t const turns = cuts ? 0 : times(c.open, before);
        out.tried[0] = sum(turns, c.tried[0]);
        out.tried[1] = sum(turns, c.tried[least <= 1]);
        out.open = !cuts ? times(c.open, most_turns) : least == 0 ? 0 : never;
        bool const fails = c.length == never;
        out.length = !fails ? times(c.length, most_turns) : least == 0 ? 0 : never;
        out.seen = sum(fails ? 0 : times(c.length, before), c.seen);
        return out;
    }

    arena_view a_;
    std::vector<row> rows_;
};

}  // namespace detail

/// No stream over this table ever holds more bytes than this, whatever the text: the longest stretch that has to be read
/// before it is decided what it is.  no_limit where such a stretch can be of any length, as behind a predicate or inside
/// an atomic part that reads to a delimiter, or where a repetition stands in front of the cut.
///
/// An upper bound: a table may hold less.  cost: linear for every rule that needs another.
[[nodiscard]] constexpr std::size_t max_hold(arena_view a) { return detail::hold_bounds(a).of(a.root); }

}  // namespace parlance::peg
