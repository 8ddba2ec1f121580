// test/chat/grammar.cpp - every call that a template writes is accepted by the grammar made for it
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/analysis/learn.hpp>
#include "analysis/own_templates.hpp"
#include "analysis/templates.hpp"
#include "formats.hpp"
#include <parlance/chat/grammar.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_grammar)

namespace chat = parlance::chat;

namespace {

/// The tools of verification; what they leave open is said to be open, as a grammar for tools wants it said.
std::vector<chat::tool> tools() {
    auto const parameters = parlance::json::parse(R"({"type": "object", "required": [], "properties": {
        "text": {"type": "string"}, "count": {"type": "integer"}, "ratio": {"type": "number"},
        "flag": {"type": "boolean"}, "list": {"type": "array", "items": true},
        "nested": {"type": "object", "additionalProperties": true}}})");
    return {{"lookup_item", "finds something", parameters.value()},
            {"send.report-2", "sends something", parameters.value()}};
}

/// How far the grammar follows a text.
std::size_t follows(parlance::rtn::network_view net, std::string_view text) {
    parlance::mask::npda run{parlance::mask::network_machine{net}};
    std::size_t at = 0;
    while (at < text.size() && run.accept(static_cast<std::uint8_t>(text[at]))) {
        ++at;
    }
    return at;
}

struct constraint {
    std::vector<std::string> triggers;
    parlance::rtn::network network;
};

constraint made(chat::format const& f, chat::call_policy const& policy) {
    auto const with = tools();
    auto const s = chat::build_syntax(f, with, policy);
    BOOST_REQUIRE_MESSAGE(bool(s), (s ? "" : render(s.error())));
    auto g = chat::build_grammar(*s, with, policy);
    BOOST_REQUIRE_MESSAGE(bool(g), (g ? "" : render(g.error())));
    BOOST_TEST(g->lazy == (policy.choice == chat::call_policy::kind::automatic));
    return {std::move(g->triggers), std::move(g->network)};
}

/// The answer ends at the first stop behind its calls; what a template writes there is the next message's.
std::string_view up_to_stop(std::string_view text, chat::format const& f) {
    std::size_t end = text.size();
    std::size_t const last = std::max(text.rfind("lookup_item") + 1, text.rfind("send.report-2") + 1);
    for (std::string const& stop : f.stops) {
        end = std::min(end, text.find(stop, last));
    }
    return text.substr(0, end);
}

/// What is not accepted, and why it need not be.
struct exception {
    std::string_view what;
    std::string_view part;  // of the text
    char const* why;
};
constexpr exception exceptions[] = {
    {"nested objects and lists", "\n                        ",
     "the template indents by 24 columns; white space in JSON has a bound of 20, so that no model loops on "
     "it"},
    {"strings with quotes, line ends, backslashes, markup and letters of all scripts",
     "text='say \"hi\",\n\tit's",
     "the template escapes nothing: what it means is read, but is not Python, which the grammar writes"},
    {"content before a call", "<tool_call|>Let me see.",
     "the template tells content behind the calls, where generation has long stopped"},
    {"content before a call", "</J>Let me see.",
     "the template tells content behind the calls, where generation has long stopped"},
    {"reasoning, content and two calls", "<tool_call|>Let me see.",
     "the template tells content behind the calls, where generation has long stopped"},
};

/// The texts with calls that the template wrote for verification; how many were tried.
std::size_t accepted(chat::chat_template const& t, chat::dialect const& learned) {
    chat::call_policy required;
    required.choice = chat::call_policy::kind::required;
    required.content = true;
    constraint const lazy = made(learned.format, {});
    constraint const eager = made(learned.format, required);
    std::size_t tried = 0;
    for (chat::claim const& c : chat::verify(t, learned)) {
        if (c.is != chat::verdict::proven || c.wrote.find("lookup_item") == std::string::npos) {
            continue;
        }
        ++tried;
        std::string_view const wrote = up_to_stop(c.wrote, learned.format);
        auto const known =
            std::find_if(std::begin(exceptions), std::end(exceptions), [&](exception const& e) {
                return e.what == c.what && wrote.find(e.part) != std::string::npos;
            });
        if (known != std::end(exceptions)) {
            BOOST_TEST(!parlance::mask::matches(eager.network, wrote),
                       "no exception any more: " << known->part);
            BOOST_TEST_MESSAGE(c.what << ": " << known->why);
            continue;
        }
        // The grammar reads from the first trigger behind which it reads to the end.
        std::size_t best = 0;
        bool read = false;
        for (std::string const& trigger : lazy.triggers) {
            for (std::size_t at = wrote.find(trigger); at != std::string::npos && !read;
                 at = wrote.find(trigger, at + 1)) {
                std::string_view const text = wrote.substr(at);
                read = parlance::mask::matches(lazy.network, text);
                best = std::max(best, at + follows(lazy.network, text));
            }
        }
        BOOST_TEST(read, "lazy, " << c.what << ", reads to " << best << " of " << wrote);
        BOOST_TEST(parlance::mask::matches(eager.network, wrote),
                   "eager, " << c.what << ", reads to " << follows(eager.network, wrote) << " of " << wrote);
    }
    return tried;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_family_of_our_own) {
    for (own::family const& f : own::families) {
        for (auto const* markers : {&own::tags, &own::bars, &own::brackets, &own::wide}) {
            BOOST_TEST_CONTEXT(f.name << " with " << (*markers)[8].second) {
                auto const t = chat::chat_template::compile(own::written(own::around(f.source), *markers),
                                                            {"<s>", "</s>"});
                BOOST_REQUIRE(t);
                BOOST_TEST(accepted(*t, chat::analyze(*t)) >= 9u);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(every_style_that_no_model_is_known_to_have) {
    std::size_t texts = 0;
    for (own::stranger const& s : own::unseen()) {
        BOOST_TEST_CONTEXT(s.name) {
            auto const t = chat::chat_template::compile(s.source, {"<s>", "</s>"});
            BOOST_REQUIRE(t);
            auto const learned = chat::learn(*t).result;
            texts += learned.format.tools.mode() == chat::tool_mode::none ? 0 : accepted(*t, learned);
        }
    }
    BOOST_TEST(texts >= 270u);
}

BOOST_AUTO_TEST_CASE(every_template_of_the_corpus_that_writes_calls) {
    std::size_t texts = 0;
    for (auto const& t : corpus::templates()) {
        if (t.result.format.tools.mode() == chat::tool_mode::none) {
            continue;
        }
        BOOST_TEST_CONTEXT(t.name) { texts += accepted(t.compiled, t.result); }
    }
    BOOST_TEST_MESSAGE(texts << " texts with calls");
    BOOST_TEST((corpus::templates().empty() || texts >= 400));
}

BOOST_AUTO_TEST_CASE(json_in_a_channel_is_content_to_its_end) {
    chat::format const f = formats::channels();
    boost::json::value const schema = {{"type", "object"}};
    auto const s = chat::build_syntax(f, {}, {}, {.reasoning_apart = true, .json = true}).value();
    auto const g = chat::build_grammar(s, {}, {}, {}, chat::tool_schema_options(), &schema).value();
    struct {
        std::string_view text;
        bool complete;
    } const rows[] = {
        {"<|channel|>final<|message|>{}", true},
        {"<|channel|>final <|constrain|>json<|message|>{}", true},
        {"<|channel|>analysis<|message|>{}", false},
        {"<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>{}", true},
    };
    for (auto const& row : rows) {
        parlance::mask::npda run{parlance::mask::network_machine{g.network}};
        bool const read = run.accept(row.text);
        BOOST_TEST((read && run.can_stop()) == row.complete, row.text);
    }
    std::string_view const front = "<|channel|>final<|message|>{\"";
    BOOST_TEST(follows(g.network, std::string(front) + "<|end") == front.size() + 5);
    BOOST_TEST(follows(g.network, std::string(front) + "<|end|>") == front.size() + 6);
}

BOOST_AUTO_TEST_SUITE_END()
