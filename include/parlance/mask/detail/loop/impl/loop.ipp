// parlance/mask/detail/loop/impl/loop.ipp - definitions of what parlance/mask/detail/loop/loop.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/count_ones.hpp>
#include <parlance/mask/detail/loop/code_points.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace parlance::mask::detail {

bool loop::is_besides(std::uint8_t byte) const noexcept {
    return byte < 0x80 && ((besides[byte / 64] >> (byte % 64)) & 1u) != 0;
}

bool loop::is_stray(std::uint8_t byte) const noexcept {
    return byte < 0x80 && ((strays[byte / 64] >> (byte % 64)) & 1u) != 0;
}

int loop::count_besides() const noexcept { return count_ones(besides[0]) + count_ones(besides[1]); }

loop loop_finder::find(point const from) {
    shape& form = *configs_.at(from.config).form;
    if (form.slot != 0 && from.count < free_count) {
        return search(from);
    }
    loop_memory const* known = form.leads_to.load(std::memory_order_acquire);
    if (known == nullptr) {
        loop const found = search(from);
        if (configs_.budget().out_of_fuel()) {
            return found;
        }
        known = configs_.remember(form, {found.first, found.later, found.most, found.body.config,
                                         found.body.count - (follows(found) ? from.count : 0), found.per_step,
                                         follows(found), found.pure, found.besides, found.strays, found.all,
                                         found.first_points, found.later_points, found.more_behind});
    }
    return {known->first,
            known->later,
            known->most,
            {known->body, known->count + (known->relative ? from.count : 0)},
            known->per_step,
            known->pure,
            known->besides,
            known->strays,
            known->all,
            known->first_points,
            known->later_points,
            known->more_behind,
            {}};
}

loop loop_finder::find_beyond(point const from, std::uint8_t lead) {
    point const in = configs_.step(from, lead);
    loop const found = store::is_live(in.config) ? search(from, some_code_point(lead, in).view()) : loop{};
    return configs_.budget().out_of_fuel() ? loop{} : found;
}

void loop_finder::aim_at(point const body) {
    body_ = configs_.at(body.config).form;
    beyond_.begin();
}

bool loop_finder::reaches_body(point const in, std::uint8_t lead, std::uint32_t count) {
    return beyond_.behind(lead, in, [&](point const to) { return arrives(to, count); }) && beyond_.strict();
}

bool loop_finder::is_worth_it(array_ref<code_range const> set) noexcept {
    std::size_t points = 0;
    for (code_range const& r : set) {
        points += r.last - r.first + 1;
    }
    return points >= 32;
}

loop loop_finder::search(point const from) {
    loop const found = search_all(from);
    return configs_.budget().out_of_fuel() ? loop{} : found;
}

loop loop_finder::search_all(point const from) {
    for (std::uint8_t const probe : probes) {
        char const text = static_cast<char>(probe);
        if (loop const found = search(from, {&text, 1}); found.begins() || found.all != 0) {
            return found;
        }
    }
    vec<utf8::encoded> beyond;
    each_run(configs_, from, 0xC2, 0xF4, [&](unsigned lead, unsigned, point const in) {
        if (store::is_live(in.config)) {
            beyond.push_back(some_code_point(static_cast<std::uint8_t>(lead), in));
        }
        return beyond.size() < most_probes;
    });
    for (utf8::encoded const& probe : beyond) {
        if (loop const found = search(from, probe.view()); found.begins()) {
            return found;
        }
    }
    return {};
}

utf8::encoded loop_finder::some_code_point(std::uint8_t lead, point in) {
    utf8::encoded out;
    out.bytes[out.length++] = static_cast<char>(lead);
    utf8::byte_range next = utf8::second_byte(lead);
    while (out.length < utf8::sequence_length(lead) && store::is_live(in.config)) {
        std::uint8_t last = next.low;
        point to;
        each_run(configs_, in, next.low, next.high, [&](unsigned low, unsigned, point const p) {
            if (store::is_live(p.config)) {
                last = static_cast<std::uint8_t>(low);
                to = p;
            }
            return true;
        });
        out.bytes[out.length++] = static_cast<char>(last);
        in = to;
        next = {0x80, 0xBF};
    }
    return out;
}

point loop_finder::read(point p, std::string_view text) {
    for (std::size_t i = 0; i < text.size() && store::is_live(p.config); ++i) {
        p = configs_.step(p, static_cast<std::uint8_t>(text[i]));
    }
    return p;
}

loop loop_finder::search(point const from, std::string_view probe) {
    loop out;
    point const in = read(from, probe);
    if (!store::is_live(in.config)) {
        return out;
    }
    body_ = configs_.at(in.config).form;
    point const again = read(in, probe);
    if (!store::is_live(again.config) || configs_.at(again.config).form != body_) {
        return out;
    }
    per_step_ = again.count - in.count;
    body_config_ = dead_config;
    pure_ = true;
    std::tie(out.later, out.later_points) = groups(in, in.count + per_step_);
    if (!is_worth_it(out.later) && !is_worth_it(out.later_points)) {
        return {};
    }
    body_config_ = body_->slot == 0 ? in.config : dead_config;
    std::tie(out.first, out.first_points) = groups(from, in.count);
    out.besides = besides_;
    out.pure = pure_;
    find_strays(from, out);
    if (!out.begins() && out.all == 0) {
        return {};
    }
    if (body_->slot == 0) {
        configs_.at(in.config).form->stays.store(out.later & ~reads_beginnings, std::memory_order_release);
    }
    out.body = in;
    out.per_step = per_step_;
    return limit(in, out) ? out : loop{};
}

void loop_finder::find_strays(point const from, loop& out) {
    constexpr group_set beyond = (group_set{1} << beyond_ascii) | reads_beginnings;
    out.all = out.first;
    if (body_->slot != 0 || body_->returnable || configs_.at(from.config).form->slot != 0 ||
        !out.first_points.empty() || !out.later_points.empty() || (out.later & beyond & ~out.first) != 0 ||
        ((out.later & beyond) != 0 && (out.later & beyond) != beyond)) {
        return;
    }
    group_set wanted = out.later & ~out.first;
    bool const done = each_run(configs_, from, 0, 0x7F, [&](unsigned low, unsigned high, point const to) {
        if ((groups_of(low, high) & wanted) == 0 ||
            (store::is_live(to.config) && configs_.at(to.config).form == body_)) {
            return true;
        }
        if (store::is_live(to.config) && comes_back(to)) {
            mark(out.strays, low, high);
        } else {
            wanted &= ~groups_of(low, high);
        }
        return true;
    });
    keep_groups(out.strays, done ? wanted : 0);
    out.all |= done ? wanted : 0;
}

bool loop_finder::comes_back(point const stray) {
    int to_body = 0;
    for (char const probe : {'n', 'N', ' ', '5', 'e', 'q'}) {
        point const to = configs_.step(stray, static_cast<std::uint8_t>(probe));
        to_body += store::is_live(to.config) && configs_.at(to.config).form == body_;
    }
    return to_body >= 3;
}

group_set loop_finder::groups_of(unsigned low, unsigned high) noexcept {
    group_set out = 0;
    for (unsigned b = low; b <= high; ++b) {
        out |= group_set{1} << byte_groups[b];
    }
    return out;
}

void loop_finder::mark(bytes_below_80& bytes, unsigned low, unsigned high) noexcept {
    for (unsigned b = low; b <= high; ++b) {
        bytes[b / 64] |= std::uint64_t{1} << (b % 64);
    }
}

void loop_finder::keep_groups(bytes_below_80& bytes, group_set groups) noexcept {
    for (unsigned b = 0; b < 0x80 && (bytes[0] | bytes[1]) != 0; ++b) {
        if (((groups >> byte_groups[b]) & 1u) == 0) {
            bytes[b / 64] &= ~(std::uint64_t{1} << (b % 64));
        }
    }
}

std::pair<group_set, array_ref<code_range const>> loop_finder::groups(point from, std::uint32_t count) {
    group_set out = ~group_set{0};
    besides_ = {};
    bool const done = each_run(configs_, from, 0, 0x7F, [&](unsigned low, unsigned high, point const to) {
        group_set const these = groups_of(low, high);
        if ((these & out) == 0) {
            return true;
        }
        if (arrives(to, count)) {
            pure_ = pure_ && configs_.at(to.config).pure;
        } else if (store::is_live(to.config) && body_config_ != dead_config &&
                   configs_.covers(to.config, body_config_)) {
            mark(besides_, low, high);
        } else {
            out &= ~these;
        }
        return true;
    });
    if (!done) {
        return {};
    }
    keep_groups(besides_, out);
    out &= ~(group_set{1} << malformed);
    beyond_.begin();
    if (takes_all_beyond_ascii(from, count)) {
        out |= beyond_.strict() ? reads_beginnings : 0;
        return {out, {}};
    }
    out &= ~(group_set{1} << beyond_ascii);
    beyond_.begin();
    bool const was_pure = pure_;
    auto const set =
        beyond_.ranges(from, most_ranges, [&](point const to) { return arrives_in_step(to, count); });
    if (!set || !beyond_.strict() || !is_worth_it(*set)) {
        pure_ = was_pure;
        return {out, {}};
    }
    pure_ = pure_ && beyond_.pure();
    return {out, configs_.keep(*set)};
}

bool loop_finder::arrives(point const p, std::uint32_t count) const noexcept {
    return store::is_live(p.config) && configs_.at(p.config).form == body_ &&
           (configs_.at(p.config).form->slot == 0 || p.count == count);
}

bool loop_finder::arrives_in_step(point const p, std::uint32_t count) noexcept {
    bool const here = arrives(p, count);
    pure_ = pure_ && (!here || configs_.at(p.config).pure);
    return here;
}

bool loop_finder::takes_all_beyond_ascii(point const from, std::uint32_t count) {
    bool const was_pure = pure_;
    bool const all = beyond_.all(from, [&](point const to) { return arrives_in_step(to, count); });
    pure_ = all ? pure_ && beyond_.pure() : was_pure;
    return all;
}

bool loop_finder::limit(point const in, loop& out) {
    if (body_->slot == 0 || per_step_ == 0 || in.count >= free_count) {
        return true;
    }
    stack_node const& k = configs_.node(body_->slot);
    if (k.increments != inside) {
        return false;
    }
    point last = in;
    last.count = configs_.code().counts[k.count].high;
    out.most = 1 + (last.count - in.count) / per_step_;
    out.more_behind = reads_more(last, out);
    return true;
}

bool loop_finder::reads_more(point const last, loop const& of) {
    // what a limit keeps from being known may read more
    return !each_run(configs_, last, 0, 0xFF, [&](unsigned low, unsigned high, point const to) {
        return to.config == dead_config ||
               ((groups_of(low, high) & of.later) == 0 &&
                !meets(of.later_points, code_points_of(static_cast<std::uint8_t>(low)).first,
                       code_points_of(static_cast<std::uint8_t>(high)).last));
    });
}

bool takes_any(store& configs, point const from, unsigned group) {
    for (std::uint8_t const b : bytes_of_group(group)) {
        if (configs.step(from, b).config != dead_config) {
            return true;
        }
    }
    return false;
}

}  // namespace parlance::mask::detail
