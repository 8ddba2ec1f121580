// parlance/mask/detail/shared/kept_words.hpp - all the words of a mask, as grammars of one vocabulary share them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/array_ref.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

/// Written once, by who makes it.
class kept_words {
public:
    explicit kept_words(std::size_t size) : words_(new std::uint32_t[size]), size_(size) {}

    [[nodiscard]] array_ref<std::uint32_t> open() noexcept { return {words_.get(), size_}; }
    [[nodiscard]] std::uint32_t const* data() const noexcept { return words_.get(); }
    [[nodiscard]] std::size_t memory() const noexcept { return sizeof *this + size_ * sizeof(std::uint32_t); }

private:
    std::unique_ptr<std::uint32_t[]> words_;  // not set to nothing first: they are sixteen kilobytes
    std::size_t size_;
};

}  // namespace parlance::mask::detail
