// parlance/mask/detail/walk/walk.hpp - a vocabulary's trie against a configuration: which tokens it can take
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/free_text.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/loop/text_reach.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/held_slices.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/level.hpp>
#include <parlance/mask/detail/walk/suffix_reader.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// Walks a vocabulary's trie; keeps the memory that takes.  What a loop takes at once is loop_walk.hpp's.
///
/// tokens  gets every token that is read
/// exits   gets every place at which the configuration has popped its bottom and the trie goes on
class walker {
public:
    walker(store& configs, text_reach& reach, held_slices& slices, token_collector& tokens, exit_list& exits,
           bool whole = false)
        : configs_(configs),
          reach_(reach),
          slices_(slices),
          index_(slices.index()),
          nodes_(index_.trie().nodes()),
          tokens_(tokens),
          exits_(exits),
          merged_(configs, index_, tokens, exits),
          states_(index_.depth() + 2),
          whole_(whole),
          worth_a_slice_(static_cast<std::uint32_t>(std::clamp<std::size_t>(nodes_.size() / 128, 8, 1500))) {}

    /// What the frame below, `behind`, makes of the places inside a loop.
    PARLANCE_DECL bool below_loop(loop_part const& loop, point const behind);

    /// Whether `behind` reads, behind each code point that the loop takes later, all that it reads at once: then what leaves the
    /// loop later is read where it leaves behind the first.
    [[nodiscard]] PARLANCE_DECL bool reads_on_in(slice const& of, point const behind);

    /// Everything below node `root`, from the configuration there.  False when a limit was reached, or a free count met
    /// a bound.
    bool below(std::size_t root, point const from) { return below(root, reached{from, 0}); }
    /// Everything that `of` stands for, from one configuration before it, but for what is at or below `without`, which
    /// ascends; without needs.
    PARLANCE_DECL bool through(suffixes const& of, point const from, array_ref<parting const> without = {});
    /// What a fork leads to where there is no room to increment, the walk having begun with `count` increments.
    PARLANCE_DECL bool below_fork(fork const& f, std::uint32_t count);
    /// Whether the last walk ended because a free count mattered.
    [[nodiscard]] bool ambiguous() const noexcept { return ambiguous_; }
    /// The most increments above free_count that any visited node had.
    [[nodiscard]] std::uint32_t increments() const noexcept { return increments_; }
    /// The most increments behind which the count is not all that matters when the bound is reached.
    [[nodiscard]] std::uint32_t mixed() const noexcept { return mixed_; }

private:
    friend class loop_walk;

    /// The same below a large node, without what is read from `against`, if that is live.
    PARLANCE_DECL bool below_against(std::size_t root, reached const from, point const against);
    PARLANCE_DECL bool below(std::size_t root, reached const from);
    void note_fork(std::size_t node, reached const& from, reached const& to) {
        if (to.need > from.need) {
            add_fork(node, from, to);
        }
    }
    PARLANCE_DECL void add_fork(std::size_t node, reached const& from, reached const& to);
    enum class step : std::uint8_t { over, into, failed };

    /// Pays for so many nodes that are about to be looked at; false, and the walk has failed, when there is no fuel left.
    [[nodiscard]] bool pay_for(std::size_t nodes) noexcept {
        constexpr std::size_t between_payments = 1000;
        unpaid_ += nodes;
        return unpaid_ < between_payments || pay();
    }
    [[nodiscard]] PARLANCE_DECL bool pay() noexcept;
    /// Reads everything below `root` from `from` by read(), unless that has been done or is about to be: what is inside a
    /// loop may be come to in several ways, of which each leads to several more.
    template <class Read>
    bool once(std::size_t root, reached const from, Read&& read) {
        if (inside_ != 0 && !known_.insert(beginning{root, from})) {
            return true;
        }
        ++inside_;
        bool const done = read();
        --inside_;
        return done;
    }

    /// Whether both are live and read the same.
    [[nodiscard]] PARLANCE_DECL bool reads_same(point const a, point const b) const noexcept;
    /// Whether what is read from `way` is read from `against` as well.
    [[nodiscard]] PARLANCE_DECL bool is_read(point const way, point const against) const noexcept;
    /// Begins with the children of a large node, or, where it leads to a loop, reads all that is below it.
    PARLANCE_DECL bool open(std::size_t root, reached const from, point const against = {});
    /// What any of these configurations reads, one after the other.
    PARLANCE_DECL bool below_each(array_ref<point const> ways, std::size_t root, std::uint32_t need);
    PARLANCE_DECL bool open_children(std::size_t root, reached const from, point const against = {});
    /// Whether the tokens below a node were added without a step, a loop taking all that they are made of.
    PARLANCE_DECL bool taken_whole(std::size_t i, vocab::trie::node n, reached const at);
    PARLANCE_DECL bool among_few(std::size_t root, reached const from);
    PARLANCE_HOT step visit(std::size_t i);
    PARLANCE_HOT void arrive(std::size_t i, vocab::trie::node n, reached const to);
    /// Node `i` itself and what is below it, its parent having been read to `from`.
    PARLANCE_DECL bool with(std::size_t i, reached const from);
    PARLANCE_DECL bool between_code_points(std::size_t node) const noexcept;

    /// What is below the root of a slice of text, but for the slice.
    PARLANCE_DECL bool below_in_text(free_text& found, slice const& text, reached const from);

    /// The same where the loop is in pieces, if there is such a loop.
    PARLANCE_DECL bool below_in_pieces(std::size_t root, reached const from);
    static constexpr unsigned most_inside = 8;  // each takes room on the stack of calls

    store& configs_;
    text_reach& reach_;
    held_slices& slices_;
    index_data const& index_;
    array_ref<vocab::trie::node const> nodes_;
    token_collector& tokens_;
    exit_list& exits_;
    suffix_reader merged_;
    vec<reached> states_;  // of the nodes on the way to the current one, by depth
    vec<level> open_;
    struct beginning {
        std::size_t root = 0;
        reached from;
        friend bool operator==(beginning const& a, beginning const& b) noexcept {
            return a.root == b.root && a.from.at == b.from.at && a.from.need == b.from.need;
        }
    };
    struct hash_beginning {
        [[nodiscard]] std::uint64_t operator()(beginning const& b) const noexcept {
            return mix(mix(mix(23, b.root), (std::uint64_t{b.from.at.config} << 32) | b.from.at.count),
                       b.from.need);
        }
    };
    hash_set<beginning, hash_beginning> known_;
    vec<std::pair<point, loop>> pieces_;  // found so far
    unsigned inside_ = 0;                 // calls of once() inside each other
    std::size_t unpaid_ = 0;
    static constexpr unsigned most_wordless = 4;
    unsigned wordless_ = 0;  // places at which no words were found: there are likely none at the next, either
    bool whole_ = false;     // nothing is below the bottom: exits are not asked for
    std::uint32_t worth_a_slice_;  // nodes; finding a loop costs as much as some hundred
    std::uint32_t increments_ = 0;
    std::uint32_t mixed_ = 0;
    bool ambiguous_ = false;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/walk.ipp>
#endif
