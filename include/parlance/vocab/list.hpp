// parlance/vocab/list.hpp - a vocabulary that owns its tokens; what every reader makes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace parlance::vocab {

/// A vocabulary as a list of tokens.  Immutable once built; share it between threads as it is.
class list {
public:
    list() = default;

    /// Tokens 0, 1, … as ordinary text; those in `ends` end the text and are never text themselves.
    /// Precondition: together under 4 GiB.
    list(std::initializer_list<std::string_view> tokens, std::initializer_list<token_id> ends = {});

    [[nodiscard]] vocab::view view() const noexcept { return {pool_, offsets_, flags_, specials_}; }
    operator vocab::view() const noexcept { return view(); }  // NOLINT: implicit on purpose

    [[nodiscard]] std::size_t size() const noexcept { return flags_.size(); }
    [[nodiscard]] std::string_view text(token_id id) const noexcept { return view().text(id); }
    [[nodiscard]] std::string_view bytes(token_id id) const noexcept { return view().bytes(id); }
    [[nodiscard]] token_kind kind(token_id id) const noexcept { return flags_[id].kind(); }
    [[nodiscard]] bool ends(token_id id) const noexcept { return flags_[id].ends(); }
    [[nodiscard]] std::optional<token_id> find(std::string_view spelling) const noexcept {
        return view().find(spelling);
    }

private:
    friend class list_builder;
    std::string pool_;
    std::vector<std::uint32_t> offsets_{0};
    std::vector<token_flags> flags_;
    std::vector<token_id> specials_;
};
static_assert(vocabulary<list>);

/// Collects tokens in any order; ids that nobody sets are holes.  A token set twice is what it was set to
/// last.
class list_builder {
public:
    explicit list_builder(limits const& bounds = {}) noexcept : most_(bounds.tokens) {}

    /// Sets token `id`.  Nothing happens when the id is past the limit; finish() reports that.
    void set(token_id id, std::string_view text, token_kind kind) {
        if (!grow(std::size_t{id} + 1)) {
            return;
        }
        tokens_[id] = {pool_.size(), text.size(), token_flags{kind, tokens_[id].flags.ends()}};
        pool_.append(text);
    }
    /// Sets the token after the last.
    void add(std::string_view text, token_kind kind = token_kind::normal) {
        set(static_cast<token_id>(std::min<std::size_t>(size(), 0xFFFF'FFFF)), text, kind);
    }
    /// Changes only the kind; an id that is not there yet becomes a token without text.
    void set_kind(token_id id, token_kind kind) {
        if (grow(std::size_t{id} + 1)) {
            tokens_[id].flags = token_flags{kind, tokens_[id].flags.ends()};
        }
    }
    /// Makes `id` a token that ends the text.  Ids that are not there are ignored: files name such.
    void end(token_id id) noexcept {
        if (id < size()) {
            tokens_[id].flags = token_flags{tokens_[id].flags.kind(), true};
        }
    }
    /// Makes room up to `size` ids (the number of logits); never shrinks.
    void pad(std::size_t size) { grow(size); }
    void reserve(std::size_t tokens, std::size_t bytes) {
        tokens_.reserve(std::min(tokens, most_));
        pool_.reserve(bytes);
    }

    [[nodiscard]] std::size_t size() const noexcept { return tokens_.size(); }
    [[nodiscard]] std::string_view text(token_id id) const noexcept {
        return std::string_view{pool_}.substr(tokens_[id].first, tokens_[id].length);
    }
    [[nodiscard]] token_kind kind(token_id id) const noexcept { return tokens_[id].flags.kind(); }

    /// errors  empty_vocabulary; too_many_tokens: more than limits::tokens, or 4 GiB of text
    /// cost    linear, and a sort of the special tokens
    [[nodiscard]] result<list> finish() &&;

private:
    struct entry {
        std::size_t first = 0;
        std::size_t length = 0;
        token_flags flags{};
    };
    bool grow(std::size_t size) {
        if (size > most_) {
            overflow_ = true;
            return false;
        }
        if (size > tokens_.size()) {
            tokens_.resize(size);
        }
        return true;
    }

    std::string pool_;
    std::vector<entry> tokens_;
    std::size_t most_;
    bool overflow_ = false;
};

/// A list of ordinary tokens, of which `ends` end the text.
/// errors  as list_builder::finish()
[[nodiscard]] inline result<list> make_list(std::span<std::string_view const> tokens,
                                            std::span<token_id const> ends = {}, limits const& bounds = {}) {
    list_builder out(bounds);
    for (std::string_view const text : tokens) {
        out.add(text);
    }
    for (token_id const id : ends) {
        out.end(id);
    }
    return std::move(out).finish();
}

/// Any vocabulary as a list, for those who wrote their own.
/// errors  as list_builder::finish()
template <vocabulary Vocabulary>
[[nodiscard]] result<list> copy(Vocabulary const& vocabulary, limits const& bounds = {}) {
    list_builder out(bounds);
    for (std::size_t i = 0; i < vocabulary.size(); ++i) {
        auto const id = static_cast<token_id>(i);
        out.set(id, vocabulary.text(id), vocabulary.kind(id));
        if (vocabulary.ends(id)) {
            out.end(id);
        }
    }
    return std::move(out).finish();
}

inline result<list> list_builder::finish() && {
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
    list out;
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

inline list::list(std::initializer_list<std::string_view> tokens, std::initializer_list<token_id> ends) {
    std::span<std::string_view const> const texts{tokens.begin(), tokens.size()};
    if (auto made = make_list(texts, std::span<token_id const>{ends.begin(), ends.size()})) {
        *this = *std::move(made);
    }
}

}  // namespace parlance::vocab
