// parlance/chat/detail/notation.hpp - how the object of all arguments is written where it is not JSON
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// What a `tool_format` says of arguments in one piece.
///
/// open, close  brackets around them
/// key_close    between a key and its value, white space aside
/// quote        stands on both sides of a string, which is raw text, beside JSON's own way; empty for none
/// bare_keys    keys are not quoted
/// python       strings as Python has them, in quotes of either kind and with its escapes; True, False, None
struct notation {
    std::string open = "{";
    std::string close = "}";
    std::string key_close = ":";
    std::string quote{};
    bool bare_keys = false;
    bool python = false;
};

/// Whether a key can stand without quotes: nothing in it is the notation's own.
[[nodiscard]] inline bool is_bare_key(std::string_view key) noexcept {
    return !key.empty() && key.find_first_of("\"'`\\,:=()[]{}<>|\t\r\n") == key.npos && key.front() != ' ' &&
           key.back() != ' ';
}

/// Python's dictionaries, lists and tuples.
[[nodiscard]] inline notation const& python_values() {
    static notation const all{"{", "}", ":", {}, false, true};
    return all;
}

/// Arguments of its calls.
[[nodiscard]] inline notation const& python_calls() {
    static notation const all{"(", ")", "=", {}, true, true};
    return all;
}

}  // namespace parlance::chat::detail
