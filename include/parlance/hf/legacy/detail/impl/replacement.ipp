// parlance/hf/legacy/detail/impl/replacement.ipp - definitions of what parlance/hf/legacy/detail/replacement.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/replacement.hpp>
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

/// What stands behind a backslash for a group: `g<name>`, or one or two digits; empty where a name is expected.
[[nodiscard]] inline std::string_view group_name(std::string_view text) noexcept {
    if (text[0] != 'g') {
        return text.substr(0, text.size() > 1 && ascii::is_digit(text[1]) ? 2 : 1);
    }
    std::size_t const end = text.starts_with("g<") ? text.find('>') : text.npos;
    return end == text.npos ? std::string_view{} : text.substr(2, end - 2);
}

/// The number of a group by its name or number; as many as there are groups, or more, where there is none.
[[nodiscard]] inline std::size_t group_index(std::string_view name, std::vector<std::string> const& names) {
    if (name.size() < 4 && name.find_first_not_of("0123456789") == name.npos) {
        std::size_t index = 0;
        for (char const digit : name) {
            index = index * 10 + static_cast<std::size_t>(digit - '0');
        }
        return index;
    }
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

result<replacement> replacement::compile(std::string_view text, std::vector<std::string> const& names) {
    replacement out;
    auto const wrong = [&](std::size_t at, char const* hint) {
        return diagnose(errc::regex_syntax, text, at, 1, hint);
    };
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            plain.push_back(text[i]);
            continue;
        }
        if (++i == text.size()) {
            return wrong(i - 1, "a backslash at the end");
        }
        char const c = text[i];
        constexpr std::string_view escapes = "abfnrtv\\";
        constexpr std::string_view meanings = "\a\b\f\n\r\t\v\\";
        if (std::size_t const e = escapes.find(c); e != escapes.npos) {
            plain.push_back(meanings[e]);
        } else if (c == 'g' || (c >= '1' && c <= '9')) {
            std::string_view const name = group_name(text.substr(i));
            if (name.empty()) {
                return wrong(i, "a group's name is expected here");
            }
            std::size_t const index = group_index(name, names);
            if (index >= names.size()) {
                return wrong(c == 'g' ? i : i + name.size() - 1, "no such group");
            }
            out.parts_.push_back({std::exchange(plain, {}), index});
            i += c == 'g' ? name.size() + 2 : name.size() - 1;
        } else if (c == '0') {
            plain.push_back('\0');
        } else if (ascii::is_letter(c)) {
            return wrong(i, "no such escape");
        } else {
            plain.append(1, '\\').push_back(c);
        }
    }
    out.rest_ = std::move(plain);
    return out;
}

result<std::string> replacement::apply(regex const& pattern, std::string_view text, limits const& bounds,
                                       work& paid) const {
    constexpr std::uint64_t steps_of_a_part = 3;
    constexpr std::size_t bytes_of_a_step = 8;
    std::string out;
    std::size_t at = 0;
    std::size_t held = 0;
    errc wrong = errc::none;
    pattern.each(text, paid, [&](regex_match const& m) {
        if (m.is == regex_match::verdict::limit) {
            wrong = errc::regex_budget;
            return false;
        }
        if (!paid.spend(steps_of_a_part * parts_.size())) {  // also where all of their groups are empty
            wrong = paid.why();
            return false;
        }
        out.append(text.substr(at, m.groups[0].begin - at));
        for (auto const& [before, index] : parts_) {
            text_span const g = m.groups[index];
            out.append(before).append(g.matched() ? text.substr(g.begin, g.end - g.begin)
                                                  : std::string_view());
        }
        out.append(rest_);
        at = m.groups[0].end;
        wrong = out.size() > bounds.output_bytes ? errc::output_too_large
                : !paid.spend((out.size() - held) / bytes_of_a_step) ||
                        !paid.hold(2 * (out.size() - held) + text.size())
                    ? paid.why()
                    : errc::none;
        paid.release(wrong == errc::none ? text.size() : 0);
        held = out.size();
        return wrong == errc::none;
    });
    if (wrong != errc::none) {
        return diagnostic{wrong, {}, 0, "x-regex-substitutions"};
    }
    return out.append(text.substr(at));
}

}  // namespace parlance::hf::detail
