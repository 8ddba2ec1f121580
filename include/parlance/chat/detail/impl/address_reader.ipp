// parlance/chat/detail/impl/address_reader.ipp - definitions of what parlance/chat/detail/address_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/address_reader.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

peg::node_id address_reader::message(std::vector<peg::node_id> calls,
                                     std::vector<std::string> const& openings, bool apart) {
    channel_format const& c = *format_;
    peg::node_id const until_next = b_->until(views(next_messages()));
    std::vector<std::string> here = next_messages();
    here.insert(here.end(), openings.begin(), openings.end());
    peg::node_id const until_call = b_->until(views(here));
    std::vector<peg::node_id> parts{b_->literal(c.start)};
    peg::node_id const thought = header(b_->literal(c.reasoning));
    parts.push_back(
        apart ? b_->sequence({thought, b_->cut(), b_->tag(part::reasoning, until_next), b_->optional(end())})
              : b_->tag(part::content, b_->sequence({thought, b_->cut(), until_next, b_->optional(end())})));
    // What says that it is for the user is for the user, markup of calls included.
    parts.push_back(b_->sequence({header(b_->literal(c.content)), b_->cut(),
                                  b_->tag(part::content, until_next), b_->optional(end())}));
    parts.push_back(b_->sequence(
        {b_->literal(c.message), b_->cut(), b_->tag(part::content, until_call), b_->optional(end())}));
    if (calls.empty()) {
        parts.push_back(b_->sequence(
            {header(name()), b_->cut(), b_->tag(part::content, until_next), b_->optional(end())}));
    } else {
        std::vector<std::string_view> const begin(openings.begin(), openings.end());
        marker_builder m(*b_);
        parts.push_back(b_->sequence(
            {header(name()), b_->look(b_->sequence({m.space(), b_->one_of(begin)})), m.space()}));
        std::vector<std::string> const next = next_messages();
        peg::node_id const arguments =
            b_->choice({b_->tag(part::arguments, b_->json_object()), b_->look(b_->one_of(views(next)))});
        peg::node_id const call = b_->tag(
            part::call, b_->sequence({header(b_->tag(part::name, name())), b_->cut(), m.space(), arguments}));
        parts.push_back(b_->sequence(
            {b_->recover(call, b_->tag(part::malformed, until_next)), m.space(), b_->optional(end())}));
    }
    parts.push_back(end());
    parts.insert(parts.end(), calls.begin(), calls.end());
    parts.push_back(b_->tag(part::content, b_->sequence({b_->any(), until_call})));
    return b_->star(b_->choice(parts));
}

std::vector<std::string_view> address_reader::views(std::vector<std::string> const& all) {
    return {all.begin(), all.end()};
}

peg::node_id address_reader::header(peg::node_id whom) {
    auto const recipient = split(format_->recipient);
    return b_->sequence({b_->chars(blanks, 0, 1), b_->literal(recipient.core), whom, b_->chars(blanks, 0, 1),
                         b_->literal(format_->message)});
}

std::vector<std::string> address_reader::next_messages() const {
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
