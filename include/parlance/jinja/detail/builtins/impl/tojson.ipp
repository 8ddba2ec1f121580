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
#include <parlance/jinja/detail/vm/scratch.hpp>
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
#include <algorithm>
#include <cstddef>
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
    json_writer(runtime& rt, style const& how)
        : rt_(rt), how_(how), around_(least_around + how.item.size() + how.key.size()), out_(rt.heap) {}

    [[nodiscard]] PARLANCE_DECL value write(value v);

private:
    static constexpr std::size_t least_around = 64;  // a number, quotation marks, brackets
    static constexpr std::size_t at_once = 4096;     // bytes of a text, made room for together

    /// Makes room for `more` bytes, and for what stands around a value.
    void room(std::size_t more = 0) { out().reserve(text().size() + more + around_); }
    [[nodiscard]] scratch_text& out() noexcept { return out_.last(); }
    [[nodiscard]] std::string& text() noexcept { return out().text(); }

    PARLANCE_DECL void one(value v);

    PARLANCE_DECL void quoted(std::string_view s);

    /// Bytes at the front of a long text that can be written by themselves: they end between two code points.
    [[nodiscard]] PARLANCE_DECL static std::size_t length_of_part(std::string_view s) noexcept;

    PARLANCE_DECL void newline();

    PARLANCE_DECL void items(value v);

    [[nodiscard]] PARLANCE_DECL value key_text(value key);

    PARLANCE_DECL void members(value v);

    runtime& rt_;
    style const& how_;
    std::size_t around_;
    scratch_pieces out_;
    std::size_t depth_ = 0;
    bool input_ = false;
};

/// A value of its own from a parsed document.
[[nodiscard]] PARLANCE_DECL value copied(runtime& rt, boost::json::value const& v);

value json_writer::write(value v) {
    room(256);
    one(v);
    std::string_view const whole = out_.keep();
    runtime::check_size(whole.size());
    return make_text(whole, input_ ? mark::input : std::uint8_t{0});
}

void json_writer::one(value v) {
    rt_.spend(2);
    out_.cut();
    room();
    bool const brought = v.is == kind::json_array || v.is == kind::json_object;
    input_ = input_ || (brought && rt_.options.origins) || runtime::derived(v) != 0;
    switch (v.is) {
    case kind::none: text().append("null"); return;
    case kind::boolean: text().append(v.integer != 0 ? "true" : "false"); return;
    case kind::integer: text().append(std::to_string(v.integer)); return;
    case kind::big: text().append(big_integer::from(v).to_text(rt_)); return;
    case kind::real:
        rt_.spend(4);
        json::append_number(text(), v.real);
        return;
    case kind::string: quoted(v.view_text()); return;
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
    default: type_error("Object of type " + std::string(type_name(v.is)) + " is not JSON serializable");
    }
}

void json_writer::newline() {
    if (!how_.indent) {
        return;
    }
    std::uint64_t const one = 1 + how_.indent->size() / 64;
    rt_.spend(1 + depth_ * one);
    room(how_.indent->size() * depth_);
    text().push_back('\n');
    for (std::size_t i = 0; i < depth_; ++i) {
        rt_.steps().pass(one);
        out().append(*how_.indent);
    }
}

void json_writer::items(value v) {
    std::size_t const n = count_of(v);
    if (n == 0) {
        text().append("[]");
        return;
    }
    inside const deeper(rt_, v);
    text().push_back('[');
    ++depth_;
    for (std::size_t i = 0; i < n; ++i) {
        if (i > 0) {
            out().append(how_.item);
        }
        newline();
        one(item_at(rt_, v, i));
    }
    --depth_;
    newline();
    room();
    text().push_back(']');
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
        text().append("{}");
        return;
    }
    inside const deeper(rt_, v);
    scratch<std::size_t> order(rt_.heap);
    if (how_.sort_keys) {
        order.reserve(n);
        for (std::size_t i = 0; i < n; ++i) {
            order.push_back(i);
        }
        merge_sort(rt_, order, [&](std::size_t a, std::size_t b) {
            return ordered(rt_, binary::lt, key_at(rt_, v, a), key_at(rt_, v, b));
        });
    }
    text().push_back('{');
    ++depth_;
    for (std::size_t i = 0; i < n; ++i) {
        if (i > 0) {
            out().append(how_.item);
        }
        newline();
        std::size_t const at = how_.sort_keys ? order[i] : i;
        value const key = key_text(key_at(rt_, v, at));
        input_ = input_ || runtime::derived(key) != 0;
        quoted(key.view_text());
        out().append(how_.key);
        one(item_of_entry(rt_, v, at));
    }
    --depth_;
    newline();
    room();
    text().push_back('}');
}

void json_writer::quoted(std::string_view s) {
    constexpr std::size_t most_of_a_byte = 6;  // \u0000
    std::size_t const length = s.size() <= at_once ? s.size() : length_of_part(s);
    rt_.spend(1 + length / 2);
    room(most_of_a_byte * length);
    json::append_quoted(text(), s.substr(0, length), how_.ensure_ascii);
    for (s.remove_prefix(length); !s.empty();) {
        text().pop_back();  // there are no quotation marks between the parts
        out_.cut();
        std::size_t const before = text().size();
        std::size_t const more = length_of_part(s);
        rt_.spend(1 + more / 2);
        room(most_of_a_byte * more);
        json::append_quoted(text(), s.substr(0, more), how_.ensure_ascii);
        text().erase(before, 1);
        s.remove_prefix(more);
    }
}

std::size_t json_writer::length_of_part(std::string_view s) noexcept {
    std::size_t length = (std::min)(s.size(), at_once);
    while (length < s.size() && length > 0 && (static_cast<unsigned char>(s[length]) & 0xC0) == 0x80) {
        --length;
    }
    return length > 0 ? length : (std::min)(s.size(), at_once);
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
    scratch_text spaces(rt.heap);
    if (a[1].is == kind::string) {
        how.indent = a[1].view_text();
    } else if (a[1].is == kind::integer || a[1].is == kind::boolean) {
        std::int64_t const n = a[1].integer < 0 ? 0 : a[1].integer;
        rt.check_width(n);
        spaces.append(static_cast<std::size_t>(n), ' ');
        how.indent = spaces.view();
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
