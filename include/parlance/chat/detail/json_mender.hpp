// parlance/chat/detail/json_mender.hpp - JSON as models write it, and what dialects have in its place, made JSON while it
// streams
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/string_mender.hpp>
#include <parlance/decl.hpp>
#include <boost/json/fwd.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

struct notation;

/// Passes JSON on as it is and mends its strings, as string_mender and escape_mender have it; bytes that are no UTF-8 become
/// U+FFFD.  What is Python becomes JSON: strings in single quotes, True, False and None; keys get their quotes; and a comma
/// behind the last item goes.  Holds back what strings and escapes do, a key without quotes until it is whole, and a comma
/// until something follows.
///
/// Of a `notation` it writes the JSON: its brackets, quotes and what it has for a colon become JSON's, and bare words that are
/// no value strings.  Of Python's calls, `('Bern', days=3)`, arguments without a name have those of the function's parameters
/// in their order; text in front of one is held back, for it may be a name in quotes.  An object in the place of the first,
/// `({'days': 3})`, holds all of them, where that parameter is none.  Total: what is no notation at all comes out as strings.
class json_mender {
public:
    json_mender() = default;
    /// What it is given must outlive it.
    ///
    /// parameters  of the function that is called, by their names; null where it is not known
    explicit json_mender(notation const& n, boost::json::object const* parameters = nullptr)
        : notation_(&n), parameters_(parameters), string_(n) {}

    /// Appends what is certain to `out`.  `text` ends between code points.
    PARLANCE_DECL void put(std::string_view text, std::string& out);
    /// The text is over: what was held.
    ///
    /// whole  it was not cut off, and a word that was begun is one
    PARLANCE_DECL void close(std::string& out, bool whole = true);
    /// The text was cut off: what close() would leave out, and does then.
    [[nodiscard]] PARLANCE_DECL std::string take_held();

private:
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
    [[nodiscard]] PARLANCE_DECL bool begins_number(char c) const noexcept;
    PARLANCE_DECL void end_number(std::string& out, bool whole);
    PARLANCE_DECL void outside(char c, std::string& out);
    PARLANCE_DECL bool noted(char c, std::string& out);
    PARLANCE_DECL void add_comma(char next);
    PARLANCE_DECL void put_comma(std::string& out);
    PARLANCE_DECL void end_word(std::string& out, bool key);
    PARLANCE_DECL void begin_text(char quote, std::string& out);

    // Arguments of a function that may have no name.
    [[nodiscard]] PARLANCE_DECL bool at_argument() const noexcept;
    [[nodiscard]] PARLANCE_DECL bool is_named() const;
    [[nodiscard]] PARLANCE_DECL bool at_all_arguments() const;
    PARLANCE_DECL void name_argument(std::string& out);
    PARLANCE_DECL void settle_argument(std::string& out);

    notation const* notation_ = nullptr;
    boost::json::object const* parameters_ = nullptr;
    string_mender string_{};
    bool unwrapping_ = false;      // an object holds all arguments
    bool called_ = false;          // they stand in parentheses, with `=` behind their names
    bool ended_ = false;           // a string between long quotes, and nothing has followed it
    bool missing_ = false;         // a comma in front of the word that was begun, if it is a key
    bool valued_ = false;          // the member at hand has its key, in a notation
    std::size_t unnamed_ = 0;      // arguments without a name so far
    std::string argument_text_{};  // in front of one, in quotes, and held
    bool maybe_key_ = false;       // there is such a text
    bool argument_ = false;        // one begins
    std::string maybe_quote_{};    // the beginning of a long one
    std::string word_{};           // begun
    bool number_ = false;          // it is a number that may be none of JSON
    bool text_ = false;            // the argument that was named is a string
    std::string comma_{};          // and the white space behind it
    std::string brackets_{};       // of JSON that are open, in a notation
    bool gap_ = false;             // white space stands behind the word
    char last_ = 0;                // that is no white space, outside of strings
    bool raw_ = false;             // in the string that comes backslashes are letters
    int skipped_ = 0;              // letters of a word that was told
};

/// The JSON of a whole text in a notation; empty where it makes none.
[[nodiscard]] PARLANCE_DECL std::string json_of(std::string_view text, notation const& n);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/json_mender.ipp>
#endif
