// parlance/chat/known/impl/rules.ipp - definitions of what parlance/chat/known/rules.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/known/rules.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/known/formats.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::known::detail {

void add(format own, format& f) {
    if (own.reasoning.anywhere ||
        (own.reasoning.mode != reasoning_mode::none && f.reasoning.mode == reasoning_mode::none)) {
        f.reasoning = own.reasoning;
    }
    f.reasoning.calls_end = f.reasoning.calls_end || own.reasoning.calls_end;
    // Behind a name in a header rendering shows no more than that.
    bool const addressed = own.channels.used() && own.channels.channel.empty();
    if (own.tools.mode != tool_mode::none && (addressed || f.tools.mode == tool_mode::none)) {
        f.tools = std::move(own.tools);
    }
    if (own.channels.used()) {
        f.channels = std::move(own.channels);
        if (addressed) {
            f.content = {};
        } else {
            f.tools.calls.item_close.clear();  // what ends a message ends the call in it
        }
    }
    f.also.insert(f.also.end(), own.also.begin(), own.also.end());
    f.content.noise.insert(f.content.noise.end(), own.content.noise.begin(), own.content.noise.end());
    f.stops.insert(f.stops.end(), own.stops.begin(), own.stops.end());
}

}  // namespace parlance::chat::known::detail

namespace parlance::chat::known {

void apply(std::string_view source, format& f) {
    for (rule const& r : rules) {
        auto const mentioned = [&](std::string_view text) {
            return source.find(text) != std::string_view::npos;
        };
        if (std::all_of(r.mentions.begin(), r.mentions.end(), mentioned)) {
            format own = r.says.nodes.empty() ? format{} : chat::format_of(r.says).value();
            if (r.set != nullptr) {
                r.set(own);
            }
            detail::add(std::move(own), f);
        }
    }
}

}  // namespace parlance::chat::known
