// parlance/mask/detail/walk/loop_walk.hpp - the tokens below a node where a loop takes many of them at once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/walk/level.hpp>
#include <parlance/mask/detail/walk/suffix_reader.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class walker;

/// One step of a walker: what is below `root`, where a loop begins.  Tokens that the loop takes whole are added as a slice of
/// the vocabulary.  The others are read by the walker, from where they part from the slice:
///
///   - what is deeper than the loop goes on;
///   - what does not begin in the loop, if need be in further loops;
///   - what leads to more than the loop, or to a part of it only (strays);
///   - what leaves the loop, behind each code point that it does not take.
///
/// In the loop a configuration is known from the number of code points.
class loop_walk {
public:
    /// beside  the slice of the loop, where another one begins as well: then only what the slice may begin with is read
    loop_walk(walker& by, std::size_t root, reached const from, loop const& around,
              slice const* beside = nullptr)
        : walker_(by), root_(root), from_(from), loop_(around), beside_(beside) {}

    /// False where a limit was reached, or a free count met a bound.
    [[nodiscard]] PARLANCE_DECL bool run();

private:
    /// What the loop takes below the root, and strays; false where that is nothing.
    [[nodiscard]] PARLANCE_DECL bool find_slice();
    /// Byte by byte, as if there were no loop.
    [[nodiscard]] PARLANCE_DECL bool without_slice();
    /// Whether pieces of the loop that return come behind all that do not: behind some code point an exit stays one.
    [[nodiscard]] PARLANCE_DECL bool returns_stay();
    /// Tokens that have more code points than the loop goes on for, and do not leave it before; none where they are too many.
    [[nodiscard]] PARLANCE_DECL bool read_deeper();
    PARLANCE_DECL void take_slice();

    [[nodiscard]] PARLANCE_DECL bool read_others();
    [[nodiscard]] PARLANCE_DECL bool read_beside();
    [[nodiscard]] PARLANCE_DECL bool read_besides();
    /// A lead byte and what is below it, without what is below whole code points.
    [[nodiscard]] PARLANCE_DECL bool read_partial(std::size_t i, reached const from);

    [[nodiscard]] PARLANCE_DECL bool leave();
    [[nodiscard]] PARLANCE_DECL bool leave_by(unsigned group);
    /// Whether what leaves the loop is few enough, and alike enough, to be read as one.
    [[nodiscard]] bool leaves_as_one() const noexcept {
        constexpr std::uint32_t most_merged = 60'000;  // nodes; merging them takes time and memory
        return plain_ && slice_->leaves <= most_merged && takes_letters();
    }
    [[nodiscard]] bool takes_letters() const noexcept {
        constexpr group_set letters = (group_set{1} << 26) | (group_set{1} << 28);
        return (loop_.later & letters) == letters;
    }
    /// The increments behind so many code points.
    [[nodiscard]] PARLANCE_DECL std::uint32_t need_behind(std::uint32_t points) const noexcept;
    [[nodiscard]] reached at(slice::place const& p) const {
        return p.points == 0 ? from_ : reached{loop_.behind(p.points), need_behind(p.points)};
    }

    walker& walker_;
    std::size_t root_;
    reached from_;
    loop const& loop_;
    slice const* beside_;
    slice const* slice_ = nullptr;
    std::size_t returning_ = 0;  // the first piece that returns
    bool plain_ = false;         // one configuration, without counts, for ever
    vec<parting> strays_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/loop_walk.ipp>
#endif
