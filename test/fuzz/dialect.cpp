// test/fuzz/dialect.cpp - any lines as a saved dialect: one that is saved again as it was, and reads answers, or an error
// SPDX-License-Identifier: BSL-1.0
//
// The input is KIND LINE LINES, a zero byte, ANSWER: two bytes, and text.  The LINES stand for one line of a known dialect, or
// alone where KIND is '0'.  The head with the hash of all lines, which nothing random would meet, is written here.
#include "chat_answers.hpp"
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/saved_dialect.hpp>
#include <parlance/chat/syntax.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string with_head(std::string_view lines) {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325;  // FNV-1a, as the notation says
    for (char const c : lines) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3;
    }
    char head[64];
    std::snprintf(head, sizeof head, "parlance-dialect 2 %016llx\n", static_cast<unsigned long long>(hash));
    return head + std::string(lines);
}

/// What is saved of the known dialects, without the head.
std::vector<std::string> const& known() {
    static std::vector<std::string> const all = [] {
        std::vector<std::string> out;
        for (parlance::chat::known::dialect const& d : parlance::chat::known::dialects) {
            parlance::chat::dialect learned;
            learned.format = d.make();
            std::string const saved = parlance::chat::save_dialect(learned);
            out.push_back(saved.substr(saved.find('\n') + 1));
        }
        return out;
    }();
    return all;
}

/// `whole` with others for its line number `line`, of as many as there are.
std::string with_line(std::string whole, std::size_t line, std::string_view others) {
    auto const count = static_cast<std::size_t>(std::count(whole.begin(), whole.end(), '\n'));
    std::size_t from = 0;
    for (line %= count == 0 ? 1 : count; line != 0; --line) {
        from = whole.find('\n', from) + 1;
    }
    return whole.replace(from, whole.find('\n', from) - from, others);
}

}  // namespace

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
    std::string const lines =
        data[0] == '0' ? std::string(given) : with_line(known()[data[0] % known().size()], data[1], given);
    auto const loaded = chat::load_dialect(with_head(lines));
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
