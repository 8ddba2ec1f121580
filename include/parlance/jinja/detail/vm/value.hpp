// parlance/jinja/detail/vm/value.hpp - what a template computes with: sixteen bytes, copied freely, owned by the arena
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

struct big_node;
struct list_node;
struct dict_node;
struct generator_node;
struct namespace_node;
struct macro_node;
struct method_node;
struct loop_node;
struct cycler_node;
struct joiner_node;

/// What a value is.  `missing` marks an empty slot or an argument that was not given and is never seen by templates.
enum class kind : std::uint8_t {
    missing,
    undefined,
    none,
    boolean,
    integer,  // fits in 64 bits
    big,      // does not; see integer.hpp
    real,
    string,
    bytes,  // str.encode(); can only be printed
    list,
    tuple,
    dict,
    json_array,   // of the caller's context, not copied
    json_object,  // of the caller's context, not copied
    range,
    generator,  // lazy and consumed once
    keys_view,  // of a dict or json_object
    values_view,
    items_view,
    name_space,
    macro,
    method,    // bound to its object
    function,  // a global
    loop,
    cycler,
    joiner,
};

/// Marks on a value.
///
/// input   text whose bytes all came from the caller's context
/// mixed   text of several origins: a text_header in front of the bytes says which
/// spare   text in a buffer with room behind it: a text_header in front of the bytes says how much
/// markup  text that counts as HTML-safe (Jinja2's Markup)
/// pair    a tuple made by groupby, with the names grouper and list
struct mark {
    static constexpr std::uint8_t input = 1;
    static constexpr std::uint8_t mixed = 2;
    static constexpr std::uint8_t spare = 4;
    static constexpr std::uint8_t markup = 8;
    static constexpr std::uint8_t pair = 16;
};

/// Why a value is undefined; decides the sentence of the error when it is used.
enum class absence : std::uint8_t {
    name,       // text: the variable
    attribute,  // text: the attribute; owner: kind of the object
    element,    // size: unused, integer: the index; owner
    key,        // text: str() of a key that is no string; owner
    forbidden,  // text: the attribute; owner: unsafe in the sandbox
    parameter,  // text: a macro parameter that was not given
    custom,     // text: the sentence
};

/// A value.  Which member of the union counts follows from `is`; `text` has `size` bytes.
struct value {
    kind is = kind::missing;
    std::uint8_t marks = 0;
    std::uint8_t why = 0;    // undefined: absence; function, loop method: which
    std::uint8_t owner = 0;  // undefined: kind of the object asked
    std::uint32_t size = 0;
    union {
        std::int64_t integer = 0;
        double real;
        char const* text;
        big_node const* big;
        list_node* list;
        dict_node* dict;
        boost::json::array const* json_array;
        boost::json::object const* json_object;
        struct range_node const* range;
        generator_node* generator;
        struct view_node const* view;
        namespace_node* name_space;
        macro_node* macro;
        method_node* method;
        loop_node* loop;
        cycler_node* cycler;
        joiner_node* joiner;
    };

    [[nodiscard]] std::string_view view_text() const noexcept { return {text, size}; }
    [[nodiscard]] bool has(std::uint8_t m) const noexcept { return (marks & m) != 0; }
};
static_assert(sizeof(value) == 16);

struct list_node {
    value* items = nullptr;
    std::uint32_t size = 0;
    std::uint32_t capacity = 0;
};

struct dict_entry {
    value key{};
    value item{};
    std::uint64_t hash = 0;
};

/// Insertion-ordered; `index` (open addressing, entry number + 1) exists from nine entries on.
struct dict_node {
    dict_entry* entries = nullptr;
    std::uint32_t size = 0;
    std::uint32_t capacity = 0;
    std::uint32_t* index = nullptr;
    std::uint32_t index_size = 0;
};

struct range_node {
    std::int64_t start = 0;
    std::int64_t stop = 0;
    std::int64_t step = 1;
    std::int64_t length = 0;
};

struct view_node {
    value of{};
};

struct namespace_node {
    dict_node attributes{};
};

struct method_node {
    value self{};
    std::uint16_t name = 0;
};

struct cycler_node {
    list_node items{};
    std::uint32_t position = 0;
};

struct joiner_node {
    value separator{};
    bool used = false;
};

/// In front of the bytes of a `mixed` or `spare` text.
///
/// used, capacity  of the buffer, in bytes; a text that ends at `used` can be appended to in place
/// spans           where the origin of the bytes changes; see origin.hpp
struct text_header {
    std::uint32_t used = 0;
    std::uint32_t capacity = 0;
    struct span_node const* spans = nullptr;
    std::uint32_t span_count = 0;
    std::uint32_t unused = 0;
};

[[nodiscard]] constexpr value make_none() noexcept {
    value v;
    v.is = kind::none;
    return v;
}
[[nodiscard]] constexpr value make_boolean(bool b) noexcept {
    value v;
    v.is = kind::boolean;
    v.integer = b ? 1 : 0;
    return v;
}
[[nodiscard]] constexpr value make_integer(std::int64_t n) noexcept {
    value v;
    v.is = kind::integer;
    v.integer = n;
    return v;
}
[[nodiscard]] constexpr value make_real(double d) noexcept {
    value v;
    v.is = kind::real;
    v.real = d;
    return v;
}
/// Text that outlives the rendering or lives in its arena.  At most 4 GiB; longer ones never pass the budgets.
[[nodiscard]] constexpr value make_text(std::string_view text, std::uint8_t marks = 0) noexcept {
    value v;
    v.is = kind::string;
    v.marks = marks;
    v.size = static_cast<std::uint32_t>(text.size());
    v.text = text.data();
    return v;
}
/// A value of a node that lives in the arena, or in the context: `of` is the member for its kind.
template <class Node>
[[nodiscard]] constexpr value make_value(kind is, Node* value::* of, Node* node) noexcept {
    value v;
    v.is = is;
    v.*of = node;
    return v;
}
[[nodiscard]] constexpr value make_list(list_node* list, kind is = kind::list) noexcept {
    return make_value(is, &value::list, list);
}
[[nodiscard]] constexpr value make_dict(dict_node* dict) noexcept {
    return make_value(kind::dict, &value::dict, dict);
}
[[nodiscard]] constexpr value make_undefined(absence why, std::string_view text,
                                             kind owner = kind::missing) noexcept {
    value v;
    v.is = kind::undefined;
    v.why = static_cast<std::uint8_t>(why);
    v.owner = static_cast<std::uint8_t>(owner);
    v.size = static_cast<std::uint32_t>(text.size());
    v.text = text.data();
    return v;
}

/// Python's name of the type, as error messages and repr() spell it.
[[nodiscard]] constexpr std::string_view type_name(kind is) noexcept {
    switch (is) {
    case kind::missing: return "missing";
    case kind::undefined: return "Undefined";
    case kind::none: return "NoneType";
    case kind::boolean: return "bool";
    case kind::integer:
    case kind::big: return "int";
    case kind::real: return "float";
    case kind::string: return "str";
    case kind::bytes: return "bytes";
    case kind::list:
    case kind::json_array: return "list";
    case kind::tuple: return "tuple";
    case kind::dict:
    case kind::json_object: return "dict";
    case kind::range: return "range";
    case kind::generator: return "generator";
    case kind::keys_view: return "dict_keys";
    case kind::values_view: return "dict_values";
    case kind::items_view: return "dict_items";
    case kind::name_space: return "Namespace";
    case kind::macro: return "Macro";
    case kind::method: return "builtin_function_or_method";
    case kind::function: return "function";
    case kind::loop: return "LoopContext";
    case kind::cycler: return "Cycler";
    case kind::joiner: return "Joiner";
    }
    return "object";
}

}  // namespace parlance::jinja
