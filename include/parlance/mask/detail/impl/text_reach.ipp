// parlance/mask/detail/impl/text_reach.ipp - definitions of what parlance/mask/detail/text_reach.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/text_reach.hpp>
#include <parlance/mask/detail/budget.hpp>
#include <parlance/mask/detail/byte_groups.hpp>
#include <parlance/mask/detail/code_points.hpp>
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/stack_tree.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

text_reach::length text_reach::find(point const from, std::uint32_t most) {
    vec<point> now{from};
    vec<point> next;
    vec<point> met{from};
    bool again = false;  // some place was come to after different numbers of code points
    for (std::uint32_t read = 0; read < most; ++read) {
        next.clear();
        bool none = true;
        bool all = true;
        for (point const p : now) {
            moves const& m = of(p);
            none = none && m.none;
            all = all && m.all;
            for (move const& to : m.to) {
                point const q{to.config, to.count + (to.relative ? p.count : 0)};
                if (std::find(met.begin(), met.end(), q) == met.end()) {
                    met.push_back(q);
                    next.push_back(q);
                } else {
                    again = again || std::find(next.begin(), next.end(), q) == next.end();
                }
            }
        }
        if (!all) {
            return {read, none && !again};
        }
        if (next.empty()) {
            return {most, false};
        }
        if (met.size() > most_places) {
            return {read, false};
        }
        now.swap(next);
    }
    return {most, false};
}

text_reach::moves const& text_reach::of(point const p) {
    std::uint32_t const slot = configs_.at(p.config).form->slot;
    // a code point ticks once for each of its bytes at most
    bool const roomy = slot != 0 && configs_.stacks().has_room(slot, p.count, 4);
    std::uint64_t const key = (std::uint64_t{p.config} << 32) | (slot == 0 ? 0 : roomy ? ~0u : p.count);
    detail::lock_guard const lock(mutex_);
    if (auto const* const known = kept_.find(key); known != nullptr) {
        return known->value;
    }
    moves& made = kept_[key];
    made = compute(p, roomy);
    configs_.budget().charge(sizeof(moves) + 64 + made.to.size() * sizeof(move));
    return made;
}

text_reach::moves text_reach::compute(point const p, bool roomy) {
    moves out;
    out.none = true;
    if (configs_.at(p.config).under) {
        out.none = false;
        return out;
    }
    bool all = true;
    auto const arrive = [&](point const to) {
        if (!store::is_live(to.config)) {
            all = false;
            out.none = out.none && to.config == dead_config;
            return true;
        }
        out.none = false;
        move const m{to.config, roomy && to.count >= p.count ? to.count - p.count : to.count,
                     roomy && configs_.at(to.config).counts != config::counting::set};
        if (std::find(out.to.begin(), out.to.end(), m) == out.to.end()) {
            out.to.push_back(m);
        }
        return true;
    };
    for (unsigned b = 0; b < 0x80; ++b) {
        if (((text_groups >> byte_groups[b]) & 1u) != 0) {
            arrive(configs_.step(p, static_cast<std::uint8_t>(b)));
        }
    }
    code_point_follower beyond(configs_);
    beyond.all(p, arrive);
    out.all = all && beyond.strict();
    return out;
}

}  // namespace parlance::mask::detail
