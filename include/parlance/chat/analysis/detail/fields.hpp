// parlance/chat/analysis/detail/fields.hpp - the names of fields that a template looks up
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/ascii.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::analysis::detail {

/// The names that stand behind a dot or as a quoted subscript or argument (`m.x`, `m['x']`, `m.get('x')`), in the order
/// of the source, each once; those of `known` and of functions left out.  At most `most`.  Linear in the source.
[[nodiscard]] inline std::vector<std::string>
fields_of(std::string_view source, std::vector<std::string_view> const& known, std::size_t most) {
    auto const letter = [](char c) { return ascii::is_letter(c) || c == '_'; };
    auto const part = [](char c) { return ascii::is_alnum(c) || c == '_'; };
    std::vector<std::string> out;
    for (std::size_t i = 1; i < source.size() && out.size() < most; ++i) {
        char const opening = source[i - 1];
        bool const quoted =
            (opening == '\'' || opening == '"') && i > 1 && (source[i - 2] == '[' || source[i - 2] == '(');
        bool const dotted = opening == '.' && i > 1 && (part(source[i - 2]) || source[i - 2] == ']');
        if (!letter(source[i]) || !(quoted || dotted)) {
            continue;
        }
        std::size_t end = i;
        while (end < source.size() && part(source[end])) {
            ++end;
        }
        std::string_view const name = source.substr(i, end - i);
        char const next = end < source.size() ? source[end] : '\0';
        bool const field = quoted ? next == opening : next != '(';
        bool const seen = std::find(known.begin(), known.end(), name) != known.end() ||
                          std::find(out.begin(), out.end(), name) != out.end();
        if (field && !seen) {
            out.emplace_back(name);
        }
        i = end;
    }
    return out;
}

}  // namespace parlance::chat::analysis::detail
