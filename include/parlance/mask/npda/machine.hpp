// parlance/mask/npda/machine.hpp - what the reference engine runs on: an element table or a network, as positions and moves
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask {

/// One level of a stack: where it goes on, and, in a counted call, how many increments there have been.
///
/// count  which count of the machine, `none` in a plain call
/// fresh  nothing was consumed since the last increment
template <class Position>
struct frame {
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    Position at{};
    std::uint32_t count = none;
    std::uint32_t increments = 0;
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
/// moves(p, out)       calls out.go(q), out.call(entry, q, count or none) with q the place to return to, out.increment(q),
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
    explicit network_machine(rtn::network&&) = delete;  // would dangle

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
            case rtn::edge_kind::increment: out.increment(e.target); break;
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

}  // namespace parlance::mask
