// parlance/rtn/detail/impl/state_reader.ipp - definitions of what parlance/rtn/detail/state_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

diagnostic refuse_rule(std::string_view rule, std::string_view why) {
    return {errc::not_lowerable, {}, 0, note_at(rule, why)};
}

result<readable_row> state_reader::read(state_id s, state_id back, std::string_view rule) {
    readable_row out;
    closure(s, closed_);
    for (state_id const c : closed_) {
        if (back != unbounded && c == back) {
            out.ends = true;
            continue;
        }
        out.ends = out.ends || (back == unbounded && net_.accepts(c));
        if (auto const done = add(c, out, rule, false); !done) {
            return done.error();
        }
    }
    if (!add_sets(out)) {
        return spent_->error("printing a network");
    }
    return out;
}

result<readable_row> state_reader::read_counted(state_id s, count const& c, std::string_view rule) {
    auto const states = static_cast<state_id>(net_.state_count());
    readable_row out;
    counted_closure(s, c, closed_);
    for (state_id const at : closed_) {
        state_id const incremented = at - at % states;
        std::size_t const before = out.items.size();
        out.ends = out.ends || (net_.accepts(at % states) && incremented / states >= c.low);
        if (auto const done = add(at % states, out, rule, true); !done) {
            return done.error();
        }
        if (!add_sets(out)) {
            return spent_->error("printing a network");
        }
        for (std::size_t i = before; i < out.items.size(); ++i) {
            out.items[i].target += incremented;
        }
    }
    return out;
}

bool state_reader::can_count(count const& c, std::size_t most) const noexcept {
    std::size_t const increments = c.high == unbounded ? c.low : c.high;
    return net_.state_count() != 0 && increments < most && increments + 1 < 0xFFFF'FFFFu / net_.state_count();
}

result<void> state_reader::add(state_id c, readable_row& out, std::string_view rule, bool counted) {
    constexpr std::uint64_t steps_of_an_edge = 4;
    for (edge const& e : net_.edges_of(c)) {
        if (!spent_->spend(steps_of_an_edge)) {
            return spent_->error("printing a network");
        }
        switch (e.kind) {
        case edge_kind::epsilon: break;
        case edge_kind::increment:
            if (!counted) {
                return refuse_rule(rule, "an increment outside a counted call");
            }
            break;
        case edge_kind::bytes:
            for (unsigned b = e.low; b <= e.high; ++b) {
                if (b < 0x80) {
                    unsigned const last = (std::min<unsigned>)(e.high, 0x7F);
                    reach(e.target, b, last);
                    b = last;
                    continue;
                }
                int const more = b >= 0xF0 ? 3 : b >= 0xE0 ? 2 : 1;
                if (b < 0xC2 || b > 0xF4 || !continuations(e.target, b & (0x3Fu >> more), more)) {
                    return refuse_rule(rule, "bytes that are no UTF-8");
                }
            }
            break;
        case edge_kind::call: out.items.push_back({readable::kind::call, e.value, e.target}); break;
        case edge_kind::counted_call:
            out.items.push_back({readable::kind::counted, e.value, e.target});
            break;
        case edge_kind::token: out.items.push_back({readable::kind::token, e.value, e.target}); break;
        case edge_kind::token_not: out.items.push_back({readable::kind::token_not, e.value, e.target}); break;
        }
    }
    return {};
}

void state_reader::reach(state_id target, char32_t low, char32_t high) {
    if (!reached_.empty() && reached_.back().target == target && reached_.back().points.high + 1 == low) {
        reached_.back().points.high = high;
    } else {
        reached_.push_back({target, {low, high}});
    }
}

bool state_reader::add_sets(readable_row& out) {
    constexpr std::uint64_t steps_of_a_range = 8;
    auto const before = [](reached const& a, reached const& b) {
        return a.target != b.target ? a.target < b.target : a.points.low < b.points.low;
    };
    if (reached_.size() > 1 && !paid_sort(reached_, *spent_, before)) {
        return false;
    }
    for (std::size_t i = 0; i < reached_.size(); ++i) {
        if (!spent_->spend(steps_of_a_range) || !sets_->make_room(*spent_)) {
            return false;
        }
        set_.push_back(reached_[i].points);
        if (i + 1 == reached_.size() || reached_[i + 1].target != reached_[i].target) {
            bool const plain = set_.size() == 1 && set_[0].high < 0xD800;
            point_sets::number const set = sets_->add(plain ? set_ : normalized(set_));
            out.items.push_back({readable::kind::set, set, reached_[i].target});
            set_.clear();
        }
    }
    reached_.clear();
    return true;
}

maybe<std::pair<state_id, state_id>> state_reader::iteration(rule_id r) {
    vec<state_id> first;
    closure(net_.rules[r], first);
    state_id round = unbounded;
    state_id begin = 0;
    vec<state_id> todo = first;
    hash_set<state_id> seen;
    for (state_id const s : first) {
        seen.insert(s);
    }
    std::size_t increments = 0;
    bool ends = false;
    constexpr std::uint64_t steps_of_an_edge = 20;
    for (std::size_t i = 0; i < todo.size(); ++i) {
        std::size_t const edges = net_.edges_of(todo[i]).size();
        if (!spent_->spend(steps_of_an_edge * (1 + edges)) || !paid_room(todo, edges, *spent_)) {
            return {};
        }
        bool const here = i < first.size();
        ends = ends || (here && net_.accepts(todo[i]));
        for (edge const& e : net_.edges_of(todo[i])) {
            if (e.kind == edge_kind::increment) {
                ++increments;
                round = here ? todo[i] : unbounded;
                begin = e.target;
            }
            if (!seen.make_room(*spent_)) {
                return {};
            }
            if (seen.insert(e.target)) {
                todo.push_back(e.target);
            }
        }
    }
    bool simple = increments == 1 && round != unbounded && ends;
    for (state_id const s : first) {
        for (edge const& e : net_.edges_of(s)) {
            simple = simple && (e.kind == edge_kind::epsilon || e.kind == edge_kind::increment);
        }
    }
    // it may return in the round only
    for (std::size_t i = first.size(); i < todo.size(); ++i) {
        simple = simple && !net_.accepts(todo[i]);
    }
    return simple ? maybe(std::pair{begin, round}) : maybe<std::pair<state_id, state_id>>();
}

void state_reader::number_anew() {
    if (numbers_.empty()) {
        (void)paid_resize(numbers_, net_.state_count(), *spent_);  // what comes next sees a failure
    }
    ++numberings_;
    counted_numbers_ = {};
}

std::uint32_t state_reader::number_of(state_id s, std::uint32_t fresh) {
    if (s >= numbers_.size()) {                     // of one that has incremented
        (void)counted_numbers_.make_room(*spent_);  // what comes next sees whether that could be paid for
        return counted_numbers_.try_emplace(s, fresh).at.value;
    }
    if (numbers_[s].first != numberings_) {
        numbers_[s] = {numberings_, fresh};
    }
    return numbers_[s].second;
}

void state_reader::closure(state_id s, vec<state_id>& out) {
    out.clear();
    out.push_back(s);
    if (met_.empty()) {
        met_.assign(net_.state_count(), 0);
    }
    met_[s] = ++closures_;
    for (std::size_t i = 0; i < out.size() && spent_->spend(steps_of_a_state); ++i) {
        for (edge const& e : net_.edges_of(out[i])) {
            if (e.kind == edge_kind::epsilon && met_[e.target] != closures_) {
                met_[e.target] = closures_;
                out.push_back(e.target);
            }
        }
    }
}

void state_reader::counted_closure(state_id s, count const& c, vec<state_id>& out) {
    constexpr std::size_t few = 16;
    auto const states = static_cast<state_id>(net_.state_count());
    out.clear();
    out.push_back(s);
    hash_set<state_id> seen;  // once they are many
    for (std::size_t i = 0; i < out.size() && spent_->spend(steps_of_a_state); ++i) {
        state_id const increments = out[i] / states;
        for (edge const& e : net_.edges_of(out[i] % states)) {
            bool const increment = e.kind == edge_kind::increment;
            if ((!increment && e.kind != edge_kind::epsilon) || (increment && increments == c.high)) {
                continue;
            }
            state_id const more =
                increment && (c.high != unbounded || increments < c.low) ? increments + 1 : increments;
            state_id const next = more * states + e.target;
            for (std::size_t j = out.size() == few ? 0 : few; j < out.size() && j < few; ++j) {
                seen.insert(out[j]);
            }
            bool const fresh =
                out.size() < few ? std::find(out.begin(), out.end(), next) == out.end() : seen.insert(next);
            if (fresh) {
                out.push_back(next);
            }
        }
    }
}

std::optional<state_id> state_reader::all_continuations(state_id s, int remaining) const {
    for (; remaining > 0; --remaining) {
        auto const edges = net_.edges_of(s);
        if (edges.size() != 1 || edges[0].kind != edge_kind::bytes || edges[0].low != 0x80 ||
            edges[0].high != 0xBF || net_.accepts(s)) {
            return {};
        }
        s = edges[0].target;
    }
    return s;
}

bool state_reader::continuations(state_id s, char32_t prefix, int remaining) {
    if (!spent_->spend(steps_of_a_state)) {
        return true;  // what comes next sees that it could not be paid for
    }
    if (std::optional<state_id> const all = all_continuations(s, remaining)) {
        int const shift = 6 * remaining;
        reach(*all, prefix << shift, ((prefix + 1) << shift) - 1);
        return true;
    }
    vec<state_id> closed;
    closure(s, closed);
    for (state_id const c : closed) {
        if (net_.accepts(c)) {
            return false;
        }
        for (edge const& e : net_.edges_of(c)) {
            if (e.kind == edge_kind::epsilon) {
                continue;
            }
            if (e.kind != edge_kind::bytes || e.low < 0x80 || e.high > 0xBF) {
                return false;
            }
            char32_t const base = prefix << 6;
            if (remaining == 1) {
                reach(e.target, base | (e.low & 0x3Fu), base | (e.high & 0x3Fu));
                continue;
            }
            for (unsigned b = e.low; b <= e.high; ++b) {
                if (!continuations(e.target, base | (b & 0x3F), remaining - 1)) {
                    return false;
                }
            }
        }
    }
    return true;
}

}  // namespace parlance::rtn::detail
