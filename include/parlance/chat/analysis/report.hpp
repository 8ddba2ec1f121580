// parlance/chat/analysis/report.hpp - what was learned of a template, for people
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/claim.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace parlance::chat {

/// Where the id of a call stands.
enum class id_position : std::uint8_t {
    none,
    pre_func_name,
    between_func_and_args,
    post_args,
};
[[nodiscard]] constexpr std::string_view to_string(id_position p) noexcept {
    constexpr std::string_view names[] = {"NONE", "PRE_FUNC_NAME", "BETWEEN_FUNC_AND_ARGS", "POST_ARGS"};
    return names[static_cast<std::size_t>(p)];
}
[[nodiscard]] PARLANCE_RARE id_position id_position_of(tool_format const& t);

/// What was learned, for people: the modes by their usual names, every marker quoted, then the claims.
[[nodiscard]] PARLANCE_RARE std::string report(dialect const& learned, std::vector<claim> const& claims = {});

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/report.ipp>
#endif
