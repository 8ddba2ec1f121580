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

bool parts_finder::is_parted(point const p, slots as) {
    shape& form = *configs_.at(p.config).form;
    std::atomic<parted>& kept = as == slots::kept ? form.parts : form.numbered_parts;
    parted known = kept.load(std::memory_order_acquire);
    if (known == parted::unknown) {
        bool loops = false;
        loop const found = loop_finder(configs_).find(p);
        if (!found.begins() || found.count_besides() >= many_besides) {
            for (point const way : ways_alone(p, as)) {
                loops = loops || loop_finder(configs_).find(way).begins();
            }
        }
        known = loops ? parted::yes : parted::no;
        if (!configs_.budget().out_of_fuel()) {
            kept.store(known, std::memory_order_release);
        }
    }
    return known == parted::yes;
}

bool parts_finder::counts_inside_slot(point const p) const noexcept {
    shape const& form = *configs_.at(p.config).form;
    return form.slot != 0 && std::any_of(form.items.begin(), form.items.end(), [&](item const i) {
               return i.stack != form.slot && configs_.node(i.stack).count != no_count;
           });
}

vec<point> parts_finder::ways_alone(point const p, slots as) {
    config const& c = configs_.at(p.config);
    shape const& form = *c.form;
    vec<point> out;
    bool const numbers = as == slots::number && form.slot != 0 && !form.ambiguous &&
                         configs_.node(form.slot).increments == inside && p.count < free_count;
    if (form.moves_tokens || (c.kernel().size() == 1 && form.slot != 0 && !numbers)) {
        return out;
    }
    bool const closed = c.kernel().size() == 1;
    array_ref<item const> const ways = closed ? form.items : c.kernel();
    bool const counts = std::any_of(ways.begin(), ways.end(), [&](item const way) {
        return configs_.node(way.stack).numbered || numbers;
    });
    bool const letters =
        counts && (numbers || !closed) &&
        (store::is_live(configs_.step(p, 'n').config) || store::is_live(configs_.step(p, 'N').config));
    if (letters ? ways.size() > most_counting_parts : c.returned || ways.size() > most_parts) {
        return out;
    }
    for (std::size_t i = 0; i < ways.size(); ++i) {
        std::uint32_t const count = p.count + (numbers && closed ? form.increments[i] : 0);
        bool const counted = numbers && configs_.node(ways[i].stack).slot != 0;
        if (counted && count > configs_.code().counts[configs_.node(form.slot).count].high) {
            continue;
        }
        config_id const made = counted ? configs_.alone(ways[i], count) : configs_.alone(ways[i]);
        if (!store::is_live(made) || configs_.at(made).form == c.form) {
            return {};
        }
        out.push_back(configs_.arrive(made, count));
    }
    return out;
}

}  // namespace parlance::mask::detail
