// parlance/rtn/impl/from_regex.ipp - definitions of what parlance/rtn/from_regex.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/from_regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/regex_syntax.hpp>
#include <parlance/rtn/detail/regex_tree.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// One rule that reads code points and counts them.
[[nodiscard]] PARLANCE_DECL result<network> counted_class(bounded_class const& c, work& spent);
/// One rule with a state for each of the automaton's.
[[nodiscard]] PARLANCE_DECL result<network> one_rule(dfa const& automaton, work& spent);

result<network> counted_class(bounded_class const& c, work& spent) {
    builder out;
    state_id const begin = out.entry(out.add_rule("root"));
    rule_id const points = out.add_rule("characters");
    state_id const end = out.add_state();
    state_id const incremented = out.add_state();
    out.accept(end);
    out.counted_call(begin, {points, c.least, c.most}, end);
    out.accept(out.entry(points));
    out.increment(out.entry(points), incremented);
    metered_stop const stop(spent);
    stop_asker asked(stop);
    add_ranges(out, incremented, c.set, out.entry(points), asked);
    return std::move(out).finish(spent);
}

result<network> one_rule(dfa const& automaton, work& spent) {
    constexpr std::uint64_t steps_of_a_state = 200;
    constexpr std::uint64_t steps_of_an_interval = 8;
    constexpr std::uint64_t steps_of_a_range = 50;
    builder out;
    state_id const first = out.entry(out.add_rule("root"));
    for (std::uint32_t s = 1; s < automaton.states(); ++s) {
        out.add_state();
    }
    auto const failed = [&] {
        work looks = spent.only_looks();
        out.free(looks);
        return spent.error("the network of an automaton");
    };
    metered_stop const stop(spent);
    stop_asker asked(stop);
    for (std::uint32_t s = 0; s < automaton.states(); ++s) {
        if (!spent.spend(steps_of_a_state + steps_of_an_interval * automaton.letters.starts.size())) {
            return failed();
        }
        if (automaton.labels[s] != 0) {
            out.accept(first + s);
        }
        work looks = spent.only_looks();
        for (auto const& [to, set] : automaton.moves(s, looks)) {
            if (!spent.spend(steps_of_a_range * set.size())) {
                return failed();
            }
            add_ranges(out, first + s, set, first + to, asked);
        }
    }
    return std::move(out).finish(spent);
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

result<network> from_regex(std::string_view pattern, regex_match how, limits const& bounds) {
    work spent(bounds);
    result<detail::regex_tree> tree = detail::tree_of(pattern, spent);
    if (!tree) {
        return tree.error();
    }
    if (auto const counted = detail::bounded_class_of(*tree, how == regex_match::whole)) {
        return detail::counted_class(*counted, spent);
    }
    constexpr std::size_t most_states = 20'000;  // as regex() has it
    result<dfa> const automaton = detail::automaton_of(*tree, how, most_states, spent);
    bool const freed = detail::free(*tree, spent);
    if (!automaton || !freed) {
        return automaton ? diagnostic{errc::cancelled, {}, 0, "a regular expression"} : automaton.error();
    }
    return detail::one_rule(*automaton, spent);
}

}  // namespace parlance::rtn
