// parlance/chat/analysis/detail/impl/verification.ipp - definitions of what parlance/chat/analysis/detail/verification.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/verification.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/analysis/detail/written.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <algorithm>
#include <utility>

namespace parlance::chat::analysis::detail {

verification::verification(dialect const& learned, meter& m)
    : meter_(&m), learned_(&learned), compare_(learned.format.tools) {
    for (bool const elaborate : {false, true}) {
        stages_.push_back({asked(probing_tools(elaborate))});
    }
    stages_.push_back({asked({})});  // some templates fail on any tool
}

std::vector<claim> verification::run() {
    auto const said = [](std::optional<std::string> content, std::string reasoning,
                         std::vector<tool_call> calls) {
        return message{"assistant", std::move(content), {}, std::move(reasoning), std::move(calls), {}, {}};
    };
    auto const call = [](std::string arguments) {
        return std::vector<tool_call>{{"abcdefgh1", "lookup_item", std::move(arguments)}};
    };
    std::vector<claim> claims;
    auto const check = [&](std::string_view what, message const& m, fidelity how = fidelity::values) {
        claims.push_back(about(what, m, how));
    };
    auto const plain = call(R"({"text": "north"})");
    auto two = plain;
    two.push_back({"abcdefgh2", "send.report-2", R"({"count": 3})"});

    check("content is read as it was", said("Two words, a < b.", {}, {}));
    check("content that looks like markup stays content",
          said(R"(Use <b>this</b>, see [1, 2], or write {"a": 1}: <x> < y.)", {}, {}));
    check("reasoning and content are told apart", said("The answer.", "First this,\nthen that: 2 < 3.", {}));
    check("a call with one argument", said({}, {}, plain));
    check("a call without arguments", said({}, {}, call("{}")));
    check("a call with arguments of all types",
          said({}, {},
               call(R"({"text": "a", "count": -7, "ratio": 2.5, "flag": true, "list": [1, "x"],)"
                    R"( "nested": {"k": null}})")));
    check("strings with quotes, line ends, backslashes, markup and letters of all scripts",
          said({}, {}, call(R"({"text": "say \"hi\",\n\tit's C:\\dir <d>é</d> & 日本 {\"k\": [1]}"})")));
    for (auto const& [what, text] : {std::pair{"line ends at the edges of a string", "\n  north\n\n"},
                                     {"blanks at the edges of a string", "  north  "},
                                     {"a string that is one line end", "\n"},
                                     {"an empty string", ""},
                                     {"a string with carriage returns", "\r\n- north\r\n"},
                                     {"a string that looks like a number", "42"},
                                     {"a string that looks like JSON", R"({"k": [null]})"}}) {
        boost::json::object const arguments{{"text", text}};
        check(what, said({}, {}, call(json::dump(boost::json::value(arguments)))));
    }
    check("nested objects and lists",
          said({}, {}, call(R"({"list": [[1, 2], [], {}], "nested": {"k": {"l": [null, {"m": "x, y"}]}}})")));
    check("numbers stay as they were written",
          said({}, {}, call(R"({"count": 12345678901234, "ratio": -0.125})")), fidelity::letters);
    check("two calls", said({}, {}, two));
    check("content before a call", said("Let me see.", {}, plain));
    check("reasoning before a call", said({}, "I need it.", plain));
    check("reasoning, content and two calls", said("Let me see.", "I need both.", two));
    format const& f = learned_->format;
    if (f.channels.used() ||
        (f.tools.mode() != tool_mode::none && f.reasoning.mode != reasoning_mode::none)) {
        claims.push_back(written_again(said("Let me see.", "I need it.", plain)));
    }
    return claims;
}

std::vector<tool> verification::probing_tools(bool elaborate) {
    boost::json::object properties;
    for (auto const& [key, type] : {std::pair{"text", "string"},
                                    {"count", "integer"},
                                    {"ratio", "number"},
                                    {"flag", "boolean"},
                                    {"list", "array"},
                                    {"nested", "object"}}) {
        boost::json::object property{{"type", type}, {"description", "an argument"}};
        if (elaborate && property["type"] == "array") {
            property["items"] = boost::json::object{{"type", "string"}};
        }
        if (elaborate && property["type"] == "object") {
            property["properties"] = boost::json::object{};
            property["additionalProperties"] = true;
        }
        properties[key] = std::move(property);
    }
    boost::json::object parameters{{"type", "object"}, {"properties", std::move(properties)}};
    parameters["required"] = boost::json::array{};
    return {{"lookup_item", "finds something", parameters},
            {"send.report-2", "sends something", std::move(parameters)}};
}

claim verification::about(std::string_view what, message const& m, fidelity how) {
    claim last = judge(m, false, how);
    if (last.is != verdict::proven) {
        claim inside = judge(m, true, how);
        if (inside.is == verdict::proven) {
            inside.why = "inside a conversation; as its end: " +
                         (last.why.empty() ? std::string(to_string(last.is)) : last.why);
            last = std::move(inside);
        } else if (last.is == verdict::not_applicable && inside.is != verdict::not_applicable) {
            last = std::move(inside);
        }
    }
    last.what = what;
    return last;
}

claim verification::judge(message const& m, bool inside, fidelity how) {
    claim c;
    if (meter_->used_up()) {
        c.why = "not tried";
        return c;
    }
    stage* const s = stage_for(m);
    if (s == nullptr) {
        c.why = "the template fails on tools";
        return c;
    }
    std::string shown;
    auto const text = answer(*s, m, inside, c.why, &shown);
    bool const unlearned = learned_->format.tools.mode() == tool_mode::none && shows_call(m, shown);
    if (!text) {
        c.is = unlearned ? verdict::refuted : c.is;
        return c;
    }
    if (char const* const lost = left_out(m, *text)) {
        c.is = unlearned ? verdict::refuted : c.is;
        c.why = lost;
        return c;
    }
    c.wrote = *text;
    if (!meter_->read(*text)) {
        return c;
    }
    if (!s->tables) {
        s->tables.emplace(meter_->build(learned_->format, s->in.tools));
    }
    if (meter_->used_up()) {
        return c;
    }
    if (!*s->tables) {
        c.is = verdict::refuted;
        c.read = render(s->tables->error());
        return c;
    }
    response_parser r(**s->tables, s->in.tools);
    auto const ignore = [](delta const&) {};
    r.feed(*text, ignore);
    r.finish(ignore);
    message const& got = r.so_far();
    c.is = r.malformed().empty() && compare_.same(m, got, *text, how) ? verdict::proven : verdict::refuted;
    if (c.is == verdict::proven) {
        // Some templates end the section of calls only behind a second one; models end it always.
        std::string_view const close = strip(learned_->format.tools.calls.close);
        if (!m.calls.empty() && text->find(close) == std::string::npos) {
            c.is = verdict::not_applicable;
            c.why = "the template leaves out what ends its calls elsewhere";
        }
        return c;
    }
    c.read = describe(got);
    if (std::string why = ambiguity(*s, m, got, inside, *text); !why.empty()) {
        c.is = verdict::ambiguous;
        c.why = std::move(why);
    }
    return c;
}

claim verification::written_again(message const& m) {
    claim c;
    c.what = "the next request takes reasoning, content and a call";
    stage* const s = stage_for(m);
    if (s == nullptr || meter_->used_up()) {
        c.why = s == nullptr ? "the template fails on tools" : "not tried";
        return c;
    }
    auto const written = [&](message const& answer) {
        inputs next = s->in;
        next.messages.push_back(answer);
        for (tool_call const& call : answer.calls) {
            next.messages.push_back({"tool", "found", {}, {}, {}, call.id, call.name});
        }
        return meter_->write(next, learned_->supports);
    };
    auto const all = written(m);
    if (!all) {
        message only = m;
        only.content.reset();
        only.reasoning.clear();
        c.is = written(only) ? verdict::refuted : verdict::not_applicable;
        c.why = render(all.error());
    } else if (shows_call(m, *all)) {
        c.is = verdict::proven;
    } else {
        c.why = "the template does not show the call";
    }
    return c;
}

std::string verification::ambiguity(stage& s, message const& m, message const& got, bool inside,
                                    std::string_view text) const {
    if ((compare_.moved(m, got) || compare_.retyped(m, got) || compare_.other_strings(m, got)) &&
        written_alike(s, got, inside, text)) {
        return "the template writes the same for the message that was read";
    }
    if (auto const seam = unescaped_seam(s, inside); !seam.empty() && holds(m, segments(seam).front())) {
        return "the template escapes nothing: it writes two arguments as one that contains " +
               json::quoted(seam);
    }
    if (holds(m, "\\") && unescaped_backslash(s, inside)) {
        return "the template escapes nothing: it writes a backslash as it is, which is the beginning of an "
               "escape";
    }
    return {};
}

bool verification::written_alike(stage& s, message const& other, bool inside, std::string_view text) const {
    std::string ignored;
    auto const written = answer(s, other, inside, ignored);
    return written && *written == text;
}

std::optional<std::string> verification::written(stage& s, bool inside, boost::json::object arguments) const {
    std::string ignored;
    message m{"assistant", {}, {}, {}, {}, {}, {}};
    m.calls.push_back({"abcdefgh1", "lookup_item", json::dump(boost::json::value(std::move(arguments)))});
    return answer(s, m, inside, ignored);
}

std::string verification::unescaped_seam(stage& s, bool inside) const {
    auto const two = written(s, inside, {{"text", needle::first_value}, {"count", needle::second_value}});
    std::size_t const first = two ? two->find(needle::first_value) : std::string::npos;
    std::size_t const second = two ? two->find(needle::second_value) : std::string::npos;
    if (first == std::string::npos || second == std::string::npos || second < first) {
        return {};
    }
    std::size_t const from = first + needle::first_value.size();
    std::string seam = two->substr(from, second - from);
    auto const one = written(
        s, inside, {{"text", std::string(needle::first_value) + seam + std::string(needle::second_value)}});
    return one == two ? seam : std::string();
}

bool verification::unescaped_backslash(stage& s, bool inside) const {
    bool const python = chat::detail::notation_of(learned_->format.tools).python;
    std::string const bare = std::string(needle::first_value) + "\\" + std::string(needle::second_value);
    auto const text = python ? written(s, inside, {{"text", bare}}) : std::nullopt;
    return text && text->find(bare) != std::string::npos;
}

bool verification::holds(message const& m, std::string_view text) {
    return std::any_of(m.calls.begin(), m.calls.end(), [&](tool_call const& c) {
        auto const parsed = json::parse(c.arguments);
        boost::json::object const* arguments = parsed ? parsed->if_object() : nullptr;
        return arguments != nullptr && std::any_of(arguments->begin(), arguments->end(), [&](auto const& a) {
                   bool const deep = a.value().is_structured();
                   std::string const words =
                       deep ? json::dump(a.value()) : std::string(json::text_of(a.value()));
                   return words.find(deep ? std::string_view("\"") : text) != std::string::npos;
               });
    });
}

}  // namespace parlance::chat::analysis::detail
