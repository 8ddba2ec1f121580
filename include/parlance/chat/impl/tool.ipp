// parlance/chat/impl/tool.ipp - definitions of what parlance/chat/tool.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/tool.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

result<std::vector<tool>> tools_from_openai(boost::json::value const& value) {
    if (!value.is_array()) {
        return diagnostic{errc::json_type, {}, 0, "tools must be an array"};
    }
    std::vector<tool> out;
    for (boost::json::value const& row : value.get_array()) {
        auto const wrong = [&](char const* what) {
            return diagnostic{errc::json_type, {}, 0, note("tool ").append_number(out.size()).append(what)};
        };
        if (!row.is_object()) {
            return wrong(" is not an object");
        }
        boost::json::object const* function = &row.get_object();
        if (auto const* inner = function->if_contains("function")) {
            if (!inner->is_object()) {
                return wrong(": function is not an object");
            }
            function = &inner->get_object();
        }
        boost::json::value const* const name = function->if_contains("name");
        if (name == nullptr || !name->is_string()) {
            return wrong(" has no name");
        }
        tool t{std::string(name->get_string()), {}, boost::json::object{}};
        if (auto const* text = function->if_contains("description"); text != nullptr && text->is_string()) {
            t.description = std::string(text->get_string());
        }
        if (auto const* schema = function->if_contains("parameters");
            schema != nullptr && !schema->is_null()) {
            t.parameters = *schema;
        }
        out.push_back(std::move(t));
    }
    return out;
}

result<std::vector<tool>> detail::tools_from_text(std::string_view text, limits const& bounds) {
    result<json::value> const parsed = json::parse(text, bounds);
    if (!parsed) {
        return parsed.error();
    }
    return tools_from_openai(*parsed);
}

}  // namespace parlance::chat
