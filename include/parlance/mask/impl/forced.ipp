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

std::vector<std::size_t> begins_of_crossing(matcher const& m, std::string_view text) {
    std::vector<std::size_t> out;
    vocab::view const tokens = m.compiled().tokens().tokens();
    std::size_t longest = 0;
    for (vocab::trie::node const n : m.compiled().tokens().trie().nodes()) {
        longest = (std::max<std::size_t>)(longest, n.depth());
    }
    matcher ahead = m;
    ahead.forget();
    std::size_t at = text.size() < longest ? 0 : text.size() - longest + 1;
    bool goes_on = ahead.accept(text.substr(0, at));
    for (; goes_on && at < text.size(); ++at) {
        bool crosses = false;
        each_bit(ahead.allowed().words,
                 [&](token_id id) { crosses = crosses || tokens.bytes(id).size() > text.size() - at; });
        if (crosses) {
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
