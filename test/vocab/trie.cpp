// test/vocab/trie.cpp - the trie holds exactly the text tokens, in order, and survives being saved
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/trie.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

BOOST_AUTO_TEST_SUITE(vocab_trie)

namespace {

using namespace parlance;
using vocab::token_id;
using vocab::token_kind;

/// Every token of the trie, by walking it as a grammar that refuses nothing does.
std::map<token_id, std::string> walk(vocab::trie const& t) {
    std::map<token_id, std::string> out;
    std::string path;
    for (std::size_t i = 1; i < t.nodes().size(); ++i) {
        vocab::trie::node const n = t.nodes()[i];
        path.resize(n.depth() - 1);
        path.push_back(static_cast<char>(n.byte()));
        t.each_token(n, [&](token_id id) { BOOST_TEST(out.emplace(id, path).second); });
    }
    return out;
}

std::map<token_id, std::string> expected(vocab::view v) {
    std::map<token_id, std::string> out;
    for (token_id id = 0; id < v.size(); ++id) {
        if (!v.bytes(id).empty()) {
            out.emplace(id, v.bytes(id));
        }
    }
    return out;
}

vocab::token_list random_list(std::mt19937& random) {
    vocab::token_list_builder out;
    std::size_t const size = 1 + random() % 200;
    for (std::size_t i = 0; i < size; ++i) {
        std::string text;
        for (std::size_t n = random() % 6; n > 0; --n) {
            text.push_back("ab\xFF\0c"[random() % 5]);
        }
        out.add(text, static_cast<token_kind>(random() % 8 < 4 ? random() % 5 : 0));
        if (random() % 20 == 0) {
            out.end(static_cast<token_id>(i));
        }
    }
    return std::move(out).finish().value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(holds_text_and_nothing_else) {
    vocab::token_list_builder build;
    build.add("ab");
    build.add("a");
    build.add("</s>", token_kind::control);
    build.add("ab", token_kind::byte);
    build.add("");
    build.add("<tool_call>", token_kind::user_defined);
    build.add("gone", token_kind::unused);
    build.add("eot");
    build.end(7);
    vocab::token_list const v = std::move(build).finish().value();
    vocab::trie const t = vocab::trie::build(v).value();
    std::map<token_id, std::string> const wanted{{0, "ab"}, {1, "a"}, {3, "ab"}, {5, "<tool_call>"}};
    BOOST_CHECK(walk(t) == wanted);
    std::vector<token_id> same;
    t.each_token(*t.find("ab"), [&](token_id id) { same.push_back(id); });
    BOOST_TEST(same == (std::vector<token_id>{0, 3}), boost::test_tools::per_element());
    BOOST_TEST(t.find("b") == nullptr);
    BOOST_TEST(t.find("abc") == nullptr);
    BOOST_TEST(!t.find("<tool")->has_token());
}

BOOST_AUTO_TEST_CASE(takes_ids_beyond_2_to_19_and_tokens_beyond_255_bytes) {
    vocab::token_list_builder build;
    build.set(2'000'000, std::string(3000, ' '), token_kind::normal);
    build.set(1'999'999, std::string(256, ' '), token_kind::normal);
    vocab::token_list const v = std::move(build).finish().value();
    vocab::trie const t = vocab::trie::build(v).value();
    BOOST_TEST(t.nodes().size() == 3001u);
    BOOST_CHECK(walk(t) == expected(v));
    vocab::token_list const too_long{std::string(4096, 'x')};
    BOOST_CHECK(vocab::trie::build(too_long).error().code == errc::too_many_tokens);
}

BOOST_AUTO_TEST_CASE(of_nothing_is_a_root) {
    vocab::token_list_builder build;
    build.pad(3);
    vocab::token_list const v = std::move(build).finish().value();
    vocab::trie const t = vocab::trie::build(v).value();
    BOOST_TEST(t.nodes().size() == 1u);
    BOOST_TEST(t.nodes()[0].skip() == 1u);
    BOOST_CHECK(vocab::trie::load(t.save(), v).has_value());
}

BOOST_AUTO_TEST_CASE(saved_bytes_are_the_same_on_every_machine) {
    vocab::token_list const tokens({"a", "ab", "a"});
    std::string const bytes = vocab::trie::build(tokens.view()).value().save();
    BOOST_TEST(bytes.substr(0, 32) == std::string("parlance trie 1\n\3\0\0\0\3\0\0\0\2\0\0\0\2\0\0\0", 32));
    BOOST_TEST(bytes.substr(56) == std::string("\0\0\0\0\2\0\0\0\0\0\0\0\2\0\0\0", 16));
}

BOOST_AUTO_TEST_CASE(random_vocabularies_are_held_exactly_sorted_and_saved) {
    std::mt19937 random{7};
    for (int round = 0; round < 500; ++round) {
        vocab::token_list const v = random_list(random);
        vocab::trie const t = vocab::trie::build(v).value();
        BOOST_REQUIRE(walk(t) == expected(v));
        for (std::size_t i = 1; i < t.nodes().size(); ++i) {
            std::size_t const sibling = i + t.nodes()[i].skip();
            BOOST_REQUIRE(sibling <= t.nodes().size());
            if (sibling < t.nodes().size() && t.nodes()[sibling].depth() == t.nodes()[i].depth()) {
                BOOST_REQUIRE(t.nodes()[i].byte() < t.nodes()[sibling].byte());
            }
        }
        std::string const saved = t.save();
        auto const loaded = vocab::trie::load(saved, v);
        BOOST_REQUIRE(loaded.has_value());
        BOOST_REQUIRE(loaded->save() == saved);
        BOOST_REQUIRE(walk(*loaded) == expected(v));
    }
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_refused) {
    vocab::token_list const v{"a", "ab", "ab", "b", "", "abc", "ab"};
    std::string const saved = vocab::trie::build(v).value().save();
    for (std::size_t cut = 0; cut < saved.size(); ++cut) {
        BOOST_REQUIRE(!vocab::trie::load(std::string_view{saved}.substr(0, cut), v));
    }
    for (std::size_t at = 0; at < saved.size() * 8; ++at) {
        std::string bad = saved;
        bad[at / 8] = static_cast<char>(bad[at / 8] ^ (1 << (at % 8)));
        BOOST_REQUIRE(!vocab::trie::load(bad, v));
    }
    vocab::token_list const other{"a", "ab", "ab", "b", "", "abd", "ab"};
    BOOST_CHECK(vocab::trie::load(saved, other).error().code == errc::malformed_file);
}

BOOST_AUTO_TEST_SUITE_END()
