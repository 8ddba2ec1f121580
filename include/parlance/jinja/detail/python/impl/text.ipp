// parlance/jinja/detail/python/impl/text.ipp - definitions of what parlance/jinja/detail/python/text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/casing.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/python/unicode.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/space.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <string>
#include <string_view>

namespace parlance::jinja {

std::size_t byte_of(runtime& rt, std::string_view s, std::size_t n) {
    constexpr std::size_t at_once = 64;
    std::size_t at = 0;
    // a code point begins at byte 0, whatever stands there, and at each byte that does not continue one
    if (n > 0 && !s.empty()) {
        at = 1;
        for (paid_ahead each(rt.steps(), 32); s.size() - at >= at_once;) {
            each.reached(at);
            std::size_t const begin = code_points(s.substr(at, at_once));
            if (begin >= n) {
                break;
            }
            n -= begin;
            at += at_once;
        }
        for (; at < s.size(); ++at) {
            if ((static_cast<unsigned char>(s[at]) & 0xC0) != 0x80 && --n == 0) {
                break;
            }
        }
    }
    return at;
}

slice_range slice_of(value start, value stop, value step, std::int64_t length) {
    auto const number = [](value v, std::int64_t otherwise) {
        switch (v.is) {
        case kind::none:
        case kind::missing: return otherwise;
        case kind::integer:
        case kind::boolean: return v.integer;
        case kind::big: return v.big->negative ? INT64_MIN : INT64_MAX;
        default: type_error("slice indices must be integers or None or have an __index__ method");
        }
    };
    slice_range out;
    out.step = number(step, 1);
    if (out.step == 0) {
        value_error("slice step cannot be zero");
    }
    out.step = out.step == INT64_MIN ? -INT64_MAX : out.step;
    bool const back = out.step < 0;
    auto const clamp = [&](std::int64_t i) {
        i = i < 0 ? (i < -length ? -1 : i + length) : i;
        return i < 0 ? (back ? -1 : 0) : i >= length ? (back ? length - 1 : length) : i;
    };
    bool const no_start = start.is == kind::none || start.is == kind::missing;
    bool const no_stop = stop.is == kind::none || stop.is == kind::missing;
    out.first = no_start ? (back ? length - 1 : 0) : clamp(number(start, 0));
    std::int64_t const end = no_stop ? (back ? -1 : length) : clamp(number(stop, 0));
    out.end = end;
    if (back ? out.first > end : out.first < end) {
        out.count = back ? (out.first - end - 1) / -out.step + 1 : (end - out.first - 1) / out.step + 1;
    }
    return out;
}

value slice_text(runtime& rt, value text, value start, value stop, value step) {
    std::string_view const s = text.view_text();
    rt.spend(1 + s.size() / 16);
    slice_range const r = slice_of(start, stop, step, static_cast<std::int64_t>(code_points(rt, s)));
    if (r.count == 0) {
        return make_text({}, text.marks & mark::markup);
    }
    if (r.step == 1) {
        std::size_t const begin = byte_of(rt, s, static_cast<std::size_t>(r.first));
        return rt.part(text, begin, begin + byte_of(rt, s.substr(begin), static_cast<std::size_t>(r.count)));
    }
    rt.spend(s.size() / 2);
    scratch<std::uint32_t> starts(rt.heap);
    starts.reserve(s.size());
    paid_ahead each(rt.steps(), 2);
    for (std::size_t at = 0; at < s.size(); at += code_point_length(s, at)) {
        each.reached(at);
        starts.push_back(static_cast<std::uint32_t>(at));
    }
    runtime::builder out(rt);
    for (std::int64_t i = 0; i < r.count; ++i) {
        std::size_t const at = starts[static_cast<std::size_t>(r.first + i * r.step)];
        out.add_part(text, at, at + code_point_length(s, at));
    }
    return out.finish(text.marks & mark::markup);
}

value strip(runtime& rt, value text, side ends, std::string_view const* chars) {
    std::string_view const s = text.view_text();
    std::size_t begin = 0;
    std::size_t end = s.size();
    auto const in_set = [&](std::string_view c) {
        rt.spend(2 + chars->size() / 8);
        return detail::searcher(rt, c).find(*chars) != chars->npos;
    };
    if ((static_cast<int>(ends) & static_cast<int>(side::left)) != 0) {
        if (chars == nullptr) {
            begin = detail::leading_space(rt, s);
            rt.spend(begin / 4);
        } else {
            while (begin < end && in_set(s.substr(begin, code_point_length(s, begin)))) {
                begin += code_point_length(s, begin);
            }
        }
    }
    if ((static_cast<int>(ends) & static_cast<int>(side::right)) != 0) {
        if (chars == nullptr) {
            end -= detail::trailing_space(rt, s.substr(begin));
            rt.spend((s.size() - end) / 4);
        } else {
            while (end > begin) {
                std::size_t last = end - 1;
                while (last > begin && (static_cast<unsigned char>(s[last]) & 0xC0) == 0x80) {
                    --last;
                }
                if (!in_set(s.substr(last, end - last))) {
                    break;
                }
                end = last;
            }
        }
    }
    return begin == 0 && end == s.size() ? text : rt.part(text, begin, end);
}

list_node* split(runtime& rt, value text, std::string_view const* separator, std::int64_t most,
                 bool from_right) {
    std::string_view const s = text.view_text();
    list_node* const out = rt.new_list(4);
    rt.spend(1 + (separator == nullptr ? s.size() / 2 : 0));
    auto const take = [&](std::size_t begin, std::size_t end) {
        rt.spend(2);
        rt.append(*out, rt.part(text, begin, end));
    };
    most = most < 0 ? INT64_MAX : most;
    if (separator != nullptr && separator->empty()) {
        value_error("empty separator");
    }
    detail::searcher search(rt, separator != nullptr ? *separator : std::string_view{}, from_right);
    std::size_t at = 0;
    std::size_t end = s.size();
    if (separator != nullptr && !from_right) {
        for (std::size_t cut; most > 0 && (cut = search.find(s, at)) != s.npos; --most) {
            take(at, cut);
            at = cut + separator->size();
        }
        take(at, end);
    } else if (separator != nullptr) {
        for (std::size_t cut; most > 0 && (cut = search.rfind(s.substr(0, end))) != s.npos; --most) {
            take(cut + separator->size(), end);
            end = cut;
        }
        take(0, end);
    } else if (!from_right) {
        for (; (at += detail::leading_space(rt, s.substr(at))) < s.size(); at = end) {
            end = most-- > 0 ? detail::find_space(rt, s, at) : s.size();
            take(at, end);
        }
    } else {
        for (; (end -= detail::trailing_space(rt, s.substr(0, end))) > 0; end = at) {
            at = most-- > 0 ? detail::find_last_space(rt, s.substr(0, end)) : 0;
            take(at, end);
        }
    }
    if (from_right) {
        reverse(rt, *out);
    }
    return out;
}

list_node* split_lines(runtime& rt, value text, bool keep_ends) {
    std::string_view const s = text.view_text();
    list_node* const out = rt.new_list(4);
    rt.spend(1 + s.size() / 6);
    std::size_t begin = 0;
    paid_ahead each(rt.steps(), 6);
    for (std::size_t i = 0; i < s.size();) {
        each.reached(i);
        std::size_t width = 0;
        auto const c = static_cast<unsigned char>(s[i]);
        if (c > 30 && c != 0xC2 && c != 0xE2) {
            ++i;
            continue;
        }
        if (c == '\r') {
            width = s.substr(i, 2) == "\r\n" ? 2 : 1;
        } else if ((c >= 10 && c <= 12) || (c >= 28 && c <= 30)) {
            width = 1;
        } else if (s.substr(i, 2) == "\xC2\x85") {
            width = 2;
        } else if (s.substr(i, 3) == "\xE2\x80\xA8" || s.substr(i, 3) == "\xE2\x80\xA9") {
            width = 3;
        }
        if (width == 0) {
            ++i;
            continue;
        }
        rt.spend(2);
        rt.append(*out, rt.part(text, begin, keep_ends ? i + width : i));
        i += width;
        begin = i;
    }
    if (begin < s.size()) {
        rt.append(*out, rt.part(text, begin, s.size()));
    }
    return out;
}

value replace(runtime& rt, value text, value from, value to, std::int64_t most) {
    std::string_view const s = text.view_text();
    std::string_view const what = from.view_text();
    rt.spend();
    runtime::builder out(rt);
    detail::searcher search(rt, what);
    std::size_t at = 0;
    most = most < 0 ? INT64_MAX : most;
    if (what.empty()) {
        for (; most > 0; --most) {
            rt.spend();
            out.add(to);
            if (at == s.size()) {
                return out.finish(text.marks & mark::markup);
            }
            std::size_t const width = code_point_length(s, at);
            out.add_part(text, at, at + width);
            at += width;
        }
    }
    for (; most > 0 && !what.empty(); --most) {
        std::size_t const found = search.find(s, at);
        if (found == s.npos) {
            break;
        }
        if (at == 0 && out.size() == 0) {
            out.reserve(s.size());
        }
        rt.spend();
        out.add_part(text, at, found);
        out.add(to);
        at = found + what.size();
    }
    if (at == 0 && out.size() == 0) {
        return text;
    }
    out.add_part(text, at, s.size());
    return out.finish(text.marks & mark::markup);
}

/// Whether the capital sigma at `at` ends a word and so becomes a final sigma.
PARLANCE_DECL bool final_sigma(std::string_view s, std::size_t at) noexcept {
    auto const cased = [](char32_t c) {
        return detail::is_upper(c) || detail::is_lower(c) || detail::is_title(c);
    };
    std::size_t before = at;
    while (before > 0 && (static_cast<unsigned char>(s[--before]) & 0xC0) == 0x80) {}
    bool const preceded = at > 0 && cased(utf8::decode(s.substr(before)).value);
    std::string_view const rest = s.substr(at + 2);
    return preceded && (rest.empty() || !cased(utf8::decode(rest).value));
}

detail::cased lower_at(std::string_view s, char32_t c, std::size_t at) noexcept {
    return c == 0x3A3 && final_sigma(s, at) ? detail::cased{0x3C2, {}} : detail::to_lower(c);
}

value upper(runtime& rt, value text) {
    return mapped(rt, text, [](char32_t c, std::size_t) { return detail::to_upper(c); });
}

value lower(runtime& rt, value text) {
    return mapped(rt, text,
                  [s = text.view_text()](char32_t c, std::size_t at) { return lower_at(s, c, at); });
}

value capitalize(runtime& rt, value text) {
    return mapped(rt, text, [s = text.view_text()](char32_t c, std::size_t at) {
        return at == 0 ? detail::to_title(c) : lower_at(s, c, at);
    });
}

value title(runtime& rt, value text) {
    bool previous = false;
    return mapped(rt, text, [&, s = text.view_text()](char32_t c, std::size_t at) {
        detail::cased const out = previous ? lower_at(s, c, at) : detail::to_title(c);
        previous = detail::is_upper(c) || detail::is_lower(c) || detail::is_title(c);
        return out;
    });
}

value padded(runtime& rt, value text, std::size_t left, std::size_t right, std::string_view fill) {
    std::size_t const times = left + right;
    rt.check_width(static_cast<std::int64_t>(times));
    runtime::builder out(rt);
    out.reserve(text.size + times * fill.size());
    out.add_repeated(fill, left);
    out.add(text);
    out.add_repeated(fill, right);
    return out.finish(text.marks & mark::markup);
}

}  // namespace parlance::jinja
