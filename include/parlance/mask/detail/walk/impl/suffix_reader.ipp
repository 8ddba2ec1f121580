// parlance/mask/detail/walk/impl/suffix_reader.ipp - definitions of what parlance/mask/detail/walk/suffix_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/suffix_reader.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

bool is_at_or_below(array_ref<vocab::trie::node const> nodes, std::uint32_t node,
                    array_ref<parting const> these) noexcept {
    auto const next = std::upper_bound(these.begin(), these.end(), node,
                                       [](std::uint32_t n, parting const& p) { return n < p.node; });
    return next != these.begin() && node < (next - 1)->node + nodes[(next - 1)->node].skip();
}

config_id suffix_reader::read(suffixes const& of, point const from, array_ref<parting const> without) {
    leave_out(without);
    path_.resize((std::max<std::size_t>)(path_.size(), index_.depth() + 2));
    path_[0] = from;
    constexpr std::uint64_t steps_of_a_node = 8;
    constexpr std::size_t between_payments = 64;  // nodes
    for (std::size_t i = 1, pay_at = 1; i < of.size();) {
        if (i >= pay_at) {
            pay_at = i + between_payments;
            if (!configs_.budget().pay(steps_of_a_node * between_payments)) {
                return failed_config;
            }
        }
        suffixes::node const n = of[i];
        point const to = configs_.step(path_[n.depth - 1u], n.byte);
        if (!store::is_live(to.config)) {
            if (to.config != dead_config) {
                return to.config;
            }
            i += n.skip;
            continue;
        }
        path_[n.depth] = to;
        add(of.tokens(i));
        if (n.skip > 1 && configs_.at(to.config).returnable) {
            for (std::uint32_t const place : of.places(i)) {
                if (!is_at_or_below(index_.trie().nodes(), place, without)) {
                    exits_.nodes.push_back(place);
                    exits_.needs.push_back(0);
                }
            }
        }
        ++i;
    }
    return dead_config;
}

void suffix_reader::leave_out(array_ref<parting const> without) {
    left_out_.clear();
    auto const nodes = index_.trie().nodes();
    for (parting const& p : without) {
        for (std::size_t k = p.node; k < p.node + std::size_t{nodes[p.node].skip()}; ++k) {
            index_.trie().each_token(nodes[k], [&](token_id id) { left_out_.push_back(id); });
        }
    }
    std::sort(left_out_.begin(), left_out_.end());
}

void suffix_reader::add(array_ref<std::uint32_t const> ids) {
    if (left_out_.empty()) {
        tokens_.add(ids);
        return;
    }
    for (std::uint32_t const id : ids) {
        if (!std::binary_search(left_out_.begin(), left_out_.end(), id)) {
            tokens_.add(id);
        }
    }
}

}  // namespace parlance::mask::detail
