// parlance/mask/impl/token_index.ipp - definitions of what parlance/mask/token_index.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/token_index.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/shared_masks.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/token_roles.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::mask {

result<token_index> token_index::build(vocab::view tokens, limits const& bounds) {
    work paid(bounds);
    auto made = vocab::trie::build(tokens, paid);
    return made ? build(tokens, *std::move(made), paid) : result<token_index>{made.error()};
}

result<token_index> token_index::build(vocab::token_list&& tokens, limits const& bounds) {
    auto kept = std::make_shared<vocab::token_list const>(std::move(tokens));
    auto made = build(kept->view(), bounds);
    if (made) {
        made->data_->keep(std::move(kept));
    }
    return made;
}

result<token_index> token_index::build(vocab::view tokens, vocab::trie made, limits const& bounds) {
    constexpr std::uint64_t of_a_node = 8;  // comparing takes less than half of building
    work paid(bounds);
    if (!paid.spend(of_a_node * (made.nodes().size() + tokens.size()))) {
        return paid.error("while the vocabulary was made ready");
    }
    if (tokens.size() != 0 && !made.is_of(tokens)) {
        return diagnostic{errc::malformed_file, {}, 0, "the trie is not that of the vocabulary"};
    }
    return build(tokens, std::move(made), paid);
}

result<token_index> token_index::build(vocab::view tokens, vocab::trie made, work& paid) {
    if (tokens.size() == 0) {
        return diagnostic{errc::empty_vocabulary, {}, 0, {}};
    }
    auto data = std::make_shared<detail::index_data>(tokens, std::move(made), paid);
    return paid.why() == errc::none ? result<token_index>{token_index{std::move(data)}}
                                    : paid.error("while the vocabulary was made ready");
}

result<token_index> token_index::with_roles(token_roles const& roles, limits const& bounds) const {
    detail::lock_guard const lock(data_->deriving);
    auto& known = data_->dialects;
    auto const found = std::find_if(known.begin(), known.end(), [&](detail::index_data::derived const& d) {
        return std::ranges::equal(d.text, roles.text) && std::ranges::equal(d.ends, roles.ends);
    });
    if (found != known.end()) {
        std::rotate(found, found + 1, known.end());
        return known.back().made ? token_index{known.back().made} : *this;
    }
    vocab::view const& tokens = data_->tokens();
    vec<vocab::token_flags> flags(tokens.flags().begin(), tokens.flags().end());
    bool changed = false;
    work spent(bounds);
    for (token_id const id : tokens.specials()) {
        if (!spent.spend(roles.cost(tokens.text(id).size()))) {
            return spent.error("special tokens in the texts of a dialect");
        }
        flags[id] = roles.of(tokens, id);
        changed = changed || flags[id] != tokens.flags()[id];
    }
    detail::index_data::derived made{
        {roles.text.begin(), roles.text.end()}, {roles.ends.begin(), roles.ends.end()}, nullptr};
    if (changed) {
        auto other = build(tokens.with_flags(flags), bounds);
        if (!other) {
            return other;
        }
        made.made = std::move(other->data_);
        made.made->keep(data_->kept(), std::move(flags));
    }
    if (known.size() == detail::index_data::most_derived) {
        known.erase(known.begin());
    }
    known.push_back(std::move(made));
    return known.back().made ? token_index{known.back().made} : *this;
}

std::size_t token_index::size() const noexcept { return data_->size(); }

vocab::view const& token_index::tokens() const noexcept { return data_->tokens(); }

vocab::trie const& token_index::trie() const noexcept { return data_->trie(); }

std::span<token_id const> token_index::ends() const noexcept { return data_->ends(); }

std::span<std::uint32_t const> token_index::all() const noexcept { return data_->all(); }

std::size_t token_index::allowed() const noexcept { return data_->allowed(); }

bool token_index::holds(token_id id) const noexcept { return data_->holds(id); }

void token_index::share(std::size_t bytes) const { data_->shared().keep_at_most(bytes); }

std::size_t token_index::memory() const noexcept {
    detail::lock_guard const lock(data_->deriving);
    std::size_t out = data_->memory();
    for (detail::index_data::derived const& d : data_->dialects) {
        out += d.made == nullptr ? 0 : token_index{d.made}.memory();
    }
    return out;
}

}  // namespace parlance::mask
