// parlance/mask/detail/remaining/known_tokens.hpp - how many tokens some places are known to need
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/memo.hpp>
#include <parlance/mask/detail/remaining/step_meter.hpp>
#include <parlance/text/function_ref.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

struct hash_place {
    [[nodiscard]] PARLANCE_DECL std::uint64_t operator()(place const& p) const noexcept;
};

/// What searches for an end found, up to a bound.  Its upkeep is paid for.
class known_tokens {
public:
    explicit known_tokens(step_meter& call) noexcept : call_(call) {}

    /// nullptr where it is not known.
    [[nodiscard]] std::uint32_t const* find(place const& p) const noexcept { return tokens_.find(p); }
    /// What is not known yet.
    PARLANCE_DECL void put(place const& p, std::uint32_t tokens);
    /// Forgets all, where that is too much to keep: called where nothing that was found is in use.
    PARLANCE_DECL void make_room() noexcept;
    void clear(function_ref<void()> look) { tokens_.clear(look); }
    [[nodiscard]] std::size_t memory() const noexcept { return tokens_.memory(); }

private:
    step_meter& call_;
    memo<place, std::uint32_t, hash_place> tokens_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/known_tokens.ipp>
#endif
