// parlance/chat/detail/impl/header_builder.ipp - definitions of what parlance/chat/detail/header_builder.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/header_builder.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

peg::node_id header_builder::with_channels(bool callable, bool apart) {
    channel_format const& c = *format_;
    peg::node_id const header_follows =
        b_->look(b_->sequence({b_->chars(blanks, 0, 1), b_->choice({b_->literal(c.channel), recipient()})}));
    std::vector<peg::node_id> kinds;
    if (callable) {
        kinds.push_back(call());
    }
    kinds.push_back(reasoning(apart));
    kinds.push_back(b_->sequence({header_up_to({c.message}), b_->literal(c.message), b_->cut(),
                                  b_->tag(part::content, m_.until(stops())), b_->optional(end())}));
    peg::node_id const headed = b_->sequence({header_follows, b_->choice(kinds)});
    std::vector<std::string> markers = stops();
    markers.push_back(c.channel);
    peg::node_id const bare = b_->tag(part::content, b_->sequence({b_->any(), m_.until(markers)}));
    return b_->star(b_->choice({b_->literal(c.start), headed, end(), bare}));
}

std::vector<std::string> header_builder::stops() const {
    std::vector<std::string> out = format_->ends;
    out.push_back(format_->start);
    return out;
}

peg::node_id header_builder::header_up_to(std::vector<std::string_view> texts) {
    constexpr std::uint32_t within_reason = 256;
    texts.push_back(format_->message);
    for (std::string const& e : format_->ends) {
        texts.push_back(e);
    }
    return b_->repeat(b_->sequence({b_->reject(b_->one_of(texts)), b_->any()}), 0, within_reason);
}

std::string_view header_builder::any_recipient() const {
    std::string_view const own = format_->recipient;
    return own.substr(0, (std::min)(own.find('='), own.size() - 1) + 1);
}

peg::node_id header_builder::recipient() {
    return b_->choice({b_->literal(format_->recipient), b_->literal(any_recipient())});
}

peg::node_id header_builder::call() {
    channel_format const& c = *format_;
    peg::node_id const name = b_->tag(part::name, b_->plus(b_->chars("^ <\\t\\r\\n\\\"'{}")));
    peg::node_id const arguments =
        b_->choice({b_->tag(part::arguments, b_->json_object()), b_->look(m_.one_of(stops()))});
    peg::node_id const call =
        b_->tag(part::call, b_->sequence({header_up_to({c.recipient, any_recipient()}), recipient(), name,
                                          header_up_to({c.message}), b_->literal(c.message), b_->cut(),
                                          m_.space(), arguments}));
    return b_->sequence(
        {b_->recover(call, b_->tag(part::malformed, m_.until(stops()))), m_.space(), b_->optional(end())});
}

peg::node_id header_builder::reasoning(bool apart) {
    channel_format const& c = *format_;
    std::string const opening = c.channel + c.reasoning;
    peg::node_id const header = b_->sequence({header_up_to({opening}), b_->literal(opening),
                                              header_up_to({c.message}), b_->literal(c.message), b_->cut()});
    peg::node_id const text = m_.until(stops());
    return apart ? b_->sequence({header, b_->tag(part::reasoning, text), b_->optional(end())})
                 : b_->tag(part::content, b_->sequence({header, text, b_->optional(end())}));
}

peg::node_id header_builder::with_addresses(std::vector<peg::node_id> calls,
                                            std::vector<std::string> const& openings, bool apart) {
    channel_format const& c = *format_;
    peg::node_id const until_next = m_.until(next_messages());
    std::vector<std::string> here = next_messages();
    here.insert(here.end(), openings.begin(), openings.end());
    peg::node_id const until_call = m_.until(here);
    std::vector<peg::node_id> parts{b_->literal(c.start)};
    peg::node_id const thought = addressed_to(b_->literal(c.reasoning));
    parts.push_back(
        apart ? b_->sequence({thought, b_->cut(), b_->tag(part::reasoning, until_next), b_->optional(end())})
              : b_->tag(part::content, b_->sequence({thought, b_->cut(), until_next, b_->optional(end())})));
    // What says that it is for the user is for the user, markup of calls included.
    parts.push_back(b_->sequence({addressed_to(b_->literal(c.content)), b_->cut(),
                                  b_->tag(part::content, until_next), b_->optional(end())}));
    parts.push_back(b_->sequence(
        {b_->literal(c.message), b_->cut(), b_->tag(part::content, until_call), b_->optional(end())}));
    if (calls.empty()) {
        parts.push_back(b_->sequence(
            {addressed_to(name()), b_->cut(), b_->tag(part::content, until_next), b_->optional(end())}));
    } else {
        parts.push_back(b_->sequence(
            {addressed_to(name()), b_->look(b_->sequence({m_.space(), m_.one_of(openings)})), m_.space()}));
        peg::node_id const arguments =
            b_->choice({b_->tag(part::arguments, b_->json_object()), b_->look(m_.one_of(next_messages()))});
        peg::node_id const call = b_->tag(part::call, b_->sequence({addressed_to(b_->tag(part::name, name())),
                                                                    b_->cut(), m_.space(), arguments}));
        parts.push_back(b_->sequence(
            {b_->recover(call, b_->tag(part::malformed, until_next)), m_.space(), b_->optional(end())}));
    }
    parts.push_back(end());
    parts.insert(parts.end(), calls.begin(), calls.end());
    parts.push_back(b_->tag(part::content, b_->sequence({b_->any(), until_call})));
    return b_->star(b_->choice(parts));
}

peg::node_id header_builder::addressed_to(peg::node_id whom) {
    auto const recipient = split(format_->recipient);
    return b_->sequence({b_->chars(blanks, 0, 1), b_->literal(recipient.core), whom, b_->chars(blanks, 0, 1),
                         b_->literal(format_->message)});
}

std::vector<std::string> header_builder::next_messages() const {
    channel_format const& c = *format_;
    std::vector<std::string> out = c.ends;
    out.push_back(c.start);
    out.push_back(c.recipient + c.reasoning + c.message);
    out.push_back(c.recipient + c.content + c.message);
    for (tool const& t : tools_) {
        out.push_back(c.recipient + t.name + c.message);
    }
    return out;
}

}  // namespace parlance::chat::detail
