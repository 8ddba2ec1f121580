// parlance/mask/grammar.hpp - a grammar made ready for masks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

namespace parlance::mask {

namespace detail {
struct grammar_data;
}  // namespace detail

/// A network prepared for running, with its trigger.  Cheap to copy (copies share), immutable, safe to use from
/// several threads.
class grammar {
public:
    // never moved, only shared: an object that was moved from would have nothing to look at
    grammar(grammar const&) noexcept = default;
    grammar& operator=(grammar const&) noexcept = default;

    /// errors  left_recursion, with the cycle; unproductive_rule: no finite text matches; too_many_states;
    ///         too_many_rules; invalid_table; out_of_fuel, out_of_memory_budget, cancelled
    /// cost    linear in the network, of which parts that others had (rtn::part) are compared and copied; alternatives with
    ///         common beginnings are merged, and where very many rules can come next, those that read the same become one as
    ///         long as that takes less than three quarters of limits::fuel
    [[nodiscard]] PARLANCE_DECL static result<grammar>
    prepare(rtn::network const& net, trigger starts = trigger::eager(), limits const& bounds = {});
    [[nodiscard]] PARLANCE_DECL static result<grammar>
    prepare(rtn::network_view net, trigger starts = trigger::eager(), limits const& bounds = {});

    /// The name of a rule, see matcher::open_rules(); empty for a group, and for a network without names.
    [[nodiscard]] PARLANCE_DECL std::string_view rule_name(std::uint32_t r) const noexcept;
    /// For the engine.
    [[nodiscard]] detail::grammar_data const& data() const noexcept { return *data_; }
    /// Bytes it takes, about.
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;

private:
    explicit grammar(std::shared_ptr<detail::grammar_data const> d) noexcept : data_(std::move(d)) {}

    std::shared_ptr<detail::grammar_data const> data_;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/grammar.ipp>
#endif
