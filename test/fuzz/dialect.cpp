// test/fuzz/dialect.cpp - any lines as a saved dialect: one that is saved again as it was, and reads answers, or an error
// SPDX-License-Identifier: BSL-1.0
//
// The input is KIND LINE LINES, a zero byte, ANSWER: two bytes, and text.  The LINES stand for one line of a known dialect, or
// alone where KIND is '0'.  The head with the hash of all lines, which nothing random would meet, is written here.
#include "../chat/dialect_lines.hpp"
#include "chat_answers.hpp"
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/saved_dialect.hpp>
#include <parlance/chat/syntax.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    namespace chat = parlance::chat;
    if (size < 2) {
        return 0;
    }
    std::string_view const all(reinterpret_cast<char const*>(data) + 2, size - 2);
    std::string_view given = all.substr(0, all.find('\0'));
    std::string_view const answer = all.substr((std::min)(all.size(), given.size() + 1));
    static_cast<void>(chat::load_dialect(given));
    if (given.starts_with("parlance-dialect")) {
        given.remove_prefix((std::min)(given.size(), given.find('\n') + 1));
    }
    std::string lines(given);
    if (data[0] != '0') {
        std::string const& whole = dialect_lines::known()[data[0] % dialect_lines::known().size()];
        lines += given.empty() ? "" : "\n";
        lines = dialect_lines::with_line(whole, data[1] % dialect_lines::count(whole), lines);
    }
    auto const loaded = chat::load_dialect(dialect_lines::with_head(lines));
    if (!loaded) {
        return 0;
    }
    std::string const saved = chat::save_dialect(loaded->learned);
    auto const again = chat::load_dialect(saved);
    if (!again || !chat::compare_dialects(loaded->learned, again->learned).empty() ||
        chat::save_dialect(again->learned) != saved) {
        std::abort();
    }
    auto const syntax = chat::build_syntax(loaded->learned.format, fuzzing::tools());
    if (!syntax) {
        return 0;
    }
    static_cast<void>(chat::build_grammar(*syntax, fuzzing::tools()));
    constexpr std::size_t longest = 300;
    if (answer.size() <= longest) {
        fuzzing::demand_laws(chat::response_parser(*syntax, fuzzing::tools()), answer);
    }
    return 0;
}
