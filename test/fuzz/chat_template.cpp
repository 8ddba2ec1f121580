// test/fuzz/chat_template.cpp - any template: analysis and verification end, and what was learned reads an answer
// SPDX-License-Identifier: BSL-1.0
//
// The input is KIND REST: with KIND '0' to '4' REST is markers for one of the families of own_templates.hpp (one behind the
// other, \x1f between), with 'A' to 'Z' it is put at the end of one of the styles in unseen/, else it is a template of its
// own.  A format that was learned before is not tried again.
#include "../chat/analysis/own_templates.hpp"
#include "chat_answers.hpp"
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

namespace chat = parlance::chat;
using fuzzing::tools;

std::string template_of(char kind, std::string_view rest) {
    if (kind >= 'A' && kind <= 'Z') {
        auto const& known = own::unseen();
        std::size_t const i = static_cast<std::size_t>(kind - 'A') % known.size();
        return known[i].source + std::string(rest);
    }
    if (kind < '0' || kind > '4') {
        return std::string(rest);
    }
    own::markers markers = own::tags;
    for (auto& [name, marker] : markers) {
        std::string_view const field = rest.substr(0, rest.find('\x1f'));
        if (!field.empty() && field.find('@') == field.npos) {
            marker = field;
        }
        rest.remove_prefix(std::min(rest.size(), field.size() + 1));
    }
    return own::written(own::around(own::families[kind - '0'].source), markers);
}

/// Whether this is the first time that `text` is seen; forgets all when there are too many.
bool first_time(std::unordered_set<std::string>& seen, std::string text) {
    constexpr std::size_t many = 20'000;
    if (seen.size() >= many) {
        seen.clear();
    }
    return seen.insert(std::move(text)).second;
}

/// A call in the format's own words, as far as they can be put together, between other text.
std::string answer_in(chat::format const& f) {
    std::string out =
        f.reasoning.start + "I think" + f.reasoning.end + f.content.start + "Well" + f.content.end;
    out += f.tools.lead + f.tools.calls.open + f.tools.calls.item_open;
    for (chat::piece const& p : f.tools.call) {
        out += p.is == chat::piece::kind::text        ? p.text
               : p.is == chat::piece::kind::name      ? "find"
               : p.is == chat::piece::kind::arguments ? R"({"city": "Bern"})"
                                                      : "a1";
    }
    return out + f.tools.calls.item_close + f.tools.calls.close + "bye";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    constexpr std::size_t longest = 1500;
    if (size < 2 || size > longest) {
        return 0;
    }
    std::string_view const input(reinterpret_cast<char const*>(data), size);
    static std::unordered_set<std::string> templates;
    std::string const source = template_of(input.front(), input.substr(1));
    if (!first_time(templates, source)) {
        return 0;
    }
    parlance::limits bounds;
    bounds.steps = 4'000;
    bounds.allocated_bytes = std::size_t{1} << 18;
    bounds.output_bytes = std::size_t{1} << 13;
    bounds.states = 100'000;
    auto const t = chat::chat_template::compile(source, {"<s>", "</s>"}, bounds);
    if (!t) {
        return 0;
    }
    auto const learned = chat::analyze(*t);
    static std::unordered_set<std::string> formats;
    if (!first_time(formats, chat::report(learned))) {
        return 0;
    }
    static_cast<void>(chat::report(learned, chat::verify(*t, learned)));

    chat::inputs in;
    in.messages.push_back({"user", "Is it cold?", {}, {}, {}, {}, {}});
    in.tools = tools();
    if (auto const turn = chat::prepare(*t, learned, in, {}, bounds)) {
        static_cast<void>(chat::constraint_of(*turn, bounds));
    }
    for (bool const apart : {true, false}) {
        if (auto const s = chat::build_syntax(learned.format, tools(), {}, {apart, false})) {
            fuzzing::demand_laws(chat::response_parser(*s, tools()), answer_in(learned.format));
        }
    }
    return 0;
}
