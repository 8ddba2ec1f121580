// parlance/jinja/detail/vm/attributes.hpp - x.name and x[index], as Jinja2's sandbox looks them up
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace parlance::jinja {

namespace detail {

[[nodiscard]] constexpr bool one_of(attr a, std::initializer_list<attr> list) noexcept {
    for (attr const candidate : list) {
        if (candidate == a) {
            return true;
        }
    }
    return false;
}

[[nodiscard]] constexpr bool is_text_method(attr a) noexcept {
    return one_of(
        a, {"capitalize"_attr,   "casefold"_attr,     "center"_attr,    "count"_attr,     "encode"_attr,
            "endswith"_attr,     "expandtabs"_attr,   "find"_attr,      "format"_attr,    "format_map"_attr,
            "index"_attr,        "isalnum"_attr,      "isalpha"_attr,   "isascii"_attr,   "isdecimal"_attr,
            "isdigit"_attr,      "isidentifier"_attr, "islower"_attr,   "isnumeric"_attr, "isprintable"_attr,
            "isspace"_attr,      "istitle"_attr,      "isupper"_attr,   "join"_attr,      "ljust"_attr,
            "lower"_attr,        "lstrip"_attr,       "maketrans"_attr, "partition"_attr, "removeprefix"_attr,
            "removesuffix"_attr, "replace"_attr,      "rfind"_attr,     "rindex"_attr,    "rjust"_attr,
            "rpartition"_attr,   "rsplit"_attr,       "rstrip"_attr,    "split"_attr,     "splitlines"_attr,
            "startswith"_attr,   "strip"_attr,        "swapcase"_attr,  "title"_attr,     "translate"_attr,
            "upper"_attr,        "zfill"_attr});
}

/// Methods that change the object: the immutable sandbox denies them.
[[nodiscard]] constexpr bool changes(kind is, attr a) noexcept {
    switch (is) {
    case kind::list:
    case kind::json_array:
        return one_of(a, {"append"_attr, "clear"_attr, "pop"_attr, "reverse"_attr, "insert"_attr, "sort"_attr,
                          "extend"_attr, "remove"_attr});
    case kind::dict:
    case kind::json_object:
        return one_of(a, {"clear"_attr, "pop"_attr, "popitem"_attr, "setdefault"_attr, "update"_attr});
    default: return false;
    }
}

/// Whether values of this kind have a method of this name.
[[nodiscard]] constexpr bool has_method(kind is, attr a) noexcept {
    switch (is) {
    case kind::string: return is_text_method(a);
    case kind::list:
    case kind::json_array: return changes(is, a) || one_of(a, {"copy"_attr, "count"_attr, "index"_attr});
    case kind::tuple:
    case kind::range: return one_of(a, {"count"_attr, "index"_attr});
    case kind::dict:
    case kind::json_object:
        return changes(is, a) || one_of(a, {"copy"_attr, "fromkeys"_attr, "get"_attr, "items"_attr,
                                            "keys"_attr, "values"_attr});
    case kind::boolean:
    case kind::integer:
    case kind::big:
        return one_of(a, {"as_integer_ratio"_attr, "bit_count"_attr, "bit_length"_attr, "conjugate"_attr,
                          "from_bytes"_attr, "to_bytes"_attr});
    case kind::real:
        return one_of(
            a, {"as_integer_ratio"_attr, "conjugate"_attr, "fromhex"_attr, "hex"_attr, "is_integer"_attr});
    case kind::generator: return one_of(a, {"send"_attr, "throw"_attr, "close"_attr});
    case kind::keys_view:
    case kind::items_view: return a == "isdisjoint"_attr;
    case kind::loop: return one_of(a, {"cycle"_attr, "changed"_attr});
    case kind::cycler: return one_of(a, {"next"_attr, "reset"_attr});
    default: return false;
    }
}

/// dict.fromkeys
[[nodiscard]] inline bool is_dict_maker(value object, attr a) noexcept {
    return object.is == kind::function && object.why == static_cast<std::uint8_t>(global::dict) &&
           a == "fromkeys"_attr;
}

/// Names that Python objects have and the sandbox hides, of those that begin and end with two underscores.
[[nodiscard]] constexpr bool is_hidden_between_underscores(std::string_view name, kind is) noexcept {
    for (std::string_view const everywhere : {"__class__",
                                              "__doc__",
                                              "__init__",
                                              "__new__",
                                              "__repr__",
                                              "__str__",
                                              "__eq__",
                                              "__ne__",
                                              "__lt__",
                                              "__le__",
                                              "__gt__",
                                              "__ge__",
                                              "__hash__",
                                              "__dir__",
                                              "__format__",
                                              "__getattribute__",
                                              "__setattr__",
                                              "__delattr__",
                                              "__reduce__",
                                              "__reduce_ex__",
                                              "__sizeof__",
                                              "__subclasshook__",
                                              "__init_subclass__",
                                              "__getstate__"}) {
        if (name == everywhere) {
            return true;
        }
    }
    std::string_view const inner = name.substr(2, name.size() - 4);
    auto const any = [&](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), inner) != names.end();
    };
    switch (is) {
    case kind::string:
    case kind::bytes:
    case kind::tuple:
        return any({"len", "add", "mul", "rmul", "contains", "getitem", "iter", "getnewargs", "mod", "rmod"});
    case kind::list:
    case kind::json_array:
        return any({"len", "add", "mul", "rmul", "iadd", "imul", "contains", "getitem", "setitem", "delitem",
                    "iter", "reversed", "class_getitem"});
    case kind::dict:
    case kind::json_object:
        return any({"len", "contains", "getitem", "setitem", "delitem", "iter", "reversed", "or", "ior",
                    "ror", "class_getitem"});
    case kind::boolean:
    case kind::integer:
    case kind::big:
    case kind::real:
        return any({"add",    "sub",    "mul",    "truediv",  "floordiv",  "mod",  "pow",
                    "divmod", "neg",    "pos",    "abs",      "bool",      "int",  "float",
                    "radd",   "rsub",   "rmul",   "rtruediv", "rfloordiv", "rmod", "rpow",
                    "round",  "trunc",  "floor",  "ceil",     "and",       "or",   "xor",
                    "invert", "lshift", "rshift", "index",    "getnewargs"});
    case kind::function:
    case kind::method:
    case kind::macro:
        return any({"call", "globals", "code", "closure", "defaults", "kwdefaults", "name", "qualname",
                    "module", "dict", "annotations", "get", "self", "func", "wrapped"});
    default: return any({"dict", "module", "weakref", "len", "iter", "call", "next", "getitem", "setitem"});
    }
}

/// Names that Python objects have and the sandbox hides.
[[nodiscard]] constexpr bool is_hidden(std::string_view name, kind is) noexcept {
    return name.size() >= 5 && name[0] == '_' && name[1] == '_' && name.ends_with("__") &&
           is_hidden_between_underscores(name, is);
}

[[nodiscard]] PARLANCE_DECL value macro_attribute(runtime& rt, macro_node const& m, attr a);

/// getattr(object, name); missing when Python would raise AttributeError.
[[nodiscard]] PARLANCE_DECL value python_attribute(runtime& rt, value object, std::string_view name,
                                                   attr number);

/// transformers keeps namespaces free of names that begin with an underscore.
PARLANCE_RARE void refuse_private(runtime& rt, std::string_view name);

[[nodiscard]] PARLANCE_DECL value index_text(runtime& rt, value text, std::int64_t i);

}  // namespace detail

/// object.name
[[nodiscard]] PARLANCE_DECL value attribute(runtime& rt, value object, std::string_view name, attr number);

/// object[index]
[[nodiscard]] PARLANCE_DECL value item(runtime& rt, value object, value index);

/// object[start:stop:step]
[[nodiscard]] PARLANCE_DECL value slice(runtime& rt, value object, value start, value stop, value step);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/attributes.ipp>
#endif
