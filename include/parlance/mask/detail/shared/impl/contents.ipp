// parlance/mask/detail/shared/impl/contents.ipp - definitions of what parlance/mask/detail/shared/contents.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/shared/contents.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/limits.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace parlance::mask::detail {

contents::contents(automaton const& code, stack_tree const& stacks, budget& means, limits const& bounds,
                   std::uint64_t key)
    : code_(code), stacks_(stacks), budget_(means), key_(key) {
    std::uint64_t const all[] = {bounds.configurations, bounds.stack_depth, bounds.fuel};
    bounds_ = content_of(all, key_);
}

content contents::of(shape const& form, std::uint32_t count, effort by) {
    detail::lock_guard const lock(mutex_);
    if (last_form_ == &form && last_count_ == count) {
        return last_;
    }
    constexpr std::size_t between_looks = 64;
    items_.clear();
    for (std::size_t k = 0; k < form.items.size(); ++k) {
        if (k % between_looks == between_looks - 1) {
            budget_.look();
        }
        content const state = of_state(form.items[k].state, by);
        content const stack = state ? of_stack(form.items[k].stack, by) : state;
        if (!stack) {
            return {};
        }
        if (form.items.size() == 1) {
            items_.assign({state, stack, {form.increments[k], 0}});
        } else {
            std::uint64_t const all[] = {state.a, state.b, stack.a, stack.b, form.increments[k]};
            items_.push_back(content_of(all, key_));
        }
    }
    if (form.items.size() > 1) {
        std::sort(items_.begin(), items_.end());
    }
    words_.assign({bounds_.a, bounds_.b, form.slot != 0 ? count : 0u,
                   (std::uint64_t{form.items.size()} << 3) | (std::uint64_t{form.returnable} << 2) |
                       (std::uint64_t{form.masks_only} << 1) | std::uint64_t{form.ambiguous}});
    for (content const& i : items_) {
        words_.push_back(i.a);
        words_.push_back(i.b);
    }
    last_form_ = &form;
    last_count_ = count;
    last_ = named();
    return last_;
}

content contents::of_both(content const& a, content const& b, std::uint64_t number) const noexcept {
    std::uint64_t const all[] = {a.a, a.b, b.a, b.b, number};
    return a && b ? content_of(all, key_) : content{};
}

content contents::of_state(std::uint32_t s, effort by) {
    if (number_of_.empty()) {
        if (by == effort::look_up) {
            return {};
        }
        number_of_.assign(code_.rule_of.size(), 0);
        budget_.charge(number_of_.size() * sizeof(number_of_[0]));
    }
    order_.clear();
    vec<std::uint32_t> way;
    for (auto edges = only_way(s); !edges.empty() && !is_known(s) && way.size() < most_states;
         edges = only_way(s)) {
        way.push_back(s);
        s = edges[0].target;
    }
    budget_.spend(steps_of_an_edge * way.size());
    content behind = of_branching_state(s, by);
    for (std::size_t i = way.size(); i-- > 0 && behind;) {
        words_.assign({behind.a, behind.b});
        write_way(only_way(way[i]));
        behind = named();
        states_.push_back({.is = behind, .open = false});
        number_of_[way[i]] = static_cast<std::uint32_t>(states_.size());
        budget_.charge(sizeof(known_state));
    }
    return behind;
}

content contents::of_branching_state(std::uint32_t s, effort by) {
    if (is_known(s)) {
        return at(s).is;
    }
    bool is_near = true;
    if (by == effort::look_up) {
        each_successor(s, [&](std::uint32_t to) { is_near = is_near && is_known(to); });
    }
    if (!is_near) {
        return {};
    }
    if (given_up_.contains(code_.rule_of[s])) {
        if (states_at_once_ < most_states && ++refused_ == patience) {
            refused_ = 0;
            states_at_once_ *= 2;
            given_up_.clear();
        }
        return {};
    }
    search(s);
    return is_known(s) ? at(s).is : content{};
}

content contents::of_stack(std::uint32_t stack, effort by) {
    if (stacks_.node(stack).merged) {
        return {};
    }
    if (stack == 0 && bottom_) {
        return bottom_;
    }
    bool const is_bottom = stack == 0;
    stack_words_.assign({1});
    for (std::size_t frames = 0; stack != 0; ++frames) {
        stack_node const& k = stacks_.node(stack);
        content const back = of_state(k.back, by);
        if (!back || frames == most_frames) {
            return {};
        }
        count_bounds const bounds = k.count == no_count ? count_bounds{} : code_.counts[k.count];
        for (std::uint64_t const w : {back.a, back.b, (std::uint64_t{bounds.low} << 32) | bounds.high,
                                      (std::uint64_t{k.count != no_count} << 32) | k.increments}) {
            stack_words_.push_back(w);
        }
        stack = k.parent;
    }
    content const out = content_of(stack_words_, key_);
    bottom_ = is_bottom ? out : bottom_;
    return out;
}

array_ref<byte_edge const> contents::only_way(std::uint32_t s) const noexcept {
    run_state const& here = code_.states[s];
    run_state const& next = code_.states[s + 1];
    auto const edges = code_.bytes_of(s);
    bool const one = !here.accepts && next.first_call == here.first_call &&
                     next.first_increment == here.first_increment && next.first_token == here.first_token &&
                     std::all_of(edges.begin(), edges.end(),
                                 [&](byte_edge const& e) { return e.target == edges[0].target; });
    return one ? edges : array_ref<byte_edge const>{};
}

template <class Pass>
std::uint32_t contents::end_of_way(std::uint32_t s, Pass&& pass) {
    constexpr std::uint64_t longest = 64;
    std::uint64_t n = 0;
    for (auto edges = only_way(s); n < longest && !edges.empty(); edges = only_way(s), ++n) {
        pass(edges);
        s = edges[0].target;
    }
    steps_ += 1 + n;
    return s;
}

template <class Visit>
void contents::each_successor(std::uint32_t s, Visit&& visit) {
    auto const to = [&](std::uint32_t target) {
        visit(end_of_way(target, [](array_ref<byte_edge const>) {}));
    };
    auto const bytes = code_.bytes_of(s);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 0 || bytes[i].target != bytes[i - 1].target) {
            to(bytes[i].target);
        }
    }
    for (call_edge const& e : code_.calls_of(s)) {
        to(e.entry);
        if (!e.tail) {
            to(e.back);
        }
    }
    for (std::uint32_t const t : code_.increments_of(s)) {
        to(t);
    }
    for (token_edge const& e : code_.tokens_of(s)) {
        to(e.target);
    }
}

void contents::enter(std::uint32_t s) {
    auto const number = static_cast<std::uint32_t>(states_.size() + 1);
    number_of_[s] = number;
    known_state& entered = states_.emplace_back();
    entered.index = entered.low = number;
    open_.push_back(s);
    std::size_t const begin = successors_.size();
    std::uint64_t const before = steps_;
    each_successor(s, [&](std::uint32_t to) { successors_.push_back(to); });
    visits_.push_back({s, begin, successors_.size(), begin});
    budget_.spend(steps_of_an_edge * (1 + steps_ - before));
    budget_.charge(sizeof(known_state));
}

void contents::search(std::uint32_t from) {
    constexpr std::size_t words_of_a_visit = 8;
    std::size_t const most = states_.size() + states_at_once_;
    bool stopped = false;
    enter(from);
    while (!visits_.empty()) {
        if (!goes_on(words_of_a_visit)) {
            stopped = true;
            break;
        }
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
    // what is too much to look at stays unknown for now, and the rest of its rule is as much
    if (!open_.empty() && !stopped) {
        given_up_.insert(code_.rule_of[from]);
    }
    for (std::uint32_t const s : open_) {
        number_of_[s] = 0;
    }
    open_.clear();
    visits_.clear();
    successors_.clear();
}

void contents::name(array_ref<std::uint32_t const> members) {
    std::uint32_t first = members.front();
    std::uint64_t least = 0;
    bool known = true;
    for (std::uint32_t const s : members) {
        at(s).local = 0;
    }
    for (std::size_t i = 0; i < members.size() && members.size() > 1 && known; ++i) {
        words_.clear();
        known = write(members[i]);
        goes_on(words_.size());
        std::uint64_t const here = std::accumulate(words_.begin(), words_.end(), std::uint64_t{22}, mix);
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
        std::size_t const before = words_.size();
        known = write(order_[i]);
        goes_on(words_.size() - before);
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
    // every target once: two edges of a word say which of them they lead to
    targets_.clear();
    std::uint64_t packed = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        byte_edge const& e = bytes[i];
        auto const at = std::find(targets_.begin(), targets_.end(), e.target);
        auto const which = static_cast<std::uint64_t>(at - targets_.begin());
        if (at == targets_.end()) {
            targets_.push_back(e.target);
        }
        packed = (packed << 32) | (which << 16) | (std::uint64_t{e.low} << 8) | e.high;
        if (i % 2 == 1 || i + 1 == bytes.size()) {
            words_.push_back(std::exchange(packed, 0));
        }
    }
    for (std::size_t i = 0; i < targets_.size() && known; ++i) {
        known = write_target(targets_[i], 0);
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

void contents::write_way(array_ref<byte_edge const> edges) {
    std::uint64_t packed = edges.size();
    for (byte_edge const& e : edges) {
        if (packed >> 48 != 0) {
            words_.push_back(std::exchange(packed, 0));
        }
        packed = (packed << 16) | (std::uint64_t{e.low} << 8) | e.high;
    }
    words_.push_back(packed);
}

bool contents::write_target(std::uint32_t s, std::uint64_t by) {
    std::size_t const head = words_.size();
    words_.push_back(0);
    std::uint64_t steps = 0;
    std::uint32_t const end = end_of_way(s, [&](array_ref<byte_edge const> edges) {
        ++steps;
        write_way(edges);
    });
    known_state const& there = at(end);
    bool const local = there.local != not_local;
    words_[head] = (by << 9) | (steps << 1) | std::uint64_t{local};
    words_.push_back(local ? there.local : there.is.a);
    words_.push_back(local ? 0 : there.is.b);
    return local || there.is;
}

}  // namespace parlance::mask::detail
