// parlance/jinja/detail/builtins/impl/methods_container.ipp - definitions of what parlance/jinja/detail/builtins/methods_container.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/methods_container.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/method_arguments.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/maybe.hpp>
#include <algorithm>
#include <cstdint>
#include <string>

namespace parlance::jinja::detail {

/// The methods of lists that change them.
[[nodiscard]] PARLANCE_DECL value change_list(runtime& rt, list_node& list, attr name,
                                              call_arguments const& raw);
/// The methods of dictionaries that change them.
[[nodiscard]] PARLANCE_DECL value change_dict(runtime& rt, dict_node& d, attr name,
                                              call_arguments const& raw);

[[nodiscard]] inline value value_or_none(value v) noexcept { return v.is == kind::missing ? make_none() : v; }

std::int64_t index_in(runtime& rt, value self, value what, std::int64_t first, std::int64_t end) {
    for (std::int64_t i = first; i < end; ++i) {
        value const item = item_at(rt, self, static_cast<std::size_t>(i));
        if (identical(item, what) || equal(rt, item, what)) {
            return i;
        }
    }
    return -1;
}

/// What a change acts on: the list itself, or one that from now on stands in for an array of the context.
PARLANCE_DECL list_node& changeable_list(runtime& rt, value self) {
    return self.is == kind::list ? *self.list
                                 : *rt.shadow(*self.json_array, [&] { return list_of(rt, self); });
}

value list_method(runtime& rt, value self, attr name, call_arguments const& raw) {
    auto const arguments = [&](std::size_t least, std::size_t most) {
        return method_arguments(raw, name, least, most);
    };
    switch (name) {
    case "count"_attr: {
        value const what = arguments(1, 1).get(0);
        std::int64_t n = 0;
        for (std::size_t i = 0; i < count_of(self); ++i) {
            n += equal(rt, item_at(rt, self, i), what);
        }
        return make_integer(n);
    }
    case "index"_attr: {
        method_arguments const args = arguments(1, self.is == kind::range ? 1 : 3);
        auto const size = static_cast<std::int64_t>(count_of(self));
        value const from = args.get(1);
        value const to = args.get(2);
        if (from.is == kind::none || to.is == kind::none) {
            type_error("slice indices must be integers or have an __index__ method");
        }
        slice_range const among = slice_of(from, to, make_none(), size);
        std::int64_t const at = index_in(rt, self, args.get(0), among.first, among.first + among.count);
        if (at < 0) {
            value_error("the item is not in the list");
        }
        return make_integer(at);
    }
    case "copy"_attr: return arguments(0, 0), make_list(list_of(rt, self));
    default: return change_list(rt, changeable_list(rt, self), name, raw);
    }
}

PARLANCE_DECL value remove_at(runtime& rt, list_node& list, std::int64_t at) {
    rt.spend(list.size);
    value const out = list.items[at];
    rt.heap.copy(list.items + at, list.items + at + 1, static_cast<std::size_t>(list.size - at - 1));
    --list.size;
    return out;
}

/// As Python's insert(): a place from the end where it is negative, and none is too high.
PARLANCE_DECL void insert_at(runtime& rt, list_node& list, std::int64_t at, value item) {
    std::int64_t const size = list.size;
    at = at < 0 ? (std::max<std::int64_t>)(at + size, 0) : (std::min)(at, size);
    rt.spend(list.size);
    rt.append(list, {});
    rt.steps().in_parts(static_cast<std::size_t>(size - at), 4, [&](std::size_t begin, std::size_t end) {
        value* const to = list.items + size + 1 - begin;
        std::copy_backward(list.items + size - end, list.items + size - begin, to);
    });
    list.items[at] = item;
}

value change_list(runtime& rt, list_node& list, attr name, call_arguments const& raw) {
    auto const arguments = [&](std::size_t least, std::size_t most) {
        return method_arguments(raw, name, least, most);
    };
    switch (name) {
    case "append"_attr: rt.append(list, arguments(1, 1).get(0)); return make_none();
    case "extend"_attr: {
        list_node* const more = list_of(rt, arguments(1, 1).get(0));
        paid_ahead each(rt.steps(), 4);
        for (std::uint32_t i = 0; i < more->size; ++i) {
            each.reached(i);
            rt.append(list, more->items[i]);
        }
        return make_none();
    }
    case "insert"_attr: {
        method_arguments const args = arguments(2, 2);
        insert_at(rt, list, args.integer(0, 0), args.get(1));
        return make_none();
    }
    case "pop"_attr: {
        std::int64_t at = arguments(0, 1).integer(0, -1);
        at = at < 0 ? at + list.size : at;
        if (at < 0 || at >= list.size) {
            value_error(list.size == 0 ? "pop from empty list" : "pop index out of range");
        }
        return remove_at(rt, list, at);
    }
    case "remove"_attr: {
        std::int64_t const at = index_in(rt, make_list(&list), arguments(1, 1).get(0), 0, list.size);
        if (at < 0) {
            value_error("list.remove(x): x not in list");
        }
        static_cast<void>(remove_at(rt, list, at));
        return make_none();
    }
    case "clear"_attr: list.size = 0; return make_none();
    case "reverse"_attr:
        rt.spend(list.size);
        reverse(rt, list);
        return make_none();
    case "sort"_attr:
        sort_items(rt, list, {}, switched(arguments(0, 0).get(0, "reverse")), false);
        return make_none();
    default: type_error("this method of lists is not supported");
    }
}

PARLANCE_DECL dict_node* dict_of(runtime& rt, value mapping) {
    auto* const d = rt.heap.make<dict_node>();
    for (std::size_t i = 0; i < count_of(mapping); ++i) {
        rt.spend();
        set_item(rt, *d, key_at(rt, mapping, i), item_of_entry(rt, mapping, i));
    }
    return d;
}

void update_dict(runtime& rt, dict_node& d, call_arguments const& args) {
    if (args.count > 1) {
        type_error("dict expected at most 1 argument, got " + std::to_string(args.count));
    }
    if (args.count == 1) {
        value const from = args.positional[0];
        refuse_undefined(from);
        if (is_mapping(from)) {
            for (std::size_t i = 0; i < count_of(from); ++i) {
                rt.spend();
                set_item(rt, d, key_at(rt, from, i), item_of_entry(rt, from, i));
            }
        } else {
            cursor c = iterate(from);
            for (value pair; next(rt, c, pair);) {
                list_node* const two = list_of(rt, pair);
                if (two->size != 2) {
                    value_error("dictionary update sequence element has length " + std::to_string(two->size) +
                                "; 2 is required");
                }
                set_item(rt, d, two->items[0], two->items[1]);
            }
        }
    }
    for (std::size_t i = 0; i < args.keyword_count; ++i) {
        set_item(rt, d, make_text(args.names[i]), args.keywords[i]);
    }
}

PARLANCE_DECL dict_node& changeable_dict(runtime& rt, value self) {
    return self.is == kind::dict ? *self.dict
                                 : *rt.shadow(*self.json_object, [&] { return dict_of(rt, self); });
}

value dict_method(runtime& rt, value self, attr name, call_arguments const& raw) {
    auto const arguments = [&](std::size_t least, std::size_t most) {
        return method_arguments(raw, name, least, most);
    };
    switch (name) {
    case "get"_attr: {
        method_arguments const args = arguments(1, 2);
        return find_item(rt, self, args.get(0)).value_or(value_or_none(args.get(1)));
    }
    case "items"_attr: return arguments(0, 0), make_view(rt, kind::items_view, self);
    case "keys"_attr: return arguments(0, 0), make_view(rt, kind::keys_view, self);
    case "values"_attr: return arguments(0, 0), make_view(rt, kind::values_view, self);
    case "copy"_attr: return arguments(0, 0), make_dict(dict_of(rt, self));
    case "fromkeys"_attr: {
        method_arguments const args = arguments(1, 2);
        auto* const d = rt.heap.make<dict_node>();
        cursor c = iterate(args.get(0));
        for (value key; next(rt, c, key);) {
            set_item(rt, *d, key, value_or_none(args.get(1)));
        }
        return make_dict(d);
    }
    default: return change_dict(rt, changeable_dict(rt, self), name, raw);
    }
}

value change_dict(runtime& rt, dict_node& d, attr name, call_arguments const& raw) {
    auto const arguments = [&](std::size_t least, std::size_t most) {
        return method_arguments(raw, name, least, most);
    };
    switch (name) {
    case "update"_attr: update_dict(rt, d, raw); return make_none();
    case "clear"_attr: d = {}; return make_none();
    case "setdefault"_attr: {
        method_arguments const args = arguments(1, 2);
        if (maybe<value> const found = find_item(rt, make_dict(&d), args.get(0))) {
            return *found;
        }
        value const item = value_or_none(args.get(1));
        set_item(rt, d, args.get(0), item);
        return item;
    }
    case "pop"_attr: {
        method_arguments const args = arguments(1, 2);
        dict_entry* const e = find_entry(rt, d, args.get(0), hash_of(rt, args.get(0)));
        if (e == nullptr) {
            if (args.get(1).is == kind::missing) {
                value_error("there is no such key to pop");
            }
            return args.get(1);
        }
        value const out = e->item;
        erase_entry(rt, d, e);
        return out;
    }
    case "popitem"_attr: {
        if (d.size == 0) {
            value_error("popitem(): dictionary is empty");
        }
        dict_entry* const e = d.entries + d.size - 1;
        value const out = rt.tuple({e->key, e->item});
        erase_entry(rt, d, e);
        return out;
    }
    default: type_error("this method of dictionaries is not supported");
    }
}

}  // namespace parlance::jinja::detail
