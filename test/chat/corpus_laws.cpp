// test/chat/corpus_laws.cpp - the laws of answers, on every text of the corpus in the dialect of its template or model
// SPDX-License-Identifier: BSL-1.0
//
// Cut at all places, byte by byte and at random; small texts also at all pairs of places.  How small may be said behind
// `--` on the command line (test.chat.json --run_test=chat_corpus_laws -- 2048); what runs everywhere has to be quick.
#include "cut_laws.hpp"
#include "analysis/templates.hpp"
#include <parlance/chat/known/routes.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_corpus_laws)

namespace chat = parlance::chat;
namespace bj = boost::json;

namespace {

std::vector<bj::object> rows(char const* file) {
    std::vector<bj::object> out;
    std::ifstream in(std::filesystem::path(PARLANCE_CORPUS) / file);
    for (std::string line; std::getline(in, line);) {
        if (auto row = parlance::json::parse(line); row && row->is_object()) {
            out.push_back(row->get_object());
        }
    }
    return out;
}

std::string text_at(bj::object const& row, std::string_view key) {
    auto const* v = row.if_contains(key);
    return std::string(v != nullptr ? parlance::json::text_of(*v) : std::string_view{});
}

std::vector<chat::tool> tools_of(bj::object const& row) {
    auto const* list = row.if_contains("tools");
    if (list == nullptr || !list->is_array()) {
        return {};
    }
    return chat::tools_from_openai(*list).value();
}

/// Texts of this size and less are cut at all pairs of places.
std::size_t pairs() {
    auto const& suite = boost::unit_test::framework::master_test_suite();
    std::size_t size = 80;
    if (suite.argc > 1) {
        std::string_view const last = suite.argv[suite.argc - 1];
        std::from_chars(last.data(), last.data() + last.size(), size);
    }
    return size;
}

laws::trial how(std::string_view text, bool finished) {
    laws::trial out;
    out.pairs = pairs();
    out.random = text.size() > 4096 ? 2 : 6;
    out.finished = finished;
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_cut_of_every_answer_tells_the_same_story) {
    std::map<std::string, chat::format> formats;
    for (auto const& t : corpus::every_template()) {
        formats.emplace(t.name, t.result.format);
    }
    std::size_t texts = 0;
    std::vector<bj::object> all;
    for (char const* const file : {"chat/cases.jsonl", "wild/chat/wild.jsonl"}) {
        auto const more = formats.empty() ? std::vector<bj::object>{} : rows(file);
        all.insert(all.end(), more.begin(), more.end());
    }
    for (bj::object const& row : all) {
        auto const f = formats.find(text_at(row, "template"));
        BOOST_REQUIRE_MESSAGE(f != formats.end(), text_at(row, "template"));
        auto const tools = tools_of(row);
        bj::object const& options = row.at("options").get_object();
        chat::reading read;
        read.reasoning_apart = text_at(options, "reasoning_format") != "none";
        read.json = options.contains("json_schema") && options.at("json_schema").is_object();
        auto const s = chat::build_syntax(f->second, tools, {}, read);
        BOOST_REQUIRE(s);
        chat::response_parser fresh(*s, tools);
        std::string tail = text_at(row, "generation_prompt");
        if (std::size_t const at = tail.find(f->second.turn_start); at != std::string::npos) {
            tail.erase(0, at + f->second.turn_start.size());
        }
        fresh.prime(tail);
        std::string const text = text_at(row, "input");
        for (bool const finished : {true, false}) {
            std::string const broken = laws::first_broken(fresh, text, how(text, finished));
            BOOST_TEST(broken.empty(), text_at(row, "template") << ": " << broken << "\n" << text);
        }
        std::string const& thought_end = f->second.reasoning.end;
        std::size_t const closed = thought_end.empty() ? std::string::npos : text.rfind(thought_end);
        std::string const wrong =
            laws::first_wrong_cut(fresh, text, closed == std::string::npos ? 0 : closed + thought_end.size());
        BOOST_TEST(wrong.empty(), text_at(row, "template") << ": " << wrong << "\n" << text);
        ++texts;
    }
    BOOST_TEST_MESSAGE(texts << " answers; cut at all pairs of places up to " << pairs() << " bytes");
    BOOST_TEST((formats.empty() || texts >= 753));
}

BOOST_AUTO_TEST_CASE(every_cut_of_every_answer_of_models_known_by_name_tells_the_same_story) {
    std::size_t texts = 0;
    bool const have = !corpus::templates().empty();
    for (bj::object const& row : have ? rows("function-calls/cases.jsonl") : std::vector<bj::object>{}) {
        auto tools = tools_of(row);
        if (tools.empty()) {
            tools.push_back({"any", "", bj::object{}});
        }
        auto const s =
            chat::build_syntax(chat::known::format_of(text_at(row, "model")).value_or(chat::format{}), tools);
        BOOST_REQUIRE(s);
        std::string const text = text_at(row, "input");
        std::string const broken =
            laws::first_broken(chat::response_parser(*s, tools), text, how(text, true));
        BOOST_TEST(broken.empty(), text_at(row, "model") << ": " << broken << "\n" << text);
        std::string const wrong = laws::first_wrong_cut(chat::response_parser(*s, tools), text);
        BOOST_TEST(wrong.empty(), text_at(row, "model") << ": " << wrong << "\n" << text);
        ++texts;
    }
    BOOST_TEST_MESSAGE(texts << " answers");
    BOOST_TEST((!have || texts >= 156));
}

BOOST_AUTO_TEST_SUITE_END()
