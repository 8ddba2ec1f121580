// parlance/jinja/attributes.hpp - x.name and x[index], as Jinja2's sandbox looks them up
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/callable.hpp>
#include <parlance/jinja/operators.hpp>
#include <parlance/jinja/print.hpp>
#include <parlance/jinja/text.hpp>
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
        a, {attr::capitalize,   attr::casefold,     attr::center,    attr::count,     attr::encode,
            attr::endswith,     attr::expandtabs,   attr::find,      attr::format,    attr::format_map,
            attr::index,        attr::isalnum,      attr::isalpha,   attr::isascii,   attr::isdecimal,
            attr::isdigit,      attr::isidentifier, attr::islower,   attr::isnumeric, attr::isprintable,
            attr::isspace,      attr::istitle,      attr::isupper,   attr::join,      attr::ljust,
            attr::lower,        attr::lstrip,       attr::maketrans, attr::partition, attr::removeprefix,
            attr::removesuffix, attr::replace,      attr::rfind,     attr::rindex,    attr::rjust,
            attr::rpartition,   attr::rsplit,       attr::rstrip,    attr::split,     attr::splitlines,
            attr::startswith,   attr::strip,        attr::swapcase,  attr::title,     attr::translate,
            attr::upper,        attr::zfill});
}

/// Methods that change the object: the immutable sandbox denies them.
[[nodiscard]] constexpr bool changes(kind is, attr a) noexcept {
    switch (is) {
    case kind::list:
    case kind::json_array:
        return one_of(a, {attr::append, attr::clear, attr::pop, attr::reverse, attr::insert, attr::sort,
                          attr::extend, attr::remove});
    case kind::dict:
    case kind::json_object:
        return one_of(a, {attr::clear, attr::pop, attr::popitem, attr::setdefault, attr::update});
    default: return false;
    }
}

/// Whether values of this kind have a method of this name.
[[nodiscard]] constexpr bool has_method(kind is, attr a) noexcept {
    switch (is) {
    case kind::string: return is_text_method(a);
    case kind::list:
    case kind::json_array: return changes(is, a) || one_of(a, {attr::copy, attr::count, attr::index});
    case kind::tuple:
    case kind::range: return one_of(a, {attr::count, attr::index});
    case kind::dict:
    case kind::json_object:
        return changes(is, a) ||
               one_of(a, {attr::copy, attr::fromkeys, attr::get, attr::items, attr::keys, attr::values});
    case kind::boolean:
    case kind::integer:
    case kind::big:
        return one_of(a, {attr::as_integer_ratio, attr::bit_count, attr::bit_length, attr::conjugate,
                          attr::from_bytes, attr::to_bytes});
    case kind::real:
        return one_of(a,
                      {attr::as_integer_ratio, attr::conjugate, attr::fromhex, attr::hex, attr::is_integer});
    case kind::generator: return one_of(a, {attr::send, attr::throw_, attr::close});
    case kind::keys_view:
    case kind::items_view: return a == attr::isdisjoint;
    case kind::loop: return one_of(a, {attr::cycle, attr::changed});
    case kind::cycler: return one_of(a, {attr::next, attr::reset});
    default: return false;
    }
}

/// Names that Python objects have and the sandbox hides.
[[nodiscard]] constexpr bool is_hidden(std::string_view name, kind is) noexcept {
    if (name.size() < 5 || name.substr(0, 2) != "__" || name.substr(name.size() - 2) != "__") {
        return false;
    }
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

[[nodiscard]] inline value optional_item(value v, kind owner, std::string_view name) {
    return v.is == kind::missing
               ? make_undefined(absence::custom,
                                name == "previtem" ? "there is no previous item" : "there is no next item",
                                owner)
               : v;
}

[[nodiscard]] inline value loop_attribute(runtime& rt, loop_node& loop, attr a) {
    switch (a) {
    case attr::index: return make_integer(loop.index0 + 1);
    case attr::index0: return make_integer(loop.index0);
    case attr::first: return make_boolean(loop.index0 == 0);
    case attr::last: return look_ahead(rt, loop), make_boolean(loop.after.is == kind::missing);
    case attr::length: return make_integer(loop_length(rt, loop));
    case attr::revindex: return make_integer(loop_length(rt, loop) - loop.index0);
    case attr::revindex0: return make_integer(loop_length(rt, loop) - loop.index0 - 1);
    case attr::depth: return make_integer(loop.depth0 + 1);
    case attr::depth0: return make_integer(loop.depth0);
    case attr::previtem: return optional_item(loop.before, kind::loop, "previtem");
    case attr::nextitem: return look_ahead(rt, loop), optional_item(loop.after, kind::loop, "nextitem");
    default: return {};
    }
}

[[nodiscard]] value macro_attribute(runtime& rt, macro_node const& m, attr a);

/// An attribute that is no method; missing when there is none.
[[nodiscard]] inline value data_attribute(runtime& rt, value object, attr a) {
    switch (object.is) {
    case kind::loop: return loop_attribute(rt, *object.loop, a);
    case kind::macro: return macro_attribute(rt, *object.macro, a);
    case kind::cycler:
        return a == attr::current ? object.cycler->items.items[object.cycler->position]
               : a == attr::items ? make_list(&object.cycler->items, kind::tuple)
                                  : value{};
    case kind::range:
        return a == attr::start  ? make_integer(object.range->start)
               : a == attr::stop ? make_integer(object.range->stop)
               : a == attr::step ? make_integer(object.range->step)
                                 : value{};
    case kind::tuple:
        if (object.has(mark::pair) && (a == attr::grouper || a == attr::list)) {
            return object.list->items[a == attr::grouper ? 0 : 1];
        }
        return {};
    case kind::boolean:
    case kind::integer:
    case kind::big:
        if (one_of(a, {attr::real, attr::numerator})) {
            return object.is == kind::boolean ? make_integer(object.integer) : object;
        }
        return a == attr::imag ? make_integer(0) : a == attr::denominator ? make_integer(1) : value{};
    case kind::real: return a == attr::real ? object : a == attr::imag ? make_real(0) : value{};
    case kind::keys_view:
    case kind::values_view:
    case kind::items_view: return a == attr::mapping ? object.view->of : value{};
    default: return {};
    }
}

/// getattr(object, name); missing when Python would raise AttributeError.
[[nodiscard]] inline value python_attribute(runtime& rt, value object, std::string_view name, attr number) {
    if (object.is == kind::name_space) {
        dict_node& d = object.name_space->attributes;
        dict_entry const* const e =
            d.size == 0 ? nullptr : find_entry(rt, d, make_text(name), hash_of(rt, make_text(name)));
        return e != nullptr          ? e->item
               : name == "__class__" ? make_undefined(absence::forbidden, name, object.is)
                                     : value{};
    }
    if (number != attr::unknown) {
        if (has_method(object.is, number)) {
            if (!rt.lenient && changes(object.is, number)) {
                return make_undefined(absence::forbidden, name, object.is);
            }
            value m;
            m.is = kind::method;
            m.method = rt.heap.make<method_node>(object, static_cast<std::uint16_t>(number));
            return m;
        }
        return data_attribute(rt, object, number);
    }
    return is_hidden(name, object.is) ? make_undefined(absence::forbidden, name, object.is) : value{};
}

[[nodiscard]] inline value index_text(runtime& rt, value text, std::int64_t i) {
    std::string_view const s = text.view_text();
    rt.spend(1 + s.size() / 16);
    auto const length = static_cast<std::int64_t>(code_points(s));
    i = i < 0 ? i + length : i;
    if (i < 0 || i >= length) {
        return {};
    }
    std::size_t const at = byte_of(s, static_cast<std::size_t>(i));
    return rt.part(text, at, at + code_point_length(s, at));
}

/// object[index]; missing when Python would raise TypeError or LookupError.
[[nodiscard]] inline value python_item(runtime& rt, value object, value index) {
    bool const whole = index.is == kind::integer || index.is == kind::boolean;
    switch (object.is) {
    case kind::dict:
    case kind::json_object:
        if (is_list(index) || is_mapping(index) || index.is == kind::undefined) {
            return {};
        }
        return find_item(rt, object, index).value_or(value{});
    case kind::list:
    case kind::tuple:
    case kind::json_array:
    case kind::range: {
        auto const length = static_cast<std::int64_t>(count_of(object));
        std::int64_t const i = whole && index.integer < 0 ? index.integer + length : index.integer;
        return whole && i >= 0 && i < length ? item_at(rt, object, static_cast<std::size_t>(i)) : value{};
    }
    case kind::string: return whole ? index_text(rt, object, index.integer) : value{};
    default: return {};
    }
}

}  // namespace detail

/// object.name
[[nodiscard]] inline value attribute(runtime& rt, value object, std::string_view name, attr number) {
    if (object.is == kind::undefined) {
        if (detail::is_hidden(name, object.is)) {
            return make_undefined(absence::forbidden, name, object.is);
        }
        fail_undefined(object);
    }
    value found = detail::python_attribute(rt, object, name, number);
    if (found.is == kind::missing && is_mapping(object)) {
        found = find_item(rt, object, make_text(name)).value_or(value{});
    }
    return found.is == kind::missing ? make_undefined(absence::attribute, name, object.is) : found;
}

/// object[index]
[[nodiscard]] inline value item(runtime& rt, value object, value index) {
    refuse_undefined(object);
    value found = detail::python_item(rt, object, index);
    if (found.is != kind::missing) {
        return found;
    }
    if (index.is == kind::string) {
        found = detail::python_attribute(rt, object, index.view_text(), find_attribute(index.view_text()));
        return found.is == kind::missing ? make_undefined(absence::attribute, index.view_text(), object.is)
                                         : found;
    }
    if (index.is == kind::integer) {
        value v = make_undefined(absence::element, {}, object.is);
        v.integer = index.integer;
        return v;
    }
    return make_undefined(absence::key, text_of(rt, to_repr(rt, index)), object.is);
}

/// object[start:stop:step]
[[nodiscard]] inline value slice(runtime& rt, value object, value start, value stop, value step) {
    refuse_undefined(object);
    if (object.is == kind::string) {
        return slice_text(rt, object, start, stop, step);
    }
    if (!is_array(object) && object.is != kind::range) {
        type_error("'" + std::string(type_name(object.is)) + "' object cannot be sliced");
    }
    slice_range const r = slice_of(start, stop, step, static_cast<std::int64_t>(count_of(object)));
    rt.spend(1 + static_cast<std::uint64_t>(r.count) / 4);
    if (object.is == kind::range) {
        std::int64_t const first = object.range->start + r.first * object.range->step;
        std::int64_t const by = object.range->step * r.step;
        value v;
        v.is = kind::range;
        v.range =
            rt.heap.make<range_node>(first, object.range->start + r.end * object.range->step, by, r.count);
        return v;
    }
    list_node* const out = rt.new_list(static_cast<std::size_t>(r.count));
    for (std::int64_t i = 0; i < r.count; ++i) {
        rt.append(*out, item_at(rt, object, static_cast<std::size_t>(r.first + i * r.step)));
    }
    return make_list(out, object.is == kind::tuple ? kind::tuple : kind::list);
}

}  // namespace parlance::jinja
