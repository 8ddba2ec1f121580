// test/property/requests.cpp - whatever a request asks for, the grammar that prepare() makes writes only what is read as asked
// SPDX-License-Identifier: BSL-1.0
#include "../chat/analysis/own_templates.hpp"
#include "../chat/analysis/templates.hpp"
#include "byte_walk.hpp"
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_requests)

namespace chat = parlance::chat;
using kind = chat::call_policy::kind;

namespace {

std::vector<chat::tool> const& tools() {
    static std::vector<chat::tool> const made = [] {
        auto const find =
            parlance::json::parse(R"({"type": "object", "required": ["city", "days"], "properties": {
            "city": {"type": "string", "maxLength": 12, "description": "where"},
            "days": {"type": "integer", "description": "how far"},
            "exact": {"type": "boolean", "description": "to the degree"},
            "unit": {"type": "string", "enum": ["C", "F"], "description": "of what"},
            "near": {"type": "array", "items": {"type": "number"}, "maxItems": 3, "description": "by"}}})");
        // more optional arguments than any order is made of
        auto const many = parlance::json::parse(R"({"type": "object", "required": [], "properties": {
            "zeta": {"type": "string", "description": "6"}, "beta": {"type": "integer", "description": "2"},
            "Gamma": {"type": "boolean", "description": "3"}, "eta": {"type": "number", "description": "7"},
            "alpha": {"type": "string", "description": "1"}, "iota": {"type": "string", "description": "9"}}})");
        auto const none = parlance::json::parse(R"({"type": "object", "required": [], "properties": {}})");
        return std::vector<chat::tool>{{"find_weather", "finds", find.value()},
                                       {"tune", "tunes", many.value()},
                                       {"stop.all-2", "stops", none.value()}};
    }();
    return made;
}

boost::json::value const& answer_schema() {
    static boost::json::value const made =
        parlance::json::parse(R"({"type": "object", "required": ["sum"], "additionalProperties": false,
                                  "properties": {"sum": {"type": "integer"}, "why": {"type": "string"}}})")
            .value();
    return made;
}

struct setting {
    std::string_view what;
    kind choice = kind::automatic;
    std::string_view named{};
    bool parallel = true;
    bool schema = false;
    bool apart = true;
    bool thinking = true;
    std::string_view begun{};  // a message of the assistant that is to be continued
};

constexpr setting settings[] = {
    {"automatic"},
    {"required", kind::required},
    {"named", kind::automatic, "tune"},
    {"one call at most", kind::automatic, {}, false},
    {"exactly one call", kind::required, {}, false},
    {"JSON or calls", kind::automatic, {}, true, true},
    {"calls, though a schema is given", kind::required, {}, false, true},
    {"thinking off", kind::required, {}, true, false, true, false},
    {"reasoning not told apart", kind::required, {}, true, false, false},
    {"a message continued", kind::automatic, {}, true, false, true, true, "Let me"},
    {"a message continued into a call", kind::required, {}, true, false, true, true, "Let me"},
    {"JSON continued", kind::none, {}, true, true, true, true, R"({"sum": 1)"},
};

chat::request request_of(setting const& s) {
    chat::request out;
    out.calls.choice = s.choice;
    out.calls.named = s.named;
    out.calls.parallel = s.parallel;
    out.reasoning_apart = s.apart;
    out.thinking = s.thinking;
    if (s.schema) {
        out.schema = answer_schema();
    }
    return out;
}

bool blank(std::string_view text) { return chat::analysis::strip(text).empty(); }

/// What is wrong with a message that is to be as the setting asks; empty for nothing.
std::string wrong(chat::message const& m, std::string_view malformed, setting const& s, bool lazy) {
    if (!malformed.empty()) {
        return "malformed: " + std::string(malformed);
    }
    for (chat::tool_call const& call : m.calls) {
        chat::tool const* const tool = chat::find_tool(tools(), call.name);
        auto const value = parlance::json::parse(call.arguments);
        if (tool == nullptr || !value || !parlance::schema::validate(tool->parameters, *value)) {
            return "invalid: " + call.name + " " + call.arguments;
        }
        if (!s.named.empty() && call.name != s.named) {
            return "not the tool that was named: " + call.name;
        }
    }
    std::string const content = m.content.value_or("");
    if (m.calls.empty()) {
        if (lazy || s.choice == kind::required || !s.named.empty()) {
            return "no call";
        }
        auto const value = parlance::json::parse(content);
        return value && parlance::schema::validate(answer_schema(), *value)
                   ? ""
                   : "not as the schema asks: " + content;
    }
    if (!s.parallel && m.calls.size() != 1) {
        return "more than one call";
    }
    return s.apart && s.begun.empty() && !blank(content) ? "content: " + content : "";
}

/// The message that is read behind the end of a prompt.  Where the prompt ends inside reasoning, calls wait for its end.
struct reading {
    chat::message message;
    std::string malformed;
};
reading read(chat::syntax const& table, std::string_view tail, std::string_view text, bool fed) {
    chat::response_parser r(table, tools());
    auto const ignore = [](chat::delta const&) {};
    if (fed) {
        r.feed(tail, ignore);
    } else {
        r.prime(tail);
    }
    r.feed(text, ignore);
    r.finish(ignore);
    return {r.so_far(), std::string(r.malformed())};
}

/// How much of a call's beginning the prompt has written already.
std::size_t shared(std::string_view tail, std::string_view text) {
    std::size_t length = std::min(tail.size(), text.size());
    while (!tail.ends_with(text.substr(0, length))) {
        --length;
    }
    return length;
}

/// A lazy grammar that waits for `trigger` begins with what is read as a call, and with nothing else: not with the same
/// text in reasoning, unless calls end that.  It waits where a call is read all the same, but in the middle of a word,
/// behind text though nothing marks calls, or in reasoning that is never closed, which nobody knows before the end.
void try_trigger(chat::format const& f, chat::syntax const& table, chat::grammar const& g,
                 std::string_view tail, chat::thinking const& thinking, std::string_view text) {
    auto const trigger = chat::call_trigger_of(f, table);
    auto const starts = parlance::mask::trigger::pattern(trigger.pattern);
    BOOST_REQUIRE_MESSAGE(bool(starts), trigger.pattern << ": " << (starts ? "" : render(starts.error())));
    auto const waits = parlance::mask::grammar::prepare(g.network, *starts).value();
    parlance::mask::compiled_grammar compiled(waits, walks::bytes());
    bool const marked = chat::has_call_marker(f) || f.channels.used();
    std::string const closed = thinking.open ? thinking.end : std::string();
    for (std::string const& front :
         {closed, closed + "Well, ", closed + "Well\n", closed + "Re", std::string("Hm, "),
          thinking.start + "or ", thinking.start + "or " + thinking.end, thinking.start + "or" + thinking.end,
          closed + "A word." + thinking.start + "or "}) {
        parlance::mask::matcher m(compiled);
        std::string const said = front + std::string(text);
        bool const allowed = m.accept(std::string(tail) + said);
        bool const fires = !allowed || !m.waiting();
        bool const calls = !read(table, tail, said, false).message.calls.empty();
        char const last = front.empty() ? ' ' : front.back();
        std::string const thought = (thinking.open ? thinking.start : std::string()) + front;
        std::size_t const opened = thinking.end.empty() ? thought.npos : thought.rfind(thinking.start);
        bool const unclosed = opened != thought.npos &&
                              thought.find(thinking.end, opened + thinking.start.size()) == thought.npos;
        bool const may_wait =
            chat::detail::is_word_letter(last) || unclosed ||
            (!marked && !blank(front) && (thinking.end.empty() || !front.ends_with(thinking.end)));
        BOOST_TEST((fires ? calls : !calls || may_wait), (fires ? "fires" : "waits")
                                                             << " behind " << tail << "|" << front << "| in "
                                                             << text << "\n"
                                                             << trigger.pattern);
        BOOST_TEST(allowed, "not allowed behind " << tail << "|" << front << ": " << text);
    }
}

/// Walks the grammar of one setting; how many texts ended in time.
std::size_t try_setting(chat::format const& f, chat::syntax const& table, chat::grammar const& g,
                        setting const& s, std::string_view tail, chat::thinking const& thinking,
                        std::mt19937& random) {
    walks::walker writes(g.network);
    std::size_t whole = 0;
    // Where messages have headers, the one that was begun ends before the call's.
    bool const headed = g.lazy && !s.begun.empty() && f.channels.used();
    bool const addressed = headed && f.channels.channel.empty();  // then calls stand in a message to a tool
    std::string const in_front =
        !headed ? std::string()
                : f.channels.ends.front() + f.channels.start +
                      (addressed ? f.channels.recipient + "tool" + f.channels.message : std::string());
    constexpr int tries = 1;
    for (int i = 0; i < tries; ++i) {
        // A lazy grammar begins with the call; an eager one has to go on from the prompt.
        auto const text = writes.walk(random, g.lazy ? std::string_view() : tail);
        BOOST_TEST(bool(text), "the grammar does not go on from " << tail);
        if (!text || text->empty()) {
            continue;
        }
        ++whole;
        std::string const said = in_front + (g.lazy && thinking.open ? thinking.end : std::string()) +
                                 text->substr(g.lazy ? shared(tail, *text) : 0);
        reading const got = read(table, tail, said, !s.begun.empty());
        std::string const what = wrong(got.message, got.malformed, s, g.lazy);
        BOOST_TEST(what.empty(), what << "\nbehind " << tail << "\nin " << said);
        if (g.lazy && s.begun.empty() && shared(tail, *text) == 0) {
            try_trigger(f, table, g, tail, thinking, *text);
        }
    }
    return whole;
}

/// The tools without their arguments that are lists.
std::vector<chat::tool> without_lists(std::vector<chat::tool> from) {
    for (chat::tool& each : from) {
        auto& properties = each.parameters.at("properties").as_object();
        std::vector<std::string> lists;
        for (auto const& [key, schema] : properties) {
            if (schema.at("type") == "array") {
                lists.emplace_back(key);
            }
        }
        for (std::string const& key : lists) {
            properties.erase(key);
        }
    }
    return from;
}

/// failing  takes templates that cannot write the tools of a request
std::size_t try_template(chat::chat_template const& t, chat::dialect const& learned, std::mt19937& random,
                         std::set<std::string>& failing) {
    auto const undefined = [](auto const& made) {
        return !made && made.error().code == parlance::errc::jinja_undefined;
    };
    std::size_t whole = 0;
    for (setting const& s : settings) {
        BOOST_TEST_CONTEXT(s.what) {
            chat::inputs in;
            if (learned.supports.needs_system) {
                in.messages.push_back({"system", "Be brief.", {}, {}, {}, {}, {}});
            }
            in.messages.push_back({"user", "Is it cold?", {}, {}, {}, {}, {}});
            in.tools = tools();
            if (!s.begun.empty()) {
                in.messages.push_back({"assistant", std::string(s.begun), {}, {}, {}, {}, {}});
                in.continue_final = chat::continuation::automatic;
            }
            auto p = chat::prepare(t, learned, in, request_of(s));
            if (undefined(p)) {
                // the template's own fault: it writes a variable that is not there, for any list, or for any tool
                BOOST_TEST(undefined(t.write(in, learned.supports)),
                           "it is not the template: " << render(p.error()));
                in.tools = without_lists(tools());
                p = chat::prepare(t, learned, in, request_of(s));
                if (undefined(p)) {
                    in.tools = {{"tool", "a tool", boost::json::object{{"type", "object"}}}};
                    BOOST_TEST(undefined(t.write(in, learned.supports)), "it renders another tool");
                    failing.emplace(t.source());
                    continue;
                }
                failing.emplace(t.source());
            }
            if (!p) {
                // no calls at all, or none behind a text that was begun
                bool const no_calls = !chat::has_call_marker(learned.format) &&
                                      p.error().code == parlance::errc::no_tool_format;
                // Templates for one scenario miss what another one brings.  With nothing asked for, all must render.
                bool const plain = s.choice == kind::automatic && s.begun.empty() && s.named.empty();
                bool const refused = !plain && p.error().code == parlance::errc::jinja_raised;
                BOOST_TEST((no_calls || refused), render(p.error()));
            } else if (p->grammar) {
                whole += try_setting(learned.format, p->syntax, *p->grammar, s, p->answer_prefix, p->thinking,
                                     random);
            }
        }
    }
    return whole;
}

}  // namespace

BOOST_AUTO_TEST_CASE(on_every_template_of_the_corpus) {
    std::mt19937 random(5);
    std::size_t whole = 0;
    std::set<std::string> failing;
    for (auto const& t : corpus::templates()) {
        BOOST_TEST_CONTEXT(t.name) { whole += try_template(t.compiled, t.result, random, failing); }
    }
    BOOST_TEST(failing.size() <= 2u);
    BOOST_TEST_MESSAGE(whole << " texts");
    BOOST_TEST((corpus::templates().empty() || whole >= 450));
}

BOOST_AUTO_TEST_CASE(on_every_style_that_no_model_is_known_to_have) {
    std::mt19937 random(6);
    std::size_t whole = 0;
    std::set<std::string> failing;
    for (own::stranger const& s : own::unseen()) {
        auto const t = chat::chat_template::compile(s.source, {"<s>", "</s>"}).value();
        BOOST_TEST_CONTEXT(s.name) { whole += try_template(t, chat::learn(t).result, random, failing); }
    }
    BOOST_TEST(failing.empty());
    BOOST_TEST_MESSAGE(whole << " texts");
    BOOST_TEST(whole >= 290u);
}

BOOST_AUTO_TEST_CASE(on_every_documented_dialect) {
    std::mt19937 random(7);
    std::size_t whole = 0;
    for (chat::known::dialect const& d : chat::known::dialects) {
        chat::format const f = d.make();
        for (setting const& s : settings) {
            if (!s.begun.empty() || (!s.named.empty() && chat::find_tool(tools(), s.named) == nullptr)) {
                continue;
            }
            BOOST_TEST_CONTEXT(d.name << ", " << s.what) {
                chat::request const wanted = request_of(s);
                chat::call_policy policy = wanted.calls;
                policy.choice = s.named.empty() ? policy.choice : kind::required;
                auto const table = chat::build_syntax(f, tools(), policy, {s.apart, s.schema});
                BOOST_REQUIRE_MESSAGE(bool(table), (table ? "" : render(table.error())));
                auto const g = chat::build_grammar(*table, tools(), policy, {}, chat::tool_schema_options(),
                                                   s.schema ? &answer_schema() : nullptr);
                BOOST_REQUIRE_MESSAGE(bool(g), (g ? "" : render(g.error())));
                whole += try_setting(f, *table, *g, s, {}, {}, random);
            }
        }
    }
    BOOST_TEST_MESSAGE(whole << " texts");
    BOOST_TEST(whole >= 155u);
}

BOOST_AUTO_TEST_CASE(alternatives_of_nested_arguments_are_read_as_they_are_written) {
    auto const schema = parlance::json::parse(R"({"type": "object", "required": ["filter", "label", "node"],
        "$defs": {"node": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 6},
                           "next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}}}},
        "properties": {
            "filter": {"anyOf": [{"type": "array", "items": {"type": "string", "maxLength": 6}},
                                 {"type": "object", "required": ["field", "op"], "properties":
                                     {"field": {"type": "string", "maxLength": 6}, "op": {"type": "integer"}}}]},
            "label": {"oneOf": [{"type": "string", "maxLength": 6},
                                {"type": "object", "properties": {"text": {"type": "string", "maxLength": 6}}}]},
            "limit": {"oneOf": [{"type": "integer"},
                                {"type": "object", "required": ["max"], "properties":
                                    {"max": {"type": "integer"}, "min": {"type": "integer"}}}]},
            "either": {"anyOf": [{"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "maxLength": 6}}},
                                 {"type": "object", "required": ["b"], "properties": {"b": {"type": "integer"},
                                                                                     "c": {"type": "boolean"}}}]},
            "list": {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}],
                     "default": null},
            "node": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "array", "items": {"$ref": "#/$defs/node"}}]}}})")
                            .value();
    auto const at = std::ranges::find(own::unseen(), "nested_elements", &own::stranger::name);
    BOOST_REQUIRE((at != own::unseen().end()));
    auto const t = chat::chat_template::compile(at->source, {"<s>", "</s>"}).value();
    auto const learned = chat::analyze(t);
    BOOST_REQUIRE(chat::detail::members_in(learned.format.tools));
    chat::inputs in;
    in.messages = {{"user", "Find it.", {}, {}, {}, {}, {}}};
    in.tools = {{"find", "finds", schema}};
    chat::call_policy policy;
    policy.choice = kind::required;
    policy.parallel = false;
    auto const turn = chat::prepare(t, learned, in, {.calls = policy}).value();
    walks::walker writes(turn.grammar->network);
    std::mt19937 random(8);
    std::size_t objects = 0;
    std::size_t lists = 0;
    constexpr int tries = 150;
    for (int i = 0; i < tries; ++i) {
        auto const text = writes.walk(random, turn.answer_prefix);
        BOOST_REQUIRE(text);
        if (text->empty()) {
            continue;
        }
        chat::response_parser r(turn.syntax, turn.tools);
        r.prime(turn.answer_prefix);
        r.feed(*text, [](chat::delta const&) {});
        r.finish([](chat::delta const&) {});
        BOOST_REQUIRE_MESSAGE(r.so_far().calls.size() == 1, *text);
        std::string const& arguments = r.so_far().calls.front().arguments;
        auto const value = parlance::json::parse(arguments);
        BOOST_TEST((value && parlance::schema::validate(schema, *value)), arguments << "\nof " << *text);
        if (value && value->is_object() && value->get_object().contains("filter")) {
            objects += value->at("filter").is_object();
            lists += value->at("filter").is_array();
        }
    }
    BOOST_TEST_MESSAGE(objects << " objects, " << lists << " lists");
    BOOST_TEST((objects >= 10u && lists >= 10u));
}

BOOST_AUTO_TEST_SUITE_END()
