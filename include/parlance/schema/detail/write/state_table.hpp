// parlance/schema/detail/write/state_table.hpp - states by what they read and where that leads
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::schema::detail {

/// The state that reads something from `low` to `high` and leads to another one.  There is one for each byte of each
/// character that a string's states share, so that they lie in one array: open addressing, at most half full.
class state_table {
public:
    static constexpr rtn::state_id none = 0xFFFF'FFFF;

    /// `none` where it is new: then it is to be set.  Valid until the next call.  Growing and new states are paid for;
    /// whoever pays next sees where they could not be, and all is new from then on.
    [[nodiscard]] PARLANCE_DECL rtn::state_id& at(std::uint16_t low, std::uint16_t high, rtn::state_id to,
                                                  work& spent);

private:
    struct cell {
        std::uint64_t key = 0;
        rtn::state_id state = none;
        bool used = false;
    };
    [[nodiscard]] PARLANCE_DECL cell& place(std::uint64_t key) noexcept;
    [[nodiscard]] PARLANCE_DECL bool grow(work& spent);

    vec<cell> cells_;  // a power of two, or none
    std::size_t size_ = 0;
    rtn::state_id unpaid_ = none;  // where there is no room
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/state_table.ipp>
#endif
