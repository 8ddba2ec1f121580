// parlance/mask/forced.hpp - tokens that can be written without asking the model
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/vocab/view.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

namespace detail {

/// Calls f(id) for every bit.
template <class F>
void each_bit(std::span<std::uint32_t const> words, F&& f) {
    for (std::size_t w = 0; w < words.size(); ++w) {
        for (std::uint32_t bits = words[w]; bits != 0; bits &= bits - 1) {
            f(static_cast<token_id>(32 * w + static_cast<std::size_t>(std::countr_zero(bits))));
        }
    }
}

/// Where in `text`, which is forced, tokens begin that are allowed and reach beyond its end; ascending.
[[nodiscard]] PARLANCE_DECL std::vector<std::size_t> begins_of_crossing(matcher const& m,
                                                                        std::string_view text);

}  // namespace detail

/// The tokens that the tokenizer makes of the forced bytes whatever follows them: a model that has learnt from such
/// tokens would see no others.  They can be accepted one after the other, within matcher::remaining(); the matcher is left
/// as it was.
///
/// tokenize  called as tokenize(std::string_view), answers a range of token ids; without special tokens and without a
///           space in front.  Called once for the forced bytes and once per place where a token may begin that reaches
///           beyond them
/// most      bytes to look ahead
/// exact     for tokenizers that treat both sides of a token's end by themselves (BPE and Unigram do): the text and
///           what follows it are cut either at its end or within a token that crosses it, so the answer is what the
///           tokenizations up to all those places begin with in common
template <class Tokenize>
[[nodiscard]] std::vector<token_id> forced_tokens(matcher const& m, Tokenize&& tokenize,
                                                  std::size_t most = 4096) {
    matcher ahead = m;
    std::string const text = ahead.forced_text(most);
    std::vector<token_id> out;
    if (text.empty()) {
        return out;
    }
    auto const tokens_of = [&](std::string_view part) {
        auto&& made = tokenize(part);
        return std::vector<token_id>(std::begin(made), std::end(made));
    };
    out = tokens_of(text);
    for (std::size_t const at : detail::begins_of_crossing(m, text)) {
        std::vector<token_id> const before =
            at == 0 ? std::vector<token_id>{} : tokens_of(std::string_view{text}.substr(0, at));
        auto const differ = std::mismatch(out.begin(), out.end(), before.begin(), before.end()).first;
        out.erase(differ, out.end());
    }
    // a tokenizer that does not give the text back is not believed
    vocab::view const tokens = m.compiled().tokens().tokens();
    std::string_view rest = text;
    for (std::size_t i = 0; i < out.size(); ++i) {
        std::string_view const bytes = out[i] < tokens.size() ? tokens.bytes(out[i]) : std::string_view{};
        if (bytes.empty() || !rest.starts_with(bytes) || !ahead.accept_allowed(out[i])) {
            out.resize(i);
            break;
        }
        rest.remove_prefix(bytes.size());
    }
    return out;
}

/// The tokens that come next because no other is allowed, at most `most`; the matcher is left as it was.  These need no
/// tokenizer, and are few: where "name" is forced, "n" and "na" are allowed, too.
[[nodiscard]] PARLANCE_DECL std::vector<token_id> only_tokens(matcher const& m, std::size_t most = 4096);

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/forced.ipp>
#endif
