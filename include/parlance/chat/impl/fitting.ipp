// parlance/chat/impl/fitting.ipp - definitions of what parlance/chat/fitting.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/fitting.hpp>
#include <parlance/chat/detail/fitting.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>

namespace parlance::chat {

std::vector<fixup> fit(boost::json::array& messages, capabilities const& can) {
    stop_asker nobody;
    return detail::fitting(messages, can, nobody).run();
}

std::vector<fixup> fit_tools(boost::json::array& tools, boost::json::array& messages,
                             capabilities const& can) {
    std::vector<fixup> made;
    auto const* first = messages.empty() ? nullptr : json::member(messages.front(), "role");
    std::string_view const role = first != nullptr ? json::text_of(*first) : std::string_view();
    if (can.tools_behind_system && !tools.empty() && role != "system" && role != "developer") {
        messages.insert(messages.begin(), boost::json::object{{"role", "system"}, {"content", ""}});
        made.push_back(fixup::system_added);
    }
    bool described = false;
    for (std::size_t i = 0; can.needs_description && i < tools.size(); ++i) {
        auto* object = tools[i].if_object();
        auto* inner = object != nullptr ? object->if_contains("function") : nullptr;
        object = inner != nullptr ? inner->if_object() : object;
        described = (object != nullptr && object->emplace("description", "").second) || described;
    }
    if (described) {
        made.push_back(fixup::tool_described);
    }
    return made;
}

}  // namespace parlance::chat
