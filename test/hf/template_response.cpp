// test/hf/template_response.cpp
// SPDX-License-Identifier: BSL-1.0
#include "../measured.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/hf/template_response.hpp>
#include <parlance/chat/anthropic.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/responses.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <parlance/hf/response_reader.hpp>
#include <type_traits>

BOOST_AUTO_TEST_SUITE(hf_template_response)

namespace {

using namespace parlance;
using namespace parlance::chat;

hf::response_template load(std::string_view spec) {
    return hf::response_template::load(json::parse(spec).value()).value();
}

constexpr std::string_view hermes = R"j({"start_anchor": "<|im_start|>assistant\n", "fields": {
    "thinking": {"open": "<think>", "close_pattern": "</think>\\s*"},
    "tool_calls": {"open": "<tool_call>", "close_pattern": "</tool_call>\\s*", "repeats": true, "content": "json",
                   "transform": {"type": "function", "function": "{content}"}},
    "content": {"close_pattern": "<\\|im_end\\|>\\s*"}}})j";

constexpr std::string_view tags = R"j({"start_anchor": "A", "fields": {"content": {},
    "tool_calls": {"open_pattern": "<f=(?P<name>\\w+)>", "close": "</f>", "repeats": true, "content": "xml-inline",
                   "content_args": {"tag_pattern": "<p=(?P<key>\\w+)>\\s*(?P<value>.*?)\\s*</p>"},
                   "transform": {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}}}})j";

constexpr std::string_view lines = R"j({"start_anchor": "A", "fields": {"content": {},
    "tool_calls": {"open_pattern": "<f=(?P<name>\\w+)>", "close": "</f>", "repeats": true, "content": "kv-lines",
                   "transform": {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}}}})j";

constexpr std::string_view tool_list =
    R"j([{"type": "function", "function": {"name": "f", "parameters": {"type": "object",
    "properties": {"n": {"type": "integer"}, "s": {"type": "string"}, "l": {"type": ["array", "null"]}}}}}])j";

/// Deltas with those of a kind put together, where nothing stands between them.
struct told {
    std::string log;
    message whole;

    auto sink() {
        return [this](delta const& d) {
            constexpr char const* names[] = {"reasoning", "content", "begin",
                                             "arguments", "end",     "malformed"};
            std::string const head = std::string(names[static_cast<std::size_t>(d.kind)]) +
                                     (d.kind == delta_kind::call_end && !d.whole ? "!" : "");
            bool const more =
                head == last_ && (d.kind == delta_kind::reasoning || d.kind == delta_kind::content ||
                                  d.kind == delta_kind::arguments || d.kind == delta_kind::malformed);
            log += more ? "" : "|" + head + " ";
            last_ = head;
            log += d.text;
            if (d.kind == delta_kind::content) {
                whole.content = whole.content.value_or("").append(d.text);
            } else if (d.kind == delta_kind::reasoning) {
                whole.reasoning.append(d.text);
            } else if (d.kind == delta_kind::call_begin) {
                whole.calls.push_back({std::string(d.id), std::string(d.text), {}, false});
            } else if (d.kind == delta_kind::arguments) {
                whole.calls.at(d.index).arguments.append(d.text);
            } else if (d.kind == delta_kind::call_end) {
                whole.calls.at(d.index).whole = d.whole;
            }
        };
    }

private:
    std::string last_;
};

std::string read(hf::response_template const& t, std::vector<std::string_view> const& pieces,
                 std::span<tool const> tools = {}) {
    told out;
    auto sink = out.sink();
    hf::template_response r(t, tools);
    for (std::string_view const piece : pieces) {
        r.feed(piece, sink);
    }
    r.finish(sink);
    BOOST_TEST((out.whole.content == r.so_far().content));
    BOOST_TEST(out.whole.reasoning == r.so_far().reasoning);
    BOOST_REQUIRE(out.whole.calls.size() == r.so_far().calls.size());
    for (std::size_t i = 0; i < out.whole.calls.size(); ++i) {
        BOOST_TEST(out.whole.calls[i].arguments == r.so_far().calls[i].arguments);
        BOOST_TEST(out.whole.calls[i].name == r.so_far().calls[i].name);
        BOOST_TEST(out.whole.calls[i].whole == r.so_far().calls[i].whole);
    }
    return out.log;
}

void check_every_split(hf::response_template const& t, std::string_view text, std::string_view expected,
                       std::span<tool const> tools = {}) {
    BOOST_TEST_CONTEXT(text) {
        BOOST_TEST(read(t, {text}, tools) == expected);
        std::vector<std::string_view> bytes;
        for (std::size_t i = 0; i < text.size(); ++i) {
            bytes.push_back(text.substr(i, 1));
        }
        BOOST_TEST(read(t, bytes, tools) == expected);
        for (std::size_t cut = 1; cut < text.size(); ++cut) {
            BOOST_TEST(read(t, {text.substr(0, cut), text.substr(cut)}, tools) == expected);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(deltas_are_the_same_for_every_split) {
    auto const tools = tools_from_openai(json::parse(tool_list).value()).value();
    struct {
        std::string_view spec;
        char const* text;
        char const* log;
    } const rows[] = {
        {hermes,
         "<think> hm \n</think>\nSure. <tool_call>{\"name\": \"f\", \"arguments\": {\"x\": "
         "1.50}}</tool_call><|im_end|>",
         "|reasoning hm|content Sure.|begin f|arguments {\"x\": 1.50}|end "},
        {hermes, "<tool_call>{\"arguments\": {\"x\": \"\xC3\xA9\"}, \"name\": \"f\"}</tool_call>",
         "|begin f|arguments {\"x\": \"\xC3\xA9\"}|end "},
        {hermes, "a<tool_call>{\"name\": \"f\", \"arguments\": {\"x\": ",
         "|content a|begin f|arguments {\"x\": |end! "},
        {hermes, "a<tool_call>nothing</tool_call>", "|content a|malformed nothing"},
        {hermes, "<tool_call>{\"name\": \"f\"}</tool_call>", "|begin f|arguments {}|end "},
        {tags, "a<f=f><p=n> 7 </p><p=s>7</p>\n<p=l>[1]</p></f>b",
         "|content a|begin f|arguments {\"n\": 7, \"s\": \"7\", \"l\": [1]}|end |content \nb"},
        {tags, "<f=f></f>", "|begin f|arguments {}|end "},
        {tags, "<f=g><p=a>1</p><p=a>2</p></f>", "|begin g|arguments {\"a\": \"1\", \"a\": \"2\"}|end "},
        {hermes, "<tool_call>{\"name\": \"f\", \"arguments\": {\"x\": 1}}",
         "|begin f|arguments {\"x\": 1}|end "},
        {tags, "<f=f><p=n>7</p><p=s>cut", "|begin f|arguments {\"n\": 7|end! "},
        {tags, "<f=f><p=n>7</p><p=s>x</p></f", "|begin f|arguments {\"n\": 7, \"s\": \"x\"|end! "},
        {tags, "<f=f>", "|begin f|end! "},
        {lines, "<f=f>n: 7\ns: cu", "|begin f|arguments {\"n\": 7|end! "},
        {lines, "<f=f>n: 7\ns: a:b \n\n none\nl: null</f>",
         "|begin f|arguments {\"n\": 7, \"s\": \"a:b\", \"l\": null}|end "},
    };
    for (auto const& row : rows) {
        check_every_split(load(row.spec), row.text, row.log, tools);
    }
}

BOOST_AUTO_TEST_CASE(pairs_of_arguments_are_said_when_they_are_complete) {
    auto const t = load(tags);
    told out;
    auto sink = out.sink();
    hf::template_response r(t);
    r.feed("<f=g><p=a>1</p>", sink);
    BOOST_TEST(out.log == "|begin g|arguments {\"a\": \"1\"");
    r.feed("<p=b>2</p", sink);
    BOOST_TEST(out.log == "|begin g|arguments {\"a\": \"1\"");
    r.feed(">", sink);
    BOOST_TEST(out.log == "|begin g|arguments {\"a\": \"1\", \"b\": \"2\"");
    auto const l = load(lines);
    told second;
    auto again = second.sink();
    hf::template_response by_line(l);
    by_line.feed("<f=g>a: 1\nb: ", again);
    BOOST_TEST(second.log == "|begin g|arguments {\"a\": \"1\"");
}

BOOST_AUTO_TEST_CASE(duplicates_that_merge_are_said_at_the_end) {
    std::string spec(tags);
    spec.replace(spec.find("{\"tag_pattern\""), 1, "{\"merge_duplicates\": true, ");
    check_every_split(load(spec), "<f=g><p=a>1</p><p=a>2</p></f>",
                      "|begin g|arguments {\"a\": [\"1\", \"2\"]}|end ");
}

BOOST_AUTO_TEST_CASE(what_the_prompt_began_is_not_said_again) {
    auto const t = load(hermes);
    told out;
    auto sink = out.sink();
    hf::template_response r(t);
    r.prime("<|im_start|>user\n<think>x</think><|im_start|>assistant\n<think>so ");
    r.feed("far</think>b", sink);
    r.finish(sink);
    BOOST_TEST(out.log == "|reasoning far|content b");
    BOOST_TEST(json::dump(r.values()) == R"j({"thinking": "so far", "content": "b"})j");
}

BOOST_AUTO_TEST_CASE(wire_shapes_are_written_from_its_deltas) {
    auto const t = load(hermes);
    std::string_view const text =
        "<think>hm</think>Sure.<tool_call>{\"name\": \"f\", \"arguments\": {\"x\": 1}}</tool_call><|im_end|>";
    for (std::size_t const piece : {std::size_t{1}, std::size_t{5}, text.size()}) {
        hf::template_response r(t);
        openai_chunks writer;
        std::string content;
        std::string reasoning;
        std::string arguments;
        std::string name;
        std::string reason;
        auto const collect = [&](json::object const& chunk) {
            json::value const& choice = chunk.at("choices").at(0);
            json::value const& d = choice.at("delta");
            auto const add = [&](std::string& to, json::value const& from, char const* key) {
                if (auto const* v = json::member(from, key); v != nullptr && v->is_string()) {
                    to += json::text_of(*v);
                }
            };
            add(content, d, "content");
            add(reasoning, d, "reasoning_content");
            if (auto const* calls = json::member(d, "tool_calls")) {
                add(name, calls->at(0).at("function"), "name");
                add(arguments, calls->at(0).at("function"), "arguments");
            }
            add(reason, choice, "finish_reason");
        };
        writer.begin(collect);
        auto const put = [&](delta const& d) { writer.put(d, collect); };
        for (std::size_t at = 0; at < text.size(); at += piece) {
            r.feed(text.substr(at, piece), put);
        }
        r.finish(put);
        writer.end(ending{}, collect);
        BOOST_TEST(content == "Sure.");
        BOOST_TEST(reasoning == "hm");
        BOOST_TEST(name == "f");
        BOOST_TEST(arguments == "{\"x\": 1}");
        BOOST_TEST(reason == "tool_calls");
        json::object const whole = to_openai(r.so_far());
        BOOST_TEST(json::text_of(whole.at("content")) == content);
        BOOST_TEST(json::text_of(whole.at("reasoning_content")) == reasoning);
        BOOST_TEST(json::text_of(whole.at("tool_calls").at(0).at("function").at("arguments")) == arguments);
    }
}

BOOST_AUTO_TEST_CASE(a_copy_goes_on_apart) {
    auto const t = load(tags);
    auto const ignore = [](delta const&) {};
    hf::template_response r(t);
    r.feed("<f=g><p=a>1", ignore);
    hf::template_response fork = r;
    r.feed("2</p></f>", ignore);
    fork.feed("3</p></f>", ignore);
    BOOST_TEST(r.so_far().calls.at(0).arguments == "{\"a\": \"12\"}");
    BOOST_TEST(fork.so_far().calls.at(0).arguments == "{\"a\": \"13\"}");
}

// The template and the tools must outlive what reads by them.
using list_of_tools = std::vector<parlance::chat::tool>;
template <class... Arguments>
constexpr bool reads = std::is_constructible_v<parlance::hf::template_response, Arguments...>;
static_assert(reads<parlance::hf::response_template&, list_of_tools const&>);
static_assert(reads<parlance::hf::response_template const&>);
static_assert(!reads<parlance::hf::response_template> &&
              !reads<parlance::hf::response_template const&, list_of_tools>);
static_assert(!std::is_constructible_v<parlance::hf::response_reader, parlance::hf::response_template>);

BOOST_AUTO_TEST_CASE(an_allocation_that_fails_ends_the_reading_where_it_was) {
    hf::response_template const t = load(hermes);
    std::string const text =
        "<think>a piece of reasoning that is not short</think>Words of an answer, many of them."
        "<tool_call>{\"name\": \"f\", \"arguments\": {\"s\": \"a text that is not short\"}}</tool_call>";
    auto const ignore = [](delta const&) {};
    auto const read = [&](long allocations) {
        hf::template_response r(t);
        std::size_t thrown = 0;
        auto const guarded = [&](auto call) {
            try {
                call();
            } catch (std::bad_alloc const&) {
                ++thrown;
            }
        };
        measured::until_failure = allocations;
        for (std::size_t at = 0; at < text.size(); at += 40) {
            guarded([&] { r.feed(std::string_view(text).substr(at, 40), ignore); });
        }
        guarded([&] { r.finish(ignore); });
        measured::until_failure = -1;
        BOOST_TEST((allocations < 0 || thrown <= 1));
        return std::pair(r.so_far(), thrown);
    };
    message const whole = read(-1).first;
    BOOST_TEST(whole.calls.size() == 1);
    std::size_t failed = 0;
    for (long k = 0;; ++k) {
        auto const [got, thrown] = read(k);
        if (thrown == 0) {
            break;
        }
        ++failed;
        BOOST_TEST(whole.reasoning.starts_with(got.reasoning));
        BOOST_TEST(whole.content.value_or("").starts_with(got.content.value_or("")));
        BOOST_TEST(got.calls.size() <= 1);
    }
    BOOST_TEST(failed > 10);
}

BOOST_AUTO_TEST_SUITE_END()
