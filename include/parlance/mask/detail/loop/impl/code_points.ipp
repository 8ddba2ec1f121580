// parlance/mask/detail/loop/impl/code_points.ipp - definitions of what parlance/mask/detail/loop/code_points.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/loop/code_points.hpp>
#include <parlance/mask/detail/loop/state_text.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

void code_point_follower::begin() {
    strict_ = true;
    pure_ = true;
    middles_.clear();
    arriving_.clear();
}

void code_point_follower::note(point const at) {
    strict_ = strict_ && !configs_.at(at.config).returnable;
    pure_ = pure_ && configs_.at(at.config).pure;
}

bool code_point_follower::leads_as_a_letter(point const from) {
    constexpr std::uint64_t steps_of_a_state = 100;
    if (configs_.is_near_bound(from)) {
        return false;
    }
    state_text const text(configs_.code());
    std::array<std::uint32_t, most_states_looked_at> looked_at{};
    auto* end = looked_at.begin();
    for (item const i : configs_.at(from.config).form->items) {
        if (std::find(looked_at.begin(), end, i.state) != end) {
            continue;
        }
        if (end == looked_at.end() || !configs_.budget().pay(steps_of_a_state) ||
            !text.reads_beyond_ascii_as(i.state, letter)) {
            return false;
        }
        *end++ = i.state;
    }
    return true;
}

}  // namespace parlance::mask::detail
