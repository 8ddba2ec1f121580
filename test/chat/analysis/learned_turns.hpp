// test/chat/analysis/learned_turns.hpp - a template, what was learned of it, and turns that are prepared with that
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace learned_turns {

namespace chat = parlance::chat;
namespace mask = parlance::mask;
namespace vocab = parlance::vocab;

/// A template, and what was learned of it.
struct known {
    chat::chat_template compiled;
    chat::verified_analysis learned;
    explicit known(std::string_view source)
        : compiled(chat::chat_template::compile(source, {"<s>", "</s>"}).value()),
          learned(chat::learn(compiled)) {
        BOOST_TEST(chat::refuted(learned.claims) == 0u, chat::report(learned.result, learned.claims));
    }
    [[nodiscard]] chat::format const& format() const { return learned.result.format; }
    [[nodiscard]] chat::claim const& about(std::string_view what) const {
        return *std::ranges::find(learned.claims, what, &chat::claim::what);
    }
    [[nodiscard]] chat::prepared turn(chat::request const& wanted) const {
        chat::inputs in;
        in.messages = {{"user", "Where?", {}, {}, {}, {}, {}}};
        boost::json::object const place{{"type", "string"}};
        in.tools = {
            {"find", "finds",
             boost::json::object{{"type", "object"}, {"properties", boost::json::object{{"place", place}}}}}};
        return chat::prepare(compiled, learned.result, in, wanted).value();
    }
    [[nodiscard]] chat::prepared turn_with(chat::call_policy::kind choice) const {
        chat::request wanted;
        wanted.calls.choice = choice;
        return turn(wanted);
    }
};

/// A token for each byte.
inline mask::token_index const& bytes() {
    static mask::token_index const made = [] {
        vocab::token_list_builder all;
        for (int b = 0; b < 256; ++b) {
            all.add(std::string(1, static_cast<char>(b)));
        }
        all.add("</s>", vocab::token_kind::control);
        all.end(256);
        return mask::token_index::build(std::move(all).finish().value()).value();
    }();
    return made;
}

inline chat::message read(chat::prepared const& turn, std::string_view answer) {
    chat::response_parser r(turn.syntax, turn.tools);
    auto const ignore = [](chat::delta const&) {};
    r.prime(turn.answer_prefix);
    r.feed(answer, ignore);
    r.finish(ignore);
    BOOST_TEST(r.malformed().empty());
    return r.so_far();
}

}  // namespace learned_turns
