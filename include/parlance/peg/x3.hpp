// parlance/peg/x3.hpp - Spirit X3 as the notation for tables: the one door to it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/result.hpp>
#include <boost/spirit/home/x3.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::peg {

namespace x3 = boost::spirit::x3;

/// The table that `Make(builder&)` describes, as a constant.  Make is a captureless function object that returns the
/// root; a mistake in it does not compile.
template <auto Make>
[[nodiscard]] consteval auto make_table() {
    constexpr auto made = [] {
        builder b;
        return b.finish(Make(b));
    };
    constexpr arena_size size = [made] {
        result<arena> const a = made();
        return a ? size_of(*a) : arena_size{};
    }();
    static_assert(size.nodes != 0, "parlance: this table is not valid; builder::finish says why at run time");
    return static_arena<size>(*made());
}

namespace detail {

/// Runs a table on [first, last) in the manner of X3: moves `first` when it succeeds.
template <class Iterator>
bool parse_table(arena_view table, Iterator& first, Iterator const& last) {
    static_assert(std::contiguous_iterator<Iterator>,
                  "parlance: a table reads contiguous text; parse a std::string or a std::string_view");
    std::string_view const text(std::to_address(first), static_cast<std::size_t>(last - first));
    outcome const o = match(table, text);
    if (o.complete()) {
        first += static_cast<std::ptrdiff_t>(o.end);
    }
    return o.complete();
}

template <class Derived>
inline constexpr auto table_of = make_table<[](builder& b) { return Derived::make(b); }>();

}  // namespace detail

/// Base of our leaves: an X3 parser without attribute that is a table of its own.  Derived has a static
/// `node_id make(builder&)`.
template <class Derived>
struct leaf_parser : x3::parser<Derived> {
    using attribute_type = x3::unused_type;
    static bool const has_attribute = false;

    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, Iterator const& last, Context const& context, RuleContext&,
               Attribute&) const {
        Iterator at = first;
        x3::skip_over(at, last, context);
        if (!detail::parse_table(detail::table_of<Derived>, at, last)) {
            return false;
        }
        first = at;
        return true;
    }

    /// Adds it to a table; walker is what lower() walks with.
    constexpr node_id lower(auto& walker) const { return Derived::make(walker.build); }
};

/// Any table, made at run time too, inside an X3 expression.  The table must outlive the expression; it cannot be
/// lowered again.
struct table_parser : x3::parser<table_parser> {
    using attribute_type = x3::unused_type;
    static bool const has_attribute = false;

    constexpr explicit table_parser(arena_view t) noexcept : table(t) {}

    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, Iterator const& last, Context const& context, RuleContext&,
               Attribute&) const {
        Iterator at = first;
        x3::skip_over(at, last, context);
        if (!detail::parse_table(table, at, last)) {
            return false;
        }
        first = at;
        return true;
    }

    arena_view table;
};

}  // namespace parlance::peg
