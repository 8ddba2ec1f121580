// parlance/chat/detail/address_reader.hpp - answers that are a series of messages, told apart by whom they address
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Reads messages of a `channel_format` without channels: what is addressed to oneself is reasoning, what is addressed to
/// the user or to nobody content, and what is addressed to anybody else has calls in it, or one object of arguments.
/// Calls are found outside of such messages, too, but not in reasoning.  A message may end where the next one begins.
class address_reader {
public:
    address_reader(peg::builder& b, channel_format const& c, std::span<tool const> tools)
        : b_(&b), format_(&c), tools_(tools) {}

    /// calls     reads calls, from their opening on; none where there are no calls to read
    /// openings  what calls begin with
    /// apart     reasoning is told from content; otherwise it is content, its markers included
    [[nodiscard]] PARLANCE_DECL peg::node_id message(std::vector<peg::node_id> calls,
                                                     std::vector<std::string> const& openings, bool apart);

private:
    [[nodiscard]] PARLANCE_DECL static std::vector<std::string_view>
    views(std::vector<std::string> const& all);
    [[nodiscard]] peg::node_id end() { return b_->one_of(views(format_->ends)); }
    [[nodiscard]] peg::node_id name() { return b_->chars("^ <\\t\\r\\n\\\"'{}", 1, 128); }

    /// A header that addresses whom `whom` reads.
    [[nodiscard]] PARLANCE_DECL peg::node_id header(peg::node_id whom);

    /// What ends a message, whether it says so or not.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> next_messages() const;

    peg::builder* b_;
    channel_format const* format_;
    std::span<tool const> tools_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/address_reader.ipp>
#endif
