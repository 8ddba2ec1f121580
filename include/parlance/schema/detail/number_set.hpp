// parlance/schema/detail/number_set.hpp - what is asked of a number
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/decimal.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

/// What is asked of a number.
struct number_set {
    struct bound {
        decimal value;
        bool open = false;
    };
    bool whole = false;
    bool not_whole = false;
    std::optional<bound> low;
    std::optional<bound> high;
    std::vector<decimal> multiples;
    std::vector<decimal> not_multiples;
    std::vector<decimal> excluded;

    [[nodiscard]] bool free() const noexcept {
        return !not_whole && !low && !high && multiples.empty() && not_multiples.empty() && excluded.empty();
    }
    void raise(decimal const& v, bool open) {
        int const order = low ? compare(v, low->value) : 1;
        if (order > 0 || (order == 0 && open)) {
            low = bound{v, open};
        }
    }
    void lower(decimal const& v, bool open) {
        int const order = high ? compare(v, high->value) : -1;
        if (order < 0 || (order == 0 && open)) {
            high = bound{v, open};
        }
    }
    /// Characters of the longest number that is compared with.
    [[nodiscard]] int longest_bound() const {
        std::size_t longest = 0;
        for (auto const* b : {&low, &high}) {
            longest = std::max(longest, *b ? (*b)->value.text().size() : 0);
        }
        for (decimal const& d : excluded) {
            longest = std::max(longest, d.text().size());
        }
        return static_cast<int>(longest);
    }
    [[nodiscard]] std::string key() const {
        std::string out = whole ? "i" : not_whole ? "f" : "n";
        if (low) {
            out += (low->open ? "(" : "[") + low->value.text();
        }
        if (high) {
            out += (high->open ? ")" : "]") + high->value.text();
        }
        for (auto const& [mark, list] :
             {std::pair{'*', &multiples}, {'/', &not_multiples}, {'!', &excluded}}) {
            for (decimal const& d : *list) {
                out += mark + d.text();
            }
        }
        return out;
    }
};

}  // namespace parlance::schema::detail
