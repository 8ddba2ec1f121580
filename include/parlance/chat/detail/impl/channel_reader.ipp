// parlance/chat/detail/impl/channel_reader.ipp - definitions of what parlance/chat/detail/channel_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/channel_reader.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

peg::node_id channel_reader::message(bool callable, bool apart) {
    channel_format const& c = *format_;
    peg::node_id const header_follows =
        b_->look(b_->sequence({b_->chars(blanks, 0, 1), b_->choice({b_->literal(c.channel), recipient()})}));
    std::vector<peg::node_id> kinds;
    if (callable) {
        kinds.push_back(call());
    }
    kinds.push_back(reasoning(apart));
    kinds.push_back(b_->sequence({header_up_to({c.message}), b_->literal(c.message), b_->cut(),
                                  b_->tag(part::content, b_->until(stops())), b_->optional(end())}));
    peg::node_id const headed = b_->sequence({header_follows, b_->choice(kinds)});
    std::vector<std::string_view> markers = stops();
    markers.push_back(c.channel);
    peg::node_id const bare = b_->tag(part::content, b_->sequence({b_->any(), b_->until(markers)}));
    return b_->star(b_->choice({b_->literal(c.start), headed, end(), bare}));
}

std::vector<std::string_view> channel_reader::stops() const {
    std::vector<std::string_view> out(format_->ends.begin(), format_->ends.end());
    out.push_back(format_->start);
    return out;
}

peg::node_id channel_reader::end() {
    std::vector<std::string_view> const ends(format_->ends.begin(), format_->ends.end());
    return b_->one_of(ends);
}

peg::node_id channel_reader::header_up_to(std::vector<std::string_view> texts) {
    constexpr std::uint32_t within_reason = 256;
    texts.push_back(format_->message);
    for (std::string const& e : format_->ends) {
        texts.push_back(e);
    }
    return b_->repeat(b_->sequence({b_->reject(b_->one_of(texts)), b_->any()}), 0, within_reason);
}

std::string_view channel_reader::any_recipient() const {
    std::string_view const own = format_->recipient;
    return own.substr(0, (std::min)(own.find('='), own.size() - 1) + 1);
}

peg::node_id channel_reader::recipient() {
    return b_->choice({b_->literal(format_->recipient), b_->literal(any_recipient())});
}

peg::node_id channel_reader::call() {
    channel_format const& c = *format_;
    marker_builder m(*b_);
    peg::node_id const name = b_->tag(part::name, b_->plus(b_->chars("^ <\\t\\r\\n\\\"'{}")));
    peg::node_id const arguments =
        b_->choice({b_->tag(part::arguments, b_->json_object()), b_->look(b_->one_of(stops()))});
    peg::node_id const call =
        b_->tag(part::call, b_->sequence({header_up_to({c.recipient, any_recipient()}), recipient(), name,
                                          header_up_to({c.message}), b_->literal(c.message), b_->cut(),
                                          m.space(), arguments}));
    return b_->sequence(
        {b_->recover(call, b_->tag(part::malformed, b_->until(stops()))), m.space(), b_->optional(end())});
}

peg::node_id channel_reader::reasoning(bool apart) {
    channel_format const& c = *format_;
    std::string const opening = c.channel + c.reasoning;
    peg::node_id const header = b_->sequence({header_up_to({opening}), b_->literal(opening),
                                              header_up_to({c.message}), b_->literal(c.message), b_->cut()});
    peg::node_id const text = b_->until(stops());
    return apart ? b_->sequence({header, b_->tag(part::reasoning, text), b_->optional(end())})
                 : b_->tag(part::content, b_->sequence({header, text, b_->optional(end())}));
}

}  // namespace parlance::chat::detail
