// parlance/mask/detail/walk/collector.hpp - tokens as a walk finds them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Tokens that a loop takes: those of `of`, up to a number of code points.
///
/// least     the fewest code points behind which it is meant where it is an exit
/// need      increments of the slot that the first code point takes; each of the others takes `per_step` more
struct loop_part {
    slice const* of = nullptr;
    std::uint32_t most = 0;
    std::uint32_t need = 0;
    std::uint32_t per_step = 0;
    std::uint32_t least = 0;

    [[nodiscard]] constexpr bool holds(std::uint32_t points) const noexcept {
        return points >= least && points <= most;
    }
    /// Code points that fit when there is room for so many increments.
    [[nodiscard]] constexpr std::uint32_t fitting(std::uint32_t room) const noexcept {
        return need > room ? 0 : per_step == 0 ? most : (std::min)(most, 1 + (room - need) / per_step);
    }
    friend bool operator==(loop_part const&, loop_part const&) = default;
};

/// Tokens in three forms: ids while they are few, bits when they are many, and whole masks that somebody else
/// keeps.
class token_collector {
public:
    /// `tokens` is the size of the vocabulary.
    /// With `needs`, it is noted with each token how many increments of the slot it takes.
    PARLANCE_DECL void begin(std::size_t tokens, bool needs = false);
    PARLANCE_DECL void add(std::uint32_t id, std::uint32_t need = 0);
    /// Precondition: not keeps_needs().
    PARLANCE_DECL void add(array_ref<std::uint32_t const> ids);
    /// Everything in `kept`, which is `of`'s and must outlive what is made of this.
    PARLANCE_DECL void add_part(token_set const& kept, slice const& of);
    PARLANCE_DECL void add_parts(array_ref<token_part const> kept);
    /// Precondition: keeps_needs().
    void add_loop(loop_part const& part) { loops_.push_back(part); }
    [[nodiscard]] bool keeps_needs() const noexcept { return keeps_needs_; }
    [[nodiscard]] array_ref<std::uint32_t const> needs() const noexcept { return needs_; }
    [[nodiscard]] array_ref<loop_part const> loops() const noexcept { return loops_; }
    /// All of the words, to add bits to and take bits away.
    [[nodiscard]] PARLANCE_DECL array_ref<std::uint32_t> open_words();
    /// Precondition: it is in no part.
    PARLANCE_DECL void remove(std::uint32_t id);
    [[nodiscard]] bool dense() const noexcept { return dense_; }
    [[nodiscard]] array_ref<std::uint32_t const> words() const noexcept { return words_; }
    /// In the order in which they were found, some perhaps more than once.
    [[nodiscard]] array_ref<std::uint32_t const> ids() const noexcept { return ids_; }
    [[nodiscard]] array_ref<token_part const> parts() const noexcept { return parts_; }

private:
    PARLANCE_DECL void become_dense();

    vec<std::uint32_t> ids_;
    vec<std::uint32_t> words_;
    vec<token_part> parts_;
    vec<std::uint32_t> needs_;  // of each id
    vec<loop_part> loops_;
    std::size_t most_ = 0;
    std::size_t tokens_ = 0;
    bool dense_ = false;
    bool keeps_needs_ = false;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/collector.ipp>
#endif
