// parlance/chat/detail/cut_header.hpp - a header in which the answer ends
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// What stands before the name of any recipient: tools of the model's own are no functions of the caller's.
[[nodiscard]] inline std::string_view any_recipient(channel_format const& c) {
    std::string_view const own = c.recipient;
    return own.substr(0, (std::min)(own.find('='), own.size() - 1) + 1);
}

/// A header of a `channel_format` up to any of its bytes, and then the end: neither a message nor a call has come of it.
class cut_header_builder {
public:
    cut_header_builder(peg::builder& b, channel_format const& c) : b_(&b), format_(&c) {}

    /// Where a header may begin.
    [[nodiscard]] peg::node_id anywhere() {
        channel_format const& c = *format_;
        peg::node_id const whom = recipient();
        peg::node_id const front = b_->choice({whom, channel_front(whom)});
        return cut_off(b_->choice({beginning(c.start), beginning(c.channel),
                                   b_->sequence({front, b_->optional(beginning(c.message))})}));
    }
    /// The same of the very first header, whose message the prompt has begun.  An answer may be as short as `to`, `to=5` or `<`:
    /// there has to be a recipient with its namespace, or the beginning of a marker behind one, or more than a letter of that
    /// of a channel.
    [[nodiscard]] peg::node_id first() {
        channel_format const& c = *format_;
        std::string_view const to = split(any_recipient(c)).core;
        std::string_view const whole = split(c.recipient).core;
        peg::node_id const own = whole == to ? b_->fail() : addressed(whole, 1);
        peg::node_id const ahead = b_->sequence({addressed(to, 1), beginning(c.message)});
        peg::node_id const channel =
            b_->sequence({b_->look(b_->literal(c.channel.substr(0, 2))), beginning(c.channel)});
        return b_->sequence(
            {b_->start(), cut_off(b_->choice({channel, b_->sequence({b_->chars(blanks, 0, 1),
                                                                     b_->choice({ahead, own})})}))});
    }
    /// The same from the marker of its channel on, which nothing else begins with.
    [[nodiscard]] peg::node_id from_channel() {
        return cut_off(b_->sequence({channel_front(recipient()), b_->optional(beginning(format_->message))}));
    }

private:
    [[nodiscard]] peg::node_id recipient() {
        std::string_view const to = split(any_recipient(*format_)).core;
        return b_->sequence({b_->chars(blanks, 0, 1), b_->choice({addressed(to, 0), beginning(to)})});
    }
    [[nodiscard]] peg::node_id cut_off(peg::node_id header) {
        return b_->tag(part::malformed, b_->sequence({header, b_->end()}));
    }
    [[nodiscard]] peg::node_id word(std::uint32_t least) {
        constexpr std::uint32_t longest = 128;
        return b_->chars("^ <\\t\\r\\n\\\"'{}", least, longest);
    }
    /// The name of a recipient behind what stands in front of it, and the type of what it is sent.
    [[nodiscard]] peg::node_id addressed(std::string_view to, std::uint32_t least) {
        return to.empty()
                   ? b_->fail()
                   : b_->sequence({b_->literal(to), word(least), b_->chars(blanks, 0, 1),
                                   b_->optional(b_->sequence({b_->literal(data_type_marker), word(0)}))});
    }
    [[nodiscard]] peg::node_id channel_front(peg::node_id whom) {
        std::string_view const channel = format_->channel;
        return channel.empty() ? b_->fail()
                               : b_->sequence({b_->literal(channel), word(0), b_->optional(whom),
                                               b_->chars(blanks, 0, 1)});
    }
    /// The first letters of a marker, at the end.
    [[nodiscard]] peg::node_id beginning(std::string_view marker) {
        std::vector<peg::node_id> parts;
        for (std::size_t n = marker.size(); n > 0; --n) {
            parts.push_back(b_->sequence({b_->literal(marker.substr(0, n)), b_->look(b_->end())}));
        }
        return parts.empty() ? b_->fail() : b_->choice(parts);
    }

    peg::builder* b_;
    channel_format const* format_;
};

}  // namespace parlance::chat::detail
