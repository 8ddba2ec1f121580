// parlance/mask/detail/names/impl/text_guard.ipp - definitions of what parlance/mask/detail/names/text_guard.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/names/text_guard.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/names/seen_items.hpp>
#include <parlance/mask/detail/names/seen_names.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/text/array_ref.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::mask::detail {

text_guard::text_guard(grammar_data const& g) {
    if (g.watches_names) {
        names_.emplace();
    }
    if (g.watches_items) {
        items_.emplace();
    }
}

bool text_guard::read(generation& g, place const& p, std::string_view text) {
    return (!names_ || names_->read(g, p, text)) && (!items_ || items_->read(g, p, text));
}

text_guard::mark text_guard::here() const noexcept {
    return {names_ ? names_->here() : seen_names::mark{}, items_ ? items_->here() : seen_items::mark{}};
}

void text_guard::back_to(mark const& m) noexcept {
    if (names_) {
        names_->back_to(m.names);
    }
    if (items_) {
        items_->back_to(m.items);
    }
}

void text_guard::forget() {
    if (names_) {
        names_->forget();
    }
    if (items_) {
        items_->forget();
    }
}

bool text_guard::in_name() const noexcept { return names_ && names_->in_name(); }

std::uint32_t text_guard::object_of_name() const noexcept { return names_ ? names_->object_of_name() : 0; }

bool text_guard::dead_end(generation& g, place const& p) {
    return (names_ && names_->dead_end(g, p)) ||
           (items_ && items_->dead_end(g, p, names_ ? &*names_ : nullptr));
}

bool text_guard::make_ready(generation& g) {
    work paid = g.budget().beside();
    vocab::view const tokens = g.tokens().tokens();
    ready_ = ready_ || ((!names_ || g.tokens().name_tokens().find(tokens, paid)) &&
                        (!items_ || g.tokens().item_tokens().find(tokens, paid)));
    return ready_ || !g.budget().is_stopped_by(paid);
}

array_ref<token_id const> text_guard::repeated(generation& g, place const& p,
                                               array_ref<std::uint32_t const> mask) {
    array_ref<token_id const> const names =
        names_ ? names_->repeated(g, p, mask) : array_ref<token_id const>{};
    array_ref<token_id const> const items =
        items_ ? items_->repeated(g, p, mask, names_ ? &*names_ : nullptr) : array_ref<token_id const>{};
    if (names.empty() || items.empty()) {
        return names.empty() ? items : names;
    }
    both_.assign(names.begin(), names.end());
    both_.insert(both_.end(), items.begin(), items.end());
    return both_;
}

}  // namespace parlance::mask::detail
