// parlance/jinja/methods.hpp - the methods of strings, lists, dictionaries and numbers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/arithmetic.hpp>
#include <parlance/jinja/attributes.hpp>
#include <parlance/jinja/text.hpp>
#include <algorithm>
#include <string>
#include <string_view>

namespace parlance::jinja {

[[nodiscard]] value format_fields(runtime& rt, value text, call_arguments const& args, value mapping);

namespace detail {

/// What Python's own functions take for yes or no: an integer.
[[nodiscard]] inline bool switched(value v) {
    if (v.is == kind::missing || v.is == kind::boolean || v.is == kind::integer || v.is == kind::big) {
        return v.is != kind::missing && truth(v);
    }
    refuse_undefined(v);
    type_error("'" + std::string(type_name(v.is)) + "' object cannot be interpreted as an integer");
}

/// The arguments of a method call, checked as Python's built-ins do.
class method_arguments {
public:
    method_arguments(call_arguments const& args, attr name, std::size_t least, std::size_t most)
        : args_(args) {
        std::string const method(attribute_names[static_cast<std::size_t>(name)]);
        if (args.keyword_count > 0) {
            bool known = false;
            switch (name) {
            case attr::split:
            case attr::rsplit: known = all_known({"sep", "maxsplit"}); break;
            case attr::splitlines: known = all_known({"keepends"}); break;
            case attr::expandtabs: known = all_known({"tabsize"}); break;
            case attr::encode: known = all_known({"encoding", "errors"}); break;
            case attr::sort: known = all_known({"reverse", "key"}); break;
            default: break;
            }
            if (!known) {
                type_error(method + "() takes no keyword arguments");
            }
        }
        if (args.count < least || args.count > most) {
            type_error(method + "() was given " + std::to_string(args.count) + " arguments");
        }
    }
    [[nodiscard]] value get(std::size_t i, std::string_view name = {}) const { return args_.get(i, name); }
    [[nodiscard]] value text(std::size_t i) const {
        value const v = get(i);
        if (v.is != kind::string) {
            refuse_undefined(v);
            type_error("a str is required, not " + std::string(type_name(v.is)));
        }
        return v;
    }
    [[nodiscard]] std::int64_t integer(std::size_t i, std::int64_t otherwise,
                                       std::string_view name = {}) const {
        value const v = get(i, name);
        if (v.is == kind::missing) {
            return otherwise;
        }
        if (v.is == kind::big) {
            return v.big->negative ? INT64_MIN : INT64_MAX;
        }
        if (v.is != kind::integer && v.is != kind::boolean) {
            refuse_undefined(v);
            type_error("'" + std::string(type_name(v.is)) + "' object cannot be interpreted as an integer");
        }
        return v.integer;
    }

private:
    [[nodiscard]] bool all_known(std::initializer_list<std::string_view> names) const {
        for (std::size_t i = 0; i < args_.keyword_count; ++i) {
            if (std::find(names.begin(), names.end(), args_.names[i]) == names.end()) {
                return false;
            }
        }
        return true;
    }
    call_arguments const& args_;
};

/// str.find over code points with optional bounds; -1 when absent.
[[nodiscard]] inline std::int64_t find_text(runtime& rt, value self, method_arguments const& args,
                                            bool last) {
    std::string_view const s = self.view_text();
    rt.spend(1 + s.size() / 8);
    auto const none = make_none();
    value const from = args.get(1).is == kind::missing ? none : args.get(1);
    value const to = args.get(2).is == kind::missing ? none : args.get(2);
    auto const length = static_cast<std::int64_t>(code_points(s));
    slice_range const r = slice_of(from, to, none, length);
    bool const beyond = from.is == kind::integer && from.integer > length;
    std::string_view const what = args.text(0).view_text();
    if (beyond || (r.count == 0 && !what.empty())) {
        return -1;
    }
    std::size_t const begin = byte_of(s, static_cast<std::size_t>(r.first));
    std::size_t const end = begin + byte_of(s.substr(begin), static_cast<std::size_t>(r.count));
    std::string_view const part = s.substr(begin, end - begin);
    std::size_t const at = last ? part.rfind(what) : part.find(what);
    return at == part.npos ? -1 : r.first + static_cast<std::int64_t>(code_points(part.substr(0, at)));
}

[[nodiscard]] inline std::int64_t count_text(runtime& rt, value self, method_arguments const& args) {
    value const none = make_none();
    value const from = args.get(1).is == kind::missing ? none : args.get(1);
    value const to = args.get(2).is == kind::missing ? none : args.get(2);
    std::string_view const s = slice_text(rt, self, from, to, none).view_text();
    std::string_view const what = args.text(0).view_text();
    if (what.empty()) {
        return static_cast<std::int64_t>(code_points(s)) + 1;
    }
    std::int64_t n = 0;
    for (std::size_t at = s.find(what); at != s.npos; at = s.find(what, at + what.size())) {
        ++n;
    }
    return n;
}

[[nodiscard]] inline bool has_affix(runtime& rt, value self, method_arguments const& args, bool front) {
    value const none = make_none();
    value const from = args.get(1).is == kind::missing ? none : args.get(1);
    value const to = args.get(2).is == kind::missing ? none : args.get(2);
    bool const whole = from.is == kind::none && to.is == kind::none;
    std::string_view const s = whole ? self.view_text() : slice_text(rt, self, from, to, none).view_text();
    if (!whole && from.is == kind::integer &&
        from.integer > static_cast<std::int64_t>(code_points(self.view_text()))) {
        return false;
    }
    auto const matches = [&](value v) {
        if (v.is != kind::string) {
            refuse_undefined(v);
            type_error("startswith first arg must be str or a tuple of str, not " +
                       std::string(type_name(v.is)));
        }
        std::string_view const affix = v.view_text();
        return front ? s.substr(0, affix.size()) == affix
                     : s.size() >= affix.size() && s.substr(s.size() - affix.size()) == affix;
    };
    value const what = args.get(0);
    if (what.is != kind::tuple) {
        return matches(what);
    }
    for (std::size_t i = 0; i < count_of(what); ++i) {
        if (matches(what.list->items[i])) {
            return true;
        }
    }
    return false;
}

/// Whether every code point satisfies `is`, and there is one.
template <class Is>
[[nodiscard]] bool every(runtime& rt, value self, Is is) {
    std::string_view s = self.view_text();
    rt.spend(1 + s.size() / 8);
    bool const some = !s.empty();
    while (!s.empty()) {
        utf8::decoded const d = utf8::decode(s);
        if (!is(d.value)) {
            return false;
        }
        s.remove_prefix(d.length);
    }
    return some;
}

/// isupper and islower: something has this case, nothing has another one.
[[nodiscard]] inline bool has_case(runtime& rt, value self, bool want_upper) {
    bool some = false;
    bool const none_other = every(rt, self, [&](char32_t c) {
        bool const up = is_upper(c);
        bool const low = is_lower(c);
        some = some || (want_upper ? up : low);
        return !(want_upper ? low || is_title(c) : up || is_title(c));
    });
    return some && none_other;
}
[[nodiscard]] inline bool is_title_text(runtime& rt, value self) {
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
[[nodiscard]] inline bool is_identifier(runtime& rt, value self) {
    bool first = true;
    return every(rt, self, [&](char32_t c) {
        bool const ok = c == '_' || is_alpha(c) || (!first && is_numeric(c) && is_decimal(c));
        first = false;
        return ok;
    });
}

[[nodiscard]] inline value partition(runtime& rt, value self, std::string_view separator, bool last) {
    if (separator.empty()) {
        value_error("empty separator");
    }
    std::string_view const s = self.view_text();
    std::size_t const at = last ? s.rfind(separator) : s.find(separator);
    if (at == s.npos) {
        value const empty = make_text({});
        return last ? rt.tuple({empty, empty, self}) : rt.tuple({self, empty, empty});
    }
    return rt.tuple({rt.part(self, 0, at), rt.part(self, at, at + separator.size()),
                     rt.part(self, at + separator.size(), s.size())});
}

[[nodiscard]] inline value aligned(runtime& rt, value self, method_arguments const& args, attr how) {
    auto const length = static_cast<std::int64_t>(code_points(self.view_text()));
    std::int64_t const width = args.integer(0, 0);
    std::string_view const fill = args.get(1).is == kind::missing ? " " : args.text(1).view_text();
    if (code_points(fill) != 1) {
        type_error("the fill character must be exactly one character long");
    }
    if (width <= length) {
        return self;
    }
    auto const pad = static_cast<std::size_t>(width - length);
    std::size_t const left = how == attr::ljust   ? 0
                             : how == attr::rjust ? pad
                                                  : pad / 2 + (pad & static_cast<std::size_t>(width) & 1);
    return padded(rt, self, left, pad - left, fill);
}

[[nodiscard]] inline value zfill(runtime& rt, value self, std::int64_t width) {
    auto const length = static_cast<std::int64_t>(code_points(self.view_text()));
    if (width <= length) {
        return self;
    }
    bool const sign = self.size > 0 && (self.text[0] == '-' || self.text[0] == '+');
    value const digits = sign ? rt.part(self, 1, self.size) : self;
    value const out = padded(rt, digits, static_cast<std::size_t>(width - length), 0, "0");
    return sign ? rt.join(rt.part(self, 0, 1), out) : out;
}

[[nodiscard]] inline value expand_tabs(runtime& rt, value self, std::int64_t size) {
    rt.check_width(size);
    std::string_view const s = self.view_text();
    runtime::builder out(rt);
    std::int64_t column = 0;
    for (std::size_t i = 0; i < s.size();) {
        rt.spend();
        std::size_t const width = code_point_length(s, i);
        if (s[i] == '\t') {
            std::int64_t const pad = size > 0 ? size - column % size : 0;
            column += pad;
            for (std::int64_t n = 0; n < pad; ++n) {
                out.add(" ");
            }
        } else {
            out.add_part(self, i, i + width);
            column = s[i] == '\n' || s[i] == '\r' ? 0 : column + 1;
        }
        i += width;
    }
    return out.finish();
}

[[nodiscard]] inline value join_texts(runtime& rt, value separator, value items) {
    runtime::builder out(rt);
    cursor c = iterate(items);
    std::size_t n = 0;
    for (value item; next(rt, c, item); ++n) {
        if (item.is != kind::string) {
            refuse_undefined(item);
            type_error("sequence item " + std::to_string(n) + ": expected str instance, " +
                       std::string(type_name(item.is)) + " found");
        }
        if (n > 0) {
            out.add(separator);
        }
        out.add(separator.has(mark::markup) ? escaped(rt, item) : item);
    }
    return out.finish(separator.marks & mark::markup);
}

[[nodiscard]] inline value swap_case(runtime& rt, value self) {
    return mapped(rt, self, [s = self.view_text()](char32_t c, std::size_t at) {
        return is_upper(c) ? lower_at(s, c, at) : is_lower(c) ? to_upper(c) : cased{c, {}};
    });
}

/// str.translate: code points by number to a text, another code point, or nothing.
[[nodiscard]] inline value translate(runtime& rt, value self, value table) {
    runtime::builder out(rt);
    std::string_view const s = self.view_text();
    for (std::size_t i = 0; i < s.size();) {
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

[[nodiscard]] inline value text_method(runtime& rt, value self, attr name, call_arguments const& raw) {
    if (name == attr::format) {
        return format_fields(rt, self, raw, {});
    }
    auto const arguments = [&](std::size_t least, std::size_t most) {
        return method_arguments(raw, name, least, most);
    };
    auto const stripped = [&](side ends) {
        method_arguments const args = arguments(0, 1);
        if (args.get(0).is == kind::missing || args.get(0).is == kind::none) {
            return strip(rt, self, ends, nullptr);
        }
        std::string_view const chars = args.text(0).view_text();
        return strip(rt, self, ends, &chars);
    };
    auto const fails = [&](std::int64_t at) {
        if (at < 0) {
            value_error("substring not found");
        }
        return make_integer(at);
    };
    switch (name) {
    case attr::strip: return stripped(side::both);
    case attr::lstrip: return stripped(side::left);
    case attr::rstrip: return stripped(side::right);
    case attr::split:
    case attr::rsplit: {
        method_arguments const args = arguments(0, 2);
        value const separator = args.get(0, "sep");
        std::int64_t const most = args.integer(1, -1, "maxsplit");
        if (separator.is == kind::missing || separator.is == kind::none) {
            return make_list(split(rt, self, nullptr, most, name == attr::rsplit));
        }
        if (separator.is != kind::string) {
            refuse_undefined(separator);
            type_error("must be str or None, not " + std::string(type_name(separator.is)));
        }
        std::string_view const s = separator.view_text();
        return make_list(split(rt, self, &s, most, name == attr::rsplit));
    }
    case attr::splitlines:
        return make_list(split_lines(rt, self, switched(arguments(0, 1).get(0, "keepends"))));
    case attr::startswith: return make_boolean(has_affix(rt, self, arguments(1, 3), true));
    case attr::endswith: return make_boolean(has_affix(rt, self, arguments(1, 3), false));
    case attr::replace: {
        method_arguments const args = arguments(2, 3);
        return replace(rt, self, args.text(0), args.text(1), args.integer(2, -1));
    }
    case attr::upper: return arguments(0, 0), upper(rt, self);
    case attr::lower: return arguments(0, 0), lower(rt, self);
    case attr::capitalize: return arguments(0, 0), capitalize(rt, self);
    case attr::title: return arguments(0, 0), title(rt, self);
    case attr::swapcase: return arguments(0, 0), swap_case(rt, self);
    case attr::casefold:
        return arguments(0, 0), mapped(rt, self, [](char32_t c, std::size_t) { return fold(c); });
    case attr::count: return make_integer(count_text(rt, self, arguments(1, 3)));
    case attr::find: return make_integer(find_text(rt, self, arguments(1, 3), false));
    case attr::rfind: return make_integer(find_text(rt, self, arguments(1, 3), true));
    case attr::index: return fails(find_text(rt, self, arguments(1, 3), false));
    case attr::rindex: return fails(find_text(rt, self, arguments(1, 3), true));
    case attr::isalnum: return make_boolean(every(rt, self, is_alnum));
    case attr::isalpha: return make_boolean(every(rt, self, is_alpha));
    case attr::isascii:
        return make_boolean(self.size == 0 || every(rt, self, [](char32_t c) { return c < 128; }));
    case attr::isdecimal: return make_boolean(every(rt, self, is_decimal));
    case attr::isdigit: return make_boolean(every(rt, self, is_digit));
    case attr::isnumeric: return make_boolean(every(rt, self, is_numeric));
    case attr::isspace: return make_boolean(every(rt, self, is_space));
    case attr::isprintable: return make_boolean(self.size == 0 || every(rt, self, is_printable));
    case attr::islower: return make_boolean(has_case(rt, self, false));
    case attr::isupper: return make_boolean(has_case(rt, self, true));
    case attr::istitle: return make_boolean(is_title_text(rt, self));
    case attr::isidentifier: return make_boolean(is_identifier(rt, self));
    case attr::join: return join_texts(rt, self, arguments(1, 1).get(0));
    case attr::partition: return partition(rt, self, arguments(1, 1).text(0).view_text(), false);
    case attr::rpartition: return partition(rt, self, arguments(1, 1).text(0).view_text(), true);
    case attr::removeprefix: {
        std::string_view const affix = arguments(1, 1).text(0).view_text();
        return self.view_text().substr(0, affix.size()) == affix ? rt.part(self, affix.size(), self.size)
                                                                 : self;
    }
    case attr::removesuffix: {
        std::string_view const affix = arguments(1, 1).text(0).view_text();
        bool const has =
            self.size >= affix.size() && self.view_text().substr(self.size - affix.size()) == affix;
        return has ? rt.part(self, 0, self.size - affix.size()) : self;
    }
    case attr::center:
    case attr::ljust:
    case attr::rjust: return aligned(rt, self, arguments(1, 2), name);
    case attr::zfill: return zfill(rt, self, arguments(1, 1).integer(0, 0));
    case attr::expandtabs: return expand_tabs(rt, self, arguments(0, 1).integer(0, 8, "tabsize"));
    case attr::format_map: return format_fields(rt, self, {}, arguments(1, 1).get(0));
    case attr::translate: return translate(rt, self, arguments(1, 1).get(0));
    case attr::encode: {
        value out = self;
        out.is = kind::bytes;
        return out;
    }
    default:
        type_error("str." + std::string(attribute_names[static_cast<std::size_t>(name)]) +
                   "() is not supported");
    }
}

[[nodiscard]] inline std::int64_t index_in(runtime& rt, value self, value what) {
    for (std::size_t i = 0; i < count_of(self); ++i) {
        value const item = item_at(rt, self, i);
        if (identical(item, what) || equal(rt, item, what)) {
            return static_cast<std::int64_t>(i);
        }
    }
    return -1;
}

/// What a change acts on: the list itself, or one that from now on stands in for an array of the context.
[[nodiscard]] inline list_node& changeable_list(runtime& rt, value self) {
    return self.is == kind::list ? *self.list
                                 : *rt.shadow(*self.json_array, [&] { return list_of(rt, self); });
}

void sort_items(runtime& rt, list_node& items, value key_attribute, bool reverse, bool fold_case);

[[nodiscard]] inline value list_method(runtime& rt, value self, attr name, call_arguments const& raw) {
    auto const arguments = [&](std::size_t least, std::size_t most) {
        return method_arguments(raw, name, least, most);
    };
    switch (name) {
    case attr::count: {
        value const what = arguments(1, 1).get(0);
        std::int64_t n = 0;
        for (std::size_t i = 0; i < count_of(self); ++i) {
            n += equal(rt, item_at(rt, self, i), what);
        }
        return make_integer(n);
    }
    case attr::index: {
        std::int64_t const at = index_in(rt, self, arguments(1, 3).get(0));
        if (at < 0) {
            value_error("the item is not in the list");
        }
        return make_integer(at);
    }
    case attr::copy: return arguments(0, 0), make_list(list_of(rt, self));
    default: break;
    }
    list_node& list = changeable_list(rt, self);
    auto const remove_at = [&](std::int64_t i) {
        rt.spend(list.size);
        value const out = list.items[i];
        std::copy(list.items + i + 1, list.items + list.size, list.items + i);
        --list.size;
        return out;
    };
    switch (name) {
    case attr::append: rt.append(list, arguments(1, 1).get(0)); return make_none();
    case attr::extend: {
        list_node* const more = list_of(rt, arguments(1, 1).get(0));
        for (std::uint32_t i = 0; i < more->size; ++i) {
            rt.append(list, more->items[i]);
        }
        return make_none();
    }
    case attr::insert: {
        method_arguments const args = arguments(2, 2);
        std::int64_t const size = list.size;
        std::int64_t at = args.integer(0, 0);
        at = at < 0 ? std::max<std::int64_t>(at + size, 0) : std::min(at, size);
        rt.spend(list.size);
        rt.append(list, {});
        std::copy_backward(list.items + at, list.items + size, list.items + size + 1);
        list.items[at] = args.get(1);
        return make_none();
    }
    case attr::pop: {
        std::int64_t at = arguments(0, 1).integer(0, -1);
        at = at < 0 ? at + list.size : at;
        if (at < 0 || at >= list.size) {
            value_error(list.size == 0 ? "pop from empty list" : "pop index out of range");
        }
        return remove_at(at);
    }
    case attr::remove: {
        std::int64_t const at = index_in(rt, make_list(&list), arguments(1, 1).get(0));
        if (at < 0) {
            value_error("list.remove(x): x not in list");
        }
        static_cast<void>(remove_at(at));
        return make_none();
    }
    case attr::clear: list.size = 0; return make_none();
    case attr::reverse:
        rt.spend(list.size);
        std::reverse(list.items, list.items + list.size);
        return make_none();
    case attr::sort:
        sort_items(rt, list, {}, switched(arguments(0, 0).get(0, "reverse")), false);
        return make_none();
    default: type_error("this method of lists is not supported");
    }
}

[[nodiscard]] inline dict_node* dict_of(runtime& rt, value mapping) {
    auto* const d = rt.heap.make<dict_node>();
    for (std::size_t i = 0; i < count_of(mapping); ++i) {
        rt.spend();
        set_item(rt, *d, key_at(rt, mapping, i), item_of_entry(rt, mapping, i));
    }
    return d;
}

/// Adds what dict() and dict.update() take: a mapping or pairs, and keywords.
inline void update_dict(runtime& rt, dict_node& d, call_arguments const& args) {
    if (args.count > 1) {
        type_error("dict expected at most 1 argument, got " + std::to_string(args.count));
    }
    if (args.count == 1) {
        value const from = args.positional[0];
        refuse_undefined(from);
        if (is_mapping(from)) {
            for (std::size_t i = 0; i < count_of(from); ++i) {
                rt.spend();
                set_item(rt, d, key_at(rt, from, i), item_of_entry(rt, from, i));
            }
        } else {
            cursor c = iterate(from);
            for (value pair; next(rt, c, pair);) {
                list_node* const two = list_of(rt, pair);
                if (two->size != 2) {
                    value_error("dictionary update sequence element has length " + std::to_string(two->size) +
                                "; 2 is required");
                }
                set_item(rt, d, two->items[0], two->items[1]);
            }
        }
    }
    for (std::size_t i = 0; i < args.keyword_count; ++i) {
        set_item(rt, d, make_text(args.names[i]), args.keywords[i]);
    }
}

[[nodiscard]] inline dict_node& changeable_dict(runtime& rt, value self) {
    return self.is == kind::dict ? *self.dict
                                 : *rt.shadow(*self.json_object, [&] { return dict_of(rt, self); });
}

[[nodiscard]] inline value dict_method(runtime& rt, value self, attr name, call_arguments const& raw) {
    auto const arguments = [&](std::size_t least, std::size_t most) {
        return method_arguments(raw, name, least, most);
    };
    auto const otherwise = [](value v, value none) { return v.is == kind::missing ? none : v; };
    switch (name) {
    case attr::get: {
        method_arguments const args = arguments(1, 2);
        return find_item(rt, self, args.get(0)).value_or(otherwise(args.get(1), make_none()));
    }
    case attr::items: return arguments(0, 0), make_view(rt, kind::items_view, self);
    case attr::keys: return arguments(0, 0), make_view(rt, kind::keys_view, self);
    case attr::values: return arguments(0, 0), make_view(rt, kind::values_view, self);
    case attr::copy: return arguments(0, 0), make_dict(dict_of(rt, self));
    case attr::fromkeys: {
        method_arguments const args = arguments(1, 2);
        auto* const d = rt.heap.make<dict_node>();
        cursor c = iterate(args.get(0));
        for (value key; next(rt, c, key);) {
            set_item(rt, *d, key, otherwise(args.get(1), make_none()));
        }
        return make_dict(d);
    }
    default: break;
    }
    dict_node& d = changeable_dict(rt, self);
    switch (name) {
    case attr::update: update_dict(rt, d, raw); return make_none();
    case attr::clear: d = {}; return make_none();
    case attr::setdefault: {
        method_arguments const args = arguments(1, 2);
        if (std::optional<value> const found = find_item(rt, make_dict(&d), args.get(0))) {
            return *found;
        }
        value const item = otherwise(args.get(1), make_none());
        set_item(rt, d, args.get(0), item);
        return item;
    }
    case attr::pop: {
        method_arguments const args = arguments(1, 2);
        dict_entry* const e = find_entry(rt, d, args.get(0), hash_of(rt, args.get(0)));
        if (e == nullptr) {
            if (args.get(1).is == kind::missing) {
                value_error("there is no such key to pop");
            }
            return args.get(1);
        }
        value const out = e->item;
        erase_entry(rt, d, e);
        return out;
    }
    case attr::popitem: {
        if (d.size == 0) {
            value_error("popitem(): dictionary is empty");
        }
        dict_entry* const e = d.entries + d.size - 1;
        value const out = rt.tuple({e->key, e->item});
        erase_entry(rt, d, e);
        return out;
    }
    default: type_error("this method of dictionaries is not supported");
    }
}

[[nodiscard]] inline value number_method(runtime& rt, value self, attr name) {
    switch (name) {
    case attr::conjugate: return plus(self);
    case attr::is_integer:
        return make_boolean(std::isfinite(self.real) && self.real == std::floor(self.real));
    case attr::bit_length: return make_integer(static_cast<std::int64_t>(big_integer::from(self).bits()));
    case attr::as_integer_ratio:
        if (self.is != kind::real) {
            return rt.tuple({plus(self), make_integer(1)});
        }
        [[fallthrough]];
    default: type_error("this method of numbers is not supported");
    }
}

[[nodiscard]] inline value loop_method(runtime& rt, loop_node& loop, attr name, call_arguments const& args) {
    if (name == attr::cycle) {
        if (args.count == 0) {
            type_error("no items for cycling given");
        }
        return args.positional[static_cast<std::size_t>(loop.index0) % args.count];
    }
    list_node* const now = rt.new_list(args.count);
    for (std::size_t i = 0; i < args.count; ++i) {
        rt.append(*now, args.positional[i]);
    }
    bool const same = loop.last_changed != nullptr && equal(rt, make_list(loop.last_changed), make_list(now));
    loop.last_changed = now;
    return make_boolean(!same);
}

[[nodiscard]] inline value cycler_method(cycler_node& c, attr name) {
    if (name == attr::reset) {
        c.position = 0;
        return make_none();
    }
    value const out = c.items.items[c.position];
    c.position = (c.position + 1) % c.items.size;
    return out;
}

[[nodiscard]] inline value macro_attribute(runtime& rt, macro_node const& m, attr a) {
    function const& f = rt.code->functions[m.function];
    switch (a) {
    case attr::name: return m.name.empty() ? make_none() : make_text(m.name);
    case attr::arguments: {
        list_node* const names = rt.new_list(f.parameters);
        for (std::uint32_t i = 0; i < f.parameters; ++i) {
            rt.append(*names, make_text(rt.code->literals.names[rt.code->keywords[f.first_parameter + i]]));
        }
        return make_list(names, kind::tuple);
    }
    case attr::catch_kwargs: return make_boolean(f.kwargs_slot != no_slot);
    case attr::catch_varargs: return make_boolean(f.varargs_slot != no_slot);
    case attr::caller: return make_boolean(f.caller_slot != no_slot || f.explicit_caller);
    default: return {};
    }
}

}  // namespace detail

/// Calls method `name` of `self`.
[[nodiscard]] inline value call_method(runtime& rt, value self, attr name, call_arguments const& args) {
    switch (self.is) {
    case kind::string: return detail::text_method(rt, self, name, args);
    case kind::list:
    case kind::json_array:
    case kind::tuple:
    case kind::range: return detail::list_method(rt, self, name, args);
    case kind::dict:
    case kind::json_object: return detail::dict_method(rt, self, name, args);
    case kind::boolean:
    case kind::integer:
    case kind::big:
    case kind::real: return detail::number_method(rt, self, name);
    case kind::loop: return detail::loop_method(rt, *self.loop, name, args);
    case kind::cycler: return detail::cycler_method(*self.cycler, name);
    default: type_error("this method is not supported");
    }
}

}  // namespace parlance::jinja
