// parlance/chat/detail/channel_reader.hpp - answers that are a series of messages with headers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Reads messages of a `channel_format`: a header that names a recipient makes a call, one of the reasoning channel
/// reasoning, any other one content.  Text without a header is content, too: an answer is never lost to its header.
class channel_reader {
public:
    channel_reader(peg::builder& b, channel_format const& c) : b_(&b), format_(&c) {}

    /// callable    whether headers with a recipient make calls
    /// apart       reasoning is told from content; otherwise it is content, its markers included
    [[nodiscard]] PARLANCE_DECL peg::node_id message(bool callable, bool apart);

private:
    /// What ends a message, whether it says so or not.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string_view> stops() const;
    [[nodiscard]] PARLANCE_DECL peg::node_id end();

    /// The header's text in front of one of `texts`, within reason and inside the header.
    [[nodiscard]] PARLANCE_DECL peg::node_id header_up_to(std::vector<std::string_view> texts);

    /// What stands before the name of any recipient: tools of the model's own are no functions of the caller's.
    [[nodiscard]] PARLANCE_DECL std::string_view any_recipient() const;
    [[nodiscard]] PARLANCE_DECL peg::node_id recipient();
    [[nodiscard]] PARLANCE_DECL peg::node_id call();

    [[nodiscard]] PARLANCE_DECL peg::node_id reasoning(bool apart);

    peg::builder* b_;
    channel_format const* format_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/channel_reader.ipp>
#endif
