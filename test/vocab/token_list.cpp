// test/vocab/token_list.cpp - a list is what was put into it, by id, kind and spelling
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/token_list.hpp>
#include <parlance/text/limits.hpp>
#include "../looks.hpp"
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>

BOOST_AUTO_TEST_SUITE(vocab_token_list)

namespace {

using namespace parlance;
using vocab::token_id;
using vocab::token_kind;

}  // namespace

BOOST_AUTO_TEST_CASE(tokens_are_text_unless_their_kind_says_otherwise) {
    struct sample {
        token_kind kind;
        bool ends;
        std::string_view bytes;
        bool found;
    };
    sample const samples[] = {
        {token_kind::normal, false, "t", false},    {token_kind::byte, false, "t", false},
        {token_kind::control, false, "", true},     {token_kind::user_defined, false, "t", true},
        {token_kind::unused, false, "", false},     {token_kind::normal, true, "", true},
        {token_kind::user_defined, true, "", true},
    };
    for (sample const& s : samples) {
        vocab::token_list_builder build;
        build.add("t", s.kind);
        if (s.ends) {
            build.end(0);
        }
        vocab::token_list const v = std::move(build).finish().value();
        BOOST_TEST(v.bytes(0) == s.bytes);
        BOOST_TEST(v.text(0) == "t");
        BOOST_TEST((v.kind(0) == s.kind));
        BOOST_TEST(v.ends(0) == s.ends);
        BOOST_TEST((v.find("t") == (s.found ? std::optional<token_id>{0} : std::nullopt)));
    }
}

BOOST_AUTO_TEST_CASE(what_is_set_last_counts_and_gaps_are_holes) {
    vocab::token_list_builder build;
    build.set(2, "old", token_kind::normal);
    build.set(2, "<new>", token_kind::user_defined);
    build.set(5, "<new>", token_kind::control);
    build.end(9);
    build.pad(8);
    vocab::token_list const v = std::move(build).finish().value();
    BOOST_TEST(v.size() == 8u);
    BOOST_TEST(v.bytes(2) == "<new>");
    BOOST_TEST((v.kind(0) == token_kind::unused));
    BOOST_TEST(v.bytes(0).empty());
    BOOST_TEST((v.find("<new>") == token_id{2}));
    BOOST_TEST((v.find("old") == std::nullopt));
    BOOST_TEST((v.find("") == std::nullopt));
}

BOOST_AUTO_TEST_CASE(find_finds_every_special_token) {
    vocab::token_list_builder build;
    for (int i = 0; i < 300; ++i) {
        build.add("<|" + std::to_string(i) + "|>", token_kind::control);
    }
    vocab::token_list const v = std::move(build).finish().value();
    for (token_id id = 0; id < v.size(); ++id) {
        BOOST_TEST((v.find(v.text(id)) == id));
    }
    BOOST_TEST((v.find("<|300|>") == std::nullopt));
}

BOOST_AUTO_TEST_CASE(limits_hold) {
    limits bounds;
    bounds.tokens = 3;
    vocab::token_list_builder build(bounds);
    build.set(0xFFFF'FFFF, "x", token_kind::normal);
    BOOST_CHECK(std::move(build).finish().error().code == errc::too_many_tokens);
    BOOST_CHECK(vocab::token_list_builder{}.finish().error().code == errc::empty_vocabulary);
    std::string_view const texts[] = {"a", "b", "c", "d"};
    BOOST_CHECK(vocab::make_list(texts, {}, bounds).error().code == errc::too_many_tokens);
    BOOST_CHECK(vocab::make_list(std::span{texts}.first(3), {}, bounds).has_value());
}

template <class List>
concept viewed = requires(List&& tokens) { static_cast<List&&>(tokens).view(); };
static_assert(viewed<parlance::vocab::token_list&> && viewed<parlance::vocab::token_list const&>);
static_assert(!viewed<parlance::vocab::token_list>, "the tokens would be gone");

BOOST_AUTO_TEST_CASE(a_list_that_is_asked_to_stop_is_none) {
    std::size_t made = 0;
    std::size_t stopped = 0;
    for (std::size_t looks = 0; made == 0 && looks < 1'000; ++looks) {
        stop_behind const asked{looks};
        limits bounds;
        bounds.stop = asked;
        vocab::token_list_builder build(bounds);
        for (int i = 0; i < 20'000; ++i) {
            build.add("token" + std::to_string(i));
        }
        auto const list = std::move(build).finish();
        if (list) {
            ++made;
            BOOST_TEST(list->size() == 20'000u);
            BOOST_TEST(list->bytes(19'999) == "token19999");
        } else {
            ++stopped;
            BOOST_TEST((list.error().code == errc::cancelled));
        }
    }
    BOOST_TEST(made == 1u);
    BOOST_TEST(stopped > 0u);
}

BOOST_AUTO_TEST_SUITE_END()
