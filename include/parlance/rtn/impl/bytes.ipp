// parlance/rtn/impl/bytes.ipp - definitions of what parlance/rtn/bytes.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::rtn {

namespace detail {

/// Whether normalized() has nothing to do.
[[nodiscard]] inline bool is_normalized(array_ref<code_points const> ranges, stop_asker& asked) {
    char32_t least = 0;
    for (code_points const r : ranges) {
        bool const has_surrogates = r.low <= 0xDFFF && r.high >= 0xD800;
        if (r.low < least || r.high < r.low || r.high > 0x10FFFF || has_surrogates || !asked.next()) {
            return false;
        }
        least = r.high + 2;
    }
    return true;
}

}  // namespace detail

vec<code_points> normalized(array_ref<code_points const> ranges) {
    stop_asker nobody;
    return normalized(ranges, nobody);
}

vec<code_points> normalized(array_ref<code_points const> ranges, stop_asker& asked) {
    if (detail::is_normalized(ranges, asked)) {
        return vec<code_points>(ranges.begin(), ranges.end());
    }
    vec<code_points> sorted;
    sorted.reserve(ranges.size() + 1);  // one has the surrogates in it
    for (code_points r : ranges) {
        if (!asked.next()) {
            return sorted;
        }
        r.high = (std::min<char32_t>)(r.high, 0x10FFFF);
        code_points const parts[] = {{r.low, (std::min<char32_t>)(r.high, 0xD7FF)},
                                     {(std::max<char32_t>)(r.low, 0xE000), r.high}};
        for (code_points const part : parts) {
            if (part.low <= part.high) {
                sorted.push_back(part);
            }
        }
    }
    auto const before = [](code_points a, code_points b) { return a.low < b.low; };
    if (!std::is_sorted(sorted.begin(), sorted.end(), before)) {
        struct {
            stop_asker* asker;
            bool stop_requested() const { return !asker->look(); }
        } const asking{&asked};
        work looks(stop_token{asking});
        if (!paid_sort(sorted, looks, before)) {
            return sorted;
        }
    }
    vec<code_points> out;
    out.reserve(sorted.size());
    for (code_points const r : sorted) {
        if (!asked.next()) {
            break;
        }
        if (!out.empty() && r.low <= out.back().high + 1) {
            out.back().high = (std::max)(out.back().high, r.high);
        } else {
            out.push_back(r);
        }
    }
    return out;
}

vec<code_points> complement(array_ref<code_points const> ranges) {
    stop_asker nobody;
    return complement(ranges, nobody);
}

vec<code_points> complement(array_ref<code_points const> ranges, stop_asker& asked) {
    vec<code_points> gaps;
    char32_t next = 0;
    for (code_points const r : normalized(ranges, asked)) {
        if (!asked.next()) {
            return gaps;
        }
        if (r.low > next) {
            gaps.push_back({next, r.low - 1});
        }
        next = r.high + 1;
    }
    if (next <= 0x10FFFF) {
        gaps.push_back({next, 0x10FFFF});
    }
    return normalized(gaps, asked);
}

}  // namespace parlance::rtn

namespace parlance::rtn::detail {

/// A set as a key of a table.
inline vec<std::uint32_t> key_of(array_ref<code_points const> set, std::uint32_t to, std::uint32_t more,
                                 stop_asker& asked) {
    vec<std::uint32_t> key;
    key.reserve(2 + 2 * set.size());
    key.push_back(to);
    key.push_back(more);
    for (code_points const r : set) {
        if (!asked.next()) {
            break;
        }
        key.push_back(r.low);
        key.push_back(r.high);
    }
    return key;
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

// Equal rests share a state, so the automaton is deterministic and small: seven states for `[^"]`.

void range_writer::add(state_id from, array_ref<code_points const> ranges, state_id to) {
    struct length_class {
        code_points range;
        int remaining;
        unsigned marker;
    };
    constexpr length_class classes[] = {
        {{0x80, 0x7FF}, 1, 0xC0}, {{0x800, 0xFFFF}, 2, 0xE0}, {{0x10000, 0x10FFFF}, 3, 0xF0}};
    constexpr char32_t last_of_ascii = 0x7F;
    vec<code_points> const set = normalized(ranges, *asked_);
    std::size_t ascii = 0;
    for (; ascii < set.size() && set[ascii].low <= last_of_ascii; ++ascii) {
        char32_t const high = (std::min)(set[ascii].high, last_of_ascii);
        out_->bytes(from, static_cast<std::uint8_t>(set[ascii].low), static_cast<std::uint8_t>(high), to);
    }
    ascii -= ascii > 0 && set[ascii - 1].high > last_of_ascii ? 1 : 0;
    array_ref<code_points const> const wide(set.data() + ascii, set.size() - ascii);
    if (wide.empty()) {
        return;
    }
    auto const [known, fresh] = leads_.try_emplace(detail::key_of(wide, to, 0, *asked_));
    if (fresh && asked_->look()) {
        vec<lead> made;
        for (length_class const& c : classes) {
            vec<code_points> part;
            for (code_points const r : wide) {
                if (!asked_->next()) {
                    return;
                }
                if (r.low <= c.range.high && r.high >= c.range.low) {
                    part.push_back({(std::max)(r.low, c.range.low), (std::min)(r.high, c.range.high)});
                }
            }
            add_leads(made, part, c.remaining, c.marker, to);
        }
        known.value = std::move(made);
    }
    for (lead const& l : known.value) {
        out_->bytes(from, l.low, l.high, l.target);
    }
}

void range_writer::add_leads(vec<lead>& all, array_ref<code_points const> set, int remaining, unsigned marker,
                             state_id to) {
    constexpr std::size_t rows_of_a_block = 16;
    if (remaining == 0) {                  // nothing behind it
        for (code_points const r : set) {  // 64 at most
            all.push_back(
                {static_cast<std::uint8_t>(marker | r.low), static_cast<std::uint8_t>(marker | r.high), to});
        }
        return;
    }
    vec<block> run;
    for (block& b : blocks(set, remaining)) {
        if (!run.empty() && run.back().rest == b.rest && run.back().high + 1 == b.low) {
            run.back().high = b.high;
        } else {
            run.push_back(std::move(b));
        }
    }
    for (block const& b : run) {
        if (!asked_->next(rows_of_a_block + b.rest.size())) {
            return;
        }
        all.push_back({static_cast<std::uint8_t>(marker | b.low), static_cast<std::uint8_t>(marker | b.high),
                       state_for(b.rest, remaining, to)});
    }
}

/// `set` grouped by top byte: partial blocks one by one, whole ones as a run.
vec<range_writer::block> range_writer::blocks(array_ref<code_points const> set, int remaining) const {
    int const shift = 6 * remaining;
    char32_t const last = (char32_t{1} << shift) - 1;
    vec<block> out;
    auto const add = [&](char32_t low, char32_t high, code_points rest) {
        if (!out.empty() && out.back().high == low) {
            out.back().rest.push_back(rest);
        } else {
            out.push_back({low, high, {rest}});
        }
    };
    for (code_points const r : set) {
        if (!asked_->next()) {
            break;
        }
        char32_t low = r.low >> shift;
        char32_t const high = r.high >> shift;
        if (low == high) {
            add(low, low, {r.low & last, r.high & last});
            continue;
        }
        if ((r.low & last) != 0) {
            add(low, low, {r.low & last, last});
            ++low;
        }
        char32_t const whole = (r.high & last) == last ? high : high - 1;
        if (low <= whole) {
            add(low, whole, {0, last});
        }
        if (whole < high) {
            add(high, high, {0, r.high & last});
        }
    }
    return out;
}

state_id range_writer::state_for(vec<code_points> const& set, int remaining, state_id to) {
    if (remaining == 0) {
        return to;
    }
    auto const [known, fresh] =
        states_.try_emplace(detail::key_of(set, to, static_cast<std::uint32_t>(remaining), *asked_), 0u);
    if (!fresh) {
        return known.value;
    }
    state_id const s = known.value = out_->add_state();
    vec<lead> next;
    add_leads(next, set, remaining - 1, 0x80, to);
    for (lead const& l : next) {
        out_->bytes(s, l.low, l.high, l.target);
    }
    return s;
}

void add_ranges(builder& out, state_id from, array_ref<code_points const> ranges, state_id to) {
    stop_asker nobody;
    add_ranges(out, from, ranges, to, nobody);
}

void add_ranges(builder& out, state_id from, array_ref<code_points const> ranges, state_id to,
                stop_asker& asked) {
    range_writer(out, asked).add(from, ranges, to);
}

}  // namespace parlance::rtn
