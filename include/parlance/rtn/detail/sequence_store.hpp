// parlance/rtn/detail/sequence_store.hpp - memory for many short sequences of numbers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>

namespace parlance::rtn::detail {

/// Sequences that stay where they are until all go.  They stand in a few blocks, so that thousands of them are neither
/// allocated nor freed one by one.
class sequence_store {
public:
    [[nodiscard]] PARLANCE_DECL array_ref<std::uint32_t const> keep(array_ref<std::uint32_t const> sequence);
    /// Frees all, and calls look() behind each block.
    template <class Look>
    void clear(Look&& look) {
        for (; !rows_.empty(); look()) {
            rows_.pop_back();
        }
    }

private:
    vec<vec<std::uint32_t>> rows_;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/sequence_store.ipp>
#endif
