// parlance/hf/legacy/detail/impl/replacement.ipp - definitions of what parlance/hf/legacy/detail/replacement.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/replacement.hpp>
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <string>

namespace parlance::hf::detail {

result<replacement> replacement::compile(std::string_view text, std::vector<std::string> const& names) {
    replacement out;
    auto const wrong = [&](std::size_t at, char const* hint) {
        return diagnose(errc::regex_syntax, text, at, 1, hint);
    };
    std::string plain;
    auto const group = [&](std::size_t index) {
        out.parts_.push_back({std::move(plain), index});
        plain.clear();
    };
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
        } else if (c >= '1' && c <= '9') {
            std::size_t index = static_cast<std::size_t>(c - '0');
            if (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') {
                index = index * 10 + static_cast<std::size_t>(text[++i] - '0');
            }
            if (index >= names.size()) {
                return wrong(i, "no such group");
            }
            group(index);
        } else if (c == 'g') {
            std::size_t const end = text.substr(i, 2) == "g<" ? text.find('>', i) : text.npos;
            if (end == text.npos || end == i + 2) {
                return wrong(i, "a group's name is expected here");
            }
            std::string_view const name = text.substr(i + 2, end - i - 2);
            std::size_t index = 0;
            if (name.size() < 4 && name.find_first_not_of("0123456789") == name.npos) {
                for (char const digit : name) {
                    index = index * 10 + static_cast<std::size_t>(digit - '0');
                }
            } else {
                index = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
            }
            if (index >= names.size()) {
                return wrong(i, "no such group");
            }
            group(index);
            i = end;
        } else if (c == '0') {
            plain.push_back('\0');
        } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
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
    std::string out;
    std::size_t at = 0;
    std::size_t held = 0;
    errc wrong = errc::none;
    pattern.each(text, paid, [&](regex_match const& m) {
        if (m.is == regex_match::verdict::limit) {
            wrong = errc::regex_budget;
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
        wrong = out.size() > bounds.output_bytes                    ? errc::output_too_large
                : !paid.hold(2 * (out.size() - held) + text.size()) ? errc::out_of_memory_budget
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
