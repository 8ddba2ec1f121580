// parlance/mask/impl/compile.ipp - definitions of what parlance/mask/compile.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/compile.hpp>
#include <parlance/decl.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/gbnf/resolve.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

namespace parlance::mask {

result<compiled_grammar> compile(rtn::network const& network, token_index const& tokens, trigger starts,
                                 limits const& bounds) {
    result<grammar> const prepared = grammar::prepare(network, std::move(starts), bounds);
    if (!prepared) {
        return prepared.error();
    }
    compiled_grammar const out(*prepared, tokens, {}, bounds.stop);
    if (bounds.stop.stop_requested()) {
        return diagnostic{errc::cancelled};
    }
    return out;
}

namespace detail {

/// What is read on the way is freed before masks are prepared.
PARLANCE_DECL result<rtn::network> network_of_gbnf(std::string_view text, vocab::view const& tokens,
                                                   std::string_view root, limits const& bounds) {
    gbnf::options how;
    how.bounds = bounds;
    how.root = root;
    how.allow_left_recursion = true;
    result<gbnf::grammar> read = gbnf::compile(text, how);
    if (!read) {
        return read.error();
    }
    result<gbnf::grammar> rewritten = gbnf::without_left_recursion(*std::move(read), bounds);
    if (!rewritten) {
        return rewritten.error();
    }
    result<gbnf::grammar> const resolved = gbnf::resolve(
        *std::move(rewritten), [&](std::string_view spelling) { return tokens.find(spelling); });
    if (!resolved) {
        return resolved.error();
    }
    auto const beyond =
        std::find_if(resolved->elements.begin(), resolved->elements.end(), [&](gbnf::element const& e) {
            return (e.kind == gbnf::element_kind::token || e.kind == gbnf::element_kind::token_not) &&
                   e.value >= tokens.size();
        });
    if (beyond != resolved->elements.end()) {
        return diagnostic{
            errc::unknown_token,
            {},
            0,
            note{"<["}.append_number(beyond->value).append("]> of ").append_number(tokens.size())};
    }
    auto const end =
        std::find_if(resolved->elements.begin(), resolved->elements.end(), [&](gbnf::element const& e) {
            return e.kind == gbnf::element_kind::token && tokens.ends(e.value);
        });
    if (end != resolved->elements.end()) {
        return diagnostic{
            errc::unknown_token,
            {},
            0,
            note{tokens.text(end->value)}.append(
                " ends the text: it may come wherever the grammar may end, and is no part of it")};
    }
    return rtn::from_gbnf(*resolved, bounds);
}

}  // namespace detail

result<compiled_grammar> compile_gbnf(std::string_view text, token_index const& tokens, std::string_view root,
                                      limits const& bounds) {
    result<rtn::network> const network = detail::network_of_gbnf(text, tokens.tokens(), root, bounds);
    return network ? compile(*network, tokens, trigger::eager(), bounds) : network.error();
}

result<compiled_grammar> compile_regex(std::string_view pattern, token_index const& tokens,
                                       limits const& bounds) {
    result<rtn::network> const network = rtn::from_regex(pattern, rtn::regex_match::whole, bounds);
    if (!network) {
        return network.error();
    }
    return compile(*network, tokens, trigger::eager(), bounds);
}

}  // namespace parlance::mask
