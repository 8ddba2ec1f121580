// parlance/jinja/detail/python/impl/print.ipp - definitions of what parlance/jinja/detail/python/print.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/printable.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/python/unicode.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/json/number.hpp>
#include <parlance/text/utf8.hpp>
#include <charconv>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

/// Writes Python's repr() into a builder.
class printer {
public:
    printer(runtime& rt, runtime::builder& out, bool ascii = false) : rt_(rt), out_(out), ascii_(ascii) {}

    PARLANCE_DECL void repr(value v);

    PARLANCE_DECL void str(value v);

private:
    static constexpr std::string_view address = " at 0x7f0000000000>";

    /// What has no literal: <... at 0x7f0000000000> and its kin.
    PARLANCE_DECL void object(value v);

    PARLANCE_DECL void function(value v);

    PARLANCE_DECL void items(value v, std::string_view open, std::string_view close);

    PARLANCE_DECL void mapping(value v);

    PARLANCE_DECL void view(value v);

    /// A string literal as Python would print it.
    PARLANCE_DECL void quoted(value v, bool bytes = false);

    runtime& rt_;
    runtime::builder& out_;
    bool ascii_;
};

void printer::repr(value v) {
    rt_.spend(2);
    switch (v.is) {
    case kind::string:
        if (v.has(mark::markup)) {
            out_.add("Markup(");
            quoted(v);
            out_.add(")");
            return;
        }
        quoted(v);
        return;
    case kind::undefined: out_.add("Undefined"); return;
    case kind::list:
    case kind::json_array: items(v, "[", "]"); return;
    case kind::tuple: items(v, "(", v.list->size == 1 ? ",)" : ")"); return;
    case kind::dict:
    case kind::json_object: mapping(v); return;
    case kind::keys_view:
    case kind::values_view:
    case kind::items_view: view(v); return;
    default: str(v); return;
    }
}

void printer::str(value v) {
    switch (v.is) {
    case kind::missing:
    case kind::undefined: return;
    case kind::none: out_.add("None"); return;
    case kind::boolean: out_.add(v.integer != 0 ? "True" : "False", v.has(mark::input)); return;
    case kind::integer: {
        char digits[24];
        char const* const end = std::to_chars(digits, digits + sizeof digits, v.integer).ptr;
        out_.add({digits, static_cast<std::size_t>(end - digits)}, v.has(mark::input));
        return;
    }
    case kind::big: out_.add(big_integer::from(v).to_text(rt_), v.has(mark::input)); return;
    case kind::real: {
        rt_.spend(4);
        std::string text;
        json::append_python_float(text, v.real);
        out_.add(text, v.has(mark::input));
        return;
    }
    case kind::string: out_.add(v); return;
    case kind::bytes:
        out_.add("b");
        quoted(v, true);
        return;
    case kind::range: {
        range_node const& r = *v.range;
        std::string text = "range(" + std::to_string(r.start) + ", " + std::to_string(r.stop);
        text += r.step == 1 ? ")" : ", " + std::to_string(r.step) + ")";
        out_.add(text);
        return;
    }
    case kind::generator:
    case kind::name_space:
    case kind::macro:
    case kind::method:
    case kind::function:
    case kind::loop:
    case kind::cycler:
    case kind::joiner: object(v); return;
    default: repr(v); return;
    }
}

void printer::object(value v) {
    switch (v.is) {
    case kind::generator:
        out_.add("<");
        out_.add(v.generator->name);
        out_.add(address);
        return;
    case kind::name_space:
        out_.add("<Namespace ");
        mapping(make_dict(&v.name_space->attributes));
        out_.add(">");
        return;
    case kind::macro:
        out_.add("<Macro ");
        if (v.macro->name.empty()) {
            out_.add("anonymous");
        } else {
            quoted(make_text(v.macro->name));
        }
        out_.add(">");
        return;
    case kind::method:
        out_.add("<built-in method ");
        out_.add(attribute_names[v.method->name]);
        out_.add(" of ");
        out_.add(type_name(v.method->self.is));
        out_.add(" object");
        out_.add(address);
        return;
    case kind::function: function(v); return;
    case kind::loop:
        out_.add("<LoopContext ");
        out_.add(std::to_string(v.loop->index0 + 1) + "/" + std::to_string(loop_length(rt_, *v.loop)) + ">");
        return;
    default:  // a cycler or a joiner
        out_.add("<jinja2.utils.");
        out_.add(type_name(v.is));
        out_.add(" object");
        out_.add(address);
    }
}

void printer::function(value v) {
    switch (static_cast<global>(v.why)) {
    case global::range: out_.add("<function safe_range at 0x7f0000000000>"); return;
    case global::dict: out_.add("<class 'dict'>"); return;
    case global::name_space: out_.add("<class 'jinja2.utils.Namespace'>"); return;
    case global::cycler: out_.add("<class 'jinja2.utils.Cycler'>"); return;
    case global::joiner: out_.add("<class 'jinja2.utils.Joiner'>"); return;
    case global::self: out_.add("<TemplateReference None>"); return;
    default:
        out_.add("<function ");
        out_.add(name_of(static_cast<global>(v.why)));
        out_.add(address);
    }
}

void printer::items(value v, std::string_view open, std::string_view close) {
    inside const deeper(rt_, v);
    out_.add(open);
    for (std::size_t i = 0; i < count_of(v); ++i) {
        if (i > 0) {
            out_.add(", ");
        }
        repr(item_at(rt_, v, i));
    }
    out_.add(close);
}

void printer::mapping(value v) {
    inside const deeper(rt_, v);
    out_.add("{");
    for (std::size_t i = 0; i < count_of(v); ++i) {
        if (i > 0) {
            out_.add(", ");
        }
        repr(key_at(rt_, v, i));
        out_.add(": ");
        repr(item_of_entry(rt_, v, i));
    }
    out_.add("}");
}

void printer::view(value v) {
    out_.add(type_name(v.is));
    out_.add("(");
    value list = make_list(list_of(rt_, v));
    items(list, "[", "]");
    out_.add(")");
}

void printer::quoted(value v, bool bytes) {
    std::string_view const s = v.view_text();
    bool const double_quotes = searcher(rt_, "'").find(s) != s.npos && searcher(rt_, "\"").find(s) == s.npos;
    char const quote = double_quotes ? '"' : '\'';
    bool const input = runtime::derived(v) != 0;
    constexpr std::size_t at_once = 1024;  // bytes that stand for themselves
    scratch_text text(rt_.heap);
    text.push_back(quote);
    auto const hex = [&](std::string_view prefix, std::uint32_t n, int digits) {
        text.append(prefix);
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            text.push_back("0123456789abcdef"[(n >> shift) & 15]);
        }
    };
    rt_.spend(s.size());
    paid_ahead each(rt_.steps(), 1);
    for (std::size_t i = 0; i < s.size();) {
        each.reached(i);
        auto const c = static_cast<unsigned char>(s[i]);
        if (c == '\\' || c == static_cast<unsigned char>(quote)) {
            text.push_back('\\');
            text.push_back(s[i++]);
        } else if (c == '\n' || c == '\r' || c == '\t') {
            text.append(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
            ++i;
        } else if (c < 0x20 || c == 0x7F || (bytes && c >= 0x80)) {
            hex("\\x", c, 2);
            ++i;
        } else if (c < 0x80) {
            std::size_t const begin = i;
            auto const plain = [&](char b) { return b >= 0x20 && b < 0x7F && b != '\\' && b != quote; };
            for (++i; i < s.size() && i - begin < at_once && plain(s[i]); ++i) {}
            text.append(s.substr(begin, i - begin));
        } else {
            utf8::decoded const d = utf8::decode(s.substr(i));
            if (!d.valid) {
                hex("\\x", c, 2);
                ++i;
                continue;
            }
            if (is_printable(d.value) && !ascii_) {
                text.append(s.substr(i, d.length));
            } else if (d.value < 0x100) {
                hex("\\x", d.value, 2);
            } else if (d.value < 0x10000) {
                hex("\\u", d.value, 4);
            } else {
                hex("\\U", d.value, 8);
            }
            i += d.length;
        }
    }
    text.push_back(quote);
    out_.add(text.view(), input);
}

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

value to_text(runtime& rt, value v) {
    if (v.is == kind::string) {
        return v;
    }
    runtime::builder out(rt);
    detail::printer(rt, out).str(v);
    return out.finish();
}

value to_repr(runtime& rt, value v, bool ascii) {
    runtime::builder out(rt);
    detail::printer(rt, out, ascii).repr(v);
    return out.finish();
}

value escaped(runtime& rt, value v) {
    if (v.is == kind::string && v.has(mark::markup)) {
        return v;
    }
    value const text = to_text(rt, v);
    std::string_view const s = text.view_text();
    runtime::builder out(rt);
    rt.spend(s.size() / 4);
    std::size_t plain = 0;
    paid_ahead each(rt.steps(), 4);
    for (std::size_t i = 0; i < s.size(); ++i) {
        each.reached(i);
        std::string_view with;
        switch (s[i]) {
        case '&': with = "&amp;"; break;
        case '<': with = "&lt;"; break;
        case '>': with = "&gt;"; break;
        case '"': with = "&#34;"; break;
        case '\'': with = "&#39;"; break;
        default: continue;
        }
        rt.spend();
        out.add_part(text, plain, i);
        out.add(with, runtime::derived(text) != 0);
        plain = i + 1;
    }
    out.add_part(text, plain, s.size());
    return out.finish(mark::markup);
}

}  // namespace parlance::jinja
