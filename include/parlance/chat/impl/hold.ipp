// parlance/chat/impl/hold.ipp - definitions of what parlance/chat/hold.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hold.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <string>

namespace parlance::chat::detail {

/// Of one way to call: all its markers, which may have to be read to know that a call begins or has ended.
PARLANCE_DECL std::size_t hold_of(tool_format const& t) {
    std::size_t all = t.lead.size() + t.whole_open.size() + t.whole_close.size();
    for (list_shape const* shape : {&t.calls, &t.arguments}) {
        all += shape->open.size() + shape->item_open.size() + shape->item_close.size() +
               shape->separator.size() + shape->close.size();
    }
    constexpr std::size_t longest_name =
        128;  // as far as the name of an argument, or of a type, is looked for
    auto const add = [&](pieces const& some) {
        for (piece const& p : some) {
            all += p.text.size();
            all += p.is == piece::kind::key ? 3 * longest_name : p.is == piece::kind::type ? longest_name : 0;
        }
    };
    add(t.call);
    for (auto const& way : t.values) {
        add(way);
    }
    constexpr std::size_t keys = 32;  // "type": "function" and the like, in front of the name
    return all + keys;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

std::optional<std::size_t> max_hold(format const& f) {
    bool const told_by_end = !f.channels.used() && f.reasoning.mode != reasoning_mode::none &&
                             detail::split(f.reasoning.start).core.empty();
    if (f.strict || told_by_end) {
        return std::nullopt;
    }
    std::size_t most =
        f.reasoning.start.size() + f.reasoning.end.size() + f.content.start.size() + f.content.end.size();
    for (std::string const& noise : f.content.noise) {
        most += noise.size();
    }
    auto const add = [&](tool_format const& t) {
        most += t.mode() == tool_mode::none ? 0 : detail::hold_of(t);
        return t.mode() == tool_mode::none || detail::has_call_marker(t);
    };
    bool marked = add(f.tools);
    for (tool_format const& t : f.also) {
        marked = add(t) && marked;
    }
    if (!marked) {
        return std::nullopt;
    }
    if (f.channels.used()) {
        channel_format const& c = f.channels;
        constexpr std::size_t header = 2 * 256 * 4;  // as far as a header is read
        most += header + c.start.size() + c.channel.size() + c.recipient.size() + c.message.size();
    }
    return most;
}

}  // namespace parlance::chat
