// parlance/chat/known/formats.hpp - dialects that rendering cannot show, as data
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <string>
#include <utility>
#include <vector>

namespace parlance::chat::known {

/// `{"name": …, "arguments": …}`: the object that most dialects share.
[[nodiscard]] inline std::vector<piece> named_object(std::string name = "name",
                                                     std::string arguments = "arguments") {
    return {{piece::kind::text, "{\"" + std::move(name) + "\": \""},
            {piece::kind::name, {}},
            {piece::kind::text, "\", \"" + std::move(arguments) + "\": "},
            {piece::kind::arguments, {}},
            {piece::kind::text, "}"}};
}

/// JSON objects, each between markers of its own.
[[nodiscard]] inline tool_format objects(std::string open, std::string close,
                                         std::string arguments = "arguments") {
    tool_format t;
    t.mode = tool_mode::json_native;
    t.calls = {{}, std::move(open), std::move(close), "\n", {}};
    t.call = named_object("name", std::move(arguments));
    t.parallel = true;
    return t;
}

/// An array of JSON objects between markers.
[[nodiscard]] inline tool_format array(std::string open, std::string close) {
    tool_format t;
    t.mode = tool_mode::json_native;
    t.calls = {std::move(open) + "[", {}, {}, ", ", "]" + std::move(close)};
    t.call = named_object();
    t.parallel = true;
    return t;
}

/// A tag per call and per argument: `<function=NAME>\n<parameter=KEY>\nVALUE\n</parameter>\n</function>` and its kin.
[[nodiscard]] inline tool_format tags(list_shape calls, list_shape arguments, std::string key_close) {
    tool_format t;
    t.mode = tool_mode::tag_with_tagged;
    t.calls = std::move(calls);
    t.call = {{piece::kind::name, {}}, {piece::kind::arguments, {}}};
    t.arguments = std::move(arguments);
    t.key_close = std::move(key_close);
    t.parallel = true;
    return t;
}

/// Calls as Python writes them: `f(a=1, b='x')`.
[[nodiscard]] inline tool_format pythonic(std::string open, std::string separator, std::string close) {
    tool_format t;
    t.mode = tool_mode::tag_with_json;
    t.calls = {std::move(open), {}, {}, std::move(separator), std::move(close)};
    t.call = {{piece::kind::name, {}}, {piece::kind::arguments, {}}};
    t.written = {"(", ")", "=", {}, true, true, false};
    t.parallel = true;
    return t;
}

/// The name in markup, then JSON, maybe in a fence.
[[nodiscard]] inline tool_format name_then_json(list_shape calls, std::string behind_name) {
    tool_format t;
    t.mode = tool_mode::tag_with_json;
    t.calls = std::move(calls);
    t.call = {
        {piece::kind::name, {}}, {piece::kind::text, std::move(behind_name)}, {piece::kind::arguments, {}}};
    t.parallel = true;
    return t;
}

}  // namespace parlance::chat::known
