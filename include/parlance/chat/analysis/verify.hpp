// parlance/chat/analysis/verify.hpp - proves what was learned: renders messages and reads them back
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/response.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

enum class verdict : std::uint8_t { proven, refuted, not_applicable };

[[nodiscard]] constexpr std::string_view to_string(verdict v) noexcept {
    constexpr std::string_view names[] = {"proven", "refuted", "not applicable"};
    return names[static_cast<std::size_t>(v)];
}

/// One thing that must hold if the format was learned rightly.
///
/// text  what the template wrote for the message, where it was read back otherwise; the reason, where the template
///       cannot write it
/// read  what was read from it instead
struct claim {
    std::string what;
    verdict is = verdict::not_applicable;
    std::string text;
    std::string read;
};

namespace analysis {

/// Renders messages that analysis did not learn from, reads the assistant's part back and compares.
class verification {
public:
    verification(chat_template const& t, analysis_result const& learned) : template_(&t), learned_(&learned) {
        boost::json::object properties;
        for (auto const& [key, type] : {std::pair{"text", "string"},
                                        {"count", "integer"},
                                        {"ratio", "number"},
                                        {"flag", "boolean"},
                                        {"list", "array"},
                                        {"nested", "object"}}) {
            properties[key] = boost::json::object{{"type", type}, {"description", "an argument"}};
        }
        boost::json::object parameters{{"type", "object"}, {"properties", std::move(properties)}};
        parameters["required"] = boost::json::array{};
        tools_.push_back({"lookup_item", "finds something", parameters});
        tools_.push_back({"send.report-2", "sends something", std::move(parameters)});
    }

    [[nodiscard]] std::vector<claim> run() {
        format const& f = learned_->format;
        bool const calls = f.tools.mode != tool_mode::none && learned_->supports.shows_calls;
        ids_are_made_ = std::any_of(f.tools.call.begin(), f.tools.call.end(),
                                    [](piece const& p) { return p.is == piece::kind::index; });
        bool const reasons = f.reasoning.mode != reasoning_mode::none && !f.reasoning.end.empty();
        tool_call const plain{"abcdefgh1", "lookup_item", R"({"text": "north"})"};
        tool_call const other{"abcdefgh2", "send.report-2", R"({"count": 3})"};

        check("content is read as it was", {"assistant", "Two words, a < b.", {}, {}, {}, {}, {}});
        check("reasoning and content are told apart",
              {"assistant", "The answer.", {}, "First this,\nthen that.", {}, {}, {}},
              reasons && f.reasoning.mode != reasoning_mode::tools_only);
        check("a call with one argument", {"assistant", {}, {}, {}, {plain}, {}, {}}, calls);
        check("a call without arguments",
              {"assistant", {}, {}, {}, {{"abcdefgh1", "lookup_item", "{}"}}, {}, {}}, calls);
        check(
            "a call with arguments of all types",
            {"assistant",
             {},
             {},
             {},
             {{"abcdefgh1", "lookup_item",
               R"({"text": "a \"b\"\nc <d> é", "count": -7, "ratio": 2.5, "flag": true, "list": [1, "x"], "nested": {"k": {"l": null}}})"}},
             {},
             {}},
            calls);
        check("two calls", {"assistant", {}, {}, {}, {plain, other}, {}, {}}, calls && f.tools.parallel);
        check("content before a call", {"assistant", "Let me see.", {}, {}, {plain}, {}, {}},
              calls && learned_->supports.content_in_call);
        check("reasoning before a call", {"assistant", {}, {}, "I need it.", {plain}, {}, {}},
              calls && reasons);
        return std::move(claims_);
    }

private:
    void check(std::string_view what, message const& m, bool applies = true) {
        claim& c = claims_.emplace_back();
        c.what = what;
        if (!applies) {
            return;
        }
        auto const text = answer(m, c.text);
        if (!text) {
            return;
        }
        if (!m.reasoning.empty() &&
            text->find(m.reasoning.substr(0, m.reasoning.find('\n'))) == std::string::npos) {
            c.text = "the template leaves the reasoning out";
            return;
        }
        auto const s = build_syntax(learned_->format, tools_);
        if (!s) {
            c.is = verdict::refuted;
            c.read = render(s.error());
            return;
        }
        response r(*s, tools_);
        auto const ignore = [](delta const&) {};
        r.feed(*text, ignore);
        r.finish(ignore);
        c.is = same(m, r.so_far()) && r.malformed().empty() ? verdict::proven : verdict::refuted;
        if (c.is == verdict::refuted) {
            c.text = *text;
            c.read = describe(r.so_far());
        }
    }

    /// The assistant's part of the rendered conversation; nothing, and the reason, when the template cannot write it.
    [[nodiscard]] std::optional<std::string> answer(message const& m, std::string& reason) const {
        inputs in;
        in.tools = tools_;
        in.add_generation_prompt = false;
        in.messages.push_back({"user", "What is it?", {}, {}, {}, {}, {}});
        auto const before = template_->render(in, learned_->supports.form);
        in.messages.push_back(m);
        if (!m.calls.empty() && learned_->supports.blank_content && !m.content) {
            in.messages.back().content.emplace();
        }
        auto const all = template_->render(in, learned_->supports.form);
        if (!before || !all) {
            reason = render((before ? all : before).error());
            return std::nullopt;
        }
        std::string_view text = *all;
        format const& f = learned_->format;
        std::size_t const shared = common_prefix(*before, text).size();
        std::size_t const header = text.rfind(f.turn_start, shared);
        if (header == std::string_view::npos) {
            reason = "the turn does not begin as learned";
            return std::nullopt;
        }
        std::string_view const after = std::string_view(*before).substr(std::min(before->size(), header));
        text.remove_prefix(f.turn_start.empty() ? shared : header + f.turn_start.size());
        if (text.ends_with(f.turn_end)) {
            text.remove_suffix(f.turn_end.size());
        } else if (!f.turn_start.empty() && text.ends_with(after)) {
            text.remove_suffix(after.size());  // what the template writes behind every conversation
            text.remove_suffix(text.ends_with(stop_of(f.turn_end)) ? stop_of(f.turn_end).size() : 0);
        }
        return std::string(text);
    }

    [[nodiscard]] bool same(message const& wanted, message const& got) const {
        if (strip(wanted.content.value_or("")) != strip(got.content.value_or("")) ||
            strip(wanted.reasoning) != strip(got.reasoning) || wanted.calls.size() != got.calls.size()) {
            return false;
        }
        for (std::size_t i = 0; i < wanted.calls.size(); ++i) {
            auto const a = json::parse(wanted.calls[i].arguments);
            auto const b = json::parse(got.calls[i].arguments);
            bool const id = ids_are_made_ || got.calls[i].id.empty() || got.calls[i].id == wanted.calls[i].id;
            if (wanted.calls[i].name != got.calls[i].name || !a || !b || *a != *b || !id) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] static std::string describe(message const& m) {
        std::string out = "content " + json::dump(boost::json::value(m.content.value_or("")));
        if (!m.reasoning.empty()) {
            out += ", reasoning " + json::dump(boost::json::value(m.reasoning));
        }
        for (tool_call const& c : m.calls) {
            out += ", call " + c.name + "(" + c.arguments + ")";
        }
        return out;
    }

    chat_template const* template_;
    analysis_result const* learned_;
    std::vector<tool> tools_;
    std::vector<claim> claims_;
    bool ids_are_made_ = false;  // by the template, from the position of the call
};

}  // namespace analysis

/// What holds of a learned format, what does not, and what the template cannot show.  Two renders per claim.
[[nodiscard]] inline std::vector<claim> verify(chat_template const& t, analysis_result const& learned) {
    return analysis::verification(t, learned).run();
}

/// What was learned, for people: the modes by their usual names, every marker quoted, then the claims.
[[nodiscard]] inline std::string report(analysis_result const& learned,
                                        std::vector<claim> const& claims = {}) {
    format const& f = learned.format;
    std::string out;
    auto const line = [&](std::string_view what, std::string_view text) {
        if (!text.empty()) {
            out.append("  ").append(what).append(18 - std::min<std::size_t>(what.size(), 17), ' ');
            out.append(json::dump(boost::json::value(text))).append("\n");
        }
    };
    out.append("turn\n");
    line("start", f.turn_start);
    line("end", f.turn_end);
    for (std::string const& stop : f.stops) {
        line("stop", stop);
    }
    out.append("reasoning ").append(to_string(f.reasoning.mode)).append("\n");
    line("start", f.reasoning.start);
    line("end", f.reasoning.end);
    out.append("content ").append(to_string(f.content.mode)).append("\n");
    line("start", f.content.start);
    line("end", f.content.end);
    out.append("tools ")
        .append(to_string(f.tools.mode))
        .append(f.tools.parallel ? ", several calls\n" : "\n");
    line("before calls", f.tools.lead);
    line("section start", f.tools.calls.open);
    line("call start", f.tools.calls.item_open);
    std::string call;
    for (piece const& p : f.tools.call) {
        constexpr std::string_view places[] = {"", "NAME", "ID", "ARGUMENTS", "INDEX", "", ""};
        call.append(p.text).append(places[static_cast<std::size_t>(p.is)]);
    }
    line("call", call);
    line("arguments open", f.tools.arguments.open);
    line("argument open", f.tools.arguments.item_open);
    line("key close", f.tools.key_close);
    line("other key close", f.tools.key_close_other);
    line("argument close", f.tools.arguments.item_close);
    line("between arguments", f.tools.arguments.separator);
    line("call end", f.tools.calls.item_close);
    line("between calls", f.tools.calls.separator);
    line("section end", f.tools.calls.close);
    for (claim const& c : claims) {
        out.append(c.is == verdict::proven ? "  + " : c.is == verdict::refuted ? "  ! " : "  - ");
        out.append(c.what).append(": ").append(to_string(c.is)).append("\n");
        if (c.is == verdict::refuted) {
            line("written", c.text);
            line("read", c.read);
        }
    }
    return out;
}

}  // namespace parlance::chat
