// parlance/chat/detail/call_object.hpp - the members of a call that is one JSON object
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/object.hpp>
#include <optional>
#include <string_view>

namespace parlance::chat::detail {

/// A member of a call's object, or an object with such members.
///
/// key       empty: the tool's name is the key
/// constant  it says the same in every call
struct call_member {
    enum class kind : std::uint8_t { name, id, arguments, object, constant };
    std::string key;
    kind is = kind::object;
    std::vector<call_member> inner;
};

inline constexpr std::string_view name_mark = "\x01name";
inline constexpr std::string_view id_mark = "\x01id";
inline constexpr std::string_view arguments_mark = "\x01"
                                                   "arguments";

/// The members in the order of the text.
[[nodiscard]] PARLANCE_DECL std::vector<call_member> members_of(boost::json::object const& object);

/// The members of a json_native call; nothing when its pieces do not make one JSON object.
[[nodiscard]] PARLANCE_DECL std::optional<std::vector<call_member>> members_of(tool_format const& tools);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/call_object.ipp>
#endif
