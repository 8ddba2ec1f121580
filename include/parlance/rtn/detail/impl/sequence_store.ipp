// parlance/rtn/detail/impl/sequence_store.ipp - definitions of what parlance/rtn/detail/sequence_store.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/sequence_store.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn::detail {

array_ref<std::uint32_t const> sequence_store::keep(array_ref<std::uint32_t const> sequence) {
    constexpr std::size_t block = 4096;  // what is in a block never moves
    if (rows_.empty() || rows_.back().capacity() - rows_.back().size() < sequence.size()) {
        rows_.emplace_back().reserve((std::max)(block, sequence.size()));
    }
    vec<std::uint32_t>& to = rows_.back();
    std::size_t const first = to.size();
    to.insert(to.end(), sequence.begin(), sequence.end());
    return array_ref<std::uint32_t const>{to}.subspan(first, sequence.size());
}

}  // namespace parlance::rtn::detail
