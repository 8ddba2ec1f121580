// parlance/rtn/detail/impl/common_alphabet.ipp - definitions of what parlance/rtn/detail/common_alphabet.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/common_alphabet.hpp>
#include <parlance/rtn/detail/pair_table.hpp>
#include <cstddef>

namespace parlance::rtn::detail {

alphabet common(alphabet const& a, alphabet const& b, vec<std::pair<std::uint32_t, std::uint32_t>>& groups,
                work& spent) {
    constexpr std::uint64_t steps_of_an_interval = 8;
    alphabet out;
    pair_table numbers;
    out.starts.clear();
    out.group.clear();
    std::size_t i = 0;
    std::size_t j = 0;
    for (paid_rounds each(spent, steps_of_an_interval);
         (i < a.starts.size() || j < b.starts.size()) && each.next();) {
        bool const first = j == b.starts.size() || (i < a.starts.size() && a.starts[i] <= b.starts[j]);
        bool const second = i == a.starts.size() || (j < b.starts.size() && b.starts[j] <= a.starts[i]);
        out.starts.push_back(first ? a.starts[i] : b.starts[j]);
        i += first;
        j += second;
        auto const [number, fresh] = numbers.add(a.group[i - 1], b.group[j - 1]);
        out.group.push_back(number);
        if (fresh) {
            groups.emplace_back(a.group[i - 1], b.group[j - 1]);
        }
    }
    out.groups = static_cast<std::uint32_t>(groups.size());
    return out;
}

}  // namespace parlance::rtn::detail
