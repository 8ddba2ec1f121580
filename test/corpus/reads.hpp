// test/corpus/reads.hpp - whether a network reads a text, with what only matchers see to
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/vocab/token_list.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace conform {

/// By the reference; where items of arrays are unique, which it does not know of, by a matcher.
inline bool reads(parlance::rtn::network const& net, std::string_view text) {
    namespace mask = parlance::mask;
    if (net.arrays.empty()) {
        return mask::matches(net, text);
    }
    static mask::token_index const bytes = [] {
        parlance::vocab::token_list_builder all;
        for (int c = 0; c < 256; ++c) {
            all.add(std::string(1, static_cast<char>(c)), parlance::vocab::token_kind::normal);
        }
        return mask::token_index::build(std::move(all).finish().value()).value();
    }();
    auto grammar = mask::grammar::prepare(net);
    if (!grammar) {
        return false;
    }
    mask::matcher m(mask::compiled_grammar(*std::move(grammar), bytes));
    return m.accept(text) && m.can_stop();
}

}  // namespace conform
