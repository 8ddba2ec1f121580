// parlance/chat/saved_dialect.hpp - a dialect as text: learned once, reviewed, kept under version control, compared
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

/// A dialect that was read from text, with the hash of the template that it was learned of; 0 where none was given.
struct saved_dialect {
    dialect learned;
    std::uint64_t source = 0;

    /// Whether it was learned of exactly this template.
    [[nodiscard]] PARLANCE_RARE bool is_of(std::string_view template_source) const noexcept;
};

/// A dialect as text: a line with the version of the notation and a hash of what follows, then one line for everything that
/// is not as in a dialect that knows nothing: PATH = JSON, and of a way to call PATH <- TABLE, in the notation of
/// format_of().  The same dialect has the same text everywhere.
///
///     parlance-dialect 2 5f0c1f0a8f4c9f3e
///     template = "9ae16a3b2f90404f"
///     reasoning.mode = "TAG_BASED"
///     reasoning.start = "<think>\n"
///     tools <- "\n"? one ("\n" one)* one <- "<tool_call>" tag(call, name "|" arguments) "</tool_call>"
///
/// What the template said when it raised is not kept.  Of a dialect that was not learned (dialect::ended) nothing is: the
/// text is empty, and load_dialect() refuses it.
[[nodiscard]] PARLANCE_RARE std::string save_dialect(dialect const& d, std::string_view template_source = {});

/// Reads what save_dialect() wrote.
/// Errors: unsupported_file for another version; malformed_file, with its line, where the text is not as it was written: a
/// path that is not known, a value that it cannot have, a text of more than 1 KiB, a hash that is not that of the lines;
/// cancelled.
[[nodiscard]] PARLANCE_RARE result<saved_dialect> load_dialect(std::string_view text,
                                                               limits const& bounds = {});

/// What has changed from one dialect to another, a line for each: "PATH: SAID -> SAID", with nothing on a side where it is
/// as in a dialect that knows nothing.  Empty when they are the same.
[[nodiscard]] PARLANCE_RARE std::vector<std::string> compare_dialects(dialect const& before,
                                                                      dialect const& after);

namespace detail {

/// The members that are not as in a dialect that knows nothing, in their order: path and JSON, or table.
[[nodiscard]] PARLANCE_RARE std::vector<std::pair<std::string, std::string>> told_members(dialect const& d);

}  // namespace detail
}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/saved_dialect.ipp>
#endif
