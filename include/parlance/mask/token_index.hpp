// parlance/mask/token_index.hpp - a vocabulary made ready for masks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/token_roles.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace parlance::mask {

namespace detail {
class index_data;
}  // namespace detail

/// What every grammar needs to know about a vocabulary.  Cheap to copy (copies share), safe to use from several threads.
///
/// What is public never changes.  Behind it stands what grammars over the vocabulary have in common, each with a bound of its
/// own at which what is asked for least is dropped; what is in use lives on with who uses it, and is charged to it:
/// slices      tokens that loops over characters take; with the trie and its like 8 MB, but at least 20 bytes for each token
/// masks       by what they are masks of, so that a grammar finds those that another one with equal parts has made: share()
/// ids         of masks, see allowed_tokens
/// None of it changes what a mask says.  It is found by a keyed hash of 128 bits of the grammar's part, so that no grammar can
/// be made to look like another one.
class token_index {
public:
    // never moved, only shared: an object that was moved from would have nothing to look at
    token_index(token_index const&) noexcept = default;
    token_index& operator=(token_index const&) noexcept = default;

    /// Precondition: what `tokens` points into outlives the index.
    /// errors  empty_vocabulary; those of vocab::trie::build()
    /// cost    about linear: of limits::fuel some 170 for a token, of a nanosecond or two each, so that the default
    ///         is enough for 300,000
    [[nodiscard]] PARLANCE_DECL static result<token_index> build(vocab::view tokens,
                                                                 limits const& bounds = {});
    /// The same for a vocabulary that is given away: the index keeps it.
    [[nodiscard]] PARLANCE_DECL static result<token_index> build(vocab::token_list&& tokens,
                                                                 limits const& bounds = {});
    /// The same with a trie that was built or loaded before, which is compared with the vocabulary.
    /// errors  malformed_file where it is that of another one
    [[nodiscard]] PARLANCE_DECL static result<token_index> build(vocab::view tokens, vocab::trie made,
                                                                 limits const& bounds = {});
    static result<token_index> build(vocab::token_list&& tokens, vocab::trie made,
                                     limits const& bounds = {}) = delete;  // would dangle

    /// The same vocabulary with control tokens as a dialect has them; this index itself where that changes nothing.  What
    /// was made for the last few dialects is kept, and given again.
    /// errors  those of vocab::trie::build()
    /// cost    the first time for a dialect, that of build() where it changes anything
    [[nodiscard]] PARLANCE_DECL result<token_index> with_roles(token_roles const& roles,
                                                               limits const& bounds = {}) const;

    /// Number of ids, and so of bits in a mask.
    [[nodiscard]] PARLANCE_DECL std::size_t size() const noexcept;
    [[nodiscard]] PARLANCE_DECL vocab::view const& tokens() const noexcept;
    [[nodiscard]] PARLANCE_DECL vocab::trie const& trie() const noexcept;
    /// Tokens that end the text, ascending.
    [[nodiscard]] PARLANCE_DECL std::span<token_id const> ends() const noexcept;
    /// Every token that can ever be allowed, as a mask.
    [[nodiscard]] PARLANCE_DECL std::span<std::uint32_t const> all() const noexcept;
    /// Bits in all().
    [[nodiscard]] PARLANCE_DECL std::size_t allowed() const noexcept;
    [[nodiscard]] PARLANCE_DECL bool holds(token_id id) const noexcept;
    /// Lets grammars share masks up to so many bytes, 8 MiB if nothing else is said; 0: none.
    PARLANCE_DECL void share(std::size_t bytes) const;
    /// Bytes it takes, about, the vocabulary itself aside; what grammars share is in it, and what with_roles() has made of it.
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;

    /// For the engine.
    [[nodiscard]] detail::index_data const& data() const noexcept { return *data_; }

private:
    [[nodiscard]] PARLANCE_DECL static result<token_index> build(vocab::view tokens, vocab::trie made,
                                                                 work& paid);
    explicit token_index(std::shared_ptr<detail::index_data> d) noexcept : data_(std::move(d)) {}

    std::shared_ptr<detail::index_data> data_;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/token_index.ipp>
#endif
