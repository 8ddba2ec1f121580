// parlance/jinja/detail/syntax/ast.hpp - a parsed template: nodes in one vector, joined by indices
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/source_looks.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace parlance::jinja {

using node_id = std::uint32_t;
using name_id = std::uint32_t;
inline constexpr std::uint32_t nothing = 0xFFFFFFFF;

/// What nodes and instructions refer to: the text of the template and everything interned from it.  Never moved once
/// filled, since names and constants point into it.
struct pool {
    std::string source{};             // newline-normalised
    std::deque<std::string> texts{};  // literals that are not verbatim in the source
    vec<value> constants{};
    vec<std::string_view> names{};
    hash_map<std::string_view, name_id> ids{};

    [[nodiscard]] PARLANCE_DECL name_id intern(std::string_view name, source_looks& looks);
    [[nodiscard]] PARLANCE_DECL std::uint32_t add(value v, source_looks& looks);
    /// A text that is to live as long as the pool.
    [[nodiscard]] std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
};

enum class node_kind : std::uint8_t {
    // expressions
    constant,      // a: constant
    big_constant,  // a: constant, the digits as text
    name,          // a: name
    name_space,    // a: name, b: attribute (assignment target)
    tuple,         // a: first edge, b: count
    list,          // the same
    dict,          // a: first edge, b: count of key, value pairs
    attribute,     // a: object, b: name
    item,          // a: object, b: index
    slice,         // a, b, c: start, stop, step or nothing
    call,          // a: callee, b: arguments
    filter,        // a: subject or nothing, b: arguments, c: name
    test,          // a: subject, b: arguments, c: name
    negate,        // a: operand
    plus,          // a: operand
    logical_not,   // a: operand
    logical_or,    // a: first edge, b: count
    logical_and,   // the same
    concat,        // the same
    chain,         // a: first edge, b: count of edges: operand (operator operand)*, left to right
    compare,       // the same, every comparison must hold
    condition,     // a: test, b: then, c: otherwise or nothing
    // statements
    data,      // a: constant
    output,    // a: expression
    body,      // a: first edge, b: count, c: the first node inside; those up to this one are all inside
    branches,  // a: first edge, b: count: (test body)* and perhaps a last body
    loop,  // a: first edge: target, iterable, filter or nothing, body, otherwise or nothing; extra: recursive
    assign,        // a: target, b: value
    assign_body,   // a: target, b: filter or nothing, c: body
    macro,         // a: signature, b: body, c: name
    call_block,    // a: signature, b: body, c: call
    filter_block,  // a: filter, b: body
    with,          // a: first edge, b: count of (target value), c: body
    autoescape,    // a: expression, b: body
    block,         // a: name, b: body; extra: scoped
    generation,    // a: body
    leave,         // break
    proceed,       // continue
    unsupported,   // include, import, extends: they parse, and fail when they run
};

enum class binary : std::uint8_t {
    add,
    sub,
    mul,
    div,
    floordiv,
    mod,
    pow,
    eq,
    ne,
    lt,
    le,
    gt,
    ge,
    in,
    not_in
};

struct node {
    node_kind is{};
    std::uint8_t extra = 0;
    std::uint32_t at = 0;  // byte in the source
    std::uint32_t a = nothing;
    std::uint32_t b = nothing;
    std::uint32_t c = nothing;
};

/// The arguments of a call, filter or test.
///
/// keywords  edges in pairs: name, value
struct arguments {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t first_keyword = 0;
    std::uint32_t keywords = 0;
    node_id spread = nothing;           // *expression
    node_id spread_keywords = nothing;  // **expression
};

/// Parameters of a macro: edges in pairs: name node, default or nothing.
struct signature {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

///
/// looks  at whether to stop, for each node that is made or gone through
struct ast {
    vec<node> nodes{};
    vec<std::uint32_t> edges{};
    vec<arguments> calls{};
    vec<signature> signatures{};
    node_id root = nothing;
    mutable source_looks looks{};

    /// A node is made, or gone through.
    void pass() const {
        constexpr std::size_t bytes_of_a_node = 32;
        looks.pass(bytes_of_a_node);
    }
    [[nodiscard]] node const& operator[](node_id id) const noexcept { return nodes[id]; }
    [[nodiscard]] PARLANCE_DECL node_id add(node n);
    /// Stores `list` and returns where it begins.
    [[nodiscard]] PARLANCE_DECL std::uint32_t add_edges(vec<std::uint32_t> const& list);
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/ast.ipp>
#endif
