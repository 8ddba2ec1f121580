// parlance/hf/impl/content.ipp - definitions of what parlance/hf/content.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/content.hpp>
#include <parlance/hf/detail/python_text.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/space.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <algorithm>
#include <string>
#include <vector>

namespace parlance::hf {

bool content_format::streams() const noexcept {
    return kind != content_kind::json && kind != content_kind::xml_inline && kind != content_kind::kv_lines;
}

}  // namespace parlance::hf

namespace parlance::hf::detail {

/// Pays for patterns, which have the fuel of a default call, and looks whether the caller has asked to stop.
[[nodiscard]] inline work pattern_work(limits const& bounds) {
    limits all;
    all.stop = bounds.stop;
    return work(all);
}

/// Why a pattern came to no verdict.
[[nodiscard]] inline errc budget_error(work const& paid) noexcept {
    return paid.why() == errc::cancelled ? errc::cancelled : errc::regex_budget;
}

/// As std::string_view::find, paid for on the way; npos where it cannot be.
PARLANCE_DECL std::size_t find_paid(work& paid, std::string_view text, std::string_view what,
                                    std::size_t from) {
    constexpr std::size_t at_once = 4096;
    constexpr std::uint64_t steps_of_a_byte = 3;  // of a text whose letters all begin what is looked for
    for (; from < text.size() && paid.spend(steps_of_a_byte * at_once); from += at_once) {
        std::size_t const found = text.substr(from, at_once + what.size() - 1).find(what);
        if (found != text.npos) {
            return from + found;
        }
    }
    return text.npos;
}

/// JSON as models write it, in the words of JSON.
PARLANCE_DECL result<std::string> to_strict_json(std::string_view text, content_format const& how,
                                                 work& paid) {
    constexpr char open = '\x01';
    constexpr char close = '\x02';
    if (!how.string_delims.empty() && (text.find(open) != text.npos || text.find(close) != text.npos)) {
        return mismatch("json: \\x01 and \\x02 cannot stand in text with string_delims");
    }
    std::string now;
    now.reserve(text.size());
    constexpr std::size_t copied_at_once = 16 * 1024;
    for (std::size_t at = 0; at < text.size(); at += copied_at_once) {
        if (!paid.spend(copied_at_once / 4)) {
            return paid.error("json");
        }
        now.append(text, at, copied_at_once);
    }
    vec<std::string> strings;
    for (auto const& [before, behind] : how.string_delims) {
        std::string next;
        std::size_t at = 0;
        for (;;) {
            std::size_t const begin = find_paid(paid, now, before, at);
            std::size_t const end =
                begin == now.npos ? now.npos : find_paid(paid, now, behind, begin + before.size());
            if (paid.why() != errc::none) {
                return paid.error("json");
            }
            if (end == now.npos) {
                break;
            }
            next.append(now, at, begin - at).push_back(open);
            next.append(std::to_string(strings.size())).push_back(close);
            if (!paid_room(strings, 1, paid)) {
                return paid.error("json");
            }
            strings.push_back(now.substr(begin + before.size(), end - begin - before.size()));
            if (!paid.spend(100 + 2 * (end - at))) {
                return paid.error("json");
            }
            at = end + behind.size();
        }
        next.append(now, at);
        now = std::move(next);
    }
    if (how.unquoted_keys) {
        static regex const key = regex::compile("[{,](\\w+):").value();
        std::string next;
        std::size_t at = 0;
        bool whole = true;
        key.each(now, paid, [&](regex_match const& m) {
            whole = m.is == regex_match::verdict::match;
            if (!whole) {
                return false;
            }
            next.append(now, at, m.groups[1].begin - at).push_back('"');
            next.append(now, m.groups[1].begin, m.groups[1].end - m.groups[1].begin).append("\":");
            at = m.groups[0].end;
            return true;
        });
        if (!whole) {
            return diagnostic{budget_error(paid), {}, 0, "unquoted_keys"};
        }
        now = next.append(now, at);
    }
    if (strings.empty()) {
        return now;
    }
    std::string out;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (now[i] != open) {
            out.push_back(now[i]);
            continue;
        }
        std::size_t index = 0;
        for (++i; i < now.size() && now[i] != close; ++i) {
            index = index * 10 + static_cast<std::size_t>(now[i] - '0');
        }
        // a string that another pair of delimiters took in holds the mark of the inner one
        std::string const& s = strings[(std::min)(index, strings.size() - 1)];
        if (!paid.spend(20 + 4 * s.size())) {
            return paid.error("json");
        }
        json::append_quoted(out, s);
    }
    if (!paid_free(strings, paid)) {
        return paid.error("json");
    }
    return out;
}

result<json::value> read_json(std::string_view text, content_format const& how, limits const& bounds,
                              work& paid) {
    bool const as_is = how.string_delims.empty() && !how.unquoted_keys;
    auto const strict = as_is ? result<std::string>(std::string()) : to_strict_json(text, how, paid);
    if (!strict) {
        return strict.error();
    }
    auto parsed = json::parse(as_is ? text : std::string_view(*strict), bounds);
    if (parsed || parsed.error().code == errc::cancelled) {
        return parsed;
    }
    if (how.allow_non_json) {
        return json::value(boost::json::string(strip(text)));
    }
    return mismatch(note("json: ").append(render(parsed.error())));
}

result<content_pair> read_tag(std::string_view text, regex_match const& m, content_format const& how,
                              limits const& bounds, work& paid) {
    auto const& names = how.tag->names();
    auto const group = [&](char const* name) -> std::optional<std::string_view> {
        auto const g = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
        if (g >= m.groups.size() || !m.groups[g].matched()) {
            return std::nullopt;
        }
        return text.substr(m.groups[g].begin, m.groups[g].end - m.groups[g].begin);
    };
    auto const key = group("key");
    if (!key) {
        return mismatch("xml-inline: a tag without key");
    }
    bool const has_values = std::find(names.begin(), names.end(), "value") != names.end();
    auto const raw = group("value");
    if (!raw && has_values) {
        return content_pair{std::string(*key), nullptr};
    }
    if (!how.value) {
        return content_pair{std::string(*key), boost::json::string(raw.value_or(""))};
    }
    auto value = content_value(raw.value_or(""), *how.value, bounds, paid);
    if (!value) {
        return value.error();
    }
    return content_pair{std::string(*key), *std::move(value)};
}

PARLANCE_DECL result<json::value> read_tags(std::string_view text, content_format const& how,
                                            limits const& bounds, work& paid) {
    json::object out;
    std::optional<diagnostic> wrong;
    how.tag->each(text, paid, [&](regex_match const& m) {
        auto pair = m.is == regex_match::verdict::limit
                        ? result<content_pair>(diagnostic{budget_error(paid), {}, 0, "tag_pattern"})
                        : read_tag(text, m, how, bounds, paid);
        if (!pair) {
            wrong = pair.error();
            return false;
        }
        json::value* const former = out.if_contains(pair->key);
        if (former == nullptr || !how.merge) {
            out[pair->key] = std::move(pair->value);
            return true;
        }
        if (!former->is_array()) {
            json::value first = std::move(*former);
            *former = json::array{std::move(first)};
        }
        json::array& values = former->get_array();
        constexpr std::size_t many = 1024;
        if (values.size() >= many &&
            values.size() == values.capacity()) {  // they move, with looks in between
            json::array larger;
            larger.reserve(2 * values.size());
            paid_rounds each(paid);
            for (auto v = values.begin(); v != values.end(); ++v) {
                if (!each.next()) {
                    wrong = diagnostic{budget_error(paid), {}, 0, "tag_pattern"};
                    return false;
                }
                larger.push_back(std::move(*v));
            }
            values = std::move(larger);
        }
        values.push_back(std::move(pair->value));
        return true;
    });
    if (wrong) {
        return *wrong;
    }
    return json::value(std::move(out));
}

result<std::optional<content_pair>> read_line(std::string_view line, content_format const& how,
                                              limits const& bounds, work& paid) {
    line = how.strip ? strip(line) : line;
    std::size_t const middle = line.find(how.pair_separator);
    if (middle == line.npos) {
        return std::optional<content_pair>();
    }
    std::string_view key = line.substr(0, middle);
    std::string_view raw = line.substr(middle + how.pair_separator.size());
    key = how.strip ? strip(key) : key;
    raw = how.strip ? strip(raw) : raw;
    if (!how.value) {
        return std::optional(content_pair{std::string(key), boost::json::string(raw)});
    }
    auto value = content_value(raw, *how.value, bounds, paid);
    if (!value) {
        return value.error();
    }
    return std::optional(content_pair{std::string(key), *std::move(value)});
}

PARLANCE_DECL result<json::value> read_lines(std::string_view text, content_format const& how,
                                             limits const& bounds, work& paid) {
    json::object out;
    for (std::size_t at = 0; at <= text.size();) {
        std::size_t const end = (std::min)(text.find(how.line_separator, at), text.size());
        if (!paid.spend(100 + 4 * (end - at))) {
            return paid.error("kv-lines");
        }
        auto pair = read_line(text.substr(at, end - at), how, bounds, paid);
        if (!pair) {
            return pair.error();
        }
        if (*pair) {
            out[(*pair)->key] = std::move((*pair)->value);
        }
        at = end + how.line_separator.size();
    }
    return json::value(std::move(out));
}

/// Recursion as deep as formats are nested, which the loader bounds.
result<json::value> content_value(std::string_view text, content_format const& how, limits const& bounds,
                                  work& paid) {
    switch (how.kind) {
    case content_kind::text: return json::value(boost::json::string(how.strip ? strip(text) : text));
    case content_kind::integer:
        if (auto value = to_int(text)) {
            return *std::move(value);
        }
        return mismatch("int: this is not a whole number");
    case content_kind::number:
        if (auto const value = to_float(text)) {
            return json::value(*value);
        }
        return mismatch("float: this is not a number");
    case content_kind::boolean: {
        std::string const lower = ascii::lowered(strip(text));
        return json::value(lower == "true" || lower == "1");
    }
    case content_kind::json: return read_json(text, how, bounds, paid);
    case content_kind::xml_inline: return read_tags(text, how, bounds, paid);
    case content_kind::kv_lines: return read_lines(text, how, bounds, paid);
    }
    return json::value();
}

}  // namespace parlance::hf::detail

namespace parlance::hf {

result<json::value> read_content(std::string_view text, content_format const& how, limits const& bounds) {
    work paid = detail::pattern_work(bounds);
    return detail::content_value(text, how, bounds, paid);
}

}  // namespace parlance::hf
