// parlance/chat/impl/tool.ipp - definitions of what parlance/chat/tool.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/tool.hpp>
#include <parlance/chat/detail/request_node.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/errc.hpp>
#include <string>

namespace parlance::chat {

tool const* find_tool(std::span<tool const> tools, std::string_view name) noexcept {
    for (tool const& t : tools) {
        if (t.name == name) {
            return &t;
        }
    }
    return nullptr;
}

boost::json::object to_openai(tool const& t) {
    boost::json::object function{{"name", t.name}};
    if (!t.description.empty()) {
        function["description"] = t.description;
    }
    function["parameters"] = t.parameters;
    return {{"type", "function"}, {"function", std::move(function)}};
}

boost::json::array to_openai(std::span<tool const> tools) {
    boost::json::array out;
    for (tool const& t : tools) {
        out.push_back(to_openai(t));
    }
    return out;
}

tool detail::function_tool(request_node const& at, std::string_view schema) {
    (void)at.object();
    std::string const type = at.type();
    request_node const inner = at.member("function");
    request_node const& function = inner ? inner : at;
    // Anthropic calls functions custom tools; OpenAI's custom tools take no JSON.
    bool const anthropic = schema == "input_schema";
    if (!type.empty() && type != "function" && !(anthropic && type == "custom")) {
        std::string const name = at.member("custom").member("name").text_or(at.member("name").text_or({}));
        at.refuse("tool '" + (name.empty() ? type : name) + "' is of type '" + type +
                  "'; only functions can be called");
    }
    (void)function.object();
    for (request_node const& said : {at, inner}) {
        said.add_unread({"type", "function", "name", "description", schema, "input_schema", "strict"});
    }
    tool out{function.member("name").text(), function.member("description").text_or({})};
    request_node const wanted = function.member(schema);
    if (request_node const parameters = wanted ? wanted : function.member("input_schema")) {
        (void)parameters.object();
        if (request_node const allowed = parameters.member("type"); !allowed.is_array()) {
            (void)allowed.text_or({});
        } else {
            for (request_node const& each : allowed.items()) {
                (void)each.text_or({});
            }
        }
        if (request_node const properties = parameters.member("properties")) {
            (void)properties.object();
        }
        out.parameters = parameters.copy();
    }
    out.strict = function.member("strict").boolean_or(false);
    return out;
}

result<std::vector<tool>> tools_from_openai(boost::json::value const& value, limits const& bounds) {
    return detail::read_request<std::vector<tool>>(value, bounds.stop, [](detail::request_node const& all) {
        if (!all.is_array()) {
            all.refuse("tools must be a list", errc::json_type);
        }
        std::vector<tool> out;
        for (detail::request_node const& t : all.items()) {
            out.push_back(detail::function_tool(t, "parameters"));
        }
        return out;
    });
}

}  // namespace parlance::chat
