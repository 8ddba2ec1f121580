// test/hf/region_event.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/hf/region_event.hpp>
#include <parlance/hf/response_reader.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(hf_region_event)

// Offsets, delimiters, the value as far as it is known, and what is malformed: as vLLM and SGLang extended them; and
// beside each the event that transformers knows.
BOOST_AUTO_TEST_CASE(events_say_where_and_what_and_transformers_sees_its_own_three) {
    using namespace parlance;
    using namespace parlance::hf;
    auto const t = response_template::load(json::parse(R"j({"start_anchor": "A", "fields": {
        "thinking": {"open": "<t>", "close": "</t>"},
        "tool_calls": {"open_pattern": "<c:(?P<name>\\w+)>", "close": "</c>", "repeats": true, "content": "json",
                       "transform": {"name": "{name}", "arguments": "{content}"}}}})j")
                                               .value())
                       .value();
    std::string log;
    std::string theirs;
    auto const keep = [&](region_event const& e) {
        constexpr char const* names[] = {"open", "chunk", "close", "malformed", "outside"};
        log += std::string(names[static_cast<std::size_t>(e.kind)]) + " " + std::string(e.field) + " '" +
               std::string(e.text) + "' " + std::to_string(e.begin) + ".." + std::to_string(e.end) +
               (e.dirty ? " dirty" : "") + (e.value != nullptr ? " " + json::dump(*e.value) : "") +
               (e.error != nullptr ? " " + std::string(describe(e.error->code)) : "") + "\n";
        json::value const view = to_transformers(e);
        theirs += view.is_null() ? "" : json::dump(view) + "\n";
    };
    response_reader r(t);
    r.feed("<t>hm</t>x<c:f>{}</c><c:g>{</c>", keep);
    BOOST_TEST(json::dump(*r.finish(keep)) ==
               R"j({"thinking": "hm", "tool_calls": [{"name": "f", "arguments": {}}]})j");
    std::string const mismatch(describe(errc::response_mismatch));
    BOOST_TEST(log == "open thinking '<t>' 0..3\n"
                      "chunk thinking 'hm' 3..5\n"
                      "close thinking '</t>' 5..9 \"hm\"\n"
                      "outside  'x' 9..10\n"
                      "open tool_calls '<c:f>' 10..15 {\"name\": \"f\", \"arguments\": null}\n"
                      "chunk tool_calls '{}' 15..17 dirty\n"
                      "close tool_calls '</c>' 17..21 {\"name\": \"f\", \"arguments\": {}}\n"
                      "open tool_calls '<c:g>' 21..26 {\"name\": \"g\", \"arguments\": null}\n"
                      "chunk tool_calls '{' 26..27 dirty\n"
                      "malformed tool_calls '{' 27..31 " +
                          mismatch + "\n");
    BOOST_TEST(theirs == R"j({"type": "region_open", "field": "thinking"}
{"type": "region_chunk", "field": "thinking", "text": "hm", "dirty": false}
{"type": "region_close", "field": "thinking", "value": "hm"}
{"type": "region_open", "field": "tool_calls"}
{"type": "region_chunk", "field": "tool_calls", "text": "{}", "dirty": true}
{"type": "region_close", "field": "tool_calls", "value": {"name": "f", "arguments": {}}}
{"type": "region_open", "field": "tool_calls"}
{"type": "region_chunk", "field": "tool_calls", "text": "{", "dirty": true}
)j");
}

BOOST_AUTO_TEST_SUITE_END()
