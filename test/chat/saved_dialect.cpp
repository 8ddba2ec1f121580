// test/chat/saved_dialect.cpp - dialects as text and back, what changed between two, and texts that are not dialects
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/saved_dialect.hpp>
#include "dialect_lines.hpp"
#include "formats.hpp"
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/known/routes.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_saved_dialect)

using namespace parlance::chat;

namespace {

bool same(dialect const& x, dialect const& y) {
    return x.format == y.format && x.supports == y.supports && x.user_start == y.user_start &&
           x.user_end == y.user_end && x.notes == y.notes;
}

dialect of(format f) {
    dialect d;
    d.format = std::move(f);
    return d;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_dialect_comes_back_as_it_was) {
    std::vector<dialect> all;
    for (format const& f :
         {formats::json_in_tags(), formats::json_array_with_ids(), formats::bare_json(),
          formats::name_in_tag(), formats::tagged(), formats::key_value_tags(), formats::pythonic(),
          formats::channels(), formats::whole_calls_only(), formats::thinking(formats::tagged())}) {
        all.push_back(of(f));
    }
    all.push_back(of(formats::tagged()));
    all.back().format.also = {formats::bare_json().tools, formats::pythonic().tools};
    for (char const* const model : {"kimi-k2", "qwen3", "deepseek-r1"}) {
        all.push_back(of(known::format_of(model).value()));
    }
    for (auto const& known : known::dialects) {
        all.push_back(of(known.make()));
    }
    std::filesystem::path const folder = std::filesystem::path(PARLANCE_CORPUS) / "templates";
    if (std::filesystem::exists(folder)) {
        for (auto const& file : std::filesystem::directory_iterator(folder)) {
            std::ifstream in(file.path(), std::ios::binary);
            std::string const source{std::istreambuf_iterator<char>(in), {}};
            if (auto const t = chat_template::compile(source); t && file.path().extension() == ".jinja") {
                all.push_back(analyze(*t));
            }
        }
    }
    for (dialect const& d : all) {
        std::string const text = save_dialect(d, "source");
        auto const back = load_dialect(text);
        BOOST_REQUIRE_MESSAGE(bool(back), (back ? "" : back.error().render(text)));
        BOOST_TEST(same(back->learned, d), text);
        BOOST_TEST(back->is_of("source"));
        BOOST_TEST(!back->is_of("another"));
        BOOST_TEST(compare_dialects(d, back->learned).empty());
    }
}

BOOST_AUTO_TEST_CASE(markers_of_any_characters_come_back) {
    for (std::string_view const marker : {"\x01", "\b<c>\f", "\x1B[1m", "\x7F", "\"\\\n\r\t'", "\xC2\x85",
                                          "\xE2\x80\xA8", "é｜▁", "\xEF\xBB\xBF"}) {
        dialect d = of(formats::tagged());
        for (piece& p : d.format.tools.call) {
            if (!p.text.empty()) {
                p.text = std::string(marker) + p.text;
            }
        }
        d.format.tools.calls.open = std::string(marker) + "<calls>";
        d.format.reasoning.start = std::string(marker) + "<think>";
        std::string const text = save_dialect(d);
        auto const loaded = load_dialect(text);
        BOOST_TEST_CONTEXT(text) {
            BOOST_REQUIRE_MESSAGE(loaded, loaded.error().render());
            BOOST_TEST(same(loaded->learned, d));
            BOOST_TEST(save_dialect(loaded->learned) == text);
        }
    }
}

BOOST_AUTO_TEST_CASE(any_line_may_be_left_out) {
    std::vector<tool> const tools{{"find", "finds", boost::json::object{{"type", "object"}}}};
    std::size_t read = 0;
    for (std::string const& whole : dialect_lines::known()) {
        for (std::size_t line = 0; line < dialect_lines::count(whole); ++line) {
            auto const less =
                load_dialect(dialect_lines::with_head(dialect_lines::with_line(whole, line, "")));
            if (!less) {
                continue;
            }
            if (auto const s = build_syntax(less->learned.format, tools)) {
                response_parser parser(*s, tools);
                parser.feed("<|channel|>x to=find<|message|>{}<|end|>", [](delta const&) {});
                parser.finish([](delta const&) {});
                (void)build_grammar(*s, tools);
                ++read;
            }
        }
    }
    BOOST_TEST(read > 50U);
}

BOOST_AUTO_TEST_CASE(the_text_says_what_is_relied_on_and_no_more) {
    dialect d;
    d.format.tools = formats::tagged().tools;
    d.format.tools.lead = "\n";
    d.format.stops = {"<|end|>"};
    std::string const text = save_dialect(d);
    BOOST_TEST(
        text.substr(text.find('\n') + 1) ==
        "tools <- \"\\n\"? one (\"\\n\" one)* one <- \"<tool_call>\\n<function=\" tag(call, name \">\\n\" "
        "(\"<parameter=\" key \">\\n\" value \"\\n</parameter>\\n\")*) \"</function>\\n</tool_call>\"\n"
        "stops = [\"<|end|>\"]\n");
    BOOST_TEST(text.starts_with("parlance-dialect 2 "));
    BOOST_TEST(!load_dialect(text).value().is_of(""));
}

BOOST_AUTO_TEST_CASE(what_changed_is_listed) {
    dialect before = of(formats::tagged());
    dialect after = before;
    after.format.tools.values.front().front().text = "\">";
    before.format.tools.call.insert(before.format.tools.call.end() - 1, {piece::kind::sorted});
    after.format.reasoning.start = "<think>";
    std::string const front = R"(<- one ("\n" one)* one <- "<tool_call>\n<function=" tag(call, name ">\n" )";
    std::string const back = R"( "</function>\n</tool_call>")";
    std::vector<std::string> const wanted{
        "tools: " + front + R"(tag(sorted, ("<parameter=" key ">\n" value "\n</parameter>\n")*)))" + back +
            " -> " + front + R"(("<parameter=" key "\">" value "\n</parameter>\n")*))" + back,
        R"(reasoning.start:  -> "<think>")"};
    BOOST_TEST(compare_dialects(before, after) == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_was_changed_by_hand_is_refused) {
    std::string const text = save_dialect(of(formats::tagged()));
    std::string changed = text;
    changed.replace(changed.find("<parameter="), 11, "<parameters");
    BOOST_TEST((load_dialect(changed).error().code == parlance::errc::malformed_file));
    std::string other = text;
    other.replace(other.find(" 2 "), 3, " 1 ");
    BOOST_TEST((load_dialect(other).error().code == parlance::errc::unsupported_file));
    BOOST_TEST((load_dialect("").error().code == parlance::errc::unsupported_file));
    // With the right hash, but no dialect: an unknown path, a wrong value, a line that is none, a path that comes twice.
    BOOST_TEST(load_dialect(dialect_lines::with_head("strict = true\n")).value().learned.format.strict);
    for (char const* const lines :
         {"stricter = true\n", "strict = 1\n", "strict\n", "strict = true\nstrict = true\n",
          "reasoning.mode = \"SOME\"\n", "stops = [1]\n", "also = 1000\n", "also = -1\n",
          "template = \"x\"\n", "tools = \"x\"\n", "tools <- \"x\"\n", "tools <- name )\n",
          "strict <- true\n", "tools <- (\"t\" reasoning \"u\")? tag(call, name arguments)\n"}) {
        auto const got = load_dialect(dialect_lines::with_head(lines));
        BOOST_REQUIRE_MESSAGE(!got, lines);
        BOOST_TEST((got.error().code == parlance::errc::malformed_file), lines);
        BOOST_TEST(got.error().at.line ==
                       2u + (std::string_view(lines).starts_with("strict = true") ? 1u : 0u),
                   lines);
    }
}

BOOST_AUTO_TEST_CASE(a_text_that_is_longer_than_any_marker_is_refused_with_its_line) {
    std::string const over(1025, 'a');
    for (std::string const path : {"reasoning.start", "channels.content", "turn_end"}) {
        auto const got = load_dialect(
            dialect_lines::with_head("strict = true\n" + path + " = \"" + over + "\"\nmade_id = \"c\"\n"));
        BOOST_REQUIRE(!got);
        BOOST_TEST((got.error().code == parlance::errc::malformed_file));
        BOOST_TEST(got.error().at.line == 3u);
        BOOST_TEST(got.error().hint.view() == path + ": a text that is longer than 1024 bytes");
    }
    auto const longest = load_dialect(dialect_lines::with_head("turn_end = \"" + over.substr(1) + "\"\n"));
    BOOST_TEST(longest.value().learned.format.turn_end == over.substr(1));
}

BOOST_AUTO_TEST_SUITE_END()
