// parlance/jinja/filters_sequence.hpp - filters over lists and mappings, eager and lazy
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/attributes.hpp>
#include <parlance/jinja/methods.hpp>
#include <parlance/jinja/tests.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::jinja {

/// Applies filter number `number`; in filters.hpp.
[[nodiscard]] value apply_filter(runtime& rt, std::uint16_t number, value v, call_arguments const& args);

namespace detail {

/// Strings compare without case unless asked otherwise.
[[nodiscard]] inline value folded(runtime& rt, value v) { return v.is == kind::string ? lower(rt, v) : v; }

/// item.a.b.0 for the path "a.b.0"; the item itself for none.
[[nodiscard]] inline value follow(runtime& rt, value v, value path, value fallback = {}) {
    if (path.is == kind::missing || path.is == kind::none) {
        return v;
    }
    if (path.is != kind::string) {
        v = item(rt, v, path);
        return v.is == kind::undefined && fallback.is != kind::missing && fallback.is != kind::none ? fallback
                                                                                                    : v;
    }
    std::string_view rest = path.view_text();
    for (bool more = true; more;) {
        std::size_t const dot = rest.find('.');
        std::string_view const name = rest.substr(0, dot);
        more = dot != rest.npos;
        rest = more ? rest.substr(dot + 1) : std::string_view{};
        bool digits = !name.empty() && name.size() < 19;
        std::int64_t n = 0;
        for (char const c : name) {
            digits = digits && c >= '0' && c <= '9';
            n = digits ? n * 10 + (c - '0') : 0;
        }
        v = item(rt, v, digits ? make_integer(n) : make_text(name));
        if (v.is == kind::undefined && fallback.is != kind::missing && fallback.is != kind::none) {
            v = fallback;
        }
    }
    return v;
}

/// What a list is sorted by: the values of comma-separated paths, as a list, which makes equal values comparable even
/// when they have no order (none, mappings).
[[nodiscard]] inline value sort_key(runtime& rt, value v, value paths, bool fold_case) {
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
    for (bool more = true; more;) {
        std::size_t const comma = rest.find(',');
        more = comma != rest.npos;
        rt.append(*keys, one(make_text(rest.substr(0, comma))));
        rest = more ? rest.substr(comma + 1) : rest;
    }
    return make_list(keys);
}

struct keyed {
    value key{};
    value item{};
};

/// Stable merge sort that stays inside its bounds whatever `less` says: NaN orders nothing, and values may come in that
/// cannot be compared at all.
template <class T, class Less>
void merge_sort(std::vector<T>& all, Less less) {
    std::vector<T> merged(all.size());
    for (std::size_t width = 1; width < all.size(); width *= 2) {
        for (std::size_t low = 0; low < all.size(); low += 2 * width) {
            std::size_t const middle = std::min(low + width, all.size());
            std::size_t const high = std::min(low + 2 * width, all.size());
            std::size_t a = low;
            std::size_t b = middle;
            for (std::size_t out = low; out < high; ++out) {
                bool const right = a == middle || (b < high && less(all[b], all[a]));
                merged[out] = all[right ? b++ : a++];
            }
        }
        all.swap(merged);
    }
}

/// Stable, descending without changing the order of equals, as sorted(reverse=True).
inline void sort_keyed(runtime& rt, std::vector<keyed>& all, bool reverse) {
    merge_sort(all, [&](keyed const& a, keyed const& b) {
        return reverse ? ordered(rt, binary::lt, b.key, a.key) : ordered(rt, binary::lt, a.key, b.key);
    });
}

inline void sort_items(runtime& rt, list_node& items, value paths, bool reverse, bool fold_case) {
    std::vector<keyed> all;
    rt.heap.charge(items.size * sizeof(keyed));
    for (std::uint32_t i = 0; i < items.size; ++i) {
        all.push_back({sort_key(rt, items.items[i], paths, fold_case), items.items[i]});
    }
    sort_keyed(rt, all, reverse);
    for (std::uint32_t i = 0; i < items.size; ++i) {
        items.items[i] = all[i].item;
    }
}

[[nodiscard]] inline bool given(value v) noexcept { return v.is != kind::missing && v.is != kind::none; }
[[nodiscard]] inline bool flag(value v, bool otherwise) noexcept {
    return v.is == kind::missing ? otherwise : truth(v);
}
[[nodiscard]] inline std::int64_t whole(value v, std::int64_t otherwise) {
    if (v.is == kind::missing) {
        return otherwise;
    }
    if (v.is == kind::big) {
        return v.big->negative ? INT64_MIN : INT64_MAX;
    }
    if (v.is != kind::integer && v.is != kind::boolean) {
        refuse_undefined(v);
        type_error("an integer is required, not " + std::string(type_name(v.is)));
    }
    return v.integer;
}

[[nodiscard]] inline value filter_sort(runtime& rt, value v, value const* a) {
    list_node* const out = list_of(rt, v);
    sort_items(rt, *out, a[2], switched(a[0]), !flag(a[1], false));
    return make_list(out);
}

[[nodiscard]] inline value filter_dictsort(runtime& rt, value v, value const* a) {
    if (!is_mapping(v)) {
        refuse_undefined(v);
        type_error("dictsort wants a mapping, not " + std::string(type_name(v.is)));
    }
    std::string_view const by = a[1].is == kind::string ? a[1].view_text() : "key";
    if (by != "key" && by != "value") {
        value_error("You can only sort by either \"key\" or \"value\"");
    }
    std::vector<keyed> all;
    rt.heap.charge(count_of(v) * sizeof(keyed));
    for (std::size_t i = 0; i < count_of(v); ++i) {
        value const pair = rt.tuple({key_at(rt, v, i), item_of_entry(rt, v, i)});
        value const key = pair.list->items[by == "key" ? 0 : 1];
        all.push_back({flag(a[0], false) ? key : folded(rt, key), pair});
    }
    sort_keyed(rt, all, switched(a[2]));
    list_node* const out = rt.new_list(all.size());
    for (keyed const& k : all) {
        rt.append(*out, k.item);
    }
    return make_list(out);
}

[[nodiscard]] inline value filter_groupby(runtime& rt, value v, value const* a) {
    bool const fold_case = !flag(a[2], false);
    list_node* const items = list_of(rt, v);
    std::vector<keyed> all;
    rt.heap.charge(items->size * sizeof(keyed));
    for (std::uint32_t i = 0; i < items->size; ++i) {
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

[[nodiscard]] inline value filter_extreme(runtime& rt, value v, value const* a, binary better) {
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

[[nodiscard]] inline value filter_first(runtime& rt, value v) {
    cursor c = iterate(v);
    value out;
    return next(rt, c, out) ? out : make_undefined(absence::custom, "No first item, sequence was empty.");
}

[[nodiscard]] inline value filter_last(runtime& rt, value v) {
    if (v.is == kind::generator || v.is == kind::values_view || !is_iterable(v) || v.is == kind::loop) {
        if (v.is != kind::values_view && v.is != kind::loop) {
            type_error("'" + std::string(type_name(v.is)) + "' object is not reversible");
        }
    }
    if (v.is == kind::undefined) {
        if (v.why == static_cast<std::uint8_t>(absence::forbidden)) {
            fail_undefined(v);
        }
        return make_undefined(absence::custom, "No last item, sequence was empty.");
    }
    if (v.is == kind::string) {
        value const out = index_text(rt, v, -1);
        return out.is == kind::missing ? make_undefined(absence::custom, "No last item, sequence was empty.")
                                       : out;
    }
    list_node* const all = list_of(rt, v);
    return all->size == 0 ? make_undefined(absence::custom, "No last item, sequence was empty.")
                          : all->items[all->size - 1];
}

[[nodiscard]] inline value filter_length(value v) {
    if (v.is == kind::undefined && v.why == static_cast<std::uint8_t>(absence::forbidden)) {
        fail_undefined(v);
    }
    std::optional<std::size_t> const n = length_of(v);
    if (!n) {
        type_error("object of type '" + std::string(type_name(v.is)) + "' has no len()");
    }
    return make_integer(static_cast<std::int64_t>(*n));
}

[[nodiscard]] inline value filter_reverse(runtime& rt, value v) {
    if (v.is == kind::string) {
        return slice_text(rt, v, make_none(), make_none(), make_integer(-1));
    }
    if (!is_iterable(v)) {
        type_error("argument must be iterable");
    }
    list_node* const all = list_of(rt, v);
    std::reverse(all->items, all->items + all->size);
    if (v.is == kind::generator) {
        return make_list(all);
    }
    return generator_of(rt, make_list(all),
                        is_list(v)                                 ? "list_reverseiterator object"
                        : v.is == kind::range                      ? "range_iterator object"
                        : is_mapping(v) || v.is == kind::keys_view ? "dict_reversekeyiterator object"
                        : v.is == kind::values_view                ? "dict_reversevalueiterator object"
                        : v.is == kind::items_view                 ? "dict_reverseitemiterator object"
                                                                   : "reversed object");
}

[[nodiscard]] inline value filter_join(runtime& rt, value v, value const* a, bool escape) {
    value const separator = a[0].is == kind::missing ? make_text({}) : to_text(rt, a[0]);
    std::vector<value> parts;
    bool markup = separator.has(mark::markup);
    cursor c = iterate(v);
    for (value item; next(rt, c, item);) {
        value const followed = given(a[1]) ? follow(rt, item, a[1]) : item;
        rt.heap.charge(sizeof(value));
        parts.push_back(to_text(rt, followed));
        markup = markup || (escape && parts.back().has(mark::markup));
    }
    runtime::builder out(rt);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) {
            out.add(escape && markup ? escaped(rt, separator) : separator);
        }
        out.add(escape && markup ? escaped(rt, parts[i]) : parts[i]);
    }
    return out.finish(escape && markup ? mark::markup : std::uint8_t{0});
}

[[nodiscard]] inline value filter_sum(runtime& rt, value v, value const* a) {
    value total = a[1].is == kind::missing ? make_integer(0) : a[1];
    if (total.is == kind::string) {
        type_error("sum() can't sum strings [use ''.join(seq) instead]");
    }
    cursor c = iterate(v);
    for (value item; next(rt, c, item);) {
        total = arithmetic(rt, binary::add, total, given(a[0]) ? follow(rt, item, a[0]) : item);
    }
    return total;
}

/// A generator over what does not matter before the first item is asked for: Python finds out only then, too, when
/// something cannot be iterated over.  Chains of them are bounded, since each item runs through all.
[[nodiscard]] inline generator_node* lazily(runtime& rt, value v, std::string_view name) {
    auto* const g = rt.heap.make<generator_node>();
    g->source = {v, 0};
    g->name = name;
    g->depth = v.is == kind::generator ? v.generator->depth + 1 : 0;
    if (g->depth > rt.options.limits.nesting) {
        throw fault{errc::nested_too_deep, {}};
    }
    return g;
}
[[nodiscard]] inline value as_value(generator_node* g) noexcept {
    if (!is_iterable(g->source.of) || g->source.of.is == kind::undefined) {
        g->advance = [](runtime&, generator_node& self, value&) {
            static_cast<void>(iterate(self.source.of));
            return false;
        };
    }
    value v;
    v.is = kind::generator;
    v.generator = g;
    return v;
}

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

/// items in rows of `a[0]`, the last one filled up with a[1]
[[nodiscard]] inline value batches(runtime& rt, value v, value const* a) {
    std::int64_t const size = whole(a[0], 1);
    list_node* const rows = rt.new_list(4);
    list_node* row = rt.new_list(4);
    cursor c = iterate(v);
    for (value item; next(rt, c, item);) {
        if (row->size == size) {
            rt.append(*rows, make_list(row));
            row = rt.new_list(4);
        }
        rt.append(*row, item);
    }
    if (row->size > 0) {
        while (given(a[1]) && row->size < size) {
            rt.spend();
            rt.append(*row, a[1]);
        }
        rt.append(*rows, make_list(row));
    }
    return make_list(rows);
}

[[nodiscard]] inline value slices(runtime& rt, value v, value const* a) {
    list_node* const all = list_of(rt, v);
    std::int64_t const slices = whole(a[0], 1);
    if (slices == 0) {
        value_error("integer division or modulo by zero");
    }
    std::int64_t const each = slices > 0 ? all->size / slices : 0;
    std::int64_t const extra = slices > 0 ? all->size % slices : 0;
    list_node* const out = rt.new_list(4);
    std::int64_t at = 0;
    for (std::int64_t i = 0; i < slices; ++i) {
        rt.spend();
        list_node* const part = rt.new_list(static_cast<std::size_t>(each) + 1);
        for (std::int64_t const end = at + each + (i < extra ? 1 : 0); at < end; ++at) {
            rt.append(*part, all->items[at]);
        }
        if (given(a[1]) && i >= extra) {
            rt.append(*part, a[1]);
        }
        rt.append(*out, make_list(part));
    }
    return make_list(out);
}

[[nodiscard]] inline value filter_batch(runtime& rt, value v, value const* a) {
    return deferred<batches>(rt, v, a, "generator object do_batch");
}
[[nodiscard]] inline value filter_slice(runtime& rt, value v, value const* a) {
    return deferred<slices>(rt, v, a, "generator object sync_do_slice");
}

/// The pairs of a mapping; none of an undefined value.
[[nodiscard]] inline value pairs(runtime& rt, value v, value const*) {
    if (v.is != kind::undefined && !is_mapping(v)) {
        type_error("Can only get item pairs from a mapping.");
    }
    return v.is == kind::undefined ? make_list(rt.new_list(0)) : make_view(rt, kind::items_view, v);
}
[[nodiscard]] inline value filter_items(runtime& rt, value v) {
    value const none[2] = {};
    return deferred<pairs>(rt, v, none, "generator object do_items");
}

[[nodiscard]] inline value filter_unique(runtime& rt, value v, value const* a) {
    generator_node* const g = lazily(rt, v, "generator object sync_do_unique");
    g->argument = a[1];
    g->by_attribute = !flag(a[0], false);
    g->extra = rt.new_list(0);
    auto* const seen = rt.heap.make<dict_node>();
    rt.append(*g->extra, make_dict(seen));
    g->advance = [](runtime& r, generator_node& self, value& out) {
        dict_node& known = *self.extra->items[0].dict;
        while (next(r, self.source, out)) {
            value key = follow(r, out, self.argument);
            key = self.by_attribute ? folded(r, key) : key;
            if (find_entry(r, known, key, hash_of(r, key)) == nullptr) {
                set_item(r, known, key, make_none());
                return true;
            }
        }
        return false;
    };
    return as_value(g);
}

/// The remaining arguments, kept for a generator.
[[nodiscard]] inline list_node* kept(runtime& rt, call_arguments const& args, std::size_t from) {
    list_node* const out = rt.new_list(args.count > from ? args.count - from : 0);
    for (std::size_t i = from; i < args.count; ++i) {
        rt.append(*out, args.positional[i]);
    }
    return out;
}

[[nodiscard]] inline value filter_map(runtime& rt, value v, call_arguments const& args) {
    value const by = args.count == 0 ? args.get(0, "attribute") : value{};
    if (!truth(v) && v.is != kind::generator) {
        return generator_of(rt, make_list(rt.new_list(0)), "generator object sync_do_map");
    }
    generator_node* const g = lazily(rt, v, "generator object sync_do_map");
    if (by.is != kind::missing) {
        for (std::size_t i = 0; i < args.keyword_count; ++i) {
            if (args.names[i] != "attribute" && args.names[i] != "default") {
                type_error("Unexpected keyword argument '" + std::string(args.names[i]) + "'");
            }
        }
        g->argument = by;
        g->fallback = args.get(1, "default");
        g->advance = [](runtime& r, generator_node& self, value& out) {
            value item;
            if (!next(r, self.source, item)) {
                return false;
            }
            out = follow(r, item, self.argument, self.fallback);
            return true;
        };
        return as_value(g);
    }
    if (args.count == 0) {
        type_error("map requires a filter argument");
    }
    if (args.positional[0].is != kind::string) {
        type_error("map wants the name of a filter");
    }
    std::string_view const name = args.positional[0].view_text();
    g->number = find_filter(name);
    g->argument = args.positional[0];
    g->extra = kept(rt, args, 1);
    // keywords travel as names followed by values
    if (args.keyword_count > 0) {
        list_node* const keywords = rt.new_list(args.keyword_count * 2);
        for (std::size_t i = 0; i < args.keyword_count; ++i) {
            rt.append(*keywords, make_text(args.names[i]));
        }
        for (std::size_t i = 0; i < args.keyword_count; ++i) {
            rt.append(*keywords, args.keywords[i]);
        }
        g->fallback = make_list(keywords);
    }
    g->advance = [](runtime& r, generator_node& self, value& out) {
        value item;
        if (!next(r, self.source, item)) {
            return false;
        }
        if (self.number == not_found) {
            throw fault{errc::jinja_unknown_filter, std::string(self.argument.view_text())};
        }
        std::vector<std::string_view> names;
        call_arguments call{self.extra->items, self.extra->size, nullptr, nullptr, 0};
        if (self.fallback.is == kind::list) {
            list_node const& keywords = *self.fallback.list;
            call.keyword_count = keywords.size / 2;
            for (std::size_t i = 0; i < call.keyword_count; ++i) {
                names.push_back(keywords.items[i].view_text());
            }
            call.names = names.data();
            call.keywords = keywords.items + call.keyword_count;
        }
        out = apply_filter(r, self.number, item, call);
        return true;
    };
    return as_value(g);
}

/// select, reject, selectattr, rejectattr
[[nodiscard]] inline value filter_select(runtime& rt, value v, call_arguments const& args, bool negated,
                                         bool by_attribute) {
    if (!truth(v) && v.is != kind::generator) {
        return generator_of(rt, make_list(rt.new_list(0)), "generator object select_or_reject");
    }
    generator_node* const g = lazily(rt, v, "generator object select_or_reject");
    std::size_t const skip = by_attribute ? 1 : 0;
    if (args.count < skip) {
        type_error("Missing parameter for attribute name");
    }
    g->negated = negated;
    g->by_attribute = by_attribute;
    g->fallback = by_attribute ? args.positional[0] : value{};
    g->number = not_found;
    if (args.count > skip) {
        if (args.positional[skip].is != kind::string) {
            type_error("a test is given by its name");
        }
        g->argument = args.positional[skip];
        g->number = find_test(g->argument.view_text());
        g->extra = kept(rt, args, skip + 1);
    }
    g->advance = [](runtime& r, generator_node& self, value& out) {
        while (next(r, self.source, out)) {
            value const subject = self.by_attribute ? follow(r, out, self.fallback) : out;
            bool yes = false;
            if (self.argument.is == kind::missing) {
                yes = truth(subject);
            } else if (self.number == not_found) {
                throw fault{errc::jinja_unknown_filter, std::string(self.argument.view_text())};
            } else {
                std::size_t const wanted = tests[self.number].required;
                if (self.extra->size != wanted) {
                    type_error("the test was given the wrong number of arguments");
                }
                yes = apply_test(r, self.number, subject, wanted == 0 ? value{} : self.extra->items[0]);
            }
            if (yes != self.negated) {
                return true;
            }
        }
        return false;
    };
    return as_value(g);
}

}  // namespace detail

}  // namespace parlance::jinja
