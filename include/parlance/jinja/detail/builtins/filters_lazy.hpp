// parlance/jinja/detail/builtins/filters_lazy.hpp - filters that answer item by item: batch, slice, items, unique, map, select and its kin
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <string_view>
#include <utility>

namespace parlance::jinja {

namespace detail {

/// A generator over what does not matter before the first item is asked for: Python finds out only then, too, when
/// something cannot be iterated over.  Chains of them are bounded, since each item runs through all.
[[nodiscard]] PARLANCE_DECL generator_node* lazily(runtime& rt, value v, std::string_view name);
[[nodiscard]] PARLANCE_DECL value as_value(generator_node* g) noexcept;

/// A generator over the items of what `Make` makes of a value and two arguments, once the first is asked for.
template <value (*Make)(runtime&, value, value const*)>
[[nodiscard]] value deferred(runtime& rt, value v, value const* a, std::string_view name) {
    generator_node* const g = lazily(rt, v, name);
    g->argument = v;
    g->extra = rt.new_list(2);
    rt.append(*g->extra, a[0]);
    rt.append(*g->extra, a[1]);
    g->source = {make_list(g->extra), 0};
    g->advance = [](runtime& r, generator_node& self, value& out) {
        if (self.extra != nullptr) {
            list_node const* const arguments = std::exchange(self.extra, nullptr);
            self.source = iterate(Make(r, self.argument, arguments->items));
        }
        return next(r, self.source, out);
    };
    return as_value(g);
}

[[nodiscard]] PARLANCE_DECL value slices(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_batch(runtime& rt, value v, value const* a);
[[nodiscard]] PARLANCE_DECL value filter_slice(runtime& rt, value v, value const* a);

/// The pairs of a mapping; none of an undefined value.
[[nodiscard]] PARLANCE_DECL value pairs(runtime& rt, value v, value const*);
[[nodiscard]] PARLANCE_DECL value filter_items(runtime& rt, value v);

[[nodiscard]] PARLANCE_DECL value filter_unique(runtime& rt, value v, value const* a);

/// The remaining arguments, kept for a generator.
[[nodiscard]] PARLANCE_DECL list_node* kept(runtime& rt, call_arguments const& args, std::size_t from);

[[nodiscard]] PARLANCE_DECL value filter_map(runtime& rt, value v, call_arguments const& args);

/// select, reject, selectattr, rejectattr
[[nodiscard]] PARLANCE_DECL value filter_select(runtime& rt, value v, call_arguments const& args,
                                                bool negated, bool by_attribute);

}  // namespace detail

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/filters_lazy.ipp>
#endif
