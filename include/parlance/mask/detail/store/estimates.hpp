// parlance/mask/detail/store/estimates.hpp - what is read at most and at least, whatever the numbers of some frames are
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class budget;
class config_set;

/// What is read at most, in the middle and at least with the numbers of the frames as in stack_tree::estimate(): a
/// configuration each, or a stack each for the frames below one.
///
/// count  of the slot, if that is near its bound; else how far it is
/// as_it_is  of a configuration: all of them read what it does itself
struct estimate {
    static constexpr std::uint32_t none = stack_tree::none;
    std::uint32_t of = 0;
    std::uint32_t count = 0;
    std::uint32_t most = 0;
    std::uint32_t middle = 0;
    std::uint32_t least = 0;
    std::uint32_t room = none;
    bool as_it_is = false;
};

/// The estimates of a store, each made once.  Any number of threads may ask; the lock is the store's.
class estimates {
public:
    estimates(automaton const& code, stack_tree& stacks, config_set& configs, budget& means,
              detail::mutex& lock, std::size_t capacity)
        : code_(code), stacks_(stacks), configs_(configs), budget_(means), mutex_(lock), known_(capacity) {}

    /// Of a configuration with this number in its slot; failed_config where a limit was reached.
    [[nodiscard]] PARLANCE_DECL estimate of_config(config_id c, std::uint32_t count, stack_tree::outer slot);
    /// Of the frames of a stack; none where a limit was reached.
    [[nodiscard]] PARLANCE_DECL estimate of_frames(std::uint32_t stack);
    /// Frees most of what it holds; calls look() now and then.  Nothing may be asked any more.
    void free(function_ref<void()> look) {
        of_configs_.free(look);
        of_frames_.free(look);
        known_.free(look);
    }

private:
    static constexpr std::uint32_t none = stack_tree::none;

    /// Notes the estimate of `c` under `key`, with the lock held; none when a limit was reached.
    PARLANCE_DECL std::uint32_t add(config_id c, std::uint32_t key, std::uint32_t count,
                                    stack_tree::outer slot);

    /// For each of few items whether others read the same where the innermost counted frame has fewer increments, and
    /// none of them reads all that it does.  `number_in(i)` is the number in its slot.
    [[nodiscard]] PARLANCE_DECL vec<char> begun_anew(array_ref<item const> items,
                                                     function_ref<std::uint32_t(std::size_t)> number_in,
                                                     stack_tree::outer outer);

    automaton const& code_;
    stack_tree& stacks_;
    config_set& configs_;
    budget& budget_;
    detail::mutex& mutex_;
    pool<estimate> known_;
    id_table of_configs_;
    id_table of_frames_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/estimates.ipp>
#endif
