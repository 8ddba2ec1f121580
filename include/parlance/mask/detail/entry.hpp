// parlance/mask/detail/entry.hpp - a mask as far as a configuration knows it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/slice.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask::detail {

/// A loop that pops the bottom after any of its code points: every node inside it is an exit.
struct loop_exit {
    slice const* of = nullptr;
    std::uint32_t most = 0;  // code points that its count allowed
    friend bool operator==(loop_exit const&, loop_exit const&) = default;
};

/// Where a walk popped the bottom: nodes with children, and whole loops.
struct exit_list {
    std::vector<std::uint32_t> nodes;
    std::vector<loop_exit> loops;
};

/// The tokens that are read above the bottom, and where the bottom is popped. What a frame below adds is an
/// entry of its own, which names this one as its `rest`: most add a handful of tokens to a mask of sixteen
/// kilobytes.
///
/// rest   tokens that are allowed as well
/// ids    allowed tokens, each perhaps more than once
/// parts  masks of which every token is allowed
/// exits  trie nodes with children at which the frame below goes on
/// ticks  how far the slot must be from its bounds for this mask to hold
struct mask_entry {
    mask_entry const* rest = nullptr;
    std::span<std::uint32_t const> ids;
    std::span<std::uint32_t const* const> parts;
    std::span<std::uint32_t const> exits;
    std::span<loop_exit const> loops;
    std::uint32_t ticks = 0;
    bool usable = true;  // false: with a free count there is no mask
    bool some = false;   // some token is allowed
    bool small = false;  // ids of this and of all it rests on are few, and there
                         // are no parts
    std::uint32_t id = 0;
    /// The whole mask, without and with the tokens that end the text, once it has
    /// been asked for; not for small ones.
    std::array<std::atomic<std::uint32_t const*>, 2> whole{};

    /// Whether the frames below have nothing to add.
    [[nodiscard]] bool closed() const noexcept { return exits.empty() && loops.empty(); }

    /// Calls visit(id) for the tokens that are named one by one.
    template <class Visit>
    void each_id(Visit&& visit) const {
        for (mask_entry const* e = this; e != nullptr; e = e->rest) {
            for (std::uint32_t const token : e->ids) {
                visit(token);
            }
        }
    }
    /// Writes the mask over `words`.
    void write(std::span<std::uint32_t> words) const {
        bool first = true;
        mask_entry const* e = this;
        for (; e != nullptr; e = e->rest) {
            if (std::uint32_t const* const known = e->whole[0].load(std::memory_order_acquire);
                known != nullptr) {
                put(words, known, first);
                break;
            }
            for (std::uint32_t const* const part : e->parts) {
                put(words, part, first);
            }
        }
        if (first) {
            std::fill(words.begin(), words.end(), 0u);
        }
        bitmask out{words};
        for (mask_entry const* n = this; n != e; n = n->rest) {
            for (std::uint32_t const token : n->ids) {
                out.set(token);
            }
        }
    }

private:
    static void put(std::span<std::uint32_t> words, std::uint32_t const* from, bool& first) {
        if (first) {
            std::copy_n(from, words.size(), words.begin());
        } else {
            bitmask{words}.add(from);
        }
        first = false;
    }
};

/// The mask once an end token was accepted.
inline mask_entry const nothing_allowed{.ids = {}, .parts = {}, .exits = {}, .loops = {}, .small = true};

}  // namespace parlance::mask::detail
