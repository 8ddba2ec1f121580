// parlance/peg/tag.hpp - X3 directives for captures, and for what a parser and a grammar do differently
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/x3.hpp>
#include <parlance/text/fixed_string.hpp>
#include <cstdint>

namespace parlance::peg {

/// Base of our directives with one subject: as an X3 parser they are the subject.
template <class Subject, class Derived>
struct directive : x3::unary_parser<Subject, Derived> {
    using x3::unary_parser<Subject, Derived>::unary_parser;
    static bool const is_pass_through_unary = true;

    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, Iterator const& last, Context const& context, RuleContext& rule,
               Attribute&) const {
        return this->subject.parse(first, last, context, rule, x3::unused);
    }
};

template <class P>
using parser_of = typename x3::extension::as_parser<P>::value_type;

template <class Subject, auto Id>
struct tag_directive : directive<Subject, tag_directive<Subject, Id>> {
    using directive<Subject, tag_directive>::directive;
    constexpr node_id lower(auto& walker) const { return walker.build.tag(Id, walker(this->subject)); }
};
template <auto Id>
struct tag_gen {
    static_assert(tag_like<decltype(Id)>, "parlance: tag<...> takes an unsigned number or an enumeration");
    template <class Subject>
    constexpr tag_directive<parser_of<Subject>, Id> operator[](Subject const& subject) const {
        return {x3::as_parser(subject)};
    }
};
/// tag<id>[p] reads p and reports it between enter and leave events.  As a parser the same as p.
template <auto Id>
inline constexpr tag_gen<Id> tag{};

template <class Subject>
struct atomic_directive : directive<Subject, atomic_directive<Subject>> {
    using directive<Subject, atomic_directive>::directive;
    constexpr node_id lower(auto& walker) const { return walker.build.atomic(walker(this->subject)); }
};
struct atomic_gen {
    template <class Subject>
    constexpr atomic_directive<parser_of<Subject>> operator[](Subject const& subject) const {
        return {x3::as_parser(subject)};
    }
};
/// atomic[p] reads p; nothing of it is reported before it is complete, and its cuts commit nothing outside.  As a
/// parser the same as p.
inline constexpr atomic_gen atomic{};

template <class Subject, std::uint32_t Index>
struct schema_directive : directive<Subject, schema_directive<Subject, Index>> {
    using directive<Subject, schema_directive>::directive;
    constexpr node_id lower(auto& walker) const { return walker.build.schema(Index, walker(this->subject)); }
};
template <std::uint32_t Index>
struct schema_gen {
    template <class Subject>
    constexpr schema_directive<parser_of<Subject>, Index> operator[](Subject const& subject) const {
        return {x3::as_parser(subject)};
    }
};
/// schema<i>[p] reads p; a grammar writes the caller's schema number i.  As a parser the same as p.
template <std::uint32_t Index>
inline constexpr schema_gen<Index> schema{};

template <class Subject, std::uint32_t Id>
struct token_directive : directive<Subject, token_directive<Subject, Id>> {
    using directive<Subject, token_directive>::directive;
    constexpr node_id lower(auto& walker) const { return walker.build.token(Id, walker(this->subject)); }
};
template <std::uint32_t Id>
struct token_gen {
    template <class Subject>
    constexpr token_directive<parser_of<Subject>, Id> operator[](Subject const& subject) const {
        return {x3::as_parser(subject)};
    }
};
/// token<id>[p] reads p, the token's text; a grammar writes the token.  As a parser the same as p.
template <std::uint32_t Id>
inline constexpr token_gen<Id> token{};

template <class Subject, fixed_string Text>
struct gbnf_directive : directive<Subject, gbnf_directive<Subject, Text>> {
    using directive<Subject, gbnf_directive>::directive;
    constexpr node_id lower(auto& walker) const {
        return walker.build.gbnf(Text.view(), walker(this->subject));
    }
};
template <fixed_string Text>
struct gbnf_gen {
    template <class Subject>
    constexpr gbnf_directive<parser_of<Subject>, Text> operator[](Subject const& subject) const {
        return {x3::as_parser(subject)};
    }
};
/// gbnf<"text">[p] reads p; a grammar writes the GBNF expression, nothing when it is empty.  As a parser the same
/// as p.
template <fixed_string Text>
inline constexpr gbnf_gen<Text> gbnf{};

template <class Wide, class Narrow>
struct refine_parser : x3::binary_parser<Wide, Narrow, refine_parser<Wide, Narrow>> {
    using x3::binary_parser<Wide, Narrow, refine_parser>::binary_parser;
    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, Iterator const& last, Context const& context, RuleContext& rule,
               Attribute&) const {
        return this->left.parse(first, last, context, rule, x3::unused);
    }
    constexpr node_id lower(auto& walker) const {
        node_id const wide = walker(this->left);
        return walker.build.refine(wide, walker(this->right));
    }
};
/// refine(wide, narrow) reads wide; a grammar writes narrow, whose texts must all be texts of wide.  As a parser
/// the same as wide.
template <class Wide, class Narrow>
constexpr refine_parser<parser_of<Wide>, parser_of<Narrow>> refine(Wide const& wide, Narrow const& narrow) {
    return {x3::as_parser(wide), x3::as_parser(narrow)};
}

template <class Subject, class Handler>
struct recover_parser : x3::binary_parser<Subject, Handler, recover_parser<Subject, Handler>> {
    using x3::binary_parser<Subject, Handler, recover_parser>::binary_parser;
    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, Iterator const& last, Context const& context, RuleContext& rule,
               Attribute&) const {
        try {
            return this->left.parse(first, last, context, rule, x3::unused);
        } catch (x3::expectation_failure<Iterator> const& failure) {
            first = failure.where();
            return this->right.parse(first, last, context, rule, x3::unused);
        }
    }
    constexpr node_id lower(auto& walker) const {
        node_id const subject = walker(this->left);
        return walker.build.recover(subject, walker(this->right));
    }
};
/// recover(p, q) reads p; when it fails and nothing else is left to try, as behind a cut, q goes on where the part that
/// failed began.  A grammar writes p.  Under x3::parse it catches the expectation failure of `>`, no other failure.
template <class Subject, class Handler>
constexpr recover_parser<parser_of<Subject>, parser_of<Handler>> recover(Subject const& subject,
                                                                         Handler const& handler) {
    return {x3::as_parser(subject), x3::as_parser(handler)};
}

}  // namespace parlance::peg
