// parlance/hf/detail/impl/pair_scanner.ipp - definitions of what parlance/hf/detail/pair_scanner.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/pair_scanner.hpp>
#include <algorithm>

namespace parlance::hf::detail {

pair_scanner::pair_scanner(content_format const& how, limits const& bounds)
    : how_(&how), bounds_(bounds.without_stop()) {
    if (how.kind == content_kind::xml_inline) {
        run_.emplace(how.tag->program());
    }
}

bool pair_scanner::can_follow(content_format const& how) noexcept {
    return how.kind == content_kind::kv_lines ||
           (how.kind == content_kind::xml_inline && how.tag->linear() && !how.merge);
}

}  // namespace parlance::hf::detail
