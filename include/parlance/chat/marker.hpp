// parlance/chat/marker.hpp - what counts as a marker in a chat format
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::chat {

/// Length of `]<]word[>[` at the front of `text`, or 0: a text that stands in front of tags to make them a model's own.
[[nodiscard]] PARLANCE_DECL std::size_t namespace_length(std::string_view text) noexcept;

/// Length of the marker that begins at the front of `text`, or 0.
///
/// A marker is `<…>` (tags, `<|…|>`, full-width bars) without white space behind `<`, `<` or a line end inside, or
/// `[…]` around words of letters, digits, `_`, `/` and spaces that begin with a capital or `/`, or are reserved as
/// `[unused11]` is: JSON's brackets are not markers.  At most 96 bytes.  A namespace belongs to the tag behind it.
[[nodiscard]] PARLANCE_DECL std::size_t marker_length(std::string_view text) noexcept;

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/marker.ipp>
#endif
