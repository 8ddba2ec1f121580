// parlance/chat/detail/call_reader.hpp - the expressions that read the calls of one dialect, generously
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

/// Reads calls as models write them: members and arguments in any order, white space as it comes, ends that may be
/// missing.  What a call's marker begins and is no call becomes `malformed`; where there is no marker, only the name
/// of a known tool makes a call.
class call_reader : dialect_builder {
public:
    /// named  nothing but the name of a known tool makes a call
    call_reader(peg::builder& b, tool_format const& t, std::span<tool const> tools, std::size_t dialect,
                bool strict = false, bool silent = false, bool named = false)
        : dialect_builder(b, {&t, tools, dialect, !named && has_call_marker(t), strict, silent}) {}

    /// One call or several, with what stands around all of them.
    [[nodiscard]] PARLANCE_DECL peg::node_id calls();

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

    [[nodiscard]] PARLANCE_DECL peg::node_id item(bool first_in_text);
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/call_reader.ipp>
#endif
