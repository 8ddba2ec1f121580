// parlance/mask/detail/walk/suffix_reader.hpp - many places of a trie at once, from one configuration
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// A node that is read from `from`, whatever its neighbours are read from.
struct parting {
    std::uint32_t node;
    point from;
};

/// Whether a node is one of `these`, which ascend, or below it.
[[nodiscard]] PARLANCE_DECL bool is_at_or_below(array_ref<vocab::trie::node const> nodes, std::uint32_t node,
                                                array_ref<parting const> these) noexcept;

/// Reads merged suffixes, each of which stands for many nodes of the trie, without needs.
class suffix_reader {
public:
    suffix_reader(store& configs, index_data const& vocabulary, token_collector& tokens, exit_list& exits)
        : configs_(configs), index_(vocabulary), tokens_(tokens), exits_(exits) {}

    /// Everything that `of` stands for, from one configuration before it, but for what is at or below `without`, which
    /// ascends.  The configuration at which a limit was reached, or dead_config.
    [[nodiscard]] PARLANCE_DECL config_id read(suffixes const& of, point const from,
                                               array_ref<parting const> without = {});

private:
    PARLANCE_DECL void leave_out(array_ref<parting const> without);
    PARLANCE_DECL void add(array_ref<std::uint32_t const> ids);

    store& configs_;
    index_data const& index_;
    token_collector& tokens_;
    exit_list& exits_;
    vec<point> path_;  // by depth
    vec<std::uint32_t> left_out_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/suffix_reader.ipp>
#endif
