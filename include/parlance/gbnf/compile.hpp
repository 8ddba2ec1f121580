// parlance/gbnf/compile.hpp - grammar text to grammar, while the program runs or while it is compiled
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/gbnf/parse.hpp>
#include <parlance/text/fixed_string.hpp>
#include <parlance/text/result.hpp>

namespace parlance::gbnf {

/// How to compile.
///
/// bounds                source_bytes, nesting, rules and elements are those that matter here
/// root                  name of the rule where a match begins
/// allow_undefined       keep references to rules that are never defined (as rules without rows) for check()
/// allow_left_recursion  keep left recursion for somebody who can rewrite it
struct options {
    limits bounds{};
    std::string_view root = "root";
    bool allow_undefined = false;
    bool allow_left_recursion = false;
};

namespace detail {

/// Packs what was parsed into a table: symbols get their final numbers, and rows move to their rules.
class packer {
public:
    constexpr packer(std::string_view source, parsed const& in) : source_(source), in_(in) {}

    constexpr grammar run() {
        std::size_t const symbols = in_.symbols.size();
        number_.assign(symbols, none);
        order_.reserve(symbols);
        out_.elements.reserve(in_.rows.size());
        for (std::uint32_t const id : in_.defined) {
            give_number(id);
        }
        for (std::uint32_t id = 0; id < symbols; ++id) {
            symbol const& s = in_.symbols[id];
            if (s.name_begin != s.name_end && number_[id] == none) {
                give_number(id);
            }
        }
        out_.first.reserve(symbols + 1);
        out_.names.reserve(symbols + 1);
        for (std::size_t r = 0; r < order_.size(); ++r) {  // groups join while this goes on
            symbol const& s = in_.symbols[order_[r]];
            out_.first.push_back(static_cast<std::uint32_t>(out_.elements.size()));
            out_.names.push_back(static_cast<std::uint32_t>(out_.text.size()));
            add_text(s.name_begin, s.name_end);
            for (std::uint32_t i = s.first_row; i < s.last_row; ++i) {
                element e = in_.rows[i];
                if (e.kind == element_kind::rule_ref) {
                    e.value = number_[e.value] == none ? give_number(e.value) : number_[e.value];
                }
                out_.elements.push_back(e);
            }
        }
        out_.first.push_back(static_cast<std::uint32_t>(out_.elements.size()));
        out_.names.push_back(static_cast<std::uint32_t>(out_.text.size()));
        for (std::size_t i = 0; i < in_.tokens.size(); i += 2) {
            out_.tokens.push_back(static_cast<std::uint32_t>(out_.text.size()));
            add_text(in_.tokens[i], in_.tokens[i + 1]);
        }
        out_.tokens.push_back(static_cast<std::uint32_t>(out_.text.size()));
        return static_cast<grammar&&>(out_);
    }

    /// The symbol of rule `r`, once run() is through.
    [[nodiscard]] constexpr symbol const& symbol_of(std::uint32_t r) const noexcept { return in_.symbols[order_[r]]; }

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    constexpr std::uint32_t give_number(std::uint32_t id) {
        number_[id] = static_cast<std::uint32_t>(order_.size());
        order_.push_back(id);
        return number_[id];
    }
    constexpr void add_text(std::uint32_t begin, std::uint32_t end) {
        out_.text.insert(out_.text.end(), source_.data() + begin, source_.data() + end);
    }

    std::string_view source_;
    parsed const& in_;
    grammar out_;
    std::vector<std::uint32_t> number_;  // of each symbol
    std::vector<std::uint32_t> order_;   // symbol of each rule
};

struct compiled {
    grammar table;
    diagnostic error{};
};

[[nodiscard]] constexpr compiled compile_text(std::string_view text, options const& how) {
    compiled out;
    parsed const in = parser(text, how.bounds).run();
    out.error = in.error;
    if (out.error.code != errc::none) {
        return out;
    }
    packer packing(text, in);
    out.table = packing.run();
    auto const fail = [&](errc code, std::uint32_t rule, note hint) {
        symbol const& s = packing.symbol_of(rule);
        out.error = diagnose(code, text, s.defined_at, s.name_end - s.name_begin, hint);
    };
    if (std::optional<std::uint32_t> const root = out.table.view().find(how.root)) {
        out.table.root = *root;
    } else {
        out.error = {errc::no_root_rule, {}, 0, note{"no rule is called '"}.append(how.root).append("'")};
        return out;
    }
    for (std::uint32_t r = 0; r < in.symbols.size() && !how.allow_undefined; ++r) {
        if (out.table.first[r] == out.table.first[r + 1]) {
            fail(errc::unknown_rule, r, {});
            return out;
        }
    }
    if (!how.allow_left_recursion) {
        facts const known(out.table);
        if (auto const cycles = known.left_recursion(known.nullable(), 1); !cycles.empty()) {
            std::span<std::uint32_t const> const cycle{cycles.front()};
            fail(errc::left_recursion, cycle.front(), cycle_text(out.table, cycle));
        }
    }
    return out;
}

}  // namespace detail

/// Compiles GBNF.
///
/// The notation is llama.cpp's (https://github.com/ggml-org/llama.cpp/tree/master/grammars): rules `name ::= …` of
/// "literals", [classes], [^negated], `.`, (groups), alternatives `|`, repetitions `* + ? {n} {n,} {n,m}`, # comments,
/// and tokens <[id]>, <text>, negated with `!`.  Escapes are \n \r \t \" \\ \[ \] \xHH \uHHHH \UHHHHHHHH, each one
/// code point.  What users of other engines write is read as well, where llama.cpp would report an error: a rule goes
/// on over any line that does not itself begin one; `_` in names; a pair of surrogate escapes is one character;
/// \a \b \f \v \e \0 and a backslash before punctuation; \d \w \s \D \W \S in classes; [^] for any character.
/// Not read: look-ahead, rule attributes, TagDispatch and other macros, sets of tokens, regular expressions.
///
/// errors  those of errc's gbnf section, invalid_utf8, source_too_large, nested_too_deep; each with its place
/// cost    linear in the text
[[nodiscard]] constexpr result<grammar> compile(std::string_view text, options const& how) {
    detail::compiled out = detail::compile_text(text, how);
    if (out.error.code != errc::none) {
        return out.error;
    }
    return static_cast<grammar&&>(out.table);
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

template <fixed_string Text, fixed_string Root>
[[nodiscard]] consteval compiled compile_static() {
    options how;
    how.root = Root.view();
    return compile_text(Text.view(), how);
}
template <fixed_string Text, fixed_string Root>
[[nodiscard]] consteval shape measure() {
    compiled const c = compile_static<Text, Root>();
    grammar const& g = c.table;
    if (c.error.code != errc::none) {
        return {0, 0, 0, 0, c.error.code, c.error.at.line, c.error.at.column};
    }
    return {g.elements.size(), g.first.size() - 1, g.tokens.size() - 1, g.text.size(), errc::none, 0, 0};
}
template <fixed_string Text, fixed_string Root, shape Shape>
[[nodiscard]] consteval auto fill() {
    static_grammar<Shape.elements, Shape.rules, Shape.tokens, Shape.chars> out;
    grammar const g = compile_static<Text, Root>().table;
    std::copy(g.elements.begin(), g.elements.end(), out.elements.begin());
    std::copy(g.first.begin(), g.first.end(), out.first.begin());
    std::copy(g.text.begin(), g.text.end(), out.text.begin());
    std::copy(g.names.begin(), g.names.end(), out.names.begin());
    std::copy(g.tokens.begin(), g.tokens.end(), out.tokens.begin());
    out.root = g.root;
    return out;
}

}  // namespace detail

/// What compile<"…">() takes unless told otherwise: clang's default limits are enough for about this much.
inline constexpr std::size_t static_bytes = 16'384;

/// Compiles GBNF with the program: the result is a constant table, and a mistake in it a compile error that names
/// error_in_grammar<what, line, column>.
///
/// A text beyond `MostBytes` is refused with a sentence.  Pass a larger number along with -fconstexpr-steps=… (clang)
/// or -fconstexpr-ops-limit=… (g++), or compile such a grammar once at run time: that takes microseconds.
template <fixed_string Text, fixed_string Root = "root", std::size_t MostBytes = static_bytes>
[[nodiscard]] consteval auto compile() {
    static_assert(Text.view().size() <= MostBytes,
                  "parlance: this grammar is too large to be compiled with the program at default limits; compile it at "
                  "run time with gbnf::compile(text), or raise the compiler's constexpr limits and say compile<text, "
                  "root, bytes>()");
    constexpr detail::shape shape = detail::measure<Text, Root>();
    if constexpr (shape.error != errc::none) {
        return error_in_grammar<shape.error, shape.line, shape.column>{};
    } else {
        return detail::fill<Text, Root, shape>();
    }
}

}  // namespace parlance::gbnf
