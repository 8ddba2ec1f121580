// parlance/mask/detail/loop/free_text.hpp - places from which all text is read for a while
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/loop/text_reach.hpp>
#include <parlance/mask/detail/loop/word_reach.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/branching.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/held_slices.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Takes the slice of text below a node at once where all text can be read for so long that the tokens that are longer
/// are few, and then are read one by one.
class free_text {
public:
    free_text(store& configs, text_reach& reach, held_slices& slices)
        : configs_(configs),
          reach_(reach),
          slices_(slices),
          index_(slices.index()),
          nodes_(index_.trie().nodes()) {}

    /// Code points that few tokens go on behind.
    static constexpr std::uint32_t long_run = 12;

    /// The slice of text below a node, what can be read of it having been added to `out`; nullptr, and nothing added,
    /// where that is not known.  What leaves the text is left to each_leaving(), and what goes on behind it to
    /// each_beyond().
    ///
    /// loops  there is a loop at `from`, which says more where tokens go on
    PARLANCE_DECL slice const* take(std::size_t root, point const from, bool loops, token_collector& out);
    /// The groups that take_words() would take; none where it would not, as where nothing is counted: there are loops then.
    [[nodiscard]] PARLANCE_DECL group_set words(point const from, bool whole);
    /// The same of words, see word_reach: what `([a-z]{1,12} " "?){4,10}` reads leads to another configuration with
    /// each letter, and all the same every word can be read.
    ///
    /// whole  the bottom of all is below: what pops it says nothing, and ends no run
    PARLANCE_DECL slice const* take_words(std::size_t root, point const from, bool whole,
                                          token_collector& out);
    /// Calls with(node, configuration before it) for all nodes that leave the slice, where they can be reached, and notes
    /// the exits on the way.  False when with() said so, or a limit was reached, which then is in `limit`.
    template <class With>
    bool each_leaving(slice const& text, point const from, exit_list& exits, config_id& limit, With&& with) {
        for (branching::child const c : index_.children().of(text.root)) {
            if (!text.may_begin(c.byte()) && !with(c.node(), from)) {
                return false;
            }
        }
        work paid = configs_.budget().beside();
        vec<slice::waypoint> const* const found = index_.ways(text, paid);
        if (found == nullptr) {
            configs_.budget().is_stopped_by(paid);
            limit = failed_config;
            return false;
        }
        vec<slice::waypoint> const& ways = *found;
        vec<point> at(index_.depth() + 2);
        at[nodes_[text.root].depth()] = from;
        vec<std::uint32_t> points(at.size(), 0);
        constexpr std::uint64_t steps_of_a_node = 8;
        constexpr std::size_t between_payments = 64;  // nodes
        for (std::size_t i = 0, pay_at = 0; i < ways.size();) {
            if (i >= pay_at) {
                pay_at = i + between_payments;
                if (!configs_.budget().pay(steps_of_a_node * between_payments)) {
                    limit = failed_config;
                    return false;
                }
            }
            slice::waypoint const w = ways[i];
            std::uint32_t const depth = nodes_[w.node].depth();
            if (w.exit) {
                if (!with(w.node, at[depth - 1])) {
                    return false;
                }
                ++i;
                continue;
            }
            points[depth] = points[depth - 1] + ((nodes_[w.node].byte() & 0xC0) != 0x80 ? 1 : 0);
            if (goes_on_ && points[depth] > free_.points) {
                i += w.skip;  // what is read there is beyond
                continue;
            }
            point const to = configs_.step(at[depth - 1], nodes_[w.node].byte());
            if (!store::is_live(to.config)) {
                if (to.config != dead_config) {
                    limit = to.config;
                    return false;
                }
                i += w.skip;
                continue;
            }
            if (!words_ && configs_.at(to.config).returnable) {
                exits.nodes.push_back(w.node);
                exits.needs.push_back(0);
            }
            at[depth] = to;
            ++i;
        }
        return true;
    }

    /// Calls with(node, configuration before it) for the nodes behind as much text as take() took at once that may be read
    /// there, where tokens that go on are not few.  False when with() said so, or a limit was reached, of which `limit`
    /// becomes the configuration.
    template <class With>
    bool each_beyond(slice const& text, point const from, config_id& limit, With&& with) {
        if (!goes_on_) {
            return true;
        }
        // along the bytes of the way to a node, configurations as far as they are known
        vec<point> at(index_.depth() + 2);
        vec<std::uint8_t> bytes(at.size(), 0);
        vec<std::uint32_t> points(at.size(), 0);
        bool const reads_beyond = ((text.later >> beyond_ascii) & 1u) != 0 || !text.later_points.empty();
        std::uint32_t const top = nodes_[text.root].depth();
        std::uint32_t known = top;
        at[top] = from;
        std::size_t const end = text.root + std::size_t{nodes_[text.root].skip()};
        for (std::size_t i = text.root + std::size_t{1}; i < end;) {
            vocab::trie::node const n = nodes_[i];
            std::uint32_t const depth = n.depth();
            std::uint8_t const byte = n.byte();
            known = (std::min)(known, depth - 1);
            bytes[depth] = byte;
            points[depth] = points[depth - 1] + ((byte & 0xC0) != 0x80 ? 1 : 0);
            bool const leaves = byte < 0x80 ? ((text.later >> byte_groups[byte]) & 1u) == 0 : !reads_beyond;
            if (!leaves && points[depth] <= free_.points) {
                // few nodes are no deep subtree
                bool const ends = points[depth] + n.skip() - 1 <= free_.points;
                i += ends || (n.skip() > worth_a_look && (index_.made_of(i) & free_.beyond) == 0) ? n.skip()
                                                                                                  : 1;
                continue;
            }
            if (!leaves && ((free_.beyond >> byte_groups[byte]) & 1u) != 0) {
                for (; known + 1 < depth && store::is_live(at[known].config); ++known) {
                    at[known + 1] = configs_.step(at[known], bytes[known + 1]);
                }
                bool const live = store::is_live(at[known].config);
                if (!live && at[known].config != dead_config) {
                    limit = at[known].config;
                    return false;
                }
                if (live && !with(static_cast<std::uint32_t>(i), at[known])) {
                    return false;
                }
            }
            i += n.skip();
        }
        return true;
    }

private:
    static constexpr std::uint32_t worth_a_look = 8;  // nodes

    /// Whether few tokens of the slice go on behind what is read whatever it is.
    [[nodiscard]] PARLANCE_DECL static bool is_enough(word_reach::run const& run, group_set words) noexcept;
    /// Finds the tokens of more than `most` code points that can be read.  False when they are not few, or one is not
    /// known.
    PARLANCE_DECL bool read_longer(slice const& text, std::uint32_t most, point const from);

    store& configs_;
    text_reach& reach_;
    held_slices& slices_;
    index_data const& index_;
    array_ref<vocab::trie::node const> nodes_;
    vec<token_id> found_;
    text_reach::length free_;
    bool goes_on_ = false;
    bool words_ = false;  // what was taken are words, whose exits are not asked for
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/free_text.ipp>
#endif
