// parlance/text/paid_sort.hpp - a long array is sorted piece by piece, and each is paid for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace parlance {

/// Sorts `items`, not stably.  False where that cannot be paid for: all are there then, in an order that says nothing.
/// cost  O(n log n) and as much memory again, for more than some hundred; bottom-up merge sort
template <class T, class Less = std::less<>>
[[nodiscard]] bool paid_sort(vec<T>& items, work& spent, Less const& less = {}) {
    constexpr std::size_t of_a_run = 256;
    constexpr std::uint64_t steps_of_a_merged_item = 4;
    std::size_t const size = items.size();
    for (std::size_t begin = 0; begin < size; begin += of_a_run) {
        std::size_t const end = (std::min)(size, begin + of_a_run);
        auto const count = static_cast<std::uint64_t>(end - begin);
        if (!spent.spend(count * static_cast<unsigned>(std::bit_width(count)))) {
            return false;
        }
        std::sort(items.begin() + begin, items.begin() + end, less);
    }
    vec<T> merged;
    for (std::size_t width = of_a_run; width < size; width *= 2) {
        if (merged.empty() && !paid_resize(merged, size, spent)) {
            return false;
        }
        paid_rounds each(spent, steps_of_a_merged_item);
        std::size_t out = 0;
        for (std::size_t begin = 0; begin < size; begin += 2 * width) {
            std::size_t const middle = (std::min)(size, begin + width);
            std::size_t const end = (std::min)(size, middle + width);
            for (std::size_t left = begin, right = middle; left < middle || right < end;) {
                if (!each.next()) {
                    return false;
                }
                bool const from_left = left < middle && (right == end || !less(items[right], items[left]));
                merged[out++] = items[from_left ? left++ : right++];
            }
        }
        items.swap(merged);
    }
    return true;
}

}  // namespace parlance
