// parlance/mask/detail/productive.hpp - a network without its dead ends
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask::detail {

/// Which states can lead to their rule's end.  Linear.
class dead_ends {
public:
    PARLANCE_DECL explicit dead_ends(rtn::network_view net);

    /// Whether there is a text at all.
    [[nodiscard]] bool productive() const noexcept { return good_[net_.rules[net_.root]] != 0; }
    /// Whether there is an edge that leads nowhere.
    [[nodiscard]] PARLANCE_DECL bool any() const noexcept;
    /// The network without such edges; without names.
    [[nodiscard]] PARLANCE_DECL rtn::network without() const;

private:
    static constexpr int most_looks = 16;

    [[nodiscard]] PARLANCE_DECL bool possible(rtn::edge const& e) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool leads_on(rtn::edge const& e) const noexcept;
    /// Looks at every state once; whether that found anything and left anything to be found.
    [[nodiscard]] PARLANCE_DECL bool look() noexcept;
    PARLANCE_DECL void go_back();

    rtn::network_view net_;
    std::vector<char> good_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/impl/productive.ipp>
#endif
