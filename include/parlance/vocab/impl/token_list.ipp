// parlance/vocab/impl/token_list.ipp - definitions of what parlance/vocab/token_list.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/token_list.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace parlance::vocab {

std::optional<token_id> token_list::find(std::string_view spelling) const noexcept {
    return view().find(spelling);
}

void token_list_builder::set(token_id id, std::string_view text, token_kind kind) {
    if (!hold(id)) {
        return;
    }
    tokens_[id] = {pool_.size(), text.size(), token_flags{kind, tokens_[id].flags.ends()}};
    pool_.append(text);
}

void token_list_builder::add(std::string_view text, token_kind kind) {
    set(static_cast<token_id>((std::min<std::size_t>)(size(), 0xFFFF'FFFF)), text, kind);
}

void token_list_builder::set_kind(token_id id, token_kind kind) {
    if (hold(id)) {
        tokens_[id].flags = token_flags{kind, tokens_[id].flags.ends()};
    }
}

void token_list_builder::end(token_id id) noexcept {
    if (id < size()) {
        tokens_[id].flags = token_flags{tokens_[id].flags.kind(), true};
    }
}

void token_list_builder::reserve(std::size_t tokens, std::size_t bytes) {
    tokens_.reserve((std::min)(tokens, most_));
    pool_.reserve(bytes);
}

std::string_view token_list_builder::text(token_id id) const noexcept {
    return std::string_view{pool_}.substr(tokens_[id].first, tokens_[id].length);
}

bool token_list_builder::hold(token_id id) {
    if (unasked_++ % between_looks == 0 && stop_.stop_requested()) {
        stopped_ = true;
    }
    if (stopped_) {
        return false;
    }
    if (id >= most_) {  // asked first, because id + 1 may be 0
        overflow_ = true;
        return false;
    }
    return grow(std::size_t{id} + 1);
}

bool token_list_builder::grow(std::size_t size) {
    if (size > most_) {
        overflow_ = true;
        return false;
    }
    if (size > tokens_.size()) {
        tokens_.resize(size);
    }
    return true;
}

result<token_list> make_list(std::span<std::string_view const> tokens, std::span<token_id const> ends,
                             limits const& bounds) {
    token_list_builder out(bounds);
    for (std::string_view const text : tokens) {
        out.add(text);
    }
    for (token_id const id : ends) {
        out.end(id);
    }
    return std::move(out).finish();
}

result<token_list> token_list_builder::finish() && {
    if (stopped_) {
        return diagnostic{errc::cancelled};
    }
    std::size_t total = 0;
    for (entry const& token : tokens_) {
        total += token.length;
    }
    if (overflow_ || total > 0xFFFF'FFFF) {
        return diagnostic{errc::too_many_tokens, {}, 0, note{"limits.tokens is "}.append_number(most_)};
    }
    if (tokens_.empty()) {
        return diagnostic{errc::empty_vocabulary, {}, 0, {}};
    }
    token_list out;
    out.pool_.reserve(total);
    out.offsets_.reserve(tokens_.size() + 1);
    out.flags_.reserve(tokens_.size());
    for (std::size_t id = 0; id < tokens_.size(); ++id) {
        entry const& token = tokens_[id];
        out.pool_.append(pool_, token.first, token.length);
        out.offsets_.push_back(static_cast<std::uint32_t>(out.pool_.size()));
        out.flags_.push_back(token.flags);
        token_kind const kind = token.flags.kind();
        if (kind == token_kind::control || kind == token_kind::user_defined || token.flags.ends()) {
            out.specials_.push_back(static_cast<token_id>(id));
        }
    }
    vocab::view const all = out.view();
    std::sort(out.specials_.begin(), out.specials_.end(), [&](token_id a, token_id b) {
        int const order = all.text(a).compare(all.text(b));
        return order != 0 ? order < 0 : a < b;
    });
    return out;
}

token_list::token_list(std::initializer_list<std::string_view> tokens, std::initializer_list<token_id> ends) {
    std::span<std::string_view const> const texts{tokens.begin(), tokens.size()};
    if (auto made = make_list(texts, std::span<token_id const>{ends.begin(), ends.size()})) {
        *this = *std::move(made);
    }
}

}  // namespace parlance::vocab
