// parlance/chat/analysis/detail/extent.hpp - where objects stand in a rendered call
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::chat::analysis::detail {

/// Bytes [begin, end) of a text.
struct extent {
    std::size_t begin = std::string_view::npos;
    std::size_t end = std::string_view::npos;
    [[nodiscard]] bool found() const noexcept { return begin != std::string_view::npos; }
    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// What the bracket at `open` encloses, it and its counterpart included; strings stand in any of `quotes`.
[[nodiscard]] PARLANCE_RARE extent bracketed(std::string_view text, std::size_t open,
                                             std::string_view quotes);

/// The JSON object that begins with the `{` at `open`; not found when the text between is not JSON.
[[nodiscard]] PARLANCE_RARE extent object_at(std::string_view text, std::size_t open);

/// The outermost JSON object that contains byte `inside`, not in a list: of `{"calls": [{"name": …}]}` that is an item.
/// None where `asked` says not to go on.
/// cost  quadratic: each bracket may begin one
[[nodiscard]] PARLANCE_RARE extent object_around(std::string_view text, std::size_t inside, std::size_t from,
                                                 stop_asker asked);

/// The JSON string, quotes included, that holds the JSON of an object which contains byte `inside`.
[[nodiscard]] PARLANCE_RARE extent string_around(std::string_view text, std::size_t inside,
                                                 std::size_t from = 0);

/// The innermost Python dictionary that contains byte `inside`: braces, and strings in single quotes.
[[nodiscard]] PARLANCE_RARE extent dictionary_around(std::string_view text, std::size_t inside,
                                                     std::size_t from = 0);

}  // namespace parlance::chat::analysis::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/detail/impl/extent.ipp>
#endif
