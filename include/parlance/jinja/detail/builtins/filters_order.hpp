// parlance/jinja/detail/builtins/filters_order.hpp - filters that compare: sort, dictsort, groupby, min, max
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstdint>

namespace parlance::jinja::detail {

/// Strings compare without case unless asked otherwise.
[[nodiscard]] inline value folded(runtime& rt, value v) { return v.is == kind::string ? lower(rt, v) : v; }

/// item.a.b.0 for the path "a.b.0"; the item itself for none.
[[nodiscard]] PARLANCE_DECL value follow(runtime& rt, value v, value path, value fallback = {});

/// What a list is sorted by: the values of comma-separated paths, as a list, which makes equal values comparable even
/// when they have no order (none, mappings).
[[nodiscard]] PARLANCE_DECL value sort_key(runtime& rt, value v, value paths, bool fold_case);

struct keyed {
    value key{};
    value item{};
};

/// Stable merge sort that stays inside its bounds whatever `less` says: NaN orders nothing, and values may come in that
/// cannot be compared at all.
template <class T, class Less>
void merge_sort(runtime& rt, scratch<T>& sorted, Less less) {
    scratch<T> other(rt.heap);
    other.resize(sorted.size());
    vec<T>& all = sorted.items();
    vec<T>& merged = other.items();
    for (std::size_t width = 1; width < all.size(); width *= 2) {
        for (std::size_t low = 0; low < all.size(); low += 2 * width) {
            std::size_t const middle = (std::min)(low + width, all.size());
            std::size_t const high = (std::min)(low + 2 * width, all.size());
            std::size_t a = low;
            std::size_t b = middle;
            rt.spend(high - low);
            paid_ahead each(rt.steps(), 1);
            for (std::size_t out = low; out < high; ++out) {
                each.reached(out - low);
                bool const right = a == middle || (b < high && less(all[b], all[a]));
                merged[out] = all[right ? b++ : a++];
            }
        }
        all.swap(merged);
    }
}

PARLANCE_DECL void sort_items(runtime& rt, list_node& items, value paths, bool reverse, bool fold_case);

[[nodiscard]] inline bool given(value v) noexcept { return v.is != kind::missing && v.is != kind::none; }
[[nodiscard]] PARLANCE_DECL bool flag(value v, bool otherwise) noexcept;
[[nodiscard]] PARLANCE_DECL value filter_sort(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_dictsort(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_groupby(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_extreme(runtime& rt, value v, value const* a, binary better);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/filters_order.ipp>
#endif
