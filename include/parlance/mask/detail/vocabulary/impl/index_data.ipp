// parlance/mask/detail/vocabulary/impl/index_data.ipp - definitions of what parlance/mask/detail/vocabulary/index_data.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/names/name_tokens.hpp>
#include <parlance/mask/detail/shared/shared_masks.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/slice.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>

namespace parlance::mask::detail {

index_data::index_data(vocab::view tokens, vocab::trie made, work& paid)
    : tokens_(tokens),
      trie_(std::move(made)),
      all_(words_for(tokens.size()), 0),
      any_(words_for(tokens.size()), 0),
      shared_(std::make_shared<shared_masks>()) {
    constexpr std::uint64_t of_a_token = 4;
    constexpr std::uint64_t of_a_node = 4;
    constexpr std::size_t between_payments = 4096;
    bitmask any{any_};
    bitmask all{all_};
    for (token_id id = 0; id < tokens.size(); ++id) {
        if (id % between_payments == 0 && !paid.spend(between_payments * of_a_token)) {
            return;
        }
        vocab::token_kind const kind = tokens.kind(id);
        bool const text = kind != vocab::token_kind::control && kind != vocab::token_kind::unused;
        if (tokens.ends(id)) {
            ends_.push_back(id);
            all.set(id);
        } else if (kind == vocab::token_kind::control || (text && !tokens.bytes(id).empty())) {
            any.set(id);
            all.set(id);
        }
    }
    allowed_ = all.count();
    auto const nodes = trie_.nodes();
    if (!children_.build(trie_, paid) ||
        !slices_.build(tokens, trie_, trie_.memory() + children_.memory() + 2 * all_.size() * 4, paid) ||
        !slices_.prepare(trie_, paid)) {
        return;
    }
    std::size_t single = 0;
    for (std::size_t i = 1; i < nodes.size(); i += nodes[i].skip()) {
        single += nodes[i].has_token();
        beginning_below_[nodes[i].byte() + 1u] = nodes[i].skip();
    }
    std::partial_sum(beginning_below_.begin(), beginning_below_.end(), beginning_below_.begin());
    spells_all_ = single == 256;
    for (std::size_t begin = 0; begin < nodes.size(); begin += between_payments) {
        auto const some = nodes.subspan(begin, (std::min)(between_payments, nodes.size() - begin));
        if (!paid.spend(some.size() * of_a_node)) {
            return;
        }
        std::uint32_t deepest = 0;
        for (vocab::trie::node const n : some) {
            deepest = (std::max)(deepest, n.depth());
        }
        depth_ = (std::max<std::size_t>)(depth_, deepest);
        for (std::size_t i = 0; i < some.size() && deepest >= long_bytes; ++i) {
            if (some[i].depth() >= long_bytes) {
                trie_.each_token(some[i], [&](token_id id) { long_.push_back(id); });
            }
        }
    }
    long_.shrink_to_fit();
}

std::size_t index_data::memory() const noexcept {
    return sizeof(index_data) + trie_.memory() + slices_.memory() + children_.memory() + endings_.memory() +
           folded_.memory() + shared_->memory() +
           (ends_.size() + all_.size() + any_.size() + long_.size()) * sizeof(std::uint32_t);
}

std::uint64_t index_data::name_key() const noexcept { return shared_->key(); }

void index_data::keep(std::shared_ptr<vocab::token_list const> tokens, vec<vocab::token_flags> flags) {
    kept_ = std::move(tokens);
    flags_ = std::move(flags);  // where they are does not change
}

std::shared_ptr<slice const> index_data::slice_of(slice_key const& key, work& paid) const {
    return slices_.get(key, trie_, paid);
}

std::size_t index_data::slices_besides(array_ref<std::shared_ptr<slice const> const> held) const noexcept {
    return slices_.memory_besides(held);
}

void index_data::add_short(slice const& s, std::uint32_t most, token_collector& out) const {
    if (auto const* const kept = slices_.short_tokens(s, most); kept != nullptr) {
        out.add_part(*kept, s);
    } else {
        slices_.add_short(s, most, out.open_words());
    }
}

void index_data::add_short(slice const& s, std::uint32_t most, array_ref<std::uint32_t> words) const {
    if (auto const* const kept = slices_.short_tokens(s, most); kept != nullptr) {
        if (!kept->empty()) {
            kept->part().add_to(words);
        }
    } else {
        slices_.add_short(s, most, words);
    }
}

suffixes const* index_data::leaving(slice const& s, work& paid) const {
    return slices_.leaving(s, trie_, paid);
}

maybe<vec<slice::place>> index_data::within(slice const& s, group_set groups, work& paid) const {
    return slices_.within(s, groups, trie_, paid);
}

vec<slice::waypoint> const* index_data::ways(slice const& s, work& paid) const {
    return slices_.ways(s, trie_, paid);
}

std::shared_ptr<suffixes const> index_data::below(array_ref<std::uint32_t const> places, work& paid) const {
    return places.size() < 24 ? nullptr : endings_.below(trie_, places, paid);
}

suffixes const* index_data::folded(folding const& how, work& paid) const {
    return folded_.get(how, trie_, size(), paid);
}

group_set index_data::made_of(std::size_t node) const noexcept { return slices_.below(node); }

}  // namespace parlance::mask::detail
