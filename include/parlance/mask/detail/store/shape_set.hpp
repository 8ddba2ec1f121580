// parlance/mask/detail/store/shape_set.hpp - the shapes of configurations, each existing once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/closure.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/way_set.hpp>
#include <parlance/mask/detail/vocabulary/byte_classes.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace parlance::mask::detail {

/// For the one who holds the store's lock.  A shape that was handed out never changes but for its atomic members.
class shape_set {
public:
    shape_set(automaton const& code, stack_tree& stacks, budget& means, arena& memory, std::size_t most_ways,
              std::size_t capacity)
        : code_(code),
          budget_(means),
          arena_(memory),
          shapes_(capacity),
          closure_(code, stacks, means, most_ways),
          classifier_(memory) {}

    /// Everything that can be done from `kernel` without consuming; nullptr when a limit was reached.
    [[nodiscard]] PARLANCE_DECL shape* close(vec<item> const& kernel, bool returned, bool masks_only = false);
    /// The same as `was`, a shape of another store of the same grammar, with what its ways and its slot are here.
    [[nodiscard]] PARLANCE_DECL shape* copy(shape const& was, vec<way>& ways, std::uint32_t slot);
    /// Keeps what was found out about a shape.
    [[nodiscard]] PARLANCE_DECL loop_memory const* remember(shape& form, loop_memory const& found);

    /// Frees most of its memory in pieces, and calls look() behind each: nobody may ask it anything any more.
    void free(function_ref<void()> look) {
        ids_.free(look);
        classified_ids_.free(look);
        shapes_.free(look);
        classified_.clear(look);
    }

private:
    /// ways  in any order
    PARLANCE_DECL shape* intern(shape const& found, vec<way>& ways);
    [[nodiscard]] PARLANCE_DECL static bool equal(shape const& k, shape const& found,
                                                  vec<way> const& ways) noexcept;
    /// One run of bytes with one target needs no row.
    PARLANCE_DECL void lay_out_row(shape& s);
    /// How a shape tells bytes apart.  Only the states of its items matter, so shapes that differ in frames have it in common.
    [[nodiscard]] PARLANCE_DECL byte_classifier::found classes_of(shape const& s);
    /// `none` is the class that leads nowhere.
    [[nodiscard]] PARLANCE_DECL std::atomic<config_id>* new_row(unsigned classes, unsigned none);
    /// For shapes that read no byte.
    PARLANCE_DECL void lead_nowhere(shape& s);

    automaton const& code_;
    budget& budget_;
    arena& arena_;
    pool<shape> shapes_;
    id_table ids_;
    closure closure_;
    byte_classifier classifier_;
    struct classified {
        std::uint32_t shape = 0;  // the first one with its states
        byte_classifier::found as;
    };
    blocks<classified> classified_;
    id_table classified_ids_;
    shape nothing_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/shape_set.ipp>
#endif
