// parlance/jinja/detail/builtins/tables.hpp - the names of filters, tests and attributes, and what arguments they take
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

/// A filter or test.
///
/// parameters  after the subject, in order; the first `required` must be given
/// variadic    takes any arguments and sorts them out itself
struct builtin {
    std::string_view name;
    std::string_view parameters[5];
    std::uint8_t required = 0;
    bool variadic = false;

    [[nodiscard]] constexpr std::size_t count() const noexcept {
        std::size_t n = 0;
        while (n < 5 && !parameters[n].empty()) {
            ++n;
        }
        return n;
    }
};

/// Sorted by name; the number of a filter is its place here.
inline constexpr builtin filters[] = {
    {"abs", {}, 0, false},
    {"attr", {"name"}, 1, false},
    {"batch", {"linecount", "fill_with"}, 1, false},
    {"capitalize", {}, 0, false},
    {"center", {"width"}, 0, false},
    {"count", {}, 0, false},
    {"d", {"default_value", "boolean"}, 0, false},
    {"default", {"default_value", "boolean"}, 0, false},
    {"dictsort", {"case_sensitive", "by", "reverse"}, 0, false},
    {"e", {}, 0, false},
    {"escape", {}, 0, false},
    {"filesizeformat", {"binary"}, 0, false},
    {"first", {}, 0, false},
    {"float", {"default"}, 0, false},
    {"forceescape", {}, 0, false},
    {"format", {}, 0, true},
    {"from_json", {}, 0, false},
    {"groupby", {"attribute", "default", "case_sensitive"}, 1, false},
    {"indent", {"width", "first", "blank"}, 0, false},
    {"int", {"default", "base"}, 0, false},
    {"items", {}, 0, false},
    {"join", {"d", "attribute"}, 0, false},
    {"last", {}, 0, false},
    {"length", {}, 0, false},
    {"list", {}, 0, false},
    {"lower", {}, 0, false},
    {"map", {}, 0, true},
    {"max", {"case_sensitive", "attribute"}, 0, false},
    {"min", {"case_sensitive", "attribute"}, 0, false},
    {"pprint", {}, 0, false},
    {"random", {}, 0, false},
    {"reject", {}, 0, true},
    {"rejectattr", {}, 0, true},
    {"replace", {"old", "new", "count"}, 2, false},
    {"reverse", {}, 0, false},
    {"round", {"precision", "method"}, 0, false},
    {"safe", {}, 0, false},
    {"select", {}, 0, true},
    {"selectattr", {}, 0, true},
    {"slice", {"slices", "fill_with"}, 1, false},
    {"sort", {"reverse", "case_sensitive", "attribute"}, 0, false},
    {"string", {}, 0, false},
    {"striptags", {}, 0, false},
    {"sum", {"attribute", "start"}, 0, false},
    {"title", {}, 0, false},
    {"tojson", {"ensure_ascii", "indent", "separators", "sort_keys"}, 0, false},
    {"trim", {"chars"}, 0, false},
    {"truncate", {"length", "killwords", "end", "leeway"}, 0, false},
    {"unique", {"case_sensitive", "attribute"}, 0, false},
    {"upper", {}, 0, false},
    {"urlencode", {}, 0, false},
    {"urlize", {"trim_url_limit", "nofollow", "target", "rel", "extra_schemes"}, 0, false},
    {"wordcount", {}, 0, false},
    {"wordwrap", {"width", "break_long_words", "wrapstring", "break_on_hyphens"}, 0, false},
    {"xmlattr", {"autospace"}, 0, false},
};

/// Sorted by name; the number of a test is its place here.
inline constexpr builtin tests[] = {
    {"!=", {"b"}, 1, false},          {"<", {"b"}, 1, false},
    {"<=", {"b"}, 1, false},          {"==", {"b"}, 1, false},
    {">", {"b"}, 1, false},           {">=", {"b"}, 1, false},
    {"boolean", {}, 0, false},        {"callable", {}, 0, false},
    {"defined", {}, 0, false},        {"divisibleby", {"num"}, 1, false},
    {"eq", {"b"}, 1, false},          {"equalto", {"b"}, 1, false},
    {"escaped", {}, 0, false},        {"even", {}, 0, false},
    {"false", {}, 0, false},          {"filter", {}, 0, false},
    {"float", {}, 0, false},          {"ge", {"b"}, 1, false},
    {"greaterthan", {"b"}, 1, false}, {"gt", {"b"}, 1, false},
    {"in", {"seq"}, 1, false},        {"integer", {}, 0, false},
    {"iterable", {}, 0, false},       {"le", {"b"}, 1, false},
    {"lessthan", {"b"}, 1, false},    {"lower", {}, 0, false},
    {"lt", {"b"}, 1, false},          {"mapping", {}, 0, false},
    {"ne", {"b"}, 1, false},          {"none", {}, 0, false},
    {"number", {}, 0, false},         {"odd", {}, 0, false},
    {"sameas", {"other"}, 1, false},  {"sequence", {}, 0, false},
    {"string", {}, 0, false},         {"test", {}, 0, false},
    {"true", {}, 0, false},           {"undefined", {}, 0, false},
    {"upper", {}, 0, false},
};

/// Attributes that values other than dictionaries and namespaces have.  In the order of `attribute_names`.
enum class attr : std::uint16_t {
    unknown,
    append,
    arguments,
    as_integer_ratio,
    bit_count,
    bit_length,
    caller,
    capitalize,
    casefold,
    catch_kwargs,
    catch_varargs,
    center,
    changed,
    clear,
    close,
    conjugate,
    copy,
    count,
    current,
    cycle,
    denominator,
    depth,
    depth0,
    encode,
    endswith,
    expandtabs,
    extend,
    find,
    first,
    format,
    format_map,
    from_bytes,
    fromhex,
    fromkeys,
    get,
    grouper,
    hex,
    imag,
    index,
    index0,
    insert,
    is_integer,
    isalnum,
    isalpha,
    isascii,
    isdecimal,
    isdigit,
    isdisjoint,
    isidentifier,
    islower,
    isnumeric,
    isprintable,
    isspace,
    istitle,
    isupper,
    items,
    join,
    keys,
    last,
    length,
    list,
    ljust,
    lower,
    lstrip,
    maketrans,
    mapping,
    name,
    next,
    nextitem,
    numerator,
    partition,
    pop,
    popitem,
    previtem,
    real,
    remove,
    removeprefix,
    removesuffix,
    replace,
    reset,
    reverse,
    revindex,
    revindex0,
    rfind,
    rindex,
    rjust,
    rpartition,
    rsplit,
    rstrip,
    send,
    setdefault,
    sort,
    split,
    splitlines,
    start,
    startswith,
    step,
    stop,
    strip,
    swapcase,
    throw_,
    title,
    to_bytes,
    translate,
    update,
    upper,
    values,
    zfill,
};

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

inline constexpr std::uint16_t not_found = 0xFFFF;

namespace detail {

template <class Row, std::size_t N, class Name>
[[nodiscard]] constexpr std::uint16_t find_sorted(Row const (&table)[N], std::string_view name,
                                                  Name name_of) noexcept {
    std::size_t low = 0;
    std::size_t high = N;
    while (low < high) {
        std::size_t const middle = (low + high) / 2;
        std::string_view const here = name_of(table[middle]);
        if (here == name) {
            return static_cast<std::uint16_t>(middle);
        }
        (here < name ? low : high) = here < name ? middle + 1 : middle;
    }
    return not_found;
}

template <class Row, std::size_t N, class Name>
[[nodiscard]] constexpr bool is_sorted(Row const (&table)[N], Name name_of) noexcept {
    for (std::size_t i = 1; i < N; ++i) {
        if (!(name_of(table[i - 1]) < name_of(table[i]))) {
            return false;
        }
    }
    return true;
}

inline constexpr auto name_of_builtin = [](builtin const& b) { return b.name; };
inline constexpr auto name_itself = [](std::string_view n) { return n; };
static_assert(is_sorted(filters, name_of_builtin) && is_sorted(tests, name_of_builtin));
static_assert(is_sorted(attribute_names, name_itself));

}  // namespace detail

/// The number of a filter or test, or not_found.
[[nodiscard]] constexpr std::uint16_t find_filter(std::string_view name) noexcept {
    return detail::find_sorted(filters, name, detail::name_of_builtin);
}
[[nodiscard]] constexpr std::uint16_t find_test(std::string_view name) noexcept {
    return detail::find_sorted(tests, name, detail::name_of_builtin);
}
[[nodiscard]] constexpr attr find_attribute(std::string_view name) noexcept {
    std::uint16_t const n = detail::find_sorted(attribute_names, name, detail::name_itself);
    return n == not_found ? attr::unknown : static_cast<attr>(n);
}

}  // namespace parlance::jinja
