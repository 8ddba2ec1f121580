// test/hf/response_template.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/hf/response_template.hpp>
#include "../looks.hpp"
#include <parlance/json/parse.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(hf_response_template)

using namespace parlance;
using namespace parlance::hf;

BOOST_AUTO_TEST_CASE(every_mistake_is_placed_by_a_pointer) {
    struct {
        char const* spec;
        char const* pointer;
    } const rows[] = {
        {"[]", ""},
        {R"j({"start_anchor": "a"})j", "/fields"},
        {R"j({"start_anchor": "a", "fields": {}})j", "/fields"},
        {R"j({"fields": {"c": {}}})j", ""},
        {R"j({"version": 2, "start_anchor": "a", "fields": {"c": {}}})j", "/version"},
        {R"j({"x": 1, "start_anchor": "a", "fields": {"c": {}}})j", "/x"},
        {R"j({"defaults": [], "start_anchor": "a", "fields": {"c": {}}})j", "/defaults"},
        {R"j({"start_anchor": "a", "start_anchor_pattern": "a", "fields": {"c": {}}})j",
         "/start_anchor_pattern"},
        {R"j({"start_anchor": "a", "fields": {"a/b": {"foo": 1}}})j", "/fields/a~1b/foo"},
        {R"j({"start_anchor": "a", "fields": {"c": 1}})j", "/fields/c"},
        {R"j({"start_anchor": "a", "fields": {"c": {}, "d": {}}})j", "/fields/d"},
        {R"j({"start_anchor": "a", "fields": {"c": {"open": []}}})j", "/fields/c/open"},
        {R"j({"start_anchor": "a", "fields": {"c": {"open": ["x", ""]}}})j", "/fields/c/open/1"},
        {R"j({"start_anchor": "a", "fields": {"c": {"open": "a", "open_pattern": "b"}}})j",
         "/fields/c/open_pattern"},
        {R"j({"start_anchor": "a", "fields": {"c": {"close_pattern": "(b"}}})j", "/fields/c/close_pattern"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content": "yaml"}}})j", "/fields/c/content"},
        {R"j({"start_anchor": "a", "fields": {"c": {"join": "x"}}})j", "/fields/c/join"},
        {R"j({"start_anchor": "a", "fields": {"c": {"repeats": true, "join": 7}}})j", "/fields/c/join"},
        {R"j({"start_anchor": "a", "fields": {"c": {"transform_each": true}}})j", "/fields/c/transform_each"},
        {R"j({"start_anchor": "a", "fields": {"c": {"transform": {"a": ["x {content}"]}}}})j",
         "/fields/c/transform/a/0"},
        {R"j({"start_anchor": "a", "fields": {"c": {"open_pattern": "(?P<n>a)"}}})j",
         "/fields/c/open_pattern"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content": "xml-inline"}}})j",
         "/fields/c/content_args/tag_pattern"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content": "json", "content_args": {"string_delims": [["a"]]}}}})j",
         "/fields/c/content_args/string_delims"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content": "kv-lines",
             "content_args": {"value_parser": {"name": "x"}}}}})j",
         "/fields/c/content_args/value_parser/name"},
        {R"j({"start_anchor": 1, "fields": {"c": {}}})j", "/start_anchor"},
        {R"j({"start_anchor": ["a", 1], "fields": {"c": {}}})j", "/start_anchor/1"},
        {R"j({"start_anchor": "", "fields": {"c": {}}})j", "/start_anchor"},
        {R"j({"start_anchor_pattern": 1, "fields": {"c": {}}})j", "/start_anchor_pattern"},
        {R"j({"start_anchor": "a", "fields": []})j", "/fields"},
        {R"j({"start_anchor": "a", "fields": {"c": {"open": 1}}})j", "/fields/c/open"},
        {R"j({"start_anchor": "a", "fields": {"c": {"open_pattern": 1}}})j", "/fields/c/open_pattern"},
        {R"j({"start_anchor": "a", "fields": {"c": {"close": "a", "close_pattern": "b"}}})j",
         "/fields/c/close_pattern"},
        {R"j({"start_anchor": "a", "fields": {"c": {"repeats": 1}}})j", "/fields/c/repeats"},
        {R"j({"start_anchor": "a", "fields": {"c": {"optional": "no"}}})j", "/fields/c/optional"},
        {R"j({"start_anchor": "a", "fields": {"c": {"transform": {}, "transform_each": 1}}})j",
         "/fields/c/transform_each"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content": 1}}})j", "/fields/c/content"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content_args": 1}}})j", "/fields/c/content_args"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content_args": {"strip": 1}}}})j",
         "/fields/c/content_args/strip"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content_args": {"line_sep": ""}}}})j",
         "/fields/c/content_args/line_sep"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content_args": {"kv_sep": 1}}}})j",
         "/fields/c/content_args/kv_sep"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content_args": {"string_delims": "a"}}}})j",
         "/fields/c/content_args/string_delims"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content": "xml-inline",
             "content_args": {"tag_pattern": "(?P<value>a)"}}}})j",
         "/fields/c/content_args/tag_pattern"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content": "xml-inline", "content_args": {"tag_pattern": "["}}}})j",
         "/fields/c/content_args/tag_pattern"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content_args": {"value_parser": 1}}}})j",
         "/fields/c/content_args/value_parser"},
        {R"j({"start_anchor": "a", "fields": {"c": {"content_args": {"value_parser": {"name": "json", "args": 1}}}}})j",
         "/fields/c/content_args/value_parser/args"},
    };
    for (auto const& row : rows) {
        auto const t = response_template::load(json::parse(row.spec).value());
        BOOST_TEST_CONTEXT(row.spec) {
            BOOST_REQUIRE(!t);
            std::string_view const hint = t.error().hint.view();
            // the root's pointer is empty, and not written
            BOOST_TEST((hint[0] == '/' ? hint.substr(0, hint.find(':')) : "") == row.pointer);
        }
    }
}

BOOST_AUTO_TEST_CASE(only_what_is_behind_the_last_anchor_is_read) {
    auto const t = response_template::load(
        json::parse(R"j({"start_anchor": ["<a>", "<b>\n"], "fields": {"c": {}}})j").value());
    BOOST_REQUIRE(t);
    BOOST_TEST(t->behind_anchor("x<a>y<b>\nz") == "z");
    BOOST_TEST(t->behind_anchor("no anchor") == "no anchor");
    BOOST_TEST(t->behind_anchor("x<a>").empty());
}

BOOST_AUTO_TEST_CASE(text_is_the_text_of_a_template) {
    using parlance::hf::response_template;
    BOOST_TEST((response_template::load("{").error().code == parlance::errc::json_syntax));
    BOOST_TEST(
        (response_template::load("\"text\"").error().code == parlance::errc::invalid_response_template));
}

BOOST_AUTO_TEST_CASE(what_is_kept_lives_in_memory_of_its_own) {
    auto const t = [] {
        boost::json::monotonic_resource storage;
        auto const spec = json::parse(
            R"j({"start_anchor": "a", "defaults": {"role": ["assistant", {"k": 1}]},
                 "fields": {"c": {"open": "<", "transform": {"f": ["{content}", "a long text without placeholders"]}}}})j",
            {}, &storage);
        return response_template::load(*spec).value();
    }();
    BOOST_TEST((json::value(t.defaults()) == json::parse(R"({"role": ["assistant", {"k": 1}]})").value()));
    BOOST_TEST((t.fields()[0].transform ==
                json::parse(R"({"f": ["{content}", "a long text without placeholders"]})").value()));
}

BOOST_AUTO_TEST_CASE(at_whichever_look_it_is_asked_to_stop_it_says_that_it_was_cancelled) {
    std::string texts;
    std::string values;
    for (int i = 0; i < 300; ++i) {
        texts += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "!\"";
        values += (i == 0 ? "\"{content}\"" : ", \"{content}\"");
    }
    std::string const spec = R"({"start_anchor": [)" + texts + R"(], "defaults": {"d": [)" + texts +
                             R"(]}, "fields": {"c": {"open_pattern": "<[a-z]{200}", "transform": [)" +
                             values + R"(]}, "d": {"open": "=", "content": "kv-lines"}, "e": {}}})";
    BOOST_TEST(response_template::load(spec).has_value());
    auto const said = stopped_at_each_look([&](limits const& bounds) {
        auto const t = response_template::load(spec, bounds);
        return t ? errc::none : t.error().code;
    });
    BOOST_TEST(said.size() > 20U);
    BOOST_TEST(std::count(said.begin(), said.end(), errc::cancelled) == std::ptrdiff_t(said.size()));
}

BOOST_AUTO_TEST_SUITE_END()
