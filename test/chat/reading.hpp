// test/chat/reading.hpp - what is read of an answer, as one text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "laws.hpp"
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <boost/test/unit_test.hpp>
#include <span>
#include <string>
#include <string_view>

namespace reading {

/// Content, reasoning, and each call, with a `?` behind those that are not whole; the laws of answers hold.
inline std::string read(parlance::chat::format const& f, std::span<parlance::chat::tool const> tools,
                        std::string_view text) {
    auto const s = parlance::chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    parlance::chat::response_parser p(*s, tools);
    BOOST_TEST(laws::first_broken(parlance::chat::response_parser(p), text) == "", text);
    auto const sink = [](parlance::chat::delta const&) {};
    p.feed(text, sink);
    p.finish(sink);
    parlance::chat::message const& m = p.so_far();
    std::string out = m.content.value_or("") + "|" + m.reasoning + "|";
    for (auto const& c : m.calls) {
        out += " " + c.name + c.arguments + (c.whole ? "" : "?");
    }
    return out;
}

}  // namespace reading
