// parlance/rtn/detail/point_sets.hpp - sets of code points by number, equal ones by the same
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::rtn::detail {

/// Sets are few, however many states read them.
class point_sets {
public:
    using number = std::uint32_t;

    [[nodiscard]] vec<code_points> const& at(number n) const noexcept { return sets_[n]; }
    /// Of a set that is normalized.
    [[nodiscard]] PARLANCE_DECL number add(vec<code_points> const& set);
    /// Makes room for one more, so that adding it moves nothing; false where that cannot be paid for.
    [[nodiscard]] bool make_room(work& spent) {
        return numbers_.make_room(spent) && paid_room(sets_, 1, spent);
    }
    /// Negative, 0 or positive: as their ranges come one after the other.
    [[nodiscard]] PARLANCE_DECL int compare(number a, number b) const noexcept;

    /// Frees most of what it holds; nothing may be asked any more.
    PARLANCE_DECL void free(function_ref<void()> look);

private:
    vec<vec<code_points>> sets_;
    hash_map<vec<std::uint32_t>, number> numbers_;
    vec<std::uint32_t> key_;  // of the one that is looked for
    vec<number> ascii_;       // of sets of one character, one more than their number
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/point_sets.ipp>
#endif
