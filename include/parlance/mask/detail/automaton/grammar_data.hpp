// parlance/mask/detail/automaton/grammar_data.hpp - what a grammar made ready for masks holds
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/trigger/word_finder.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parlance::mask::detail {

/// See rtn::object.
struct object_names {
    rtn::member_names names = rtn::member_names::listed;
    std::uint32_t always = 0;

    [[nodiscard]] bool watched() const noexcept { return names != rtn::member_names::listed; }
    /// What is right for an object of which it is not known yet which of two it is.
    [[nodiscard]] friend object_names either(object_names const& a, object_names const& b) noexcept {
        return a.names != b.names ? (a.names < b.names ? b : a)
                                  : object_names{a.names, (std::min)(a.always, b.always)};
    }
};
/// More than an object has.
inline constexpr std::uint32_t no_names = 0xFFFF'FFFF;
/// What rtn::network::objects says of a rule, if anything.
using object_rule = std::optional<object_names>;

struct grammar_data {
    automaton code;
    mask::trigger starts = mask::trigger::eager();
    word_finder finder{{}};
    limits bounds;
    std::vector<std::string> rule_names;
    vec<object_rule> objects;               // for each rule
    bool watches_names = false;             // some are not listed
    std::uint32_t fewest_names = no_names;  // the least object_names::always of those that are limited
    vec<rtn::array_items> arrays;           // for each rule
    bool watches_items = false;             // some are unique
};

}  // namespace parlance::mask::detail
