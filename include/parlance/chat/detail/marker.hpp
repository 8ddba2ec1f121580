// parlance/chat/detail/marker.hpp - markers as expressions: exact to write, tolerant of white space to read
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

inline constexpr std::string_view blanks = " \t\r\n";
inline constexpr std::string_view ends_of_sentences = ".,:;!?";

/// A marker as the white space around it and the text between.
struct split_marker {
    std::string_view before;
    std::string_view core;
    std::string_view after;
};

[[nodiscard]] PARLANCE_DECL split_marker split(std::string_view marker) noexcept;

/// The beginning of a marker's core by which it is recognised: a whole marker, or else up to a line end.
[[nodiscard]] PARLANCE_DECL std::string_view first_line(std::string_view core) noexcept;

/// The length of the first of the markers that a closing text is made of, each of which may be missing: `}` of
/// `}<end>`, `</function>` of `</function>\n</tool_call>`.
[[nodiscard]] PARLANCE_DECL std::size_t first_closer(std::string_view core) noexcept;

/// Where each of them ends.
[[nodiscard]] PARLANCE_DECL std::vector<std::size_t> ends_of_closers(std::string_view text);

/// Those markers.
[[nodiscard]] PARLANCE_DECL std::vector<std::string_view> closers_in(std::string_view text);

/// A letter, digit or underscore of ASCII.
[[nodiscard]] constexpr bool is_word_letter(char c) noexcept { return ascii::is_alnum(c) || c == '_'; }

/// Whether a marker is a word that only the blank in front tells from a longer one: ` of`.  Line ends may be missing.
[[nodiscard]] PARLANCE_DECL bool is_word_behind_blank(std::string_view marker) noexcept;

/// Whether a marker is made of JSON, so that white space between its parts means nothing.
[[nodiscard]] PARLANCE_DECL bool is_json_text(std::string_view core) noexcept;

/// Builds the expressions of markers over one builder.
class marker_builder {
public:
    /// asked  whether to stop, in what is made of long texts: the rest of them is left out then
    explicit marker_builder(peg::builder& b, stop_token asked = {}) : b_(&b), asked_(asked) {}

    /// White space: read as any amount within reason, written as `written`.
    [[nodiscard]] PARLANCE_DECL peg::node_id space(std::string_view written = {});

    /// White space before raw text: as written, or the beginning of it; what is more belongs to the text.
    [[nodiscard]] PARLANCE_DECL peg::node_id space_before_text(std::string_view written);

    /// White space behind raw text: as written, or the end of it, as until(ends()) has left it.
    [[nodiscard]] PARLANCE_DECL peg::node_id space_after_text(std::string_view written);

    /// The core of a marker.  White space with a line end in it is read loosely, and so are the seams between
    /// markers and JSON's brackets.
    [[nodiscard]] PARLANCE_DECL peg::node_id core(std::string_view core);

    /// A marker whose surroundings do not care for white space.
    [[nodiscard]] PARLANCE_DECL peg::node_id loose(std::string_view marker);

    /// A marker as it is written: its white space may be left out, and a line end put behind a bracket.  Models do both,
    /// and it is nobody's value.
    ///
    /// json  it is part of JSON, where a blank between words means nothing
    [[nodiscard]] PARLANCE_DECL peg::node_id written(std::string_view marker, bool json);

    /// A marker before raw text.
    [[nodiscard]] PARLANCE_DECL peg::node_id before_text(std::string_view marker);

    /// A marker after raw text that until(ends(marker)) has stopped before.
    [[nodiscard]] PARLANCE_DECL peg::node_id after_text(std::string_view marker);

    /// What ends the raw text before a marker: the marker with the white space in front that is its own, and, as
    /// models forget it, without.
    ///
    /// whole  all of its core, as where a name stands in it that might be anything
    [[nodiscard]] PARLANCE_DECL static std::vector<std::string> ends(std::string_view marker,
                                                                     bool whole = false);

    [[nodiscard]] PARLANCE_DECL peg::node_id text(std::string_view written);
    /// As peg::builder has them; none of no texts is read.
    [[nodiscard]] PARLANCE_DECL peg::node_id until(std::span<std::string const> ends);
    [[nodiscard]] PARLANCE_DECL peg::node_id one_of(std::span<std::string const> texts);
    /// The same of many short ones that are in order, by their letters: of what they have in common nothing is tried twice.
    ///
    /// begin  bytes in front that all have, which are not read
    [[nodiscard]] PARLANCE_DECL peg::node_id one_of_sorted(std::span<std::string_view const> texts,
                                                           std::size_t begin = 0);

private:
    peg::builder* b_;
    peg::node_id blanks_ = peg::none;  // any amount within reason
    stop_asker asked_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/marker.ipp>
#endif
