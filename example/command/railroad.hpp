// example/command/railroad.hpp - a grammar's rules as railroad diagrams, in SVG
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/grammar.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace command::railroad {

/// A part of a diagram.  A place is what a writer fills in.  Its track comes in at the left and leaves at the right at the
/// same height; `up` and `down` are the pixels it takes above and below that.
struct shape {
    enum class kind : std::uint8_t { text, rule, place, track, sequence, choice, loop } is = kind::track;
    std::string label{};
    std::vector<shape> parts{};
    double width = 0;
    double up = 0;
    double down = 0;
};

/// Rule `r` as a shape; groups stand where they are referred to.  Groups inside more than 64 others are cut to "...".
[[nodiscard]] shape shape_of(parlance::gbnf::grammar_view const& g, std::uint32_t r);

/// The shape as an <svg> element.  Names of rules are links to "#rule-NAME".
[[nodiscard]] std::string to_svg(shape s);

/// How the drawings look; the page has the colours --ink, --soft, --text and --rule.
inline constexpr std::string_view style = R"css(
svg { display: block; }
svg path { fill: none; stroke: var(--soft); stroke-width: 1.5; }
svg rect { stroke: var(--soft); stroke-width: 1.2; fill: var(--text); }
svg rect.rule { fill: var(--rule); }
svg rect.place { fill: none; stroke-dasharray: 4 3; }
svg text { font: 13px ui-monospace, monospace; text-anchor: middle; fill: var(--ink); white-space: pre; }
svg text.count { font-size: 11px; fill: var(--soft); }
svg a { text-decoration: none; }
svg a:hover rect { stroke: var(--ink); }
)css";

/// `text` with what HTML and SVG read otherwise escaped.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace command::railroad
