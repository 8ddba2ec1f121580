// test/fuzz/wire.cpp - any bytes as what requests and configurations hold: messages, tools, templates, formats
// SPDX-License-Identifier: BSL-1.0
#include "chat_answers.hpp"
#include <parlance/chat/anthropic_request.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/responses_request.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template_set.hpp>
#include <parlance/chat/tool.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    namespace chat = parlance::chat;
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    if (auto const messages = chat::messages_from_openai(text)) {
        for (chat::message const& m : *messages) {
            static_cast<void>(chat::to_openai(m));
        }
    }
    if (auto const tools = chat::tools_from_openai(text)) {
        auto const again = chat::tools_from_openai(boost::json::value(chat::to_openai(*tools)));
        if (!again || again->size() != tools->size()) {
            std::abort();  // what is written can be read
        }
    }
    for (auto const& request :
         {chat::openai_request(text), chat::anthropic_request(text), chat::responses_request(text)}) {
        if (request) {
            for (chat::message const& m : request->conversation.messages) {
                static_cast<void>(chat::to_openai(m));
            }
        }
    }
    static_cast<void>(chat::template_set::parse_config(text));
    if (auto const format = chat::format_of(text)) {
        if (auto const syntax = chat::build_syntax(*format, fuzzing::tools())) {
            static_cast<void>(chat::build_grammar(*syntax, fuzzing::tools()));
        }
    }
    return 0;
}
