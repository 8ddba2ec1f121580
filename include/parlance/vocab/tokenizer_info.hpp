// parlance/vocab/tokenizer_info.hpp - a vocabulary, and what its files say besides
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/token_list.hpp>
#include <string>

namespace parlance::vocab {

/// What the files of a tokenizer say.  Texts are empty where they do not say.
///
/// bos, eos       how the tokens that begin and end a text are spelled; templates refer to them as bos_token and
///                eos_token.  More tokens may end a text: tokens.ends()
/// chat_template  the source of the chat template; where there are several, the one named default
struct tokenizer_info {
    token_list tokens{};
    std::string bos{};
    std::string eos{};
    std::string chat_template{};
};

}  // namespace parlance::vocab
