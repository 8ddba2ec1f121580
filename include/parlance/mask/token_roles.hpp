// parlance/mask/token_roles.hpp - what control tokens are to a dialect
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace parlance::mask {

using vocab::token_id;

/// What a dialect makes of the special tokens of a vocabulary.
///
/// text  control tokens whose spelling is, or stands in, one of these are text: markers that a grammar writes
/// ends  control and user_defined tokens that are spelled like one of these end the text, also where they stand in `text`
struct token_roles {
    std::span<std::string const> text{};
    std::span<std::string const> ends{};

    /// What token `id` is to the dialect.  Other tokens, and those that end the text, stay as they are.
    [[nodiscard]] PARLANCE_DECL vocab::token_flags of(vocab::view tokens, token_id id) const noexcept;

    /// The most steps that this takes for a spelling of so many bytes.
    [[nodiscard]] PARLANCE_DECL std::uint64_t cost(std::size_t spelling) const noexcept;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/token_roles.ipp>
#endif
