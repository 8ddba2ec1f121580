// parlance/mask/detail/vocabulary/token_lengths.hpp - how many code points each token has
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/concept.hpp>
#include <array>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// The lengths of a vocabulary's tokens, bit by bit: of 32 tokens each bit of their lengths is a word, so that all of them are
/// compared with a number at once.  What does not fit is in lists.
class token_lengths {
public:
    /// Tokens of more code points are listed, so that not all have to be looked through.
    static constexpr std::uint32_t listed = 12;
    /// Lengths of more code points are looked up among few tokens.
    static constexpr std::uint32_t most_in_bits = 24;

    /// All of them empty.
    PARLANCE_DECL void begin(std::size_t tokens);
    /// Precondition: not said before.
    PARLANCE_DECL void set(vocab::token_id id, std::uint32_t length);
    /// What is listed in order.
    PARLANCE_DECL void end();

    /// Tokens of the vocabulary.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;
    [[nodiscard]] PARLANCE_DECL std::uint32_t of(vocab::token_id id) const noexcept;
    [[nodiscard]] PARLANCE_DECL std::uint32_t longest_of(token_set const& tokens) const noexcept;
    /// Takes the tokens of more than `most` code points out of `words`.
    PARLANCE_DECL void drop_long(array_ref<std::uint32_t> words, std::uint32_t most) const;
    /// Calls visit(id) for the tokens of more than `most` code points.
    /// Precondition: most >= listed.
    template <class Visit>
    void each_long(std::uint32_t most, Visit&& visit) const {
        auto const among = [&](vec<long_token> const& list) {
            for (long_token const& t : list) {
                if (t.points > most) {
                    visit(t.id);
                }
            }
        };
        among(long_);
        if (most < most_in_bits) {
            among(rather_long_);
        }
    }

private:
    static constexpr unsigned bits = 5;
    static constexpr std::uint32_t unknown = (1u << bits) - 1;
    static_assert(most_in_bits < unknown);
    using planes =
        std::array<std::uint32_t, bits>;  // bit i of plane k: bit k of the length of the i-th token
    struct long_token {
        vocab::token_id id = 0;
        std::uint32_t points = 0;
    };
    /// Which of 32 tokens have more than `most` code points.
    [[nodiscard]] PARLANCE_DECL static std::uint32_t longer_than(planes const& lengths,
                                                                 std::uint32_t most) noexcept;

    std::size_t size_ = 0;
    vec<planes> lengths_;          // `unknown` where there are more than most_in_bits
    vec<long_token> long_;         // those, ascending
    vec<long_token> rather_long_;  // not as long, but longer than `listed`; ascending, too
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/vocabulary/impl/token_lengths.ipp>
#endif
