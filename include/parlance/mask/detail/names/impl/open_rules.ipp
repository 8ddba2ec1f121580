// parlance/mask/detail/names/impl/open_rules.ipp - definitions of what parlance/mask/detail/names/open_rules.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/names/open_rules.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

std::vector<std::vector<std::uint32_t>> open_rules(generation const& of, place const& at, std::size_t most) {
    std::vector<std::vector<std::uint32_t>> out;
    store const& configs = of.configs();
    if (at.waiting != 0 || !store::is_live(at.config)) {
        return out;
    }
    vec<std::uint32_t> const& rule_of = configs.code().rule_of;
    struct branch {
        std::uint32_t stack;
        std::vector<std::uint32_t> open;
    };
    vec<branch> todo;
    for (item const i : configs.at(at.config).form->items) {
        todo.push_back({i.stack, {rule_of[i.state]}});
    }
    std::reverse(todo.begin(), todo.end());
    // ways that differ only in what they read are one here, so there may be many more of them
    for (std::size_t left = 64 * most; !todo.empty() && left != 0 && out.size() < most; --left) {
        auto [stack, open] = std::move(todo.back());
        todo.pop_back();
        for (; stack != 0 && !configs.node(stack).is_set(); stack = configs.node(stack).parent) {
            open.push_back(rule_of[configs.node(stack).back]);
        }
        if (stack != 0) {
            std::size_t const first = todo.size();
            configs.stacks().each_stack(stack, [&](std::uint32_t one) { todo.push_back({one, open}); });
            std::reverse(todo.begin() + static_cast<std::ptrdiff_t>(first), todo.end());
            continue;
        }
        for (std::uint32_t n = at.base; n != 0; n = configs.node(n).parent) {
            open.push_back(rule_of[configs.node(n).back]);
        }
        std::reverse(open.begin(), open.end());
        if (std::find(out.begin(), out.end(), open) == out.end()) {
            out.push_back(std::move(open));
        }
    }
    return out;
}

}  // namespace parlance::mask::detail
