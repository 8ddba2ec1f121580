// parlance/mask/detail/free_text.hpp - places from which all text is read for a while
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/branching.hpp>
#include <parlance/mask/detail/byte_groups.hpp>
#include <parlance/mask/detail/collector.hpp>
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/entry.hpp>
#include <parlance/mask/detail/loop_slice.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/mask/detail/text_reach.hpp>
#include <parlance/mask/detail/index_data.hpp>
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
    free_text(store& configs, text_reach& reach, index_data const& vocabulary)
        : configs_(configs), reach_(reach), index_(vocabulary), nodes_(vocabulary.trie().nodes()) {}

    /// The slice of text below a node, what can be read of it having been added to `out`; nullptr, and nothing added,
    /// where that is not known.  What leaves the text is left to below().
    PARLANCE_DECL slice const* take(std::size_t root, point const from, token_collector& out);
    /// Calls with(node, configuration before it) for all nodes that leave the slice, where they can be reached, and notes
    /// the exits on the way.  False when with() said so, or a limit was reached, which then is in `limit`.
    template <class With>
    bool each_leaving(slice const& text, point const from, exit_list& exits, config_id& limit, With&& with) {
        for (branching::child const c : index_.children().of(text.root)) {
            if (((text.first >> byte_groups[c.byte()]) & 1u) == 0 && !with(c.node(), from)) {
                return false;
            }
        }
        auto const& ways = *index_.ways(text);
        vec<point> at(index_.depth() + 2);
        at[nodes_[text.root].depth()] = from;
        for (std::size_t i = 0; i < ways.size();) {
            slice::waypoint const w = ways[i];
            std::uint32_t const depth = nodes_[w.node].depth();
            if (w.exit) {
                if (!with(w.node, at[depth - 1])) {
                    return false;
                }
                ++i;
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
            if (configs_.at(to.config).under) {
                exits.nodes.push_back(w.node);
                exits.needs.push_back(0);
            }
            at[depth] = to;
            ++i;
        }
        return true;
    }

private:
    /// Finds the tokens of more than `most` code points that can be read.  False when they are not few, or one is not
    /// known.
    PARLANCE_DECL bool read_longer(slice const& text, std::uint32_t most, point const from);

    store& configs_;
    text_reach& reach_;
    index_data const& index_;
    array_ref<vocab::trie::node const> nodes_;
    vec<token_id> found_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/impl/free_text.ipp>
#endif
