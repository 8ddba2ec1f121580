// test/vocab/view.cpp - what is text, what ends the text, and tokens found by their spelling
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/view.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(vocab_view)

namespace {

using namespace parlance;
using vocab::token_flags;
using vocab::token_id;
using vocab::token_kind;

static_assert(vocab::vocabulary<vocab::view>);
static_assert(sizeof(token_flags) == 1);
static_assert(token_flags(token_kind::user_defined).is_text());
static_assert(!token_flags(token_kind::normal, true).is_text(), "what ends the text is never text");
static_assert(!token_flags().is_text() && token_flags().kind() == token_kind::unused);
static_assert(vocab::view{}.size() == 0 && !vocab::view{}.find("x"));

}  // namespace

BOOST_AUTO_TEST_CASE(bytes_are_those_of_text_alone) {
    vocab::token_list_builder out;
    out.add("a");
    out.add("<s>", token_kind::control);
    out.add("<tool>", token_kind::user_defined);
    out.add(std::string(1, '\0'), token_kind::byte);
    out.set(5, "z", token_kind::normal);  // 4 is a hole
    out.add("</s>");
    out.end(6);
    auto const list = std::move(out).finish().value();
    vocab::view const v = list.view();
    std::string bytes;
    for (token_id id = 0; id < v.size(); ++id) {
        bytes += v.bytes(id).empty() ? "-" : v.bytes(id);
    }
    BOOST_TEST(bytes == std::string("a-<tool>\0-z-", 12));
    BOOST_TEST(v.text(1) == "<s>");
    BOOST_TEST(v.text(6) == "</s>");
    BOOST_TEST(v.ends(6));
    BOOST_TEST((v.kind(4) == token_kind::unused));
}

BOOST_AUTO_TEST_CASE(special_tokens_are_found_by_spelling_the_lowest_first) {
    vocab::token_list_builder out;
    for (char const* const text : {"<b>", "<a>", "<b>", "<c>", "<b>"}) {
        out.add(text, token_kind::control);
    }
    out.add("<d>");  // text: no special token
    auto const list = std::move(out).finish().value();
    vocab::view const v = list.view();
    BOOST_TEST(v.find("<a>").value() == 1u);
    BOOST_TEST(v.find("<b>").value() == 0u);
    BOOST_TEST(v.find("<c>").value() == 3u);
    for (char const* const none : {"", "<", "<a", "<a>>", "<d>", "<e>"}) {
        BOOST_TEST(!v.find(none), none);
        BOOST_TEST(v.spelled(none).empty(), none);
    }
    auto const all = v.spelled("<b>");
    BOOST_TEST(std::vector<token_id>(all.begin(), all.end()) == (std::vector<token_id>{0, 2, 4}),
               boost::test_tools::per_element());
    BOOST_TEST(std::is_sorted(v.specials().begin(), v.specials().end(),
                              [&](token_id x, token_id y) { return v.text(x) < v.text(y); }));
}

BOOST_AUTO_TEST_SUITE_END()
