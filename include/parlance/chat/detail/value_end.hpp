// parlance/chat/detail/value_end.hpp - what stands around the value of a tagged argument, and where the value ends
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/maybe.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Whether the way in which a value stands behind its name has such a piece.
[[nodiscard]] PARLANCE_DECL bool has(pieces const& way, piece::kind what) noexcept;

/// Where in such a way the value stands; its size, where it has none.
[[nodiscard]] PARLANCE_DECL std::size_t value_in(pieces const& way) noexcept;
[[nodiscard]] PARLANCE_DECL piece::kind kind_of_value(pieces const& way) noexcept;

/// The text behind the first piece of a kind, and that in front of all others; empty where none is.
[[nodiscard]] PARLANCE_DECL std::string_view text_behind(pieces const& way, piece::kind what) noexcept;
[[nodiscard]] PARLANCE_DECL std::string_view text_in_front(pieces const& way) noexcept;

/// What stands between the name of an argument and its value, or the type of that; where strings have a way of their own,
/// in theirs.
[[nodiscard]] PARLANCE_DECL std::string_view key_close(tool_format const& t) noexcept;

/// What stands between a value and the name that comes again; empty where it does not.
[[nodiscard]] PARLANCE_DECL std::string_view key_again(tool_format const& t) noexcept;

/// How arguments in one piece are written; JSON where the format says nothing else.
[[nodiscard]] PARLANCE_DECL notation notation_of(tool_format const& t);
/// Whether a line end on either side of a value is layout.
[[nodiscard]] PARLANCE_DECL bool has_lines(tool_format const& t) noexcept;

/// What opens and closes the wrapper that a value may stand in, in the first way; empty where there is none.
[[nodiscard]] PARLANCE_DECL std::string_view value_opener(tool_format const& t) noexcept;
[[nodiscard]] PARLANCE_DECL std::string_view value_closer(tool_format const& t) noexcept;

/// What stands behind the value of the argument `key`; all of it that is known where `key` is empty.
[[nodiscard]] PARLANCE_DECL std::string closing_of(tool_format const& t, std::string_view key);

/// What ends the value of the argument `key`: its own marker, or where the model forgot it, that of the call.
[[nodiscard]] PARLANCE_DECL std::vector<std::string> value_ends(tool_format const& t, std::string_view key);

/// What ends a call, and all of them, piece by piece.
[[nodiscard]] PARLANCE_DECL std::vector<std::string_view> call_closers(tool_format const& t);

/// The texts around a member of a nested value: open NAME middle VALUE again NAME close.  White space at their outer ends is
/// layout.
struct member_markup {
    std::string open{};
    std::string middle{};
    std::string again{};
    std::string close{};
};

/// How the members of values are written in a dialect; nothing where values are not nested.
[[nodiscard]] PARLANCE_DECL maybe<member_markup> members_in(tool_format const& t);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/value_end.ipp>
#endif
