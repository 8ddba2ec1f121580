// parlance/chat/analysis/analyze.hpp - learns a dialect by rendering contrasting conversations and comparing them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/calls.hpp>
#include <parlance/chat/analysis/content.hpp>
#include <parlance/chat/analysis/frame.hpp>
#include <parlance/chat/analysis/reasoning.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/template.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

/// What a template was found to do with its inputs, so that they can be put as it wants them.
///
/// tools            it shows tools in the prompt and calls in history
/// content_in_call  content beside calls is rendered
/// blank_content    content beside calls must be present; an empty text will do
/// arguments        the form in which it wants a call's arguments
struct capabilities {
    bool tools = false;
    bool content_in_call = false;
    bool blank_content = false;
    argument_form arguments = argument_form::object;
    friend bool operator==(capabilities const&, capabilities const&) = default;
};

/// What was learned of a template.
///
/// renders  how often the template was run
/// raised   what it said when it raised; a probe that raises is not a fault, it only shows nothing
struct analysis_result {
    chat::format format;
    capabilities supports;
    std::size_t renders = 0;
    std::vector<diagnostic> raised;
};

namespace analysis {

/// The first marker of a text, or the text without white space where it has none.
[[nodiscard]] inline std::string stop_of(std::string_view turn_end) {
    auto markers = markers_of(turn_end);
    return markers.empty() ? std::string(strip(turn_end)) : std::move(markers.front());
}

/// The texts of a format that are not part of any argument, in the order of writing.
[[nodiscard]] inline std::vector<std::string_view> texts_of(format const& f) {
    std::vector<std::string_view> out{f.reasoning.start, f.reasoning.end, f.content.start, f.content.end,
                                      f.tools.calls.open, f.tools.calls.item_open};
    for (piece const& p : f.tools.call) {
        out.push_back(p.text);
    }
    for (std::string const* s :
         {&f.tools.arguments.open, &f.tools.arguments.item_open, &f.tools.key_close, &f.tools.arguments.item_close,
          &f.tools.arguments.separator, &f.tools.calls.item_close, &f.tools.calls.separator, &f.tools.calls.close}) {
        out.push_back(*s);
    }
    return out;
}

}  // namespace analysis

/// Learns the dialect of a template from its renders alone.  Total: a template that shows nothing gives a format
/// without reasoning and tools.  About 20 renders.
[[nodiscard]] inline analysis_result analyze(chat_template const& t) {
    using namespace analysis;
    probe p(t);
    analysis_result out;
    format& f = out.format;

    bool with_tools = true;
    auto frame = find_frame(p, with_tools);
    if (!frame) {
        with_tools = false;
        frame = find_frame(p, with_tools);
    }
    if (frame) {
        f.turn_start = frame->header;
        f.reasoning = analyze_reasoning(p, *frame, with_tools);
        auto found = analyze_content(p, *frame, f.reasoning, with_tools);
        f.content = std::move(found.content);
        f.turn_end = std::move(found.turn_end);
    }
    if (frame && with_tools) {
        call_findings found = call_analysis(p, *frame, f.reasoning, f.turn_end).analyze();
        f.tools = std::move(found.tools);
        f.tools.lead = std::move(found.lead);
        out.supports = {f.tools.mode != tool_mode::none, found.content, found.blank, found.arguments};
    }

    for (std::string_view const text : texts_of(f)) {
        for (std::string& marker : markers_of(text)) {
            if (std::find(f.preserved.begin(), f.preserved.end(), marker) == f.preserved.end()) {
                f.preserved.push_back(std::move(marker));
            }
        }
    }
    for (std::string stop : {stop_of(f.turn_end), t.tokens().eos}) {
        if (!stop.empty() && std::find(f.stops.begin(), f.stops.end(), stop) == f.stops.end()) {
            f.stops.push_back(std::move(stop));
        }
    }
    out.renders = p.renders();
    out.raised = p.errors();
    return out;
}

}  // namespace parlance::chat
