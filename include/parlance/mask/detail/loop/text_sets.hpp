// parlance/mask/detail/loop/text_sets.hpp - how much text several states read together, whatever it is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class budget;

/// Follows text through sets of states, as text_reach does through configurations, but for stacks: of those only the frame
/// on top says anything as long as no more than that one is left in the text.  A step costs a small part of what one of
/// configurations does, and what was found out holds wherever the same states are: the names that an object lists, beside
/// all others that it takes, are hundreds of places, and the same ones whatever of it was written.  For one thread.
class text_sets {
public:
    explicit text_sets(automaton const& code) : code_(code) {}

    /// points        that many code points of text_groups are read, whatever they are, up to `most`
    /// then_nothing  behind so many, none is read
    struct length {
        std::uint32_t points = 0;
        bool then_nothing = false;
    };
    /// A state, and the number of the frame above which it is.
    using spot = std::uint64_t;
    static constexpr std::uint32_t outside = 0;
    [[nodiscard]] static constexpr spot at(std::uint32_t state, std::uint32_t frame) noexcept {
        return std::uint64_t{state} << 32 | frame;
    }
    /// The number of a frame that returns to `back`.
    [[nodiscard]] PARLANCE_DECL std::uint32_t frame(std::uint32_t back, std::uint32_t parent = outside);
    /// From the spots of a configuration, whose closure they are; nothing where that is up to what is outside, or there
    /// are too many.
    [[nodiscard]] PARLANCE_DECL maybe<length> find(vec<spot> spots, std::uint32_t most, budget& means);
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    /// Where a byte leads that is no text: somewhere, and that only matters within a code point.
    static constexpr std::uint32_t unknown = 0xFFFF'FFFE;
    static constexpr std::size_t most_kept = 20'000;  // sets
    static constexpr std::size_t most_sets = 1'000;   // behind code points, for one question
    static constexpr std::size_t most_spots = 256;    // of a set
    static constexpr std::size_t most_frames = 20'000;

    struct call_frame {
        std::uint32_t back = 0;
        std::uint32_t parent = 0;
    };
    /// What a byte leads to, for each run of bytes that lead to one set: the first byte, and the set, none if empty.
    struct run {
        std::uint32_t first;
        std::uint32_t to;
    };
    /// all   any code point leads on, and bytes that are no UTF-8 do not
    /// none  no code point does
    struct set {
        vec<spot> spots;
        bool stepped = false;
        bool clear = false;  // it was found out what bytes lead to
        bool moved = false;
        bool all = false;
        bool none = false;
        vec<run> runs;
        vec<std::uint32_t> to;  // behind a code point
    };
    /// The edges of a spot that are still to come.
    struct way {
        byte_edge const* next;
        byte_edge const* end;
        std::uint32_t frame;
    };
    /// What spots, in behind_, come to.
    struct outcome {
        std::size_t begin;
        std::size_t end;
        std::uint32_t to;
    };
    /// Inside a code point: the next byte is from `low` to `high`, and it is one of `left` that are missing.
    struct middle {
        std::uint32_t at;
        unsigned low;
        unsigned high;
        unsigned left;
        friend bool operator==(middle const&, middle const&) = default;
    };

    static unsigned last_of(vec<run> const& runs, std::size_t i) noexcept {
        return i + 1 < runs.size() ? runs[i + 1].first - 1 : 0xFF;
    }
    /// Whether some byte of a run is text, or of a code point above U+007F.
    [[nodiscard]] PARLANCE_DECL static bool is_text(vec<run> const& runs, std::size_t i) noexcept;
    /// Adds a spot behind a byte and all that can be gone to from there without reading; false where that is outside, or
    /// something is counted or tokens are read.
    [[nodiscard]] PARLANCE_DECL bool add_closed(spot from, vec<spot>& to);
    /// The set of these spots; none when there are too many.
    [[nodiscard]] PARLANCE_DECL std::uint32_t intern(vec<spot>& spots, budget& means);
    /// Finds out what bytes lead to; false where that is not known.
    [[nodiscard]] PARLANCE_DECL bool step(std::uint32_t id, budget& means);
    /// The set of what is at `begin` in behind_ and on, which is dropped where it was there before; none where nothing is read
    /// there, or `unknown`.
    [[nodiscard]] PARLANCE_DECL std::uint32_t outcome_of(std::size_t begin, budget& means);
    /// Finds out what code points lead to; likewise.
    [[nodiscard]] PARLANCE_DECL bool move(std::uint32_t id, budget& means);
    [[nodiscard]] PARLANCE_DECL bool inside(middle const& here, set& found, budget& means);

    automaton const& code_;
    blocks<set> sets_;
    id_table ids_;
    vec<call_frame> frames_{call_frame{}};
    id_table frame_ids_;
    std::size_t bytes_ = 0;  // that sets hold
    vec<middle> middles_;    // for move()
    vec<way> ways_;
    vec<spot> behind_;
    vec<outcome> outcomes_;
    vec<spot> targets_;  // for step()
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/text_sets.ipp>
#endif
