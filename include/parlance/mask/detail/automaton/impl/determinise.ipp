// parlance/mask/detail/automaton/impl/determinise.ipp - definitions of what parlance/mask/detail/automaton/determinise.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/determinise.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/automaton_rows.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace parlance::mask::detail {

result<automaton> determiniser::run() {
    entries_.assign(net_.rules.size(), none);
    has_increments_.assign(net_.rules.size(), 0);
    made_.states.reserve(net_.state_count());
    made_.bytes.reserve(net_.edges.size());
    merge_counts();
    std::uint32_t const root = entry_of(net_.root);
    for (std::size_t r = 0; r < rules_.size(); ++r) {
        if (!expand_rule(rules_[r])) {
            return spent_.why() != errc::none ? spent_.error("making a grammar deterministic")
                                              : diagnostic{errc::too_many_states, {}, 0, {}};
        }
    }
    if (!made_.pack(out_, entries_, has_increments_, spent_)) {
        return spent_.error("making a grammar deterministic");
    }
    out_.start = root;
    return std::move(out_);
}

std::uint32_t determiniser::entry_of(std::uint32_t r) {
    if (entries_[r] == none) {
        entries_[r] = made_.add_state(r);
        rules_.push_back(r);
    }
    return entries_[r];
}

void determiniser::merge_counts() {
    vec<std::uint32_t> order(net_.counts.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    auto const key = [&](std::uint32_t i) {
        rtn::count const& c = net_.counts[i];
        return std::tuple(c.rule, c.low, c.high);
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        auto const by_content = key(a) <=> key(b);
        return by_content != 0 ? by_content < 0 : a < b;
    });
    vec<std::uint32_t> first(order.size());  // that is equal
    for (std::size_t i = 0; i < order.size(); ++i) {
        bool const repeats = i > 0 && key(order[i]) == key(order[i - 1]);
        first[order[i]] = repeats ? first[order[i - 1]] : order[i];
    }
    count_of_.resize(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        if (first[i] == i) {
            count_of_[i] = at(out_.counts);
            out_.counts.push_back({net_.counts[i].low, net_.counts[i].high});
        } else {
            count_of_[i] = count_of_[first[i]];
        }
    }
}

bool determiniser::says_something(std::uint32_t s) const noexcept {
    auto const edges = net_.edges_of(s);
    return net_.accepts(s) || std::any_of(edges.begin(), edges.end(), [](rtn::edge const& e) {
               return e.kind != rtn::edge_kind::epsilon;
           });
}

void determiniser::close(state_set& set) {
    if (spent_.why() != errc::none) {
        return;  // what is made of it is thrown away
    }
    std::size_t unpaid = 0;
    for (std::uint32_t const s : set) {
        mark_[s] = 1;
    }
    for (std::size_t i = 0; i < set.size(); ++i) {
        unpaid += 1 + net_.edges_of(set[i]).size();
        if (unpaid > many && !spent_.spend(steps_of_an_edge * std::exchange(unpaid, 0))) {
            return;
        }
        for (rtn::edge const& e : net_.edges_of(set[i])) {
            if (e.kind == rtn::edge_kind::epsilon && mark_[e.target] == 0) {
                mark_[e.target] = 1;
                set.push_back(e.target);
            }
        }
    }
    (void)(set.size() < few || spent_.spend(steps_of_an_edge * unpaid));
    sort_marked(set);
    for (std::uint32_t const s : set) {
        mark_[s] = 0;
    }
    erase_if(set, [&](std::uint32_t s) { return !says_something(s); });
}

void determiniser::sort_marked(state_set& set) const {
    constexpr std::size_t quickly_sorted = 32;
    if (set.size() < quickly_sorted) {
        std::sort(set.begin(), set.end());
        return;
    }
    auto const [least, greatest] = std::minmax_element(set.begin(), set.end());
    std::uint32_t const first = *least;
    std::uint32_t const last = *greatest;
    if (std::size_t{last} - first > 16 * set.size()) {
        std::sort(set.begin(), set.end());
        return;
    }
    set.clear();
    for (std::uint32_t s = first; s <= last; ++s) {
        if (mark_[s] != 0) {
            set.push_back(s);
        }
    }
}

std::uint32_t determiniser::intern_one(std::uint32_t s, std::uint32_t rule) {
    if (behind_[s].rule == rule) {
        return behind_[s].id;
    }
    auto const edges = net_.edges_of(s);
    bool const alone = std::none_of(edges.begin(), edges.end(),
                                    [](rtn::edge const& e) { return e.kind == rtn::edge_kind::epsilon; });
    if (alone) {
        return intern_closed({&s, 1}, rule);
    }
    closed_.assign(1, s);
    close(closed_);
    std::uint32_t const id = intern_closed(closed_, rule);
    behind_[s] = {rule, id};
    return id;
}

std::uint32_t determiniser::intern(state_set const& set, std::uint32_t rule) {
    if (set.size() == 1) {
        return intern_one(set.front(), rule);
    }
    closed_ = set;
    close(closed_);
    return intern_closed(closed_, rule);
}

std::uint32_t determiniser::intern_closed(array_ref<std::uint32_t const> set, std::uint32_t rule) {
    if (set.size() == 1) {
        known& k = behind_[set.front()];
        if (k.rule != rule) {
            k = {rule, fresh(set, rule)};
        }
        return k.id;
    }
    std::uint32_t const found = ids_.find(set, [&](std::uint32_t id) { return made_.states[id].meaning; });
    if (found != none) {
        return found;
    }
    std::uint32_t const id = fresh(set, rule);
    ids_.add(id);
    return id;
}

std::uint32_t determiniser::fresh(array_ref<std::uint32_t const> set, std::uint32_t rule) {
    std::uint32_t const id = todo_.empty() ? entries_[rule] : made_.add_state(rule);
    made_.set_meaning(id, set);
    todo_.push_back(id);
    return id;
}

bool determiniser::expand_rule(std::uint32_t rule) {
    std::size_t const before = made_.states.size();
    std::size_t originals = 0;
    ids_.clear();
    todo_.clear();
    split_ = false;
    intern_one(net_.rules[rule], rule);
    for (std::size_t i = 0; i < todo_.size(); ++i) {
        originals += made_.states[todo_[i]].meaning.size();
        (void)spent_.spend(steps_of_a_state);
        // a set of n states is worth n: a deterministic trie of n words has as many states as letters
        if (!split_ && made_.states.size() - before > 64 &&
            made_.states.size() - before > 2 * body_size(rule)) {
            split_ = true;
        }
        if (made_.states.size() > bounds_.states || originals > 8 * bounds_.states ||
            spent_.why() != errc::none) {
            return false;
        }
        expand(todo_[i], rule);
    }
    return spent_.why() == errc::none;
}

std::size_t determiniser::body_size(std::uint32_t rule) {
    if (body_rule_ != rule) {
        body_rule_ = rule;
        state_set reached{net_.rules[rule]};
        mark_[reached[0]] = 1;
        for (std::size_t i = 0; i < reached.size(); ++i) {
            for (rtn::edge const& e : net_.edges_of(reached[i])) {
                if (mark_[e.target] == 0) {
                    mark_[e.target] = 1;
                    reached.push_back(e.target);
                }
            }
        }
        for (std::uint32_t const s : reached) {
            mark_[s] = 0;
        }
        body_size_ = reached.size();
    }
    return body_size_;
}

bool determiniser::expand_literal(std::uint32_t id, std::uint32_t rule) {
    auto const meaning = made_.states[id].meaning;
    if (meaning.size() != 1) {
        return false;
    }
    std::uint32_t const s = meaning[0];
    auto const edges = net_.edges_of(s);
    if (edges.size() != 1 || edges[0].kind != rtn::edge_kind::bytes) {
        return false;
    }
    rtn::edge const& e = edges[0];
    std::uint32_t const target = intern_one(e.target, rule);
    made_.states[id].accepts = net_.accepts(s);
    made_.states[id].bytes = {at(made_.bytes), 1};
    made_.bytes.push_back({e.low, e.high, target});
    return true;
}

void determiniser::expand(std::uint32_t id, std::uint32_t rule) {
    if (expand_literal(id, rule)) {
        return;
    }
    calls_.clear();
    tokens_.clear();
    increments_.clear();
    bytes_.clear();
    bool accepts = false;
    for (std::uint32_t const s : made_.states[id].meaning) {
        accepts = accepts || net_.accepts(s);
        for (rtn::edge const& e : net_.edges_of(s)) {
            switch (e.kind) {
            case rtn::edge_kind::bytes: bytes_.push_back({e.low, e.high, e.target}); break;
            case rtn::edge_kind::increment: increments_.push_back(e.target); break;
            case rtn::edge_kind::call: calls_.push_back({e.value, no_count, e.target}); break;
            case rtn::edge_kind::counted_call:
                calls_.push_back({net_.counts[e.value].rule, count_of_[e.value], e.target});
                break;
            case rtn::edge_kind::token: tokens_.push_back({e.value, 0, e.target}); break;
            case rtn::edge_kind::token_not: tokens_.push_back({e.value, 1, e.target}); break;
            case rtn::edge_kind::epsilon: break;
            }
        }
    }
    if (std::size_t const states = made_.states[id].meaning.size(); states >= few) {
        // what one state of the network has is there anyway
        std::size_t const edges = calls_.size() + tokens_.size() + increments_.size() + bytes_.size();
        (void)(spent_.spend(steps_of_an_edge * edges) && spent_.hold(4 * (states + 4 * edges)));
    }
    made_.states[id].accepts = accepts;
    std::uint32_t const call = at(made_.calls);
    grouped(calls_, rule, [&](labelled const& c, std::uint32_t t) {
        entry_of(c.a);
        made_.calls.push_back({c.a, t, c.b, false});
    });
    made_.states[id].calls = {call, at(made_.calls) - call};
    std::uint32_t const token = at(made_.tokens);
    grouped(tokens_, rule,
            [&](labelled const& c, std::uint32_t t) { made_.tokens.push_back({c.a, t, c.b != 0}); });
    made_.states[id].tokens = {token, at(made_.tokens) - token};
    if (!increments_.empty()) {
        has_increments_[rule] = 1;
        std::uint32_t const increment = at(made_.increments);
        targets(increments_, rule, [&](std::uint32_t t) { made_.increments.push_back(t); });
        made_.states[id].increments = {increment, at(made_.increments) - increment};
    }
    std::uint32_t const byte = at(made_.bytes);
    expand_bytes(byte, rule);
    made_.states[id].bytes = {byte, at(made_.bytes) - byte};
}

void determiniser::expand_bytes(std::size_t begin, std::uint32_t rule) {
    auto const before = [](byte_edge const& a, byte_edge const& b) {
        return a.low != b.low ? a.low < b.low : a.high < b.high;
    };
    if (!std::is_sorted(bytes_.begin(), bytes_.end(), before)) {
        std::sort(bytes_.begin(), bytes_.end(), before);
    }
    for (std::size_t i = 1; i < bytes_.size(); ++i) {
        bool const same = bytes_[i].low == bytes_[i - 1].low && bytes_[i].high == bytes_[i - 1].high;
        if (!same && bytes_[i].low <= bytes_[i - 1].high) {
            expand_overlapping(begin, rule);
            return;
        }
    }
    for (std::size_t i = 0; i < bytes_.size();) {
        byte_edge const e = bytes_[i];
        group_.clear();
        for (; i < bytes_.size() && bytes_[i].low == e.low; ++i) {
            group_.push_back(bytes_[i].target);
        }
        add_bytes(begin, e.low, e.high, rule);
    }
}

void determiniser::expand_overlapping(std::size_t begin, std::uint32_t rule) {
    std::array<char, 257> cut{};
    for (byte_edge const& e : bytes_) {
        cut[e.low] = 1;
        cut[e.high + std::size_t{1}] = 1;
    }
    std::array<std::uint16_t, 257> piece{};
    std::uint16_t pieces = 0;
    for (std::size_t b = 0; b < 256; ++b) {
        pieces = static_cast<std::uint16_t>(pieces + (b > 0 && cut[b] != 0));
        piece[b] = pieces;
    }
    vec<state_set> reached(std::size_t{pieces} + 1);
    for (byte_edge const& e : bytes_) {
        (void)(bytes_.size() < few || spent_.spend(3 * (std::size_t{piece[e.high]} - piece[e.low])));
        for (std::size_t p = piece[e.low]; p <= piece[e.high]; ++p) {
            reached[p].push_back(e.target);
        }
    }
    for (std::size_t low = 0; low < 256;) {
        std::size_t high = low;
        while (high < 255 && piece[high + 1] == piece[low]) {
            ++high;
        }
        if (!reached[piece[low]].empty()) {
            group_.swap(reached[piece[low]]);
            add_bytes(begin, low, high, rule);
        }
        low = high + 1;
    }
}

void determiniser::add_bytes(std::size_t begin, std::size_t low, std::size_t high, std::uint32_t rule) {
    targets(group_, rule, [&](std::uint32_t t) {
        bool const joins = !split_ && made_.bytes.size() > begin && made_.bytes.back().target == t &&
                           made_.bytes.back().high + std::size_t{1} == low;
        if (joins) {
            made_.bytes.back().high = static_cast<std::uint8_t>(high);
        } else {
            made_.bytes.push_back({static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high), t});
        }
    });
}

}  // namespace parlance::mask::detail
