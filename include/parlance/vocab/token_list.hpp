// parlance/vocab/token_list.hpp - a vocabulary that owns its tokens; what every reader makes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

namespace parlance::vocab {

/// A vocabulary as a list of tokens.  Immutable once built; share it between threads as it is.
class token_list {
public:
    token_list() = default;

    /// Tokens 0, 1, … as ordinary text; those in `ends` end the text and are never text themselves.
    /// Precondition: together under 4 GiB.
    PARLANCE_DECL token_list(std::initializer_list<std::string_view> tokens,
                             std::initializer_list<token_id> ends = {});

    [[nodiscard]] vocab::view view() const& noexcept { return {pool_, offsets_, flags_, specials_}; }
    vocab::view view() const&& = delete;  // would dangle; a call that keeps nothing takes the list itself
    operator vocab::view() const noexcept { return view(); }  // NOLINT: implicit on purpose

    [[nodiscard]] std::size_t size() const noexcept { return flags_.size(); }
    [[nodiscard]] std::string_view text(token_id id) const noexcept { return view().text(id); }
    [[nodiscard]] std::string_view bytes(token_id id) const noexcept { return view().bytes(id); }
    [[nodiscard]] token_kind kind(token_id id) const noexcept { return flags_[id].kind(); }
    [[nodiscard]] bool ends(token_id id) const noexcept { return flags_[id].ends(); }
    [[nodiscard]] PARLANCE_DECL std::optional<token_id> find(std::string_view spelling) const noexcept;

private:
    friend class token_list_builder;
    std::string pool_;
    vec<std::uint32_t> offsets_{0};
    vec<token_flags> flags_;
    vec<token_id> specials_;
};
static_assert(vocabulary<token_list>);

/// Collects tokens in any order; ids that nobody sets are holes.  A token set twice is what it was set to
/// last.  Asks limits.stop now and then, which must live as long: finish() is an error then, and stopped() says it before.
class token_list_builder {
public:
    explicit token_list_builder(limits const& bounds = {}) noexcept
        : most_(bounds.tokens), stop_(bounds.stop) {}

    /// Sets token `id`.  Nothing happens when the id is past the limit; finish() reports that.
    PARLANCE_DECL void set(token_id id, std::string_view text, token_kind kind);
    /// Sets the token after the last.
    PARLANCE_DECL void add(std::string_view text, token_kind kind = token_kind::normal);
    /// Sets every token as in `vocabulary`, whose ids are those here.
    template <vocabulary Vocabulary>
    void set_all(Vocabulary const& vocabulary) {
        for (std::size_t i = 0; i < vocabulary.size(); ++i) {
            auto const id = static_cast<token_id>(i);
            set(id, vocabulary.text(id), vocabulary.kind(id));
            if (vocabulary.ends(id)) {
                end(id);
            }
        }
    }
    /// Changes only the kind; an id that is not there yet becomes a token without text.
    PARLANCE_DECL void set_kind(token_id id, token_kind kind);
    /// Makes `id` a token that ends the text.  Ids that are not there are ignored: files name such.
    PARLANCE_DECL void end(token_id id) noexcept;
    /// Makes room up to `size` ids (the number of logits); never shrinks.
    void pad(std::size_t size) { grow(size); }
    /// Makes room for so many tokens, of so many bytes together.
    PARLANCE_DECL void reserve(std::size_t tokens, std::size_t bytes);

    [[nodiscard]] std::size_t size() const noexcept { return tokens_.size(); }
    [[nodiscard]] PARLANCE_DECL std::string_view text(token_id id) const noexcept;
    [[nodiscard]] token_kind kind(token_id id) const noexcept { return tokens_[id].flags.kind(); }

    /// Whether what is set from now on is of no use.
    [[nodiscard]] bool stopped() const noexcept { return stopped_; }

    /// errors  empty_vocabulary; too_many_tokens: more than limits::tokens, or 4 GiB of text; cancelled
    /// cost    linear, and a sort of the special tokens
    [[nodiscard]] PARLANCE_DECL result<token_list> finish() &&;

private:
    struct entry {
        std::size_t first = 0;
        std::size_t length = 0;
        token_flags flags{};
    };
    static constexpr std::uint32_t between_looks = 512;  // tokens: some 50 microseconds

    PARLANCE_DECL bool hold(token_id id);
    PARLANCE_DECL bool grow(std::size_t size);

    std::string pool_;
    vec<entry> tokens_;
    std::size_t most_;
    stop_token stop_;
    std::uint32_t unasked_ = 0;  // tokens since stop_ was asked
    bool overflow_ = false;
    bool stopped_ = false;
};

/// A list of ordinary tokens, of which `ends` end the text.
/// errors  as token_list_builder::finish()
[[nodiscard]] PARLANCE_DECL result<token_list> make_list(std::span<std::string_view const> tokens,
                                                         std::span<token_id const> ends = {},
                                                         limits const& bounds = {});

/// Any vocabulary as a list, for those who wrote their own.
/// errors  as token_list_builder::finish()
template <vocabulary Vocabulary>
[[nodiscard]] result<token_list> copy(Vocabulary const& vocabulary, limits const& bounds = {}) {
    token_list_builder out(bounds);
    out.set_all(vocabulary);
    return std::move(out).finish();
}

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/token_list.ipp>
#endif
