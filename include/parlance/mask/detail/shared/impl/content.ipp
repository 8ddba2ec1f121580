// parlance/mask/detail/shared/impl/content.ipp - definitions of what parlance/mask/detail/shared/content.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/siphash.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

content content_of(array_ref<std::uint64_t const> words, std::uint64_t key) noexcept {
    parlance::detail::siphash out(key);
    for (std::uint64_t const w : words) {
        out.add(w);
    }
    out.add(words.size());
    std::uint64_t const first = out.finish();
    return {first, out.finish()};
}

content content_of_mask(array_ref<std::uint32_t const> words, std::uint64_t key) noexcept {
    parlance::detail::siphash out(key);
    for (std::size_t i = 0; i < words.size(); i += 2) {
        out.add((std::uint64_t{i + 1 < words.size() ? words[i + 1] : 0u} << 32) | words[i]);
    }
    out.add(words.size());
    std::uint64_t const first = out.finish();
    return {first, out.finish()};
}

}  // namespace parlance::mask::detail
