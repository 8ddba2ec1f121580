// parlance/mask/detail/trigger/word_finder.hpp - which of some words ends in a stream of bytes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace parlance::mask::detail {

/// Finds the first of some words in a stream of bytes (Aho and Corasick 1975).
class word_finder {
public:
    /// Precondition: paid_for(words, ...).
    PARLANCE_DECL explicit word_finder(std::vector<std::string> const& words);
    /// Pays for a state of each byte, and holds it; false where that is not possible.
    [[nodiscard]] PARLANCE_DECL static bool paid_for(std::vector<std::string> const& words, work& spent);

    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    [[nodiscard]] PARLANCE_DECL std::uint32_t step(std::uint32_t state, std::uint8_t byte) const noexcept;
    /// The word that ends in this state, or none.
    [[nodiscard]] std::uint32_t word(std::uint32_t state) const noexcept { return fires_[state]; }
    [[nodiscard]] std::size_t state_count() const noexcept { return next_.size(); }

private:
    PARLANCE_DECL void link();

    vec<std::array<std::uint32_t, 256>> next_;
    vec<std::uint32_t> fires_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/trigger/impl/word_finder.ipp>
#endif
