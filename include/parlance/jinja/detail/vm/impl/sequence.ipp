// parlance/jinja/detail/vm/impl/sequence.ipp - definitions of what parlance/jinja/detail/vm/sequence.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::jinja {

value wrap(runtime& rt, boost::json::value const& v) {
    auto const brought = [&](value plain) {
        plain.marks = rt.options.origins ? mark::input : std::uint8_t{0};
        return plain;
    };
    switch (v.kind()) {
    case boost::json::kind::null: return make_none();
    case boost::json::kind::bool_: return brought(make_boolean(v.get_bool()));
    case boost::json::kind::int64: return brought(make_integer(v.get_int64()));
    case boost::json::kind::uint64: return brought(big_integer::from_unsigned(v.get_uint64()).store(rt));
    case boost::json::kind::double_: return brought(make_real(v.get_double()));
    case boost::json::kind::string: return rt.borrowed(json::text_of(v.get_string()));
    case boost::json::kind::array:
        return rt.current(make_value(kind::json_array, &value::json_array, &v.get_array()));
    case boost::json::kind::object:
        return rt.current(make_value(kind::json_object, &value::json_object, &v.get_object()));
    }
    return make_none();
}

bool is_mapping(value v) noexcept { return v.is == kind::dict || v.is == kind::json_object; }

bool is_number(value v) noexcept {
    return v.is == kind::integer || v.is == kind::real || v.is == kind::boolean || v.is == kind::big;
}

std::size_t count_of(value v) noexcept {
    switch (v.is) {
    case kind::list:
    case kind::tuple: return v.list->size;
    case kind::json_array: return v.json_array->size();
    case kind::dict: return v.dict->size;
    case kind::json_object: return v.json_object->size();
    case kind::range: return static_cast<std::size_t>(v.range->length);
    case kind::keys_view:
    case kind::values_view:
    case kind::items_view: return count_of(v.view->of);
    default: return 0;
    }
}

value item_at(runtime& rt, value v, std::size_t i) {
    switch (v.is) {
    case kind::json_array: return wrap(rt, (*v.json_array)[i]);
    case kind::range: return make_integer(v.range->start + static_cast<std::int64_t>(i) * v.range->step);
    default: return v.list->items[i];
    }
}

std::size_t code_points(std::string_view s) noexcept {
    constexpr std::uint64_t lowest = 0x0101010101010101;  // bit of each byte
    std::size_t n = s.size();
    std::size_t at = 0;
    for (; s.size() - at >= sizeof(std::uint64_t); at += sizeof(std::uint64_t)) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, s.data() + at, sizeof bytes);
        std::uint64_t const more = (bytes >> 7) & (~bytes >> 6) & lowest;  // those that are 10xxxxxx
        n -= static_cast<std::size_t>((more * lowest) >> 56);
    }
    for (; at < s.size(); ++at) {
        n -= (static_cast<unsigned char>(s[at]) & 0xC0) == 0x80;
    }
    return n;
}

std::size_t code_points(runtime& rt, std::string_view s) {
    constexpr std::size_t bytes_of_a_step = 32;
    std::size_t n = 0;
    rt.steps().in_parts(s.size(), bytes_of_a_step, [&](std::size_t begin, std::size_t end) {
        n += code_points(s.substr(begin, end - begin));
    });
    return n;
}

std::size_t counted(runtime& rt, std::string_view s) {
    rt.spend(s.size() / 32);
    return code_points(rt, s);
}

std::size_t code_point_length(std::string_view s, std::size_t at) noexcept {
    std::size_t end = at + 1;
    while (end < s.size() && (static_cast<unsigned char>(s[end]) & 0xC0) == 0x80) {
        ++end;
    }
    return end - at;
}

std::optional<std::size_t> length_of(runtime& rt, value v) {
    switch (v.is) {
    case kind::string: return counted(rt, v.view_text());
    case kind::bytes: return v.size;
    case kind::undefined: return 0;
    case kind::list:
    case kind::tuple:
    case kind::json_array:
    case kind::dict:
    case kind::json_object:
    case kind::range:
    case kind::keys_view:
    case kind::values_view:
    case kind::items_view: return count_of(v);
    default: return std::nullopt;
    }
}

dict_entry* find_entry(runtime& rt, dict_node& d, value key, std::uint64_t hash) {
    if (d.index == nullptr) {
        for (std::uint32_t i = 0; i < d.size; ++i) {
            if (d.entries[i].hash == hash && equal(rt, d.entries[i].key, key)) {
                return &d.entries[i];
            }
        }
        return nullptr;
    }
    for (std::uint64_t slot = hash;; ++slot) {
        std::uint32_t const number = d.index[slot & (d.index_size - 1)];
        if (number == 0) {
            return nullptr;
        }
        dict_entry& e = d.entries[number - 1];
        if (e.hash == hash && equal(rt, e.key, key)) {
            return &e;
        }
        rt.spend();
    }
}

PARLANCE_DECL void rebuild_index(runtime& rt, dict_node& d) {
    constexpr std::uint32_t linear = 8;
    if (d.capacity <= linear) {
        d.index = nullptr;
        return;
    }
    std::uint32_t size = 32;
    while (size < d.capacity * 2) {
        size *= 2;
    }
    d.index = rt.heap.make_array<std::uint32_t>(size);
    d.index_size = size;
    rt.spend(d.size);
    paid_ahead each(rt.steps(), 1);
    std::size_t probes = 0;
    for (std::uint32_t i = 0; i < d.size; ++i) {
        std::uint64_t slot = d.entries[i].hash;
        for (each.reached(++probes); d.index[slot & (size - 1)] != 0; ++slot) {
            each.reached(++probes);
        }
        d.index[slot & (size - 1)] = i + 1;
    }
}

void set_item(runtime& rt, dict_node& d, value key, value item) {
    std::uint64_t const hash = hash_of(rt, key);
    if (dict_entry* const e = find_entry(rt, d, key, hash); e != nullptr) {
        e->item = item;
        return;
    }
    if (d.size == d.capacity) {
        std::uint32_t const capacity = d.capacity == 0 ? 4 : d.capacity * 2;
        runtime::check_size(capacity);
        auto* const entries = rt.heap.make_array<dict_entry>(capacity);
        rt.heap.copy(entries, d.entries, d.size);
        d.entries = entries;
        d.capacity = capacity;
        d.entries[d.size++] = {key, item, hash};
        rebuild_index(rt, d);
        return;
    }
    d.entries[d.size++] = {key, item, hash};
    if (d.index != nullptr) {
        std::uint64_t slot = hash;
        std::size_t probes = 0;
        for (paid_ahead each(rt.steps(), 1); d.index[slot & (d.index_size - 1)] != 0; ++slot) {
            each.reached(++probes);
        }
        d.index[slot & (d.index_size - 1)] = d.size;
    }
}

void erase_entry(runtime& rt, dict_node& d, dict_entry* e) {
    rt.spend(1 + d.size);
    rt.heap.copy(e, e + 1, static_cast<std::size_t>(d.entries + d.size - (e + 1)));
    --d.size;
    rebuild_index(rt, d);
}

/// Where the members of an object are looked through for a name too long to be hashed between two looks.
PARLANCE_DECL boost::json::value const* long_member_of(runtime& rt, boost::json::object const& o,
                                                       std::string_view name) {
    for (auto const& member : o) {
        rt.spend();
        if (detail::same_text(rt, {member.key().data(), member.key().size()}, name)) {
            return &member.value();
        }
    }
    return nullptr;
}

value member_of(runtime& rt, boost::json::object const& o, std::string_view name) {
    constexpr std::size_t is_long = 16 * 1024;
    rt.spend(name.size() / 16);
    if (name.size() > is_long) {
        boost::json::value const* const found = long_member_of(rt, o, name);
        return found != nullptr ? wrap(rt, *found) : value{};
    }
    auto const* found = o.if_contains({name.data(), name.size()});
    return found != nullptr ? wrap(rt, *found) : value{};
}

maybe<value> find_item(runtime& rt, value mapping, value key) {
    if (mapping.is == kind::json_object) {
        if (key.is != kind::string) {
            static_cast<void>(hash_of(rt, key));
            return {};
        }
        value const found = member_of(rt, *mapping.json_object, key.view_text());
        return found.is != kind::missing ? maybe<value>(found) : maybe<value>();
    }
    dict_entry const* const e = find_entry(rt, *mapping.dict, key, hash_of(rt, key));
    return e != nullptr ? maybe<value>(e->item) : maybe<value>();
}

value key_at(runtime& rt, value mapping, std::size_t i) {
    if (mapping.is == kind::json_object) {
        boost::json::string_view const key =
            mapping.json_object->begin()[static_cast<std::ptrdiff_t>(i)].key();
        return rt.borrowed({key.data(), key.size()});
    }
    return mapping.dict->entries[i].key;
}

value item_of_entry(runtime& rt, value mapping, std::size_t i) {
    if (mapping.is == kind::json_object) {
        return wrap(rt, mapping.json_object->begin()[static_cast<std::ptrdiff_t>(i)].value());
    }
    return mapping.dict->entries[i].item;
}

value make_view(runtime& rt, kind is, value mapping) {
    view_node const* const view = rt.heap.make<view_node>(mapping);
    return make_value(is, &value::view, view);
}

bool is_iterable(value v) noexcept {
    switch (v.is) {
    case kind::undefined:
    case kind::string:
    case kind::bytes:
    case kind::list:
    case kind::tuple:
    case kind::json_array:
    case kind::dict:
    case kind::json_object:
    case kind::range:
    case kind::generator:
    case kind::keys_view:
    case kind::values_view:
    case kind::items_view:
    case kind::loop: return true;
    default: return false;
    }
}

cursor iterate(value v) {
    if (!is_iterable(v)) {
        type_error("'" + std::string(type_name(v.is)) + "' object is not iterable");
    }
    return {v, 0};
}

bool next(runtime& rt, cursor& c, value& out) {
    rt.spend();
    auto const at = static_cast<std::size_t>(c.at);
    switch (c.of.is) {
    case kind::string: {
        if (at >= c.of.size) {
            return false;
        }
        rt.spend();
        std::size_t const length = code_point_length(c.of.view_text(), at);
        out = rt.part(c.of, at, at + length);
        out.marks &= static_cast<std::uint8_t>(~mark::markup);
        c.at += static_cast<std::int64_t>(length);
        return true;
    }
    case kind::bytes:
        if (at >= c.of.size) {
            return false;
        }
        out = make_integer(static_cast<unsigned char>(c.of.text[at]));
        break;
    case kind::list:
    case kind::tuple:
    case kind::json_array:
    case kind::range:
        if (at >= count_of(c.of)) {
            return false;
        }
        out = item_at(rt, c.of, at);
        break;
    case kind::dict:
    case kind::json_object:
        if (at >= count_of(c.of)) {
            return false;
        }
        out = key_at(rt, c.of, at);
        break;
    case kind::keys_view:
    case kind::values_view:
    case kind::items_view: {
        value const of = c.of.view->of;
        if (at >= count_of(of)) {
            return false;
        }
        out = c.of.is == kind::keys_view     ? key_at(rt, of, at)
              : c.of.is == kind::values_view ? item_of_entry(rt, of, at)
                                             : rt.tuple({key_at(rt, of, at), item_of_entry(rt, of, at)});
        break;
    }
    case kind::generator: return c.of.generator->advance(rt, *c.of.generator, out);
    case kind::loop: return next_of_loop(rt, *c.of.loop, out);
    default: return false;
    }
    ++c.at;
    return true;
}

void reverse(runtime& rt, list_node& list) {
    constexpr std::size_t items_of_a_step = 8;
    rt.steps().in_parts(list.size / 2, items_of_a_step, [&](std::size_t begin, std::size_t end) {
        std::swap_ranges(list.items + begin, list.items + end,
                         std::make_reverse_iterator(list.items + list.size - begin));
    });
}

list_node* list_of(runtime& rt, value v) {
    cursor c = iterate(v);
    list_node* const out = rt.new_list(v.is == kind::string || v.is == kind::generator ? 4 : count_of(v));
    for (value item; next(rt, c, item);) {
        rt.append(*out, item);
    }
    return out;
}

value generator_of(runtime& rt, value items, std::string_view name) {
    auto* const g = rt.heap.make<generator_node>();
    g->advance = [](runtime& r, generator_node& self, value& out) { return next(r, self.source, out); };
    g->source = iterate(items);
    g->name = name;
    return make_value(kind::generator, &value::generator, g);
}

}  // namespace parlance::jinja
