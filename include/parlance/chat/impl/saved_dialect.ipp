// parlance/chat/impl/saved_dialect.ipp - definitions of what parlance/chat/saved_dialect.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/saved_dialect.hpp>
#include <parlance/chat/detail/dialect_members.hpp>
#include <parlance/chat/detail/long_text.hpp>
#include <parlance/chat/detail/table_text.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace parlance::chat::detail {

inline constexpr std::string_view saved_dialect_head = "parlance-dialect 2 ";

/// FNV-1a, the same on every machine.
/// before  that of what stands in front of the text
[[nodiscard]] PARLANCE_DECL std::uint64_t text_hash(std::string_view text,
                                                    std::uint64_t before = 0xCBF2'9CE4'8422'2325) noexcept;

/// The names of an enumeration's values, in their order.
template <class Enum>
inline constexpr auto words_of = nullptr;
template <>
inline constexpr auto words_of<reasoning_mode> = std::to_array(reasoning_mode_names);
template <>
inline constexpr auto words_of<content_mode> = std::to_array(content_mode_names);
template <>
inline constexpr auto words_of<argument_form> = std::to_array<std::string_view>({"object", "text"});
template <>
inline constexpr auto words_of<reasoning_form> =
    std::to_array<std::string_view>({"reasoning_content", "thinking", "reasoning", "part", "named"});
template <>
inline constexpr auto words_of<id_form> = std::to_array<std::string_view>({"as_given", "named"});
template <>
inline constexpr auto words_of<tool_form> = std::to_array<std::string_view>({"function", "bare"});
template <>
inline constexpr auto words_of<content_form> = std::to_array<std::string_view>({"text", "parts"});

/// A member behind its path, and back: JSON, or the table of a way to call.  False where the text says nothing of the kind.
template <class T>
[[nodiscard]] boost::json::value member_json(T const& m) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
        return boost::json::value(m);
    } else if constexpr (std::is_enum_v<T>) {
        return boost::json::value(words_of<T>[static_cast<std::size_t>(m)]);
    } else if constexpr (std::is_same_v<T, std::vector<tool_format>>) {
        return boost::json::value(static_cast<std::uint64_t>(m.size()));
    } else {
        boost::json::array out;
        for (auto const& item : m) {
            out.push_back(member_json(item));
        }
        return out;
    }
}

/// False where the value is none for this member, and where it was stopped on the way.
template <class T>
[[nodiscard]] bool read_member(T& m, boost::json::value const& v, stop_asker& asked) {
    constexpr std::size_t most_ways = 64;
    if constexpr (std::is_same_v<T, bool>) {
        m = v.is_bool() && v.get_bool();
        return v.is_bool();
    } else if constexpr (std::is_same_v<T, std::string>) {
        m = v.is_string() ? std::string(v.get_string()) : std::string();
        return v.is_string();
    } else if constexpr (std::is_enum_v<T>) {
        auto const& words = words_of<T>;
        auto const found = v.is_string()
                               ? std::find(words.begin(), words.end(), std::string_view(v.get_string()))
                               : words.end();
        m = found != words.end() ? static_cast<T>(found - words.begin()) : T{};
        return found != words.end();
    } else if constexpr (std::is_same_v<T, std::vector<tool_format>>) {
        bool const fits = v.is_int64() ? v.get_int64() >= 0 && v.get_int64() <= std::int64_t{most_ways}
                                       : v.is_uint64() && v.get_uint64() <= most_ways;
        m.resize(fits ? v.to_number<std::size_t>() : 0);
        return fits;
    } else {
        constexpr std::size_t rows_of_an_item = 4;
        m.clear();
        auto const* list = v.if_array();
        m.reserve(list != nullptr ? list->size() : 0);
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            if (!asked.next(rows_of_an_item) || !read_member(m.emplace_back(), (*list)[i], asked)) {
                return false;
            }
        }
        return list != nullptr;
    }
}

template <class T>
[[nodiscard]] std::string member_text(T const& m) {
    return json::dump(member_json(m));
}
template <>
[[nodiscard]] inline std::string member_text(tool_format const& m) {
    return "<- " + table_text(m);
}

template <class T>
[[nodiscard]] result<bool> read_text(T& m, std::string_view text, limits const& bounds) {
    boost::json::monotonic_resource storage;  // freed in blocks, not value by value
    auto const value = text.starts_with(" = ") ? json::parse(text.substr(3), bounds, &storage)
                                               : result<json::value>(json::value());
    if (!value && value.error().code == errc::cancelled) {
        return value.error();
    }
    stop_asker asked(bounds.stop);
    bool const fits = value && read_member(m, *value, asked);
    return asked.stopped() ? result<bool>(diagnostic{errc::cancelled}) : result<bool>(fits);
}
template <>
[[nodiscard]] inline result<bool> read_text(tool_format& m, std::string_view text, limits const& bounds) {
    auto const read = text.starts_with(" <- ") ? format_of(text, bounds) : result<format>(format{});
    if (!read && read.error().code == errc::cancelled) {
        return read.error();
    }
    format said = read ? *read : format{};
    m = std::exchange(said.tools, {});
    return !m.call.empty() && said == format{};
}

std::uint64_t text_hash(std::string_view text, std::uint64_t before) noexcept {
    std::uint64_t hash = before;
    for (char const c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3;
    }
    return hash;
}

/// The same of a long text.  Errors: cancelled.
PARLANCE_DECL result<std::uint64_t> hash_of_lines(std::string_view text, stop_token stop) {
    constexpr std::size_t between_looks = 16 * 1024;
    std::uint64_t hash = text_hash({});
    while (!text.empty()) {
        std::size_t const some = (std::min)(text.size(), between_looks);
        hash = text_hash(text.substr(0, some), hash);
        text.remove_prefix(some);
        if (stop.stop_requested()) {
            return diagnostic{errc::cancelled};
        }
    }
    return hash;
}

PARLANCE_DECL std::string hash_digits(std::uint64_t hash) {
    std::string out(16, '0');
    for (std::size_t i = out.size(); i-- > 0; hash >>= 4) {
        out[i] = "0123456789abcdef"[hash & 15];
    }
    return out;
}

std::vector<std::pair<std::string, std::string>> told_members(dialect const& d) {
    dialect blank;
    blank.format.also.resize(d.format.also.size());
    std::vector<std::string> unsaid;
    auto const note_blank = [&](std::string const&, auto const& m) { unsaid.push_back(member_text(m)); };
    each_dialect_member(std::as_const(blank), note_blank);
    std::vector<std::pair<std::string, std::string>> out;
    std::size_t i = 0;
    auto const note_member = [&](std::string const& path, auto const& m) {
        std::string said = member_text(m);
        bool const count = path == "also" && !d.format.also.empty();
        if (std::string const& other = unsaid[i++]; said != other || count) {
            out.emplace_back(path, std::move(said));
        }
    };
    each_dialect_member(d, note_member);
    return out;
}

PARLANCE_DECL diagnostic wrong_line(std::string_view text, std::string_view line, std::string_view why) {
    return diagnose(errc::malformed_file, text, static_cast<std::size_t>(line.data() - text.data()),
                    line.size(), why);
}

struct saved_line {
    std::string_view text;
    std::string_view value;  // behind its path, the blank included
    bool used = false;
};
using saved_lines = hash_map<std::string_view, saved_line>;

/// The lines `rest` of a dialect's text, by their paths.
PARLANCE_DECL result<saved_lines> lines_of(std::string_view text, std::string_view rest, stop_token stop) {
    constexpr std::size_t rows_of_a_line = 8;
    saved_lines out;
    stop_asker asked(stop);
    while (!rest.empty()) {
        if (!asked.next(rows_of_a_line)) {
            return diagnostic{errc::cancelled};
        }
        std::string_view const one = rest.substr(0, rest.find('\n'));
        rest.remove_prefix((std::min)(one.size() + 1, rest.size()));
        std::size_t const path = (std::min)(one.find(' '), one.size());
        if (path == one.size() ||
            !out.try_emplace(one.substr(0, path), saved_line{one, one.substr(path)}).fresh) {
            return wrong_line(text, one, "a line is a path and what it says, and no path comes twice");
        }
    }
    return out;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

bool saved_dialect::is_of(std::string_view template_source) const noexcept {
    return source != 0 && source == detail::text_hash(template_source);
}

std::string save_dialect(dialect const& d, std::string_view template_source) {
    std::string lines;
    if (d.ended.code != errc::none) {
        return lines;
    }
    if (!template_source.empty()) {
        lines.append("template = \"")
            .append(detail::hash_digits(detail::text_hash(template_source)))
            .append("\"\n");
    }
    for (auto const& [path, said] : detail::told_members(d)) {
        lines.append(path).append(said.starts_with('<') ? " " : " = ").append(said).append("\n");
    }
    return std::string(detail::saved_dialect_head)
        .append(detail::hash_digits(detail::text_hash(lines)))
        .append("\n")
        .append(lines);
}

result<saved_dialect> load_dialect(std::string_view text, limits const& bounds) {
    std::string_view const head = text.substr(0, text.find('\n'));
    if (!head.starts_with(detail::saved_dialect_head)) {
        return diagnose(errc::unsupported_file, text, 0, head.size(),
                        "this is not version 2 of a dialect's text");
    }
    std::string_view rest = text.substr((std::min)(head.size() + 1, text.size()));
    result<std::uint64_t> const hash = detail::hash_of_lines(rest, bounds.stop);
    if (!hash) {
        return hash.error();
    }
    if (head.substr(detail::saved_dialect_head.size()) != detail::hash_digits(*hash)) {
        return detail::wrong_line(text, head, "the hash is not that of the lines");
    }
    result<detail::saved_lines> split = detail::lines_of(text, rest, bounds.stop);
    if (!split) {
        return split.error();
    }
    detail::saved_lines& lines = *split;
    saved_dialect out;
    std::string_view wrong;
    maybe<diagnostic> stopped;
    auto const is_good = [&](auto& member, std::string_view value) {
        auto const read = detail::read_text(member, value, bounds);
        if (!read) {
            stopped = read.error();
        }
        return read && *read;
    };
    if (auto* const found = lines.find("template"); found != nullptr) {
        std::string digits;
        bool const said = is_good(digits, found->value.value) && digits.size() == 16;
        char const* const end = digits.data() + digits.size();
        bool const good = said && std::from_chars(digits.data(), end, out.source, 16).ptr == end;
        wrong = good ? wrong : found->value.text;
        found->value.used = true;
    }
    auto const read_member = [&](std::string const& path, auto& member) {
        if (auto* const found = lines.find(path); found != nullptr) {
            found->value.used = true;
            if (!is_good(member, found->value.value)) {
                wrong = found->value.text;
            }
        }
    };
    detail::each_dialect_member(out.learned, read_member);
    if (stopped) {
        return *stopped;
    }
    if (!wrong.empty()) {
        return detail::wrong_line(text, wrong, "a value that this cannot have");
    }
    if (auto const too_long = detail::long_text_of(out.learned.format)) {
        auto const* const said = lines.find(too_long.wrong.view().substr(0, too_long.path));
        return detail::wrong_line(text, said != nullptr ? said->value.text : head, too_long.wrong.view());
    }
    detail::saved_lines::entry const* unknown = nullptr;  // that with the least path
    for (detail::saved_lines::entry const& one : lines) {
        unknown = !one.value.used && (unknown == nullptr || one.key < unknown->key) ? &one : unknown;
    }
    if (unknown != nullptr) {
        return detail::wrong_line(text, unknown->value.text, "a path that is not known");
    }
    return out;
}

std::vector<std::string> compare_dialects(dialect const& before, dialect const& after) {
    auto const was = detail::told_members(before);
    auto const is = detail::told_members(after);
    auto const find = [](auto const& rows, std::string const& path) {
        auto const found =
            std::find_if(rows.begin(), rows.end(), [&](auto const& row) { return row.first == path; });
        return found != rows.end() ? found->second : std::string();
    };
    std::vector<std::string> out;
    for (auto const& [path, said] : was) {
        if (std::string const now = find(is, path); now != said) {
            out.push_back(path + ": " + said + " -> " + now);
        }
    }
    for (auto const& [path, said] : is) {
        if (find(was, path).empty()) {
            out.push_back(path + ":  -> " + said);
        }
    }
    return out;
}

}  // namespace parlance::chat
