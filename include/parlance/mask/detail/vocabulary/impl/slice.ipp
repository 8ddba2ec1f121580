// parlance/mask/detail/vocabulary/impl/slice.ipp - definitions of what parlance/mask/detail/vocabulary/slice.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/slice.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/slice_builder.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace parlance::mask::detail {

bool slicer::build(vocab::view tokens, vocab::trie const& trie, std::size_t others, work& paid) {
    if (!builder_.build(tokens, trie, paid)) {
        return false;
    }
    std::size_t const fixed = others + builder_.memory();
    most_bytes_ = (std::max)(most_in_all - (std::min)(most_in_all, fixed), least_bytes);
    return true;
}

bool slicer::prepare(vocab::trie const& trie, work& paid) {
    auto const nodes = trie.nodes();
    static_cast<void>(get({0, text_groups, text_groups, {}, {}}, trie, &paid));
    for (std::size_t i = 1; i < nodes.size(); i += nodes[i].depth() < 2 ? 1 : nodes[i].skip()) {
        if (nodes[i].byte() == '"' && nodes[i].skip() >= worth_preparing) {
            static_cast<void>(get({i, text_groups, text_groups, {}, {}}, trie, &paid));
        }
    }
    return paid.why() == errc::none;
}

slice const* slicer::get(slice_key const& key, vocab::trie const& trie, work* paid) {
    std::uint64_t hash = mix(mix(key.root, key.first), key.later);
    for (auto const& set : {key.first_points, key.later_points}) {
        hash = mix(hash, set.size());
        for (code_range const& r : set) {
            hash = mix(mix(hash, r.first), r.last);
        }
    }
    auto const same = [&](std::uint32_t i) { return made_[i]->is_for(key); };
    std::uint32_t known = ids_.find(hash, same);
    if (known == id_table::none) {
        detail::lock_guard const lock(mutex_);
        known = ids_.find(hash, same);
        if (known == id_table::none) {
            if (kept_bytes_ > most_bytes_ || made_.room() == 0) {
                return nullptr;
            }
            std::unique_ptr<slice> out = builder_.make(key, trie, paid);
            if (out == nullptr) {
                return nullptr;
            }
            kept_bytes_ += out->memory();
            known = made_.add(std::move(out));
            ids_.add(hash, known);
        }
    }
    return made_[known]->usable ? made_[known].get() : nullptr;
}

token_set const* slicer::short_tokens(slice const& s, std::uint32_t most) {
    if (most >= s.longest) {
        return &s.tokens;
    }
    if (most >= kept_lengths) {
        return nullptr;
    }
    detail::lock_guard const lock(mutex_);
    if (auto const* const known = shorter_of_.find({&s, most}); known != nullptr) {
        return &known->value;
    }
    if (kept_bytes_ > most_bytes_) {
        return nullptr;
    }
    vec<std::uint32_t> words(words_for(builder_.size()), 0);
    add_short(s, most, words);
    token_set const& kept = shorter_of_.try_emplace(slice_part{&s, most}, std::move(words)).at.value;
    kept_bytes_ += kept.memory() + sizeof(token_set) + 64;
    return &kept;
}

void slicer::add_short(slice const& s, std::uint32_t most, array_ref<std::uint32_t> words) const {
    if (s.tokens.empty()) {
        return;
    }
    vec<std::uint32_t> kept(words.size(), 0);
    s.tokens.part().add_to(kept);
    builder_.drop_long(kept, most + s.points);
    bitmask{words}.add(kept.data());
}

suffixes const* slicer::leaving(slice const& s, vocab::trie const& trie) {
    if (suffixes const* const known = s.leaving.load(std::memory_order_acquire); known != nullptr) {
        return known;
    }
    detail::lock_guard const lock(mutex_);
    if (s.owned == nullptr && kept_bytes_ + std::size_t{s.leaves} * 20 <= most_bytes_) {
        s.owned = std::make_unique<suffixes const>(trie, s.ascii_exits(), false);
        kept_bytes_ += s.owned->memory();
        s.leaving.store(s.owned.get(), std::memory_order_release);
    }
    return s.owned.get();
}

vec<slice::waypoint> const* slicer::ways(slice const& s, vocab::trie const& trie) {
    if (auto const* const known = s.ways.load(std::memory_order_acquire); known != nullptr) {
        return known;
    }
    detail::lock_guard const lock(mutex_);
    if (s.owned_ways == nullptr && kept_bytes_ <= most_bytes_) {
        s.owned_ways = std::make_unique<vec<slice::waypoint> const>(slice_builder::find_ways(s, trie));
        kept_bytes_ += s.owned_ways->size() * sizeof(slice::waypoint);
        s.ways.store(s.owned_ways.get(), std::memory_order_release);
    }
    return s.owned_ways.get();
}

vec<slice::place> const* slicer::within(slice const& s, unsigned group, vocab::trie const& trie) {
    detail::lock_guard const lock(mutex_);
    auto* at = within_.find({&s, group});
    if (at == nullptr) {
        if (kept_bytes_ > most_bytes_) {
            return nullptr;
        }
        at = &within_.try_emplace(slice_part{&s, group}, builder_.within(s, group, most_within, trie)).at;
        kept_bytes_ += 96 + (at->value ? at->value->size() * sizeof(slice::place) : 0);
    }
    return at->value ? &*at->value : nullptr;
}

std::size_t slicer::memory() const noexcept {
    detail::lock_guard const lock(mutex_);
    return builder_.memory() + kept_bytes_;
}

}  // namespace parlance::mask::detail
