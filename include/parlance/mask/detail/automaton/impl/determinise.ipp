// parlance/mask/detail/automaton/impl/determinise.ipp - definitions of what parlance/mask/detail/automaton/determinise.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/determinise.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace parlance::mask::detail {

result<automaton> determiniser::run() {
    auto const out_of_means = [&] { return spent_.error("making a grammar deterministic"); };
    if (!begin()) {
        return out_of_means();
    }
    out_.states.reserve(net_.state_count() + 1);
    out_.rule_of.reserve(net_.state_count());
    out_.first_meaning.reserve(net_.state_count() + 1);
    out_.bytes.reserve(net_.edges.size());
    want(net_.root);
    for (std::size_t r = 0; r < rules_.size(); ++r) {
        if (!expand_rule(rules_[r])) {
            return spent_.why() != errc::none ? out_of_means() : diagnostic{errc::too_many_states, {}, 0, {}};
        }
    }
    add_row();
    if (!enter_callees() || !pack_meanings()) {
        return out_of_means();
    }
    out_.start = entries_[net_.root];
    return std::move(out_);
}

bool determiniser::begin() {
    std::size_t const rules = net_.rules.size();
    return paid_resize(entries_, rules, spent_, none) && paid_resize(has_increments_, rules, spent_) &&
           closure_.make_room() && paid_resize(behind_, net_.state_count(), spent_) && merge_counts();
}

void determiniser::want(std::uint32_t r) {
    if (entries_[r] == none) {
        entries_[r] = wanted;
        rules_.push_back(r);
    }
}

void determiniser::add_row() {
    (void)paid_room(out_.states, 1, spent_);
    out_.states.push_back(
        {at(out_.bytes), at(out_.calls), at(out_.increments), at(out_.tokens), false, false});
}

bool determiniser::pack_meanings() {
    out_.meanings.reserve(out_.first_meaning.back());
    for (vec<std::uint32_t> const& words : meant_) {
        if (!spent_.spend(words.size())) {
            return false;
        }
        out_.meanings.insert(out_.meanings.end(), words.begin(), words.end());
    }
    return free_all();
}

bool determiniser::free_all() {
    constexpr std::uint64_t steps_of_a_block = 1'000;
    auto const look = [&] { (void)spent_.spend(steps_of_a_block); };
    group_ = closed_ = increments_ = {};
    calls_ = tokens_ = {};
    bytes_ = {};
    for (; !meant_.empty(); meant_.pop_back()) {
        look();
    }
    meanings_.clear(look);
    behind_ = {};
    closure_.free();
    return spent_.spend(5 * steps_of_a_block);
}

bool determiniser::enter_callees() {
    paid_rounds each(spent_, 2);
    for (call_edge& c : out_.calls) {
        if (!each.next()) {
            return false;
        }
        c.tail = c.count == no_count && has_increments_[c.entry] == 0 && out_.states[c.back].returns_only;
        c.entry = entries_[c.entry];
    }
    return true;
}

bool determiniser::merge_counts() {
    if (!spent_.spend(steps_of_a_count * net_.counts.size())) {
        return false;
    }
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
    return true;
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
    closure_.close(closed_);
    std::uint32_t const id = intern_closed(closed_, rule);
    behind_[s] = {rule, id};
    return id;
}

std::uint32_t determiniser::intern(state_set const& set, std::uint32_t rule) {
    if (set.size() == 1) {
        return intern_one(set.front(), rule);
    }
    closed_ = set;
    closure_.close(closed_);
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
    std::uint32_t const found = ids_.find(set, [&](std::uint32_t id) { return meaning(id); });
    if (found != none) {
        return found;
    }
    std::uint32_t const id = fresh(set, rule);
    work looks = spent_.only_looks();
    (void)ids_.add(id, looks);  // it can only be stopped, and whoever pays next learns of it
    return id;
}

std::uint32_t determiniser::fresh(array_ref<std::uint32_t const> set, std::uint32_t rule) {
    std::uint32_t const id = at(out_.rule_of);
    (void)(paid_room(out_.rule_of, 1, spent_) && paid_room(out_.first_meaning, 1, spent_));
    out_.rule_of.push_back(rule);
    vec<std::uint32_t>& words = room_for_meanings(set.size());
    meanings_.push_back(words.end());
    for (std::uint32_t const s : set) {  // mostly one
        words.push_back(s);
    }
    out_.first_meaning.push_back(out_.first_meaning.back() + static_cast<std::uint32_t>(set.size()));
    return id;
}

bool determiniser::expand_rule(std::uint32_t rule) {
    if (linked_part const* const part = linked_.of(rule); part != nullptr) {
        return link_rule(rule, *part);
    }
    std::size_t const before = out_.rule_of.size();
    std::size_t originals = 0;
    ids_.clear();
    split_ = false;
    entries_[rule] = intern_one(net_.rules[rule], rule);
    for (std::size_t id = before; id < out_.rule_of.size(); ++id) {
        originals += meaning(static_cast<std::uint32_t>(id)).size();
        (void)spent_.spend(steps_of_a_state);
        // a set of n states is worth n: a deterministic trie of n words has as many states as letters
        std::size_t const made = out_.rule_of.size() - before;
        if (!split_ && made > 64 && made > 2 * body_size(rule)) {
            split_ = true;
        }
        if (out_.rule_of.size() > bounds_.states || originals > 8 * bounds_.states ||
            spent_.why() != errc::none) {
            return false;
        }
        expand(static_cast<std::uint32_t>(id), rule);
    }
    return spent_.why() == errc::none;
}

std::size_t determiniser::body_size(std::uint32_t rule) {
    if (body_rule_ != rule) {
        body_rule_ = rule;
        body_size_ = closure_.reached_from(net_.rules[rule]);
    }
    return body_size_;
}

bool determiniser::expand_literal(std::uint32_t id, std::uint32_t rule) {
    if (meaning(id).size() != 1) {
        return false;
    }
    std::uint32_t const s = meaning(id)[0];
    auto const edges = net_.edges_of(s);
    if (edges.size() != 1 || edges[0].kind != rtn::edge_kind::bytes) {
        return false;
    }
    rtn::edge const& e = edges[0];
    out_.states.back().accepts = net_.accepts(s);
    out_.bytes.push_back({e.low, e.high, intern_one(e.target, rule)});
    return true;
}

bool determiniser::make_room(array_ref<rtn::edge const> edges) {
    std::size_t bytes = 0;
    std::size_t calls = 0;
    std::size_t tokens = 0;
    for (rtn::edge const& e : edges) {
        bytes += e.kind == rtn::edge_kind::bytes ? 1 : 0;
        calls += e.kind == rtn::edge_kind::call || e.kind == rtn::edge_kind::counted_call ? 1 : 0;
        tokens += e.kind == rtn::edge_kind::token || e.kind == rtn::edge_kind::token_not ? 1 : 0;
    }
    return paid_room(bytes_, bytes, spent_) && paid_room(calls_, calls, spent_) &&
           paid_room(tokens_, tokens, spent_);
}

void determiniser::expand(std::uint32_t id, std::uint32_t rule) {
    add_row();
    if (expand_literal(id, rule)) {
        return;
    }
    calls_.clear();
    tokens_.clear();
    increments_.clear();
    bytes_.clear();
    bool accepts = false;
    std::size_t const states = meaning(id).size();
    for (std::uint32_t const s : meaning(id)) {
        // what one state of the network has is there anyway, but many take long
        std::size_t const edges = net_.edges_of(s).size();
        if ((states >= few || edges > many) && !spent_.spend(steps_of_an_edge * edges)) {
            return;
        }
        if (edges > many && !make_room(net_.edges_of(s))) {
            return;
        }
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
    if (states >= few) {
        std::size_t const edges = calls_.size() + tokens_.size() + increments_.size() + bytes_.size();
        (void)spent_.hold(4 * (states + 4 * edges));
    }
    (void)(paid_room(out_.calls, calls_.size(), spent_) && paid_room(out_.tokens, tokens_.size(), spent_));
    grouped(calls_, rule, [&](labelled const& c, std::uint32_t t) {
        want(c.a);
        out_.calls.push_back({c.a, t, c.b, false});  // enter_callees() turns the rule into a state
    });
    grouped(tokens_, rule,
            [&](labelled const& c, std::uint32_t t) { out_.tokens.push_back({c.a, t, c.b != 0}); });
    if (!increments_.empty()) {
        has_increments_[rule] = 1;
        targets(increments_, rule, [&](std::uint32_t t) { out_.increments.push_back(t); });
    }
    expand_bytes(rule);
    run_state& now = out_.states.back();
    now.accepts = accepts;
    now.returns_only = accepts && now.first_byte == out_.bytes.size() &&
                       now.first_call == out_.calls.size() && now.first_increment == out_.increments.size() &&
                       now.first_token == out_.tokens.size();
}

void determiniser::expand_bytes(std::uint32_t rule) {
    (void)paid_room(out_.bytes, 256, spent_);
    auto const before = [](byte_edge const& a, byte_edge const& b) {
        return a.low != b.low ? a.low < b.low : a.high < b.high;
    };
    if (!std::is_sorted(bytes_.begin(), bytes_.end(), before) && !paid_sort(bytes_, spent_, before)) {
        return;
    }
    for (std::size_t i = 1; i < bytes_.size(); ++i) {
        if (i % many == 0 && !spent_.spend(many)) {
            return;
        }
        bool const same = bytes_[i].low == bytes_[i - 1].low && bytes_[i].high == bytes_[i - 1].high;
        if (!same && bytes_[i].low <= bytes_[i - 1].high) {
            expand_overlapping(rule);
            return;
        }
    }
    for (std::size_t i = 0; i < bytes_.size();) {
        byte_edge const e = bytes_[i];
        group_.clear();
        for (; i < bytes_.size() && bytes_[i].low == e.low; ++i) {
            group_.push_back(bytes_[i].target);
        }
        add_bytes(e.low, e.high, rule);
    }
}

void determiniser::expand_overlapping(std::uint32_t rule) {
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
            add_bytes(low, high, rule);
        }
        low = high + 1;
    }
}

void determiniser::add_bytes(std::size_t low, std::size_t high, std::uint32_t rule) {
    targets(group_, rule, [&](std::uint32_t t) {
        bool const joins = !split_ && out_.bytes.size() > out_.states.back().first_byte &&
                           out_.bytes.back().target == t && out_.bytes.back().high + std::size_t{1} == low;
        if (joins) {
            out_.bytes.back().high = static_cast<std::uint8_t>(high);
        } else {
            out_.bytes.push_back({static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high), t});
        }
    });
}

}  // namespace parlance::mask::detail
