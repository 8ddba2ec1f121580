// parlance/mask/detail/automaton/impl/absorption.ipp - definitions of what parlance/mask/detail/automaton/absorption.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/absorption.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

absorption_finder::absorption_finder(automaton const& code, work& spent) : code_(code), spent_(spent) {}

void absorption_finder::charge(std::size_t steps) {
    work_ += steps;
    (void)spent_.spend(steps);
}

void absorption_finder::prepare() {
    std::size_t const states = nullable_.size();
    alone_.resize(states);
    for (std::uint32_t s = 0; s < states; ++s) {
        alone_[s] = s;
    }
    reached_by_.assign(states, none);
}

vec<automaton::absorption> absorption_finder::run() {
    find_nullable();
    find_frames();
    vec<automaton::absorption> out;
    if (frames_.empty()) {
        return out;
    }
    prepare();
    for (std::uint32_t const g : ever_below()) {
        if (gave_up()) {
            break;
        }
        if (!absorbs_itself(g)) {
            continue;
        }
        if (frames_.size() > few) {
            out.push_back({g, g});
            continue;
        }
        for (std::uint32_t const f : frames_) {
            if (f == g || within({f, g})) {
                out.push_back({f, g});
            }
        }
    }
    if (gave_up()) {
        out.clear();  // some of it was not looked at
    }
    std::sort(out.begin(), out.end());
    return out;
}

void absorption_finder::find_nullable() {
    std::size_t const states = code_.states.size() - 1;
    nullable_.assign(states, 0);
    vec<std::uint32_t> open;  // that call something, and are not known to be nullable
    paid_rounds each(spent_);
    // what is called mostly has greater numbers
    for (auto s = static_cast<std::uint32_t>(states); s-- > 0 && each.next();) {
        nullable_[s] = static_cast<char>(code_.states[s].accepts);
        if (nullable_[s] == 0 && !code_.calls_of(s).empty()) {
            open.push_back(s);
        }
    }
    auto const now = [&](std::uint32_t s) {
        auto const calls = code_.calls_of(s);
        return std::any_of(calls.begin(), calls.end(), [&](call_edge const& e) {
            return nullable_[e.entry] != 0 && (e.tail || nullable_[e.back] != 0) &&
                   (e.count == no_count || code_.counts[e.count].low == 0);
        });
    };
    constexpr int most_rounds = 8;                 // what is not found by then is taken not to be
    constexpr std::uint64_t steps_of_a_state = 8;  // and its calls, which are as many in each round
    work looks = spent_.only_looks();
    paid_rounds each_again(looks, steps_of_a_state);
    bool found = true;
    for (int round = 0; found && round < most_rounds; ++round) {
        auto const end = std::remove_if(open.begin(), open.end(), [&](std::uint32_t s) {
            nullable_[s] = static_cast<char>(each_again.next() && now(s));
            return nullable_[s] != 0;
        });
        found = end != open.end();
        open.erase(end, open.end());
    }
}

bool absorption_finder::is_frame(call_edge const& e) const noexcept {
    return !e.tail && e.count == no_count && nullable_[e.back] != 0 && !code_.states[e.back].returns_only;
}

void absorption_finder::find_frames() {
    paid_rounds each(spent_, 4);  // sorted as well
    for (call_edge const& e : code_.calls) {
        if (each.next() && is_frame(e)) {
            frames_.push_back(e.back);
        }
    }
    std::sort(frames_.begin(), frames_.end());
    frames_.erase(std::unique(frames_.begin(), frames_.end()), frames_.end());
}

template <class EachNext>
bool absorption_finder::may_stand_over(EachNext const& each_next) const {
    vec<char> met(nullable_.size(), 0);
    vec<std::uint32_t> todo;
    auto const go = [&](std::uint32_t s) {
        if (met[s] == 0) {
            met[s] = 1;
            todo.push_back(s);
        }
    };
    for (call_edge const& e : code_.calls) {
        if (is_frame(e)) {
            go(e.entry);
        }
    }
    paid_rounds each(spent_, 2);
    while (!todo.empty() && each.next()) {
        std::uint32_t const s = todo.back();
        todo.pop_back();
        auto const calls = code_.calls_of(s);
        if (std::any_of(calls.begin(), calls.end(), [&](call_edge const& e) { return is_frame(e); })) {
            return true;
        }
        each_next(s, go);
    }
    return false;
}

vec<std::uint32_t> absorption_finder::ever_below() const {
    std::size_t const states = nullable_.size();
    auto const each_next = [&](std::uint32_t s, auto&& visit) {  // that runs in the same frame
        for (byte_edge const& e : code_.bytes_of(s)) {
            visit(e.target);
        }
        for (std::uint32_t const t : code_.increments_of(s)) {
            visit(t);
        }
        for (token_edge const& e : code_.tokens_of(s)) {
            visit(e.target);
        }
        for (call_edge const& e : code_.calls_of(s)) {
            visit(e.tail ? e.entry : e.back);
        }
    };
    if (!may_stand_over(each_next)) {
        return {};
    }
    vec<std::uint32_t> first(states + 2, 0);  // rows of `from`, by what is led to
    paid_rounds each(spent_, 4);
    for (std::uint32_t s = 0; s < states && each.next(); ++s) {
        each_next(s, [&](std::uint32_t t) { ++first[t + std::size_t{2}]; });
    }
    for (std::size_t i = 2; i < first.size(); ++i) {
        first[i] += first[i - 1];
    }
    vec<std::uint32_t> from(first.back());
    vec<char> pushes(states, 0);  // one of frames_, here or further on
    vec<std::uint32_t> todo;
    for (std::uint32_t s = 0; s < states && each.next(); ++s) {
        each_next(s, [&](std::uint32_t t) { from[first[t + std::size_t{1}]++] = s; });
        for (call_edge const& e : code_.calls_of(s)) {
            if (pushes[s] == 0 && is_frame(e)) {
                pushes[s] = 1;
                todo.push_back(s);
            }
        }
    }
    while (!todo.empty() && each.next()) {
        std::uint32_t const t = todo.back();
        todo.pop_back();
        for (std::uint32_t i = first[t]; i < first[t + std::size_t{1}]; ++i) {
            if (pushes[from[i]] == 0) {
                pushes[from[i]] = 1;
                todo.push_back(from[i]);
            }
        }
    }
    vec<std::uint32_t> out;
    for (call_edge const& e : code_.calls) {
        if (each.next() && is_frame(e) && pushes[e.entry] != 0) {
            out.push_back(e.back);
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

array_ref<std::uint32_t const> absorption_finder::together(std::uint32_t s) {
    auto const calls = code_.calls_of(s);
    if (std::none_of(calls.begin(), calls.end(), [](call_edge const& e) { return e.tail; })) {
        return array_ref<std::uint32_t const>{alone_}.subspan(s, 1);
    }
    auto const [at, fresh] = together_.try_emplace(s);
    vec<std::uint32_t>& out = at.value;
    if (fresh) {
        out.push_back(s);
        for (std::size_t i = 0; i < out.size() && !gave_up(); ++i) {
            for (call_edge const& e : code_.calls_of(out[i])) {
                charge(out.size());
                if (!gave_up() && e.tail && std::find(out.begin(), out.end(), e.entry) == out.end()) {
                    out.push_back(e.entry);
                }
            }
        }
    }
    return out;
}

bool absorption_finder::ends(std::uint32_t s) {
    auto const all = together(s);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t q) { return code_.states[q].accepts; });
}

template <class Visit>
void absorption_finder::each_below(pair p, Visit&& visit) {
    for (std::uint32_t const x : together(p.less)) {
        if (gave_up()) {
            return;
        }
        for (std::uint32_t const y : together(p.more)) {
            for (byte_edge const& e : code_.bytes_of(x)) {
                for (byte_edge const& g : code_.bytes_of(y)) {
                    if (e.low <= g.high && g.low <= e.high) {
                        visit(pair{e.target, g.target});
                    }
                    charge(1);
                }
            }
            for (call_edge const& e : code_.calls_of(x)) {
                for (call_edge const& g : code_.calls_of(y)) {
                    if (!e.tail && !g.tail && e.entry == g.entry && e.count == g.count) {
                        visit(pair{e.back, g.back});
                    }
                    charge(1);
                }
            }
        }
    }
}

bool absorption_finder::holds(pair p, hash_map<std::uint64_t, char> const* good) {
    auto const is_good = [&](std::uint32_t less, std::uint32_t more) {
        if (less == more || good == nullptr) {
            return true;
        }
        auto const* const at = good->find(key({less, more}));
        return at != nullptr && at->value != 0;
    };
    if (ends(p.less) && !ends(p.more)) {
        return false;
    }
    auto const less = together(p.less);
    auto const more = together(p.more);
    for (std::uint32_t const x : less) {
        if (!code_.increments_of(x).empty() || !code_.tokens_of(x).empty()) {
            return false;
        }
        for (byte_edge const& e : code_.bytes_of(x)) {
            for (unsigned byte = e.low; byte <= e.high;) {
                unsigned next =
                    byte;  // behind what some edge of the other takes to where this one's target is within
                for (std::uint32_t const y : more) {
                    for (byte_edge const& g : code_.bytes_of(y)) {
                        if (g.low <= byte && byte <= g.high && is_good(e.target, g.target)) {
                            next = (std::max)(next, g.high + 1u);
                        }
                    }
                }
                charge(more.size());
                if (next == byte) {
                    return false;
                }
                byte = next;
            }
        }
        for (call_edge const& e : code_.calls_of(x)) {
            bool found = e.tail;
            for (std::uint32_t const y : more) {
                for (call_edge const& g : code_.calls_of(y)) {
                    found = found ||
                            (!g.tail && g.entry == e.entry && g.count == e.count && is_good(e.back, g.back));
                }
            }
            charge(more.size());
            if (!found) {
                return false;
            }
        }
    }
    return true;
}

bool absorption_finder::within(pair asked) {
    if (asked.less == asked.more) {
        return true;
    }
    if (auto const* const at = known_.find(key(asked)); at != nullptr) {
        return at->value != 0;
    }
    if (!holds(asked, nullptr)) {
        return false;
    }
    // all that it may rest on is taken to hold, until something does not
    vec<pair> pairs{asked};
    hash_map<std::uint64_t, char> good;
    good[key(asked)] = 1;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs.size() > most_pairs || gave_up()) {
            return false;
        }
        each_below(pairs[i], [&](pair p) {
            if (p.less == p.more || good.contains(key(p))) {
                return;
            }
            bool const possible = holds(p, nullptr);
            good.try_emplace(key(p), static_cast<char>(possible));
            if (possible) {
                pairs.push_back(p);
            }
        });
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = pairs.size(); i-- > 0;) {  // what a pair rests on mostly was found after it
            pair const p = pairs[i];
            char& now = good[key(p)];
            if (now != 0 && !holds(p, &good)) {
                now = 0;
                changed = true;
            }
            if (gave_up()) {
                return false;
            }
        }
    }
    known_.append(good);
    return good[key(asked)] != 0;
}

bool absorption_finder::absorbs_itself(std::uint32_t g) {
    vec<std::uint32_t> reached{g};
    reached_by_[g] = g;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        std::uint32_t const q = reached[i];
        if (reached.size() > most_pairs || gave_up() || (ends(q) && !within({g, q}))) {
            return false;
        }
        auto const go = [&](std::uint32_t to) {
            charge(1);
            if (reached_by_[to] != g) {
                reached_by_[to] = g;
                reached.push_back(to);
            }
        };
        for (std::uint32_t const x : together(q)) {
            if (!code_.increments_of(x).empty() || !code_.tokens_of(x).empty()) {
                return false;
            }
            for (byte_edge const& e : code_.bytes_of(x)) {
                go(e.target);
            }
            for (call_edge const& e : code_.calls_of(x)) {
                if (!e.tail) {
                    go(e.back);
                }
            }
        }
    }
    return true;
}

}  // namespace parlance::mask::detail
