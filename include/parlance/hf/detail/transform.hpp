// parlance/hf/detail/transform.hpp - the value of a region, put into the shape of a message
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/template_field.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::hf::detail {

/// The name inside "{name}"; nothing for other text.
[[nodiscard]] PARLANCE_DECL std::optional<std::string_view> placeholder(json::value const& v);

/// Whether a copy of the value can be paid for; it is then.
[[nodiscard]] PARLANCE_DECL bool pay_for_copy(json::value const& v, work& paid);

/// The transform with its placeholders filled.  With `known_only` a placeholder that leads nowhere becomes null.
/// Errors: response_mismatch, out_of_fuel, out_of_memory_budget.
[[nodiscard]] PARLANCE_DECL result<json::value> fill(json::value const& shape, json::object const& scope,
                                                     work& paid, bool known_only = false);

/// The value of a region that ended.
[[nodiscard]] PARLANCE_DECL result<json::value> region_value(template_field const& f, std::string_view body,
                                                             json::object const& captures,
                                                             limits const& bounds, work& paid);

/// Gives the texts among a call's arguments the types of the tool's schema.  Lists: every call in them.
PARLANCE_DECL void coerce_calls(json::value& v, std::span<chat::tool const> tools, limits const& bounds);

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/transform.ipp>
#endif
