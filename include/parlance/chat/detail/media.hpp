// parlance/chat/detail/media.hpp - images, sounds and videos in messages, as a template looks for them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/detail/content_probe.hpp>
#include <parlance/chat/detail/fitting.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::detail {

/// "image", "audio" or "video" for a part of content that is one, by any of its names; empty for others.
inline std::string_view media_kind(boost::json::value const& part) {
    auto const* object = part.if_object();
    auto const* type = object != nullptr ? object->if_contains("type") : nullptr;
    if (type == nullptr || !type->is_string()) {
        return {};
    }
    constexpr std::string_view before = "input_";
    constexpr std::string_view behind = "_url";
    std::string_view name = type->get_string();
    if (name.starts_with(before)) {
        name.remove_prefix(before.size());
    } else if (name.ends_with(behind)) {
        name.remove_suffix(behind.size());
    }
    for (std::string_view const kind : {"image", "audio", "video"}) {
        if (name == kind) {
            return kind;
        }
    }
    return {};
}

/// Whether a template shows a part of this type in a message of this role: its render has something for it that is not
/// the part's own text.
inline bool shows_part(std::string_view type, std::string_view role, content_probe const& probe) {
    constexpr std::string_view url = "about:shown";
    boost::json::object const text{{"type", "text"}, {"text", "Look."}};
    boost::json::object part{{"type", type}};
    if (type.ends_with("_url")) {
        part[type] = {{"url", url}};
    }
    auto const without = probe.render(role, boost::json::array{text});
    auto const with = probe.render(role, boost::json::array{text, std::move(part)});
    // A template that prints content as it is shows the list itself.
    auto const names_type = [](std::string const& in, std::string_view name) {
        std::size_t n = 0;
        for (std::size_t at = in.find(name); at != in.npos; at = in.find(name, at + name.size())) {
            ++n;
        }
        return n;
    };
    return with && without && with != without && with->find(url) == std::string::npos &&
           names_type(*with, "'type'") == names_type(*without, "'type'") &&
           names_type(*with, "\"type\"") == names_type(*without, "\"type\"");
}

/// The type under which a template shows media of a kind in a message of this role, `given` first; empty where it shows
/// none.
inline std::string shown_type(std::string_view kind, std::string_view given, std::string_view role,
                              content_probe const& probe) {
    for (std::string const& type :
         {std::string(given), std::string(kind), std::string(kind) + "_url", "input_" + std::string(kind)}) {
        if (shows_part(type, role, probe)) {
            return type;
        }
    }
    return {};
}

/// Of no use where `asked` says to stop.
[[nodiscard]] inline bool has_media(boost::json::array const& messages, stop_asker& asked) {
    for (boost::json::value const& m : messages) {
        auto const* content = m.is_object() ? m.get_object().if_contains("content") : nullptr;
        auto const* parts = content != nullptr ? content->if_array() : nullptr;
        for (std::size_t i = 0; parts != nullptr && i < parts->size() && asked.next(); ++i) {
            if (!media_kind((*parts)[i]).empty()) {
                return true;
            }
        }
    }
    return false;
}

/// Gives every such part the type under which the template shows it in a message of that role: the one that it has, or
/// another one of its kind.  What else the part says stays, for the engine to find the picture by.
///
/// None is moved to a message where the template would show it: engines do not, either (vLLM and transformers hand lists to
/// the template in any role, and count the places for pictures in the prompt afterwards).
///
/// returns  whether anything was changed
/// errors   invalid_message, with the JSON Pointer, where the template shows none of the kind there; cancelled
/// cost     a few small renders for each kind and role
[[nodiscard]] inline result<bool> fit_media(boost::json::array& messages, content_probe const& probe,
                                            capabilities const& can, stop_asker& asked) {
    constexpr std::size_t rows_of_media = 8;
    std::map<std::pair<std::string, std::string>, std::string> types;
    bool changed = false;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        auto* content = messages[i].is_object() ? messages[i].get_object().if_contains("content") : nullptr;
        auto* parts = content != nullptr ? content->if_array() : nullptr;
        for (std::size_t k = 0; parts != nullptr && k < parts->size(); ++k) {
            if (!asked.next(rows_of_media)) {
                return diagnostic{errc::cancelled, {}, 0, "the content of messages"};
            }
            std::string_view const kind = media_kind((*parts)[k]);
            if (kind.empty()) {
                continue;
            }
            boost::json::value& type = (*parts)[k].at("type");
            std::string const given(type.get_string());
            std::string const role = fitted_role(messages, i, can);
            auto const [known, fresh] = types.try_emplace(std::pair(given, role));
            if (fresh) {
                known->second = shown_type(kind, given, role, probe);
            }
            if (known->second.empty()) {
                return diagnostic{errc::invalid_message,
                                  {},
                                  0,
                                  note("/messages/")
                                      .append_number(i)
                                      .append("/content/")
                                      .append_number(k)
                                      .append(": the model's template shows no ")
                                      .append(kind)
                                      .append(role == "user" ? "" : " in a message of this role")};
            }
            changed = changed || known->second != given;
            type = known->second;
        }
    }
    return changed;
}

}  // namespace parlance::chat::detail
