// parlance/mask/impl/index.ipp - definitions of what parlance/mask/index.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/index.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/branching.hpp>
#include <parlance/mask/detail/byte_groups.hpp>
#include <parlance/mask/detail/collector.hpp>
#include <parlance/mask/detail/loop_slice.hpp>
#include <parlance/mask/detail/name_tokens.hpp>
#include <parlance/mask/detail/suffixes.hpp>
#include <parlance/mask/slice.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/list.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

vocab::token_flags token_roles::of(vocab::view tokens, token_id id) const noexcept {
    vocab::token_flags const own = tokens.flags()[id];
    std::string_view const spelling = tokens.text(id);
    if (own.ends() || own.kind() != vocab::token_kind::control || spelling.empty()) {
        return own;
    }
    if (std::ranges::find(ends, spelling) != ends.end()) {
        return vocab::token_flags{vocab::token_kind::control, true};
    }
    bool const written = std::ranges::any_of(
        text, [&](std::string const& t) { return t.find(spelling) != std::string::npos; });
    return written ? vocab::token_flags{vocab::token_kind::user_defined} : own;
}

result<index> index::build(vocab::view tokens) {
    auto made = vocab::trie::build(tokens);
    return made ? build(tokens, *std::move(made)) : result<index>{made.error()};
}

result<index> index::build(vocab::list&& tokens) {
    auto kept = std::make_shared<vocab::list const>(std::move(tokens));
    auto made = build(kept->view());
    if (made) {
        made->data_->kept = std::move(kept);
    }
    return made;
}

result<index> index::build(vocab::view tokens, vocab::trie made) {
    if (tokens.size() == 0) {
        return diagnostic{errc::empty_vocabulary, {}, 0, {}};
    }
    auto d = std::make_shared<data>();
    d->tokens = tokens;
    d->trie = std::move(made);
    d->any.assign(words_for(tokens.size()), 0);
    d->all.assign(words_for(tokens.size()), 0);
    bitmask any{d->any};
    bitmask all{d->all};
    for (token_id id = 0; id < tokens.size(); ++id) {
        vocab::token_kind const kind = tokens.kind(id);
        bool const text = kind != vocab::token_kind::control && kind != vocab::token_kind::unused;
        if (tokens.ends(id)) {
            d->ends.push_back(id);
            all.set(id);
        } else if (kind == vocab::token_kind::control || (text && !tokens.bytes(id).empty())) {
            any.set(id);
            all.set(id);
        }
    }
    d->allowed = all.count();
    d->children.build(d->trie);
    d->slices.build(tokens, d->trie, d->trie.memory() + d->children.memory() + 2 * d->all.size() * 4);
    d->slices.prepare(d->trie);
    for (vocab::trie::node const n : d->trie.nodes()) {
        d->depth = std::max<std::size_t>(d->depth, n.depth());
    }
    return index{std::move(d)};
}

result<index> index::with_roles(token_roles const& roles) const {
    std::lock_guard const lock(data_->deriving);
    auto& known = data_->dialects;
    auto const found = std::find_if(known.begin(), known.end(), [&](derived const& d) {
        return std::ranges::equal(d.text, roles.text) && std::ranges::equal(d.ends, roles.ends);
    });
    if (found != known.end()) {
        std::rotate(found, found + 1, known.end());
        return known.back().made ? index{known.back().made} : *this;
    }
    vocab::view const& tokens = data_->tokens;
    std::vector<vocab::token_flags> flags(tokens.flags().begin(), tokens.flags().end());
    bool changed = false;
    for (token_id const id : tokens.specials()) {
        flags[id] = roles.of(tokens, id);
        changed = changed || flags[id] != tokens.flags()[id];
    }
    derived made{{roles.text.begin(), roles.text.end()}, {roles.ends.begin(), roles.ends.end()}, nullptr};
    if (changed) {
        auto other = build(tokens.with_flags(flags));
        if (!other) {
            return other;
        }
        made.made = std::move(other->data_);
        made.made->flags = std::move(flags);  // where they are does not change
        made.made->kept = data_->kept;
    }
    if (known.size() == most_derived) {
        known.erase(known.begin());
    }
    known.push_back(std::move(made));
    return known.back().made ? index{known.back().made} : *this;
}

std::size_t index::memory() const noexcept {
    return data_->trie.memory() + data_->slices.memory() + data_->children.memory() +
           data_->endings.memory() +
           (data_->ends.size() + data_->all.size() + data_->any.size()) * sizeof(std::uint32_t);
}

bool index::holds(token_id id) const noexcept {
    return id < size() && ((data_->all[id / 32] >> (id % 32)) & 1u) != 0;
}

detail::slice const* index::slice(detail::slice_key const& key) const {
    return data_->slices.get(key, data_->trie);
}

void index::add_short(detail::slice const& s, std::uint32_t most, detail::token_collector& out) const {
    if (auto const* const kept = data_->slices.short_tokens(s, most); kept != nullptr) {
        out.add_part(*kept);
    } else {
        data_->slices.add_short(s, most, out.open_words());
    }
}

detail::suffixes const* index::leaving(detail::slice const& s) const {
    return data_->slices.leaving(s, data_->trie);
}

std::vector<detail::slice::place> const* index::within(detail::slice const& s, unsigned group) const {
    return data_->slices.within(s, group, data_->trie);
}

std::vector<detail::slice::waypoint> const* index::ways(detail::slice const& s) const {
    return data_->slices.ways(s, data_->trie);
}

detail::suffixes const* index::below(std::span<std::uint32_t const> places) const {
    return places.size() < 24 ? nullptr : data_->endings.below(data_->trie, places);
}

detail::group_set index::made_of(std::size_t node) const noexcept { return data_->slices.below(node); }

detail::name_tokens::tables const& index::name_tokens() const { return data_->names.of(data_->tokens); }

}  // namespace parlance::mask
