// parlance/chat/hf/detail/schema_shape.hpp - patterns of response schemas that are a region between two delimiters
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::chat::hf::detail {

/// A pattern with one group, cut where its capture begins and ends.
///
/// open    a pattern for what stands before the capture, and for the part of the capture up to its last gap
/// close   a pattern for what stands behind it; empty where the capture goes to the end of the text
/// head    whether the capture begins inside `open`, in its first group
/// at_end  whether the end of the text is an end of the capture, too
struct schema_shape {
    std::string open;
    std::string close;
    bool head = false;
    bool at_end = false;
};

/// Reads `LITERAL (CAPTURE) END`, where white space may stand on either side of the capture:
///
///     CAPTURE  .*?, or texts with gaps .*? between them and one behind the last; .* where nothing follows
///     END      LITERAL, or (?:LITERAL|...|$), or $
///
/// For these a search is two searches one after the other: the first place where `open` matches, and from there the
/// first where `close` does.  No other way to match `open` can be followed by a `close` that this one misses.
class schema_shape_reader {
public:
    explicit schema_shape_reader(std::string_view pattern) : in_(pattern) {}

    /// Nothing for all other patterns.
    [[nodiscard]] PARLANCE_DECL std::optional<schema_shape> read();

private:
    [[nodiscard]] PARLANCE_DECL char next(std::size_t ahead = 0) const noexcept;
    PARLANCE_DECL bool take(std::string_view text) noexcept;

    /// Length of a character that stands for itself here; 0 for what means something.
    [[nodiscard]] PARLANCE_DECL std::size_t character() const noexcept;
    PARLANCE_DECL std::string_view take_literal() noexcept;
    /// White space that may be there or not.
    bool take_blank() noexcept { return take("\\s*") || take("\\n?") || take("\n?"); }
    /// Whether what comes next is certain not to be white space.
    [[nodiscard]] PARLANCE_DECL bool starts_solid() const noexcept;

    /// The capture is all that follows.
    [[nodiscard]] PARLANCE_DECL std::optional<schema_shape>
    whole_rest(std::string_view before, std::size_t capture, std::size_t gap, bool texts);

    bool end_text(bool solid) noexcept { return (!solid || starts_solid()) && !take_literal().empty(); }
    /// `solid`: no white space may begin it, since some may have been taken before the capture.
    PARLANCE_DECL bool end(bool& at_end, bool solid) noexcept;

    std::string_view in_;
    std::size_t at_ = 0;
};

}  // namespace parlance::chat::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/hf/detail/impl/schema_shape.ipp>
#endif
