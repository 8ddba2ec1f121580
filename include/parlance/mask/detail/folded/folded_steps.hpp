// parlance/mask/detail/folded/folded_steps.hpp - where letters lead that are told apart
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/folded/folding.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/hash_map.hpp>
#include <cstdint>

namespace parlance::mask::detail {

class store;

/// What is read surely, and, if that is more, perhaps: `surely` whichever of the letters that are taken for one another came,
/// `perhaps` behind some of them.
struct folded_points {
    point surely;
    point perhaps;
    friend bool operator==(folded_points const&, folded_points const&) = default;
};

/// Where letters lead that are told apart, found once for all walks.  Any number of threads may use it.
class folded_steps {
public:
    explicit folded_steps(store& configs) : configs_(configs) {}
    enum class wanted : std::uint8_t { both, surely, perhaps };
    /// Behind one of the bytes that `byte` stands for, what is wanted of it; failed_config in both where a limit was reached.
    [[nodiscard]] PARLANCE_DECL folded_points of(point const p, folding const& how, std::uint8_t byte,
                                                 wanted what);
    /// Whether no configuration was made, because of a limit.
    [[nodiscard]] static constexpr bool failed(point const p) noexcept { return p.config == failed_config; }

private:
    struct key {
        point from;
        std::uint32_t of = 0;
        friend bool operator==(key const&, key const&) = default;
    };
    struct hash_key {
        [[nodiscard]] std::uint64_t operator()(key const& k) const noexcept {
            return mix(mix(26, k.of), (std::uint64_t{k.from.config} << 32) | k.from.count);
        }
    };
    [[nodiscard]] PARLANCE_DECL folded_points find(point const p, folding const& how, std::uint8_t byte,
                                                   wanted what);

    store& configs_;
    detail::mutex mutex_;
    hash_map<key, folded_points, hash_key> known_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/folded/impl/folded_steps.ipp>
#endif
