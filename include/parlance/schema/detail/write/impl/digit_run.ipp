// parlance/schema/detail/write/impl/digit_run.ipp - definitions of what parlance/schema/detail/write/digit_run.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/digit_run.hpp>
#include <parlance/rtn/network.hpp>
#include <cstdint>

namespace parlance::schema::detail {

void digit_run::add(rtn::state_id from, int d, rtn::state_id to) {
    if (high_ >= low_ && from == from_ && to == to_ && d == high_ + 1) {
        high_ = d;
        return;
    }
    end();
    from_ = from;
    to_ = to;
    low_ = high_ = d;
}

void digit_run::end() {
    if (high_ >= low_) {
        out_->bytes(from_, static_cast<std::uint8_t>('0' + low_), static_cast<std::uint8_t>('0' + high_),
                    to_);
    }
    high_ = low_ - 1;
}

}  // namespace parlance::schema::detail
