// parlance/mask/impl/forced.ipp - definitions of what parlance/mask/forced.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/forced.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// Whether some of these tokens has more than so many bytes.
inline bool holds_longer(index_data const& index, std::span<std::uint32_t const> words, std::size_t bytes) {
    auto const is_longer = [&](token_id id) { return index.tokens().bytes(id).size() > bytes; };
    if (bytes + 1 >= index_data::long_bytes) {
        auto const all = index.long_tokens();
        return std::any_of(all.begin(), all.end(), [&](token_id id) {
            return ((words[id / 32] >> (id % 32)) & 1u) != 0 && is_longer(id);
        });
    }
    constexpr std::size_t at_once = 8;  // mostly none of them has a bit
    for (std::size_t w = 0; w < words.size(); ++w) {
        while (w % at_once == 0 && words.size() - w >= at_once) {
            std::uint32_t any = 0;
            for (std::size_t k = 0; k < at_once; ++k) {
                any |= words[w + k];
            }
            if (any != 0) {
                break;
            }
            w += at_once;
        }
        if (w == words.size()) {
            break;
        }
        for (std::uint32_t bits = words[w]; bits != 0; bits &= bits - 1) {
            if (is_longer(static_cast<token_id>(32 * w + static_cast<std::size_t>(std::countr_zero(bits))))) {
                return true;
            }
        }
    }
    return false;
}

std::vector<std::size_t> begins_of_crossing(matcher const& m, std::string_view text) {
    std::vector<std::size_t> out;
    index_data const& index = m.compiled().tokens().data();
    std::size_t const longest = index.depth();
    matcher ahead = m;
    ahead.forget();
    ahead.remaining(matcher::unlimited);  // it reads bytes, which are no tokens
    std::size_t at = text.size() < longest ? 0 : text.size() - longest + 1;
    bool goes_on = ahead.accept(text.substr(0, at));
    for (; goes_on && at < text.size(); ++at) {
        if (holds_longer(index, ahead.allowed().words, text.size() - at)) {
            out.push_back(at);
        }
        goes_on = ahead.accept(text.substr(at, 1));
    }
    return out;
}

}  // namespace parlance::mask::detail

namespace parlance::mask {

std::vector<token_id> only_tokens(matcher const& m, std::size_t most) {
    matcher ahead = m;
    ahead.forget();
    std::vector<token_id> out;
    while (out.size() < most) {
        token_id only = 0;
        std::size_t count = 0;
        mask::allowed_tokens const allowed = ahead.allowed();
        detail::each_bit(allowed.words, [&](token_id id) {
            only = id;
            ++count;
        });
        if (count != 1 || allowed.state == filled::limited || !ahead.accept(only)) {
            break;
        }
        out.push_back(only);
    }
    return out;
}

}  // namespace parlance::mask
