// bench/growth/tools.cpp - a request with many tools, made ready; bench/tool_growth counts its instructions
// SPDX-License-Identifier: BSL-1.0
// usage: tools KIND TOOLS
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/request.hpp>
#include <parlance/chat/template.hpp>
#include "../clock.hpp"
#include "tools.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace chat = parlance::chat;

/// Only what happens in here is counted.
extern "C" [[gnu::noinline]] std::size_t counted(chat::chat_template const& t, chat::dialect const& learned,
                                                 chat::inputs const& in) {
    auto const turn = chat::prepare(t, learned, in);
    if (!turn) {
        std::fprintf(stderr, "prepare: %s\n", turn.error().render().c_str());
        return 0;
    }
    auto const grammar = chat::constraint_of(*turn);
    if (!grammar) {
        std::fprintf(stderr, "constraint_of: %s\n", grammar.error().render().c_str());
        return 0;
    }
    return turn->grammar->network.view().state_count();
}

int main(int argc, char** argv) {
    std::string_view const kind = argc == 3 ? argv[1] : "";
    if (kind != "json" && kind != "tagged") {
        std::fputs("usage: tools json|tagged TOOLS\n", stderr);
        return 2;
    }
    auto const t = chat::chat_template::compile(many_tools::template_of(kind)).value();
    chat::dialect const learned = chat::analyze(t);
    chat::inputs in;
    in.messages.push_back({"user", "Go on."});
    in.tools = many_tools::many(std::strtoul(argv[2], nullptr, 10));
    double const before = measuring::now_us();
    std::size_t const states = counted(t, learned, in);
    double const spent = measuring::now_us() - before;
    std::printf("%zu %.1f\n", states, spent / 1e3);  // milliseconds of CPU time
    return states == 0 ? 1 : 0;
}
