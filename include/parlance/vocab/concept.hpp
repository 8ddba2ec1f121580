// parlance/vocab/concept.hpp - what the library asks of a tokenizer's vocabulary
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace parlance::vocab {

/// A token's number.  Ids are dense from 0; holes are tokens of kind `unused`.
using token_id = std::uint32_t;

/// What a token is to a grammar.
enum class token_kind : std::uint8_t {
    normal,        // text
    byte,          // one raw byte, spelled <0x..> in the file
    control,       // never text: <s>, <|im_end|>, padding, unknown
    user_defined,  // added later, but text all the same: <tool_call>, runs of spaces
    unused,        // a hole, or a logit behind the last token: never allowed
};

/// A tokenizer's vocabulary.  All members are constant time but find(), and safe to call from several
/// threads.
///
/// size   ids are 0 .. size() - 1; the number of logits, so holes and padding count
/// bytes  what the token adds to the text, of any length and not always valid UTF-8; empty when the token is
///        not text
/// text   how the token is spelled, also when it is not text
/// kind   see token_kind
/// ends   EOS, EOT and their kin: allowed when the grammar is complete, and never text
/// find   the special token (control, user_defined or ending) spelled so; logarithmic or better
template <class V>
concept vocabulary = requires(V const& v, token_id id, std::string_view spelling) {
    { v.size() } noexcept -> std::same_as<std::size_t>;
    { v.bytes(id) } noexcept -> std::convertible_to<std::string_view>;
    { v.text(id) } noexcept -> std::convertible_to<std::string_view>;
    { v.kind(id) } noexcept -> std::same_as<token_kind>;
    { v.ends(id) } noexcept -> std::same_as<bool>;
    { v.find(spelling) } noexcept -> std::same_as<std::optional<token_id>>;
};

}  // namespace parlance::vocab
