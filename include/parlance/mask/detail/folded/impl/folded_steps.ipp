// parlance/mask/detail/folded/impl/folded_steps.ipp - definitions of what parlance/mask/detail/folded/folded_steps.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/folded/folded_steps.hpp>
#include <parlance/mask/detail/folded/folding.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/dominance.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

folded_points folded_steps::of(point const p, folding const& how, std::uint8_t byte, wanted what) {
    key const k{p, (static_cast<unsigned>(what) << 16) | (how.number() << 8) | byte};
    {
        detail::lock_guard const lock(mutex_);
        if (auto const* const known = known_.find(k); known != nullptr) {
            return known->value;
        }
    }
    folded_points const found = find(p, how, byte, what);
    if (failed(found.surely) || failed(found.perhaps)) {
        return found;
    }
    detail::lock_guard const lock(mutex_);
    if (auto const [kept, is_new] = known_.try_emplace(k, found); is_new) {
        configs_.budget().charge(sizeof(key) + sizeof(folded_points) + 16);
    }
    return found;
}

/// The number of the class that a byte is in: bytes of one class lead to the same.
[[nodiscard]] inline std::uint8_t class_of(shape const& of, std::uint8_t byte) noexcept {
    bool const in_span = static_cast<std::uint8_t>(byte - of.low) <= of.span;
    return of.row != nullptr ? (*of.classes)[byte] : std::uint8_t{in_span};
}

folded_points folded_steps::find(point const p, folding const& how, std::uint8_t byte, wanted what) {
    folded_points const nothing{{failed_config, 0}, {failed_config, 0}};
    shape const* const form = configs_.is_near_bound(p) ? configs_.exactly(p) : configs_.at(p.config).form;
    if (form == nullptr || (form->slot != 0 && p.count >= free_count)) {
        return nothing;
    }
    // what each class of letters leads to, of which configurations are made below, and only of what is wanted
    struct target {
        store::ways_read read;
        std::uint8_t byte;  // the first one of the class
    };
    vec<target> targets;
    vec<std::uint8_t> classes;
    bool all = true;
    std::uint64_t compared = 0;
    for (folding::run const r : how.runs(byte)) {
        for (unsigned b = r.low; b <= r.high; ++b) {
            std::uint8_t const is = class_of(*form, static_cast<std::uint8_t>(b));
            if (std::find(classes.begin(), classes.end(), is) != classes.end()) {
                continue;
            }
            classes.push_back(is);
            maybe<store::ways_read> read = configs_.read_with_numbers(p, *form, static_cast<std::uint8_t>(b));
            if (!read) {
                return nothing;
            }
            bool const some = read->returned || !read->ways.empty();
            all = all && some;
            if (some) {
                compared += 1 + read->ways.size();
                targets.push_back({std::move(*read), static_cast<std::uint8_t>(b)});
            }
        }
    }
    if (!configs_.budget().pay(2 * compared * compared)) {
        return nothing;
    }
    auto const reads_way = [&](std::size_t t, item const way) {
        return std::any_of(targets[t].read.ways.begin(), targets[t].read.ways.end(),
                           [&](item const i) { return covers(configs_.stacks(), i, way); });
    };
    // of what letters lead to, one is mostly all that is read of the others, and another nothing else
    auto const reads_all = [&](std::size_t more, std::size_t less) {
        return (targets[more].read.returned || !targets[less].read.returned) &&
               std::all_of(targets[less].read.ways.begin(), targets[less].read.ways.end(),
                           [&](item const way) { return reads_way(more, way); });
    };
    folded_points out;
    bool needs_common = all && what != wanted::perhaps;
    bool needs_any = !targets.empty() && what != wanted::surely;
    for (std::size_t t = 0; t < targets.size() && (needs_common || needs_any); ++t) {
        bool is_least = needs_common;
        bool is_most = needs_any;
        for (std::size_t o = 0; o < targets.size() && (is_least || is_most); ++o) {
            is_least = is_least && (o == t || reads_all(o, t));
            is_most = is_most && (o == t || reads_all(t, o));
        }
        out.surely = is_least ? configs_.step(p, targets[t].byte) : out.surely;
        out.perhaps = is_most ? configs_.step(p, targets[t].byte) : out.perhaps;
        needs_common = needs_common && !is_least;
        needs_any = needs_any && !is_most;
    }
    auto const make = [&](vec<item> of, bool pops) {
        return of.empty() && !pops ? point{} : configs_.arrive(configs_.adopt(std::move(of), pops), 0);
    };
    auto const returned = [](auto const& t) { return t.read.returned; };
    if (needs_common) {
        vec<item> common = targets.front().read.ways;
        for (std::size_t t = 1; t < targets.size(); ++t) {
            common.erase(
                std::remove_if(common.begin(), common.end(), [&](item const i) { return !reads_way(t, i); }),
                common.end());
        }
        out.surely = make(std::move(common), std::all_of(targets.begin(), targets.end(), returned));
    }
    if (needs_any) {
        vec<item> any;
        for (auto const& some : targets) {
            any.insert(any.end(), some.read.ways.begin(), some.read.ways.end());
        }
        out.perhaps = make(std::move(any), std::any_of(targets.begin(), targets.end(), returned));
    }
    return failed(out.surely) || failed(out.perhaps) ? nothing : out;
}

}  // namespace parlance::mask::detail
