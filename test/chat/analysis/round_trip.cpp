// test/chat/analysis/round_trip.cpp - a string that a template writes as an argument is read as it was, byte for byte
// SPDX-License-Identifier: BSL-1.0
#include "own_templates.hpp"
#include "templates.hpp"
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/analysis/detail/verification.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/json/dump.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_analysis_round_trip)

namespace chat = parlance::chat;
namespace json = parlance::json;

namespace {

/// Strings that readers break: what stands at their edges, what looks like another value or like an escape.
std::vector<std::string> bank() {
    std::vector<std::string> out;
    for (char const* const text : {"",
                                   " ",
                                   "\n",
                                   "\n\n",
                                   "\r\n",
                                   "\t",
                                   "\nx",
                                   "x\n",
                                   "\n\nx\n\n",
                                   "\n  x\n  y\n",
                                   " x",
                                   "x ",
                                   "  x  ",
                                   "\n x \n",
                                   " \nx\n ",
                                   "\tx\t",
                                   "\r\nx\r\n",
                                   "x\r",
                                   "x\n\n\ny",
                                   "42",
                                   "-0.50",
                                   "1e3",
                                   "true",
                                   "True",
                                   "null",
                                   "None",
                                   R"({"a":1})",
                                   R"(["a", 'b'])",
                                   R"("x")",
                                   "\"",
                                   "'",
                                   "it's",
                                   R"(say "hi")",
                                   "\\",
                                   R"(a\nb)",
                                   R"(\\n\t)",
                                   R"(C:\new\dir\)",
                                   R"(\u0041\x41)",
                                   "&amp; &lt;",
                                   "a < b && c > d",
                                   "<b>x</b>",
                                   "</x>",
                                   "{x} [y] (z)",
                                   "a, b: c = d; e",
                                   "x=1",
                                   "```\nx\n```",
                                   "# x",
                                   "\xC3\xA9 \xE6\x97\xA5\xE6\x9C\xAC",
                                   "\xF0\x9F\x98\x80",
                                   "\xC2\xA0x\xC2\xA0",
                                   "\xE2\x80\xA8",
                                   "\xC2\x85",
                                   "\x01\x7F"}) {
        out.emplace_back(text);
    }
    return out;
}

/// Where arguments are JSON the ends of calls may stand in strings, too.
std::vector<std::string> markers_of(chat::format const& f) {
    std::vector<std::string> out;
    chat::tool_format const& t = f.tools;
    bool const json = t.mode() == chat::tool_mode::json_native ||
                      (t.mode() == chat::tool_mode::tag_with_json && t.values.empty());
    if (!json) {
        return out;
    }
    for (std::string const* text : {&t.calls.open, &t.calls.item_open, &t.calls.item_close,
                                    &t.calls.separator, &t.calls.close, &f.turn_end}) {
        if (!text->empty()) {
            out.push_back("a" + *text + "b");
        }
    }
    return out;
}

chat::message calling(std::string const& text) {
    chat::message m{"assistant", {}, {}, {}, {}, {}, {}};
    json::object const arguments{{"text", text}};
    m.calls.push_back({"abcdefgh1", "lookup_item", json::dump(json::value(arguments))});
    return m;
}

struct counts {
    std::array<std::size_t, 4> of{};
    std::size_t& operator[](chat::verdict v) { return of[static_cast<std::size_t>(v)]; }
};

/// A budget for more messages than a verification has.
chat::analysis::meter of_many(chat::chat_template const& t) {
    parlance::limits bounds;
    bounds.fuel *= 1000;
    return {t, bounds};
}

/// Every string of the bank, on one template.  What it cannot express is printed, with the reason.
void try_template(std::string_view name, chat::chat_template const& t, chat::dialect const& learned,
                  counts& all) {
    if (learned.format.tools.mode() == chat::tool_mode::none) {
        return;
    }
    chat::analysis::meter paid = of_many(t);
    chat::analysis::detail::verification tried(learned, paid);
    if (chat::claim const c = tried.about("a call", calling("north"));
        c.is == chat::verdict::not_applicable) {
        BOOST_TEST_MESSAGE(name << ", no call is expressible: " << c.why);
        return;
    }
    std::vector<std::string> texts = bank();
    std::ranges::move(markers_of(learned.format), std::back_inserter(texts));
    std::map<std::string, std::vector<chat::claim>>
        by_text;  // what is written: the strings that it is written for
    for (std::string const& text : texts) {
        chat::claim c = tried.about(json::dump(json::value(text)), calling(text));
        by_text[c.wrote].push_back(std::move(c));
    }
    for (auto const& [wrote, claims] : by_text) {
        for (chat::claim const& c : claims) {
            // Of several strings that are written alike, one at most can come back.
            bool const lost = c.is == chat::verdict::refuted && claims.size() > 1;
            ++all[lost ? chat::verdict::ambiguous : c.is];
            BOOST_TEST((lost || c.is == chat::verdict::proven || c.is == chat::verdict::ambiguous),
                       name << ": " << c.what << ", " << to_string(c.is) << " " << c.why << "\n  written "
                            << wrote << "\n  read " << c.read);
            if (lost || c.is == chat::verdict::ambiguous) {
                BOOST_TEST_MESSAGE(name << ", not expressible: " << c.what << ": "
                                        << (lost ? "another string is written alike" : c.why));
            }
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(white_space_beside_a_value_is_layout_where_the_template_writes_it) {
    using enum chat::verdict;
    struct {
        std::string_view front, value, back;
        chat::verdict edges;
    } const rows[] = {
        {"", "v", "", proven},
        {"\n", "v", "\n", proven},
        {"\n", "v", "", proven},
        {"", "v", "\n", proven},
        {"\n    ", "v", "\n  ", proven},
        {" ", "v", " ", proven},
        {"", "v | trim", "", ambiguous},
        {"\n", "v | trim", "\n", ambiguous},
        {"", "v | replace('\n', ' ')", "", ambiguous},
    };
    std::string_view const strings[] = {"\n x\n", "x\n", "\nx", "\n\n x \n\n"};
    for (auto const& row : rows) {
        std::string const calls =
            std::string("{% for c in m.tool_calls %}@CALL@{{ c.function.name }}\n"
                        "{%- for k, v in c.function.arguments.items() %}@KEY@{{ k }}@/KEY@@VALUE@")
                .append(row.front)
                .append("{{ (")
                .append(row.value)
                .append(") if v is string else v | tojson }}")
                .append(row.back)
                .append("@/VALUE@{% endfor %}@/CALL@{% endfor %}");
        for (auto const* markers : {&own::tags, &own::bars, &own::brackets, &own::wide}) {
            auto const t =
                chat::chat_template::compile(own::written(own::around(calls), *markers), {"<s>", "</s>"});
            BOOST_REQUIRE(t);
            auto const learned = chat::analyze(*t);
            BOOST_TEST_CONTEXT("\"" << row.front << row.value << row.back << "\" in "
                                    << (*markers)[8].second) {
                BOOST_REQUIRE((learned.format.tools.mode() == chat::tool_mode::tag_with_tagged));
                chat::analysis::meter paid = of_many(*t);
                chat::analysis::detail::verification tried(learned, paid);
                for (std::string_view const text : strings) {
                    chat::claim const c = tried.about(text, calling(std::string(text)));
                    BOOST_TEST((c.is == row.edges), c.wrote << "\n" << c.read << "\n" << c.why);
                }
                BOOST_TEST((tried.about("x", calling("x")).is == proven));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_reading_that_loses_a_line_end_is_refuted) {
    auto const t =
        chat::chat_template::compile(own::written(own::around(own::pairs), own::tags), {"<s>", "</s>"});
    BOOST_REQUIRE(t);
    chat::dialect wrong = chat::analyze(*t);
    chat::analysis::toggle_lines(wrong.format.tools);
    chat::analysis::meter paid = of_many(*t);
    chat::analysis::detail::verification tried(wrong, paid);
    BOOST_TEST((tried.about("x", calling("x")).is == chat::verdict::proven));
    BOOST_TEST((tried.about("line ends", calling("\nx\n")).is == chat::verdict::refuted));
    BOOST_TEST((chat::learn(*t).result.format == chat::analyze(*t).format));
}

BOOST_AUTO_TEST_CASE(in_every_family_of_our_own) {
    counts all;
    for (own::family const& f : own::families) {
        for (auto const* markers : {&own::tags, &own::bars, &own::brackets, &own::wide}) {
            auto const t =
                chat::chat_template::compile(own::written(own::around(f.source), *markers), {"<s>", "</s>"});
            BOOST_REQUIRE(t);
            try_template(f.name, *t, chat::analyze(*t), all);
        }
    }
    for (own::stranger const& s : own::unseen()) {
        auto const t = chat::chat_template::compile(s.source, {"<s>", "</s>"});
        BOOST_REQUIRE(t);
        try_template(s.name, *t, chat::analyze(*t), all);
    }
    BOOST_TEST_MESSAGE(all[chat::verdict::proven] << " as they were, " << all[chat::verdict::ambiguous]
                                                  << " not expressible");
    BOOST_TEST(all[chat::verdict::proven] > 10 * all[chat::verdict::ambiguous]);
}

BOOST_AUTO_TEST_CASE(in_every_template_of_the_corpus) {
    counts all;
    for (auto const* folder : {"templates", "wild/templates"}) {
        for (auto const& t : corpus::templates_in(folder)) {
            try_template(t.name, t.compiled, t.result, all);
        }
    }
    BOOST_TEST_MESSAGE(all[chat::verdict::proven] << " as they were, " << all[chat::verdict::ambiguous]
                                                  << " not expressible");
    BOOST_TEST(all[chat::verdict::proven] >= 10 * all[chat::verdict::ambiguous]);
}

BOOST_AUTO_TEST_SUITE_END()
