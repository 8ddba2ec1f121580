// parlance/jinja/detail/builtins/impl/tojson.ipp - definitions of what parlance/jinja/detail/builtins/tojson.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/tojson.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/filters_order.hpp>
#include <parlance/jinja/detail/builtins/filters_sequence.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

/// Writes values as json.dumps does.
class json_writer {
public:
    struct style {
        bool ensure_ascii = false;
        bool sort_keys = false;
        std::optional<std::string_view> indent{};
        std::string_view item = ", ";
        std::string_view key = ": ";
    };
    json_writer(runtime& rt, style const& how) : rt_(rt), how_(how) {}

    [[nodiscard]] PARLANCE_DECL value write(value v);

private:
    PARLANCE_DECL void one(value v);

    PARLANCE_DECL void newline();

    PARLANCE_DECL void items(value v);

    [[nodiscard]] PARLANCE_DECL value key_text(value key);

    PARLANCE_DECL void members(value v);

    runtime& rt_;
    style const& how_;
    std::string out_{};
    std::size_t depth_ = 0;
    bool input_ = false;
};

/// A value of its own from a parsed document.
[[nodiscard]] PARLANCE_DECL value copied(runtime& rt, boost::json::value const& v);

value json_writer::write(value v) {
    one(v);
    return rt_.text(out_, input_ ? mark::input : std::uint8_t{0});
}

void json_writer::one(value v) {
    rt_.spend();
    if (3 * out_.size() > rt_.heap.left()) {  // it grows by copying, and is copied at the end
        throw fault{errc::out_of_memory_budget, {}};
    }
    bool const brought = v.is == kind::json_array || v.is == kind::json_object;
    input_ = input_ || (brought && rt_.options.origins) || runtime::derived(v) != 0;
    switch (v.is) {
    case kind::none: out_ += "null"; return;
    case kind::boolean: out_ += v.integer != 0 ? "true" : "false"; return;
    case kind::integer: out_ += std::to_string(v.integer); return;
    case kind::big: out_ += big_integer::from(v).to_text(rt_); return;
    case kind::real: json::append_number(out_, v.real); return;
    case kind::string:
        rt_.spend(v.size / 8);
        json::append_quoted(out_, v.view_text(), how_.ensure_ascii);
        return;
    case kind::list:
    case kind::tuple:
    case kind::json_array: items(v); return;
    case kind::dict:
    case kind::json_object: members(v); return;
    case kind::generator:
    case kind::range:
    case kind::keys_view:
    case kind::values_view:
    case kind::items_view:
        if (rt_.lenient) {
            items(make_list(list_of(rt_, v)));
            return;
        }
        [[fallthrough]];
    default:
        if (v.is == kind::undefined && v.why == static_cast<std::uint8_t>(absence::forbidden)) {
            fail_undefined(v);
        }
        type_error("Object of type " + std::string(type_name(v.is)) + " is not JSON serializable");
    }
}

void json_writer::newline() {
    if (!how_.indent) {
        return;
    }
    if (how_.indent->size() * depth_ > rt_.heap.left()) {
        throw fault{errc::out_of_memory_budget, {}};
    }
    out_ += '\n';
    for (std::size_t i = 0; i < depth_; ++i) {
        out_ += *how_.indent;
    }
    if (3 * out_.size() > rt_.heap.left()) {  // it grows by copying, and is copied at the end
        throw fault{errc::out_of_memory_budget, {}};
    }
}

void json_writer::items(value v) {
    std::size_t const n = count_of(v);
    if (n == 0) {
        out_ += "[]";
        return;
    }
    inside const deeper(rt_, v);
    out_ += '[';
    ++depth_;
    for (std::size_t i = 0; i < n; ++i) {
        if (i > 0) {
            out_ += how_.item;
        }
        newline();
        one(item_at(rt_, v, i));
    }
    --depth_;
    newline();
    out_ += ']';
}

value json_writer::key_text(value key) {
    switch (key.is) {
    case kind::string: return key;
    case kind::none: return make_text("null");
    case kind::boolean: return make_text(key.integer != 0 ? "true" : "false");
    case kind::integer:
    case kind::big: return to_text(rt_, key);
    case kind::real: {
        std::string text;
        json::append_number(text, key.real);
        return rt_.text(text);
    }
    default: type_error("keys must be str, int, float, bool or None, not " + std::string(type_name(key.is)));
    }
}

void json_writer::members(value v) {
    std::size_t const n = count_of(v);
    if (n == 0) {
        out_ += "{}";
        return;
    }
    inside const deeper(rt_, v);
    vec<std::size_t> order;
    if (how_.sort_keys) {
        rt_.heap.charge(n * sizeof(std::size_t));
        for (std::size_t i = 0; i < n; ++i) {
            order.push_back(i);
        }
        merge_sort(order, [&](std::size_t a, std::size_t b) {
            return ordered(rt_, binary::lt, key_at(rt_, v, a), key_at(rt_, v, b));
        });
    }
    out_ += '{';
    ++depth_;
    for (std::size_t i = 0; i < n; ++i) {
        if (i > 0) {
            out_ += how_.item;
        }
        newline();
        std::size_t const at = how_.sort_keys ? order[i] : i;
        value const key = key_text(key_at(rt_, v, at));
        input_ = input_ || runtime::derived(key) != 0;
        rt_.spend(key.size / 8);
        json::append_quoted(out_, key.view_text(), how_.ensure_ascii);
        out_ += how_.key;
        one(item_of_entry(rt_, v, at));
    }
    --depth_;
    newline();
    out_ += '}';
}

value copied(runtime& rt, boost::json::value const& v) {
    rt.spend();
    value const shallow = wrap(rt, v);
    switch (shallow.is) {
    case kind::string: return rt.text(shallow.view_text(), shallow.marks);
    case kind::json_array: {
        list_node* const out = rt.new_list(shallow.json_array->size());
        for (boost::json::value const& item : *shallow.json_array) {
            rt.append(*out, copied(rt, item));
        }
        return make_list(out);
    }
    case kind::json_object: {
        auto* const d = rt.heap.make<dict_node>();
        for (auto const& member : *shallow.json_object) {
            value const key = rt.borrowed({member.key().data(), member.key().size()});
            set_item(rt, *d, rt.text(key.view_text(), key.marks), copied(rt, member.value()));
        }
        return make_dict(d);
    }
    default: return shallow;
    }
}

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

value filter_tojson(runtime& rt, value v, value const* a) {
    detail::json_writer::style how;
    how.ensure_ascii = a[0].is != kind::missing && truth(a[0]);
    how.sort_keys = a[3].is != kind::missing && truth(a[3]);
    std::string spaces;
    if (a[1].is == kind::string) {
        how.indent = a[1].view_text();
    } else if (a[1].is == kind::integer || a[1].is == kind::boolean) {
        std::int64_t const n = a[1].integer < 0 ? 0 : a[1].integer;
        rt.check_width(n);
        spaces.assign(static_cast<std::size_t>(n), ' ');
        how.indent = spaces;
    } else if (a[1].is != kind::missing && a[1].is != kind::none) {
        refuse_undefined(a[1]);
        type_error("indent must be an integer or a string");
    }
    how.item = how.indent ? "," : ", ";
    if (a[2].is != kind::missing && a[2].is != kind::none) {
        list_node* const two = list_of(rt, a[2]);
        if (two->size != 2 || two->items[0].is != kind::string || two->items[1].is != kind::string) {
            value_error("separators must be two strings");
        }
        how.item = two->items[0].view_text();
        how.key = two->items[1].view_text();
    }
    return detail::json_writer(rt, how).write(v);
}

value filter_from_json(runtime& rt, value v) {
    if (!rt.lenient) {
        throw fault{errc::jinja_unknown_filter, "from_json"};
    }
    if (v.is != kind::string) {
        refuse_undefined(v);
        type_error("from_json wants a string");
    }
    constexpr std::size_t bytes_of_a_byte = 16;  // what JSON takes as values, for each byte of its text
    rt.spend(1 + v.size);
    rt.heap.charge(bytes_of_a_byte * v.size);
    auto const parsed = json::parse(v.view_text(), rt.options.limits);
    if (!parsed) {
        value_error("from_json: " + render(parsed.error()));
    }
    value const out = detail::copied(rt, *parsed);
    rt.heap.give_back(bytes_of_a_byte * v.size);
    return out;
}

}  // namespace parlance::jinja
