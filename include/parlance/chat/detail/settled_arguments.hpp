// parlance/chat/detail/settled_arguments.hpp - one list of properties of what a tool's schema says of its arguments
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// The same as a list of properties: what `$ref` leads to and what `allOf` has, which is exact; and the properties of all
/// alternatives of `anyOf` and `oneOf`, of which those are required that each of them requires.  Nothing where a schema is
/// such a list already.
///
/// stop  where it is asked to, not all of them
[[nodiscard]] PARLANCE_DECL std::optional<boost::json::object>
settled_arguments(boost::json::value const& parameters, stop_token stop);

/// The keywords that say more of all arguments together than which there are and which are required; arguments in markup of
/// their own are written without heeding them.
[[nodiscard]] PARLANCE_DECL std::vector<std::string_view>
unheeded_keywords(boost::json::value const& parameters, stop_token stop);

/// Tools with such lists; copied where one needs it.  The tools must outlive it.  Where it was stopped, some are as they were.
class settled_tools {
public:
    PARLANCE_DECL settled_tools(std::span<tool const> tools, stop_token stop);
    settled_tools(settled_tools const&) = delete;
    settled_tools& operator=(settled_tools const&) = delete;
    [[nodiscard]] std::span<tool const> all() const noexcept { return all_; }

private:
    std::vector<tool> own_{};
    std::span<tool const> all_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/settled_arguments.ipp>
#endif
