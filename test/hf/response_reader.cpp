// test/hf/response_reader.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/hf/response_reader.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(hf_response_reader)

namespace {

using namespace parlance;
using namespace parlance::hf;

response_template load(std::string_view spec) {
    return response_template::load(json::parse(spec).value()).value();
}

/// The message and the events, chunks put together; "!" and the error in strict mode.
std::string read(response_template const& t, std::vector<std::string_view> const& pieces,
                 bool strict = false) {
    std::string out;
    bool in_chunk = false;
    auto const keep = [&](region_event const& e) {
        bool const chunk = e.kind == region_kind::chunk || e.kind == region_kind::outside;
        if (!chunk || !in_chunk) {
            constexpr char const* names[] = {"open", "chunk", "close", "malformed", "outside"};
            out.append("|")
                .append(names[static_cast<std::size_t>(e.kind)])
                .append(" ")
                .append(e.field)
                .append(" ");
        }
        in_chunk = chunk;
        out.append(e.text);
        if (e.kind == region_kind::close) {
            out.append(" = ").append(json::dump(*e.value));
        }
    };
    response_reader r(t, {{}, strict});
    for (std::string_view const piece : pieces) {
        r.feed(piece, keep);
    }
    auto const message = r.finish(keep);
    return out + "|" + (message ? json::dump(*message) : "! " + std::string(message.error().hint.view()));
}

char const* const dialects[] = {
    R"j({"start_anchor": "A", "fields": {"content": {"close_pattern": "<e>\\s*"},
        "thinking": {"open": "<t>", "close_pattern": "</t>\\s*"},
        "tool_calls": {"open_pattern": "\\s*<c>(?P<name>\\w+):", "close": "</c>", "repeats": true, "content": "json",
                       "transform": {"name": "{name}", "arguments": "{content}"}}}})j",
    R"j({"start_anchor": "A", "fields": {"content": {"close_pattern": "$"}, "a": {"open": ["<", "<t"], "close": [">", ">e"]}}})j",
    R"j({"start_anchor": "A", "fields": {"content": {}, "a": {"open_pattern": "(?=[a-c]*?<)", "close_pattern": "<|e>"}}})j",
    R"j({"start_anchor": "A", "fields": {"a": {"open_pattern": "[^<]*<(?P<k>[tce])>", "close": "\n", "repeats": true,
        "join": "+", "transform": "{k}"}}})j",
    R"j({"start_anchor": "A", "fields": {"content": {"close_pattern": "\\s*"}, "a": {"open_pattern": "\\Z"}}})j",
};

}  // namespace

BOOST_AUTO_TEST_CASE(texts_that_come_twice_stand_one_behind_the_other_and_strictly_the_last_wins) {
    auto const t = load(dialects[0]);
    std::string_view const text = "one<c>f: {}</c>two<e>";
    std::string const ours = read(t, {text});
    BOOST_TEST(
        ours.ends_with(R"j(|{"content": "one\ntwo", "tool_calls": [{"name": "f", "arguments": {}}]})j"),
        ours);
    BOOST_TEST(read(t, {text}, true)
                   .ends_with(R"j("content": "two", "tool_calls": [{"name": "f", "arguments": {}}]})j"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_malformed_and_strictly_an_error) {
    auto const t = load(dialects[0]);
    std::string_view const text = "a<c>f: {\"x\": </c>b";
    std::string const ours = read(t, {text});
    BOOST_TEST(ours.find("|malformed tool_calls  {\"x\": |") != std::string::npos, ours);
    BOOST_TEST(ours.ends_with("|{\"content\": \"a\\nb\"}"), ours);
    BOOST_TEST(read(t, {text}, true).find("! field 'tool_calls': json: ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(groups_of_the_end_are_known_but_not_strictly) {
    auto const t =
        load(R"j({"start_anchor": "A", "fields": {"x": {"open": "<a>", "close_pattern": "</a:(?P<id>\\d+)>",
                            "transform": {"id": "{id}", "v": "{content}"}}}})j");
    BOOST_TEST(read(t, {"<a>v</a:7>"}).ends_with(R"j(|{"x": {"id": "7", "v": "v"}})j"));
    BOOST_TEST(read(t, {"<a>v</a:7>"}, true).find("! ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(however_the_text_is_split_everything_is_the_same) {
    std::mt19937 random(7);
    char const* const words[] = {
        "<", "<t>", "</t>", "<c>", "</c>", "<e>",      "f:",           "{}",   "\n",           " ",
        "a", "b",   "c",    ">",   "e",    "\xC3\xA9", "\xF0\x9F\x8C", "\xFF", "{\"x\": [1]}", "A"};
    for (char const* const dialect : dialects) {
        auto const t = load(dialect);
        for (int round = 0; round < 300; ++round) {
            std::string text;
            for (auto n = random() % 14; n > 0; --n) {
                text += words[random() % std::size(words)];
            }
            for (bool const strict : {false, true}) {
                std::string const whole = read(t, {text}, strict);
                std::vector<std::string_view> bytes;
                for (std::size_t i = 0; i < text.size(); ++i) {
                    bytes.push_back(std::string_view(text).substr(i, 1));
                }
                BOOST_TEST_CONTEXT(dialect << "\n" << text) {
                    BOOST_TEST(read(t, bytes, strict) == whole);
                    for (std::size_t cut = 1; cut < text.size(); ++cut) {
                        std::string_view const view = text;
                        BOOST_TEST(read(t, {view.substr(0, cut), view.substr(cut)}, strict) == whole);
                    }
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(no_byte_is_lost) {
    std::mt19937 random(9);
    char const* const words[] = {"<t>", "</t>", "<c>f:", "</c>", "<e>", "{}", "\n", "a", "b ", "\xFF"};
    auto const t = load(dialects[0]);
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (auto n = random() % 12; n > 0; --n) {
            text += words[random() % std::size(words)];
        }
        std::string back;
        auto const keep = [&](region_event const& e) {
            BOOST_TEST(e.end >= e.begin);
            if (e.kind != region_kind::malformed) {
                back += e.text;
            } else {
                back += std::string_view(text).substr(e.begin, e.end - e.begin);
            }
        };
        response_reader r(t);
        r.feed(text, keep);
        BOOST_TEST(r.finish(keep).has_value());
        BOOST_TEST(back == text);
    }
}

BOOST_AUTO_TEST_CASE(a_pattern_that_takes_too_long_is_given_up_and_told) {
    auto const t = load(R"j({"start_anchor": "A", "fields": {"content": {},
                            "thinking": {"open_pattern": "(?=[\\s\\S]*?</think>)", "close": "</think>"}}})j");
    std::string const text = "<think>" + std::string(300'000, 'x');
    response_reader r(t);
    auto const ignore = [](region_event const&) {};
    for (std::size_t i = 0; i < text.size(); i += 1000) {
        r.feed(std::string_view(text).substr(i, 1000), ignore);
    }
    auto const message = r.finish(ignore);
    BOOST_REQUIRE(message);
    BOOST_TEST((message->at("content") == boost::json::string(text)), "the text is kept");
    BOOST_REQUIRE(r.diagnostics().size() == 1U);
    BOOST_TEST((r.diagnostics()[0].code == errc::regex_budget));
}

BOOST_AUTO_TEST_CASE(patterns_of_one_answer_share_what_they_may_take_and_those_that_take_most_are_given_up) {
    auto const t = load(
        R"j({"start_anchor": "A", "fields": {"content": {}, "tool": {"open": "<tool>", "close": "</tool>"},
                            "thinking": {"open_pattern": "(x{0,20}y{0,20}){0,20}z", "close": "</think>"}}})j");
    std::string text;
    while (text.size() < 60'000) {
        text += "xy";
    }
    limits bounds;
    bounds.fuel = 1'000'000;
    response_reader r(t, {}, bounds);
    auto const ignore = [](region_event const&) {};
    r.feed(text, ignore);
    r.feed("<tool>a</tool>", ignore);
    auto const message = r.finish(ignore);
    BOOST_REQUIRE(message);
    BOOST_TEST((message->at("content") == boost::json::string(text)), "the text is kept");
    BOOST_TEST((message->at("tool") == boost::json::string("a")), "and what takes little is found");
    BOOST_REQUIRE(r.diagnostics().size() == 1U);
    BOOST_TEST((r.diagnostics()[0].code == errc::regex_budget));
    BOOST_TEST(r.diagnostics()[0].hint.view().starts_with("field 'thinking'"));
}

BOOST_AUTO_TEST_CASE(only_words_with_dots_between_them_are_names_in_a_transform) {
    auto const t =
        load(R"j({"start_anchor": "A", "fields": {"r": {"open": "<", "close": ">", "content": "json",
        "repeats": true, "transform_each": true, "transform": {
            "a": "{\u00e9.b}", "b": "{a_1}", "c": "{a..b}", "d": "{.a}", "e": "{a.}", "f": "{}", "g": "{a b}", "h": "{-}"}}}})j");
    response_reader r(t);
    auto const ignore = [](region_event const&) {};
    r.feed(R"(<[{"\u00e9": {"b": 1}, "a_1": "x"}]>)", ignore);
    auto const message = r.finish(ignore);
    BOOST_REQUIRE(message);
    BOOST_TEST(
        json::dump(*message) ==
        R"({"r": [[{"a": 1, "b": "x", "c": "{a..b}", "d": "{.a}", "e": "{a.}", "f": "{}", "g": "{a b}", )"
        R"("h": "{-}"}]]})");
}

BOOST_AUTO_TEST_CASE(what_joins_texts_has_the_memory_of_the_reading) {
    std::string const spec =
        R"j({"start_anchor": "A", "fields": {"r": {"open": "<", "close": ">", "repeats": true, "join": ")j" +
        std::string(10'000, '+') + "\"}}}";
    auto const t = load(spec);
    limits bounds;
    bounds.allocated_bytes = 200'000;  // for five of them, four times
    auto const ignore = [](region_event const&) {};
    for (auto const& [regions, wrong] : {std::pair{3, 0U}, std::pair{50, 45U}}) {
        response_reader r(t, {}, bounds);
        for (int i = 0; i < regions; ++i) {
            r.feed("<>", ignore);
        }
        BOOST_REQUIRE(r.finish(ignore));
        BOOST_TEST(r.diagnostics().size() >= wrong);
        BOOST_REQUIRE(r.diagnostics().empty() == (wrong == 0));
        BOOST_TEST((wrong == 0 || r.diagnostics()[0].code == errc::out_of_memory_budget));
    }
}

BOOST_AUTO_TEST_CASE(a_megabyte_of_unclosed_thinking_is_thinking) {
    auto const t = load(dialects[0]);
    std::string const text(std::size_t{1} << 20, 'x');
    response_reader r(t);
    std::size_t chunks = 0;
    auto const count = [&](region_event const& e) {
        chunks += e.kind == region_kind::chunk ? e.text.size() : 0;
    };
    r.feed("<t>" + text, count);
    BOOST_TEST(chunks == text.size(), "nothing is held back");
    auto const message = r.finish(count);
    BOOST_REQUIRE(message);
    BOOST_TEST((message->at("thinking") == boost::json::string(text)));
    BOOST_TEST(r.diagnostics().empty());
}

BOOST_AUTO_TEST_CASE(delimiters_of_no_length_come_to_an_end) {
    auto const t =
        load(R"j({"start_anchor": "A", "fields": {"a": {"open_pattern": "x*", "close_pattern": "y*"}}})j");
    std::string const got = read(t, {"abc"});
    BOOST_TEST(got.find("outside") != std::string::npos, got);
}

BOOST_AUTO_TEST_CASE(a_copy_goes_on_apart) {
    auto const t = load(dialects[0]);
    auto const ignore = [](region_event const&) {};
    response_reader r(t);
    r.feed("a<c>f: {\"x\"", ignore);
    response_reader fork = r;
    r.feed(": 1}</c>", ignore);
    fork.feed(": 2}</c>z", ignore);
    BOOST_TEST(json::dump(*r.finish(ignore)) ==
               R"j({"content": "a", "tool_calls": [{"name": "f", "arguments": {"x": 1}}]})j");
    BOOST_TEST(json::dump(*fork.finish(ignore)) ==
               R"j({"content": "a\nz", "tool_calls": [{"name": "f", "arguments": {"x": 2}}]})j");
}

BOOST_AUTO_TEST_SUITE_END()
