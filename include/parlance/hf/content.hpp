// parlance/hf/content.hpp - the text of a region, read as what a template says it is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::hf {

/// What the text of a region is.
///
/// text             itself
/// integer, number  what Python's int() and float() make of it
/// boolean          true where it is `true` or `1` in any case, else false
/// json             a JSON value
/// xml_inline       an object: a member for each match of a pattern
/// kv_lines         an object: a member for each line
enum class content_kind : std::uint8_t { text, integer, number, boolean, json, xml_inline, kv_lines };

/// How the text of a region is read: a template's `content` with its `content_args`.
///
/// strip           text, kv_lines: white space at the ends goes
/// unquoted_keys   json: bare words in front of a colon are keys
/// string_delims   json: pairs of texts that stand for quotes
/// allow_non_json  json: what is no JSON is the text itself
/// tag             xml_inline: a pattern with the groups `key` and `value`
/// merge           xml_inline: equal keys make a list
/// value           xml_inline, kv_lines: how values are read; without it they are text
struct content_format {
    content_kind kind = content_kind::text;
    bool strip = true;
    bool unquoted_keys = false;
    bool allow_non_json = false;
    bool merge = false;
    std::vector<std::pair<std::string, std::string>> string_delims{};
    std::string line_separator = "\n";
    std::string pair_separator = ":";
    std::optional<regex> tag{};
    std::shared_ptr<content_format const> value{};

    /// Whether the text is the value, so that it can be shown as it comes.
    [[nodiscard]] PARLANCE_DECL bool streams() const noexcept;
};

namespace detail {

[[nodiscard]] inline diagnostic mismatch(note hint) { return {errc::response_mismatch, {}, 0, hint}; }

/// read_content(), paid for by the call that it is a part of.
[[nodiscard]] PARLANCE_DECL result<json::value>
content_value(std::string_view text, content_format const& how, limits const& bounds, work& paid);

[[nodiscard]] PARLANCE_DECL result<json::value> read_json(std::string_view text, content_format const& how,
                                                          limits const& bounds, work& paid);

/// A member of an object in the making.
struct content_pair {
    std::string key;
    json::value value;
};

/// The pair that a match of the tag pattern in `text` is.
[[nodiscard]] PARLANCE_DECL result<content_pair> read_tag(std::string_view text, regex_match const& m,
                                                          content_format const& how, limits const& bounds,
                                                          work& paid);

/// The pair that a line is; nothing for other lines.
[[nodiscard]] PARLANCE_DECL result<std::optional<content_pair>>
read_line(std::string_view line, content_format const& how, limits const& bounds, work& paid);

}  // namespace detail

/// The value of a region's text.  Linear in it.
/// Errors: response_mismatch, regex_budget, out_of_fuel; never for text, booleans and kv_lines of text.
[[nodiscard]] PARLANCE_DECL result<json::value> read_content(std::string_view text, content_format const& how,
                                                             limits const& bounds = {});

}  // namespace parlance::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/impl/content.ipp>
#endif
