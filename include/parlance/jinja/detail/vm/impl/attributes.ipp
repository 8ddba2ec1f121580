// parlance/jinja/detail/vm/impl/attributes.ipp - definitions of what parlance/jinja/detail/vm/attributes.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

PARLANCE_DECL value optional_item(value v, kind owner, std::string_view name) {
    return v.is == kind::missing
               ? make_undefined(absence::custom,
                                name == "previtem" ? "there is no previous item" : "there is no next item",
                                owner)
               : v;
}

PARLANCE_DECL value loop_attribute(runtime& rt, loop_node& loop, attr a) {
    switch (a) {
    case "index"_attr: return make_integer(loop.index0 + 1);
    case "index0"_attr: return make_integer(loop.index0);
    case "first"_attr: return make_boolean(loop.index0 == 0);
    case "last"_attr: return look_ahead(rt, loop), make_boolean(loop.after.is == kind::missing);
    case "length"_attr: return make_integer(loop_length(rt, loop));
    case "revindex"_attr: return make_integer(loop_length(rt, loop) - loop.index0);
    case "revindex0"_attr: return make_integer(loop_length(rt, loop) - loop.index0 - 1);
    case "depth"_attr: return make_integer(loop.depth0 + 1);
    case "depth0"_attr: return make_integer(loop.depth0);
    case "previtem"_attr: return optional_item(loop.before, kind::loop, "previtem");
    case "nextitem"_attr: return look_ahead(rt, loop), optional_item(loop.after, kind::loop, "nextitem");
    default: return {};
    }
}

/// An attribute that is no method; missing when there is none.
PARLANCE_DECL value data_attribute(runtime& rt, value object, attr a) {
    switch (object.is) {
    case kind::loop: return loop_attribute(rt, *object.loop, a);
    case kind::macro: return macro_attribute(rt, *object.macro, a);
    case kind::cycler:
        return a == "current"_attr ? object.cycler->items.items[object.cycler->position]
               : a == "items"_attr ? make_list(&object.cycler->items, kind::tuple)
                                   : value{};
    case kind::range:
        return a == "start"_attr  ? make_integer(object.range->start)
               : a == "stop"_attr ? make_integer(object.range->stop)
               : a == "step"_attr ? make_integer(object.range->step)
                                  : value{};
    case kind::tuple:
        if (object.has(mark::pair) && (a == "grouper"_attr || a == "list"_attr)) {
            return object.list->items[a == "grouper"_attr ? 0 : 1];
        }
        return {};
    case kind::boolean:
    case kind::integer:
    case kind::big:
        if (one_of(a, {"real"_attr, "numerator"_attr})) {
            return object.is == kind::boolean ? make_integer(object.integer) : object;
        }
        return a == "imag"_attr ? make_integer(0) : a == "denominator"_attr ? make_integer(1) : value{};
    case kind::real: return a == "real"_attr ? object : a == "imag"_attr ? make_real(0) : value{};
    case kind::keys_view:
    case kind::values_view:
    case kind::items_view: return a == "mapping"_attr ? object.view->of : value{};
    default: return {};
    }
}

value python_attribute(runtime& rt, value object, std::string_view name, attr number) {
    if (object.is == kind::name_space) {
        dict_node& d = object.name_space->attributes;
        dict_entry const* const e =
            d.size == 0 ? nullptr : find_entry(rt, d, make_text(name), hash_of(rt, make_text(name)));
        return e != nullptr          ? e->item
               : name == "__class__" ? make_undefined(absence::forbidden, name, object.is)
                                     : value{};
    }
    if (number != no_attribute) {
        if (has_method(object.is, number) || is_dict_maker(object, number)) {
            if (!rt.lenient && changes(object.is, number)) {
                return make_undefined(absence::forbidden, name, object.is);
            }
            return make_value(kind::method, &value::method,
                              rt.heap.make<method_node>(object, static_cast<std::uint16_t>(number)));
        }
        return data_attribute(rt, object, number);
    }
    return is_hidden(name, object.is) ? make_undefined(absence::forbidden, name, object.is) : value{};
}

void refuse_private(runtime& rt, std::string_view name) {
    if (!rt.lenient && name.starts_with('_')) {
        throw fault{errc::jinja_security, "a namespace cannot have an attribute " + std::string(name)};
    }
}

value index_text(runtime& rt, value text, std::int64_t i) {
    std::string_view const s = text.view_text();
    rt.spend(1 + s.size() / 16);
    auto const length = static_cast<std::int64_t>(code_points(rt, s));
    i = i < 0 ? i + length : i;
    if (i < 0 || i >= length) {
        return {};
    }
    std::size_t const at = byte_of(rt, s, static_cast<std::size_t>(i));
    return rt.part(text, at, at + code_point_length(s, at));
}

/// object[index]; missing when Python would raise TypeError or LookupError.
PARLANCE_DECL value python_item(runtime& rt, value object, value index) {
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

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

value attribute(runtime& rt, value object, std::string_view name, attr number) {
    if (object.is == kind::json_object && number == no_attribute) {  // as m.role: most attributes are such
        if (detail::is_hidden(name, object.is)) {
            return make_undefined(absence::forbidden, name, object.is);
        }
        value const found = member_of(rt, *object.json_object, name);
        return found.is == kind::missing ? make_undefined(absence::attribute, name, object.is) : found;
    }
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

value item(runtime& rt, value object, value index) {
    refuse_undefined(object);
    value found = detail::python_item(rt, object, index);
    if (found.is != kind::missing) {
        return found;
    }
    if (index.is == kind::string) {
        rt.spend(4);  // the name is looked for
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

value slice(runtime& rt, value object, value start, value stop, value step) {
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
        std::int64_t const end = object.range->start + r.end * object.range->step;
        range_node const* const part = rt.heap.make<range_node>(first, end, by, r.count);
        return make_value(kind::range, &value::range, part);
    }
    list_node* const out = rt.new_list(static_cast<std::size_t>(r.count));
    paid_ahead each(rt.steps(), 4);
    for (std::int64_t i = 0; i < r.count; ++i) {
        each.reached(static_cast<std::size_t>(i));
        rt.append(*out, item_at(rt, object, static_cast<std::size_t>(r.first + i * r.step)));
    }
    return make_list(out, object.is == kind::tuple ? kind::tuple : kind::list);
}

}  // namespace parlance::jinja
