// parlance/vocab/impl/ending.ipp - definitions of what parlance/vocab/ending.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/ending.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/token_list.hpp>
#include <array>
#include <string_view>

namespace parlance::vocab {

void mark_endings(token_list_builder& tokens) {
    bool returns = false;
    bool calls = false;
    vec<token_id> ends;
    vec<token_id> ends_of_message;
    for (token_id id = 0; id < tokens.size(); ++id) {
        token_kind const kind = tokens.kind(id);
        if (kind != token_kind::control && kind != token_kind::user_defined) {
            continue;
        }
        std::string_view const text = tokens.text(id);
        returns = returns || text == "<|return|>" || text == "<|flush|>";
        calls = calls || text == "<|call|>" || text == "<|calls|>";
        if (is_ending_text(text)) {
            (text == "<|end|>" ? ends_of_message : ends).push_back(id);
        }
    }
    for (token_id const id : ends) {
        tokens.end(id);
    }
    for (token_id const id : ends_of_message) {
        if (!(returns && calls)) {
            tokens.end(id);
        }
    }
}

}  // namespace parlance::vocab
