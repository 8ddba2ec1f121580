// parlance/mask/npda.hpp - the reference engine: sets of stacks of positions, simple enough to be believed
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/npda/machine.hpp>
#include <parlance/mask/npda/memo.hpp>
#include <parlance/mask/npda/stack.hpp>
#include <parlance/mask/npda/start.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parlance::mask {

/// How much the reference may take.
struct npda_bounds {
    std::size_t stacks = 1'000'000;  // errc::too_many_configurations
    std::size_t depth = 1'000'000;   // errc::stack_too_deep
};

/// The algorithm of llama.cpp's grammars, exact: every way the text so far can be read is one stack, and a byte is
/// allowed when some stack can take it.  Slow, and meant to be: it is what the fast engine is compared with.
///
/// Machine  element_machine (GBNF's table, its Unicode policy) or network_machine
/// Stacks   heap_stacks, fixed_stacks<Depth> (a step allocates nothing for them), shared_stacks (hash-consed)
/// Caching  no_caching; caching: own steps, or those of every engine that is given the same memo, within its bytes
/// Start    at_once, with_words<"...">, behind_words<"...">
///
/// With heap_stacks or fixed_stacks and no_caching everything is constexpr.  An iteration of a counted body that
/// consumes nothing is not repeated; it only serves to reach the lower bound.
/// Precondition: no left recursion.  Memory and time per byte: live stacks times their depth; an ambiguous grammar can
/// have very many, so there is a bound to them.
template <machine Machine, class Stacks = heap_stacks, class Caching = no_caching, class Start = at_once>
class npda {
public:
    using position = typename Machine::position;
    using stack = typename Stacks::template stack<frame<position>>;
    using stack_set = std::vector<stack>;

    constexpr explicit npda(Machine m, npda_bounds const& bounds = {})
        : machine_(m), bounds_(bounds), state_(first(error_)) {}
    /// Remembers its steps together with others over the same grammar.
    npda(Machine m, std::shared_ptr<memo<stack_set>> shared, npda_bounds const& bounds = {})
    requires std::is_same_v<Caching, caching> && (!std::is_same_v<Stacks, shared_stacks>)
        : machine_(m), bounds_(bounds), state_(first(error_), std::move(shared)) {}

    /// Reads one byte; false, and nothing changed, when no stack can.
    constexpr bool accept(std::uint8_t byte) {
        if constexpr (Start::waits) {
            if (waiting_) {
                return hear(static_cast<char>(byte));
            }
        }
        return state_.step(byte, error_, [&] {
            return advance([&](position p, auto&& out) { machine_.step(p, byte, out); });
        });
    }
    /// Reads all of `text`; false, and nothing changed, when it is not the beginning of a match.
    constexpr bool accept(std::string_view text) {
        npda ahead = *this;
        for (char const c : text) {
            if (!ahead.accept(static_cast<std::uint8_t>(c))) {
                error_ = ahead.error_;
                return false;
            }
        }
        *this = std::move(ahead);
        return true;
    }
    /// Reads a token that is more than its bytes; false, and nothing changed, when the grammar does not name it here.
    constexpr bool accept_token(std::uint32_t id) {
        if constexpr (Start::waits) {
            if (waiting_) {
                start_.interrupt();
                return true;
            }
        }
        stepped<stack_set> made = advance([&](position p, auto&& out) { machine_.token(p, id, out); });
        note_error(made.why);
        if (made.to.empty()) {
            return false;
        }
        state_.put(std::move(made.to));
        return true;
    }
    /// Reads token `id`, as a token or as `text`, whichever the grammar allows, or both.
    constexpr bool accept_token(std::uint32_t id, std::string_view text) {
        if (waiting() && !text.empty()) {
            return accept(text);
        }
        npda other = *this;
        bool const as_token = other.accept_token(id);
        bool const as_text = !text.empty() && accept(text);
        note_error(other.error_);
        if (as_token && as_text) {
            stack_set both = stacks();
            both.insert(both.end(), other.stacks().begin(), other.stacks().end());
            tidy(both);
            state_.put(std::move(both));
        } else if (as_token) {
            other.note_error(error_);
            *this = std::move(other);
        }
        return as_token || as_text;
    }
    [[nodiscard]] constexpr bool allows(std::string_view text) const {
        npda ahead = *this;
        return ahead.accept(text);
    }
    /// Whether the text so far may be all.
    [[nodiscard]] constexpr bool can_stop() const noexcept {
        return waiting() || (!stacks().empty() && stacks().front().empty());
    }
    /// Whether the word that it waits for has not come yet.
    [[nodiscard]] constexpr bool waiting() const noexcept {
        if constexpr (Start::waits) {
            return waiting_;
        } else {
            return false;
        }
    }
    /// Which bound was reached at some time, if any: accept() was then false without being sure.
    [[nodiscard]] constexpr errc error() const noexcept { return error_; }
    [[nodiscard]] constexpr bool gave_up() const noexcept { return error_ != errc::none; }
    /// Every live stack, sorted; the empty one, which comes first, means complete.
    [[nodiscard]] constexpr stack_set const& stacks() const noexcept { return state_.get(); }

private:
    /// Adds what one non-consuming move of a stack leads to.
    struct mover {
        npda const& self;
        stack const& from;
        stack_set& todo;
        errc& why;

        constexpr void go(position to) const {
            stack next = from;
            frame<position> top = next.top();
            top.at = to;
            next.top(top);
            todo.push_back(std::move(next));
        }
        constexpr void call(position entry, position back, std::uint32_t count) const {
            stack next = from;
            frame<position> top = next.top();
            top.at = back;
            next.top(top);
            if (next.depth() >= self.bounds_.depth || !next.push({entry, count})) {
                why = errc::stack_too_deep;
                return;
            }
            todo.push_back(std::move(next));
        }
        constexpr void increment(position to) const {
            frame<position> const top = from.top();
            if (top.count == frame<position>::none) {
                return;
            }
            count_range const range = self.machine_.bounds(top.count);
            if (top.increments >= range.high || (top.fresh && top.increments >= range.low)) {
                return;
            }
            std::uint32_t const next_increments =
                top.fresh ? (std::max)(top.increments + 1, range.low) : top.increments + 1;
            if (next_increments > range.high) {
                return;
            }
            stack next = from;
            next.top({to, top.count,
                      range.high == rtn::unbounded ? (std::min)(next_increments, range.low) : next_increments,
                      true});
            todo.push_back(std::move(next));
        }
        constexpr void leave() const {
            frame<position> const top = from.top();
            if (top.count != frame<position>::none) {
                count_range const range = self.machine_.bounds(top.count);
                if (top.increments < range.low || top.increments > range.high) {
                    return;
                }
            }
            stack next = from;
            next.pop();
            todo.push_back(std::move(next));
        }
    };

    constexpr stack_set first(errc& why) const {
        stack_set out;
        out.push_back(pool_.empty());
        if (!out.back().push({machine_.start()})) {
            why = errc::stack_too_deep;
            return {};
        }
        stepped<stack_set> closed = close(std::move(out));
        why = closed.why;
        return std::move(closed.to);
    }
    constexpr void note_error(errc why) noexcept { error_ = why != errc::none ? why : error_; }

    constexpr bool hear(char byte) {
        auto ahead = start_;
        auto const word = ahead.hear(byte);
        if (word) {
            waiting_ = false;
            if (!accept(*word)) {
                waiting_ = true;
                return false;
            }
        }
        start_ = std::move(ahead);
        return true;
    }

    /// Where step(position, out) leads from all stacks.
    template <class Step>
    constexpr stepped<stack_set> advance(Step&& step) const {
        stack_set next;
        for (stack const& s : stacks()) {
            if (s.empty()) {
                continue;
            }
            step(s.top().at, [&](position to) {
                next.push_back(s);
                frame<position> top = s.top();
                top.at = to;
                next.back().top(top);
                next.back().settle();
            });
        }
        return close(std::move(next));
    }

    /// Adds everything that can be reached without consuming, and keeps the stacks that can consume or are at the end.
    constexpr stepped<stack_set> close(stack_set todo) const {
        stack_set seen;
        stepped<stack_set> out;
        while (!todo.empty()) {
            stack const s = std::move(todo.back());
            todo.pop_back();
            auto const place = std::lower_bound(seen.begin(), seen.end(), s);
            if (place != seen.end() && *place == s) {
                continue;
            }
            if (seen.size() == bounds_.stacks) {
                out.why = errc::too_many_configurations;
                return out;
            }
            seen.insert(place, s);
            if (!s.empty()) {
                machine_.moves(s.top().at, mover{*this, s, todo, out.why});
            }
            if (out.why != errc::none) {
                return out;
            }
        }
        for (stack& s : seen) {
            if (s.empty() || machine_.consumes(s.top().at)) {
                out.to.push_back(std::move(s));
            }
        }
        return out;
    }
    static constexpr void tidy(stack_set& stacks) {
        std::sort(stacks.begin(), stacks.end());
        stacks.erase(std::unique(stacks.begin(), stacks.end()), stacks.end());
    }

    Machine machine_;
    npda_bounds bounds_;
    typename Stacks::template pool<frame<position>> pool_{};
    errc error_ = errc::none;
    typename Caching::template state<stack_set> state_;
    [[no_unique_address]] Start start_{};
    bool waiting_ = Start::waits;
};

npda(rtn::network_view) -> npda<network_machine>;

/// Whether `net` derives exactly `text`.  For static_assert and for tests; a matcher is the fast way.
[[nodiscard]] constexpr bool matches(rtn::network_view net, std::string_view text) {
    npda<network_machine> run{network_machine{net}};
    return run.accept(text) && run.can_stop();
}

}  // namespace parlance::mask
