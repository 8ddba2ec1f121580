// example/command/call_diagram.hpp - how a dialect calls tools, as railroad diagrams
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "railroad.hpp"
#include <parlance/chat/format.hpp>
#include <string>
#include <utility>
#include <vector>

namespace learned {

/// "calls", with the markers around all and around each; and where arguments are tagged one by one "arguments".  Each
/// with its name; none where the format has no calls.
[[nodiscard]] std::vector<std::pair<std::string, command::railroad::shape>>
call_diagrams(parlance::chat::format const& f);

}  // namespace learned
