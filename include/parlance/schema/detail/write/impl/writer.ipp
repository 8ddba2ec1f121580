// parlance/schema/detail/write/impl/writer.ipp - definitions of what parlance/schema/detail/write/writer.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <boost/json/value.hpp>
#include <span>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/validate/validator.hpp>
#include <parlance/schema/detail/write/digits.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

bool watches_names(options const& how) {
    auto const is = [](std::string_view separator, char mark) {
        return std::count(separator.begin(), separator.end(), mark) == 1 &&
               separator.find_first_not_of(std::string{mark, ' ', '\t', '\r', '\n'}) == separator.npos;
    };
    return !how.relaxed.repeated_names && is(how.item_separator, ',') && is(how.key_separator, ':');
}

bool string_set::automaton() const noexcept {
    return !patterns.empty() || !not_patterns.empty() || !formats.empty() || !not_formats.empty() ||
           !excluded.empty();
}

writer::writer(node_table& nodes, shared_rules& shared, options const& how, limits const& bounds,
               untagged objects)
    : solve_(nodes, bounds, objects),
      shared_(&shared),
      how_(how),
      bounds_(bounds),
      spent_(bounds),
      left_to_read_(nodes.source().reading().bytes_left()),
      text_(out_, spent_),
      judge_(nodes.source(), bounds) {
    // opening a goal asks this about its members, and that opens goals: a few rounds, then "not that anyone knows"
    solve_.unsatisfiable = [this](goal const& g, type t) {
        if (looking_ >= 3) {
            cut_short_ = true;
            return false;
        }
        ++looking_;
        bool const none = impossible(g, t, 0);
        --looking_;
        if (spent_.why() != errc::none) {
            solve_.give_up(spent_.why());
        }
        return none;
    };
}

bool writer::pay() {
    constexpr std::uint64_t steps_of_a_state = 40;
    constexpr std::size_t bytes_of_a_state = 24;
    constexpr std::size_t bytes_of_an_edge = 48;
    constexpr std::size_t bytes_of_a_rule = 128;
    std::size_t const states = out_.state_count() - std::exchange(paid_states_, out_.state_count());
    std::size_t const edges = out_.edge_count() - std::exchange(paid_edges_, out_.edge_count());
    std::size_t const rules = out_.rule_count() - std::exchange(paid_rules_, out_.rule_count());
    work const& reading = nodes().source().reading();  // which holds the notes
    std::size_t const left = reading.why() == errc::none ? reading.bytes_left() : left_to_read_;
    std::size_t const noted = std::exchange(left_to_read_, left) - left;
    spent_.release(std::exchange(paid_for_solver_, solve_.kept_bytes()));
    bool const paid = spent_.spend(steps_of_a_state * states) &&
                      spent_.hold(noted + bytes_of_a_state * states + bytes_of_an_edge * edges +
                                  bytes_of_a_rule * rules + paid_for_solver_);
    solve_.leave(spent_.bytes_left());
    if (solve_.met_untagged() && kept_back_ == 0) {
        kept_back_ = spent_.left();
        spent_.keep(kept_back_ / 4);
        kept_back_ -= spent_.left();
    }
    return paid;
}

result<rule_id> writer::write(goal const& g, std::uint8_t types) {
    rule_id r = 0;
    if (types == all_types) {
        r = rule_of(g);
    } else {
        r = out_.add_rule("value");
        if (auto const done = write_goal(g, r, types); !done) {
            return done.error();
        }
    }
    while (!todo_.empty()) {
        vec<goal> const some = std::move(todo_);  // those that are opened meanwhile come behind them
        for (goal const& next : some) {
            if (auto const done = write_goal(next, rule_of(next), all_types); !done) {
                return done.error();
            }
            if (!pay()) {
                return spent_.error("a schema");
            }
            if (out_.state_count() > bounds_.states) {
                return diagnostic{errc::too_many_states, {}, 0, note(solve_.pointer(next))};
            }
        }
    }
    return r;
}

bool writer::free(work& spent) {
    work looks = spent.only_looks();
    bool go_on = true;
    auto const free_table = [&](rtn::dfa& automaton) {  // which may be long
        constexpr std::uint64_t cells_of_a_step = 32;
        go_on = go_on && looks.spend(automaton.table.size() / cells_of_a_step);
        vec<std::uint32_t>().swap(automaton.table);
    };
    for (auto& each : patterns_) {
        free_table(each.second);
    }
    for (auto& each : joined_) {
        free_table(each.value);
    }
    out_.free(looks);
    return go_on && text_.free(spent) && solve_.free(spent) && paid_free(goals_, spent) &&
           paid_free(own_, spent) && paid_free(known_impossible_, spent) &&
           paid_free(looked_at_, spent, 2 * steps_to_free) && paid_free(patterns_, spent) &&
           paid_free(splits_, spent) && paid_free(split_patterns_, spent) && paid_free(joined_, spent) &&
           paid_free(objects_, spent);
}

}  // namespace parlance::schema::detail
