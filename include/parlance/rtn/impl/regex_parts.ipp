// parlance/rtn/impl/regex_parts.ipp - definitions of what parlance/rtn/regex_parts.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/regex_parts.hpp>
#include <parlance/rtn/detail/regex_syntax.hpp>
#include <parlance/rtn/detail/regex_tree.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// Goes through a text, past escapes and classes, up to where `done` says so of a character and of how many groups are open
/// behind it; npos where it never does.
template <class Done>
[[nodiscard]] std::size_t outside_of_classes(std::string_view text, Done const& done) {
    std::size_t depth = 0;
    bool inside = false;  // of a class
    for (std::size_t i = 0; i < text.size(); ++i) {
        char const c = text[i];
        if (c == '\\') {
            ++i;
        } else if (inside) {
            inside = c != ']';
        } else if (c == '[') {
            inside = true;
        } else if (c == '(') {
            ++depth;
        } else if (c == '|' || (c == ')' && depth > 0)) {
            depth -= c == ')' ? 1 : 0;
            if (done(c, depth)) {
                return i;
            }
        }
    }
    return std::string_view::npos;
}

/// Behind the first group of a text, which is read no further; npos where none is closed.
[[nodiscard]] inline std::size_t end_of_group(std::string_view text) {
    std::size_t const at =
        outside_of_classes(text, [](char c, std::size_t depth) { return c == ')' && depth == 0; });
    return at == std::string_view::npos ? at : at + 1;
}

/// Whether '|' stands outside of all groups.
[[nodiscard]] inline bool has_choice(std::string_view text) {
    return outside_of_classes(text, [](char c, std::size_t depth) { return c == '|' && depth == 0; }) !=
           std::string_view::npos;
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

vec<pattern_part> parts_of_pattern(std::string_view pattern, work& spent) {
    constexpr std::uint64_t steps_of_a_part = 100;
    vec<pattern_part> const whole{{std::string(pattern), false}};
    std::string_view rest = pattern;
    bool anchored = rest.starts_with('^');
    rest.remove_prefix(anchored ? 1 : 0);
    if ((!rest.starts_with("(?=") && !rest.starts_with("(?!")) || !spent.spend(6 * pattern.size())) {
        return whole;
    }
    vec<pattern_part> out;
    while (rest.starts_with("(?=") || rest.starts_with("(?!")) {
        std::size_t const end = detail::end_of_group(rest);
        if (end == std::string_view::npos || !spent.spend(steps_of_a_part)) {
            return whole;
        }
        bool const negative = rest[2] == '!';
        std::string_view body = rest.substr(3, end - 4);
        bool const choice = detail::has_choice(body);
        if (!choice && body.starts_with('^')) {
            anchored = anchored || !negative;
            body.remove_prefix(1);
        }
        out.push_back({choice ? "^(?:" + std::string(body) + ')' : '^' + std::string(body), negative});
        rest.remove_prefix(end);
    }
    constexpr std::string_view repetitions = "*+?{";
    bool const repeated = !rest.empty() && repetitions.find(rest.front()) != std::string_view::npos;
    if (rest.starts_with('^')) {
        anchored = true;
        rest.remove_prefix(1);
    } else if (rest.starts_with("(^") && detail::end_of_group(rest) == rest.size() &&
               !detail::has_choice(rest.substr(1, rest.size() - 2))) {
        anchored = true;
    }
    if (!anchored || repeated || detail::has_choice(rest)) {
        return whole;
    }
    out.push_back({'^' + std::string(rest), false});
    return out;
}

std::string without_vain_bounds(std::string_view pattern, std::uint64_t longest, work& spent) {
    constexpr std::uint64_t most_points = 0xFFFF'FFFF;
    if (pattern.find('{') == std::string_view::npos) {
        return std::string(pattern);
    }
    result<detail::regex_tree> tree = detail::tree_of(pattern, spent);
    if (!tree) {
        return std::string(pattern);
    }
    vec<std::uint64_t> least(tree->nodes.size(), 0);           // code points that each node reads
    vec<std::pair<std::size_t, std::size_t>> vain;             // the digits of upper bounds
    for (std::size_t id = 0; id < tree->nodes.size(); ++id) {  // nodes stand behind those that they contain
        detail::regex_node const& n = tree->nodes[id];
        switch (n.is) {
        case detail::regex_node::kind::set: least[id] = 1; break;
        case detail::regex_node::kind::sequence:
            for (std::uint32_t const child : n.children) {
                least[id] += least[child];
            }
            break;
        case detail::regex_node::kind::choice:
            least[id] = most_points;
            for (std::uint32_t const child : n.children) {
                least[id] = (std::min)(least[id], least[child]);
            }
            break;
        case detail::regex_node::kind::repeat:
            least[id] = n.least * least[n.children.front()];
            if (n.most != unbounded && n.bound_end > n.bound_at && n.most >= n.least &&
                (std::uint64_t{n.most} + 1) * least[n.children.front()] > longest) {
                vain.emplace_back(n.bound_at, n.bound_end);
            }
            break;
        default: break;
        }
        least[id] = (std::min)(least[id], most_points);
    }
    (void)detail::free(*tree, spent);  // whoever pays next sees whether it could be paid for
    std::sort(vain.begin(), vain.end());
    std::string out(pattern);
    for (std::size_t i = vain.size(); i-- > 0;) {
        out.erase(vain[i].first, vain[i].second - vain[i].first);
    }
    return out;
}

}  // namespace parlance::rtn
