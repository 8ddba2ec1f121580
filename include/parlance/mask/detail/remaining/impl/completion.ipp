// parlance/mask/detail/remaining/impl/completion.ipp - definitions of what parlance/mask/detail/remaining/completion.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/remaining/step_meter.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

completion::completion(automaton const& code, std::array<bool, 256> const& spelled, std::uint64_t fuel,
                       step_meter& call)
    : code_(code), call_(&call), fuel_(fuel), first_(1, 0) {
    fill(leave_, code.states.size() - 1, never);
    fill(increments_of_, leave_.size(), 0);
    for (std::size_t b = 0; b < 256; ++b) {
        spelled_[b + 1] = spelled_[b] + (spelled[b] ? 1 : 0);
    }
    find_increments();
    if (known()) {
        solve();
    }
    if (known()) {
        find_growth();
    }
    if (!known()) {
        know_nothing();
    }
}

void completion::fill(vec<std::uint32_t>& to, std::size_t count, std::uint32_t value) {
    constexpr std::size_t at_once = 1024;
    to.reserve(count);
    while (to.size() < count) {
        to.resize((std::min)(to.size() + at_once, count), value);
        call_->spend(at_once / 4);
    }
}

void completion::know_nothing() {
    leave_.assign(leave_.size(), never);
    constexpr std::uint64_t steps_of_a_target = 64;  // freed
    for (incrementing& of : incrementing_) {
        for (; !of.targets.empty(); of.targets.pop_back()) {
            call_->spend(steps_of_a_target);
        }
    }
    incrementing_.clear();
    increments_of_.assign(leave_.size(), 0);
    first_.assign(leave_.size() + 1, 0);
    to_increment_.clear();
    growth_.fill(never);
    progress_.fill(true);
    token_growth_ = never;
}

std::size_t completion::memory() const noexcept {
    return (leave_.size() + to_increment_.size() + first_.size() + increments_of_.size()) *
               sizeof(std::uint32_t) +
           incrementing_.size() * sizeof(incrementing);
}

bool completion::reaches_as_much(completion const& other, std::uint32_t s) const noexcept {
    auto const ours = to_increment(s);
    return (leave_[s] == never) == (other.leave_[s] == never) &&
           std::equal(ours.begin(), ours.end(), other.to_increment(s).begin(),
                      [](std::uint32_t a, std::uint32_t b) { return (a == never) == (b == never); });
}

void completion::find_increments() {
    constexpr std::uint32_t at_once = 1024;  // states, or what is of them
    std::uint32_t rules = 0;
    for (std::size_t s = 0; s < code_.rule_of.size(); ++s) {
        if (s % at_once == 0 && !pay(at_once)) {
            return;
        }
        rules = (std::max)(rules, code_.rule_of[s] + 1);
    }
    vec<std::uint32_t> most(rules, 0);  // increments that a call of the rule asks for
    for (std::size_t i = 0; i < code_.calls.size(); ++i) {
        if (i % at_once == 0 && !pay(at_once)) {
            return;
        }
        call_edge const& e = code_.calls[i];
        if (e.count != no_count) {
            std::uint32_t& asked = most[code_.rule_of[e.entry]];
            asked = (std::max)(asked, code_.counts[e.count].low);
        }
    }
    vec<std::uint32_t> known(rules, 0);  // 1 + where in incrementing_
    auto const size = static_cast<std::uint32_t>(leave_.size());
    for (std::uint32_t s = 0; s < size; ++s) {
        if (s % at_once == 0 && !pay(at_once)) {
            return;
        }
        std::uint32_t const rule = code_.rule_of[s];
        for (std::uint32_t const t :
             most[rule] == 0 ? array_ref<std::uint32_t const>{} : code_.increments_of(s)) {
            std::uint32_t& at = known[rule];
            if (at == 0) {
                incrementing_.emplace_back().most = most[rule];
                at = static_cast<std::uint32_t>(incrementing_.size());
            }
            auto& targets = incrementing_[at - 1].targets;
            if (!pay(targets.size())) {
                return;
            }
            if (std::none_of(targets.begin(), targets.end(), [&](target const& k) { return k.state == t; })) {
                targets.push_back({t, {}, 0});
            }
        }
    }
    std::size_t unpaid = 0;
    first_.reserve(size + std::size_t{1});
    for (std::uint32_t s = 0; s < size; ++s) {
        increments_of_[s] = known[code_.rule_of[s]];
        std::size_t const targets =
            increments_of_[s] == 0 ? 0 : incrementing_[increments_of_[s] - 1].targets.size();
        first_.push_back(first_.back() + static_cast<std::uint32_t>(targets));
        unpaid += 1 + targets;
        if (unpaid >= at_once && !pay(std::exchange(unpaid, 0))) {
            return;
        }
    }
    fill(to_increment_, first_.back(), never);
    // with one target, each increment costs the same; with several, what many increments cost is estimated from the first
    constexpr std::uint32_t most_kept = 256;
    for (incrementing& of : incrementing_) {
        std::uint32_t const kept = (std::min)(of.most, of.targets.size() == 1 ? 1u : most_kept);
        for (target& t : of.targets) {
            if (!pay(kept + std::uint64_t{1})) {
                return;
            }
            t.after.assign(kept + std::size_t{1}, never);
        }
    }
}

std::uint64_t completion::edges_of(std::uint32_t s) const noexcept {
    return 1 + code_.bytes_of(s).size() + code_.tokens_of(s).size() + code_.calls_of(s).size() +
           code_.increments_of(s).size();
}

bool completion::relax(std::uint32_t s) {
    std::uint32_t least = code_.states[s].accepts ? 0 : leave_[s];
    array_ref<std::uint32_t> const increments = to_increment(s);
    bool changed = false;
    auto const lower = [&](std::uint32_t& value, std::uint32_t to) {
        changed = changed || to < value;
        value = (std::min)(value, to);
    };
    auto const end = [&](std::uint32_t to, std::uint32_t increments_more, std::uint32_t cost) {
        if (owed_.empty() || owed_[s] == sum(owed_[to], increments_more)) {
            least = (std::min)(least, sum(leave_[to], cost));
        }
    };
    auto const over = [&](std::uint32_t to, std::uint32_t cost) {
        end(to, 0, cost);
        array_ref<std::uint32_t const> const there = to_increment(to);
        for (std::size_t i = 0; i < increments.size() && (i != 0 || pay(2 * increments.size())); ++i) {
            lower(increments[i], sum(there[i], cost));
        }
    };
    for (byte_edge const& e : code_.bytes_of(s)) {
        if (is_spelled(e) && pay(4)) {
            over(e.target, 1);
        }
    }
    for (token_edge const& e : code_.tokens_of(s)) {
        over(e.target, 1);
    }
    for (call_edge const& e : code_.calls_of(s)) {
        if (e.tail) {
            end(e.entry, 0, 0);
        } else {
            over(e.back, callee(e));
        }
    }
    for (std::uint32_t const t : code_.increments_of(s)) {
        end(t, 1, 0);
        for (std::size_t i = 0; i < increments.size() && (i != 0 || pay(2 * increments.size())); ++i) {
            auto const& targets = incrementing_[increments_of_[s] - 1].targets;
            if (targets[i].state == t) {
                lower(increments[i], 0);
            }
        }
    }
    lower(leave_[s], least);
    return changed;
}

bool completion::relax_increments(incrementing& of) {
    bool changed = false;
    for (std::size_t m = 0; m < of.targets[0].after.size(); ++m) {
        if (!pay(of.targets.size() * (1 + (m == 0 ? 0 : of.targets.size())))) {
            return false;
        }
        for (target& t : of.targets) {
            std::uint32_t const now = from(t.state, static_cast<std::uint32_t>(m));
            changed = changed || now < t.after[m];
            t.after[m] = (std::min)(t.after[m], now);
        }
    }
    for (target& t : of.targets) {
        std::size_t const last = t.after.size() - 1;
        if (last != 0 && t.after[last] != never) {
            auto const steps = static_cast<std::uint32_t>(last - last / 2);
            std::uint32_t const rise = t.after[last] - (std::min)(t.after[last], t.after[last / 2]);
            t.slope = (rise + steps - 1) / steps;
        }
    }
    return changed;
}

void completion::solve() {
    relax_all();
    bool const bounded = std::any_of(code_.counts.begin(), code_.counts.end(),
                                     [](count_bounds const& c) { return c.high != rtn::unbounded; });
    if (code_.increments.empty() || !bounded) {
        return;
    }
    // the shortest way may increment more often than there is room for: of those that increment least, the shortest
    find_owed();
    auto const forget = [&](vec<std::uint32_t>& lengths) {
        constexpr std::size_t at_once = 4096;
        for (std::uint32_t* at = lengths.begin(); at != lengths.end();) {
            std::size_t const some = (std::min)(static_cast<std::size_t>(lengths.end() - at), at_once);
            if (!pay(some)) {
                return false;
            }
            at = std::fill_n(at, some, never);
        }
        return true;
    };
    if (!forget(leave_) || !forget(to_increment_)) {
        return;
    }
    for (incrementing& of : incrementing_) {
        for (target& t : of.targets) {
            if (!forget(t.after)) {
                return;
            }
            t.slope = 0;
        }
    }
    relax_all();
    owed_ = {};
}

void completion::find_owed() {
    auto const size = static_cast<std::uint32_t>(leave_.size());
    vec<std::uint32_t> owed(size, never);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t s = size; s-- > 0 && pay(2 * edges_of(s));) {
            std::uint32_t least = code_.states[s].accepts ? 0 : owed[s];
            auto const by = [&](std::uint32_t to, std::uint32_t increments) {
                least = (std::min)(least, sum(owed[to], increments));
            };
            for (byte_edge const& e : code_.bytes_of(s)) {
                if (is_spelled(e)) {
                    by(e.target, 0);
                }
            }
            for (token_edge const& e : code_.tokens_of(s)) {
                by(e.target, 0);
            }
            for (call_edge const& e : code_.calls_of(s)) {
                if (e.tail || callee(e) != never) {
                    by(e.tail ? e.entry : e.back, 0);
                }
            }
            for (std::uint32_t const t : code_.increments_of(s)) {
                by(t, 1);
            }
            changed = changed || least < owed[s];
            owed[s] = least;
        }
        changed = changed && known();
    }
    owed_.swap(owed);
}

void completion::relax_all() {
    auto const size = static_cast<std::uint32_t>(leave_.size());
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t s = size; s-- > 0 && pay(2 * edges_of(s));) {
            changed = relax(s) || changed;
        }
        for (incrementing& of : incrementing_) {
            changed = relax_increments(of) || changed;
        }
        changed = changed && known();
    }
}

std::uint32_t completion::through_increments(std::uint32_t s, std::uint32_t increments) const noexcept {
    std::uint32_t least = never;
    if (increments_of_[s] != 0) {
        auto const& targets = incrementing_[increments_of_[s] - 1].targets;
        array_ref<std::uint32_t const> const way = to_increment(s);
        for (std::size_t i = 0; i < targets.size(); ++i) {
            least = (std::min)(least, sum(way[i], after(targets[i], increments - 1)));
        }
    }
    return least;
}

std::uint32_t completion::after(target const& t, std::uint32_t increments) noexcept {
    if (increments < t.after.size()) {
        return t.after[increments];
    }
    std::uint64_t const more = increments - (t.after.size() - 1);
    std::uint64_t const whole = t.after.back() + more * t.slope;
    return t.after.back() == never || whole >= never ? never : static_cast<std::uint32_t>(whole);
}

std::uint32_t completion::callee(call_edge const& e) const noexcept {
    return from(e.entry, e.count == no_count ? 0 : code_.counts[e.count].low);
}

bool completion::is_spelled(byte_edge const& e) const noexcept {
    return spelled_[e.high + std::size_t{1}] != spelled_[e.low];
}

std::uint32_t completion::rise(std::uint32_t from, std::uint32_t to, std::uint32_t call) const noexcept {
    std::uint32_t most = 0;
    auto const compare = [&](std::uint32_t before, std::uint32_t behind) {
        std::uint32_t const whole = sum(behind, call);
        if (before != never && whole != never && whole > before) {
            most = (std::max)(most, whole - before);
        }
    };
    compare(leave_[from], leave_[to]);
    array_ref<std::uint32_t const> const a = to_increment(from);
    array_ref<std::uint32_t const> const b = to_increment(to);
    for (std::size_t i = 0; i < (std::min)(a.size(), b.size()); ++i) {
        compare(a[i], b[i]);
    }
    return most;
}

void completion::note_growth(std::uint32_t s, std::uint32_t up, vec<std::uint32_t>& upon, bool& more) {
    auto const longer = [&](std::uint32_t before, std::uint32_t behind) {
        bool const ends = leave_[before] != never && leave_[behind] != never;
        return ends && leave_[behind] > leave_[before] ? leave_[behind] - leave_[before] : 0;
    };
    auto const raise = [&](std::uint32_t entry, std::uint32_t by) {
        std::uint32_t const to = sum(up, by);
        more = more || to > upon[entry];
        upon[entry] = (std::max)(upon[entry], to);
    };
    for (call_edge const& e : code_.calls_of(s)) {
        raise(e.entry, e.tail ? longer(s, e.entry) : rise(s, e.back, callee(e)));
    }
    for (std::uint32_t const t : code_.increments_of(s)) {
        raise(t, longer(s, t));
    }
}

void completion::find_growth() {
    auto const size = static_cast<std::uint32_t>(leave_.size());
    vec<std::uint32_t> upon(size, 0);  // what calls add on the way to a state that read nothing
    constexpr int most_passes = 1000;
    int passes = 0;
    for (bool more = true; more && passes < most_passes; ++passes) {
        more = false;
        for (std::uint32_t s = 0; s < size && pay(2 * edges_of(s) * (1 + to_increment(s).size())); ++s) {
            note_growth(s, upon[s], upon, more);
        }
        more = more && known();
    }
    bool const several = std::any_of(incrementing_.begin(), incrementing_.end(),
                                     [](incrementing const& of) { return of.targets.size() > 1; });
    if (passes == most_passes || several) {
        growth_.fill(never);
        progress_.fill(true);
        token_growth_ = never;
        return;
    }
    for (std::uint32_t s = 0; s < size && pay(2 * edges_of(s) * (1 + to_increment(s).size())); ++s) {
        for (byte_edge const& e : code_.bytes_of(s)) {
            std::uint32_t const grows = sum(upon[s], rise(s, e.target, 0));
            bool const nearer = rise(e.target, s, 0) != 0;
            for (std::size_t b = e.low; b <= e.high; ++b) {
                growth_[b] = (std::max)(growth_[b], grows);
                progress_[b] = progress_[b] || nearer;
            }
        }
        for (token_edge const& e : code_.tokens_of(s)) {
            token_growth_ = (std::max)(token_growth_, sum(upon[s], rise(s, e.target, 0)));
        }
    }
}

}  // namespace parlance::mask::detail
