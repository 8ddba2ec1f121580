// parlance/chat/analysis/detail/calls.hpp - phases T1, T3 and T4: where name and arguments of a call stand, and then the others
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/call_answers.hpp>
#include <parlance/chat/analysis/detail/call_arguments.hpp>
#include <parlance/chat/analysis/detail/call_list.hpp>
#include <parlance/chat/analysis/detail/call_sketch.hpp>
#include <parlance/chat/analysis/detail/extent.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::analysis::detail {

/// What the T phases find.
///
/// tools    mode none when the template shows no calls
/// content  content beside calls is rendered at all
/// ends     what ends a turn of calls, where it is not what ends the other turns
/// blank    absent content beside calls makes the template fail, or write "None": give it an empty one
struct call_findings {
    tool_format tools;
    std::string ends;
    bool content = false;
    bool blank = false;
};

/// One analysis of calls, with arguments put in one form.
class call_analysis {
public:
    call_analysis(probe& p, turn_frame const& frame, reasoning_format const& reasoning,
                  std::string_view turn_end, bool inside)
        : answers_(p, frame, reasoning, turn_end, inside) {
        sketch_.asked = p.budget().asker();
    }

    /// All phases; mode none where the calls are not understood.
    [[nodiscard]] call_findings run() {
        call_findings out;
        if (!classify()) {
            return out;
        }
        list_analysis list(answers_, sketch_);
        list.find();
        argument_analysis(answers_, sketch_).find_order();
        out.ends = list.find_end();
        list.find_generated_id();
        out.content = list.find_lead();
        out.blank = answers_.blank();
        out.tools = std::move(sketch_.tools);
        return out;
    }

private:
    /// T1, T3, T4, T7: one call with one argument; where name, argument and id stand decides the mode.
    [[nodiscard]] bool classify() {
        auto const text = answers_.first();
        if (!text) {
            return false;
        }
        sketch_.one = *text;
        std::size_t const name = sketch_.one.find(needle::first_tool);
        std::size_t const key = sketch_.one.find(needle::first_key);
        std::size_t const value = sketch_.one.find(needle::first_value);
        if (name == std::string::npos || key == std::string::npos || value == std::string::npos) {
            return false;
        }
        tool_format& tools = sketch_.tools;
        if (extent const object = object_around(sketch_.one, name, 0, sketch_.asked);
            object.found() && object.end > value) {
            bool encoded = false;
            std::size_t const open = sketch_.one.rfind('{', key);
            extent arguments = open < object.begin ? extent{} : object_at(sketch_.one, open);
            if (!arguments.found()) {
                arguments = string_around(sketch_.one, key, object.begin);
                encoded = arguments.found();
            } else if (!is_member(arguments.in(sketch_.one), needle::first_key)) {
                // The key is a value like any other: what stands around it is markup.
                sketch_.mode = tool_mode::tag_with_tagged;
                return name < key &&
                       argument_analysis(answers_, sketch_).find(between_key_and_value(key, value));
            }
            std::size_t const id = sketch_.one.find(needle::first_id);
            if (id != std::string::npos && !encoded && (id < object.begin || id >= object.end)) {
                sketch_.mode = tool_mode::tag_with_json;
                return split_tagged(sketch_, arguments);
            }
            sketch_.mode = tool_mode::json_native;
            auto pieces = split_call(sketch_.one, object, arguments, false);
            tools.call = pieces.value_or(chat::pieces{});
            for (piece& p : tools.call) {
                p.is = encoded && p.is == piece::kind::arguments ? piece::kind::encoded : p.is;
            }
            return pieces.has_value();
        }
        if (name > key) {
            return false;
        }
        extent arguments = object_around(sketch_.one, key, name, sketch_.asked);
        if (!arguments.found() && (arguments = dictionary_around(sketch_.one, key, name)).found()) {
            write_dictionary(tools);
            sketch_.tail = sketch_.one.substr(value + needle::first_value.size(),
                                              arguments.end - value - needle::first_value.size());
        }
        if (arguments.found()) {
            sketch_.mode = tool_mode::tag_with_json;
            return split_tagged(sketch_, arguments);
        }
        if (key < value) {
            sketch_.mode = tool_mode::tag_with_tagged;
            return argument_analysis(answers_, sketch_).find(between_key_and_value(key, value));
        }
        return false;
    }

    [[nodiscard]] std::string between_key_and_value(std::size_t key, std::size_t value) const {
        std::size_t const begin = key + needle::first_key.size();
        return sketch_.one.substr(begin, value - begin);
    }
    [[nodiscard]] static bool is_member(std::string_view object, std::string_view key) {
        auto const parsed = json::parse(object);
        return parsed && parsed->is_object() && parsed->get_object().contains(key);
    }

    call_answers answers_;
    call_sketch sketch_;
};

/// How calls are written: in the last message, or else in one before it; with arguments as objects, or else as text, as
/// which they stay in the probe's form.
[[nodiscard]] inline call_findings analyze_calls(probe& p, turn_frame const& frame,
                                                 reasoning_format const& reasoning,
                                                 std::string_view turn_end) {
    for (bool const inside : {false, true}) {
        for (id_form const ids : {id_form::as_given, id_form::named}) {
            for (argument_form const form : {argument_form::object, argument_form::text}) {
                p.form().arguments = form;
                p.form().ids = ids;
                call_findings found = call_analysis(p, frame, reasoning, turn_end, inside).run();
                if (found.tools.mode() != tool_mode::none) {
                    return found;
                }
            }
        }
    }
    p.form().arguments = argument_form::object;
    p.form().ids = id_form::as_given;
    return {};
}

}  // namespace parlance::chat::analysis::detail
