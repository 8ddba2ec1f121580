// parlance/mask/detail/store/prefix_cover.hpp - of two ways, the one that can begin to read whatever the other can
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Makes the ways of a configuration fewer where only masks are asked for, and nothing is below its bottom.  A token is
/// allowed where some way reads it, however the match may end: beside the `.*` of `.* "a" .{4000}` the frames that have
/// counted some of the 4000 say nothing.
///
/// A state covers a way when its byte edges alone, in its own frame, read whatever the way reads, however often it counts,
/// and wherever it returns to.  Pairs of states are looked at until nothing new is met (a simulation), so it holds for
/// texts of any length.  A text that was begun can always be completed, there being no dead ends.  For the one who holds
/// the store's lock.
class prefix_cover {
public:
    prefix_cover(automaton const& code, stack_tree const& stacks, budget& means) noexcept
        : code_(code), stacks_(stacks), budget_(means) {}

    /// Leaves out the ways that others cover, and takes the simplest state for those that read the same; false where that
    /// leaves all as it was.
    PARLANCE_DECL bool reduce(vec<item>& ways);
    /// Whether a byte leads one of these ways to what reduce() makes simpler, or to a count that is far from its lower bound.
    [[nodiscard]] PARLANCE_DECL bool is_worth_it(array_ref<item const> ways);

private:
    /// Whether byte edges lead from a state to one that they lead back to.
    [[nodiscard]] PARLANCE_DECL bool loops(std::uint32_t state) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool loops_back(std::uint32_t state) const noexcept;
    /// Whether a frame is pushed from a state whose count is further below its lower bound than any token can count: beside
    /// a loop there is one for each place where it began.
    [[nodiscard]] PARLANCE_DECL bool begins_far(std::uint32_t state) const noexcept;
    /// A state that reads the same as `state` over the bottom, and covers it; none where that is not known.
    [[nodiscard]] PARLANCE_DECL std::uint32_t simplest(std::uint32_t state);
    [[nodiscard]] PARLANCE_DECL bool covers(std::uint32_t more, item less);
    /// The states that frames of `stack` return to, as a number; none where there are too many frames.
    [[nodiscard]] PARLANCE_DECL std::uint32_t returns_of(std::uint32_t stack);
    enum class answer : std::uint8_t { no, yes, too_many_pairs };
    [[nodiscard]] PARLANCE_DECL answer simulates(std::uint32_t more, std::uint32_t less,
                                                 vec<std::uint32_t> returns);

    static constexpr std::uint32_t none = stack_tree::none;
    static constexpr std::size_t most_pairs = 1000;
    static constexpr std::size_t most_nodes = 20'000;
    static constexpr std::size_t most_sets = 256;
    static constexpr std::uint32_t most_given_up =
        8;  // of the states of one rule: the others would be, too. A mask is the same for it

    /// What is asked about: two states, and the number of what the lesser one returns to.
    struct question {
        std::uint32_t more = 0;
        std::uint32_t less = 0;
        std::uint32_t returns = 0;
        friend constexpr bool operator==(question const&, question const&) = default;
    };
    struct hash_question {
        [[nodiscard]] std::uint64_t operator()(question const& q) const noexcept {
            return mix(mix(18, (std::uint64_t{q.more} << 32) | q.less), q.returns);
        }
    };

    automaton const& code_;
    stack_tree const& stacks_;
    budget& budget_;
    hash_map<question, bool, hash_question> known_;
    hash_map<std::uint64_t, std::uint32_t> simplest_;
    hash_map<std::uint32_t, std::uint32_t> given_up_;  // of each rule: how often there were too many pairs
    vec<vec<std::uint32_t>> returns_;                  // sorted, each once
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/prefix_cover.ipp>
#endif
