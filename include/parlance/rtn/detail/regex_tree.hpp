// parlance/rtn/detail/regex_tree.hpp - a regular expression as a tree
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>

namespace parlance::rtn::detail {

struct regex_node {
    enum class kind : std::uint8_t {
        empty,
        set,
        sequence,
        choice,
        repeat,
        begin,
        end,
        look,
        behind,    // looks at the text before
        boundary,  // of a word
    } is = kind::empty;
    vec<code_points> set{};
    vec<std::uint32_t> children{};
    std::uint32_t least = 0;
    std::uint32_t most = 0;
    std::uint32_t bound_at = 0;  // the digits of the upper bound in the pattern, where `{n,m}` has it
    std::uint32_t bound_end = 0;
    bool negative = false;  // of what looks, or of a boundary
};

struct regex_tree {
    blocks<regex_node> nodes;
    std::uint32_t root = 0;
    bool looks = false;  // ahead, behind, or for a boundary
    bool boundaries = false;
    bool begins_ahead = false;  // '^' stands in a look-ahead
};

}  // namespace parlance::rtn::detail
