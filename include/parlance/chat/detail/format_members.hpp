// parlance/chat/detail/format_members.hpp - every member of a format with its path
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <cstddef>
#include <string>

namespace parlance::chat::detail {

/// Calls visit(path, member) for each.  Format is a format, or const.  A member that is added to it is to be added here: the
/// round trip of the dialects of all templates is a test.
template <class Format, class Visit>
void each_format_member(Format& f, Visit& visit) {
    visit("reasoning.mode", f.reasoning.mode);
    visit("reasoning.start", f.reasoning.start);
    visit("reasoning.end", f.reasoning.end);
    visit("reasoning.anywhere", f.reasoning.anywhere);
    visit("reasoning.calls_end", f.reasoning.calls_end);
    visit("reasoning.spoken", f.reasoning.spoken);
    visit("content.mode", f.content.mode);
    visit("content.start", f.content.start);
    visit("content.end", f.content.end);
    visit("content.noise", f.content.noise);
    visit("tools", f.tools);
    visit("channels.start", f.channels.start);
    visit("channels.channel", f.channels.channel);
    visit("channels.recipient", f.channels.recipient);
    visit("channels.message", f.channels.message);
    visit("channels.ends", f.channels.ends);
    visit("channels.reasoning", f.channels.reasoning);
    visit("channels.content", f.channels.content);
    visit("strict", f.strict);
    visit("made_id", f.made_id);
    visit("turn_start", f.turn_start);
    visit("turn_end", f.turn_end);
    visit("stops", f.stops);
    visit("preserved", f.preserved);
    visit("also", f.also);  // how many; what they are comes behind
    for (std::size_t i = 0; i < f.also.size(); ++i) {
        visit("also." + std::to_string(i), f.also[i]);
    }
}

}  // namespace parlance::chat::detail
