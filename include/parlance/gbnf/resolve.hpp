// parlance/gbnf/resolve.hpp - token texts become token ids
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace parlance::gbnf {

/// The grammar, which is not needed any more, with every <text> and !<text> replaced by the id of that token.
///
/// find    called as find("<text>") with the brackets, once per text; answers std::optional<std::uint32_t>.
///         For a vocabulary v: [&](std::string_view text) { return v.find(text); }
/// errors  unknown_token, with the text as its hint
/// precondition  valid(g)
template <class Find>
[[nodiscard]] constexpr result<grammar> resolve(grammar&& g, Find&& find) {
    std::vector<std::uint32_t> ids;
    for (std::size_t i = 0; i < g.view().token_text_count(); ++i) {
        std::optional<std::uint32_t> const id = find(g.view().token_text(i));
        if (!id) {
            return diagnostic{errc::unknown_token, {}, 0, note{g.view().token_text(i)}};
        }
        ids.push_back(*id);
    }
    grammar out = std::move(g);
    if (!out.names.empty()) {
        out.text.resize(out.names.back());
    }
    out.tokens.assign(1, static_cast<std::uint32_t>(out.text.size()));
    for (element& e : out.elements) {
        if (e.kind == element_kind::token_text) {
            e = {element_kind::token, ids[e.value]};
        } else if (e.kind == element_kind::token_text_not) {
            e = {element_kind::token_not, ids[e.value]};
        }
    }
    return out;
}
/// The same of a grammar that is still needed.
template <class Find>
[[nodiscard]] constexpr result<grammar> resolve(grammar_view const& g, Find&& find) {
    stop_asker never;
    return resolve(detail::owned(g, never), std::forward<Find>(find));
}

}  // namespace parlance::gbnf
