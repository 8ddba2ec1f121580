// parlance/rtn/detail/state_reader.hpp - what the states of a network read, in code points
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// not_lowerable, with the rule.
[[nodiscard]] PARLANCE_DECL diagnostic refuse_rule(std::string_view rule, std::string_view why);

/// What a state reads first: a set of code points, a token, or a call; and where it is then.
struct readable {
    enum class kind : std::uint8_t { set, token, token_not, call, counted } is = kind::set;
    std::uint32_t value = 0;
    state_id target = 0;
    vec<code_points> set{};
};

/// All that a state reads first, and whether it may end there.
struct readable_row {
    vec<readable> items;
    bool ends = false;
};

/// Sees through epsilon edges, and puts the bytes of code points together.
class state_reader {
public:
    explicit state_reader(network_view net) noexcept : net_(net) {}

    /// Everything that can be read in `s`, a state of `rule`; `back` ends a body where it is not `unbounded`.
    /// Errors: not_lowerable.
    [[nodiscard]] PARLANCE_DECL result<readable_row> read(state_id s, state_id back,
                                                          std::string_view rule) const;

    /// The same in a rule that is counted as `c` says, where `s` stands for a state and how often it has ticked: the
    /// number of ticks times the number of all states, and the state.
    [[nodiscard]] PARLANCE_DECL result<readable_row> read_counted(state_id s, count const& c,
                                                                  std::string_view rule) const;
    /// Whether `c` is small enough to be counted in states.
    [[nodiscard]] PARLANCE_DECL bool can_count(count const& c, std::size_t most) const noexcept;

private:
    /// What one state reads.
    [[nodiscard]] PARLANCE_DECL result<void> add(state_id c, readable_row& out,
                                                 hash_map<state_id, vec<code_points>>& sets,
                                                 std::string_view rule, bool counted) const;
    PARLANCE_DECL static void add_sets(hash_map<state_id, vec<code_points>>& sets, readable_row& out);

public:
    /// The one iteration of a counted rule, if it has one: it ticks in one state, where it also may return, and comes
    /// back there.
    [[nodiscard]] PARLANCE_DECL maybe<std::pair<state_id, state_id>> iteration(rule_id r) const;

private:
    [[nodiscard]] PARLANCE_DECL vec<state_id> closure(state_id s) const;
    [[nodiscard]] PARLANCE_DECL vec<state_id> counted_closure(state_id s, count const& c) const;
    /// The target when every continuation of `remaining` bytes leads from `s` to it.
    [[nodiscard]] PARLANCE_DECL std::optional<state_id> all_continuations(state_id s, int remaining) const;
    /// Adds the code points whose remaining bytes are read from `s`; false where they are no UTF-8.
    [[nodiscard]] PARLANCE_DECL bool continuations(state_id s, char32_t prefix, int remaining,
                                                   hash_map<state_id, vec<code_points>>& to) const;

    network_view net_;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/state_reader.ipp>
#endif
