// parlance/chat/detail/media.hpp - images, sounds and videos in messages, as a template looks for them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// What a template makes of these messages; nothing where it raises.
using scene_renderer = function_ref<std::optional<std::string>(boost::json::array const& messages)>;

/// "image", "audio" or "video" for a part of content that is one, by any of its names; empty for others.
inline std::string_view media_kind(boost::json::value const& part) {
    auto const* object = part.if_object();
    auto const* type = object != nullptr ? object->if_contains("type") : nullptr;
    if (type == nullptr || !type->is_string()) {
        return {};
    }
    std::string_view const name = type->get_string();
    for (std::string_view const kind : {"image", "audio", "video"}) {
        if (name == kind || name == std::string(kind) + "_url" || name == "input_" + std::string(kind)) {
            return kind;
        }
    }
    return {};
}

/// Whether a template shows a part of this type: its render has something for it that is not the part's own text.
inline bool shows(std::string_view type, scene_renderer render) {
    constexpr std::string_view url = "about:shown";
    boost::json::object const text{{"type", "text"}, {"text", "Look."}};
    boost::json::object part{{"type", type}};
    if (type.ends_with("_url")) {
        part[type] = {{"url", url}};
    }
    auto const scene = [](boost::json::array parts) {
        return boost::json::array{boost::json::object{{"role", "user"}, {"content", std::move(parts)}}};
    };
    auto const without = render(scene({text}));
    auto const with = render(scene({text, std::move(part)}));
    // A template that prints content as it is shows the list itself.
    return with && with != without && with->find(url) == std::string::npos &&
           with->find("'type'") == std::string::npos && with->find("\"type\"") == std::string::npos;
}

/// The type under which a template shows media of a kind, `given` first; empty where it shows none.
inline std::string shown_type(std::string_view kind, std::string_view given, scene_renderer render) {
    for (std::string const& type :
         {std::string(given), std::string(kind), std::string(kind) + "_url", "input_" + std::string(kind)}) {
        if (shows(type, render)) {
            return type;
        }
    }
    return {};
}

[[nodiscard]] inline bool has_media(boost::json::array const& messages) {
    for (boost::json::value const& m : messages) {
        auto const* content = m.is_object() ? m.get_object().if_contains("content") : nullptr;
        auto const* parts = content != nullptr ? content->if_array() : nullptr;
        for (std::size_t i = 0; parts != nullptr && i < parts->size(); ++i) {
            if (!media_kind((*parts)[i]).empty()) {
                return true;
            }
        }
    }
    return false;
}

/// Gives every such part the type under which the template shows it: the one that it has, or another one of its kind.
/// What else the part says stays, for the engine to find the picture by.
///
/// returns  whether anything was changed
/// errors   invalid_message, with the JSON Pointer, where the template shows none of the kind
/// cost     a few small renders for each kind
[[nodiscard]] inline result<bool> fit_media(boost::json::array& messages, scene_renderer render) {
    hash_map<std::string, std::string> types;
    bool changed = false;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        auto* content = messages[i].is_object() ? messages[i].get_object().if_contains("content") : nullptr;
        auto* parts = content != nullptr ? content->if_array() : nullptr;
        for (std::size_t k = 0; parts != nullptr && k < parts->size(); ++k) {
            std::string_view const kind = media_kind((*parts)[k]);
            if (kind.empty()) {
                continue;
            }
            boost::json::value& type = (*parts)[k].at("type");
            std::string const given(type.get_string());
            auto const [known, fresh] = types.try_emplace(given);
            if (fresh) {
                known.value = shown_type(kind, given, render);
            }
            if (known.value.empty()) {
                return diagnostic{errc::invalid_message,
                                  {},
                                  0,
                                  note("/messages/")
                                      .append_number(i)
                                      .append("/content/")
                                      .append_number(k)
                                      .append(": the model's template shows no ")
                                      .append(kind)};
            }
            changed = changed || known.value != given;
            type = known.value;
        }
    }
    return changed;
}

}  // namespace parlance::chat::detail
