// test/schema/vocabulary.hpp - vocabularies of every byte and a few longer tokens
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/token_index.hpp>
#include <parlance/vocab/token_list.hpp>
#include <initializer_list>
#include <string>
#include <utility>

namespace schema_vocabulary {

/// Every byte, then `texts`, then "</s>", which ends.
inline parlance::mask::token_index bytes_and(std::initializer_list<char const*> texts = {}) {
    parlance::vocab::token_list_builder all;
    for (int c = 0; c < 256; ++c) {
        all.add(std::string(1, static_cast<char>(c)));
    }
    for (char const* const text : texts) {
        all.add(text);
    }
    auto const end = static_cast<parlance::vocab::token_id>(all.size());
    all.add("</s>", parlance::vocab::token_kind::control);
    all.end(end);
    return parlance::mask::token_index::build(std::move(all).finish().value()).value();
}

}  // namespace schema_vocabulary
