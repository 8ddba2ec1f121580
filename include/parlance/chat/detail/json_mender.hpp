// parlance/chat/detail/json_mender.hpp - JSON as models write it, and what dialects have in its place, made JSON while it
// streams
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <boost/json/fwd.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

struct notation;

/// `text` with U+FFFD for every sequence that is no UTF-8.
[[nodiscard]] PARLANCE_DECL std::string with_valid_utf8(std::string_view text);

/// `text` as it stands between the quotes of a JSON string.
[[nodiscard]] PARLANCE_DECL std::string quoted_content(std::string_view text);

/// What JSON has for one of Python's constants; empty for any other word.
[[nodiscard]] PARLANCE_DECL std::string_view json_of_constant(std::string_view word) noexcept;

/// What JSON has for one of Python's numbers, `+3`, `.5`, `1_000` or `0xff`; empty for any other word.
[[nodiscard]] PARLANCE_DECL std::string json_of_number(std::string_view word);

/// Passes JSON on as it is and mends what stands in its strings: control characters become escapes, a backslash that begins
/// no escape is doubled, bytes that are no UTF-8 and halves of surrogate pairs become U+FFFD.  What is Python becomes JSON:
/// strings in single quotes, True, False and None; keys get their quotes; and a comma behind the last item goes.  A single
/// quote that nothing follows of what follows a string is a letter (`behind_strings`).  Holds back such a quote until that is
/// known, an escape and a key without quotes until they are whole, the first of a pair until the second is, and a comma until
/// something follows.
///
/// Of a `notation` it writes the JSON: its brackets, quotes and what it has for a colon become JSON's, bare words that are
/// no value strings, and escapes are those of Python.  Where strings are Python's, too, either quote may be a letter, long
/// strings end with three quotes, and those behind one another are one.  Of Python's calls, `('Bern', days=3)`, arguments
/// without a name have those of the function's parameters in their order; text in front of one is held back, for it may be a
/// name in quotes.  An object in the place of the first, `({'days': 3})`, holds all of them, where that parameter is none.  Total: what is no notation at all comes out as strings.
class json_mender {
public:
    json_mender() = default;
    /// What it is given must outlive it.
    ///
    /// parameters  of the function that is called, by their names; null where it is not known
    explicit json_mender(notation const& n, boost::json::object const* parameters = nullptr)
        : notation_(&n), parameters_(parameters) {}

    /// Appends what is certain to `out`.  `text` ends between code points.
    PARLANCE_DECL void put(std::string_view text, std::string& out);
    /// The text is over: what was held.
    ///
    /// whole  it was not cut off, and a word that was begun is one
    PARLANCE_DECL void close(std::string& out, bool whole = true);

private:
    static constexpr char long_quote = 1;           // the notation's, around raw text
    static constexpr std::size_t longest_gap = 64;  // that is held

    /// How much of a text goes on as it is.
    [[nodiscard]] PARLANCE_DECL std::size_t as_it_is(std::string_view text) noexcept;
    [[nodiscard]] PARLANCE_DECL static bool item_follows(std::string_view text) noexcept;
    /// Of a notation: the long quote is looked for before anything else.
    PARLANCE_DECL void step(char c, std::string& out);
    PARLANCE_DECL void plain(char c, std::string& out);

    // Outside of strings.
    [[nodiscard]] PARLANCE_DECL bool begins_key(char c) const noexcept;
    PARLANCE_DECL void end_key(std::string& out);
    PARLANCE_DECL void outside(char c, std::string& out);
    PARLANCE_DECL bool noted(char c, std::string& out);
    PARLANCE_DECL void add_comma(char next);
    PARLANCE_DECL void put_comma(std::string& out);
    PARLANCE_DECL void end_word(std::string& out, bool key);
    PARLANCE_DECL void begin_text(char quote, std::string& out);

    // Arguments of a function that may have no name.
    [[nodiscard]] PARLANCE_DECL bool at_argument() const noexcept;
    [[nodiscard]] PARLANCE_DECL bool at_all_arguments() const;
    PARLANCE_DECL void name_argument(std::string& out);
    PARLANCE_DECL void settle_argument(std::string& out);

    // In strings.
    PARLANCE_DECL void in_text(char c, std::string& out);
    PARLANCE_DECL void letter(char c, std::string& out);
    PARLANCE_DECL void behind_quote(char c, std::string& out);
    PARLANCE_DECL void keep_ending(std::string& out);
    PARLANCE_DECL void end_text(std::string& out);
    PARLANCE_DECL void escape(char c, std::string& out);
    PARLANCE_DECL void unit(std::string& out);
    PARLANCE_DECL void flush_high(std::string& out);

    notation const* notation_ = nullptr;
    boost::json::object const* parameters_ = nullptr;
    bool unwrapping_ = false;      // an object holds all arguments
    bool called_ = false;          // they stand in parentheses, with `=` behind their names
    bool ended_ = false;           // a string between long quotes, and nothing has followed it
    bool missing_ = false;         // a comma in front of the word that was begun, if it is a key
    std::size_t unnamed_ = 0;      // arguments without a name so far
    std::string argument_text_{};  // in front of one, in quotes, and held
    bool maybe_key_ = false;       // there is such a text
    bool argument_ = false;        // one begins
    std::string maybe_quote_{};    // the beginning of a long one
    std::string word_{};           // begun
    std::string comma_{};          // and the white space behind it
    std::string escape_{};         // begun
    std::string high_{};           // the first half of a surrogate pair, whole
    std::string ending_{};         // quotes that may end a string of Python, and the white space behind them
    std::string brackets_{};       // of JSON that are open, in a notation
    bool gap_ = false;             // white space stands behind the word
    char last_ = 0;                // that is no white space, outside of strings
    char quote_ = 0;               // of the string that is open
    bool long_ = false;            // it ends with three of them
    bool raw_ = false;             // backslashes are letters
    bool empty_ = true;            // so far
    int skipped_ = 0;              // letters of a word that was told
};

/// The JSON of a whole text in a notation; empty where it makes none.
[[nodiscard]] PARLANCE_DECL std::string json_of(std::string_view text, notation const& n);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/json_mender.ipp>
#endif
