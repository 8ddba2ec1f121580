// parlance/jinja/detail/builtins/impl/filters_lazy.ipp - definitions of what parlance/jinja/detail/builtins/filters_lazy.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/filters_lazy.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/filters_order.hpp>
#include <parlance/jinja/detail/builtins/method_arguments.hpp>
#include <parlance/jinja/detail/builtins/filters.hpp>
#include <parlance/jinja/detail/builtins/sorted_table.hpp>
#include <parlance/jinja/detail/builtins/tests.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::jinja::detail {

/// map(attribute=..., default=...)
PARLANCE_DECL void map_by_attribute(generator_node& g, value attribute, call_arguments const& args);
/// map('filter', ...)
PARLANCE_DECL void map_by_filter(runtime& rt, generator_node& g, call_arguments const& args);

generator_node* lazily(runtime& rt, value v, std::string_view name) {
    auto* const g = rt.heap.make<generator_node>();
    g->source = {v, 0};
    g->name = name;
    g->depth = v.is == kind::generator ? v.generator->depth + 1 : 0;
    if (g->depth > rt.options.limits.nesting) {
        throw fault{errc::nested_too_deep, {}};
    }
    return g;
}

value as_value(generator_node* g) noexcept {
    if (!is_iterable(g->source.of) || g->source.of.is == kind::undefined) {
        g->advance = [](runtime&, generator_node& self, value&) {
            static_cast<void>(iterate(self.source.of));
            return false;
        };
    }
    return make_value(kind::generator, &value::generator, g);
}

/// items in rows of `a[0]`, the last one filled up with a[1]
PARLANCE_DECL value batches(runtime& rt, value v, value const* a) {
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

value slices(runtime& rt, value v, value const* a) {
    list_node* const all = list_of(rt, v);
    std::int64_t const slices = whole(a[0], 1);
    if (slices == 0) {
        value_error("integer division or modulo by zero");
    }
    std::int64_t const each = slices > 0 ? all->size / slices : 0;
    std::int64_t const extra = slices > 0 ? all->size % slices : 0;
    list_node* const out = rt.new_list(4);
    std::int64_t at = 0;
    paid_ahead items(rt.steps(), 4);
    for (std::int64_t i = 0; i < slices; ++i) {
        rt.spend();
        list_node* const part = rt.new_list(static_cast<std::size_t>(each) + 1);
        for (std::int64_t const end = at + each + (i < extra ? 1 : 0); at < end; ++at) {
            items.reached(static_cast<std::size_t>(at));
            rt.append(*part, all->items[at]);
        }
        if (given(a[1]) && i >= extra) {
            rt.append(*part, a[1]);
        }
        rt.append(*out, make_list(part));
    }
    return make_list(out);
}

value filter_batch(runtime& rt, value v, value const* a) {
    return deferred<batches>(rt, v, a, "generator object do_batch");
}

value filter_slice(runtime& rt, value v, value const* a) {
    return deferred<slices>(rt, v, a, "generator object sync_do_slice");
}

value pairs(runtime& rt, value v, value const*) {
    if (v.is != kind::undefined && !is_mapping(v)) {
        type_error("Can only get item pairs from a mapping.");
    }
    return v.is == kind::undefined ? make_list(rt.new_list(0)) : make_view(rt, kind::items_view, v);
}

value filter_items(runtime& rt, value v) {
    value const none[2] = {};
    return deferred<pairs>(rt, v, none, "generator object do_items");
}

value filter_unique(runtime& rt, value v, value const* a) {
    generator_node* const g = lazily(rt, v, "generator object sync_do_unique");
    g->argument = a[1];
    g->by_attribute = !flag(a[0], false);
    g->extra = rt.new_list(0);
    auto* const seen = rt.heap.make<dict_node>();
    rt.append(*g->extra, make_dict(seen));
    g->advance = [](runtime& r, generator_node& self, value& out) {
        dict_node& known = *self.extra->items[0].dict;
        while (next(r, self.source, out)) {
            r.spend(2);
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

list_node* kept(runtime& rt, call_arguments const& args, std::size_t from) {
    list_node* const out = rt.new_list(args.count > from ? args.count - from : 0);
    for (std::size_t i = from; i < args.count; ++i) {
        rt.append(*out, args.positional[i]);
    }
    return out;
}

void map_by_attribute(generator_node& g, value attribute, call_arguments const& args) {
    for (std::size_t i = 0; i < args.keyword_count; ++i) {
        if (args.names[i] != "attribute" && args.names[i] != "default") {
            type_error("Unexpected keyword argument '" + std::string(args.names[i]) + "'");
        }
    }
    g.argument = attribute;
    g.fallback = args.get(1, "default");
    g.advance = [](runtime& r, generator_node& self, value& out) {
        value item;
        if (!next(r, self.source, item)) {
            return false;
        }
        out = follow(r, item, self.argument, self.fallback);
        return true;
    };
}

void map_by_filter(runtime& rt, generator_node& g, call_arguments const& args) {
    if (args.count == 0) {
        type_error("map requires a filter argument");
    }
    if (args.positional[0].is != kind::string) {
        type_error("map wants the name of a filter");
    }
    std::string_view const name = args.positional[0].view_text();
    g.number = find_filter(name);
    g.argument = args.positional[0];
    g.extra = kept(rt, args, 1);
    // keywords travel as names followed by values
    if (args.keyword_count > 0) {
        list_node* const keywords = rt.new_list(args.keyword_count * 2);
        for (std::size_t i = 0; i < args.keyword_count; ++i) {
            rt.append(*keywords, make_text(args.names[i]));
        }
        for (std::size_t i = 0; i < args.keyword_count; ++i) {
            rt.append(*keywords, args.keywords[i]);
        }
        g.fallback = make_list(keywords);
    }
    g.advance = [](runtime& r, generator_node& self, value& out) {
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
            r.spend(8 + keywords.size);
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
}

value filter_map(runtime& rt, value v, call_arguments const& args) {
    value const by = args.count == 0 ? args.get(0, "attribute") : value{};
    if (!truth(v) && v.is != kind::generator) {
        return generator_of(rt, make_list(rt.new_list(0)), "generator object sync_do_map");
    }
    generator_node* const g = lazily(rt, v, "generator object sync_do_map");
    if (by.is != kind::missing) {
        map_by_attribute(*g, by, args);
    } else {
        map_by_filter(rt, *g, args);
    }
    return as_value(g);
}

value filter_select(runtime& rt, value v, call_arguments const& args, bool negated, bool by_attribute) {
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
            r.spend(self.by_attribute ? 3 : 1);
            value const subject = self.by_attribute ? follow(r, out, self.fallback) : out;
            bool yes = false;
            if (self.argument.is == kind::missing) {
                yes = truth(subject);
            } else if (self.number == not_found) {
                throw fault{errc::jinja_unknown_filter, std::string(self.argument.view_text())};
            } else {
                yes = apply_test(r, self.number, subject,
                                 {self.extra->items, self.extra->size, nullptr, nullptr, 0});
            }
            if (yes != self.negated) {
                return true;
            }
        }
        return false;
    };
    return as_value(g);
}

}  // namespace parlance::jinja::detail
