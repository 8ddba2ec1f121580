// test/corpus/conform_cuts.cpp - an answer with one call, cut off where the call may still go on
// SPDX-License-Identifier: BSL-1.0
#include "arguments.hpp"
#include "conform.hpp"
#include "templates.hpp"
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;

/// What was said at the end of each call of an answer, and the message.
struct reading {
    std::vector<bool> whole;
    chat::message message;
};

reading read(chat::response_parser r, std::string_view text) {
    reading out;
    auto const sink = [&](chat::delta const& d) {
        if (d.kind == chat::delta_kind::call_end) {
            out.whole.push_back(d.whole);
        }
    };
    r.feed(text, sink);
    r.finish(sink);
    out.message = r.so_far();
    return out;
}

}  // namespace

outcome check_cuts(bj::object const& row, settings const& s) {
    auto const known = learn(s.templates / text_at(row, "template"));
    if (!known) {
        return outcome::failed(render(known.error()));
    }
    auto const tools = tools_of(row);
    if (!tools) {
        return outcome::failed(render(tools.error()));
    }
    if (text_at(row, "expect") != "not whole") {
        return outcome::failed("unknown expectation");
    }
    auto const table = chat::build_syntax(known->format, *tools);
    if (!table) {
        return outcome::failed(render(table.error()));
    }
    chat::response_parser fresh(*table, *tools);
    fresh.prime(without_header(text_at(row, "generation_prompt"), known->format));

    std::string const input = text_at(row, "input");
    outcome out;
    reading const uncut = read(fresh, input);
    if (uncut.whole != std::vector<bool>{true} || !uncut.message.calls.front().whole) {
        out = outcome::failed("uncut, there is not one whole call: " + show(uncut.message));
    }
    for (bj::value const& point : row.at("cut_points").as_array()) {
        auto const at = point.to_number<std::size_t>();
        reading const cut = read(fresh, std::string_view(input).substr(0, at));
        bool const whole =
            std::ranges::find(cut.whole, true) != cut.whole.end() ||
            std::ranges::any_of(cut.message.calls, [](chat::tool_call const& c) { return c.whole; });
        out.tally.emplace_back("cuts after which no call is whole", !whole);
        if (whole && out.is == outcome::verdict::passed) {
            out.is = outcome::verdict::failed;
            out.note = "cut at " + std::to_string(at) + ", a call is whole: " + show(cut.message);
        }
    }
    return out;
}

}  // namespace conform
