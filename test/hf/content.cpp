// test/hf/content.cpp
// SPDX-License-Identifier: BSL-1.0
#include "../looks.hpp"
#include <parlance/hf/content.hpp>
#include <parlance/json/dump.hpp>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(hf_content)

namespace {

using namespace parlance;
using namespace parlance::hf;

content_format of(content_kind kind) {
    content_format out;
    out.kind = kind;
    return out;
}
std::string read(std::string_view text, content_format const& how) {
    auto const value = read_content(text, how);
    return value ? json::dump(*value) : "! " + std::string(describe(value.error().code));
}
std::string const mismatch = "! " + std::string(describe(errc::response_mismatch));

}  // namespace

BOOST_AUTO_TEST_CASE(each_kind_reads_its_text) {
    struct {
        content_kind kind;
        char const* text;
        std::string value;
    } const rows[] = {
        {content_kind::text, " a \n", "\"a\""},
        {content_kind::integer, " 1_000 ", "1000"},
        {content_kind::integer, "\xD9\xA3", "3"},
        {content_kind::integer, "1.0", mismatch},
        {content_kind::number, "1e3", "1000.0"},
        {content_kind::number, "x", mismatch},
        {content_kind::boolean, " TRUE ", "true"},
        {content_kind::boolean, "yes", "false"},
        {content_kind::json, "{\"a\": [1, 2.50]}", "{\"a\": [1, 2.5]}"},
        {content_kind::json, "{a: 1}", mismatch},
        {content_kind::kv_lines, "a: 1\nno pair\n b : c:d ", "{\"a\": \"1\", \"b\": \"c:d\"}"},
    };
    for (auto const& row : rows) {
        BOOST_TEST_CONTEXT(row.text) { BOOST_TEST(read(row.text, of(row.kind)) == row.value); }
    }
}

BOOST_AUTO_TEST_CASE(json_in_the_words_of_models) {
    content_format gemma = of(content_kind::json);
    gemma.unquoted_keys = true;
    gemma.string_delims.emplace_back("<|\"|>", "<|\"|>");
    BOOST_TEST(read("{city:<|\"|>a \"b\"<|\"|>,n:1}", gemma) == R"j({"city": "a \"b\"", "n": 1})j");
    content_format lenient = of(content_kind::json);
    lenient.allow_non_json = true;
    BOOST_TEST(read(" plain ", lenient) == "\"plain\"");
}

BOOST_AUTO_TEST_CASE(tags_are_pairs_and_equal_keys_the_last_or_a_list) {
    content_format tags = of(content_kind::xml_inline);
    tags.tag = regex::compile("<(?P<key>\\w+)>(?P<value>.*?)</>").value();
    std::string_view const text = "<a>1</><b>x</><a>2</>";
    BOOST_TEST(read(text, tags) == R"j({"a": "2", "b": "x"})j");
    tags.merge = true;
    BOOST_TEST(read(text, tags) == R"j({"a": ["1", "2"], "b": "x"})j");
    auto value = std::make_shared<content_format>(of(content_kind::json));
    value->allow_non_json = true;
    tags.value = std::move(value);
    BOOST_TEST(read(text, tags) == R"j({"a": [1, 2], "b": "x"})j");
}

BOOST_AUTO_TEST_CASE(a_long_region_is_looked_at_on_its_way) {
    auto const looks = [](std::string_view piece, content_format const& how) {
        std::string text;
        while (text.size() < 1'000'000) {
            text.append(piece);
        }
        return looks_of([&](parlance::limits const& bounds) {
            static_cast<void>(parlance::hf::read_content(text, how, bounds));
        });
    };
    content_format tags = of(content_kind::xml_inline);
    tags.tag = regex::compile("<(?P<key>\\w+)>(?P<value>.*?)</>").value();
    BOOST_TEST(looks("<a>1</>", tags) > 20);
    tags.tag = regex::compile("<(?P<key>\\w+)>(?P<value>.*?)</(?=>)>").value();  // PCRE2 runs it
    BOOST_TEST(looks("<a>1</>", tags) > 20);
    BOOST_TEST(looks("a: 1\n", of(content_kind::kv_lines)) > 20);
    content_format gemma = of(content_kind::json);
    gemma.unquoted_keys = true;
    gemma.string_delims = {{"<|", "|>"}};
    BOOST_TEST(looks("{a:<|b|>}", gemma) > 20);
}

BOOST_AUTO_TEST_CASE(a_region_that_is_stopped_says_so) {
    struct {
        [[nodiscard]] bool stop_requested() const noexcept { return true; }
    } const raised;
    parlance::limits bounds;
    bounds.stop = raised;
    content_format tags = of(content_kind::xml_inline);
    tags.tag = regex::compile("<(?P<key>\\w+)>(?P<value>.*?)</>").value();
    content_format gemma = of(content_kind::json);
    gemma.unquoted_keys = true;
    for (content_format const& how : {tags, gemma, of(content_kind::kv_lines)}) {
        auto const value = parlance::hf::read_content("<a>1</>\n{a:1}", how, bounds);
        BOOST_TEST((!value && value.error().code == parlance::errc::cancelled));
    }
}

BOOST_AUTO_TEST_SUITE_END()
