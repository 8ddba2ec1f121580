// parlance/jinja/detail/builtins/impl/methods_text.ipp - definitions of what parlance/jinja/detail/builtins/methods_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/methods_text.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/method_arguments.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/python/casing.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/python/printable.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/python/unicode.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/space.hpp>
#include <parlance/text/utf8.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

/// A bound of str.find and its kin: none where it is not given.
[[nodiscard]] inline value bound(method_arguments const& args, std::size_t i) {
    value const v = args.get(i);
    return v.is == kind::missing ? make_none() : v;
}

/// Whether nothing is there, not even an empty text: it begins behind the end, or behind its own.
[[nodiscard]] inline bool outside(value from, slice_range const& r, std::int64_t length) {
    return whole(from.is == kind::none ? value{} : from, 0) > length || r.first > r.end;
}

/// str.find over code points with optional bounds; -1 when absent.
PARLANCE_DECL std::int64_t find_text(runtime& rt, value self, method_arguments const& args, bool last) {
    std::string_view const s = self.view_text();
    rt.spend(1 + s.size() / 12);
    value const from = bound(args, 1);
    auto const length = static_cast<std::int64_t>(code_points(rt, s));
    slice_range const r = slice_of(from, bound(args, 2), make_none(), length);
    std::string_view const what = args.text(0).view_text();
    if (outside(from, r, length) || (r.count == 0 && !what.empty())) {
        return -1;
    }
    std::size_t const begin = byte_of(rt, s, static_cast<std::size_t>(r.first));
    std::size_t const end = begin + byte_of(rt, s.substr(begin), static_cast<std::size_t>(r.count));
    std::string_view const part = s.substr(begin, end - begin);
    searcher search(rt, what, last);
    std::size_t const at = last ? search.rfind(part) : search.find(part);
    return at == part.npos ? -1 : r.first + static_cast<std::int64_t>(code_points(rt, part.substr(0, at)));
}

/// str.index: the same, and an error when absent.
PARLANCE_DECL std::int64_t find_or_fail(runtime& rt, value self, method_arguments const& args, bool last) {
    std::int64_t const at = find_text(rt, self, args, last);
    if (at < 0) {
        value_error("substring not found");
    }
    return at;
}

PARLANCE_DECL std::int64_t count_text(runtime& rt, value self, method_arguments const& args) {
    std::string_view const s = slice_text(rt, self, bound(args, 1), bound(args, 2), make_none()).view_text();
    std::string_view const what = args.text(0).view_text();
    if (what.empty()) {
        auto const length = static_cast<std::int64_t>(counted(rt, self.view_text()));
        slice_range const r = slice_of(bound(args, 1), bound(args, 2), make_none(), length);
        return outside(bound(args, 1), r, length) ? 0 : r.count + 1;
    }
    std::int64_t n = 0;
    searcher search(rt, what);
    for (std::size_t at = search.find(s); at != s.npos; at = search.find(s, at + what.size())) {
        ++n;
    }
    return n;
}

/// Whether `s` begins, or ends, with `affix`.
[[nodiscard]] inline bool matches(runtime& rt, std::string_view s, std::string_view affix, bool front) {
    rt.spend(1 + affix.size() / 64);
    return s.size() >= affix.size() &&
           same_text(rt, s.substr(front ? 0 : s.size() - affix.size(), affix.size()), affix);
}

/// startswith and endswith, removeprefix and removesuffix
PARLANCE_DECL bool has_affix(runtime& rt, value self, method_arguments const& args, bool front) {
    value const from = bound(args, 1);
    value const to = bound(args, 2);
    bool const everything = from.is == kind::none && to.is == kind::none;
    std::string_view const s =
        everything ? self.view_text() : slice_text(rt, self, from, to, make_none()).view_text();
    bool nothing = false;
    if (!everything) {
        auto const length = static_cast<std::int64_t>(counted(rt, self.view_text()));
        nothing = outside(from, slice_of(from, to, make_none(), length), length);
    }
    auto const has = [&](value affix) {
        if (affix.is != kind::string) {
            fail_type(affix, "startswith first arg must be str or a tuple of str, not ");
        }
        return !nothing && matches(rt, s, affix.view_text(), front);
    };
    value const what = args.get(0);
    if (what.is != kind::tuple) {
        return has(what);
    }
    for (std::size_t i = 0; i < count_of(what); ++i) {
        if (has(what.list->items[i])) {
            return true;
        }
    }
    return false;
}

PARLANCE_DECL value without_affix(runtime& rt, value self, method_arguments const& args, bool front) {
    std::string_view const affix = args.text(0).view_text();
    if (!matches(rt, self.view_text(), affix, front)) {
        return self;
    }
    return front ? rt.part(self, affix.size(), self.size) : rt.part(self, 0, self.size - affix.size());
}

PARLANCE_DECL value strip_text(runtime& rt, value self, method_arguments const& args, side ends) {
    if (bound(args, 0).is == kind::none) {
        return strip(rt, self, ends, nullptr);
    }
    std::string_view const chars = args.text(0).view_text();
    return strip(rt, self, ends, &chars);
}

PARLANCE_DECL value split_text(runtime& rt, value self, method_arguments const& args, bool from_right) {
    value const separator = args.get(0, "sep");
    std::int64_t const most = args.integer(1, -1, "maxsplit");
    if (separator.is == kind::missing || separator.is == kind::none) {
        return make_list(split(rt, self, nullptr, most, from_right));
    }
    if (separator.is != kind::string) {
        fail_type(separator, "must be str or None, not ");
    }
    std::string_view const s = separator.view_text();
    return make_list(split(rt, self, &s, most, from_right));
}

bool has_case(runtime& rt, value self, bool want_upper) {
    bool some = false;
    bool const none_other = every(rt, self, [&](char32_t c) {
        bool const up = is_upper(c);
        bool const low = is_lower(c);
        some = some || (want_upper ? up : low);
        return !(want_upper ? low || is_title(c) : up || is_title(c));
    });
    return some && none_other;
}

PARLANCE_DECL bool is_title_text(runtime& rt, value self) {
    bool some = false;
    bool previous = false;
    bool const good = every(rt, self, [&](char32_t c) {
        if (is_upper(c) || is_title(c)) {
            if (previous) {
                return false;
            }
            some = previous = true;
        } else if (is_lower(c)) {
            if (!previous) {
                return false;
            }
            some = true;
        } else {
            previous = false;
        }
        return true;
    });
    return good && some;
}

PARLANCE_DECL bool is_identifier(runtime& rt, value self) {
    bool first = true;
    return every(rt, self, [&](char32_t c) {
        bool const ok = c == '_' || is_alpha(c) || (!first && is_numeric(c) && is_decimal(c));
        first = false;
        return ok;
    });
}

value partition(runtime& rt, value self, std::string_view separator, bool last) {
    if (separator.empty()) {
        value_error("empty separator");
    }
    std::string_view const s = self.view_text();
    searcher search(rt, separator, last);
    std::size_t const at = last ? search.rfind(s) : search.find(s);
    if (at == s.npos) {
        value const empty = make_text({}, self.marks & mark::markup);
        return last ? rt.tuple({empty, empty, self}) : rt.tuple({self, empty, empty});
    }
    return rt.tuple({rt.part(self, 0, at), rt.part(self, at, at + separator.size()),
                     rt.part(self, at + separator.size(), s.size())});
}

/// Argument `i`, which becomes a part of the text: Markup escapes it, whatever it is.
PARLANCE_DECL value shown_in(runtime& rt, value self, method_arguments const& args, std::size_t i) {
    return self.has(mark::markup) ? escaped(rt, args.get(i)) : args.text(i);
}

value aligned(runtime& rt, value self, method_arguments const& args, attr how) {
    auto const length = static_cast<std::int64_t>(counted(rt, self.view_text()));
    std::int64_t const width = args.integer(0, 0);
    std::string_view const fill =
        args.get(1).is == kind::missing ? " " : shown_in(rt, self, args, 1).view_text();
    if (counted(rt, fill) != 1) {
        type_error("the fill character must be exactly one character long");
    }
    if (width <= length) {
        return self;
    }
    auto const pad = static_cast<std::size_t>(width - length);
    std::size_t const left = how == "ljust"_attr   ? 0
                             : how == "rjust"_attr ? pad
                                                   : pad / 2 + (pad & static_cast<std::size_t>(width) & 1);
    return padded(rt, self, left, pad - left, fill);
}

value zfill(runtime& rt, value self, std::int64_t width) {
    auto const length = static_cast<std::int64_t>(counted(rt, self.view_text()));
    if (width <= length) {
        return self;
    }
    bool const sign = self.size > 0 && (self.text[0] == '-' || self.text[0] == '+');
    value const digits = sign ? rt.part(self, 1, self.size) : self;
    value const out = padded(rt, digits, static_cast<std::size_t>(width - length), 0, "0");
    return sign ? rt.join(rt.part(self, 0, 1), out) : out;
}

PARLANCE_DECL value expand_tabs(runtime& rt, value self, std::int64_t size) {
    rt.check_width(size);
    std::string_view const s = self.view_text();
    runtime::builder out(rt);
    std::int64_t column = 0;
    for (std::size_t i = 0; i < s.size();) {
        rt.spend(2);
        std::size_t const width = code_point_length(s, i);
        if (s[i] == '\t') {
            std::int64_t const pad = size > 0 ? size - column % size : 0;
            column += pad;
            out.add_repeated(" ", static_cast<std::size_t>(pad));
        } else {
            out.add_part(self, i, i + width);
            column = s[i] == '\n' || s[i] == '\r' ? 0 : column + 1;
        }
        i += width;
    }
    return out.finish();
}

PARLANCE_DECL value join_texts(runtime& rt, value separator, value items) {
    runtime::builder out(rt);
    cursor c = iterate(items);
    std::size_t n = 0;
    for (value item; next(rt, c, item); ++n) {
        item = separator.has(mark::markup) ? escaped(rt, item) : item;
        if (item.is != kind::string) {
            fail_type(item, "sequence item " + std::to_string(n) + ": expected str instance, ", " found");
        }
        if (n > 0) {
            out.add(separator);
        }
        out.add(item);
    }
    return out.finish(separator.marks & mark::markup);
}

PARLANCE_DECL value swap_case(runtime& rt, value self) {
    return mapped(rt, self, [s = self.view_text()](char32_t c, std::size_t at) {
        return is_upper(c) ? lower_at(s, c, at) : is_lower(c) ? to_upper(c) : cased{c, {}};
    });
}

value translate(runtime& rt, value self, value table) {
    runtime::builder out(rt);
    std::string_view const s = self.view_text();
    for (std::size_t i = 0; i < s.size();) {
        rt.spend(4);
        std::size_t const length = code_point_length(s, i);
        value const key = make_integer(static_cast<std::int64_t>(utf8::decode(s.substr(i)).value));
        value with = item(rt, table, key);
        if (with.is == kind::undefined) {
            out.add_part(self, i, i + length);
        } else if (with.is == kind::integer && with.integer >= 0 && with.integer <= 0x10FFFF) {
            out.add(utf8::encode(static_cast<char32_t>(with.integer)).view());
        } else if (with.is == kind::string) {
            out.add(with);
        } else if (with.is != kind::none) {
            type_error("character mapping must return integer, None or str");
        }
        i += length;
    }
    return out.finish();
}

value text_method(runtime& rt, value self, attr name, call_arguments const& raw) {
    if (name == "format"_attr) {
        return format_fields(rt, self, raw, {});
    }
    auto const arguments = [&](std::size_t least, std::size_t most) {
        return method_arguments(raw, name, least, most);
    };
    switch (name) {
    case "strip"_attr: return strip_text(rt, self, arguments(0, 1), side::both);
    case "lstrip"_attr: return strip_text(rt, self, arguments(0, 1), side::left);
    case "rstrip"_attr: return strip_text(rt, self, arguments(0, 1), side::right);
    case "split"_attr: return split_text(rt, self, arguments(0, 2), false);
    case "rsplit"_attr: return split_text(rt, self, arguments(0, 2), true);
    case "splitlines"_attr:
        return make_list(split_lines(rt, self, switched(arguments(0, 1).get(0, "keepends"))));
    case "startswith"_attr: return make_boolean(has_affix(rt, self, arguments(1, 3), true));
    case "endswith"_attr: return make_boolean(has_affix(rt, self, arguments(1, 3), false));
    case "replace"_attr: {
        method_arguments const args = arguments(2, 3);
        return replace(rt, self, args.text(0), shown_in(rt, self, args, 1), args.integer(2, -1));
    }
    case "upper"_attr: return arguments(0, 0), upper(rt, self);
    case "lower"_attr: return arguments(0, 0), lower(rt, self);
    case "capitalize"_attr: return arguments(0, 0), capitalize(rt, self);
    case "title"_attr: return arguments(0, 0), title(rt, self);
    case "swapcase"_attr: return arguments(0, 0), swap_case(rt, self);
    case "casefold"_attr:
        return arguments(0, 0), mapped(rt, self, [](char32_t c, std::size_t) { return fold(c); });
    case "count"_attr: return make_integer(count_text(rt, self, arguments(1, 3)));
    case "find"_attr: return make_integer(find_text(rt, self, arguments(1, 3), false));
    case "rfind"_attr: return make_integer(find_text(rt, self, arguments(1, 3), true));
    case "index"_attr: return make_integer(find_or_fail(rt, self, arguments(1, 3), false));
    case "rindex"_attr: return make_integer(find_or_fail(rt, self, arguments(1, 3), true));
    case "isalnum"_attr: return make_boolean(every(rt, self, is_alnum));
    case "isalpha"_attr: return make_boolean(every(rt, self, is_alpha));
    case "isascii"_attr:
        return make_boolean(self.size == 0 || every(rt, self, [](char32_t c) { return c < 128; }));
    case "isdecimal"_attr: return make_boolean(every(rt, self, is_decimal));
    case "isdigit"_attr: return make_boolean(every(rt, self, is_digit));
    case "isnumeric"_attr: return make_boolean(every(rt, self, is_numeric));
    case "isspace"_attr: return make_boolean(every(rt, self, is_space));
    case "isprintable"_attr: return make_boolean(self.size == 0 || every(rt, self, is_printable));
    case "islower"_attr: return make_boolean(has_case(rt, self, false));
    case "isupper"_attr: return make_boolean(has_case(rt, self, true));
    case "istitle"_attr: return make_boolean(is_title_text(rt, self));
    case "isidentifier"_attr: return make_boolean(is_identifier(rt, self));
    case "join"_attr: return join_texts(rt, self, arguments(1, 1).get(0));
    case "partition"_attr: return partition(rt, self, arguments(1, 1).text(0).view_text(), false);
    case "rpartition"_attr: return partition(rt, self, arguments(1, 1).text(0).view_text(), true);
    case "removeprefix"_attr: return without_affix(rt, self, arguments(1, 1), true);
    case "removesuffix"_attr: return without_affix(rt, self, arguments(1, 1), false);
    case "center"_attr:
    case "ljust"_attr:
    case "rjust"_attr: return aligned(rt, self, arguments(1, 2), name);
    case "zfill"_attr: return zfill(rt, self, arguments(1, 1).integer(0, 0));
    case "expandtabs"_attr: return expand_tabs(rt, self, arguments(0, 1).integer(0, 8, "tabsize"));
    case "format_map"_attr: return format_fields(rt, self, {}, arguments(1, 1).get(0));
    case "translate"_attr: return translate(rt, self, arguments(1, 1).get(0));
    case "encode"_attr: {
        value out = self;
        out.is = kind::bytes;
        return out;
    }
    default:
        type_error("str." + std::string(attribute_names[static_cast<std::size_t>(name)]) +
                   "() is not supported");
    }
}

}  // namespace parlance::jinja::detail
