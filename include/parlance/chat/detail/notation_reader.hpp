// parlance/chat/detail/notation_reader.hpp - arguments in another notation, turned into JSON as they stream
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/notation.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::chat::detail {

/// What JSON has for one of Python's constants; empty for any other word.
[[nodiscard]] PARLANCE_DECL std::string_view json_of_constant(std::string_view word) noexcept;

/// Writes the JSON of an object (or of any value) that is written in a `notation`.  Total: what is no notation at all
/// comes out as strings.  The notation must outlive it.
class notation_reader {
public:
    explicit notation_reader(notation const& n) : notation_(&n) {}

    /// Appends what is certain to `out`.
    PARLANCE_DECL void put(std::string_view text, std::string& out);
    /// At the end of the text: a word that was begun is written; an open string stays open.
    PARLANCE_DECL void close(std::string& out);

private:
    enum class state : std::uint8_t { outside, word, behind_word, text, escape, hex, behind_text };

    /// The long quote is looked for before anything else.
    PARLANCE_DECL void step(char c, std::string& out);

    [[nodiscard]] PARLANCE_DECL bool in_text() const noexcept;

    PARLANCE_DECL void plain(char c, std::string& out);

    PARLANCE_DECL void outside(char c, std::string& out);

    // A comma is written with what follows it, so that a trailing one is left out.
    PARLANCE_DECL void put_comma(std::string& out);

    PARLANCE_DECL void end_word(std::string& out, bool key);

    PARLANCE_DECL void begin_text(char end, std::string& out);
    PARLANCE_DECL void end_text(std::string& out);
    PARLANCE_DECL void text(char c, std::string& out);
    /// Behind a quote that ends a string of Python, or is a letter of it (`most_white_space_behind_strings` says which), or
    /// opens a long one.
    PARLANCE_DECL void behind_text(char c, std::string& out);
    /// Quotes that could have ended the string are letters of it.
    PARLANCE_DECL void keep_quotes(std::string& out);
    PARLANCE_DECL static void append(char c, std::string& out);
    PARLANCE_DECL void escape(char c, std::string& out);
    PARLANCE_DECL void hex(char c, std::string& out);

    notation const* notation_;
    std::string word_;
    std::string maybe_quote_;
    std::string behind_;  // the string: white space
    std::size_t depth_ = 0;
    state state_ = state::outside;
    char end_ = 0;            // what ends the string that is open; 0: the notation's long quote
    std::size_t quotes_ = 0;  // in a row, that may end the string
    bool long_ = false;       // it ends with three
    bool empty_ = true;       // the string that is open, so far
    bool comma_ = false;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/notation_reader.ipp>
#endif
