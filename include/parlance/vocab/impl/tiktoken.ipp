// parlance/vocab/impl/tiktoken.ipp - definitions of what parlance/vocab/tiktoken.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/tiktoken.hpp>
#include <parlance/vocab/detail/file_format.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/detail/base64.hpp>
#include <parlance/vocab/detail/bytes.hpp>
#include <parlance/vocab/ending.hpp>
#include <parlance/vocab/token_list.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::vocab {

result<token_list> read_tiktoken(std::string_view text, tiktoken_extra const& extra, limits const& bounds) {
    std::size_t const most = detail::limits_of_text(bounds, text.size()).tokens;
    token_list_builder out(bounds);
    out.reserve(text.size() / 16, text.size() / 2);
    std::vector<bool> seen;
    std::string bytes;
    for (std::size_t at = 0; at < text.size() && !out.stopped();) {
        std::size_t const begin = at;
        std::size_t const newline = (std::min)(text.find('\n', at), text.size());
        std::string_view line = text.substr(begin, newline - begin);
        at = newline + 1;
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (line.empty()) {
            continue;
        }
        std::size_t const space = (std::min)(line.find(' '), line.size());
        std::string_view const encoded = line.substr(0, space);
        bool const nothing = encoded == "=";  // Whisper's list: a token of no bytes
        bytes.clear();
        if (space == 0 || !(nothing || detail::decode_base64(encoded, bytes))) {
            return diagnose(errc::malformed_file, text, begin, space,
                            "a line is a token in base64, a space, its rank");
        }
        std::uint64_t rank = 0;
        std::string_view const digits = line.substr((std::min)(space + 1, line.size()));
        for (char const c : digits) {
            if (c < '0' || c > '9') {
                return diagnose(errc::malformed_file, text, begin + space + 1, digits.size(),
                                "a rank is a number");
            }
            rank = rank > most ? rank : rank * 10 + static_cast<std::uint64_t>(c - '0');
        }
        if (digits.empty()) {
            return diagnose(errc::malformed_file, text, begin + space, 0,
                            "a line without a rank: is the file cut off?");
        }
        if (rank >= most) {
            return diagnose(errc::too_many_tokens, text, begin + space, digits.size(),
                            note{"of limits.tokens, a text of this size may use "}.append_number(most));
        }
        if (rank >= seen.size()) {
            seen.resize(static_cast<std::size_t>(rank) + 1);
        }
        if (seen[static_cast<std::size_t>(rank)]) {
            return diagnose(errc::duplicate_token_id, text, begin + space + 1, digits.size());
        }
        seen[static_cast<std::size_t>(rank)] = true;
        out.set(static_cast<token_id>(rank), bytes, nothing ? token_kind::unused : token_kind::normal);
    }
    for (named_token const& special : extra.specials) {
        out.set(special.id, special.text, special.kind);
    }
    out.pad(extra.logits);
    for (token_id const id : extra.ends) {
        out.end(id);
    }
    mark_endings(out);
    return std::move(out).finish();
}

}  // namespace parlance::vocab
