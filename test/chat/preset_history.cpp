// test/chat/preset_history.cpp - conversations for prompt formats: checked, counted, and shortened to what fits
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/preset_history.hpp>
#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_preset_history)

namespace chat = parlance::chat;
using history = std::vector<chat::preset_message>;

namespace {

history const talk{{"system", "S"}, {"user", "a"}, {"assistant", "b"}, {"user", "c"}};

std::size_t bytes(std::string_view text) { return text.size(); }

std::string why_not(history const& messages) {
    auto const valid = chat::validate_conversation(messages);
    BOOST_REQUIRE(!valid.has_value());
    BOOST_TEST((valid.error().code == parlance::errc::invalid_message));
    return std::string(valid.error().hint.view());
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_message_has_one_of_four_roles) {
    for (char const* role : {"system", "user", "assistant", "function"}) {
        BOOST_TEST(chat::validate_message({role, ""}).has_value(), role);
    }
    for (char const* role : {"", "User", "tool", "users"}) {
        auto const valid = chat::validate_message({role, "text"});
        BOOST_REQUIRE(!valid.has_value());
        BOOST_TEST((valid.error().code == parlance::errc::invalid_message));
        BOOST_TEST(valid.error().hint.view() == std::string("no such role: ") + role);
    }
}

BOOST_AUTO_TEST_CASE(a_conversation_takes_turns_and_ends_with_the_user) {
    BOOST_TEST(chat::validate_conversation(talk).has_value());
    BOOST_TEST(chat::validate_conversation({{"user", "a"}}).has_value(), "a system message is optional");
    BOOST_TEST(why_not({}) == "there is no user message (message 0)");
    BOOST_TEST(why_not({{"system", "S"}}) == "there is no user message (message 1)");
    BOOST_TEST(why_not({{"user", "a"}, {"user", "b"}}) == "an assistant message is due here (message 1)");
    BOOST_TEST(why_not({{"assistant", "b"}}) == "a user message is due here (message 0)");
    BOOST_TEST(why_not({{"user", "a"}, {"assistant", "b"}}) ==
               "the last message must be the user's (message 1)");
    BOOST_TEST(why_not({{"user", "a"}, {"system", "S"}, {"user", "b"}}) ==
               "an assistant message is due here (message 1)");
    BOOST_TEST(why_not({{"user", "a"}, {"bot", "b"}}) == "no such role: bot");
}

BOOST_AUTO_TEST_CASE(four_bytes_are_about_a_token) {
    static_assert(chat::estimate_tokens("") == 0);
    static_assert(chat::estimate_tokens("abc") == 0);
    static_assert(chat::estimate_tokens("abcdefgh") == 2);
    BOOST_TEST((chat::truncate({{"user", "abcdefgh"}, {"assistant", "x"}}, 1, chat::estimate_tokens) ==
                history{{"assistant", "x"}}));
}

BOOST_AUTO_TEST_CASE(truncation_keeps_the_system_text_and_the_latest_turns_that_fit) {
    BOOST_TEST(
        (chat::truncate(talk, 3, bytes) == history{{"system", "S"}, {"assistant", "b"}, {"user", "c"}}));
    BOOST_TEST((chat::truncate(talk, 3, bytes, true) == history{{"system", "S"}, {"user", "c"}}));
    BOOST_TEST((chat::truncate(talk, 0, bytes) == history{{"system", "S"}}));
    BOOST_TEST((chat::truncate(talk, 99, bytes) == talk));
    BOOST_TEST((chat::truncate(talk, 4, bytes) == talk));
    // nothing is left out in the middle: what is older than one that does not fit goes, too
    BOOST_TEST((chat::truncate({{"user", "a"}, {"assistant", "long"}, {"user", "c"}}, 4, bytes) ==
                history{{"user", "c"}}));
    BOOST_TEST(chat::truncate({}, 4, bytes).empty());
}

BOOST_AUTO_TEST_CASE(all_system_messages_are_kept_and_counted_wherever_they_stand) {
    history const two{{"system", "S"}, {"user", "a"}, {"system", "long rules"}, {"user", "b"}};
    BOOST_TEST((chat::truncate(two, 3, bytes) == history{{"system", "S"}, {"system", "long rules"}}));
    BOOST_TEST((chat::truncate(two, 12, bytes) ==
                history{{"system", "S"}, {"system", "long rules"}, {"user", "b"}}));
    BOOST_TEST((chat::truncate(two, 13, bytes) == two));
}

BOOST_AUTO_TEST_CASE(an_answer_whose_question_did_not_fit_may_be_dropped) {
    history const asked{{"user", "question"}, {"assistant", "a"}, {"user", "b"}, {"assistant", "c"}};
    BOOST_TEST(
        (chat::truncate(asked, 3, bytes) == history{{"assistant", "a"}, {"user", "b"}, {"assistant", "c"}}));
    BOOST_TEST((chat::truncate(asked, 3, bytes, true) == history{{"user", "b"}, {"assistant", "c"}}));
    BOOST_TEST(chat::truncate(asked, 1, bytes, true).empty());
    BOOST_TEST((chat::truncate(asked, 99, bytes, true) == asked), "nothing is dropped where all fits");
}

BOOST_AUTO_TEST_SUITE_END()
