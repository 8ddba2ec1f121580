// parlance/mask/detail/automaton/impl/equal_states.ipp - definitions of what parlance/mask/detail/automaton/equal_states.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/equal_states.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace parlance::mask::detail {

state_merger::state_merger(automaton const& code, array_ref<std::uint32_t const> kinds, work& spent)
    : code_(code), spent_(spent), each_move_(spent, steps_of_a_target), kept_(spent.left() / 4) {
    hash_map<std::array<std::uint32_t, 2>, std::uint32_t> known;
    for (std::uint32_t c = 0; c < code.counts.size(); ++c) {
        bounds_of_.push_back(
            known.try_emplace(std::array{code.counts[c].low, code.counts[c].high}, c).at.value);
    }
    begin_with(kinds);
}

bool state_merger::is_worthwhile(automaton const& code, work& spent) {
    if (code.calls.size() <= many_calls) {
        return false;
    }
    paid_rounds each(spent);
    for (std::uint32_t s = 0; s + 1 < code.states.size() && each.next(); ++s) {
        if (code.calls_of(s).size() > many_calls) {
            return true;
        }
    }
    return false;
}

std::optional<automaton> state_merger::run() {
    std::uint64_t const edges =
        code_.bytes.size() + 2 * code_.calls.size() + code_.increments.size() + code_.tokens.size();
    std::size_t const bytes = 4 * (static_cast<std::size_t>(edges) + 12 * class_of_.size());
    if (bytes > spent_.bytes_left() ||
        !pay(2 * steps_of_an_edge * edges + steps_of_a_state * class_of_.size())) {
        return std::nullopt;
    }
    find_users();
    while (!again_.empty()) {
        if (!compare() || !split()) {
            return std::nullopt;
        }
    }
    if (begin_.size() == class_of_.size()) {
        return std::nullopt;
    }
    number();
    return packed();
}

bool state_merger::pay(std::uint64_t steps) {
    return spent_.left() >= kept_ && spent_.left() - kept_ >= steps && spent_.spend(steps);
}

void state_merger::find_users() {
    // whoever pays next sees whether all of it was done
    if (!paid_resize(first_user_, class_of_.size() + 2, spent_)) {
        return;
    }
    paid_items each(spent_, steps_of_a_target);
    for (std::uint32_t s = 0; s < class_of_.size() && each.next(targets_of(s)); ++s) {
        each_target(s, [&](std::uint32_t t) { ++first_user_[t + std::size_t{2}]; });
    }
    for (std::size_t i = 1; i < first_user_.size(); ++i) {
        first_user_[i] += first_user_[i - 1];
    }
    if (!paid_resize(users_, first_user_.back(), spent_)) {
        return;
    }
    for (std::uint32_t s = 0; s < class_of_.size() && each.next(targets_of(s)); ++s) {
        each_target(s, [&](std::uint32_t t) { users_[first_user_[t + std::size_t{1}]++] = s; });
    }
}

void state_merger::begin_with(array_ref<std::uint32_t const> kinds) {
    hash_map<std::uint32_t, std::uint32_t> numbers;
    paid_rounds each(spent_, steps_of_a_state);
    for (std::uint32_t s = 0; s + 1 < code_.states.size(); ++s) {
        if (!each.next()) {
            return;
        }
        std::uint32_t const next = static_cast<std::uint32_t>(numbers.size());
        class_of_.push_back(numbers.try_emplace(kinds[code_.rule_of[s]], next).at.value);
    }
    end_.assign(numbers.size(), 0);
    for (std::uint32_t const c : class_of_) {
        ++end_[c];
    }
    for (std::size_t c = 0; c < end_.size(); ++c) {
        begin_.push_back(c == 0 ? 0 : end_[c - 1]);
        end_[c] += begin_.back();
    }
    vec<std::uint32_t> next = begin_;
    members_.resize(class_of_.size());
    place_.resize(class_of_.size());
    for (std::uint32_t s = 0; s < class_of_.size() && each.next(); ++s) {
        place_[s] = next[class_of_[s]]++;
        members_[place_[s]] = s;
    }
    again_ = members_;
    is_again_.resize(class_of_.size(), 0);
}

bool state_merger::describe(std::uint32_t s) {
    constexpr std::uint32_t separator = 0xFFFF'FFFF;
    constexpr std::uint32_t at_once = 256;
    std::size_t passed = 0;
    // looks whether to stop: compare() pays for the words
    auto const goes_on = [&] { return ++passed % at_once != 0 || pay(1); };
    words_.assign({std::uint32_t{code_.states[s].accepts}});
    std::size_t run = 0;  // where the last run of bytes begins
    for (byte_edge const& e : code_.bytes_of(s)) {
        if (!goes_on()) {
            return false;
        }
        std::uint32_t const to = class_of_[e.target];
        if (run != 0 && words_[run + 2] == to && words_[run + 1] + 1 == e.low) {
            words_[run + 1] = e.high;
            continue;
        }
        run = words_.size();
        words_.insert(words_.end(), {e.low, e.high, to});
    }
    words_.push_back(separator);
    calls_.clear();
    for (call_edge const& e : code_.calls_of(s)) {
        if (!goes_on()) {
            return false;
        }
        calls_.push_back({class_of_[e.entry], e.tail ? separator : class_of_[e.back],
                          e.count == no_count ? no_count : bounds_of_[e.count]});
    }
    if (calls_.size() > 1 && !paid_sort(calls_, spent_)) {
        return false;
    }
    calls_.erase(std::unique(calls_.begin(), calls_.end()), calls_.end());
    for (auto const& call : calls_) {
        words_.insert(words_.end(), call.begin(), call.end());
    }
    words_.push_back(separator);
    std::size_t const increments = words_.size();
    for (std::uint32_t const t : code_.increments_of(s)) {
        words_.push_back(class_of_[t]);
    }
    std::sort(words_.begin() + static_cast<std::ptrdiff_t>(increments), words_.end());
    for (token_edge const& e : code_.tokens_of(s)) {
        if (!goes_on()) {
            return false;
        }
        words_.insert(words_.end(), {separator, e.id, std::uint32_t{e.negated}, class_of_[e.target]});
    }
    return true;
}

bool state_merger::compare() {
    sequence_table known;
    vec<std::uint32_t> words;  // of all descriptions that differ
    vec<std::uint32_t> part_of;
    vec<std::uint32_t> sorted;
    if (!paid_resize(part_of, again_.size(), spent_) || !paid_resize(sorted, again_.size(), spent_)) {
        return false;
    }
    parts_.clear();
    for (std::uint32_t i = 0; i < again_.size();) {
        std::uint32_t const c = class_of_[again_[i]];
        known.clear();
        words.clear();
        vec<std::size_t> first{0};
        std::uint32_t const begin = i;
        for (; i < again_.size() && class_of_[again_[i]] == c; ++i) {
            if (!describe(again_[i]) || !pay(steps_of_a_state + steps_of_an_edge * words_.size())) {
                return false;
            }
            part_of[i] = known.find(words_, [&](std::uint32_t k) {
                return array_ref{words}.subspan(first[k], first[k + 1] - first[k]);
            });
            if (part_of[i] == sequence_table::none) {
                part_of[i] = static_cast<std::uint32_t>(first.size() - 1);
                words.insert(words.end(), words_.begin(), words_.end());
                first.push_back(words.size());
                known.add(part_of[i]);
            }
        }
        // the states of a part stand together
        std::size_t const before = parts_.size();
        parts_.resize(before + first.size() - 1, part{0, 0});
        for (std::uint32_t k = begin; k < i; ++k) {
            if (!each_move_.next()) {
                return false;
            }
            ++parts_[before + part_of[k]].last;
        }
        std::uint32_t at = begin;
        for (std::size_t k = before; k < parts_.size(); ++k) {
            std::uint32_t const size = parts_[k].last;
            parts_[k] = {at, at};
            at += size;
        }
        for (std::uint32_t k = begin; k < i; ++k) {
            if (!each_move_.next()) {
                return false;
            }
            sorted[parts_[before + part_of[k]].last++] = again_[k];
        }
    }
    again_.swap(sorted);
    return true;
}

bool state_merger::split() {
    moved_.clear();
    for (std::size_t i = 0; i < parts_.size();) {
        if (!pay(steps_of_a_state)) {
            return false;
        }
        std::uint32_t const c = class_of_[again_[parts_[i].first]];
        std::size_t largest = i;
        std::uint32_t left = size_of(c);  // states that are not looked at
        std::size_t const begin = i;
        for (; i < parts_.size() && class_of_[again_[parts_[i].first]] == c; ++i) {
            std::uint32_t const size = parts_[i].last - parts_[i].first;
            left -= size;
            largest = size > parts_[largest].last - parts_[largest].first ? i : largest;
        }
        std::uint32_t const most = parts_[largest].last - parts_[largest].first;
        for (std::size_t k = begin; k < i; ++k) {
            if (k == largest && (left == 0 || left < most)) {
                continue;
            }
            if (!split_off(c, parts_[k])) {
                return false;
            }
        }
        if (left != 0 && left < most) {
            for (std::uint32_t k = parts_[largest].first; k < parts_[largest].last; ++k) {
                if (!each_move_.next()) {
                    return false;
                }
                move(again_[k], begin_[c] + (k - parts_[largest].first));
            }
            if (!split_off(c, left)) {
                return false;
            }
        }
    }
    again_.clear();
    for (std::uint32_t const s : moved_) {
        std::uint32_t const first = first_user_[s];
        std::uint32_t const last = first_user_[s + std::size_t{1}];
        if (!pay(steps_of_a_state + steps_of_an_edge * (last - first))) {
            return false;
        }
        for (std::uint32_t k = first; k < last; ++k) {
            std::uint32_t const user = users_[k];
            if (is_again_[user] == 0 && size_of(class_of_[user]) > 1) {
                is_again_[user] = 1;
                again_.push_back(user);
            }
        }
    }
    auto const by_class = [&](std::uint32_t a, std::uint32_t b) {
        return class_of_[a] != class_of_[b] ? class_of_[a] < class_of_[b] : a < b;
    };
    if (!pay(steps_of_a_state * again_.size()) || !paid_sort(again_, spent_, by_class)) {
        return false;
    }
    for (std::uint32_t const s : again_) {
        is_again_[s] = 0;
    }
    return true;
}

bool state_merger::split_off(std::uint32_t c, part const& states) {
    constexpr std::uint32_t at_once = 512;
    std::uint32_t const size = states.last - states.first;
    for (std::uint32_t k = 0; k < size; ++k) {
        if (k % at_once == at_once - 1 && !spent_.spend(at_once * steps_of_a_target)) {
            return false;
        }
        move(again_[states.first + k], end_[c] - size + k);
    }
    return split_off(c, size);
}

bool state_merger::split_off(std::uint32_t c, std::uint32_t size) {
    constexpr std::uint32_t at_once = 512;
    auto const fresh = static_cast<std::uint32_t>(begin_.size());
    begin_.push_back(end_[c] - size);
    end_.push_back(end_[c]);
    end_[c] -= size;
    if (!paid_room(moved_, size, spent_)) {
        return false;
    }
    for (std::uint32_t k = begin_[fresh]; k < end_[fresh]; ++k) {
        if (k % at_once == at_once - 1 && !spent_.spend(at_once * steps_of_a_target)) {
            return false;
        }
        class_of_[members_[k]] = fresh;
        moved_.push_back(members_[k]);
    }
    return true;
}

void state_merger::move(std::uint32_t s, std::uint32_t to) noexcept {
    std::uint32_t const other = members_[to];
    std::uint32_t const from = place_[s];
    members_[from] = other;
    place_[other] = from;
    members_[to] = s;
    place_[s] = to;
}

void state_merger::number() {
    constexpr std::uint32_t none = 0xFFFF'FFFF;
    vec<std::uint32_t> numbers(begin_.size(), none);
    std::uint32_t next = 0;
    for (std::uint32_t& c : class_of_) {
        if (numbers[c] == none) {
            numbers[c] = next++;
        }
        c = numbers[c];
    }
}

automaton state_merger::packed() const {
    automaton out;
    out.counts = code_.counts;
    out.start = class_of_[code_.start];
    auto const size = [](auto const& v) { return static_cast<std::uint32_t>(v.size()); };
    auto const add_state = [&](bool accepts, bool returns_only) {
        out.states.push_back({size(out.bytes), size(out.calls), size(out.increments), size(out.tokens),
                              accepts, returns_only});
    };
    // classes are numbered in the order of their first states
    constexpr std::uint64_t steps_of_a_call = 20;
    paid_rounds each(spent_, steps_of_a_state);
    paid_rounds each_call(spent_, steps_of_a_call);
    for (std::uint32_t s = 0; s < class_of_.size() && each.next(); ++s) {
        if (class_of_[s] != out.states.size()) {
            continue;
        }
        auto const meaning = array_ref{code_.meanings}.subspan(
            code_.first_meaning[s], code_.first_meaning[s + std::size_t{1}] - code_.first_meaning[s]);
        if (!spent_.spend(code_.bytes_of(s).size()) || !paid_room(out.meanings, meaning.size(), spent_) ||
            !paid_room(out.bytes, code_.bytes_of(s).size(), spent_) ||
            !paid_room(out.calls, code_.calls_of(s).size(), spent_) ||
            !paid_room(out.increments, code_.increments_of(s).size(), spent_) ||
            !paid_room(out.tokens, code_.tokens_of(s).size(), spent_) || !paid_room(out.states, 2, spent_) ||
            !paid_room(out.rule_of, 1, spent_) || !paid_room(out.first_meaning, 1, spent_)) {
            break;
        }
        add_state(code_.states[s].accepts, code_.states[s].returns_only);
        out.rule_of.push_back(code_.rule_of[s]);
        out.meanings.insert(out.meanings.end(), meaning.begin(), meaning.end());
        out.first_meaning.push_back(size(out.meanings));
        std::size_t const run = out.bytes.size();
        for (byte_edge const& e : code_.bytes_of(s)) {
            std::uint32_t const to = class_of_[e.target];
            if (out.bytes.size() > run && out.bytes.back().target == to &&
                out.bytes.back().high + 1u == e.low) {
                out.bytes.back().high = e.high;
            } else {
                out.bytes.push_back({e.low, e.high, to});
            }
        }
        hash_set<std::array<std::uint32_t, 4>> calls;
        for (call_edge const& e : code_.calls_of(s)) {
            if (!each_call.next()) {
                break;
            }
            call_edge const made{class_of_[e.entry], e.tail ? 0 : class_of_[e.back],
                                 e.count == no_count ? no_count : bounds_of_[e.count], e.tail};
            if (calls.make_room(spent_) &&
                calls.insert({made.entry, made.back, made.count, std::uint32_t{made.tail}})) {
                out.calls.push_back(made);
            }
        }
        for (std::uint32_t const t : code_.increments_of(s)) {
            out.increments.push_back(class_of_[t]);
        }
        for (token_edge const& e : code_.tokens_of(s)) {
            out.tokens.push_back({e.id, class_of_[e.target], e.negated});
        }
    }
    add_state(false, false);
    return out;
}

}  // namespace parlance::mask::detail
