// parlance/mask/detail/remaining/end_walk.hpp - steps towards the end of a text, each paid for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/byte_needs.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/remaining/step_meter.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class generation;

/// What all searches for an end stand on: where bytes lead, how many are missing there, and what the tokens below a node of the
/// trie may do about it.  One call after the other; what they spend is added up here.
class end_walk {
public:
    static constexpr std::uint32_t never = completion::never;
    /// Nothing is known before the first begin().
    PARLANCE_DECL explicit end_walk(generation& of);

    [[nodiscard]] generation& of() const noexcept { return of_; }
    [[nodiscard]] array_ref<vocab::trie::node const> nodes() const noexcept { return nodes_; }
    /// Whether the vocabulary spells, byte by byte, whatever the grammar asks for.
    [[nodiscard]] bool spells_all() const noexcept { return bytes_.are_spelled(); }
    [[nodiscard]] byte_needs::need bytes_left(place const& p) { return bytes_.of(p); }
    [[nodiscard]] PARLANCE_DECL place next(place const& p, std::uint8_t byte);
    /// Where the bytes begin that lead elsewhere than those before them, and where the last ones end.
    [[nodiscard]] PARLANCE_DECL vec<std::size_t> cuts(place const& p);
    /// Bytes that all lead to the same place, and the bytes that the grammar needs there.
    struct branch {
        place to;
        std::uint32_t left = 0;
        std::size_t first = 0;
        std::size_t end = 0;
    };
    /// The first way on, in the order of bytes, that leads nearer to the end; to == dead_config where there is none.
    [[nodiscard]] PARLANCE_DECL branch nearest(place const& p);
    /// The ways on from a place by one byte, to settled places, the nearest to the end first.
    [[nodiscard]] PARLANCE_DECL vec<branch> branches(place const& p);
    /// The same place where a count that is within its bounds has little room left, which is no better: so that not every
    /// number is a place of its own.  Only where it makes no other places of those that follow, as in a string: what is found
    /// from there is what is found on the way.
    [[nodiscard]] PARLANCE_DECL place with_little_room(place p);

    /// Of a node: the height of the trie below it, a signature of the bytes there, and what they add at most to what is needed.
    [[nodiscard]] std::uint32_t height(std::size_t node) const noexcept { return below(node).height; }
    [[nodiscard]] std::uint64_t signatures(std::size_t node) const noexcept { return below(node).signatures; }
    [[nodiscard]] std::uint32_t growth(std::size_t node) const noexcept { return below(node).growth; }
    /// What one token adds at most to what is needed; never: not known.
    [[nodiscard]] std::uint32_t most_growth() const noexcept { return most_growth_; }
    /// Bytes by which a token brings the end nearer, at most.
    [[nodiscard]] std::uint32_t most_progress() const noexcept { return most_progress_; }
    [[nodiscard]] PARLANCE_DECL static std::uint64_t signature(std::uint8_t byte) noexcept;

    /// Begins a call, or goes on with one: what budget().spent() says is a part of it.  The first one measures what the
    /// states of the grammar need, and what the tokens may do about it.  False where it was asked to stop meanwhile, and then
    /// nothing else may be asked.
    [[nodiscard]] PARLANCE_DECL bool begin();
    [[nodiscard]] step_meter& meter() noexcept { return call_; }
    /// Spends steps, and looks whether to stop when it is time to.
    void spend(std::uint64_t steps) noexcept { call_.spend(steps); }
    /// Whatever else is asked in this call, nothing is sure.
    void give_up() noexcept { call_.spend_all(fuel_ + 1); }
    /// What was spent since begin().
    [[nodiscard]] PARLANCE_DECL std::uint64_t spent() const noexcept;
    [[nodiscard]] std::uint64_t fuel() const noexcept { return fuel_; }
    /// Whether the call ran out of it or met another limit, so that nothing it said is sure.
    [[nodiscard]] bool out_of_fuel() const noexcept { return spent() > fuel_; }
    /// Frees most of what it holds; calls look() now and then.  Nothing may be asked any more.
    PARLANCE_DECL void free(function_ref<void()> look);
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;

private:
    /// What is below a node of the trie.
    struct subtree {
        std::uint64_t signatures = 0;
        std::uint32_t growth = 0;
        std::uint32_t height = 0;
    };

    [[nodiscard]] subtree const& below(std::size_t node) const noexcept {
        return below_[below_.size() - 1 - node];
    }
    /// Whether nothing is counted there any more, so that the number says nothing.
    [[nodiscard]] PARLANCE_DECL bool is_without_count(place const& p) const;
    /// Whether all places that bytes lead to are the same with another count, or know nothing of it.
    [[nodiscard]] PARLANCE_DECL bool forgets_count(place const& p, std::uint32_t other);
    PARLANCE_DECL void measure_tokens();
    [[nodiscard]] bool is_measured() const noexcept { return most_progress_ != 0; }

    generation& of_;
    array_ref<vocab::trie::node const> nodes_;
    step_meter call_;
    byte_needs bytes_;
    blocks<subtree> below_;                       // of the nodes, the last one first
    hash_map<std::uint64_t, bool> forget_count_;  // by configuration and base
    std::uint32_t most_growth_ = 0;
    std::uint32_t most_progress_ = 0;  // 0: nothing is measured yet
    std::uint64_t fuel_;               // not all: steps over sets of stacks wait for memory
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/end_walk.ipp>
#endif
