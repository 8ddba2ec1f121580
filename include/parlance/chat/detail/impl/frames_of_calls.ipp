// parlance/chat/detail/impl/frames_of_calls.ipp - definitions of what parlance/chat/detail/calls_in_text.hpp declares: what models
//     put around calls
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/calls_in_text.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Calls with their markers in a fence, which is none of the content then: "```xml\n<call>f</call>\n```".  Behind what ends
/// it its line ends, too: else it may be what begins the next.  Likewise in a tag that other dialects put around calls:
/// "<tool_calls>\n<call>f</call>\n</tool_calls>".
void calls_in_text::add_fenced() {
    std::vector<std::string> const markers = beginnings();
    if (markers.empty() || anywhere_.empty()) {
        return;
    }
    peg::node_id const fence = b_->literal("```");
    constexpr std::uint32_t longest_language = 16;
    peg::node_id const open = b_->sequence({fence, b_->chars("a-z", 0, longest_language), m_.space()});
    peg::node_id const line_end =
        b_->look(b_->sequence({b_->chars(" \t\r", 0, longest_language), b_->literal("\n")}));
    peg::node_id const over = b_->sequence({m_.space(), b_->end()});
    peg::node_id const close = b_->sequence(
        {m_.space(), b_->tag(part::fence_end, fence), b_->choice({line_end, over, stop_at_end()})});
    peg::node_id const marked = b_->look(b_->sequence({m_.space(), m_.one_of(markers)}));
    peg::node_id const calls = b_->plus(b_->sequence({marked, b_->choice(anywhere_)}));
    peg::node_id const fenced = b_->sequence({b_->tag(part::fence, open), calls, b_->optional(close)});
    bool const alone =
        std::ranges::none_of(stops_, [](auto const& stop) { return stop.find("```") != stop.npos; });
    if (alone) {  // nothing else is tried at a fence
        anywhere_.insert(anywhere_.begin(), b_->choice({fenced, b_->tag(part::content, fence)}));
    } else {
        anywhere_.push_back(fenced);
    }
    stops_.emplace_back("```");
    add_wrapped(calls);
    // What an answer may begin with, in a fence of JSON or of nothing that is named.
    if (!in_front_.empty()) {
        peg::node_id const json = b_->sequence({fence, b_->optional(b_->literal("json")), m_.space()});
        peg::node_id const end = b_->sequence(
            {m_.space(), b_->tag(part::fence_end, fence), b_->choice({over, stop_at_end(), line_end})});
        in_front_.push_back(b_->sequence(
            {m_.space(), b_->tag(part::fence, json), b_->plus(b_->choice(in_front_)), b_->optional(end)}));
    }
}

/// wrapped_calls: in such a tag that is none of the dialect's, or has attributes, what an answer may begin with is a call,
/// too: `<toolcall>{"name": "f"}</toolcall>`.
void calls_in_text::add_wrapped(peg::node_id calls) {
    constexpr std::uint32_t longest = 64;
    std::string const own = call_opening(format_->tools);
    std::vector<std::string_view> names(std::begin(names_of_wrappers), std::end(names_of_wrappers));
    peg::node_id const any = b_->one_of(names);
    std::erase_if(names, [&](std::string_view name) {
        return own.find(std::string("<").append(name).append(">")) != own.npos;
    });
    peg::node_id const barred =
        own.find("<|tool_call|>") == own.npos ? b_->literal("|tool_call|") : b_->fail();
    peg::node_id const begin = b_->literal("<");
    peg::node_id const end = b_->literal(">");
    stops_.insert(stops_.end(), {"<tool", "<function", "<user>", "<|tool_call|>"});
    // The end of one that is the dialect's own is read as that of a call: it has no partner.
    peg::node_id const attributes = b_->sequence({b_->literal(" "), b_->chars("^<>\n", 1, longest), end});
    peg::node_id const plain = b_->sequence({b_->choice({b_->one_of(names), barred}), end, m_.space()});
    peg::node_id const open = b_->choice({b_->tag(part::fence, b_->sequence({begin, plain})),
                                          b_->sequence({begin, any, attributes, m_.space()})});
    peg::node_id const closer =
        b_->choice({b_->sequence({b_->literal("</"), any, end}), b_->literal("<|/tool_call|>")});
    peg::node_id const close = b_->sequence({m_.space(), b_->tag(part::fence_end, closer)});
    std::vector<peg::node_id> inner{calls};
    if (std::vector<std::string> const known = known_beginnings(); !known.empty()) {
        inner.push_back(b_->sequence({b_->look(m_.one_of(known)), b_->choice(anywhere_)}));
    }
    if (!in_front_.empty()) {
        inner.push_back(b_->plus(b_->choice(in_front_)));
    }
    anywhere_.push_back(b_->sequence({open, b_->choice(inner), b_->optional(close)}));
    // torn_frame
    if (std::string_view const marker = std::string_view(own).substr(0, marker_length(own));
        marker.starts_with('<')) {
        peg::node_id const tag = b_->sequence({begin, any, end, m_.space()});
        peg::node_id const torn = b_->sequence({torn_marker(marker), m_.space()});
        peg::node_id const tagged = b_->sequence({tag, calls});
        peg::node_id const further = b_->choice({calls, tagged});
        anywhere_.push_back(
            b_->choice({b_->sequence({torn, b_->choice({further, b_->sequence({torn, further})})}),
                        b_->sequence({b_->literal(marker), m_.space(), tagged})}));
    }
}

/// The beginnings of calls that begin with the names of known tools.
std::vector<std::string> calls_in_text::known_beginnings() const {
    std::vector<std::string> out;
    for (std::string const& stop : stops_) {
        if (!b_->goes_on(rows_of_a_text / 2)) {
            break;
        }
        auto const begins = [&](tool const& each) {
            return !each.name.empty() && stop.starts_with(each.name);
        };
        if (!tools_.empty() && begins(tools_.front())) {
            for (tool const& each : tools_) {
                out.push_back(each.name);
            }
            break;
        }
    }
    return out;
}

/// torn_frame: the first marker of calls without its end, and what else stands there up to a line end; or any marker in its
/// namespace, or with its first word between bars.
peg::node_id calls_in_text::torn_marker(std::string_view marker) {
    constexpr std::uint32_t longest = 64;
    constexpr std::string_view wide = "\xef\xbd\x9c";
    std::string_view begun = marker.substr(0, marker.size() - 1);
    for (std::string_view const bar : {std::string_view("|"), wide}) {
        begun.remove_suffix(begun.ends_with(bar) ? bar.size() : 0);
    }
    std::string_view other = begun.substr(0, begun.find(':') + 1);
    if (std::size_t const bar = begun.find(wide, 1 + wide.size()); bar != begun.npos) {
        other = begun.substr(0, bar + wide.size());
    }
    for (std::string_view const word : {"<|tool", "<\xef\xbd\x9ctool"}) {
        other = begun.starts_with(word) ? word : other;
    }
    peg::node_id const junk =
        b_->optional(b_->sequence({b_->chars("^<> \t\r\n"), b_->chars("^<>\n", 0, longest)}));
    stops_.emplace_back(begun);
    std::vector<peg::node_id> ways{b_->sequence({b_->literal(begun), junk})};
    if (!other.empty()) {
        stops_.emplace_back(other);
        // A call is none of those.
        ways.push_back(
            b_->sequence({b_->literal(other), b_->chars("^<>=\\\"'\n", 0, longest), b_->literal(">")}));
    }
    return b_->choice(ways);
}

}  // namespace parlance::chat::detail
