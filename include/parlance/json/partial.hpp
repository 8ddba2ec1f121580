// parlance/json/partial.hpp - what an unfinished JSON text says so far
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::json {

/// A JSON text that was cut off, made whole.
///
/// healed  the value, with the marker where the text stopped: as a key with value 1, as a string, or at the end of the
///         string that was open.  The text's own value where it was whole.
/// cut     what was written at that place; empty where the text was whole.  In dump(healed) without spaces, everything
///         before the first occurrence of it is certain, and more text only adds to it; save where an escape was open,
///         which is made whole with zeros and may be dumped as a plain character, and where a key comes twice.
struct partial {
    value healed{};
    std::string cut{};

    [[nodiscard]] bool whole() const noexcept { return cut.empty(); }
};

namespace detail {

/// Finds out in what a text stops.  Knows brackets, strings and commas; whether the text is JSON is the parser's to say.
class unfinished {
public:
    PARLANCE_DECL explicit unfinished(std::string_view text);

    /// The text made whole; `added` becomes what was written where it stopped.
    [[nodiscard]] PARLANCE_DECL std::string complete(std::string_view marker, std::string& added) const;

    /// What to append to make it whole; empty where nothing does.
    [[nodiscard]] PARLANCE_DECL std::string closing() const;

    /// Whether the number or literal at the end can be the beginning of one; true where there is none.
    [[nodiscard]] PARLANCE_DECL bool word_is_begun() const;

private:
    PARLANCE_DECL void close_brackets(std::string& out) const;

    enum class last : unsigned char { opening, value, comma, colon };

    PARLANCE_DECL void read(char c, std::size_t at);

    PARLANCE_DECL void string(char c, std::size_t at);

    PARLANCE_DECL void ends_value();

    /// Whether the next string, or the one that is open, is a key.
    [[nodiscard]] PARLANCE_DECL bool at_key() const noexcept;

    [[nodiscard]] PARLANCE_DECL static bool is_high(std::string_view escape) noexcept;

    /// What completes the escape that is open, or the pair of surrogates.
    [[nodiscard]] PARLANCE_DECL std::string rest_of_escape() const;

    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    std::string_view text_;
    std::string open_;  // brackets
    bool in_string_ = false;
    bool in_word_ = false;     // a number or a literal
    bool value_next_ = false;  // in an object: behind a key
    last last_ = last::opening;
    std::size_t word_ = 0;          // where the word begins
    std::size_t escape_ = nowhere;  // where the escape that is open begins
    std::size_t high_ = nowhere;    // where the escape just read begins, if it is a high surrogate
};

}  // namespace detail

/// What can be appended to a JSON text that was cut off so that it is whole: the open string, word and brackets closed,
/// null for a value that is missing.  Empty where nothing is missing, or where nothing of the kind helps: behind the
/// comma of an object.  Linear.
[[nodiscard]] PARLANCE_DECL std::string closing_of(std::string_view text);

/// Reads JSON that may stop anywhere: in a string, an escape, a number.  A number or a literal at the very end of an
/// array or an object may go on and is not counted; one that is all of the text is whole.
///
/// marker  a text that the JSON does not contain, as `"$"`; it stands for what is missing
/// errors  those of parse: the text is wrong already, however it goes on
/// cost    linear
[[nodiscard]] PARLANCE_DECL result<partial> parse_partial(std::string_view text, std::string_view marker,
                                                          limits const& bounds = {});

}  // namespace parlance::json

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/impl/partial.ipp>
#endif
