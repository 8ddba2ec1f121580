// parlance/chat/detail/call_builder.hpp - the calls of a message in one way to call
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <span>
#include <string_view>

namespace parlance::chat::detail {

/// Calls, read as models write them, members and arguments in any order, white space as it comes, ends that may be
/// missing; and written as the template has them.  What a call's marker begins and is no call becomes `malformed`; where
/// there is no marker, only the name of a known tool makes a call.
class call_builder : dialect_builder {
public:
    using dialect_builder::dialect_builder;

    /// One call or several, with what stands around all of them.  White space in front of the first marker is left to
    /// what stands before.
    [[nodiscard]] PARLANCE_DECL peg::node_id calls();

    /// Calls each in a message of its own that is addressed to its tool, as they are written.
    ///
    /// body    from what the first message holds on
    /// headed  from its header on
    struct addressed_calls {
        peg::node_id body;
        peg::node_id headed;
    };
    [[nodiscard]] PARLANCE_DECL addressed_calls addressed();

    /// The beginning of a call of a known tool, its name included; nothing is captured.
    [[nodiscard]] PARLANCE_DECL peg::node_id announced();

private:
    [[nodiscard]] PARLANCE_DECL peg::node_id call();

    /// All or nothing: every marker in its place, only the white space is free; none is read behind the end.
    [[nodiscard]] PARLANCE_DECL peg::node_id whole_calls();
    [[nodiscard]] PARLANCE_DECL peg::node_id whole_end(std::string_view text);

    /// What stands among whole calls in the place of one and calls nothing: it is left out.
    [[nodiscard]] PARLANCE_DECL peg::node_id idle_call();

    /// The opening of a list, without the white space that stands in front of the trigger; a bracket at its end may
    /// be missing.
    [[nodiscard]] PARLANCE_DECL peg::node_id opening(std::string_view open);

    /// A closing marker: a missing end is no reason to lose a call.
    [[nodiscard]] PARLANCE_DECL peg::node_id closing(std::string_view text);

    /// What stands in front of the first call.  By its beginning calls are recognised: nothing of it is left out.
    [[nodiscard]] PARLANCE_DECL peg::node_id first_opening();
    [[nodiscard]] PARLANCE_DECL peg::node_id item_opening(bool first_in_text);
    /// What stands between two calls and in front of the second.
    [[nodiscard]] PARLANCE_DECL peg::node_id between();

    /// A call and what ends it.
    [[nodiscard]] PARLANCE_DECL peg::node_id item();

    /// A marker that ends something; where calls end reasoning, too, models go from one to the next without a word.
    [[nodiscard]] PARLANCE_DECL peg::node_id written_end(std::string_view marker);
    /// Another one or several, where format and policy allow it.
    [[nodiscard]] PARLANCE_DECL peg::node_id more(peg::node_id another);
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/call_builder.ipp>
#endif
