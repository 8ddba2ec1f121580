// parlance/rtn/detail/state_reader.hpp - what the states of a network read, in code points
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/point_sets.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// not_lowerable, with the rule.
[[nodiscard]] PARLANCE_DECL diagnostic refuse_rule(std::string_view rule, std::string_view why);

/// What a state reads first: a set of code points (by its number), a token, or a call; and where it is then.
struct readable {
    enum class kind : std::uint8_t { set, token, token_not, call, counted } is = kind::set;
    std::uint32_t value = 0;
    state_id target = 0;
    friend bool operator==(readable const&, readable const&) = default;
};

/// All that a state reads first, and whether it may end there.
struct readable_row {
    vec<readable> items;
    bool ends = false;
};

/// Sees through epsilon edges, and puts the bytes of code points together.
class state_reader {
public:
    state_reader(network_view net, point_sets& sets, work& spent) noexcept
        : net_(net), sets_(&sets), spent_(&spent) {}

    /// Everything that can be read in `s`, a state of `rule`; `back` ends a body where it is not `unbounded`.
    /// Errors: not_lowerable, and those of the meter.
    [[nodiscard]] PARLANCE_DECL result<readable_row> read(state_id s, state_id back, std::string_view rule);

    /// The same in a rule that is counted as `c` says, where `s` stands for a state and how often it has incremented: the
    /// number of increments times the number of all states, and the state.
    [[nodiscard]] PARLANCE_DECL result<readable_row> read_counted(state_id s, count const& c,
                                                                  std::string_view rule);

    /// Forgets the numbers that were given.
    PARLANCE_DECL void number_anew();
    /// The number that was given to what stands for a state; `fresh`, where none was.
    [[nodiscard]] PARLANCE_DECL std::uint32_t number_of(state_id s, std::uint32_t fresh);

    /// Whether `c` is small enough to be counted in states.
    [[nodiscard]] PARLANCE_DECL bool can_count(count const& c, std::size_t most) const noexcept;

    /// The one iteration of a counted rule, if it has one: it increments in one state, where it also may return, and comes
    /// back there.
    [[nodiscard]] PARLANCE_DECL maybe<std::pair<state_id, state_id>> iteration(rule_id r);

private:
    static constexpr std::uint64_t steps_of_a_state = 15;  // or of a range of bytes

    struct reached {
        state_id target;
        code_points points;
    };

    /// What one state reads: its code points to reached_, all else to `out`.
    [[nodiscard]] PARLANCE_DECL result<void> add(state_id c, readable_row& out, std::string_view rule,
                                                 bool counted);
    PARLANCE_DECL void reach(state_id target, char32_t low, char32_t high);
    /// Code points that lead to the same state become one set.
    [[nodiscard]] PARLANCE_DECL bool add_sets(readable_row& out);
    /// What `s` leads to without reading, each once, in the order in which it is met.
    PARLANCE_DECL void closure(state_id s, vec<state_id>& out);
    PARLANCE_DECL void counted_closure(state_id s, count const& c, vec<state_id>& out);
    /// The target when every continuation of `remaining` bytes leads from `s` to it.
    [[nodiscard]] PARLANCE_DECL std::optional<state_id> all_continuations(state_id s, int remaining) const;
    /// Adds the code points whose remaining bytes are read from `s`; false where they are no UTF-8.
    [[nodiscard]] PARLANCE_DECL bool continuations(state_id s, char32_t prefix, int remaining);

    network_view net_;
    point_sets* sets_;
    work* spent_;
    vec<state_id> closed_;    // what the state that is being read leads to without reading
    vec<reached> reached_;    // by the state that is being read
    vec<code_points> set_;    // that is being put together
    vec<std::uint32_t> met_;  // the last closure that each state was met in
    std::uint32_t closures_ = 0;
    vec<std::pair<std::uint32_t, std::uint32_t>> numbers_;  // by state: when it was numbered, and the number
    std::uint32_t numberings_ = 0;
    hash_map<state_id, std::uint32_t> counted_numbers_;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/state_reader.ipp>
#endif
