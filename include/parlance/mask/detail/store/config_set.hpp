// parlance/mask/detail/store/config_set.hpp - the configurations of a store, each existing once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/prefix_cover.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/way_set.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class shape_set;

/// A configuration that was handed out never changes but for its atomic members, and is looked at without a lock;
/// make() is for the one who holds the store's lock.
class config_set {
public:
    PARLANCE_DECL config_set(automaton const& code, stack_tree& stacks, shape_set& shapes, budget& means,
                             arena& memory, std::size_t capacity);

    [[nodiscard]] config& operator[](config_id c) noexcept { return configs_[c]; }
    [[nodiscard]] config const& operator[](config_id c) const noexcept { return configs_[c]; }

    /// Whether everything that can be read from `less` can be read from `more`, and in more ways if at all.
    [[nodiscard]] PARLANCE_DECL bool covers(config_id more, config_id less) const noexcept;

    /// The configuration of these ways, new or known; sorts `items`.  `increments` were made in the slot if there is one.
    [[nodiscard]] PARLANCE_DECL config_id make(vec<item>& items, bool returned, std::uint32_t increments = 0,
                                               bool masks_only = false);
    /// What is known of a configuration of another store of the same grammar, its stacks being this store's: its shape there,
    /// the ways of that and its slot.
    struct closed_ways {
        shape const* was = nullptr;
        vec<way> ways{};
        std::uint32_t slot = 0;
    };
    /// The same configuration: what it comes to need not be found again.
    [[nodiscard]] PARLANCE_DECL config_id copy(vec<item>& items, bool returned, closed_ways closed);
    /// What reads the same as `c`, over the bottom of all, in fewer ways; `c` where that is not known.  What it leads to is
    /// made simpler, too, so it is for masks and for nothing else.
    [[nodiscard]] PARLANCE_DECL config_id for_masks(config_id c);

    /// Frees most of its memory in pieces, and calls look() behind each: nobody may ask it anything any more.
    void free(function_ref<void()> look) {
        ids_.free(look);
        configs_.free(look);
    }

private:
    /// What makes a configuration one: its ways, sorted, each once, and what their number is.
    struct kernel {
        vec<item>& items;
        bool returned;
        std::uint32_t increments;
        bool masks_only;
        config::counting counts = config::counting::none;
        bool pure = false;

        [[nodiscard]] PARLANCE_DECL std::uint64_t hash() const noexcept;
        [[nodiscard]] PARLANCE_DECL bool is(config const& known) const noexcept;
    };
    /// Merges ways, finds the slot, drops what dominance says.  False when there is no room.
    [[nodiscard]] PARLANCE_DECL bool normalise(kernel& k);
    /// The configuration of what was normalised, new or known.
    ///
    /// close  makes the shape where it is new
    [[nodiscard]] PARLANCE_DECL config_id made(kernel const& k, function_ref<shape*()> close);
    PARLANCE_DECL void fill(config& made, kernel const& k, shape& form);
    /// Which ways to make masks the frames of a configuration ask for.
    PARLANCE_DECL void note_frames(config& made, vec<item> const& items, shape const& form) const;
    /// Makes one way of those of one state whose stacks differ in more than numbers; sorts.  False when there is no room.
    [[nodiscard]] PARLANCE_DECL bool merge(vec<item>& items);
    /// Puts a slot where all ways are in the same counted frame; `increments` becomes its number.
    PARLANCE_DECL bool make_slot(vec<item>& items, bool returned, std::uint32_t& increments);
    /// The lowest frames, which all items share and none pops, can wait below.  A counted frame stays with
    /// what runs in it.
    PARLANCE_DECL void find_split(config& c) const;

    automaton const& code_;
    stack_tree& stacks_;
    shape_set& shapes_;
    budget& budget_;
    arena& arena_;
    pool<config> configs_;
    id_table ids_;
    vec<std::uint32_t> together_;
    prefix_cover cover_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/config_set.ipp>
#endif
