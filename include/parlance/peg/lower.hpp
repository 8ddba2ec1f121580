// parlance/peg/lower.hpp - an X3 expression, walked at compile time into a table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/char_set.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/x3.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parlance::peg {

/// How an X3 parser of type P is lowered: specialise with `static constexpr node_id apply(auto& walker, P const& p)`,
/// where `walker.build` is the builder and `walker(q)` lowers a part.  Our own parsers have a member lower(walker).
template <class P>
struct lowering;

namespace detail {

template <class P>
inline constexpr bool has_action = false;
template <class P, class Action>
inline constexpr bool has_action<x3::action<P, Action>> = true;
template <class P>
inline constexpr bool is_x3_set = false;
template <class Encoding, class Attribute>
inline constexpr bool is_x3_set<x3::char_set<Encoding, Attribute>> = true;
template <class P>
inline constexpr bool ignores_case = false;
template <class P>
inline constexpr bool ignores_case<x3::no_case_directive<P>> = true;

template <class P, class Walker>
concept lowers_itself = requires(P const& p, Walker& w) {
    { p.lower(w) } -> std::same_as<node_id>;
};
template <class P, class Walker>
concept has_lowering = requires(P const& p, Walker& w) {
    { lowering<P>::apply(w, p) } -> std::same_as<node_id>;
};

/// Walks an expression.  Rules are known by their ID and their name.
struct walker {
    builder build{};

    template <class P>
    constexpr node_id operator()(P const& p) {
        if constexpr (lowers_itself<P, walker>) {
            return p.lower(*this);
        } else if constexpr (has_action<P>) {
            static_assert(
                !has_action<P>,
                "parlance: a table does not run semantic actions; capture with tag<...>[p] instead");
        } else if constexpr (is_x3_set<P>) {
            static_assert(!is_x3_set<P>,
                          "parlance: char_(\"a-z\") is no constant in X3; write chars<\"a-z\">");
        } else if constexpr (ignores_case<P>) {
            static_assert(
                !ignores_case<P>,
                "parlance: no_case[p] cannot be lowered; spell the alternatives with chars<\"aA\">");
        } else {
            static_assert(
                has_lowering<P, walker>,
                "parlance: this X3 parser cannot be lowered to a table; use literals, chars<>, until<>, "
                "rest, tag<>[], >> > | * + - & ! %, repeat()[] and rules");
            return lowering<P>::apply(*this, p);
        }
    }
};

}  // namespace detail

template <class String, class Encoding, class Attribute>
struct lowering<x3::literal_string<String, Encoding, Attribute>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        return w.build.literal(std::string_view{p.str});
    }
};
template <class Encoding, class Attribute>
struct lowering<x3::literal_char<Encoding, Attribute>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        char const c = static_cast<char>(p.ch);
        return w.build.literal({&c, 1});
    }
};
/// A code point where X3 reads a byte.
template <class Encoding>
struct lowering<x3::any_char<Encoding>> {
    static constexpr node_id apply(auto& w, auto const&) { return w.build.any(); }
};
/// ASCII only: the ends of the range are bytes.
template <class Encoding, class Attribute>
struct lowering<x3::char_range<Encoding, Attribute>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        auto const low = static_cast<unsigned char>(p.from);
        auto const high = static_cast<unsigned char>(p.to);
        char_set set;
        if (low <= high && high < 0x80) {
            set.add(low, high);
            return w.build.chars(set);
        }
        return w.build.chars("a range of bytes that are not ASCII; write chars<\"...\">\\");
    }
};
template <class Positive>
struct lowering<x3::negated_char_parser<Positive>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        return w.build.sequence({w.build.reject(w(p.positive)), w.build.any()});
    }
};
template <class Encoding, class Tag>
struct lowering<x3::char_class<Encoding, Tag>> {
    static constexpr node_id apply(auto& w, auto const&) { return w.build.chars(spec()); }

private:
    static constexpr std::string_view spec() {
        using std::is_same_v;
        if constexpr (is_same_v<Tag, x3::alnum_tag>) {
            return "0-9A-Za-z";
        } else if constexpr (is_same_v<Tag, x3::alpha_tag>) {
            return "A-Za-z";
        } else if constexpr (is_same_v<Tag, x3::digit_tag>) {
            return "0-9";
        } else if constexpr (is_same_v<Tag, x3::xdigit_tag>) {
            return "0-9A-Fa-f";
        } else if constexpr (is_same_v<Tag, x3::cntrl_tag>) {
            return "\\x00-\\x1f\\x7f";
        } else if constexpr (is_same_v<Tag, x3::graph_tag>) {
            return "!-~";
        } else if constexpr (is_same_v<Tag, x3::lower_tag>) {
            return "a-z";
        } else if constexpr (is_same_v<Tag, x3::print_tag>) {
            return " -~";
        } else if constexpr (is_same_v<Tag, x3::punct_tag>) {
            return "!-/:-@\\[-`{-~";
        } else if constexpr (is_same_v<Tag, x3::space_tag>) {
            return "\\x09-\\x0d ";
        } else if constexpr (is_same_v<Tag, x3::blank_tag>) {
            return " \\t";
        } else {
            static_assert(
                is_same_v<Tag, x3::upper_tag>,
                "parlance: this X3 character class has no meaning in a table; write chars<\"...\">");
            return "A-Z";
        }
    }
};
template <>
struct lowering<x3::eps_parser> {
    static constexpr node_id apply(auto& w, auto const&) { return w.build.epsilon(); }
};
template <>
struct lowering<x3::eoi_parser> {
    static constexpr node_id apply(auto& w, auto const&) { return w.build.end(); }
};

namespace detail {

/// Lowers `p | q | r`, which X3 nests to the left, as one list.
template <template <class, class> class Operator, class P>
constexpr void lower_parts(auto& w, P const& p, std::vector<node_id>& parts) {
    if constexpr (requires { []<class L, class R>(Operator<L, R> const&) {}(p); }) {
        lower_parts<Operator>(w, p.left, parts);
        lower_parts<Operator>(w, p.right, parts);
    } else {
        parts.push_back(w(p));
    }
}

}  // namespace detail

template <class Left, class Right>
struct lowering<x3::sequence<Left, Right>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        std::vector<node_id> parts;
        detail::lower_parts<x3::sequence>(w, p, parts);
        return w.build.sequence(parts);
    }
};
template <class Left, class Right>
struct lowering<x3::alternative<Left, Right>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        std::vector<node_id> parts;
        detail::lower_parts<x3::alternative>(w, p, parts);
        return w.build.choice(parts);
    }
};
/// a - b is !b >> a.
template <class Left, class Right>
struct lowering<x3::difference<Left, Right>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        node_id const not_right = w.build.reject(w(p.right));
        return w.build.sequence({not_right, w(p.left)});
    }
};
/// a % b is a >> *(b >> a).
template <class Left, class Right>
struct lowering<x3::list<Left, Right>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        node_id const item = w(p.left);
        return w.build.sequence({item, w.build.star(w.build.sequence({w(p.right), item}))});
    }
};
/// What `a > b` has on its right.
template <class Subject>
struct lowering<x3::expect_directive<Subject>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        node_id const cut = w.build.cut();
        return w.build.sequence({cut, w(p.subject)});
    }
};
template <class Subject>
struct lowering<x3::kleene<Subject>> {
    static constexpr node_id apply(auto& w, auto const& p) { return w.build.star(w(p.subject)); }
};
template <class Subject>
struct lowering<x3::plus<Subject>> {
    static constexpr node_id apply(auto& w, auto const& p) { return w.build.plus(w(p.subject)); }
};
template <class Subject>
struct lowering<x3::optional<Subject>> {
    static constexpr node_id apply(auto& w, auto const& p) { return w.build.optional(w(p.subject)); }
};
template <class Subject>
struct lowering<x3::and_predicate<Subject>> {
    static constexpr node_id apply(auto& w, auto const& p) { return w.build.look(w(p.subject)); }
};
template <class Subject>
struct lowering<x3::not_predicate<Subject>> {
    static constexpr node_id apply(auto& w, auto const& p) { return w.build.reject(w(p.subject)); }
};
template <class Subject, class T>
struct lowering<x3::repeat_directive<Subject, x3::detail::exact_count<T>>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        auto const n = static_cast<std::uint32_t>(p.repeat_limit.exact_value);
        return w.build.repeat(w(p.subject), n, n);
    }
};
template <class Subject, class T>
struct lowering<x3::repeat_directive<Subject, x3::detail::finite_count<T>>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        return w.build.repeat(w(p.subject), static_cast<std::uint32_t>(p.repeat_limit.min_value),
                              static_cast<std::uint32_t>(p.repeat_limit.max_value));
    }
};
template <class Subject, class T>
struct lowering<x3::repeat_directive<Subject, x3::detail::infinite_count<T>>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        return w.build.repeat(w(p.subject), static_cast<std::uint32_t>(p.repeat_limit.min_value));
    }
};
// There are no attributes and no skipper in a table, so these are their subjects.
template <class Subject>
struct lowering<x3::omit_directive<Subject>> {
    static constexpr node_id apply(auto& w, auto const& p) { return w(p.subject); }
};
template <class Subject>
struct lowering<x3::raw_directive<Subject>> {
    static constexpr node_id apply(auto& w, auto const& p) { return w(p.subject); }
};
template <class Subject>
struct lowering<x3::lexeme_directive<Subject>> {
    static constexpr node_id apply(auto& w, auto const& p) { return w(p.subject); }
};
/// A use of a rule: what it reads is in its definition, which is passed to lower().
template <class Id, class Attribute, bool Force>
struct lowering<x3::rule<Id, Attribute, Force>> {
    static constexpr node_id apply(auto& w, auto const& p) { return w.build.ref(w.build.declare(p.name)); }
};
template <class Id, class Rhs, class Attribute, bool Force, bool Skip>
struct lowering<x3::rule_definition<Id, Rhs, Attribute, Force, Skip>> {
    static constexpr node_id apply(auto& w, auto const& p) {
        rule_id const r = w.build.declare(p.name);
        w.build.define(r, w(p.rhs));
        return w.build.ref(r);
    }
};

namespace detail {

template <auto const& Expression, auto const&... Definitions>
constexpr result<arena> lowered(limits const& bounds = {}) {
    walker w;
    w.build.stop_with(bounds.stop);
    node_id const root = w(x3::as_parser(Expression));
    (static_cast<void>(w(Definitions)), ...);
    return w.build.finish(root, bounds);
}

/// Sizes that most tables keep within: those are made in one go, larger ones once to be measured and once for good.
inline constexpr arena_size common_size{96, 96, 768, 16, 64, 16, 8, 96, 16, 16, 16};

struct summary {
    errc wrong = errc::none;
    arena_size size{};
    static_arena<common_size> rows{};

    [[nodiscard]] constexpr bool common() const noexcept { return size.within(common_size); }
};

template <auto const& Expression, auto const&... Definitions>
constexpr summary summarised() {
    result<arena> const a = lowered<Expression, Definitions...>();
    summary out;
    out.wrong = a ? errc::none : a.error().code;
    if (a) {
        out.size = size_of(*a);
        if (out.common()) {
            out.rows = static_arena<common_size>(*a);
        }
    }
    return out;
}

}  // namespace detail

/// The table of an expression, as a constant: `static constexpr auto table = peg::lower<expr>();`
///
/// Expression   a constexpr X3 parser at namespace scope
/// Definitions  those of the rules it uses (the objects that `rule = ...` returns), in any order; names must differ
/// A shape that has no meaning in a table does not compile, nor does left recursion or a rule without definition.
template <auto const& Expression, auto const&... Definitions>
[[nodiscard]] consteval auto lower() {
    constexpr detail::summary made = detail::summarised<Expression, Definitions...>();
    static_assert(
        made.wrong != errc::undefined_reference,
        "parlance: a rule is used whose definition was not passed; lower<expression, definitions...>");
    static_assert(made.wrong != errc::left_recursion,
                  "parlance: a rule refers to itself before it reads anything; put what it reads in front");
    static_assert(made.wrong != errc::duplicate_rule,
                  "parlance: two rules have the same name; give each rule<struct id> its own");
    static_assert(made.wrong == errc::none || made.wrong == errc::undefined_reference ||
                      made.wrong == errc::left_recursion || made.wrong == errc::duplicate_rule,
                  "parlance: a repetition or a character range in this expression is not valid");
    if constexpr (made.wrong == errc::none && made.common()) {
        return static_arena<made.size>(made.rows.view().first(made.size));
    } else if constexpr (made.wrong == errc::none) {
        return static_arena<made.size>(*detail::lowered<Expression, Definitions...>());
    }
}

/// The same table made by the running program: for grammars larger than a compiler evaluates in one constant (clang
/// stops at a million steps).  Errors: as builder::finish; cancelled, where bounds.stop says so.
template <auto const& Expression, auto const&... Definitions>
[[nodiscard]] result<arena> lower_at_run_time(limits const& bounds = {}) {
    return detail::lowered<Expression, Definitions...>(bounds);
}

}  // namespace parlance::peg
