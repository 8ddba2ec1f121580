// parlance/chat/impl/constraint.ipp - definitions of what parlance/chat/constraint.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/network.hpp>
#include <utility>

namespace parlance::chat {

result<mask::grammar> constraint_of(prepared const& turn, limits const& bounds) {
    if (!turn.grammar) {
        rtn::builder nothing;
        rtn::rule_id const root = nothing.add_rule("root");
        nothing.accept(nothing.entry(root));
        nothing.root(root);
        return mask::grammar::prepare(std::move(nothing).finish(), mask::trigger::words({}), bounds);
    }
    if (!turn.grammar->lazy) {
        return mask::grammar::prepare(turn.grammar->network, mask::trigger::eager(), bounds);
    }
    auto starts = mask::trigger::pattern(turn.trigger.pattern, mask::trigger::start::with_match, {}, bounds);
    if (!starts) {
        return starts.error();
    }
    return mask::grammar::prepare(turn.grammar->network, *std::move(starts), bounds);
}

result<mask::compiled_grammar> constraint_of(prepared const& turn, mask::token_index const& tokens) {
    return constraint_of(turn, tokens, {});
}

result<mask::compiled_grammar> constraint_of(prepared const& turn, mask::token_index const& tokens,
                                             mask::cache_options const& options, limits const& bounds) {
    auto grammar = constraint_of(turn, bounds);
    if (!grammar) {
        return grammar.error();
    }
    auto spelled = tokens.with_roles(turn.roles(), bounds);
    if (!spelled) {
        return spelled.error();
    }
    mask::compiled_grammar const out(*std::move(grammar), *std::move(spelled), options, bounds.stop);
    if (bounds.stop.stop_requested()) {
        return diagnostic{errc::cancelled};
    }
    return out;
}

}  // namespace parlance::chat
