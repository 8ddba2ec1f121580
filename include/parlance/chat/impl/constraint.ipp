// parlance/chat/impl/constraint.ipp - definitions of what parlance/chat/constraint.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/call_trigger.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <optional>
#include <string>
#include <utility>

namespace parlance::chat {

result<mask::grammar> constraint_of(prepared const& turn, limits const& bounds) {
    if (!turn.grammar) {
        return diagnostic{errc::no_tool_format, {}, 0, "nothing constrains this answer"};
    }
    if (!turn.grammar->lazy) {
        return mask::grammar::prepare(turn.grammar->network, mask::trigger::eager(), bounds);
    }
    auto starts = mask::trigger::pattern(turn.trigger.pattern);
    if (!starts) {
        return starts.error();
    }
    return mask::grammar::prepare(turn.grammar->network, *std::move(starts), bounds);
}

}  // namespace parlance::chat
