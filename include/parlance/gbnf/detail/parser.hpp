// parlance/gbnf/detail/parser.hpp - from grammar text to rules, in the program or in the compiler
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/gbnf/detail/name_table.hpp>
#include <parlance/gbnf/detail/scan.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/position.hpp>
#include <string_view>

namespace parlance::gbnf::detail {

/// A rule or a group as the text has it.  Rule references of `parsed::rows` are numbers of these.
struct symbol {
    std::uint32_t name_begin = 0;  // empty for a group
    std::uint32_t name_end = 0;
    std::uint32_t first_row = 0;  // no rows at all: never defined
    std::uint32_t last_row = 0;
    std::uint32_t defined_at = 0;  // offset of the name in its definition, or of its first use
};

/// Reads a whole grammar.  Groups are kept on a stack of our own, so that no input can exhaust the thread's.
class parser {
public:
    /// Reads `text` until its end, the first error, or about `most_steps` evaluation steps of a compiler.
    constexpr parser(std::string_view text, limits const& bounds, std::size_t most_steps, stop_asker& asked)
        : rows(asked),
          symbols(asked),
          defined(asked),
          tokens(asked),
          in_(text, asked),
          bounds_(bounds),
          most_steps_(most_steps),
          names_(text.data(), asked),
          rows_(asked) {
        if (text.starts_with("\xEF\xBB\xBF")) {  // what some editors put before a text
            in_.at = 3;
        }
        if (in_.size > bounds_.source_bytes || in_.size >= 0xFFFF'FFFF) {
            in_.fail(errc::source_too_large, 0, 0,
                     note{"limits.source_bytes is "}.append_number(bounds_.source_bytes));
        }
        for (in_.skip(true); in_.ok() && in_.at < in_.size; in_.skip(true)) {
            definition();
        }
        names_.clear();
        asked.look();
        rows_.clear();
        asked.look();
    }

    [[nodiscard]] constexpr diagnostic const& error() const noexcept { return in_.error; }

    buffer<element> rows;  // of all rules and groups
    buffer<symbol> symbols;
    buffer<std::uint32_t> defined;  // symbols with a name, in the order of their definitions
    buffer<token_text> tokens;

private:
    /// A rule or group whose rows are being read.
    struct frame {
        std::uint32_t owner;   // symbol
        std::uint32_t begin;   // of its rows in rows_
        std::uint32_t opened;  // offset of '(' or of the rule's name
        std::uint32_t height;  // how deeply groups nest inside
    };
    static constexpr std::uint32_t no_item = 0xFFFF'FFFF;

    constexpr std::uint32_t new_symbol(symbol const& s) {
        if (symbols.size >= bounds_.rules) {
            in_.fail(errc::too_many_rules, s.defined_at, 0,
                     note{"limits.rules is "}.append_number(bounds_.rules));
            return 0;
        }
        symbols.push(s);
        return static_cast<std::uint32_t>(symbols.size - 1);
    }

    /// Reads a name; the cursor is on its first character.
    constexpr std::uint32_t name() {
        auto const begin = static_cast<std::uint32_t>(in_.at);
        in_.skip_word();
        auto const end = static_cast<std::uint32_t>(in_.at);
        auto const fresh = static_cast<std::uint32_t>(symbols.size);
        std::uint32_t const id = names_.intern(begin, end, fresh);
        return id == fresh ? new_symbol({begin, end, 0, 0, begin}) : id;
    }

    constexpr void definition() {
        std::size_t const begin = in_.at;
        if (!is_word(in_.peek())) {
            return in_.fail(errc::expected_rule_name, begin, 1, "a rule is written name ::= ...");
        }
        std::uint32_t const id = name();
        std::size_t const end = in_.at;
        in_.skip(false);
        if (!in_.eat_define()) {
            return in_.fail(errc::expected_define, in_.at, 0, "a rule is written name ::= ...");
        }
        if (!in_.ok()) {
            return;
        }
        if (symbols.data[id].first_row != symbols.data[id].last_row) {
            std::size_t const line = locate({in_.text, in_.size}, symbols.data[id].defined_at).line;
            return in_.fail(errc::duplicate_rule, begin, end - begin,
                            note{"first defined in line "}.append_number(line));
        }
        symbols.data[id].defined_at = static_cast<std::uint32_t>(begin);
        defined.push(id);
        open(id, begin);
        body();
    }

    /// Reads until the rule that was just opened is closed again.
    constexpr void body() {
        while (in_.ok()) {
            if (rows_.size + rows.size > bounds_.elements) {
                return in_.fail(errc::too_many_elements, in_.at, 0,
                                note{"limits.elements is "}.append_number(bounds_.elements));
            }
            in_.skip(frames_.size > 1);
            // as measured with clang 19
            if (in_.at * 28 + symbols.size * 358 + ++words_ * 93 > most_steps_) {
                in_.error = {errc::out_of_fuel, {}, 0, {}};
                return;
            }
            switch (char const c = in_.peek()) {
            case '"': literal(); break;
            case '[':
                begin_item();
                in_.read_class(rows_);
                break;
            case '*':
            case '+':
            case '?':
            case '{': repetition(c); break;
            case '|':
                ++in_.at;
                push(element_kind::alt, 0);
                item_ = no_item;
                break;
            case '(':
                open(new_symbol({0, 0, 0, 0, static_cast<std::uint32_t>(in_.at)}), in_.at);
                ++in_.at;
                break;
            case ')': close_group(); break;
            case '.':
                ++in_.at;
                begin_item();
                push(element_kind::any, 0);
                break;
            case '<':
            case '!': token(); break;
            case '\n':
            case '\r':
                if (in_.rule_ends()) {
                    return close();
                }
                break;
            default:
                if (words.of[static_cast<unsigned char>(c)]) {
                    reference();
                    break;
                }
                return end_of_text();
            }
        }
    }
    constexpr void close_group() {
        if (frames_.size == 1) {
            return in_.fail(errc::unexpected_character, in_.at, 1, "no group is open here");
        }
        ++in_.at;
        close();
    }
    /// Closes the rule, where this is the end and no group is open.
    constexpr void end_of_text() {
        if (in_.at < in_.size) {
            return in_.fail_unexpected();
        }
        if (frames_.size > 1) {
            return in_.fail(errc::unclosed_group, frames_.back().opened, 1, "the text ends before its ')'");
        }
        close();
    }

    constexpr void push(element_kind kind, std::uint32_t value) { rows_.push({kind, value}); }
    constexpr void begin_item() {
        item_ = static_cast<std::uint32_t>(rows_.size);
        compound_ = false;
        height_ = 0;
    }

    constexpr void open(std::uint32_t owner, std::size_t at) {
        if (frames_.size > bounds_.nesting) {
            return too_deep(at);
        }
        frames_.push({owner, static_cast<std::uint32_t>(rows_.size), static_cast<std::uint32_t>(at), 0});
        item_ = no_item;
    }
    constexpr void too_deep(std::size_t at) {
        in_.fail(errc::nested_too_deep, at, 1, note{"limits.nesting is "}.append_number(bounds_.nesting));
    }
    /// Moves rows from `begin` on to where they stay, as all of symbol `owner`.
    constexpr void store(std::uint32_t owner, std::uint32_t begin) {
        symbols.data[owner].first_row = static_cast<std::uint32_t>(rows.size);
        for (std::size_t i = begin; i < rows_.size; ++i) {
            rows.push(rows_.data[i]);
        }
        rows.push({element_kind::end, 0});
        symbols.data[owner].last_row = static_cast<std::uint32_t>(rows.size);
        rows_.size = begin;
    }
    constexpr void close() {
        frame const f = frames_.back();
        --frames_.size;
        store(f.owner, f.begin);
        if (frames_.size == 0) {
            return;
        }
        begin_item();
        push(element_kind::rule_ref, f.owner);
        set_height(f.height + 1, f.opened);
    }
    constexpr void set_height(std::uint32_t height, std::size_t at) {
        height_ = height;
        if (height > frames_.back().height) {
            frames_.back().height = height;
        }
        if (height > bounds_.nesting) {
            too_deep(at);
        }
    }

    constexpr void reference() {
        std::size_t const begin = in_.at;
        begin_item();
        push(element_kind::rule_ref, name());
        in_.skip(frames_.size > 1);
        char const c = in_.peek();
        if (c != ':' && c != '=') {
            return;
        }
        if (!in_.eat_define()) {
            return in_.fail(errc::expected_define, in_.at, 1, "a rule is written name ::= ...");
        }
        if (frames_.size > 1) {
            return in_.fail(errc::unclosed_group, frames_.back().opened, 1,
                            "another rule begins before its ')'");
        }
        in_.fail(errc::unexpected_character, begin, in_.at - begin, "each rule begins on a line of its own");
    }

    constexpr void token() {
        begin_item();
        if (token_text const t = in_.read_token(rows_); t.end != 0) {
            rows_.back().value = static_cast<std::uint32_t>(tokens.size);
            tokens.push(t);
        }
    }

    constexpr void literal() {
        begin_item();
        in_.read_literal(rows_);
        compound_ = rows_.size != std::size_t{item_} + 1;
    }

    constexpr void repetition(char c) {
        std::size_t const begin = in_.at;
        if (item_ == no_item) {
            return in_.fail(errc::nothing_to_repeat, begin, 1,
                            "it stands behind what it repeats; in quotes it is text");
        }
        repetition_bounds times{c == '+' ? 1u : 0u, c == '?' ? 1u : unbounded};
        ++in_.at;
        if (c == '{') {
            times = in_.read_bounds(begin, frames_.size > 1);
        }
        if (!in_.ok() || item_ == rows_.size) {  // an empty literal stays nothing, however often
            return;
        }
        if (compound_) {
            std::uint32_t const group = new_symbol({0, 0, 0, 0, static_cast<std::uint32_t>(begin)});
            if (!in_.ok()) {
                return;
            }
            store(group, item_);
            push(element_kind::rule_ref, group);
            set_height(height_ + 1, begin);
        }
        push(element_kind::repeat, 0);
        push(element_kind::repeat_upper, 0);
        for (std::size_t i = rows_.size; i-- > std::size_t{item_} + 2;) {
            rows_.data[i] = rows_.data[i - 2];
        }
        rows_.data[item_] = {element_kind::repeat, times.low};
        rows_.data[item_ + 1] = {element_kind::repeat_upper, times.high};
        compound_ = true;
    }

    scanner in_;
    limits const& bounds_;
    std::size_t most_steps_;
    name_table names_;
    buffer<frame> frames_;
    buffer<element> rows_;          // of the open rule and groups, innermost last
    std::uint32_t item_ = no_item;  // where the last item begins in rows_
    bool compound_ = false;         // it must become a group to be repeated
    std::size_t words_ = 0;         // read so far
    std::uint32_t height_ = 0;      // how deeply groups nest in it
};

}  // namespace parlance::gbnf::detail
