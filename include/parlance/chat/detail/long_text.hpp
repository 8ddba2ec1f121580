// parlance/chat/detail/long_text.hpp - texts of a format that are longer than those of any model
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <cstddef>

namespace parlance::chat::detail {

/// No text of a format may be longer.  What is made of a marker (each of its beginnings is a way in which an answer can
/// break off) grows with its square.  No model's has more than a hundred bytes.
inline constexpr std::size_t longest_text = 1024;

/// Nor may all of them together be longer, what stands in lists not counted.  Models have some three hundred bytes.
inline constexpr std::size_t longest_texts = 4096;

/// Nor may there be more white space at their beginnings, together: the end of a value is looked for with each part of what
/// stands in front of it.  Models have a dozen.
inline constexpr std::size_t most_space = 256;

/// What is wrong with a text that is too long: `reasoning.start: …`; empty where none is.
///
/// path  bytes in front of it that are the path of the member that has the text
struct long_text {
    note wrong{};
    std::size_t path = 0;
    explicit operator bool() const noexcept { return !wrong.empty(); }
};

/// The first text of a format that is too long.
[[nodiscard]] PARLANCE_DECL long_text long_text_of(format const& f);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/long_text.ipp>
#endif
