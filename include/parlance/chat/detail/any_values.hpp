// parlance/chat/detail/any_values.hpp - JSON as models write it
// SPDX-License-Identifier: BSL-1.0
#pragma once
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
    any_values(peg::builder& b, bool strict) : b_(&b), strict_(strict) {}

    [[nodiscard]] peg::node_id value() {
        if (strict_) {
            return b_->json_value();
        }
        return b_->rule("loose-value", [&] {
            peg::node_id const item = b_->sequence({b_->ref(b_->declare("loose-value")), space()});
            peg::node_id const object = listed("{", member(), b_->literal("}"));
            return b_->choice({decided_text(), b_->rule("loose-object", object),
                               listed("[", item, b_->literal("]")), b_->json_literal(), b_->python_literal(),
                               number()});
        });
    }
    [[nodiscard]] peg::node_id object() {
        if (strict_) {
            return b_->json_object();
        }
        static_cast<void>(value());
        return b_->ref(b_->declare("loose-object"));
    }
    /// Its last brace may be missing where `end` is.
    [[nodiscard]] peg::node_id object_up_to(peg::node_id end) {
        static_cast<void>(value());
        return listed("{", member(), b_->choice({b_->literal("}"), end}));
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
        return b_->sequence({key(decided_text()), space(), b_->literal(":"), space(),
                             b_->ref(b_->declare("loose-value")), space()});
    }
    [[nodiscard]] peg::node_id listed(std::string_view open, peg::node_id item, peg::node_id close) {
        peg::node_id const again =
            b_->sequence({b_->literal(","), b_->cut(), space(), b_->choice({item, b_->look(close)})});
        return b_->sequence({b_->literal(open), b_->cut(), space(),
                             b_->optional(b_->sequence({item, b_->star(again)})), close});
    }

    peg::builder* b_;
    bool strict_;
    peg::node_id space_ = peg::none;
    peg::node_id bare_key_ = peg::none;
};

}  // namespace parlance::chat::detail
