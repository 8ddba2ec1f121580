// test/chat/analysis/diff_corpus.cpp - differences and markers of real renders, beside what a peer finds in them
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/marker.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/json/parse.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_analysis_diff_corpus)

namespace chat = parlance::chat;
namespace bj = boost::json;
using namespace parlance::chat::analysis;

namespace {

/// The rows of one function, or all; none, and a message that says so, without a corpus.
std::vector<bj::object> rows_of(std::string_view function) {
    std::vector<bj::object> out;
    std::filesystem::path const file = std::filesystem::path(PARLANCE_CORPUS) / "chat" / "diff-helpers.jsonl";
    if (std::string_view(PARLANCE_CORPUS).empty() || !std::filesystem::is_regular_file(file)) {
        BOOST_TEST_MESSAGE("no corpus: not tried on real differences");
        return out;
    }
    std::ifstream in(file, std::ios::binary);
    for (std::string line; std::getline(in, line);) {
        auto const row = parlance::json::parse(line);
        BOOST_REQUIRE(row && row->is_object());
        if (function.empty() || row->at("fn").as_string() == function) {
            out.push_back(row->get_object());
        }
    }
    BOOST_TEST(!out.empty(), function);
    return out;
}

std::string_view text(bj::object const& row, std::string_view key) { return row.at(key).as_string(); }

}  // namespace

/// A difference may stand in several places, `a</x>b` + `</x>b` being one: ours is the last of them.  And ours does not
/// take JSON's brackets for markers, so that it cuts inside of lists.
BOOST_AUTO_TEST_CASE(differences_are_those_of_a_peer_or_smaller_or_later) {
    std::size_t same = 0;
    auto const rows = rows_of("diff_split");
    for (auto const& row : rows) {
        difference const d = compare(text(row, "left_in"), text(row, "right_in"));
        if (d.prefix == text(row, "prefix") && d.suffix == text(row, "suffix")) {
            BOOST_TEST(d.left == text(row, "left"));
            BOOST_TEST(d.right == text(row, "right"));
            ++same;
            continue;
        }
        BOOST_TEST(d.left.size() <= text(row, "left").size(), d.left);
        BOOST_TEST(d.right.size() <= text(row, "right").size(), d.right);
        BOOST_TEST(d.prefix.starts_with(text(row, "prefix")), d.prefix);
        BOOST_TEST(d.prefix.size() > text(row, "prefix").size(), d.prefix);
    }
    BOOST_TEST_MESSAGE(same << " of " << rows.size() << " in the same place");
    BOOST_TEST(same * 10 >= rows.size() * 9);
}

/// Of brackets the peer takes all for markers, JSON's lists and `[]` as well; ours only words with a capital in front.
BOOST_AUTO_TEST_CASE(tags_are_markers_and_what_a_peer_takes_for_text_has_none) {
    std::size_t tags = 0;
    std::size_t brackets = 0;
    for (auto const& row : rows_of("segmentize_markers")) {
        for (auto const& segment : row.at("segments").as_array()) {
            std::string_view const part = segment.at(1).as_string();
            if (segment.at(0).as_string() == "TEXT") {
                BOOST_TEST(markers_of(part).empty(), part);
            } else if (part.starts_with('<')) {
                BOOST_TEST(chat::marker_length(part) == part.size(), part);
                ++tags;
            } else {
                bool const ours = chat::marker_length(part) > 0;
                BOOST_TEST((!ours || chat::marker_length(part) == part.size()), part);
                BOOST_TEST((!ours || !parlance::json::parse(part)), part);
                brackets += ours;
            }
        }
    }
    BOOST_TEST_MESSAGE(tags << " tags, " << brackets << " words in brackets");
}

/// Rows without a test: until_common_prefix and after_common_suffix look for what two texts share in a third, also
/// where a marker is cut in two; the analysis here has no such step, it asks for positions in one render.
BOOST_AUTO_TEST_CASE(every_row_is_of_a_function_that_is_known_here) {
    std::size_t known = 0;
    for (char const* const function :
         {"diff_split", "segmentize_markers", "until_common_prefix", "after_common_suffix"}) {
        known += rows_of(function).size();
    }
    BOOST_TEST(known == rows_of({}).size());
}

BOOST_AUTO_TEST_SUITE_END()
