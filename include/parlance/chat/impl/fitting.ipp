// parlance/chat/impl/fitting.ipp - definitions of what parlance/chat/fitting.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/fitting.hpp>
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/detail/fitting.hpp>
#include <boost/json/array.hpp>
#include <vector>

namespace parlance::chat {

std::vector<fixup> fit(boost::json::array& messages, capabilities const& can) {
    return detail::fitting(messages, can).run();
}

}  // namespace parlance::chat
