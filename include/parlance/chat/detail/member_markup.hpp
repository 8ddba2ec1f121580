// parlance/chat/detail/member_markup.hpp - the texts around a member that is written in markup
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <string>

namespace parlance::chat::detail {

/// The texts around one member: open NAME middle VALUE again NAME close.  White space at their outer ends is layout.
struct member_markup {
    std::string open{};
    std::string middle{};
    std::string again{};
    std::string close{};
};

}  // namespace parlance::chat::detail
