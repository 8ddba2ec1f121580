// parlance/rtn/impl/alphabet.ipp - definitions of what parlance/rtn/alphabet.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn {

std::uint32_t alphabet::of(char32_t c) const noexcept {
    auto const at = std::upper_bound(starts.begin(), starts.end(), c);
    return group[static_cast<std::size_t>(at - starts.begin()) - 1];
}

char32_t alphabet::last_of_interval(std::size_t i) const noexcept {
    return i + 1 < starts.size() ? starts[i + 1] - 1 : 0x10FFFF;
}

maybe<alphabet> alphabet_of(array_ref<vec<code_points> const> sets, vec<vec<std::uint32_t>>& members,
                            work& spent) {
    constexpr std::uint64_t steps_of_a_range = 12;
    constexpr std::uint64_t steps_of_an_interval = 100;
    constexpr std::uint64_t steps_of_a_member = 10;
    constexpr std::size_t bytes_of_a_member = 8;
    alphabet out;
    for (auto const& set : sets) {
        if (!spent.spend(1 + steps_of_a_range * set.size())) {
            return {};
        }
        for (code_points const r : set) {
            out.starts.push_back(r.low);
            if (r.high < 0x10FFFF) {
                out.starts.push_back(r.high + 1);
            }
        }
    }
    if (!paid_sort(out.starts, spent)) {
        return {};
    }
    out.starts.erase(std::unique(out.starts.begin(), out.starts.end()), out.starts.end());
    constexpr std::uint64_t to_free_one = 5;
    vec<vec<std::uint32_t>> holders;
    // hashed, not sorted: libstdc++ 12 orders vectors of unsigned numbers wrongly on big-endian machines
    hash_map<vec<std::uint32_t>, std::uint32_t> known;
    auto const free_all = [&] {
        bool const paid = paid_free(holders, spent, to_free_one);
        return paid_free(known, spent, to_free_one) && paid;
    };
    auto const gave_up = [&] {
        (void)free_all();
        return maybe<alphabet>();
    };
    if (!paid_resize(holders, out.starts.size(), spent)) {
        return gave_up();
    }
    paid_rounds each(spent, steps_of_a_member);
    for (std::size_t s = 0; s < sets.size(); ++s) {
        for (code_points const r : sets[s]) {
            auto at = static_cast<std::size_t>(std::lower_bound(out.starts.begin(), out.starts.end(), r.low) -
                                               out.starts.begin());
            if (!each.next()) {
                return gave_up();
            }
            for (; at < out.starts.size() && out.starts[at] <= r.high; ++at) {
                if (!each.next() || !spent.hold(bytes_of_a_member)) {
                    return gave_up();
                }
                if (holders[at].empty() || holders[at].back() != s) {
                    holders[at].push_back(static_cast<std::uint32_t>(s));
                }
            }
        }
    }
    out.group.clear();
    members.assign(sets.size(), {});
    for (auto const& h : holders) {
        if (!spent.spend(steps_of_an_interval + h.size())) {
            return gave_up();
        }
        auto const [at, fresh] = known.try_emplace(h, static_cast<std::uint32_t>(known.size()));
        out.group.push_back(at.value);
        for (std::uint32_t const s : fresh ? h : vec<std::uint32_t>{}) {
            members[s].push_back(at.value);
        }
    }
    out.groups = static_cast<std::uint32_t>(known.size());
    if (!free_all()) {
        return {};
    }
    return out;
}

}  // namespace parlance::rtn
