// parlance/mask/detail/loop/impl/word_reach.ipp - definitions of what parlance/mask/detail/loop/word_reach.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/word_reach.hpp>
#include <parlance/mask/detail/loop/code_points.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

group_set word_reach::groups_between(unsigned low, unsigned high) noexcept {
    group_set out = 0;
    for (unsigned byte = low; byte <= high; ++byte) {
        out |= group_set{1} << byte_groups[byte];
    }
    return out;
}

group_set word_reach::groups_read(point const p) {
    if (!store::is_live(p.config)) {
        return 0;  // where fuel has run out on the way
    }
    group_set out = ~above_ascii;
    bool all = each_run(configs_, p, 0, 0x7F, [&](unsigned low, unsigned high, point const to) {
        out &= store::is_live(to.config) ? ~group_set{0} : ~groups_between(low, high);
        return true;
    });
    if (!all) {
        return 0;
    }
    code_point_follower beyond(configs_);
    beyond.all(p, [&](point const to) {
        all = all && store::is_live(to.config);
        return all;
    });
    return all && beyond.strict() ? out | above_ascii : out;
}

group_set word_reach::groups(point const from) {
    constexpr group_set lower_case = (group_set{1} << group_of('a')) | (group_set{1} << group_of('z'));
    constexpr group_set upper_case = (group_set{1} << group_of('A')) | (group_set{1} << group_of('Z'));
    auto const reads = [&](char probe) {
        point p = from;
        for (int i = 0; i < 3 && store::is_live(p.config); ++i) {
            p = configs_.step(p, static_cast<std::uint8_t>(probe));
        }
        return store::is_live(p.config);
    };
    if (!reads('n') && !reads('N')) {
        return 0;
    }
    group_set const here = groups_read(from);
    for (auto const& [probe, of] : {std::pair{'n', lower_case}, {'N', upper_case}}) {
        if ((here & of) != of) {
            continue;
        }
        point const behind = configs_.step(from, static_cast<std::uint8_t>(probe));
        group_set const again = here & groups_read(behind);
        group_set out = again;
        for (group_set left = again & ~of & ~above_ascii; left != 0; left &= left - 1) {
            auto const group = static_cast<unsigned>(std::countr_zero(left));
            point const there = configs_.step(behind, bytes_of_group(group).front());
            out &= (again & ~groups_read(there)) == 0 ? ~group_set{0} : ~(group_set{1} << group);
        }
        if ((out & of) == of) {
            return out;
        }
    }
    return 0;
}

word_reach::run word_reach::find(point const from, group_set groups, std::uint32_t most, bool whole) {
    vec<point> now{from};
    vec<point> next;
    hash_set<point, hash_point> met;
    bool again = false;  // some place was come to after different numbers of code points
    run out{0, groups};
    while (out.points < most) {
        next.clear();
        group_set live = 0;
        bool all = true;
        std::size_t asked = 0;
        std::size_t read = 0;
        for (point const p : now) {
            steps const* const behind = configs_.budget().pay(8) ? steps_of(p, groups) : nullptr;
            if (behind == nullptr) {
                return out;
            }
            all = all && behind->all;
            asked += behind->asked;
            read += behind->read;
            live |= behind->live;
            for (point const to : behind->to) {
                all = all && (whole || !configs_.at(to.config).returnable);
                if (met.insert(to)) {
                    next.push_back(to);
                } else {
                    again = again || std::find(next.begin(), next.end(), to) == next.end();
                }
            }
        }
        if (!all || met.size() > most_places) {
            out.beyond = again ? groups : live;
            out.ends = !all && !again && 4 * read <= asked;
            return out;
        }
        ++out.points;
        if (next.empty()) {
            out.points = most;
            return out;
        }
        now.swap(next);
    }
    return out;
}

word_reach::steps const* word_reach::steps_of(point const p, group_set groups) {
    steps_key const key{p, groups};
    detail::lock_guard const lock(mutex_);
    if (auto const* const known = kept_.find(key); known != nullptr) {
        return &known->value;
    }
    steps found = find_steps(p, groups);
    if (configs_.budget().out_of_fuel()) {
        return nullptr;
    }
    steps& made = kept_[key];
    made = std::move(found);
    configs_.budget().charge(sizeof(steps) + 64 + made.to.size() * sizeof(point));
    return &made;
}

word_reach::steps word_reach::find_steps(point const p, group_set groups) {
    steps out;
    point last;
    auto const arrive = [&](point const to, group_set of) {
        bool const live = store::is_live(to.config);
        out.all = out.all && live;
        out.live |= live ? of : to.config == dead_config ? 0 : groups;
        if (live && to != last && std::find(out.to.begin(), out.to.end(), to) == out.to.end()) {
            out.to.push_back(to);
        }
        last = to;
    };
    bool const done = each_run(configs_, p, 0, 0x7F, [&](unsigned low, unsigned high, point const to) {
        if (group_set const of = groups_between(low, high) & groups; of != 0) {
            arrive(to, of);
            for (unsigned byte = low; byte <= high; ++byte) {
                bool const is_asked = ((groups >> byte_groups[byte]) & 1u) != 0;
                out.asked += is_asked ? 1 : 0;
                out.read += is_asked && store::is_live(to.config) ? 1 : 0;
            }
        }
        return true;
    });
    out.all = out.all && done;
    if ((groups & above_ascii) != 0) {
        code_point_follower beyond(configs_);
        beyond.all(p, [&](point const to) {
            arrive(to, above_ascii);
            return true;
        });
        out.all = out.all && beyond.strict();
    }
    return out;
}

}  // namespace parlance::mask::detail
