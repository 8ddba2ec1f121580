// parlance/text/impl/node_pool.ipp - definitions of what parlance/text/node_pool.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/node_pool.hpp>
#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>

namespace parlance {

void node_pool::add_block(std::size_t bytes) {
    constexpr std::size_t first = 4;  // nodes
    constexpr std::size_t most = 16 * 1024;
    std::size_t const wanted = last_ == nullptr ? first * bytes : (std::min)(2 * last_->bytes, most);
    std::size_t const of_nodes = (std::max)(bytes, wanted / bytes * bytes);
    last_ = ::new (::operator new(sizeof(block) + of_nodes)) block{last_, of_nodes};
    next_ = nodes_of(last_);
    end_ = next_ + of_nodes;
}

void node_pool::clear() noexcept {
    if (last_ != nullptr) {
        block* const kept = std::exchange(last_, last_->before);
        free_all();
        kept->before = nullptr;
        last_ = kept;
        next_ = nodes_of(kept);
        end_ = next_ + kept->bytes;
    }
    free_ = nullptr;
}

void node_pool::free_last() noexcept {
    ::operator delete(static_cast<void*>(std::exchange(last_, last_->before)));
}

void node_pool::free_all() noexcept {
    while (last_ != nullptr) {
        free_last();
    }
}

}  // namespace parlance
