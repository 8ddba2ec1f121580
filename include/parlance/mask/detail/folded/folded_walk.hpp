// parlance/mask/detail/folded/folded_walk.hpp - masks of places that hardly tell letters apart
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/folded/folded_steps.hpp>
#include <parlance/mask/detail/folded/folding.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Reads all tokens from one place over the bottom of all, letters of one case at once, and so digits: where numbers count
/// numbers, hardly any place is come to twice, but `Jane` is read where `Doris` is, and the tokens of a hundred thousand
/// words are some hundred nodes.
///
/// Where letters are told apart, what all of them lead to is read surely, and what some lead to perhaps: the few tokens
/// that are read perhaps only are read one by one.
class folded_walk {
public:
    using reached = folded_points;

    folded_walk(store& configs, index_data const& index, folded_steps& apart)
        : configs_(configs), index_(index), apart_(apart) {}

    /// Whether no small letter leads elsewhere than the others do.
    [[nodiscard]] static bool takes_alike(shape const& of) noexcept {
        return takes_alike(of, folding{true}, 'n');
    }
    /// False where too many tokens would be read one by one, or a limit was reached.
    [[nodiscard]] PARLANCE_DECL bool run(point const from);
    /// Adds the tokens that were read.
    PARLANCE_DECL void add_to(token_collector& out) const;
    /// A name that two walks have in common only if they have read the same.
    [[nodiscard]] PARLANCE_DECL content name() const;

private:
    static constexpr std::uint64_t steps_of_a_byte = 4;
    // tokens that are worth being read, or looked at, one by one: one of so many
    static constexpr std::size_t most_unsure_of = 50;
    static constexpr std::size_t most_looked_of = 8;

    /// Chooses what is taken for one another; false where the call was asked to stop.
    [[nodiscard]] PARLANCE_DECL bool choose(point const from);
    /// Whether all bytes that `byte` stands for lead to the same.
    [[nodiscard]] PARLANCE_DECL static bool takes_alike(shape const& of, folding const& how,
                                                        std::uint8_t byte) noexcept;
    [[nodiscard]] PARLANCE_DECL reached step(reached const from, std::uint8_t byte);
    [[nodiscard]] reached step(point const p, std::uint8_t byte, folded_steps::wanted what) {
        return !all_->how().is_kind(byte) || reads_alike(p, byte) ? reached{configs_.step(p, byte), {}}
                                                                  : apart_.of(p, all_->how(), byte, what);
    }
    /// Whether all bytes that `byte` stands for lead from `p` to the same.
    [[nodiscard]] PARLANCE_DECL bool reads_alike(point const p, std::uint8_t byte) const;
    /// Whether all that is read from `less` is read from `more`, as their ways say.
    [[nodiscard]] PARLANCE_DECL bool covers_all(point const more, point const less) const;
    /// Whether a token may be read whose bytes from number `first` on are not read surely, as far as what all letters on the way
    /// to them lead to says.
    [[nodiscard]] PARLANCE_DECL bool may_read(std::uint32_t id, array_ref<reached const> path,
                                              std::size_t first);
    [[nodiscard]] PARLANCE_DECL bool read_unsure(point const from);

    store& configs_;
    index_data const& index_;
    folded_steps& apart_;
    suffixes const* all_ = nullptr;
    vec<std::uint32_t> read_;    // nodes of it, ascending
    vec<std::uint32_t> others_;  // tokens that are read besides
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/folded/impl/folded_walk.ipp>
#endif
