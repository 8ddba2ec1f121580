// parlance/chat/impl/capabilities.ipp - definitions of what parlance/chat/capabilities.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/detail/capability_probe.hpp>
#include <parlance/jinja/options.hpp>
#include <utility>

namespace parlance::chat {

capabilities probe_capabilities(scene_renderer render) { return detail::capability_probe(render).run(); }

capabilities probe_capabilities(jinja::compiled_template const& what, boost::json::object const& variables,
                                limits const& bounds) {
    jinja::render_options how;
    how.limits = bounds;
    return probe_capabilities([&](boost::json::object const& scene) -> std::optional<std::string> {
        boost::json::object all = variables;
        for (auto const& [name, v] : scene) {
            all[name] = v;
        }
        auto made = what.render(all, how);
        return made ? std::optional<std::string>(std::move(made->text)) : std::nullopt;
    });
}

}  // namespace parlance::chat
