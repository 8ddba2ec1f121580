// parlance/rtn/impl/alphabet.ipp - definitions of what parlance/rtn/alphabet.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
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

alphabet alphabet_of(array_ref<vec<code_points> const> sets, vec<vec<std::uint32_t>>& members) {
    alphabet out;
    for (auto const& set : sets) {
        for (code_points const r : set) {
            out.starts.push_back(r.low);
            if (r.high < 0x10FFFF) {
                out.starts.push_back(r.high + 1);
            }
        }
    }
    std::sort(out.starts.begin(), out.starts.end());
    out.starts.erase(std::unique(out.starts.begin(), out.starts.end()), out.starts.end());
    vec<vec<std::uint32_t>> holders(out.starts.size());
    for (std::size_t s = 0; s < sets.size(); ++s) {
        for (code_points const r : sets[s]) {
            auto at = static_cast<std::size_t>(std::lower_bound(out.starts.begin(), out.starts.end(), r.low) -
                                               out.starts.begin());
            for (; at < out.starts.size() && out.starts[at] <= r.high; ++at) {
                if (holders[at].empty() || holders[at].back() != s) {
                    holders[at].push_back(static_cast<std::uint32_t>(s));
                }
            }
        }
    }
    // hashed, not sorted: libstdc++ 12 orders vectors of unsigned numbers wrongly on big-endian machines
    hash_map<vec<std::uint32_t>, std::uint32_t> known;
    out.group.clear();
    members.assign(sets.size(), {});
    for (auto const& h : holders) {
        auto const [at, fresh] = known.try_emplace(h, static_cast<std::uint32_t>(known.size()));
        out.group.push_back(at.value);
        for (std::uint32_t const s : fresh ? h : vec<std::uint32_t>{}) {
            members[s].push_back(at.value);
        }
    }
    out.groups = static_cast<std::uint32_t>(known.size());
    return out;
}

}  // namespace parlance::rtn
