// parlance/chat/hf/detail/channel_fields.hpp - the fields of a response template for answers in channels
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/object.hpp>
#include <string_view>

namespace parlance::chat::hf::detail {

/// Text as a pattern that matches it.
[[nodiscard]] PARLANCE_DECL std::string escaped(std::string_view text);

/// A header opens the region of its channel; one of no field's own, and what ends a message, divides the content.
/// Precondition: `c.channel` is not empty.
[[nodiscard]] PARLANCE_DECL json::object channel_fields(channel_format const& c);

}  // namespace parlance::chat::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/hf/detail/impl/channel_fields.ipp>
#endif
