// parlance/mask/detail/shared/impl/kept_mask.ipp - definitions of what parlance/mask/detail/shared/kept_mask.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/shared/kept_mask.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

kept_mask::kept_mask(mask_entry const& e, std::size_t size)
    : ids(e.ids.begin(), e.ids.end()),
      needs(e.needs.begin(), e.needs.end()),
      exits(e.exits.begin(), e.exits.end()),
      exit_needs(e.exit_needs.begin(), e.exit_needs.end()),
      loops(e.loops.begin(), e.loops.end()),
      taken(e.taken.begin(), e.taken.end()),
      increments(e.increments),
      mixed(e.mixed),
      usable(e.usable) {
    vec<slice const*> used;
    for (token_part const& part : e.parts) {
        if (part.of == nullptr) {
            words.resize(size);
            part.add_to(words);
        } else {
            parts.push_back(part);
            used.push_back(part.of);
        }
    }
    for (vec<loop_part> const* const all : {&loops, &taken}) {
        for (loop_part const& l : *all) {
            used.push_back(l.of);
        }
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (slice const* const s : used) {
        slices.push_back(s->weak_from_this());
    }
}

std::size_t kept_mask::memory() const noexcept {
    return sizeof(kept_mask) +
           (ids.size() + needs.size() + exits.size() + exit_needs.size() + words.size()) *
               sizeof(std::uint32_t) +
           parts.size() * sizeof(token_part) + (loops.size() + taken.size()) * sizeof(loop_part) +
           slices.size() * sizeof(slices[0]);
}

}  // namespace parlance::mask::detail
