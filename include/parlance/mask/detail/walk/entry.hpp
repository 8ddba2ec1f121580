// parlance/mask/detail/walk/entry.hpp - a mask as far as a configuration knows it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// A node that is read both by incrementing and in some other way, which is all that is left when there is no room to increment.
///
/// parent  the configuration that reads the node, `before` increments from where the walk began
/// need    increments on the way to the node, itself included
struct fork {
    std::uint32_t node = 0;
    config_id parent = dead_config;
    std::uint32_t before = 0;
    std::uint32_t need = 0;
};

/// Where a walk popped the bottom: nodes with children, and whole loops that pop it after any of their code points, so
/// that every node inside is an exit.
///
/// needs  of each node: the increments that it took, if the collector keeps them
struct exit_list {
    vec<std::uint32_t> nodes;
    vec<std::uint32_t> needs;
    vec<loop_part> loops;
    vec<fork> forks;
};

/// What is found out about a mask when it is first asked for.
enum class everything : std::uint8_t { unknown, no, yes };

/// The tokens that are read above the bottom, and where the bottom is popped. What a frame below adds is an
/// entry of its own, which names this one as its `rest`: most add a handful of tokens to a mask of sixteen
/// kilobytes.
///
/// rest   tokens that are allowed as well
/// ids    allowed tokens, each perhaps more than once
/// parts  sets of which every token is allowed
/// exits  trie nodes with children at which the frame below goes on
/// whole  all its words, without and with the tokens that end the text, once they have been asked for again; not for
///        small ones
/// all    whether every token that exists is allowed, without and with those that end the text
/// increments  how far the slot must be from its bounds for this mask to hold; nearer than that, what needs more increments than
///        there is room for falls away
/// of     what it is the mask of, in whatever grammar; unknown where that is not to be shared
/// numbers  the number that it is known by, without and with the tokens that end the text; 0 until it was asked for
struct alignas(64) mask_entry {
    // what a step looks at whose mask is known, in one line
    std::array<std::atomic<std::uint32_t const*>, 2> whole{};
    std::array<std::atomic<everything>, 2> all{};
    std::atomic<bool> asked{false};  // for the whole mask
    bool usable = true;              // false: with a free count there is no mask
    bool some = false;               // some token is allowed
    bool few = false;                // ids of this and of all it rests on are few, and there are no parts
    bool large = false;              // much of the vocabulary is below the exits
    bool closed = true;              // the frames below have nothing to add: there are no exits and no loops
    errc limit = errc::none;         // why tokens are missing that the grammar allows; none: none are
    std::uint32_t id = 0;

    mask_entry const* rest = nullptr;
    array_ref<std::uint32_t const> ids;
    array_ref<token_part const> parts;
    array_ref<std::uint32_t const> exits;
    array_ref<loop_part const> loops;
    std::uint32_t increments = 0;
    std::uint32_t mixed = 0;                    // with less room than this nothing can be derived
    array_ref<std::uint32_t const> needs;       // of ids, ascending
    array_ref<std::uint32_t const> exit_needs;  // of exits, ascending
    array_ref<loop_part const> taken;           // what parts are made of
    array_ref<fork const> forks;
    std::atomic<mask_entry const*> alike{
        nullptr};  // the first mask with the same exits and loops, once asked for
    content of;
    mutable std::array<std::atomic<std::uint32_t>, 2> numbers{};

    mask_entry() = default;
    explicit mask_entry(bool is_small) noexcept : few(is_small) {}

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
    PARLANCE_DECL void write(array_ref<std::uint32_t> words) const;

private:
    PARLANCE_DECL static void put(array_ref<std::uint32_t> words, token_part const part, bool& first);
};

/// The mask once an end token was accepted.
inline mask_entry const nothing_allowed{true};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/entry.ipp>
#endif
