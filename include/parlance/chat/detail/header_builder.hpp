// parlance/chat/detail/header_builder.hpp - answers that are a series of messages with headers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Reads messages of a `channel_format`.  Text without a header is content, too: an answer is never lost to its header.
/// `apart`: reasoning is told from content; otherwise it is content, its markers included.
class header_builder {
public:
    header_builder(peg::builder& b, channel_format const& c, std::span<tool const> tools)
        : b_(&b), m_(b), format_(&c), tools_(tools) {}

    /// A header that names a recipient makes a call, where it may be called; one of the reasoning channel reasoning, any
    /// other one content.
    [[nodiscard]] PARLANCE_DECL peg::node_id with_channels(bool callable, bool apart);

    /// Without channels: what is addressed to oneself is reasoning, what is addressed to the user or to nobody content, and
    /// what is addressed to anybody else has calls in it, or one object of arguments.  Calls are found outside of such
    /// messages, too, but not in reasoning.  A message may end where the next one begins.
    ///
    /// calls     reads calls, from their opening on; none where there are no calls to read
    /// openings  what calls begin with
    [[nodiscard]] PARLANCE_DECL peg::node_id
    with_addresses(std::vector<peg::node_id> calls, std::vector<std::string> const& openings, bool apart);

private:
    [[nodiscard]] peg::node_id end() { return m_.one_of(format_->ends); }

    /// What ends a message with a channel, whether it says so or not.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> stops() const;

    /// The header's text in front of one of `texts`, within reason and inside the header.
    [[nodiscard]] PARLANCE_DECL peg::node_id header_up_to(std::vector<std::string_view> texts);

    /// What stands before the name of any recipient: tools of the model's own are no functions of the caller's.
    [[nodiscard]] PARLANCE_DECL std::string_view any_recipient() const;
    [[nodiscard]] PARLANCE_DECL peg::node_id recipient();
    [[nodiscard]] PARLANCE_DECL peg::node_id call();
    [[nodiscard]] PARLANCE_DECL peg::node_id reasoning(bool apart);

    /// A header that addresses whom `whom` reads.
    [[nodiscard]] PARLANCE_DECL peg::node_id addressed_to(peg::node_id whom);
    [[nodiscard]] peg::node_id name() { return b_->chars("^ <\\t\\r\\n\\\"'{}", 1, 128); }
    /// What ends an addressed message, whether it says so or not.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> next_messages() const;

    peg::builder* b_;
    marker_builder m_;
    channel_format const* format_;
    std::span<tool const> tools_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/header_builder.ipp>
#endif
