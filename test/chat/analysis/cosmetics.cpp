// test/chat/analysis/cosmetics.cpp - a template's other markers and other white space change only those in the result
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/analyze.hpp>
#include "own_templates.hpp"
#include "templates.hpp"
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_analysis_cosmetics)

namespace chat = parlance::chat;

namespace {

chat::chat_template compiled(std::string const& source) {
    auto t = chat::chat_template::compile(source, {"<s>", "</s>"});
    BOOST_REQUIRE_MESSAGE(bool(t), (t ? "" : t.error().hint.view()));
    return *std::move(t);
}

/// The report of what rendering alone shows, with markers replaced.
std::string learned(chat::dialect const& a, own::markers const& renamed) {
    std::string text = chat::report(a);
    for (std::string const& noise : a.format.content.noise) {
        text += "noise " + noise + "\n";
    }
    for (std::string const& marker : a.format.preserved) {
        text += "preserved " + marker + "\n";
    }
    return own::written(text, renamed);
}

own::markers from_to(own::markers const& from, own::markers const& to) {
    own::markers out;
    for (std::size_t i = 0; i < from.size(); ++i) {
        out.emplace_back(from[i].second, to[i].second);
    }
    return out;
}

std::size_t refuted(chat::chat_template const& t, chat::dialect const& a) {
    auto const claims = chat::verify(t, a);
    return static_cast<std::size_t>(std::count_if(claims.begin(), claims.end(), [](auto const& c) {
        BOOST_TEST_CONTEXT(c.what << ": " << c.wrote << " -> " << c.read) {
            BOOST_TEST((c.is != chat::verdict::refuted && c.is != chat::verdict::ambiguous));
        }
        return c.is != chat::verdict::proven;
    }));
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_family_is_learned_and_every_claim_proven_whatever_the_markers_look_like) {
    for (own::family const& f : own::families) {
        for (auto const* markers : {&own::tags, &own::bars, &own::brackets, &own::wide}) {
            BOOST_TEST_CONTEXT(f.name << " with " << (*markers)[8].second) {
                auto const t = compiled(own::written(own::around(f.source), *markers));
                auto const a = chat::analyze(t, false);
                BOOST_TEST((a.format.tools.mode() != chat::tool_mode::none));
                BOOST_TEST((a.format.reasoning.mode == chat::reasoning_mode::tag_based));
                BOOST_TEST(refuted(t, a) == 0u);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(renamed_markers_are_all_that_changes) {
    for (own::family const& f : own::families) {
        std::string const source = own::around(f.source);
        auto const first = chat::analyze(compiled(own::written(source, own::tags)), false);
        for (auto const* other : {&own::bars, &own::wide}) {
            auto const second = chat::analyze(compiled(own::written(source, *other)), false);
            BOOST_TEST(learned(first, from_to(own::tags, *other)) == learned(second, {}), f.name);
            BOOST_TEST((first.supports == second.supports), f.name);
        }
    }
}

BOOST_AUTO_TEST_CASE(white_space_around_markers_is_all_that_changes) {
    auto const unspaced = [](std::string text) {
        for (std::size_t at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at)) {
            text.erase(at, 2);
        }
        std::erase(text, ' ');
        // a line of the report without a text is not printed
        std::string out;
        for (std::size_t begin = 0; begin < text.size();) {
            std::size_t const end = std::min(text.find('\n', begin), text.size());
            std::string const line = text.substr(begin, end - begin);
            out += line.ends_with("\"\"") ? "" : line + "\n";
            begin = end + 1;
        }
        return out;
    };
    for (own::family const& f : own::families) {
        std::string const source = own::around(f.source);
        auto const tight = chat::analyze(compiled(own::written(source, own::tags)), false);
        own::markers spaced = own::tags;
        for (auto& [name, marker] : spaced) {
            if (name == "@BOT@" || name == "@THINK@" || name == "@CALL@" || name == "@SECTION@") {
                marker += "\n";
            } else if (name == "@/THINK@" || name == "@/CALL@" || name == "@/SECTION@") {
                marker = "\n" + marker + "\n";
            }
        }
        auto const t = compiled(own::written(source, spaced));
        auto const loose = chat::analyze(t, false);
        BOOST_TEST(unspaced(chat::report(tight)) == unspaced(chat::report(loose)), f.name);
        BOOST_TEST(refuted(t, loose) == 0u, f.name);
    }
}

/// Systematic substitution: every marker of the format gets three letters more, in the template as in the result.
BOOST_AUTO_TEST_CASE(renamed_markers_are_all_that_changes_in_the_templates_of_the_corpus) {
    std::size_t renamed_in_all = 0;
    for (auto const& t : corpus::templates()) {
        auto const before = chat::analyze(t.compiled, false);
        own::markers renamed;
        bool all_in_source = true;
        for (std::string const& marker : before.format.preserved) {
            std::size_t const letter =
                marker.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
            if (letter == std::string::npos || marker.find_first_of("=\" ") != std::string::npos) {
                continue;  // a marker with a place for a name
            }
            bool const bracket = marker.front() == '[';
            renamed.emplace_back(marker, std::string(marker).insert(letter, bracket ? "QZJ" : "qzj"));
            all_in_source = all_in_source && t.compiled.source().find(marker) != std::string_view::npos;
        }
        if (renamed.empty() || !all_in_source) {
            continue;
        }
        auto const other =
            chat::chat_template::compile(own::written(t.compiled.source(), renamed), {"<s>", "</s>"});
        if (!other) {
            continue;  // the marker was a part of the template's own language
        }
        ++renamed_in_all;
        BOOST_TEST(learned(before, renamed) == learned(chat::analyze(*other, false), {}), t.name);
    }
    BOOST_TEST_MESSAGE(renamed_in_all << " templates renamed");
    BOOST_TEST((corpus::templates().empty() || renamed_in_all >= 35));
}

BOOST_AUTO_TEST_SUITE_END()
