// parlance/mask/detail/shared/impl/contents.ipp - definitions of what parlance/mask/detail/shared/contents.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/shared/contents.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/limits.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

contents::contents(automaton const& code, stack_tree const& stacks, budget& means, limits const& bounds,
                   std::uint64_t key)
    : code_(code), stacks_(stacks), budget_(means), key_(key) {
    std::uint64_t const all[] = {bounds.configurations, bounds.stack_depth, bounds.fuel};
    bounds_ = content_of(all, key_);
}

content contents::of(shape const& form, std::uint32_t count) {
    detail::lock_guard const lock(mutex_);
    items_.clear();
    for (std::size_t k = 0; k < form.items.size(); ++k) {
        content const state = of_state(form.items[k].state);
        content const stack = state ? of_stack(form.items[k].stack) : state;
        if (!stack) {
            return {};
        }
        std::uint64_t const all[] = {state.a, state.b, stack.a, stack.b, form.increments[k]};
        items_.push_back(content_of(all, key_));
    }
    std::sort(items_.begin(), items_.end());
    words_.assign({bounds_.a, bounds_.b, form.slot != 0 ? count : 0u,
                   (std::uint64_t{form.returnable} << 2) | (std::uint64_t{form.masks_only} << 1) |
                       std::uint64_t{form.ambiguous}});
    for (content const& i : items_) {
        words_.push_back(i.a);
        words_.push_back(i.b);
    }
    return named();
}

content contents::of_both(content const& a, content const& b, std::uint64_t number) const noexcept {
    std::uint64_t const all[] = {a.a, a.b, b.a, b.b, number};
    return a && b ? content_of(all, key_) : content{};
}

content contents::of_state(std::uint32_t s) {
    if (number_of_.empty()) {
        number_of_.assign(code_.rule_of.size(), 0);
        budget_.charge(number_of_.size() * sizeof(number_of_[0]));
    }
    if (is_known(s)) {
        return at(s).is;
    }
    if (given_up_.contains(code_.rule_of[s])) {
        return {};
    }
    search(s);
    return at(s).is;
}

content contents::of_stack(std::uint32_t stack) {
    if (stacks_.node(stack).merged) {
        return {};
    }
    vec<std::uint64_t> written{1};  // what of_state() does needs words_
    for (std::size_t frames = 0; stack != 0; ++frames) {
        stack_node const& k = stacks_.node(stack);
        content const back = of_state(k.back);
        if (!back || frames == most_frames) {
            return {};
        }
        count_bounds const bounds = k.count == no_count ? count_bounds{} : code_.counts[k.count];
        for (std::uint64_t const w : {back.a, back.b, (std::uint64_t{bounds.low} << 32) | bounds.high,
                                      (std::uint64_t{k.count != no_count} << 32) | k.increments}) {
            written.push_back(w);
        }
        stack = k.parent;
    }
    return content_of(written, key_);
}

template <class Visit>
void contents::each_successor(std::uint32_t s, Visit&& visit) const {
    for (byte_edge const& e : code_.bytes_of(s)) {
        visit(e.target);
    }
    for (call_edge const& e : code_.calls_of(s)) {
        visit(e.entry);
        if (!e.tail) {
            visit(e.back);
        }
    }
    for (std::uint32_t const t : code_.increments_of(s)) {
        visit(t);
    }
    for (token_edge const& e : code_.tokens_of(s)) {
        visit(e.target);
    }
}

void contents::enter(std::uint32_t s) {
    auto const number = static_cast<std::uint32_t>(states_.size() + 1);
    number_of_[s] = number;
    known_state& entered = states_.emplace_back();
    entered.index = entered.low = number;
    open_.push_back(s);
    std::size_t const begin = successors_.size();
    each_successor(s, [&](std::uint32_t to) { successors_.push_back(to); });
    visits_.push_back({s, begin, successors_.size(), begin});
    constexpr std::uint64_t steps_of_an_edge = 10;
    budget_.spend(steps_of_an_edge * (1 + successors_.size() - begin));
    budget_.charge(sizeof(known_state));
}

void contents::search(std::uint32_t from) {
    std::size_t const most = states_.size() + most_states;
    enter(from);
    while (!visits_.empty()) {
        open_state& v = visits_.back();
        std::uint32_t const here = v.state;
        if (v.next < v.end) {
            std::uint32_t const to = successors_[v.next++];
            if (!is_known(to)) {
                if (states_.size() >= most) {
                    break;
                }
                enter(to);
            } else if (at(to).open) {
                at(here).low = (std::min)(at(here).low, at(to).index);
            }
            continue;
        }
        open_state const done = v;
        successors_.resize(done.begin);
        visits_.pop_back();
        if (!visits_.empty()) {
            known_state& above = at(visits_.back().state);
            above.low = (std::min)(above.low, at(here).low);
        }
        if (at(here).low == at(here).index) {
            auto const first = std::find(open_.rbegin(), open_.rend(), done.state).base() - 1;
            name({&*first, static_cast<std::size_t>(open_.end() - first)});
            open_.erase(first, open_.end());
        }
    }
    // what is too much to look at stays unknown, and the rest of its rule is as much
    if (!open_.empty()) {
        given_up_.insert(code_.rule_of[from]);
    }
    for (std::uint32_t const s : open_) {
        at(s).open = false;
    }
    open_.clear();
    visits_.clear();
    successors_.clear();
}

void contents::name(array_ref<std::uint32_t const> members) {
    std::uint32_t first = members.front();
    content least;
    bool known = true;
    for (std::uint32_t const s : members) {
        at(s).local = 0;
    }
    for (std::size_t i = 0; i < members.size() && members.size() > 1 && known; ++i) {
        words_.clear();
        known = write(members[i]);
        content const here = named();
        if (i == 0 || here < least) {
            least = here;
            first = members[i];
        }
    }
    if (members.size() > 1) {
        number(first);
    } else {
        order_.assign({first});
    }
    words_.clear();
    for (std::size_t i = 0; i < order_.size() && known; ++i) {
        known = write(order_[i]);
    }
    content const all = known ? named() : content{};
    for (std::size_t i = 0; i < order_.size(); ++i) {
        std::uint64_t const one[] = {all.a, all.b, i};
        at(order_[i]).is = i == 0 || !known ? all : content_of(one, key_);
    }
    for (std::uint32_t const s : members) {
        known_state& done = at(s);
        done.local = not_local;
        done.open = false;
    }
}

void contents::number(std::uint32_t first) {
    // every member is reached from every other; those that were not yet have number 0, as has the first
    order_.assign({first});
    for (std::size_t i = 0; i < order_.size(); ++i) {
        each_successor(order_[i], [&](std::uint32_t to) {
            known_state& there = at(to);
            if (there.local == 0 && to != first) {
                there.local = static_cast<std::uint32_t>(order_.size());
                order_.push_back(to);
            }
        });
    }
}

bool contents::write(std::uint32_t s) {
    auto const bytes = code_.bytes_of(s);
    auto const calls = code_.calls_of(s);
    auto const increments = code_.increments_of(s);
    auto const tokens = code_.tokens_of(s);
    words_.push_back((std::uint64_t{bytes.size()} << 32) | (std::uint64_t{calls.size()} << 1) |
                     std::uint64_t{code_.states[s].accepts});
    words_.push_back((std::uint64_t{increments.size()} << 32) | tokens.size());
    bool known = true;
    for (byte_edge const& e : bytes) {
        known = known && write_target(e.target, (std::uint64_t{e.low} << 8) | e.high);
    }
    for (call_edge const& e : calls) {
        bool const counted = e.count != no_count;
        count_bounds const bounds = counted ? code_.counts[e.count] : count_bounds{};
        words_.push_back((std::uint64_t{bounds.low} << 32) | bounds.high);
        known = known && write_target(e.entry, (std::uint64_t{counted} << 1) | std::uint64_t{e.tail}) &&
                (e.tail || write_target(e.back, 0));
    }
    for (std::uint32_t const t : increments) {
        known = known && write_target(t, 0);
    }
    for (token_edge const& e : tokens) {
        known = known && write_target(e.target, (std::uint64_t{e.id} << 1) | std::uint64_t{e.negated});
    }
    return known;
}

bool contents::write_target(std::uint32_t s, std::uint64_t by) {
    known_state const& there = at(s);
    bool const local = there.local != not_local;
    words_.push_back((by << 1) | std::uint64_t{local});
    words_.push_back(local ? there.local : there.is.a);
    words_.push_back(local ? 0 : there.is.b);
    return local || there.is;
}

}  // namespace parlance::mask::detail
