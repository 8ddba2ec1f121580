// parlance/jinja/detail/builtins/impl/filters_order.ipp - definitions of what parlance/jinja/detail/builtins/filters_order.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/filters_order.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/method_arguments.hpp>
#include <parlance/jinja/detail/builtins/methods.hpp>
#include <parlance/jinja/detail/builtins/methods_container.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

value follow(runtime& rt, value v, value path, value fallback) {
    if (path.is == kind::missing || path.is == kind::none) {
        return v;
    }
    if (path.is != kind::string) {
        v = item(rt, v, path);
        return v.is == kind::undefined && fallback.is != kind::missing && fallback.is != kind::none ? fallback
                                                                                                    : v;
    }
    std::string_view rest = path.view_text();
    rt.spend(rest.size() / 4);
    for (bool more = true; more;) {
        rt.spend(2);
        std::size_t const dot = rest.find('.');
        std::string_view const name = rest.substr(0, dot);
        more = dot != rest.npos;
        rest = more ? rest.substr(dot + 1) : std::string_view{};
        bool digits = !name.empty() && name.size() < 19;
        std::int64_t n = 0;
        for (char const c : name.substr(0, digits ? name.size() : 0)) {
            digits = digits && ascii::is_digit(c);
            n = digits ? n * 10 + (c - '0') : 0;
        }
        v = item(rt, v, digits ? make_integer(n) : make_text(name));
        if (v.is == kind::undefined && fallback.is != kind::missing && fallback.is != kind::none) {
            v = fallback;
        }
    }
    return v;
}

value sort_key(runtime& rt, value v, value paths, bool fold_case) {
    auto const one = [&](value path) {
        value const key = follow(rt, v, path);
        return fold_case ? folded(rt, key) : key;
    };
    list_node* const keys = rt.new_list(1);
    if (paths.is != kind::string) {
        rt.append(*keys, one(paths));
        return make_list(keys);
    }
    std::string_view rest = paths.view_text();
    rt.spend(rest.size() / 4);
    for (bool more = true; more;) {
        std::size_t const comma = rest.find(',');
        more = comma != rest.npos;
        rt.append(*keys, one(make_text(rest.substr(0, comma))));
        rest = more ? rest.substr(comma + 1) : rest;
    }
    return make_list(keys);
}

/// Stable, descending without changing the order of equals, as sorted(reverse=True).
PARLANCE_DECL void sort_keyed(runtime& rt, scratch<keyed>& all, bool reverse) {
    merge_sort(rt, all, [&](keyed const& a, keyed const& b) {
        return reverse ? ordered(rt, binary::lt, b.key, a.key) : ordered(rt, binary::lt, a.key, b.key);
    });
}

void sort_items(runtime& rt, list_node& items, value paths, bool reverse, bool fold_case) {
    scratch<keyed> all(rt.heap);
    all.reserve(items.size);
    for (std::uint32_t i = 0; i < items.size; ++i) {
        rt.spend(2);
        all.push_back({sort_key(rt, items.items[i], paths, fold_case), items.items[i]});
    }
    sort_keyed(rt, all, reverse);
    paid_ahead each(rt.steps(), 4);
    for (std::uint32_t i = 0; i < items.size; ++i) {
        each.reached(i);
        items.items[i] = all[i].item;
    }
}

bool flag(value v, bool otherwise) noexcept { return v.is == kind::missing ? otherwise : truth(v); }

value filter_sort(runtime& rt, value v, value const* a) {
    list_node* const out = list_of(rt, v);
    sort_items(rt, *out, a[2], switched(a[0]), !flag(a[1], false));
    return make_list(out);
}

value filter_dictsort(runtime& rt, value v, value const* a) {
    if (!is_mapping(v)) {
        fail_type(v, "dictsort wants a mapping, not ");
    }
    std::string_view const by = a[1].is == kind::string ? a[1].view_text() : "key";
    if (by != "key" && by != "value") {
        value_error("You can only sort by either \"key\" or \"value\"");
    }
    scratch<keyed> all(rt.heap);
    all.reserve(count_of(v));
    for (std::size_t i = 0; i < count_of(v); ++i) {
        rt.spend();
        value const pair = rt.tuple({key_at(rt, v, i), item_of_entry(rt, v, i)});
        value const key = pair.list->items[by == "key" ? 0 : 1];
        all.push_back({flag(a[0], false) ? key : folded(rt, key), pair});
    }
    sort_keyed(rt, all, switched(a[2]));
    list_node* const out = rt.new_list(all.size());
    for (keyed const& k : all) {
        rt.spend();
        rt.append(*out, k.item);
    }
    return make_list(out);
}

value filter_groupby(runtime& rt, value v, value const* a) {
    bool const fold_case = !flag(a[2], false);
    list_node* const items = list_of(rt, v);
    scratch<keyed> all(rt.heap);
    all.reserve(items->size);
    for (std::uint32_t i = 0; i < items->size; ++i) {
        rt.spend();
        value const key = follow(rt, items->items[i], a[0], a[1]);
        all.push_back({fold_case ? folded(rt, key) : key, items->items[i]});
    }
    sort_keyed(rt, all, false);
    list_node* const out = rt.new_list(4);
    for (std::size_t i = 0; i < all.size();) {
        list_node* const members = rt.new_list(4);
        std::size_t const first = i;
        for (; i < all.size() && equal(rt, all[first].key, all[i].key); ++i) {
            rt.append(*members, all[i].item);
        }
        value const shown = fold_case ? follow(rt, all[first].item, a[0], a[1]) : all[first].key;
        value group = rt.tuple({shown, make_list(members)});
        group.marks |= mark::pair;
        rt.append(*out, group);
    }
    return make_list(out);
}

value filter_extreme(runtime& rt, value v, value const* a, binary better) {
    cursor c = iterate(v);
    value best;
    value best_key;
    for (value item; next(rt, c, item);) {
        value const followed = follow(rt, item, a[1]);
        value const key = flag(a[0], false) ? followed : folded(rt, followed);
        if (best.is == kind::missing || ordered(rt, better, key, best_key)) {
            best = item;
            best_key = key;
        }
    }
    return best.is == kind::missing
               ? make_undefined(absence::custom, "No aggregated item, sequence was empty.")
               : best;
}

}  // namespace parlance::jinja::detail
