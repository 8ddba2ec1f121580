// parlance/mask/detail/store/impl/parts.ipp - definitions of what parlance/mask/detail/store/parts.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/parts.hpp>
#include <parlance/mask/detail/count_ones.hpp>
#include <parlance/mask/detail/loop/code_points.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/dominance.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

bool parts_finder::is_parted(point const p, slots as) {
    shape& form = *configs_.at(p.config).form;
    std::atomic<parted>& kept = as == slots::kept ? form.parts : form.numbered_parts;
    parted known = kept.load(std::memory_order_acquire);
    if (known == parted::unknown) {
        bool loops = false;
        loop const found = loop_finder(configs_).find(p);
        bool const begins = found.begins() && found.count_besides() < many_besides;
        if (!begins || reads_others(p, found.first)) {
            for (point const way : ways_alone(p, as)) {
                loop const alone = loop_finder(configs_).find(way);
                loops = loops || (alone.begins() && (!begins || takes_more(alone.first, found.first)));
            }
        }
        known = loops ? parted::yes : parted::no;
        if (!configs_.budget().out_of_fuel()) {
            kept.store(known, std::memory_order_release);
        }
    }
    return known == parted::yes;
}

bool parts_finder::reads_others(point const p, group_set first) {
    auto const is_other = [&](char probe) {
        auto const byte = static_cast<std::uint8_t>(probe);
        return ((first >> group_of(byte)) & 1u) == 0 && store::is_live(configs_.step(p, byte).config);
    };
    return is_other(' ') || is_other('n') || is_other('N');
}

bool parts_finder::takes_more(group_set more, group_set less) noexcept {
    constexpr group_set letters = (group_set{1} << 26) | (group_set{1} << 28);
    group_set const besides = more & ~less;
    return (less & ~more) == 0 && (count_ones(besides) >= 4 || (besides & letters) != 0);
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
        point const way = configs_.arrive(made, count);
        out.push_back(configs_.at(made).form->slot != 0 ? way : point{made, 0});
    }
    return out;
}

vec<point> parts_finder::ways_for_masks(point const p, slots as) {
    vec<point> out = ways_alone(p, as);
    for (std::size_t i = out.size(); i-- > 0;) {
        auto const reads_as_much = [&](point const other) {
            return other != out[i] && reads_all(other, out[i]);
        };
        if (std::any_of(out.begin(), out.end(), reads_as_much)) {
            out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    return out;
}

vec<point> parts_finder::kinds(point const p) {
    config const& c = configs_.at(p.config);
    if (c.moves_tokens || c.form->slot != 0 || c.kernel().size() < 2 || !c.counts_in_counts) {
        return {};
    }
    vec<vec<item>> found(1);  // the first are those without a number
    for (item const i : c.kernel()) {
        stack_node const& stack = configs_.node(i.stack);
        auto const same = [&](vec<item> const& kind) {
            item const first = kind.front();
            return i.state == first.state && stack.skeleton == configs_.node(first.stack).skeleton;
        };
        auto const known =
            has_number(i.stack) ? std::find_if(found.begin() + 1, found.end(), same) : found.begin();
        if (known != found.end()) {
            known->push_back(i);
        } else if (found.size() > most_counting_parts) {
            return {};
        } else {
            found.push_back({i});
        }
    }
    if (found.front().empty()) {
        found.erase(found.begin());
    }
    vec<point> out;
    for (vec<item>& kind : found) {
        config_id const made = found.size() < 2 ? dead_config : configs_.adopt(std::move(kind), false);
        if (!store::is_live(made) || configs_.at(made).form == c.form) {
            return {};
        }
        out.push_back(configs_.arrive(made, 0));
    }
    return out;
}

bool parts_finder::has_number(std::uint32_t stack) const noexcept {
    for (; configs_.node(stack).numbered; stack = configs_.node(stack).parent) {
        if (configs_.node(stack).count != no_count && is_number(configs_.node(stack).increments)) {
            return true;
        }
    }
    return false;
}

bool parts_finder::reads_all(point const more, point const less) {
    auto const form_of = [&](point const p) -> shape const& { return *configs_.at(p.config).form; };
    auto const is_plain = [](shape const& s) { return s.slot == 0 && !s.ambiguous && !s.moves_tokens; };
    shape const& a = form_of(more);
    shape const& b = form_of(less);
    if (!is_plain(a) || !is_plain(b) || a.items.size() != 1 || b.items.size() != 1 ||
        a.returnable < b.returnable) {
        return false;
    }
    auto const covered = [&](item const by, item const i) { return covers(configs_.stacks(), by, i); };
    return each_run(configs_, less, 0, 0xFF, [&](unsigned low, unsigned high, point const to) {
        for (unsigned byte = low; byte <= high && to.config != dead_config; ++byte) {
            point const with_more = configs_.step(more, static_cast<std::uint8_t>(byte));
            if (!store::is_live(to.config) || !store::is_live(with_more.config)) {
                return false;
            }
            shape const& c = form_of(with_more);
            shape const& d = form_of(to);
            bool const again = std::any_of(c.items.begin(), c.items.end(),
                                           [&](item const i) { return covered(i, a.items[0]); });
            bool const all = std::all_of(d.items.begin(), d.items.end(), [&](item const i) {
                return (again && covered(b.items[0], i)) ||
                       std::any_of(c.items.begin(), c.items.end(),
                                   [&](item const by) { return covered(by, i); });
            });
            if (!all || !is_plain(c) || !is_plain(d) || c.returnable < d.returnable) {
                return false;
            }
        }
        return true;
    });
}

}  // namespace parlance::mask::detail
