// parlance/mask/detail/store/config.hpp - frames, ways, configurations: what there is one of, however many matchers use it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/config_id.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Increments of a slot: somebody else keeps the number, which is within the bounds, or still below the lower one.
/// A configuration has at most one, so that counting to a million needs one configuration and not a million.
inline constexpr std::uint32_t inside = 0xFFFF'FFFE;
inline constexpr std::uint32_t below = 0xFFFF'FFFD;
/// Increments of a frame that is within its bounds and taken never to reach the upper one: only where masks are estimated.
inline constexpr std::uint32_t far_inside = 0xFFFF'FFFC;
/// Increments of a frame that cannot come to its lower bound within any token: only where masks are made.
inline constexpr std::uint32_t far_below = 0xFFFF'FFFB;
/// Increments of a frame that is taken never to come to its lower bound, and to make few more before it is at the upper
/// one: from `unleft` to `last_unleft`.  Only where masks are estimated.
inline constexpr std::uint32_t unleft = 0xFFFF'FFF0;
inline constexpr std::uint32_t last_unleft = unleft + 4;
/// Up to this lower bound every number of increments is a configuration of its own: most places are near it then.
inline constexpr std::uint32_t small_bound = 16;
/// Whether this is a number, and not one of the words above.
[[nodiscard]] constexpr bool is_number(std::uint32_t increments) noexcept { return increments < unleft; }
[[nodiscard]] constexpr bool is_unleft(std::uint32_t increments) noexcept {
    return increments >= unleft && increments <= last_unleft;
}
[[nodiscard]] constexpr bool is_slot(std::uint32_t increments) noexcept { return increments >= below; }

/// Counts from here on have no bound: a mask is being made for every number that is far enough from it.
inline constexpr std::uint32_t free_count = 0x8000'0000;

/// One frame of a stack and what is below it; or a set of stacks, as a list.  Node 0 is the bottom.
///
/// back   state to return to; of a set: its first stack, a frame or the bottom
/// parent what is below the frame; of a set: the deepest node that all of its stacks have below them, or are
/// count  the counted call that made it, or no_count; `increments` so far
/// depth  nodes on the way to the bottom by `parent`
/// height frames of the highest stack
/// rest   of a set: its other stacks, a set or a frame; of a frame 0
/// slot      the node of this stack whose increments are a slot, or 0
/// skeleton  the stack with all of its numbers of increments 0: what two stacks have in common that differ in numbers only
/// numbered  some frame of the stack is counted, and not as a slot
/// wide      how many frames are counted up to a bound that is far away; 2 if more
/// counting  how many frames are counted up to a bound that a few iterations do not come to; 2 if more
/// merged    it is a set, or has one below it
struct stack_node {
    std::uint32_t back = 0;
    std::uint32_t parent = 0;
    std::uint32_t count = no_count;
    std::uint32_t increments = 0;
    std::uint32_t depth = 0;
    std::uint32_t slot = 0;
    std::uint32_t skeleton = 0;
    bool numbered = false;
    std::uint8_t wide = 0;
    std::uint8_t counting = 0;
    bool merged = false;
    std::uint32_t rest = 0;
    std::uint32_t height = 0;
    [[nodiscard]] constexpr bool is_set() const noexcept { return rest != 0; }
    /// Whether the numbers of such frames make a place of every byte.
    [[nodiscard]] constexpr bool nested() const noexcept { return numbered && wide > 1; }
    /// The same where a token holds many of the innermost.
    [[nodiscard]] constexpr bool counts_in_counts() const noexcept { return numbered && counting > 1; }
};

/// One way the text can be read: a state, and a stack of frames above the configuration's own bottom.
struct item {
    std::uint32_t state = 0;
    std::uint32_t stack = 0;
    friend constexpr auto operator<=>(item const&, item const&) = default;
};

/// The class of each byte; bytes of one class lead to one configuration.
using byte_classes = std::array<std::uint8_t, 256>;

/// A configuration and the number its slot stands for.
struct point {
    config_id config = dead_config;
    std::uint32_t count = 0;
    friend bool operator==(point const&, point const&) = default;
};

struct mask_entry;

/// What is found out about a shape: whether a mask is made of those of the ways one by one, and the same with numbers in
/// place of the slot; whether the slot counts what is not a loop over characters, so that tokens hold few of it; whether the
/// bottom may be popped behind a few letters.
enum class parted : std::uint8_t { unknown, no, yes };

/// A loop over characters that a shape leads to, see `loop`; for no count, or for one that is far from its
/// bounds.
struct loop_memory {
    std::uint32_t first = 0;
    std::uint32_t later = 0;
    std::uint32_t most = 0;
    config_id body = dead_config;
    std::uint32_t count = 0;
    std::uint32_t per_step = 0;
    bool relative = false;  // `count` is on top of the one before
    bool pure = false;
    std::array<std::uint64_t, 2> besides{};
    std::array<std::uint64_t, 2> strays{};
    std::uint32_t all = 0;
    array_ref<code_range const> first_points;
    array_ref<code_range const> later_points;
    bool more_behind = false;
};

/// Everything a configuration can do next.  Configurations with equal shapes share rows and masks.
///
/// items      those that can take a byte or a token, sorted
/// returnable  the bottom is popped without consuming: what follows is up to the frame below
/// row        where each class of bytes leads
/// low, span  if there is no row: bytes low .. low + span lead to one configuration, all others nowhere
/// moves_bytes, moves_tokens   whether any item can take such
/// pops       least depth that is reached without consuming, by any stack of a set
/// increments      of the slot, made on the way to each item
/// slot       the slot's node, or 0
/// wide       the mask, for a slot that is far from its bounds or for no slot
/// leads_to   the loop, for the same
/// stays      groups of code points that lead back here, as far as known
/// masks_only what it says holds for masks only, see prefix_cover; so it does of all that it leads to
struct shape {
    std::atomic<mask_entry const*> wide{nullptr};
    std::uint32_t slot = 0;
    bool ambiguous = false;
    array_ref<item const> items;
    array_ref<std::uint8_t const> increments;
    byte_classes const* classes = nullptr;
    std::atomic<config_id>* row = nullptr;
    bool returnable = false;
    bool moves_bytes = false;
    bool moves_tokens = false;
    bool masks_only = false;
    std::uint8_t low = 0;
    std::uint8_t span = 0;
    std::int16_t only_byte = -1;
    std::uint32_t pops = 0;
    std::atomic<loop_memory const*> leads_to{nullptr};
    std::atomic<std::uint32_t> stays{0};
    std::atomic<parted> parts{parted::unknown};
    std::atomic<parted> numbered_parts{parted::unknown};
    std::atomic<parted> counts_outside{parted::unknown};
    std::atomic<parted> returns_in_words{parted::unknown};
    std::atomic<parted> reads_text{parted::unknown};
    std::uint32_t id = 0;
};

/// A configuration: the ways right behind a byte, relative to a bottom that is somebody else's business.
///
/// kernel()  its items before anything that consumes nothing is done, sorted
/// returned  one of its ways has popped the bottom already
/// split     the node of the frames at the bottom that all items share and that are not looked at before the next byte
/// counting  what arriving here does to the number of the slot: it becomes `value`, or `value` is added
/// pure      every way is inside the slot's frame
/// plain     live; it pops no bottom, and arriving here does nothing to the number
/// settled   live; it pops no bottom, and there is no split
struct alignas(64) config {
    std::atomic<config_id>* row = nullptr;  // of its shape, as are the classes, low, span and moves_tokens
    byte_classes const* classes = nullptr;
    std::atomic<config_id> single{unknown_config};
    std::uint8_t low = 0;
    std::uint8_t span = 0;
    bool returnable = false;
    enum class counting : std::uint8_t { none, set, add } counts = counting::none;
    std::uint32_t value = 0;
    bool returned = false;
    bool pure = false;
    bool plain = false;
    bool settled = false;
    std::uint32_t kernel_size = 0;
    bool moves_tokens = false;
    bool nested = false;  // so is one of its stacks, or of its shape's
    bool counts_in_counts = false;
    bool by_frames =
        false;  // its mask is made frame by frame: of sets of stacks, or high ones, that do not count
    item const* kernel_items = nullptr;
    shape* form = nullptr;
    std::uint32_t split = 0;
    std::atomic<config_id> upper{unknown_config};  // what is left above them

    [[nodiscard]] array_ref<item const> kernel() const noexcept { return {kernel_items, kernel_size}; }
};
static_assert(sizeof(config) == 64);  // a line

}  // namespace parlance::mask::detail
