// parlance/mask/detail/trigger/impl/watch.ipp - definitions of what parlance/mask/detail/trigger/watch.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/trigger/watch.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/trigger/pattern.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace parlance::mask::detail {

watch::watch(pattern const& p, store& grammar) : pattern_(p), grammar_(grammar) {
    listed_.assign(p.code.view().state_count(), 0);
    begin_ = intern(opened({{p.start}, {}}));
    interrupted_ = intern(opened({{p.other}, {}}));
}

watch::heard watch::step(std::uint32_t state, std::uint8_t byte) {
    detail::lock_guard const lock(mutex_);
    heard& known = (*rows_[state])[byte];
    if (known.state == unknown) {
        heard const made = compute(*states_[state], byte);
        if (made.fired && made.grammar.config == failed_config) {
            return made;
        }
        known = made;
    }
    return known;
}

watch::heard watch::compute(content const& from, std::uint8_t byte) {
    constexpr std::uint64_t steps_of_a_place = 20;
    content to;
    begin_list();
    if (!read(from.captures, byte, to.captures)) {
        return {0, true, {failed_config, 0}};
    }
    for (rtn::state_id const s : from.outside) {
        if (!grammar_.budget().pay(steps_of_a_place)) {
            return {0, true, {failed_config, 0}};
        }
        each_target(s, byte, [&](rtn::state_id target) { to.outside.push_back(target); });
    }
    if (to.outside.empty()) {  // not UTF-8: a character that matches nothing, and then perhaps this byte
        content const other = opened({{pattern_.other}, {}});
        begin_list();
        for (open_capture const& c : to.captures) {
            listed_[c.at] = round_;
        }
        each_target(pattern_.other, byte, [&](rtn::state_id target) { to.outside.push_back(target); });
        if (to.outside.empty()) {
            to.outside.push_back(pattern_.other);
        } else if (!read(other.captures, byte, to.captures)) {
            return {0, true, {failed_config, 0}};
        }
    }
    to = opened(std::move(to));
    for (open_capture const& c : to.captures) {
        if (pattern_.roles[c.at] == pattern::role::fires) {
            return {0, true, c.grammar};
        }
    }
    return {intern(std::move(to)), false, {}};
}

bool watch::read(vec<open_capture> const& from, std::uint8_t byte, vec<open_capture>& to) {
    constexpr std::uint64_t steps_of_a_capture = 60;  // with what is made of it
    for (open_capture const& c : from) {
        if (!grammar_.budget().pay(steps_of_a_capture)) {
            return false;
        }
        point next{dead_config, 0};
        bool stepped = false;
        each_target(c.at, byte, [&](rtn::state_id target) {
            if (!stepped && store::is_live(c.grammar.config)) {
                next = grammar_.step(c.grammar, byte);
            }
            stepped = true;
            add(to, {target, next});
        });
        if (next.config == failed_config) {
            return false;
        }
    }
    return true;
}

watch::content watch::opened(content c) {
    begin_list();
    std::sort(c.outside.begin(), c.outside.end());
    c.outside.erase(std::unique(c.outside.begin(), c.outside.end()), c.outside.end());
    vec<open_capture> const before = std::move(c.captures);
    c.captures.clear();
    auto const add_closed = [&](open_capture const& one) {
        add(c.captures, one);
        if (pattern_.roles[one.at] == pattern::role::closes) {
            add(c.captures, {pattern_.behind, one.grammar});
        }
    };
    std::for_each(before.begin(), before.end(), add_closed);
    bool const opens = std::any_of(c.outside.begin(), c.outside.end(), [&](rtn::state_id s) {
        return pattern_.roles[s] == pattern::role::opens;
    });
    if (opens) {
        add_closed({pattern_.inside, {grammar_.start(), 0}});
    }
    return c;
}

std::uint64_t watch::hash_content::operator()(content const& c) const noexcept {
    std::uint64_t h = hash_of::words(c.outside.data(), c.outside.size());
    for (open_capture const& o : c.captures) {
        h = mix(mix(mix(h, o.at), o.grammar.config), o.grammar.count);
    }
    return h;
}

void watch::add(vec<open_capture>& to, open_capture const& c) {
    if (std::exchange(listed_[c.at], round_) != round_) {
        to.push_back(c);
    }
}

std::uint32_t watch::intern(content c) {
    auto const next = static_cast<std::uint32_t>(states_.size());
    auto const [known, fresh] = ids_.try_emplace(std::move(c), next);
    if (fresh) {
        states_.push_back(&known.key);
        rows_.push_back(std::make_unique<row>());
        for (heard& h : *rows_.back()) {
            h.state = unknown;
        }
        grammar_.budget().charge(sizeof(row) + 128 + known.key.captures.size() * sizeof(open_capture));
    }
    return known.value;
}

}  // namespace parlance::mask::detail
