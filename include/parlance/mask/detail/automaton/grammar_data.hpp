// parlance/mask/detail/automaton/grammar_data.hpp - what a grammar made ready for masks holds
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/trigger/word_finder.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/vec.hpp>
#include <optional>
#include <string>
#include <vector>

namespace parlance::mask::detail {

/// What rtn::network::objects says of a rule, if anything.
using object_rule = std::optional<rtn::member_names>;

struct grammar_data {
    automaton code;
    mask::trigger starts = mask::trigger::eager();
    word_finder finder{{}};
    limits bounds;
    std::vector<std::string> rule_names;
    vec<object_rule> objects;      // for each rule
    bool watches_names = false;    // some are not listed
    vec<rtn::array_items> arrays;  // for each rule
    bool watches_items = false;    // some are unique
};

}  // namespace parlance::mask::detail
