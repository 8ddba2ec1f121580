// parlance/jinja/detail/builtins/attribute_names.hpp - the names of attributes, which templates are compiled to numbers of
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/sorted_table.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

/// An attribute that values other than dictionaries and namespaces have: its index in `attribute_names`.
enum class attr : std::uint16_t {};

/// Of all names that are not in the list.
inline constexpr attr no_attribute{};

/// Sorted.
inline constexpr std::string_view attribute_names[] = {
    "",
    "append",
    "arguments",
    "as_integer_ratio",
    "bit_count",
    "bit_length",
    "caller",
    "capitalize",
    "casefold",
    "catch_kwargs",
    "catch_varargs",
    "center",
    "changed",
    "clear",
    "close",
    "conjugate",
    "copy",
    "count",
    "current",
    "cycle",
    "denominator",
    "depth",
    "depth0",
    "encode",
    "endswith",
    "expandtabs",
    "extend",
    "find",
    "first",
    "format",
    "format_map",
    "from_bytes",
    "fromhex",
    "fromkeys",
    "get",
    "grouper",
    "hex",
    "imag",
    "index",
    "index0",
    "insert",
    "is_integer",
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "isdisjoint",
    "isidentifier",
    "islower",
    "isnumeric",
    "isprintable",
    "isspace",
    "istitle",
    "isupper",
    "items",
    "join",
    "keys",
    "last",
    "length",
    "list",
    "ljust",
    "lower",
    "lstrip",
    "maketrans",
    "mapping",
    "name",
    "next",
    "nextitem",
    "numerator",
    "partition",
    "pop",
    "popitem",
    "previtem",
    "real",
    "remove",
    "removeprefix",
    "removesuffix",
    "replace",
    "reset",
    "reverse",
    "revindex",
    "revindex0",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "send",
    "setdefault",
    "sort",
    "split",
    "splitlines",
    "start",
    "startswith",
    "step",
    "stop",
    "strip",
    "swapcase",
    "throw",
    "title",
    "to_bytes",
    "translate",
    "update",
    "upper",
    "values",
    "zfill",
};
static_assert(detail::is_sorted(attribute_names));

[[nodiscard]] constexpr attr find_attribute(std::string_view name) noexcept {
    std::uint16_t const n = detail::find_sorted(attribute_names, name);
    return n == not_found ? no_attribute : static_cast<attr>(n);
}

/// "append"_attr; a name that is not in the list does not compile.
consteval attr operator""_attr(char const* name, std::size_t size) {
    attr const found = find_attribute({name, size});
    if (found == no_attribute) {
        throw "parlance: no such name in attribute_names";
    }
    return found;
}

}  // namespace parlance::jinja
