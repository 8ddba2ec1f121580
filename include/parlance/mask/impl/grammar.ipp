// parlance/mask/impl/grammar.ipp - definitions of what parlance/mask/grammar.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/automaton/preparation.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask {

result<grammar> grammar::prepare(rtn::network const& net, trigger starts, limits const& bounds) {
    auto made = detail::preparation(net, bounds).run(net.names, std::move(starts));
    return made ? result<grammar>(grammar{*std::move(made)}) : result<grammar>(made.error());
}

result<grammar> grammar::prepare(rtn::network_view net, trigger starts, limits const& bounds) {
    auto made = detail::preparation(net, bounds).run({}, std::move(starts));
    return made ? result<grammar>(grammar{*std::move(made)}) : result<grammar>(made.error());
}

std::string_view grammar::rule_name(std::uint32_t r) const noexcept {
    return r < data_->rule_names.size() ? std::string_view{data_->rule_names[r]} : std::string_view{};
}

std::size_t grammar::memory() const noexcept {
    detail::automaton const& a = data_->code;
    return a.states.size() * (sizeof(detail::run_state) + 8) + a.meanings.size() * 4 +
           a.bytes.size() * sizeof(detail::byte_edge) + a.calls.size() * sizeof(detail::call_edge) +
           a.tokens.size() * sizeof(detail::token_edge);
}

}  // namespace parlance::mask
