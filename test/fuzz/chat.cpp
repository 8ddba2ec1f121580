// test/fuzz/chat.cpp - any template and any answer: analysis ends, what was learned reads every cut of the answer alike
// SPDX-License-Identifier: BSL-1.0
//
// The input is KIND REST: with KIND '0' to '4' one of the families of own_templates.hpp, else REST begins with a template
// of its own.  Up to \x1e, REST is that template or markers for the family (one behind the other, \x1f between); then
// comes the answer.
#include "../chat/analysis/own_templates.hpp"
#include "../chat/laws.hpp"
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response.hpp>
#include <parlance/json/parse.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace chat = parlance::chat;

std::string template_of(char kind, std::string_view rest) {
    if (kind < '0' || kind > '4') {
        return std::string(rest);
    }
    own::markers markers = own::tags;
    for (auto& [name, marker] : markers) {
        std::string_view const field = rest.substr(0, rest.find('\x1f'));
        if (!field.empty() && field.find('@') == field.npos) {
            marker = field;
        }
        rest.remove_prefix(std::min(rest.size(), field.size() + 1));
    }
    return own::written(own::around(own::families[kind - '0'].source), markers);
}

std::vector<chat::tool> const& tools() {
    static std::vector<chat::tool> const made{
        {"find", "finds", *parlance::json::parse(R"({"type": "object", "required": ["city"], "properties": {
            "city": {"type": "string"}, "days": {"type": "integer"}, "near": {"type": "array"}}})")},
        {"stop", "", boost::json::object{}}};
    return made;
}

void demand(bool holds, char const* what) {
    if (!holds) {
        std::fprintf(stderr, "%s\n", what);
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size < 2 || size > 6000) {
        return 0;
    }
    std::string_view input(reinterpret_cast<char const*>(data), size);
    std::string_view const head = input.substr(1, input.find('\x1e') - 1);
    std::string_view const answer = input.substr(std::min(input.size(), head.size() + 2));
    parlance::limits bounds;
    bounds.steps = 20'000;
    bounds.allocated_bytes = std::size_t{1} << 20;
    bounds.output_bytes = std::size_t{1} << 16;
    bounds.states = 100'000;
    auto const t = chat::chat_template::compile(template_of(input.front(), head), {"<s>", "</s>"}, bounds);
    if (!t) {
        return 0;
    }
    auto const learned = chat::analyze(*t);
    static_cast<void>(chat::report(learned, chat::verify(*t, learned)));

    chat::inputs in;
    in.messages.push_back({"user", "Is it cold?", {}, {}, {}, {}, {}});
    in.tools = tools();
    static_cast<void>(chat::prepare(*t, learned, in, chat::request{}, bounds));
    for (bool const apart : {true, false}) {
        auto const s = chat::build_syntax(learned.format, tools(), {}, {apart, false});
        if (!s) {
            continue;
        }
        laws::trial how;
        how.pairs = 24;
        how.random = 2;
        std::string const broken =
            laws::first_broken(chat::response(*s, tools()), answer.substr(0, 400), how);
        demand(broken.empty(), broken.c_str());
    }
    return 0;
}
