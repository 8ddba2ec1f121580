// parlance/peg/graphviz.hpp - a table as a graph for the dot program
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::peg {

/// The table as a digraph: a box for every rule, an oval for every node that has parts, a plain word for every leaf.
/// Linear.
[[nodiscard]] PARLANCE_RARE std::string graphviz(arena_view const& a, std::string_view title = "grammar");

}  // namespace parlance::peg

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/peg/impl/graphviz.ipp>
#endif
