// parlance/rtn/impl/dfa.ipp - definitions of what parlance/rtn/dfa.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/detail/quotient.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/refine.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::rtn {

std::uint32_t dfa::step(std::uint32_t state, char32_t c) const noexcept {
    return state == dead ? dead : table[state * letters.groups + letters.of(c)];
}

std::uint32_t dfa::label(std::string_view text) const noexcept {
    std::uint32_t at = 0;
    while (!text.empty() && at != dead) {
        utf8::decoded const d = utf8::decode(text);
        at = d.valid ? step(at, d.value) : dead;
        text.remove_prefix(d.length);
    }
    return at == dead ? 0 : labels[at];
}

bool dfa::empty() const noexcept {
    return std::all_of(labels.begin(), labels.end(), [](std::uint32_t l) { return l == 0; });
}

vec<std::pair<std::uint32_t, vec<code_points>>> dfa::moves(std::uint32_t state) const {
    work nobody(stop_token{});
    return moves(state, nobody);
}

vec<std::pair<std::uint32_t, vec<code_points>>> dfa::moves(std::uint32_t state, work& looks) const {
    std::uint32_t const* const row = table.data() + std::size_t{state} * letters.groups;
    // Most states lead to few others: then what leads to each is gathered at once.
    constexpr std::size_t few = 8;
    static_cast<void>(looks.spend(few * letters.starts.size()));
    vec<std::pair<std::uint32_t, vec<code_points>>> gathered;
    for (std::size_t i = 0; i < letters.starts.size() && gathered.size() <= few; ++i) {
        std::uint32_t const to = row[letters.group[i]];
        if (to == dead) {
            continue;
        }
        auto at =
            std::find_if(gathered.begin(), gathered.end(), [&](auto const& g) { return g.first == to; });
        if (at == gathered.end()) {
            gathered.emplace_back(to, vec<code_points>{});
            at = gathered.end() - 1;
        }
        vec<code_points>& set = at->second;
        code_points const more{letters.starts[i], letters.last_of_interval(i)};
        if (!set.empty() && set.back().high + 1 == more.low) {
            set.back().high = more.high;
        } else {
            set.push_back(more);
        }
    }
    if (gathered.size() <= few) {
        std::sort(gathered.begin(), gathered.end(),
                  [](auto const& a, auto const& b) { return a.first < b.first; });
        return gathered;
    }
    gathered.clear();
    constexpr std::uint64_t steps_to_make = 25;  // a set of its own
    vec<std::pair<std::uint32_t, code_points>> runs;
    paid_rounds each_start(looks);
    for (std::size_t i = 0; i < letters.starts.size() && each_start.next() && paid_room(runs, 1, looks);
         ++i) {
        std::uint32_t const to = row[letters.group[i]];
        if (to == dead) {
            continue;
        }
        char32_t const first = letters.starts[i];
        char32_t const last = letters.last_of_interval(i);
        if (!runs.empty() && runs.back().first == to && runs.back().second.high + 1 == first) {
            runs.back().second.high = last;
        } else {
            runs.emplace_back(to, code_points{first, last});
        }
    }
    auto const comes_before = [](auto const& a, auto const& b) {
        return a.first != b.first ? a.first < b.first : a.second.low < b.second.low;
    };
    if (!paid_sort(runs, looks, comes_before)) {
        return {};
    }
    std::size_t targets = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        targets += i == 0 || runs[i].first != runs[i - 1].first ? 1 : 0;
    }
    vec<std::pair<std::uint32_t, vec<code_points>>> out;
    out.reserve(targets);
    paid_rounds each(looks, steps_to_make);
    for (std::size_t i = 0; i < runs.size() && each.next();) {
        std::size_t const first = i;
        for (; i < runs.size() && runs[i].first == runs[first].first; ++i) {}
        auto& set = out.emplace_back(runs[first].first, vec<code_points>{}).second;
        set.reserve(i - first);
        for (std::size_t k = first; k < i; ++k) {
            set.push_back(runs[k].second);
        }
    }
    return out;
}

}  // namespace parlance::rtn

namespace parlance::rtn::detail {

diagnostic too_many_dfa_states() { return {errc::too_many_states, {}, 0, "an automaton over code points"}; }

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

dfa complement(dfa a) {
    auto const sink = static_cast<std::uint32_t>(a.states());
    for (std::uint32_t& to : a.table) {
        to = to == dfa::dead ? sink : to;
    }
    a.table.insert(a.table.end(), a.letters.groups, sink);
    a.labels.push_back(0);
    for (std::uint32_t& l : a.labels) {
        l = l == 0 ? 1 : 0;
    }
    return a;
}

dfa minimized(dfa a) {
    limits enough;
    enough.fuel = (std::numeric_limits<std::uint64_t>::max)();
    enough.allocated_bytes = (std::numeric_limits<std::size_t>::max)();
    work unlimited{enough};
    return *minimized(std::move(a), unlimited);
}

result<dfa> minimized(dfa a, work& spent) {
    constexpr std::size_t bytes_of_a_cell = 5 * sizeof(std::uint32_t);
    std::size_t const bytes = bytes_of_a_cell * a.table.size();
    auto const out_of_means = [&] { return spent.error("an automaton over code points"); };
    if (!spent.hold(bytes)) {
        return out_of_means();
    }
    detail::forget_surrogates(a, spent);
    detail::merge_columns(a, spent);
    detail::refinement equal(a.table, a.letters.groups, a.states(), spent);
    vec<char> const live = equal.leading_to(a.labels, spent);
    if (spent.why() != errc::none) {
        return out_of_means();
    }
    vec<std::uint32_t> block(a.states(), dfa::dead);
    hash_map<std::uint32_t, std::uint32_t> by_label;
    std::uint32_t last = dfa::dead;  // a live state
    paid_rounds each(spent, 2);
    for (std::uint32_t s = 0; s < a.states() && each.next(); ++s) {
        if (live[s] != 0) {
            block[s] =
                last != dfa::dead && a.labels[last] == a.labels[s]
                    ? block[last]
                    : by_label.try_emplace(a.labels[s], static_cast<std::uint32_t>(by_label.size())).at.value;
            last = s;
        }
    }
    dfa out;
    if (live[0] != 0) {
        std::size_t const blocks = equal.run(block, spent);
        if (blocks == 0) {
            return out_of_means();
        }
        out = detail::quotient(a, block, blocks, spent);
        detail::merge_columns(out, spent);
    }
    constexpr std::uint64_t behind_a_table = 2000;  // each may be long
    work looks = spent.only_looks();
    equal.free();
    (void)looks.spend(behind_a_table);
    vec<std::uint32_t>().swap(a.table);
    (void)looks.spend(behind_a_table);
    if (spent.why() != errc::none) {
        return out_of_means();
    }
    spent.release(bytes);
    return out;
}

dfa any_text() {
    dfa out;
    out.labels = {1};
    out.table = {0};
    return out;
}

/// Each of these code points, which are sorted, is a letter, and all others together are one.
PARLANCE_DECL alphabet letters_of(vec<char32_t> points) {
    points.erase(std::unique(points.begin(), points.end()), points.end());
    alphabet out;
    for (char32_t const c : points) {
        if (out.starts.back() == c) {
            out.group.back() = out.groups++;
        } else {
            out.starts.push_back(c);
            out.group.push_back(out.groups++);
        }
        if (c < 0x10FFFF) {
            out.starts.push_back(c + 1);
            out.group.push_back(0);
        }
    }
    return out;
}

result<dfa> one_of_texts(std::span<std::string_view const> texts, std::size_t most, work& spent) {
    constexpr std::string_view what = "an automaton of texts";
    constexpr std::uint64_t steps_of_a_letter = 16;  // half to read it, half to go along it
    work looks = spent.only_looks();
    paid_rounds each(looks, steps_of_a_letter / 2);
    std::size_t bytes = 0;
    for (std::string_view const text : texts) {
        bytes += text.size();
    }
    if (!spent.spend(steps_of_a_letter * bytes) || !spent.hold(2 * sizeof(char32_t) * bytes)) {
        return spent.error(what);
    }
    vec<char32_t> points;
    points.reserve(bytes);
    vec<std::size_t> ends;  // of each text among them
    ends.reserve(texts.size());
    bool met[0x80] = {};
    vec<char32_t> letters;  // each of ASCII once
    for (std::string_view text : texts) {
        while (!text.empty()) {
            (void)each.next();
            utf8::decoded const d = utf8::decode(text);
            points.push_back(d.value);
            if (d.value >= 0x80 || !std::exchange(met[d.value], true)) {
                letters.push_back(d.value);
            }
            text.remove_prefix(d.length);
        }
        ends.push_back(points.size());
    }
    if (!paid_sort(letters, looks)) {
        return looks.error(what);
    }
    dfa out;
    out.letters = letters_of(std::move(letters));
    out.table.assign(out.letters.groups, dfa::dead);
    std::size_t i = 0;
    for (std::size_t const end : ends) {
        std::uint32_t at = 0;
        for (; i < end; ++i) {
            (void)each.next();
            std::size_t const cell = std::size_t{at} * out.letters.groups + out.letters.of(points[i]);
            if (out.table[cell] == dfa::dead) {
                if (out.states() >= most) {
                    return detail::too_many_dfa_states();
                }
                if (!spent.spend(out.letters.groups) || !spent.hold(sizeof(at) * out.letters.groups)) {
                    return spent.error(what);
                }
                out.table[cell] = static_cast<std::uint32_t>(out.states());
                (void)paid_room(out.table, out.letters.groups, looks);
                out.labels.push_back(0);
                out.table.resize(out.table.size() + out.letters.groups, dfa::dead);
            }
            at = out.table[cell];
        }
        out.labels[at] = 1;
    }
    spent.release(2 * sizeof(char32_t) * bytes);
    return out;
}

dfa length_between(std::uint32_t low, std::uint32_t high) {
    dfa out;
    std::uint32_t const last = high == unbounded ? low : high;
    out.labels.clear();
    out.table.clear();
    for (std::uint32_t s = 0; s <= last; ++s) {
        out.labels.push_back(s >= low ? 1 : 0);
        out.table.push_back(s < last ? s + 1 : high == unbounded ? s : dfa::dead);
    }
    return out;
}

}  // namespace parlance::rtn
