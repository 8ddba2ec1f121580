// parlance/text/node_pool.hpp - memory for many nodes of one size, which is freed in blocks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <new>
#include <utility>

namespace parlance {

/// Nodes in blocks of up to 16 KiB, which stay where they are; what is given back is the next that is taken.  Where each had
/// memory of its own, freeing some ten thousand would take a millisecond, in which nobody looks whether to stop.
///
/// Has no objects: who takes a node makes and destroys what is in it.  All nodes of a pool have the same number of bytes.
class node_pool {
public:
    node_pool() noexcept = default;
    node_pool(node_pool&& other) noexcept
        : last_(std::exchange(other.last_, nullptr)),
          free_(std::exchange(other.free_, nullptr)),
          next_(std::exchange(other.next_, nullptr)),
          end_(std::exchange(other.end_, nullptr)) {}
    node_pool& operator=(node_pool&& other) noexcept {
        std::swap(last_, other.last_);
        std::swap(free_, other.free_);
        std::swap(next_, other.next_);
        std::swap(end_, other.end_);
        return *this;
    }
    ~node_pool() { free_all(); }

    /// Errors: std::bad_alloc.
    [[nodiscard]] void* take(std::size_t bytes) {
        if (free_ != nullptr) {
            return std::exchange(free_, free_->next);
        }
        if (next_ == end_) {
            add_block(bytes);
        }
        return std::exchange(next_, next_ + bytes);
    }
    void give_back(void* node) noexcept { free_ = ::new (node) unused{free_}; }
    /// Frees all, and calls look() behind each block.
    template <class Look>
    void free(Look&& look) {
        for (free_ = nullptr, next_ = end_ = nullptr; last_ != nullptr; look()) {
            free_last();
        }
    }
    /// All nodes are given back at once.
    PARLANCE_DECL void clear() noexcept;

private:
    struct unused {
        unused* next;
    };
    struct alignas(__STDCPP_DEFAULT_NEW_ALIGNMENT__) block {
        block* before;
        std::size_t bytes;  // of nodes, which stand behind this
    };
    PARLANCE_DECL void add_block(std::size_t bytes);
    PARLANCE_DECL void free_last() noexcept;
    PARLANCE_DECL void free_all() noexcept;
    [[nodiscard]] static std::byte* nodes_of(block* b) noexcept {
        return reinterpret_cast<std::byte*>(b + 1);
    }

    block* last_ = nullptr;
    unused* free_ = nullptr;
    std::byte* next_ = nullptr;  // the next one of the last block
    std::byte* end_ = nullptr;
};

/// Goes back to its pool where making what is in it throws.
struct taken_node {
    node_pool& pool;
    void* at;  // null: it is in use
    taken_node(node_pool& from, std::size_t bytes) : pool(from), at(from.take(bytes)) {}
    taken_node(taken_node const&) = delete;
    taken_node& operator=(taken_node const&) = delete;
    ~taken_node() {
        if (at != nullptr) {
            pool.give_back(at);
        }
    }
};

}  // namespace parlance

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/text/impl/node_pool.ipp>
#endif
