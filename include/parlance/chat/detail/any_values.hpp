// parlance/chat/detail/any_values.hpp - JSON as models write it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/part.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/ascii.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::chat::detail {

/// unescaped_quotes: in Python's strings, a quote is the end only in front of one of these, or of another string behind white
/// space; `'it's'` is read as it was meant.
inline constexpr std::string_view behind_strings = ",:)]}";
inline constexpr std::uint32_t most_white_space_behind_strings = 128;

/// other_numbers: what JSON's numbers do not begin with, save `-` and a single zero.
inline constexpr std::string_view begins_of_other_numbers = "+-.0";

/// bare_keys: a key without quotes, as JavaScript has them: `{city: "Bern"}`.
inline constexpr std::uint32_t longest_bare_key = 128;
[[nodiscard]] constexpr bool begins_bare_key(char c) noexcept {
    return ascii::is_letter(c) || c == '_' || c == '$';
}
[[nodiscard]] constexpr bool is_in_bare_key(char c) noexcept {
    return begins_bare_key(c) || ascii::is_digit(c) || c == '-';
}

/// Reads JSON and what Python and JavaScript have in its place: strings in quotes of either kind, keys in none, constants of
/// both, a comma behind the last item; json_mender makes JSON of it.  Where a call must be whole (`strict`), JSON alone.
/// Behind its first character it is decided what a value is.
class any_values {
public:
    /// mends  what JSON has not is told as parts, whose text its reader replaces
    any_values(peg::builder& b, bool strict, bool mends = true)
        : b_(&b), strict_(strict), mends_(mends && !strict) {}

    [[nodiscard]] peg::node_id value() {
        if (strict_) {
            return b_->json_value();
        }
        return b_->rule(value_name(), [&] {
            peg::node_id const item = b_->sequence({b_->ref(b_->declare(value_name())), gap()});
            peg::node_id const object = members(b_->literal("}"));
            return b_->choice({long_text(), decided_text(), b_->rule(object_name(), object),
                               listed("[", item, b_->literal("]"), b_->fail()), b_->json_literal(),
                               b_->python_literal(), number()});
        });
    }
    [[nodiscard]] peg::node_id object() {
        if (strict_) {
            return b_->json_object();
        }
        static_cast<void>(value());
        return b_->ref(b_->declare(object_name()));
    }
    /// Its last brace may be missing where `end` is.
    [[nodiscard]] peg::node_id object_up_to(peg::node_id end) {
        static_cast<void>(value());
        return members(b_->choice({b_->literal("}"), end}));
    }
    [[nodiscard]] peg::node_id text() { return in_quotes(b_->json_string_content(), in_single_quotes()); }
    [[nodiscard]] peg::node_id bare_key() {
        if (bare_key_ == peg::none) {
            bare_key_ = b_->sequence({b_->chars("a-zA-Z_$"), b_->chars("a-zA-Z0-9_$-", 0, longest_bare_key)});
        }
        return bare_key_;
    }
    [[nodiscard]] peg::node_id key(peg::node_id quoted) {
        return strict_ ? quoted : b_->choice({quoted, bare_key()});
    }
    /// White space; made once, for objects are full of it.
    [[nodiscard]] peg::node_id space() {
        space_ = space_ == peg::none ? b_->json_space() : space_;
        return space_;
    }
    /// What tells that the first member of an object begins, and that an object does that has one.
    [[nodiscard]] peg::node_id first_key() {
        return b_->choice({b_->chars("\\\"'"), b_->sequence({bare_key(), space(), b_->literal(":")})});
    }
    [[nodiscard]] peg::node_id opened_object() {
        return b_->sequence({b_->literal("{"), space(), first_key()});
    }

    /// Text in quotes: `usual` in JSON's, `single` in Python's.
    [[nodiscard]] peg::node_id in_quotes(peg::node_id usual, peg::node_id single) {
        auto const between = [&](std::string_view quote, peg::node_id e) {
            return b_->sequence({b_->literal(quote), e, b_->literal(quote)});
        };
        return strict_ ? between("\"", usual) : b_->choice({between("\"", usual), between("'", single)});
    }
    /// What may stand between single quotes, unescaped ones included.
    [[nodiscard]] peg::node_id in_single_quotes() {
        return b_->rule("text-in-single-quotes", [&] {
            return b_->star(b_->choice({b_->chars("^'\\\\", 1, peg::unbounded),
                                        b_->sequence({b_->literal("\\"), b_->any()}),
                                        b_->sequence({b_->literal("'"), b_->reject(behind_string())})}));
        });
    }
    /// What stands behind the end of a string of Python.
    [[nodiscard]] peg::node_id behind_string() {
        auto const gap = [&](std::uint32_t least) {
            return b_->chars(" \\t\\n\\r", least, most_white_space_behind_strings);
        };
        peg::node_id const mark = b_->choice({b_->one_of({",", ":", ")", "]", "}"}), b_->end()});
        return b_->choice({b_->sequence({gap(0), mark}), b_->sequence({gap(1), b_->chars("\"'")})});
    }

private:
    [[nodiscard]] peg::node_id decided_text() {
        return in_quotes(b_->sequence({b_->cut(), b_->json_string_content()}),
                         b_->sequence({b_->cut(), in_single_quotes()}));
    }
    /// other_numbers: JSON's, and more than those, as json_of_number has them.
    [[nodiscard]] peg::node_id number() {
        peg::node_id const sign = b_->optional(b_->chars("+-"));
        peg::node_id const digits = b_->chars("0-9", 1, peg::unbounded);
        peg::node_id const other_base =
            b_->sequence({b_->literal("0"), b_->chars("box"), b_->chars("0-9a-fA-F", 1, peg::unbounded)});
        peg::node_id const point = b_->sequence({b_->literal("."), digits});
        peg::node_id const decimal = b_->choice(
            {b_->sequence({digits, b_->optional(point)}), b_->sequence({b_->literal("."), digits})});
        peg::node_id const exponent = b_->optional(b_->sequence({b_->chars("eE"), sign, digits}));
        return b_->sequence({sign, b_->choice({other_base, b_->sequence({decimal, exponent})})});
    }
    [[nodiscard]] peg::node_id member() {
        return b_->sequence({key(decided_text()), gap(), b_->literal(":"), gap(), value_of_member(), gap()});
    }
    [[nodiscard]] peg::node_id value_of_member() {
        peg::node_id const any = b_->ref(b_->declare(value_name()));
        return mends_ ? b_->rule("member-value", [&] { return b_->choice({text_of_member(), any}); }) : any;
    }
    /// An object; `close` is what ends it.
    [[nodiscard]] peg::node_id members(peg::node_id close) {
        return listed("{", member(), close, mends_ ? unseparated() : b_->fail());
    }
    /// further  an item that no comma stands in front of
    [[nodiscard]] peg::node_id listed(std::string_view open, peg::node_id item, peg::node_id close,
                                      peg::node_id further) {
        peg::node_id again =
            b_->sequence({b_->literal(","), b_->cut(), gap(), b_->choice({item, b_->look(close)})});
        again = further == b_->fail() ? again : b_->choice({again, further});
        return b_->sequence({b_->literal(open), b_->cut(), gap(),
                             b_->optional(b_->sequence({item, b_->star(again)})), close});
    }

    // What JSON has not.

    [[nodiscard]] std::string_view value_name() const { return mends_ ? "loose-value" : "plain-value"; }
    [[nodiscard]] std::string_view object_name() const { return mends_ ? "loose-object" : "plain-object"; }

    /// White space, and comments: `/* … */`, and `// …` up to a line end.
    [[nodiscard]] peg::node_id gap() {
        if (!mends_) {
            return space();
        }
        if (gap_ != peg::none) {
            return gap_;
        }
        peg::node_id const comments = b_->rule("comments", [&] {
            constexpr std::uint32_t longest = 512;
            peg::node_id const star = b_->sequence({b_->literal("*"), b_->reject(b_->literal("/"))});
            peg::node_id const block =
                b_->sequence({b_->literal("/*"), b_->repeat(b_->choice({b_->chars("^*"), star}), 0, longest),
                              b_->literal("*/")});
            peg::node_id const line =
                b_->sequence({b_->literal("//"), b_->chars("^\\n", 0, longest), b_->look(b_->literal("\n"))});
            return b_->plus(b_->sequence({b_->tag(part::skipped, b_->choice({block, line})), space()}));
        });
        gap_ = b_->sequence({space(), b_->optional(comments)});
        return gap_;
    }

    /// long_strings: between three quotes, as Python has them; an empty string has none behind it.
    [[nodiscard]] peg::node_id long_text() {
        if (!mends_) {
            return b_->fail();
        }
        peg::node_id const quotes = b_->literal("\"\"\"");
        peg::node_id const mark = b_->tag(part::long_quote, quotes);
        peg::node_id const quote =
            b_->sequence({b_->reject(quotes), b_->tag(part::letter, b_->literal("\""))});
        peg::node_id const letters = b_->choice(
            {b_->chars("^\\\"\\\\", 1, peg::unbounded), b_->sequence({b_->literal("\\"), b_->any()}), quote});
        return b_->sequence({mark, b_->cut(), b_->star(letters), mark});
    }

    /// missing_comma: a key behind a value, in quotes.
    [[nodiscard]] peg::node_id unseparated() {
        peg::node_id const quote = b_->literal("\"");
        peg::node_id const ahead = b_->sequence(
            {quote, b_->chars("^\\\"\\\\\\n", 1, longest_bare_key), quote, space(), b_->literal(":")});
        return b_->sequence({b_->look(ahead), b_->tag(part::unseparated, quote), b_->cut(),
                             b_->json_string_content(), quote, gap(), b_->literal(":"), gap(),
                             value_of_member(), gap()});
    }

    /// unescaped_quotes: the string that is a member, with quotes in it that what follows cannot stand behind one.  Behind the
    /// first of them nothing that begins a tag or a member is some of it: else what is no string would be, up to the end.
    [[nodiscard]] peg::node_id text_of_member() {
        peg::node_id const quote = b_->literal("\"");
        peg::node_id const letter =
            b_->sequence({b_->look(b_->sequence({quote, behind_letter()})), b_->tag(part::letter, quote)});
        peg::node_id const member = b_->sequence({b_->chars(blanks_in_line, 0, most_blanks), quote});
        peg::node_id const tag = b_->choice({b_->chars("a-zA-Z/|"), b_->literal("\xef\xbd\x9c")});
        peg::node_id const more = b_->choice({b_->chars("^\\\"\\\\<{", 1, peg::unbounded),
                                              b_->sequence({b_->literal("\\"), b_->any()}), letter,
                                              b_->sequence({b_->literal("{"), b_->reject(member)}),
                                              b_->sequence({b_->literal("<"), b_->reject(tag)})});
        return b_->sequence({quote, b_->reject(b_->literal("\"\"")), b_->cut(), b_->json_string_content(),
                             b_->optional(b_->sequence({letter, b_->star(more)})), quote});
    }
    /// What cannot stand behind a string that is a member: neither the end of the object, nor a further member, nor what might
    /// have been meant for these.
    [[nodiscard]] peg::node_id behind_letter() {
        peg::node_id const blank = b_->chars(blanks_in_line, 0, most_blanks);
        peg::node_id const quote = b_->literal("\"");
        peg::node_id const no_colon = b_->chars("^: \\t\\r\\n");
        peg::node_id const key = b_->sequence({bare_key(), blank, b_->literal(":")});
        peg::node_id const text =
            b_->sequence({quote, b_->chars("^\\\"\\\\", 0, longest_bare_key), quote, blank, no_colon});
        peg::node_id const word = b_->sequence({bare_key(), blank, no_colon});
        peg::node_id const no_member =
            b_->sequence({b_->literal(","), blank, b_->choice({text, word, b_->chars("0-9()")})});
        return b_->sequence(
            {blank, b_->reject(key), b_->choice({b_->chars("^,}:{[\\]\\\"'<+/ \\t\\r\\n"), no_member})});
    }

    static constexpr std::string_view blanks_in_line = " \\t";
    static constexpr std::uint32_t most_blanks = 8;

    peg::builder* b_;
    bool strict_;
    bool mends_;
    peg::node_id gap_ = peg::none;
    peg::node_id space_ = peg::none;
    peg::node_id bare_key_ = peg::none;
};

}  // namespace parlance::chat::detail
