// parlance/chat/tool.hpp - a function that the model may call
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <concepts>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::chat {

/// A tool: its name, what it is for, and the JSON Schema of its arguments (an object schema).
///
/// strict  its arguments must be those that the schema says: a schema that cannot be had exactly is an error, and a call that
///         breaks it is never whole, in whatever way it was written
struct tool {
    std::string name;
    std::string description;
    boost::json::value parameters = boost::json::object{};
    bool strict = false;
};

/// The tool of this name, or null.
[[nodiscard]] PARLANCE_DECL tool const* find_tool(std::span<tool const> tools,
                                                  std::string_view name) noexcept;
template <std::same_as<std::vector<tool>> Tools>  // an rvalue
tool const* find_tool(Tools&& tools, std::string_view name) = delete;

/// A tool in OpenAI's shape, {"type": "function", "function": {…}}: what templates expect in `tools`.
[[nodiscard]] PARLANCE_DECL boost::json::object to_openai(tool const& t);

[[nodiscard]] PARLANCE_DECL boost::json::array to_openai(std::span<tool const> tools);

/// Reads tools from OpenAI's array; the bare function object is understood, too.
/// Errors: json_type; invalid_message for a tool that is no function, with its name.  The hint begins with the JSON Pointer.
[[nodiscard]] PARLANCE_DECL result<std::vector<tool>> tools_from_openai(boost::json::value const& value,
                                                                        limits const& bounds = {});

namespace detail {

class request_node;

/// A function that may be called; `schema` is the key of its parameters.  Other tools are refused by name.
[[nodiscard]] PARLANCE_DECL tool function_tool(request_node const& at, std::string_view schema);

}  // namespace detail

/// The same of the array as text.  Errors also: those of json::parse, with their place in the text.
template <json::text Text>
[[nodiscard]] result<std::vector<tool>> tools_from_openai(Text const& text, limits const& bounds = {}) {
    boost::json::monotonic_resource storage;
    auto const parsed = json::parse(text, bounds, &storage);
    return parsed ? tools_from_openai(*parsed, bounds) : result<std::vector<tool>>(parsed.error());
}

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/tool.ipp>
#endif
