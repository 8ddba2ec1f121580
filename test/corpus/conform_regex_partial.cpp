// test/corpus/conform_regex_partial.cpp - where a pattern matches, or may match when more text comes
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/hf/regex.hpp>
#include <parlance/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// The tables' engine finds partial matches by rewriting a pattern into one that reads the text backwards.  Ours sees them
// while it reads forwards and rewrites nothing, so its patterns are not compared by their text: both are asked about
// all short texts, and must find the same.  The one deviation: a reversed pattern may leave out what ends a group
// although something stands behind it (it says that "abd" may become a match of a(bc)d).  Where the two differ, all
// short texts are put behind the one in question, and what they show is right.

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;
using hf::regex;
using hf::regex_match;

std::string show(regex_match const& m, std::size_t size) {
    if (m.is != regex_match::verdict::match && m.is != regex_match::verdict::partial) {
        return "none";
    }
    std::string out = m.is == regex_match::verdict::match ? "full" : "partial";
    for (auto const& g : m.groups) {
        std::size_t const begin = g.matched() ? g.begin : size;
        std::size_t const end = g.matched() ? g.end : size;
        out += " " + std::to_string(begin) + "-" + std::to_string(end);
    }
    return out;
}

std::string compare_search(bj::object const& row) {
    std::string_view const text = json::text_of(row.at("input"));
    std::string expected(json::text_of(row.at("type")));
    for (bj::value const& g : row.at("groups").as_array()) {
        expected += " " + std::to_string(g.at(0).to_number<std::size_t>()) + "-" +
                    std::to_string(g.at(1).to_number<std::size_t>());
    }
    auto const pattern = regex::compile(json::text_of(row.at("pattern")));
    if (!pattern) {
        return render(pattern.error());
    }
    std::string const got = show(pattern->search_partial(text), text.size());
    return got == expected ? "" : "'" + std::string(text) + "': expected " + expected + ", got " + got;
}

/// All texts of up to `longest` characters out of `alphabet`.
std::vector<std::string> all_texts(std::string_view alphabet, std::size_t longest) {
    std::vector<std::string> out{""};
    for (std::size_t i = 0; i < out.size() && out[i].size() < longest; ++i) {
        for (char const c : alphabet) {
            out.push_back(out[i] + c);
        }
    }
    return out;
}

/// How many bytes at the end of `text` some longer text makes a match of, by trying.
std::size_t reach_by_trying(regex const& pattern, std::string const& text,
                            std::vector<std::string> const& more) {
    for (std::size_t begin = 0; begin < text.size(); ++begin) {
        for (std::string const& end : more) {
            auto const found = pattern.search(text.substr(begin) + end);
            if (found.is == regex_match::verdict::match && found.groups[0].begin == 0 &&
                found.groups[0].end > text.size() - begin) {
                return text.size() - begin;
            }
        }
    }
    return 0;
}

/// The reversed pattern, matched at the front of the reversed text, must reach as far back as our partial match.
std::string compare_reversed(bj::object const& row) {
    auto const pattern = regex::compile(json::text_of(row.at("pattern")));
    auto const reversed = regex::compile(json::text_of(row.at("reversed_partial")));
    if (!pattern || !reversed) {
        return "does not compile";
    }
    auto const texts = all_texts("abcde", 5);
    for (std::string const& text : texts) {
        auto const got = pattern->search_partial(text);
        if (got.is == regex_match::verdict::match) {
            continue;
        }
        auto const back = reversed->search(std::string(text.rbegin(), text.rend()));
        std::size_t const reach = back.is == regex_match::verdict::match ? back.groups[1].end : 0;
        std::size_t const ours =
            got.is == regex_match::verdict::partial ? text.size() - got.groups[0].begin : 0;
        if (reach != ours && (reach < ours || reach_by_trying(*pattern, text, texts) != ours)) {
            return "on '" + text + "' " + std::to_string(ours) + " bytes may match, " +
                   std::to_string(reach) + " by the reversed pattern";
        }
    }
    return {};
}

}  // namespace

outcome check_regex_partial(bj::object const& row, settings const&) {
    outcome out;
    for (auto const& [key, compares] :
         {std::pair{"search", &compare_search}, {"reversed_partial", &compare_reversed}}) {
        for (bj::value const& item : row.at(key).as_array()) {
            std::string const wrong = compares(item.as_object());
            out.tally.emplace_back(key, wrong.empty());
            if (!wrong.empty()) {
                out.is = outcome::verdict::failed;
                out.note += "\n    " + std::string(json::text_of(item.at("pattern"))) + " " + wrong;
            }
        }
    }
    return out;
}

}  // namespace conform
