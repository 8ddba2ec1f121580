// parlance/rtn/impl/bytes.ipp - definitions of what parlance/rtn/bytes.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <utility>

namespace parlance::rtn {

vec<code_points> normalized(array_ref<code_points const> ranges) {
    vec<code_points> sorted;
    for (code_points r : ranges) {
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
        std::sort(sorted.begin(), sorted.end(), before);
    }
    vec<code_points> out;
    for (code_points const r : sorted) {
        if (!out.empty() && r.low <= out.back().high + 1) {
            out.back().high = (std::max)(out.back().high, r.high);
        } else {
            out.push_back(r);
        }
    }
    return out;
}

vec<code_points> complement(array_ref<code_points const> ranges) {
    vec<code_points> gaps;
    char32_t next = 0;
    for (code_points const r : normalized(ranges)) {
        if (r.low > next) {
            gaps.push_back({next, r.low - 1});
        }
        next = r.high + 1;
    }
    if (next <= 0x10FFFF) {
        gaps.push_back({next, 0x10FFFF});
    }
    return normalized(gaps);
}

namespace detail {

/// Writes the states behind the lead bytes of one set.  Equal rests share a state, so the automaton is deterministic
/// and small: seven states for `[^"]`.
class utf8_writer {
public:
    utf8_writer(builder& out, state_id to, stop_asker& asked) : out_(&out), to_(to), asked_(&asked) {}

    /// Edges from `from` for `set`, of whose numbers the top `marker`-marked byte is followed by `remaining`
    /// continuation bytes.
    void write(state_id from, vec<code_points> const& set, int remaining, unsigned marker) {
        if (remaining == 0) {  // nothing behind it
            for (code_points const r : set) {
                out_->bytes(from, static_cast<std::uint8_t>(marker | r.low),
                            static_cast<std::uint8_t>(marker | r.high), to_);
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
            out_->bytes(from, static_cast<std::uint8_t>(marker | b.low),
                        static_cast<std::uint8_t>(marker | b.high), state_for(b.rest, remaining));
        }
    }

private:
    struct block {
        char32_t low;
        char32_t high;
        vec<code_points> rest;
    };
    struct known {
        vec<code_points> set;
        int remaining;
        state_id state;
    };

    /// `set` grouped by top byte: partial blocks one by one, whole ones as a run.
    static vec<block> blocks(vec<code_points> const& set, int remaining) {
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

    state_id state_for(vec<code_points> const& set, int remaining) {
        if (remaining == 0) {
            return to_;
        }
        asked_->next(known_.size());
        for (known const& k : known_) {
            if (k.remaining == remaining && k.set == set) {
                return k.state;
            }
        }
        state_id const s = out_->add_state();
        known_.push_back({set, remaining, s});
        write(s, set, remaining - 1, 0x80);
        return s;
    }

    static constexpr std::size_t rows_of_a_block = 16;

    builder* out_;
    state_id to_;
    stop_asker* asked_;
    vec<known> known_;
};

}  // namespace detail

void add_ranges(builder& out, state_id from, array_ref<code_points const> ranges, state_id to) {
    stop_asker nobody;
    add_ranges(out, from, ranges, to, nobody);
}

void add_ranges(builder& out, state_id from, array_ref<code_points const> ranges, state_id to,
                stop_asker& asked) {
    struct length_class {
        code_points range;
        int remaining;
        unsigned marker;
    };
    constexpr length_class classes[] = {{{0, 0x7F}, 0, 0},
                                        {{0x80, 0x7FF}, 1, 0xC0},
                                        {{0x800, 0xFFFF}, 2, 0xE0},
                                        {{0x10000, 0x10FFFF}, 3, 0xF0}};
    vec<code_points> const set = normalized(ranges);
    asked.look();
    detail::utf8_writer writer(out, to, asked);
    for (length_class const& c : classes) {
        vec<code_points> part;
        for (code_points const r : set) {
            if (r.low <= c.range.high && r.high >= c.range.low) {
                part.push_back({(std::max)(r.low, c.range.low), (std::min)(r.high, c.range.high)});
            }
        }
        writer.write(from, part, c.remaining, c.marker);
    }
}

}  // namespace parlance::rtn
