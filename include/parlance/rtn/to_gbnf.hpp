// parlance/rtn/to_gbnf.hpp - a network printed as a GBNF grammar that accepts the same texts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace parlance::rtn {

namespace detail {

/// Prints states as rules: alternatives of what a state can read and the state that comes then.  A state that only
/// one place leads to is written where it is needed.
class gbnf_printer {
public:
    gbnf_printer(network_view net, network const* names, limits const& bounds)
        : net_(net), reader_(net), names_(names), bounds_(bounds) {}

    [[nodiscard]] PARLANCE_DECL result<std::string> run();

private:
    /// back     ends it, where it is not `unbounded`
    /// counted  the counter it runs under, where its states and those of the counter are written as one
    struct body {
        state_id begin = 0;
        state_id back = unbounded;
        std::string name;
        std::optional<count> counted;
    };

    PARLANCE_DECL void want_rule(rule_id r);
    PARLANCE_DECL std::string fresh(std::string const& wish);

    PARLANCE_DECL static bool single(readable const& i);

    [[nodiscard]] PARLANCE_DECL result<std::string> print_item(readable const& i);

    [[nodiscard]] PARLANCE_DECL std::string counted_name(std::string const& kind, rule_id r);
    /// A rule that ticks in several places: each of its states is written once for every number of ticks.
    [[nodiscard]] PARLANCE_DECL result<std::string> print_counter(count const& c);

    /// Leaves out what leads to no end.
    PARLANCE_DECL static void prune(std::map<state_id, readable_row>& rows);

    /// All states from its first on, as the rule of its name and further ones of that name with a number.
    [[nodiscard]] PARLANCE_DECL result<void> print_part(body const& part);
    /// An item and what is behind it, up to the next rule or the end.
    [[nodiscard]] PARLANCE_DECL result<void> print_way(readable it,
                                                       std::map<state_id, readable_row> const& rows,
                                                       std::map<state_id, std::string> const& names);

    network_view net_;
    state_reader reader_;
    network const* names_;
    limits bounds_;
    std::string out_;
    std::vector<std::string> rule_name_;
    std::vector<rule_id> rules_;
    std::vector<body> bodies_;
    std::map<std::tuple<rule_id, std::uint32_t, std::uint32_t>, std::string> counters_;
    std::set<std::string> taken_{"root"};
    std::map<std::string, std::size_t> numbers_;  // the last that a name was given
};

}  // namespace detail

/// A grammar with the same texts; its first rule is `root`.  Counters become `{low,high}`, and those that count the steps
/// of an automaton rules for each number of steps.
/// Errors: not_lowerable, with the rule: bytes that are no UTF-8; too_many_rules.
[[nodiscard]] PARLANCE_DECL result<std::string> to_gbnf(network const& net, limits const& bounds = {});

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/to_gbnf.ipp>
#endif
