// parlance/gbnf/detail/blocks.hpp - an array that grows without moving what it has
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/detail/stop_poller.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <memory>

namespace parlance::gbnf::detail {

/// Items in blocks of some thousand.  Growing touches no more than one block, so that whoever pays for each item also looks
/// often enough whether to stop.
template <class T>
class blocks {
public:
    static constexpr std::size_t in_block = 1024;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return blocks_[i / in_block][i % in_block]; }
    [[nodiscard]] T const& operator[](std::size_t i) const noexcept {
        return blocks_[i / in_block][i % in_block];
    }
    void push_back(T item) {
        if (size_ == blocks_.size() * in_block) {
            blocks_.push_back(std::make_unique<T[]>(in_block));
        }
        (*this)[size_++] = static_cast<T&&>(item);
    }
    /// Frees one block after the other, and looks in between.
    void clear(stop_poller& asked) {
        for (size_ = 0; !blocks_.empty(); asked.look()) {
            blocks_.pop_back();
        }
    }

private:
    vec<std::unique_ptr<T[]>> blocks_;
    std::size_t size_ = 0;
};

}  // namespace parlance::gbnf::detail
