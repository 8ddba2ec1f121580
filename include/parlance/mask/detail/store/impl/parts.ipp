// parlance/mask/detail/store/impl/parts.ipp - definitions of what parlance/mask/detail/store/parts.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/parts.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>

namespace parlance::mask::detail {

bool parts_finder::is_parted(point const p) {
    shape& form = *configs_.at(p.config).form;
    parted known = form.parts.load(std::memory_order_acquire);
    if (known == parted::unknown) {
        bool loops = false;
        loop const found = loop_finder(configs_).find(p);
        if (!found.begins() || found.count_besides() >= many_besides) {
            for (point const way : ways_alone(p)) {
                loops = loops || loop_finder(configs_).find(way).begins();
            }
        }
        known = loops ? parted::yes : parted::no;
        if (!configs_.budget().out_of_fuel()) {
            form.parts.store(known, std::memory_order_release);
        }
    }
    return known == parted::yes;
}

vec<point> parts_finder::ways_alone(point const p) {
    config const& c = configs_.at(p.config);
    vec<point> out;
    if (c.form->moves_tokens || (c.kernel().size() == 1 && c.form->slot != 0)) {
        return out;
    }
    array_ref<item const> const ways = c.kernel().size() > 1 ? c.kernel() : c.form->items;
    bool const counts = std::any_of(ways.begin(), ways.end(),
                                    [&](item const way) { return configs_.node(way.stack).numbered; });
    if (counts ? ways.size() > most_counting_parts : c.returned || ways.size() > most_parts) {
        return out;
    }
    for (item const way : ways) {
        config_id const made = configs_.alone(way);
        if (!store::is_live(made) || configs_.at(made).form == c.form) {
            return {};
        }
        out.push_back(configs_.arrive(made, p.count));
    }
    return out;
}

}  // namespace parlance::mask::detail
