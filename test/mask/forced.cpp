// test/mask/forced.cpp - tokens that can be written without asking the model
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/forced.hpp>
#include "fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <random>

BOOST_AUTO_TEST_SUITE(mask_forced)

using namespace mask_fixture;

namespace {

/// Byte pair encoding: of all neighbours whose concatenation is a token, those with the lowest id are merged, leftmost
/// first, until there are none.
std::vector<vocab::token_id> bpe(vocab::view tokens, std::string_view text) {
    std::vector<std::string> pieces;
    for (char const c : text) {
        pieces.emplace_back(1, c);
    }
    auto const id_of = [&](std::string const& piece) {
        vocab::token_id id = 0;
        while (id < tokens.size() && tokens.bytes(id) != piece) {
            ++id;
        }
        return id;
    };
    for (;;) {
        std::size_t best = pieces.size();
        vocab::token_id rank = static_cast<vocab::token_id>(tokens.size());
        for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
            if (vocab::token_id const id = id_of(pieces[i] + pieces[i + 1]); id < rank) {
                rank = id;
                best = i;
            }
        }
        if (best == pieces.size()) {
            break;
        }
        pieces[best] += pieces[best + 1];
        pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    }
    std::vector<vocab::token_id> out;
    for (std::string const& p : pieces) {
        out.push_back(id_of(p));
    }
    return out;
}

std::vector<std::string> texts_of(setup const& s, std::vector<vocab::token_id> const& ids) {
    std::vector<std::string> out;
    for (vocab::token_id const id : ids) {
        out.emplace_back(s.tokens.text(id));
    }
    return out;
}
using strings = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(a_token_that_may_still_grow_is_not_forced) {
    setup s("root ::= \"{name:\" ([0-9]+ | \"\\\"x\\\"\")",
            {"{", "n", "a", "m", "e", ":", "\"", "x", "0", "1", "na", "me", "name", ":\"", "{n", "e:"});
    mask::matcher m{s.compiled};
    auto const tokenize = [&](std::string_view text) { return bpe(s.tokens, text); };
    BOOST_TEST(m.forced_text() == "{name:");
    BOOST_TEST((texts_of(s, tokenize("{name:")) == strings{"{", "name", ":"}));
    BOOST_TEST((texts_of(s, mask::forced_tokens(m, tokenize)) == strings{"{", "name"}));
    BOOST_TEST(m.steps() == 0u);
    BOOST_REQUIRE(m.accept(std::string_view{"{name:\""}));
    BOOST_TEST((texts_of(s, mask::forced_tokens(m, tokenize)) == strings{"x", "\""}));
    BOOST_REQUIRE(m.accept(std::string_view{"x\""}));
    BOOST_TEST(mask::forced_tokens(m, tokenize).empty());
}

BOOST_AUTO_TEST_CASE(a_tokenizer_that_says_something_else_is_not_believed) {
    setup s("root ::= \"abc\"", {"a", "b", "c", "x"});
    mask::matcher m{s.compiled};
    auto const wrong = [&](std::string_view) { return s.ids({"a", "x", "c"}); };
    BOOST_TEST((texts_of(s, mask::forced_tokens(m, wrong)) == strings{"a"}));
    auto const missing = [&](std::string_view) { return std::vector<vocab::token_id>{99}; };
    BOOST_TEST(mask::forced_tokens(m, missing).empty());
}

BOOST_AUTO_TEST_CASE(forced_tokens_keep_within_what_is_left) {
    setup s("root ::= \"abc\"", {"abc", "a", "b", "c"});
    mask::matcher m{s.compiled};
    auto const by_letter = [&](std::string_view) { return s.ids({"a", "b", "c"}); };
    BOOST_TEST((texts_of(s, mask::forced_tokens(m, by_letter)) == strings{"a", "b", "c"}));
    m.remaining(4);
    BOOST_TEST((texts_of(s, mask::forced_tokens(m, by_letter)) == strings{"a", "b", "c"}));
    m.remaining(2);
    BOOST_TEST((s.allowed(m) == std::set<std::string>{"abc"}));
    BOOST_TEST(mask::forced_tokens(m, by_letter).empty());
    BOOST_TEST((texts_of(s, mask::only_tokens(m)) == strings{"abc", "</s>"}));
}

BOOST_AUTO_TEST_CASE(whatever_follows_the_tokenizer_says_the_same) {
    std::mt19937 random(11);
    auto const letters = [&](std::size_t n) {
        std::string out;
        for (std::size_t i = 0; i < n; ++i) {
            out.push_back("abc"[random() % 3]);
        }
        return out;
    };
    std::size_t forced = 0;
    for (int round = 0; round < 400; ++round) {
        strings texts{"a", "b", "c"};
        for (int i = 0; i < 12; ++i) {
            // a merge can only be made of two tokens
            std::string const made = texts[random() % texts.size()] + texts[random() % texts.size()];
            if (std::find(texts.begin(), texts.end(), made) == texts.end()) {
                texts.push_back(made);
            }
        }
        std::string const text = letters(1 + random() % 8);
        setup s("root ::= \"" + text + "\" [" + (random() % 2 == 0 ? "abc" : "ab") + "]+", texts);
        mask::matcher m{s.compiled};
        auto const tokenize = [&](std::string_view part) { return bpe(s.tokens, part); };
        std::vector<vocab::token_id> const head = mask::forced_tokens(m, tokenize);
        forced += head.size();
        for (int tail = 0; tail < 40; ++tail) {
            std::string whole = text + letters(1 + random() % 9);
            if (!m.accept(whole)) {
                continue;
            }
            m.reset();
            std::vector<vocab::token_id> const all = tokenize(whole);
            BOOST_REQUIRE_MESSAGE(all.size() >= head.size() &&
                                      std::equal(head.begin(), head.end(), all.begin()),
                                  text << " in " << whole << ", round " << round);
        }
    }
    BOOST_TEST(forced > 100u);
}

BOOST_AUTO_TEST_CASE(one_allowed_token_needs_no_tokenizer) {
    setup s("root ::= \"xyz\" [0-9]", {"x", "xq", "y", "yz", "z", "1", "2"});
    mask::matcher m{s.compiled};
    BOOST_TEST((texts_of(s, mask::only_tokens(m)) == strings{"x"}));
    setup t("root ::= \"xyz\" <[5]>", {"x", "xq", "yz", "zz"});
    mask::matcher n{t.compiled};
    BOOST_TEST((texts_of(t, mask::only_tokens(n)) == strings{"x", "yz", "<x>", "</s>"}));
    BOOST_TEST((texts_of(t, mask::only_tokens(n, 1)) == strings{"x"}));
    BOOST_TEST(n.steps() == 0u);
}

BOOST_AUTO_TEST_CASE(what_only_a_long_token_could_go_on_with_is_not_forced) {
    // among many tokens none of which is allowed
    strings texts{"x", "1"};
    for (int i = 0; i < 700; ++i) {
        texts.push_back("other" + std::to_string(i));
    }
    for (std::size_t const length : {2u, 3u, 6u, 12u, 24u, 33u, 35u, 40u, 46u}) {
        texts.emplace_back(length, 'x');
    }
    // the longest that the text begins with
    auto const tokenizer = [](setup const& s) {
        return [&](std::string_view text) {
            std::vector<vocab::token_id> out;
            while (!text.empty()) {
                vocab::token_id best = 0;
                for (vocab::token_id id = 0; id < s.tokens.size(); ++id) {
                    bool const begins = !s.tokens.text(id).empty() && text.starts_with(s.tokens.text(id));
                    best = begins && s.tokens.text(id).size() >= s.tokens.text(best).size() ? id : best;
                }
                out.push_back(best);
                text.remove_prefix(s.tokens.text(best).size());
            }
            return out;
        };
    };
    setup const closed("root ::= \"" + std::string(36, 'x') + "\" \"1\"", texts);
    mask::matcher m{closed.compiled};
    BOOST_TEST(m.forced_text() == std::string(36, 'x') + "1");
    BOOST_TEST((texts_of(closed, mask::forced_tokens(m, tokenizer(closed))) ==
                strings{std::string(35, 'x'), "x", "1"}));

    setup const open("root ::= \"" + std::string(36, 'x') + "\" (\"xxxx\" | \"1\")", texts);
    mask::matcher n{open.compiled};
    BOOST_TEST(n.forced_text() == std::string(36, 'x'));
    BOOST_TEST(mask::forced_tokens(n, tokenizer(open)).empty());  // it may be one of 40 letters
    BOOST_REQUIRE(n.accept(std::string(36, 'x') + "1"));
    BOOST_TEST((texts_of(open, mask::only_tokens(n)) == strings{"</s>"}));
}

BOOST_AUTO_TEST_SUITE_END()
