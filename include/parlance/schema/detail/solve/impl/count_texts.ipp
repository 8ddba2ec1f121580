// parlance/schema/detail/solve/impl/count_texts.ipp - definitions of what parlance/schema/detail/solve/count_texts.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/solve/count_texts.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::schema::detail {

std::uint64_t count_texts(rtn::dfa const& a, std::uint64_t most) {
    // How many end here or behind here, and 1; a state that is met again while it is open is in a circle.
    constexpr std::uint64_t unknown = 0;
    constexpr std::uint64_t open = ~std::uint64_t{0};
    vec<std::uint64_t> behind(a.states(), unknown);
    vec<std::uint32_t> todo{0};
    while (!todo.empty()) {
        std::uint32_t const s = todo.back();
        behind[s] = open;
        std::uint64_t count = a.labels[s] != 0 ? 1 : 0;
        bool ready = true;
        for (auto const& [to, set] : a.moves(s)) {
            if (behind[to] == open) {
                return most;
            }
            if (behind[to] == unknown) {
                todo.push_back(to);
                ready = false;
                continue;
            }
            for (rtn::code_points const r : set) {
                char32_t const low = (std::max<char32_t>)(r.low, 0xD800);  // surrogates are no characters
                char32_t const high = (std::min<char32_t>)(r.high, 0xDFFF);
                std::uint64_t const width = r.high - r.low + 1 - (low <= high ? high - low + 1 : 0);
                std::uint64_t const each = behind[to] - 1;
                count = each != 0 && width > most / each ? most : (std::min)(most, count + width * each);
            }
        }
        if (ready) {
            behind[s] = count + 1;
            todo.pop_back();
        }
    }
    return behind[0] - 1;
}

}  // namespace parlance::schema::detail
