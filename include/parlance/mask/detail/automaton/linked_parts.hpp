// parlance/mask/detail/automaton/linked_parts.hpp - which rows of a network are those of parts that are known
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/known_part.hpp>
#include <parlance/rtn/backwards.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

/// A part that stands in a network as it is, and is entered by calls alone.
struct linked_part {
    std::shared_ptr<known_part const> known;
    rtn::state_range states;
    rtn::rule_id first_rule = 0;
    std::uint32_t rules = 0;
    std::uint32_t first_count = 0;
    std::uint32_t counts = 0;
    array_ref<rtn::rule_id const> outside{};
};

/// The parts of a network of which preparation need not find out again what it asks of their rules.  What else the network
/// has is looked at as ever.
class linked_parts {
public:
    [[nodiscard]] bool empty() const noexcept { return parts_.empty(); }
    [[nodiscard]] array_ref<linked_part const> all() const noexcept { return {parts_.data(), parts_.size()}; }
    /// Their states: ranges in order.
    [[nodiscard]] array_ref<rtn::state_range const> states() const noexcept {
        return {states_.data(), states_.size()};
    }
    /// The part that a rule is of; nullptr where it is of none.
    [[nodiscard]] linked_part const* of(rtn::rule_id r) const noexcept {
        return r < part_of_.size() && part_of_[r] != none ? &parts_[part_of_[r]] : nullptr;
    }
    /// Adds one.  Precondition: it stands behind those that are there; `all_rules` are those of the network.
    void add(linked_part&& part, std::size_t all_rules) {
        part_of_.resize(all_rules, none);
        std::fill(part_of_.begin() + part.first_rule, part_of_.begin() + part.first_rule + part.rules,
                  static_cast<std::uint32_t>(parts_.size()));
        states_.push_back(part.states);
        parts_.push_back(static_cast<linked_part&&>(part));
    }
    void clear() noexcept {
        parts_.clear();
        states_.clear();
        part_of_.clear();
    }

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    vec<linked_part> parts_;
    vec<rtn::state_range> states_;
    vec<std::uint32_t> part_of_;  // of each rule
};

}  // namespace parlance::mask::detail
