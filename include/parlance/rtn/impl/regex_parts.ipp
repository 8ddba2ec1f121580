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

/// Where the groups of a text end, and whether '|' stands outside of all.
struct outer_groups {
    std::size_t first_end = std::string_view::npos;  // behind the first group, if it is closed
    bool choice = false;
};

[[nodiscard]] inline outer_groups groups_of(std::string_view text) {
    outer_groups out;
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
        } else if (c == ')' && depth > 0) {
            --depth;
            if (depth == 0) {
                out.first_end = (std::min)(out.first_end, i + 1);
            }
        } else if (c == '|' && depth == 0) {
            out.choice = true;
        }
    }
    return out;
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

vec<pattern_part> parts_of_pattern(std::string_view pattern) {
    vec<pattern_part> const whole{{std::string(pattern), false}};
    std::string_view rest = pattern;
    bool anchored = rest.starts_with('^');
    rest.remove_prefix(anchored ? 1 : 0);
    if (!rest.starts_with("(?=") && !rest.starts_with("(?!")) {
        return whole;
    }
    vec<pattern_part> out;
    while (rest.starts_with("(?=") || rest.starts_with("(?!")) {
        std::size_t const end = detail::groups_of(rest).first_end;
        if (end == std::string_view::npos) {
            return whole;
        }
        bool const negative = rest[2] == '!';
        std::string_view body = rest.substr(3, end - 4);
        bool const choice = detail::groups_of(body).choice;
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
    } else if (rest.starts_with("(^") && detail::groups_of(rest).first_end == rest.size() &&
               !detail::groups_of(rest.substr(1, rest.size() - 2)).choice) {
        anchored = true;
    }
    if (!anchored || repeated || detail::groups_of(rest).choice) {
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
