// parlance/rtn/impl/backwards.ipp - definitions of what parlance/rtn/backwards.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/backwards.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn {

array_ref<backwards::use const> backwards::into(state_id s) const noexcept {
    return array_ref{into_}.subspan(first_into_[s], first_into_[s + std::size_t{1}] - first_into_[s]);
}

array_ref<backwards::use const> backwards::calls(rule_id r) const noexcept {
    return array_ref{calls_}.subspan(first_call_[r], first_call_[r + std::size_t{1}] - first_call_[r]);
}

bool backwards::sum(vec<std::uint32_t>& counts, work& spent) {
    paid_rounds each(spent);
    for (std::size_t i = 1; i < counts.size(); ++i) {
        if (!each.next()) {
            return false;
        }
        counts[i] += counts[i - 1];
    }
    return true;
}

}  // namespace parlance::rtn
