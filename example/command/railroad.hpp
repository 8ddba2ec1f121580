// example/command/railroad.hpp - a grammar's rules as railroad diagrams, in SVG
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/grammar.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace command::railroad {

/// A part of a diagram.  Its track comes in at the left and leaves at the right at the same height; `up` and `down` are
/// the pixels it takes above and below that.
struct shape {
    enum class kind : std::uint8_t { text, rule, track, sequence, choice, loop } is = kind::track;
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

/// `text` with what HTML and SVG read otherwise escaped.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace command::railroad
