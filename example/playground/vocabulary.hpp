// example/playground/vocabulary.hpp - a small vocabulary, to show what tokens a grammar allows
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/token_list.hpp>
#include <string_view>

namespace playground {

/// Token 0 to 255 are the bytes; then come words and pieces of markup such as tokenizers learn; the last one ends the text.
[[nodiscard]] inline parlance::vocab::token_list small_vocabulary() {
    constexpr std::string_view pieces[] = {
        // white space and punctuation
        "  ", "    ", "\n\n", "\n  ", "\n    ", ", ", ". ", ": ", "; ", "! ", "? ", "...", "--", "//", "/*",
        "*/", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "()", "[]", "{}", "(\"", "\")", "\",",
        "\":", "\": ", "\", ", "{\"", "\"}", "\": \"", "\", \"", "\": {\"", "\": [", "\"]", "},", "}, {\"",
        "}}", "[{\"", "}]", "[\"", "\n}", ",\n", ",\n  \"", "{\n  \"", "\"\n}", "\\n", "\\\"", "\\u", "\\\\",
        // numbers
        "00", "01", "10", "12", "19", "20", "42", "100", "202", "2024", "0.", "1.", "3.14", "-1", "e-", "e+",
        // JSON and markup
        "true", "false", "null", "name", "arguments", "type", "value", "id", "city", "unit", "days", "get",
        "_weather", "get_weather", "celsius", "fahrenheit", "<tool_call>", "</tool_call>", "<tool", "</tool",
        "_call>", "<think>", "</think>", "<|im_end|>", "<|", "|>", "</", "/>", "<a", "<b>", "</b>", "```",
        "```json",
        // words and parts of words
        "a", "an", "the", "The", "and", "of", "to", "in", "is", "it", "It", "at", "on", "or", "for", "not",
        "no", "yes", "ok", "hello", "Hello", "world", "we", "I", "you", "they", "what", "where", "when",
        "how", " a", " an", " the", " and", " of", " to", " in", " is", " it", " at", " on", " or", " for",
        " not", " world", " weather", " will", " rain", "er", "es", "ed", "ing", "ly", "re", "un", "th", "st",
        "nd", "ch", "sh", "qu", "tion", "ment", "Ber", "lin", "gen", "Bergen", "Berlin", "Oslo", "Bern", "ab",
        "abc", "xyz", "foo", "bar",
        // beyond ASCII
        "ä", "ö", "ü", "é", "ß", "°", "…", "–", "日", "本", "語", "🙂"};
    parlance::vocab::token_list_builder out;
    for (int byte = 0; byte < 256; ++byte) {
        char const c = static_cast<char>(byte);
        out.add({&c, 1});
    }
    parlance::vocab::token_id next = 256;
    for (std::string_view const piece : pieces) {
        if (piece.size() > 1) {  // single bytes are there
            out.add(piece);
            ++next;
        }
    }
    out.add("<end>", parlance::vocab::token_kind::control);
    out.end(next);
    return std::move(out).finish().value();
}

}  // namespace playground
