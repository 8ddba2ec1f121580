// parlance/mask/detail/vocabulary/impl/slice.ipp - definitions of what parlance/mask/detail/vocabulary/slice.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/slice.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/slice_builder.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/vocabulary/token_lengths.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace parlance::mask::detail {

bool slicer::build(vocab::view tokens, vocab::trie const& trie, std::size_t others, work& paid) {
    if (!builder_.build(tokens, trie, paid)) {
        return false;
    }
    std::size_t const fixed = others + builder_.memory();
    most_bytes_ = (std::max)(most_in_all - (std::min)(most_in_all, fixed), tokens.size() * least_for_a_token);
    return true;
}

bool slicer::prepare(vocab::trie const& trie, work& paid) {
    auto const nodes = trie.nodes();
    auto const keep = [&](std::size_t root) {
        if (auto made = get({root, text_groups, text_groups, {}, {}}, trie, paid); made != nullptr) {
            prepared_.push_back(std::move(made));
        }
    };
    keep(0);
    for (std::size_t i = 1; i < nodes.size(); i += nodes[i].depth() < 2 ? 1 : nodes[i].skip()) {
        if (nodes[i].byte() == '"' && nodes[i].skip() >= worth_preparing) {
            keep(i);
        }
    }
    return paid.why() == errc::none;
}

std::shared_ptr<slice const> slicer::get(slice_key const& key, vocab::trie const& trie, work& paid) {
    auto const known = [&]() -> std::shared_ptr<slice const> {
        auto const* const at = made_.find(key);
        if (at == nullptr) {
            return nullptr;
        }
        at->value->used = ++uses_;
        return at->value;
    };
    {
        detail::lock_guard const lock(mutex_);
        asked_.note(key.hash());
        if (auto found = known(); found != nullptr) {
            return found;
        }
    }
    std::unique_ptr<slice> fresh = builder_.make(key, trie, paid);  // meanwhile nobody has to wait
    if (fresh == nullptr) {
        return nullptr;
    }
    detail::lock_guard const lock(mutex_);
    if (auto found = known(); found != nullptr) {
        return found;
    }
    fresh->number = ++last_number_;
    std::shared_ptr<slice const> const made = std::move(fresh);
    made_.try_emplace(made->key(), made);
    made->kept = true;
    made->used = ++uses_;
    count(*made, made->memory());
    return made;
}

token_set const* slicer::short_tokens(slice const& s, std::uint32_t most) {
    if (most >= s.longest) {
        return &s.tokens;
    }
    if (most >= token_lengths::most_in_bits) {
        return nullptr;
    }
    detail::lock_guard const lock(mutex_);
    if (auto const* const known = s.shorter.find(most); known != nullptr) {
        return &known->value;
    }
    vec<std::uint32_t> words(words_for(builder_.lengths().size()), 0);
    add_short(s, most, words);
    token_set const& kept = s.shorter.try_emplace(most, std::move(words)).at.value;
    count(s, kept.memory() + sizeof(token_set) + 64);
    return &kept;
}

void slicer::add_short(slice const& s, std::uint32_t most, array_ref<std::uint32_t> words) const {
    if (s.tokens.empty()) {
        return;
    }
    vec<std::uint32_t> kept(words.size(), 0);
    s.tokens.part().add_to(kept);
    builder_.lengths().drop_long(kept, most + s.points);
    bitmask{words}.add(kept.data());
}

suffixes const* slicer::leaving(slice const& s, vocab::trie const& trie, work& paid) {
    if (suffixes const* const known = s.leaving.load(std::memory_order_acquire); known != nullptr) {
        return known;
    }
    std::unique_ptr<suffixes const> made = suffixes::make(trie, s.ascii_exits(), false, paid);
    if (made == nullptr) {
        return nullptr;
    }
    detail::lock_guard const lock(mutex_);
    if (s.owned == nullptr) {
        s.owned = std::move(made);
        s.leaving.store(s.owned.get(), std::memory_order_release);
        count(s, s.owned->memory());
    }
    return s.owned.get();
}

vec<slice::waypoint> const* slicer::ways(slice const& s, vocab::trie const& trie, work& paid) {
    if (auto const* const known = s.ways.load(std::memory_order_acquire); known != nullptr) {
        return known;
    }
    maybe<vec<slice::waypoint>> found = slice_builder::find_ways(s, trie, paid);
    if (!found) {
        return nullptr;
    }
    auto made = std::make_unique<vec<slice::waypoint> const>(*std::move(found));
    detail::lock_guard const lock(mutex_);
    if (s.owned_ways == nullptr) {
        s.owned_ways = std::move(made);
        s.ways.store(s.owned_ways.get(), std::memory_order_release);
        count(s, s.owned_ways->size() * sizeof(slice::waypoint));
    }
    return s.owned_ways.get();
}

maybe<vec<slice::place>> slicer::within(slice const& s, group_set groups, vocab::trie const& trie,
                                        work& paid) {
    detail::lock_guard const lock(mutex_);
    group_set missing = 0;
    for (unsigned group = 0; group < beyond_ascii; ++group) {
        bool const asked = ((groups >> group) & 1u) != 0;
        missing |= asked && s.within.find(group) == nullptr ? group_set{1} << group : 0;
    }
    if (missing != 0) {
        std::array<vec<slice::place>, beyond_ascii> found =
            builder_.within(s, missing, most_within, trie, paid);
        if (paid.why() != errc::none) {
            return {};
        }
        for (unsigned group = 0; group < beyond_ascii; ++group) {
            if (((missing >> group) & 1u) != 0) {
                maybe<vec<slice::place>>& made = s.within.try_emplace(group).at.value;
                if (found[group].size() <= most_within) {
                    found[group].shrink_to_fit();
                    made = std::move(found[group]);
                }
                count(s, 96 + (made ? made->size() * sizeof(slice::place) : 0));
            }
        }
    }
    vec<slice::place> out;
    for (unsigned group = 0; group < beyond_ascii; ++group) {
        if (((groups >> group) & 1u) != 0) {
            maybe<vec<slice::place>> const& these = s.within.find(group)->value;
            if (!these) {
                return {};
            }
            out.insert(out.end(), these->begin(), these->end());
        }
    }
    return out;
}

void slicer::count(slice const& s, std::size_t bytes) {
    s.bytes += bytes;
    if (s.kept) {
        kept_bytes_ += bytes;
    }
    if (kept_bytes_ > most_bytes_) {
        drop_some();
    }
}

void slicer::drop_some() {
    struct candidate {
        std::uint8_t asked;
        slice const* of;
    };
    vec<candidate> all;
    for (auto const& m : made_) {
        if (std::find(prepared_.begin(), prepared_.end(), m.value) == prepared_.end()) {
            all.push_back({asked_.of(m.hash), m.value.get()});
        }
    }
    std::sort(all.begin(), all.end(),
              [](candidate const& a, candidate const& b) { return a.of->used < b.of->used; });
    for (std::size_t recent = 0;
         !all.empty() && (recent += all.back().of->bytes) <= most_bytes_ / used_last;) {
        all.pop_back();
    }
    std::sort(all.begin(), all.end(), [](candidate const& a, candidate const& b) {
        return a.asked != b.asked ? a.asked < b.asked : a.of->used < b.of->used;
    });
    for (std::size_t i = 0; i < all.size() && kept_bytes_ > most_bytes_ - most_bytes_ / room_made; ++i) {
        slice const& s = *all[i].of;
        s.kept = false;
        kept_bytes_ -= s.bytes;
        made_.erase(s.key());
    }
}

std::size_t slicer::memory() const noexcept {
    detail::lock_guard const lock(mutex_);
    return builder_.memory() + kept_bytes_;
}

std::size_t slicer::memory_besides(array_ref<std::shared_ptr<slice const> const> held) const noexcept {
    detail::lock_guard const lock(mutex_);
    std::size_t out = 0;
    for (auto const& s : held) {
        out += s->kept ? 0 : s->bytes;
    }
    return out;
}

}  // namespace parlance::mask::detail
