// parlance/vocab/hf_config.hpp - what the files beside a tokenizer say about its tokens, as Hugging Face names them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/token_list.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::vocab {

/// The texts of the files in a model's folder; each may be empty.
///
/// tokenizer_config    tokenizer_config.json: added tokens, bos_token, eos_token, chat_template
/// generation_config   generation_config.json: the ids at which generation stops
/// special_tokens_map  special_tokens_map.json: bos_token, eos_token where tokenizer_config does not say
/// added_tokens        added_tokens.json: texts and ids, read where tokenizer_config lists no added tokens
/// chat_template_json  chat_template.json: wins over tokenizer_config
/// chat_template       chat_template.jinja: wins over both
/// logits              width of the model's output, 0 when it is the number of tokens
struct hf_extra {
    std::string_view tokenizer_config{};
    std::string_view generation_config{};
    std::string_view special_tokens_map{};
    std::string_view added_tokens{};
    std::string_view chat_template_json{};
    std::string_view chat_template{};
    std::size_t logits = 0;
};

/// A token that the tokenizer's own file may leave out: control where it is special, else user_defined.
struct added_token {
    std::string text{};
    token_id id = 0;
    token_kind kind = token_kind::control;
};

/// What those files say.
///
/// bos_id, eos_ids  as generation_config names them
/// bos, eos         texts; empty where they are not said
/// chat_template    of several, the one named default; empty where there is none
struct hf_config {
    std::vector<added_token> added{};
    std::optional<token_id> bos_id{};
    std::vector<token_id> eos_ids{};
    std::string bos{};
    std::string eos{};
    std::string chat_template{};
    std::size_t logits = 0;

    /// Sets the added tokens, makes room for the logits, and marks what ends a text.  Linear in the tokens; what is wrong
    /// with an id is said by tokens.finish().
    PARLANCE_RARE void apply(token_list_builder& tokens) const;
};

/// Reads those files, of which any may be empty.
///
/// errors  json_syntax and its kin, with the file's name as a hint; malformed_file: an added token without text or
///         id; too_many_tokens, cancelled
/// cost    linear, with one document at a time in memory
[[nodiscard]] PARLANCE_RARE result<hf_config> read_hf_config(hf_extra const& files,
                                                             limits const& bounds = {});

}  // namespace parlance::vocab

namespace parlance::vocab::detail {

/// The id in `v`; `text` is the token's, for the error.
[[nodiscard]] PARLANCE_RARE result<token_id> id_of(json::value const& v, std::string_view text,
                                                   limits const& bounds);

/// Whether all added tokens have ids below limits.tokens: what is left of it for a file of some size.
/// errors  too_many_tokens
[[nodiscard]] PARLANCE_RARE result<void> check_ids(hf_config const& config, limits const& bounds);

/// A token as tokenizer.json and tokenizer_config.json describe it, whose id is `id`.
[[nodiscard]] PARLANCE_RARE result<added_token> added_token_of(json::value const& token,
                                                               json::value const& id, limits const& bounds);

}  // namespace parlance::vocab::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/hf_config.ipp>
#endif
