// parlance/mask/npda.hpp - the reference engine: sets of stacks of positions, simple enough to be believed
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

/// One level of a stack: where it goes on, and, in a counted call, how many ticks there have been.
///
/// count  which count of the machine, `none` in a plain call
/// fresh  nothing was consumed since the last tick
template <class Position>
struct frame {
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    Position at{};
    std::uint32_t count = none;
    std::uint32_t ticks = 0;
    bool fresh = false;
    friend constexpr auto operator<=>(frame const&, frame const&) = default;
};

/// How often a counted call's body may be run.
struct count_range {
    std::uint32_t low = 0;
    std::uint32_t high = rtn::unbounded;
};

/// What the reference runs on: positions with moves that consume nothing, a byte, or a token.
///
/// start()             the position at which everything begins
/// moves(p, out)       calls out.go(q), out.call(entry, q, count or none) with q the place to return to, out.tick(q),
///                     out.leave() for every move that consumes nothing
/// step(p, byte, out)  calls out(q) for every position behind `byte`
/// token(p, id, out)   calls out(q) for every position behind the token, taken as a token and not as its bytes
/// consumes(p)         whether there is any byte or token to take at p
/// bounds(count)       the range of a count
template <class M>
concept machine = std::totally_ordered<typename M::position> && requires(M const& m, typename M::position p) {
    { m.start() } -> std::same_as<typename M::position>;
    { m.bounds(0u) } -> std::same_as<count_range>;
    { m.consumes(p) } -> std::same_as<bool>;
    m.step(p, std::uint8_t{0}, [](typename M::position) {});
    m.token(p, 0u, [](typename M::position) {});
};

/// A network as a machine: its states are the positions.
class network_machine {
public:
    using position = rtn::state_id;

    constexpr explicit network_machine(rtn::network_view net) noexcept : net_(net) {}

    [[nodiscard]] constexpr position start() const noexcept { return net_.rules[net_.root]; }
    [[nodiscard]] constexpr count_range bounds(std::uint32_t count) const noexcept {
        return {net_.counts[count].low, net_.counts[count].high};
    }
    [[nodiscard]] constexpr bool consumes(position p) const noexcept {
        for (rtn::edge const& e : net_.edges_of(p)) {
            if (e.kind == rtn::edge_kind::bytes || e.kind == rtn::edge_kind::token ||
                e.kind == rtn::edge_kind::token_not) {
                return true;
            }
        }
        return false;
    }
    template <class Out>
    constexpr void moves(position p, Out&& out) const {
        for (rtn::edge const& e : net_.edges_of(p)) {
            switch (e.kind) {
            case rtn::edge_kind::epsilon: out.go(e.target); break;
            case rtn::edge_kind::tick: out.tick(e.target); break;
            case rtn::edge_kind::call: out.call(net_.rules[e.value], e.target, frame<position>::none); break;
            case rtn::edge_kind::counted_call:
                out.call(net_.rules[net_.counts[e.value].rule], e.target, e.value);
                break;
            default: break;
            }
        }
        if (net_.accepts(p)) {
            out.leave();
        }
    }
    template <class Out>
    constexpr void step(position p, std::uint8_t byte, Out&& out) const {
        for (rtn::edge const& e : net_.edges_of(p)) {
            if (e.kind == rtn::edge_kind::bytes && e.low <= byte && byte <= e.high) {
                out(e.target);
            }
        }
    }
    template <class Out>
    constexpr void token(position p, std::uint32_t id, Out&& out) const {
        for (rtn::edge const& e : net_.edges_of(p)) {
            if ((e.kind == rtn::edge_kind::token && e.value == id) ||
                (e.kind == rtn::edge_kind::token_not && e.value != id)) {
                out(e.target);
            }
        }
    }

private:
    rtn::network_view net_;
};

/// The algorithm of llama.cpp's grammars, exact: every way the text so far can be read is one stack, and a byte is
/// allowed when some stack can take it.  Slow, and meant to be: it is what the fast engine is compared with.
///
/// An iteration of a counted body that consumes nothing is not repeated; it only serves to reach the lower bound.
/// Precondition: no left recursion.  Memory and time per byte: live stacks times their depth; an ambiguous grammar can
/// have very many, so there is a bound to them.
template <machine Machine>
class npda {
public:
    using position = typename Machine::position;
    using stack = std::vector<frame<position>>;

    constexpr explicit npda(Machine m, std::size_t most_stacks = 1'000'000)
        : machine_(m), most_(most_stacks) {
        stacks_.push_back({frame<position>{machine_.start()}});
        close();
    }

    /// Reads one byte; false, and nothing changed, when no stack can.
    constexpr bool accept(std::uint8_t byte) {
        return advance([&](position p, auto&& out) { machine_.step(p, byte, out); });
    }
    /// Reads all of `text`; false, and nothing changed, when it is not the beginning of a match.
    constexpr bool accept(std::string_view text) {
        npda ahead = *this;
        for (char const c : text) {
            if (!ahead.accept(static_cast<std::uint8_t>(c))) {
                gave_up_ = ahead.gave_up_;
                return false;
            }
        }
        *this = std::move(ahead);
        return true;
    }
    /// Reads a token that is more than its bytes; false, and nothing changed, when the grammar does not name it here.
    constexpr bool accept_token(std::uint32_t id) {
        return advance([&](position p, auto&& out) { machine_.token(p, id, out); });
    }
    /// Reads token `id`, as a token or as `text`, whichever the grammar allows, or both.
    constexpr bool accept_token(std::uint32_t id, std::string_view text) {
        npda other = *this;
        bool const as_token = other.accept_token(id);
        bool const as_text = !text.empty() && accept(text);
        gave_up_ = other.gave_up_ = gave_up_ || other.gave_up_;
        if (as_token && as_text) {
            stacks_.insert(stacks_.end(), other.stacks_.begin(), other.stacks_.end());
            tidy(stacks_);
        } else if (as_token) {
            *this = std::move(other);
        }
        return as_token || as_text;
    }
    [[nodiscard]] constexpr bool allows(std::string_view text) const {
        npda ahead = *this;
        return ahead.accept(text);
    }
    /// Whether the text so far is a whole match.
    [[nodiscard]] constexpr bool complete() const noexcept {
        return !stacks_.empty() && stacks_.front().empty();
    }
    /// Whether there were more stacks than the bound at some time: accept() was then false without being sure.
    [[nodiscard]] constexpr bool gave_up() const noexcept { return gave_up_; }
    /// Every live stack, bottom first, sorted; the empty one means complete.
    [[nodiscard]] constexpr std::vector<stack> const& stacks() const noexcept { return stacks_; }

private:
    /// Adds what one non-consuming move of a stack leads to.
    struct mover {
        npda const& self;
        stack const& from;
        std::vector<stack>& todo;

        constexpr void go(position to) const {
            stack next = from;
            next.back().at = to;
            todo.push_back(std::move(next));
        }
        constexpr void call(position entry, position back, std::uint32_t count) const {
            stack next = from;
            next.back().at = back;
            next.push_back({entry, count});
            todo.push_back(std::move(next));
        }
        constexpr void tick(position to) const {
            frame<position> const& top = from.back();
            if (top.count == frame<position>::none) {
                return;
            }
            count_range const range = self.machine_.bounds(top.count);
            if (top.ticks >= range.high || (top.fresh && top.ticks >= range.low)) {
                return;
            }
            std::uint32_t const next_ticks = top.fresh ? std::max(top.ticks + 1, range.low) : top.ticks + 1;
            if (next_ticks > range.high) {
                return;
            }
            stack next = from;
            next.back() = {to, top.count,
                           range.high == rtn::unbounded ? std::min(next_ticks, range.low) : next_ticks, true};
            todo.push_back(std::move(next));
        }
        constexpr void leave() const {
            frame<position> const& top = from.back();
            if (top.count != frame<position>::none) {
                count_range const range = self.machine_.bounds(top.count);
                if (top.ticks < range.low || top.ticks > range.high) {
                    return;
                }
            }
            stack next = from;
            next.pop_back();
            todo.push_back(std::move(next));
        }
    };

    template <class Step>
    constexpr bool advance(Step&& step) {
        std::vector<stack> next;
        for (stack const& s : stacks_) {
            if (s.empty()) {
                continue;
            }
            step(s.back().at, [&](position to) {
                next.push_back(s);
                next.back().back().at = to;
                for (frame<position>& f : next.back()) {
                    f.fresh = false;
                }
            });
        }
        if (next.empty()) {
            return false;
        }
        npda ahead = *this;
        ahead.stacks_ = std::move(next);
        ahead.close();
        if (ahead.stacks_.empty()) {
            gave_up_ = ahead.gave_up_;
            return false;
        }
        *this = std::move(ahead);
        return true;
    }

    /// Adds everything that can be reached without consuming, and keeps the stacks that can consume or are at the end.
    constexpr void close() {
        std::vector<stack> seen;
        std::vector<stack> todo = std::move(stacks_);
        while (!todo.empty()) {
            stack const s = std::move(todo.back());
            todo.pop_back();
            auto const place = std::lower_bound(seen.begin(), seen.end(), s);
            if (place != seen.end() && *place == s) {
                continue;
            }
            if (seen.size() == most_) {
                gave_up_ = true;
                stacks_.clear();
                return;
            }
            seen.insert(place, s);
            if (!s.empty()) {
                machine_.moves(s.back().at, mover{*this, s, todo});
            }
        }
        stacks_.clear();
        for (stack& s : seen) {
            if (s.empty() || machine_.consumes(s.back().at)) {
                stacks_.push_back(std::move(s));
            }
        }
    }
    static constexpr void tidy(std::vector<stack>& stacks) {
        std::sort(stacks.begin(), stacks.end());
        stacks.erase(std::unique(stacks.begin(), stacks.end()), stacks.end());
    }

    Machine machine_;
    std::vector<stack> stacks_;
    std::size_t most_;
    bool gave_up_ = false;
};

npda(rtn::network_view) -> npda<network_machine>;

/// Whether `net` derives exactly `text`.  For static_assert and for tests; a matcher is the fast way.
[[nodiscard]] constexpr bool matches(rtn::network_view net, std::string_view text) {
    npda<network_machine> run{network_machine{net}};
    return run.accept(text) && run.complete();
}

}  // namespace parlance::mask
