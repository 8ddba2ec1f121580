// parlance/chat/analysis/impl/calls.ipp - definitions of what parlance/chat/analysis/calls.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/calls.hpp>
#include <parlance/chat/analysis/call_answers.hpp>
#include <parlance/chat/analysis/call_arguments.hpp>
#include <parlance/chat/analysis/call_list.hpp>
#include <parlance/chat/analysis/call_sketch.hpp>
#include <parlance/chat/analysis/extent.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::analysis {

call_findings call_analysis::run() {
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

bool call_analysis::classify() {
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
    if (extent const object = object_around(sketch_.one, name); object.found() && object.end > value) {
        bool encoded = false;
        std::size_t const open = sketch_.one.rfind('{', key);
        extent arguments = open < object.begin ? extent{} : object_at(sketch_.one, open);
        if (!arguments.found()) {
            arguments = string_around(sketch_.one, key, object.begin);
            encoded = arguments.found();
        } else if (!is_member(arguments.in(sketch_.one), needle::first_key)) {
            // The key is a value like any other: what stands around it is markup.
            sketch_.mode = tool_mode::tag_with_tagged;
            return name < key && argument_analysis(answers_, sketch_).find(between_key_and_value(key, value));
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
    extent arguments = object_around(sketch_.one, key, name);
    if (!arguments.found() && (arguments = dictionary_around(sketch_.one, key, name)).found()) {
        tools.written.python = true;
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

std::string call_analysis::between_key_and_value(std::size_t key, std::size_t value) const {
    std::size_t const begin = key + needle::first_key.size();
    return sketch_.one.substr(begin, value - begin);
}

bool call_analysis::is_member(std::string_view object, std::string_view key) {
    auto const parsed = json::parse(object);
    return parsed && parsed->is_object() && parsed->get_object().contains(key);
}

call_findings analyze_calls(probe& p, turn_frame const& frame, reasoning_format const& reasoning,
                            std::string_view turn_end) {
    for (id_form const ids : {id_form::as_given, id_form::named}) {
        for (argument_form const form : {argument_form::object, argument_form::text}) {
            p.form().arguments = form;
            p.form().ids = ids;
            call_findings found = call_analysis(p, frame, reasoning, turn_end).run();
            if (found.tools.mode() != tool_mode::none) {
                return found;
            }
        }
    }
    p.form().arguments = argument_form::object;
    p.form().ids = id_form::as_given;
    return {};
}

}  // namespace parlance::chat::analysis
