// parlance/chat/detail/media.hpp - images, sounds and videos in messages, as a template looks for them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// What a template makes of these messages; nothing where it raises.
using scene_renderer = function_ref<std::optional<std::string>(boost::json::array const& messages)>;

/// "image", "audio" or "video" for a part of content that is one, by any of its names; empty for others.
[[nodiscard]] PARLANCE_DECL std::string_view media_kind(boost::json::value const& part);

[[nodiscard]] PARLANCE_DECL bool has_media(boost::json::array const& messages);

/// Gives every such part the type under which the template shows it: the one that it has, or another one of its kind.
/// What else the part says stays, for the engine to find the picture by.
///
/// returns  whether anything was changed
/// errors   invalid_message, with the JSON Pointer, where the template shows none of the kind
/// cost     a few small renders for each kind
[[nodiscard]] PARLANCE_DECL result<bool> fit_media(boost::json::array& messages, scene_renderer render);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/media.ipp>
#endif
