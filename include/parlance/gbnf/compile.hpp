// parlance/gbnf/compile.hpp - grammar text to grammar, while the program runs or while it is compiled
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/gbnf/detail/facts.hpp>
#include <parlance/gbnf/detail/parser.hpp>
#include <parlance/gbnf/detail/scan.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/fixed_string.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/position.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/spelling.hpp>
#include <parlance/text/stop.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parlance::gbnf {

/// How to compile.
///
/// bounds                source_bytes, nesting, rules and elements are those that matter here
/// root                  name of the rule where a match begins
/// stop                  asks to give up with errc::cancelled, as bounds.stop does; by default never
/// allow_undefined       keep references to rules that are never defined (as rules without rows) for check()
/// allow_left_recursion  keep left recursion for somebody who can rewrite it
struct options {
    limits bounds{};
    std::string_view root = "root";
    stop_token stop{};
    bool allow_undefined = false;
    bool allow_left_recursion = false;
};

namespace detail {

/// Packs what was parsed into a table: symbols get their final numbers, and rows move to their rules.
class packer {
public:
    constexpr packer(std::string_view source, parser const& in, stop_asker& asked)
        : elements(asked),
          first(asked),
          text(asked),
          names(asked),
          tokens(asked),
          source_(source.data()),
          in_(in),
          number_(in.symbols.size, asked),
          order_(in.symbols.size, asked) {
        elements.grow(in.rows.size + 1);
        first.grow(in.symbols.size + 1);
        names.grow(in.symbols.size + 1);
        for (std::uint32_t const id : in.defined) {
            give_number(id);
        }
        for (std::uint32_t id = 0; id < in.symbols.size; ++id) {
            if (in.symbols.data[id].name_end != 0 && number_.data[id] == 0) {
                give_number(id);
            }
        }
        for (std::uint32_t r = 0; r < given_ && !asked.stopped(); ++r) {  // groups join while this goes on
            add_rule(in.symbols.data[order_.data[r]]);
        }
        first.push(static_cast<std::uint32_t>(elements.size));
        names.push(static_cast<std::uint32_t>(text.size));
        for (token_text const& t : in.tokens) {
            tokens.push(static_cast<std::uint32_t>(text.size));
            add_text(t.begin, t.end);
        }
        tokens.push(static_cast<std::uint32_t>(text.size));
    }

    /// The symbol of rule `r`.
    [[nodiscard]] constexpr symbol const& symbol_of(std::uint32_t r) const noexcept {
        return in_.symbols.data[order_.data[r]];
    }
    [[nodiscard]] constexpr grammar_view view() const noexcept {
        return {elements, first, text, names, tokens, root};
    }

    buffer<element> elements;
    buffer<std::uint32_t> first;
    buffer<char> text;
    buffer<std::uint32_t> names;
    buffer<std::uint32_t> tokens;
    std::uint32_t root = 0;

private:
    constexpr void give_number(std::uint32_t id) {
        order_.data[given_] = id;
        number_.data[id] = ++given_;
    }
    constexpr void add_rule(symbol const& s) {
        first.push(static_cast<std::uint32_t>(elements.size));
        names.push(static_cast<std::uint32_t>(text.size));
        add_text(s.name_begin, s.name_end);
        for (std::uint32_t i = s.first_row; i < s.last_row; ++i) {
            if (elements.size == elements.capacity) {
                elements.look();
            }
            elements.data[elements.size] = in_.rows.data[i];
            if (in_.rows.data[i].kind == element_kind::rule_ref) {
                std::uint32_t const id = in_.rows.data[i].value;
                if (number_.data[id] == 0) {
                    give_number(id);
                }
                elements.data[elements.size].value = number_.data[id] - 1;
            }
            ++elements.size;
        }
    }
    constexpr void add_text(std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            text.push(source_[i]);
        }
    }

    char const* source_;
    parser const& in_;
    buffer<std::uint32_t> number_;  // of each symbol, and one; 0 before it has one
    buffer<std::uint32_t> order_;   // symbol of each rule
    std::uint32_t given_ = 0;
};

/// All steps of compiling one text.  `error` says whether `table` means anything.
struct compiled {
    stop_asker asked;
    parser source;
    packer table;
    diagnostic error;

    constexpr compiled(std::string_view text, options const& how, std::size_t most_steps = ~std::size_t{0})
        : asked(how.stop, how.bounds.stop),
          source(text, how.bounds, most_steps, asked),
          table(text, source, asked),
          error(source.error()) {
        source.rows.clear();
        if (!asked.look()) {
            error = diagnostic{errc::cancelled};
        }
        if (error.code == errc::none) {
            find_root(how.root);
        }
        for (std::uint32_t r = 0;
             error.code == errc::none && !how.allow_undefined && r < source.symbols.size && asked.next();
             ++r) {
            if (table.first.data[r] == table.first.data[r + 1]) {
                symbol const& s = table.symbol_of(r);
                error =
                    diagnose(errc::unknown_rule, text, s.defined_at, s.name_end - s.name_begin, hint_for(r));
            }
        }
    }

    /// The rule that is spelled most like rule `r`, where one is.  Looks at 1000 rules at most.
    [[nodiscard]] constexpr std::optional<std::uint32_t> meant_by(std::uint32_t r) const {
        grammar_view const g = table.view();
        auto const most = static_cast<std::uint32_t>((std::min<std::size_t>)(source.defined.size, 1000));
        std::size_t least = different;
        std::optional<std::uint32_t> out;
        for (std::uint32_t i = 0; i < most; ++i) {
            if (std::size_t const edits = misspelling(g.name(r), g.name(i)); edits < least) {
                least = edits;
                out = i;
            }
        }
        return out;
    }
    /// What to say of rule `r`, which is not defined.
    [[nodiscard]] constexpr note hint_for(std::uint32_t r) const {
        grammar_view const g = table.view();
        if (!std::is_constant_evaluated()) {  // nobody would see it there, and steps are dear
            if (std::optional<std::uint32_t> const meant = meant_by(r)) {
                return note{g.name(r)}.append("; did you mean '").append(g.name(*meant)).append("'?");
            }
        }
        return note{g.name(r)}.append(": no line begins with its name and ::=");
    }
    constexpr void find_root(std::string_view name) {
        grammar_view const g = table.view();
        std::uint32_t& r = table.root;
        while (r < g.rule_count() && (name.empty() || g.name(r) != name) && asked.next()) {
            ++r;
        }
        if (r == g.rule_count()) {
            r = 0;
            note hint = note{"none is called '"}.append(name).append("'");
            if (g.rule_count() > 0) {
                hint.append("; the first is '").append(g.name(0)).append("'");
            }
            error = {errc::no_root_rule, {}, 0, hint};
        }
    }
};

/// The first left recursion of a table, as rules; empty when there is none.
[[nodiscard]] constexpr std::vector<std::uint32_t> first_left_recursion(grammar_view const& g,
                                                                        stop_asker& asked) {
    facts const known(g, asked);
    std::vector<std::uint32_t> out;
    for (std::vector<std::uint32_t> const& cycle : known.left_recursion(known.nullable(), 1)) {
        out.insert(out.end(), cycle.begin(), cycle.end());
    }
    return out;
}

}  // namespace detail

/// Compiles GBNF.
///
/// The notation is llama.cpp's (https://github.com/ggml-org/llama.cpp/tree/master/grammars): rules
/// `name ::= …` of "literals", [classes], [^negated], `.`, (groups), alternatives `|`, repetitions `* + ? {n}
/// {n,} {n,m}`, # comments, and tokens <[id]>, <text>, negated with `!`.  Escapes are \n \r \t \" \\ \[ \]
/// \xHH \uHHHH \UHHHHHHHH, each one code point.
///
/// What users of other engines write is read as well, where llama.cpp would report an error: a rule goes on
/// over any line that does not itself begin one; `_` in names; a pair of surrogate escapes is one character;
/// \a \b \f \v \e \0 and a backslash before punctuation; \d \w \s \D \W \S in classes; [^] for any character.
///
/// Not read: look-ahead, rule attributes, TagDispatch and other macros, sets of tokens, regular expressions.
///
/// errors  those of errc's gbnf section, invalid_utf8, source_too_large, nested_too_deep; each with its place
/// cost    linear in the text
[[nodiscard]] constexpr result<grammar> compile(std::string_view text, options const& how) {
    detail::compiled out(text, how);
    if (out.error.code != errc::none) {
        return out.error;
    }
    grammar_view const g = out.table.view();
    if (!how.allow_left_recursion) {
        if (std::vector<std::uint32_t> const cycle = detail::first_left_recursion(g, out.asked);
            !cycle.empty() && !out.asked.stopped()) {
            detail::symbol const& s = out.table.symbol_of(cycle.front());
            note hint = cycle_text(g, cycle);
            hint.append(": compile with options::allow_left_recursion and rewrite it with "
                        "gbnf::without_left_recursion(), as mask::compile_gbnf() does");
            return diagnose(errc::left_recursion, text, s.defined_at, s.name_end - s.name_begin, hint);
        }
    }
    grammar table = detail::owned(g, out.asked);
    if (out.asked.stopped()) {
        return diagnostic{errc::cancelled};
    }
    return table;
}
/// The same, with a root named "root".
[[nodiscard]] constexpr result<grammar> compile(std::string_view text, limits const& bounds = {}) {
    options how;
    how.bounds = bounds;
    return compile(text, how);
}

/// Where a grammar in the program's own text is wrong.  Never defined: its name is the message.
template <errc Error, std::size_t Line, std::size_t Column>
struct error_in_grammar;

namespace detail {

struct shape {
    std::size_t elements, rules, tokens, chars;
    errc error;
    std::size_t line, column;
};

template <fixed_string Text, fixed_string Root, std::size_t Steps>
[[nodiscard]] consteval shape measure() {
    options how;
    how.root = Root.view();
    compiled const c(Text.view(), how, Steps);
    if (c.error.code != errc::none) {
        return {0, 0, 0, 0, c.error.code, c.error.at.line, c.error.at.column};
    }
    grammar_view const g = c.table.view();
    return {g.elements.size(), g.rule_count(), g.token_text_count(), g.text.size(), errc::none, 0, 0};
}
template <fixed_string Text, fixed_string Root, shape Shape>
[[nodiscard]] consteval auto fill() {
    static_grammar<Shape.elements, Shape.rules, Shape.tokens, Shape.chars> out;
    options how;
    how.root = Root.view();
    compiled const c(Text.view(), how);
    grammar_view const g = c.table.view();
    std::copy_n(c.table.elements.data, Shape.elements, out.elements.data());
    std::copy_n(c.table.first.data, Shape.rules + 1, out.first.data());
    std::copy_n(c.table.text.data, Shape.chars, out.text.data());
    std::copy_n(c.table.names.data, Shape.rules + 1, out.names.data());
    std::copy_n(c.table.tokens.data, Shape.tokens + 1, out.tokens.data());
    out.root = g.root;
    return out;
}
/// rule_count() when there is none.
[[nodiscard]] consteval std::uint32_t first_left_recursive_rule(grammar_view const& g) {
    stop_asker never;
    std::vector<std::uint32_t> const cycle = first_left_recursion(g, never);
    return cycle.empty() ? static_cast<std::uint32_t>(g.rule_count()) : cycle.front();
}
template <fixed_string Text>
[[nodiscard]] consteval position place_of(std::uint32_t rule) {
    options how;
    compiled const c(Text.view(), how);
    return locate(Text.view(), c.table.symbol_of(rule).defined_at);
}

// Variables, so that each is a constant expression of its own, with a compiler's limits to itself.
template <fixed_string Text, fixed_string Root, std::size_t Steps>
inline constexpr shape static_shape = measure<Text, Root, Steps>();
template <fixed_string Text, fixed_string Root, shape Shape>
inline constexpr auto static_table = fill<Text, Root, Shape>();
template <fixed_string Text, fixed_string Root, shape Shape>
inline constexpr std::uint32_t static_recursion = first_left_recursive_rule(static_table<Text, Root, Shape>);

}  // namespace detail

/// Compiles GBNF with the program: the result is a constant table, and a mistake in it a compile error that
/// names error_in_grammar<what, line, column>.
///
/// Steps  about how many evaluation steps the compiler allows; the default is clang's, and enough for 200
///        rules of 80 bytes.  A text that needs more is refused with a sentence: pass a larger number with
///        -fconstexpr-steps=… (clang) or -fconstexpr-ops-limit=… (g++), or compile it once at run time, which
///        takes microseconds.
template <fixed_string Text, fixed_string Root = "root", std::size_t Steps = 1'000'000>
[[nodiscard]] consteval auto compile() {
    constexpr detail::shape shape = detail::static_shape<Text, Root, Steps>;
    static_assert(shape.error != errc::out_of_fuel, "parlance: this grammar is too large to be compiled with "
                                                    "the program at default limits; compile it at "
                                                    "run time with gbnf::compile(text), or raise the "
                                                    "compiler's limit and say compile<text, root, steps>()");
    if constexpr (shape.error != errc::none) {
        return error_in_grammar<shape.error, shape.line, shape.column>{};
    } else if constexpr (detail::static_recursion<Text, Root, shape> != shape.rules) {
        constexpr position at = detail::place_of<Text>(detail::static_recursion<Text, Root, shape>);
        return error_in_grammar<errc::left_recursion, at.line, at.column>{};
    } else {
        return detail::static_table<Text, Root, shape>;
    }
}

}  // namespace parlance::gbnf
