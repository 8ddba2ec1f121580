// parlance/mask/detail/store/pool.hpp - append-only storage that readers use without a lock
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace parlance::mask::detail {

[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t h, std::uint64_t x) noexcept {
    h = (h ^ x) * 0x9E37'79B9'7F4A'7C15u;
    return h ^ (h >> 29);
}

/// An array that never moves.  Its address space is reserved at once, or std::bad_alloc thrown; memory is touched as
/// it fills, so a pool with room for a million costs a small grammar nothing.  One writer at a time; an element may be
/// read by whoever learnt of its index through something the writer published.
template <class T>
class pool {
public:
    explicit pool(std::size_t capacity)
        : capacity_(capacity), data_(static_cast<T*>(::operator new(capacity * sizeof(T), align))) {}
    pool(pool const&) = delete;
    pool& operator=(pool const&) = delete;
    ~pool() {
        free([] {});
    }
    /// Calls look() now and then.  Nobody may ask it anything any more.
    template <class Look>
    void free(Look&& look) {
        constexpr std::size_t between_looks = 512;
        capacity_ = 0;
        while (size_ != 0) {
            data_[--size_].~T();
            if (!std::is_trivially_destructible_v<T> && size_ % between_looks == 0) {
                look();
            }
        }
        ::operator delete(std::exchange(data_, nullptr), align);
        look();
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t room() const noexcept { return capacity_ - size_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
    [[nodiscard]] T const& operator[](std::size_t i) const noexcept { return data_[i]; }
    /// Precondition: room() > 0.
    template <class... Args>
    std::uint32_t add(Args&&... args) {
        new (data_ + size_) T{static_cast<Args&&>(args)...};
        return static_cast<std::uint32_t>(size_++);
    }

private:
    static constexpr std::align_val_t align{alignof(T) < 16 ? 16 : alignof(T)};
    std::size_t capacity_;
    T* data_;
    std::size_t size_ = 0;
};

/// The same in blocks, so that much of it is freed in pieces.  Unlike blocks, whose list of them moves as it grows.
template <class T>
class block_pool {
public:
    explicit block_pool(std::size_t capacity)
        : capacity_(capacity),
          blocks_(std::make_unique_for_overwrite<T*[]>((capacity + in_block - 1) / in_block)) {}
    block_pool(block_pool const&) = delete;
    block_pool& operator=(block_pool const&) = delete;
    ~block_pool() {
        free([] {});
    }
    /// Calls look() behind each block.  Nobody may ask it anything any more.
    template <class Look>
    void free(Look&& look) {
        capacity_ = 0;
        while (made_ != 0) {
            T* const block = blocks_[--made_];
            for (std::size_t const first = made_ * in_block; size_ > first;) {
                block[--size_ - first].~T();
            }
            ::operator delete(static_cast<void*>(block), align);
            look();
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t room() const noexcept { return capacity_ - size_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return blocks_[i / in_block][i % in_block]; }
    [[nodiscard]] T const& operator[](std::size_t i) const noexcept {
        return blocks_[i / in_block][i % in_block];
    }
    /// Makes sure that the next add() does not throw.  Precondition: room() > 0.
    void make_room() {
        if (size_ == made_ * in_block) {
            blocks_[made_] = static_cast<T*>(::operator new(in_block * sizeof(T), align));
            ++made_;
        }
    }
    /// Precondition: room() > 0.
    template <class... Args>
    std::uint32_t add(Args&&... args) {
        make_room();
        new (blocks_[size_ / in_block] + size_ % in_block) T{static_cast<Args&&>(args)...};
        return static_cast<std::uint32_t>(size_++);
    }

private:
    static constexpr std::align_val_t align{alignof(T) < 16 ? 16 : alignof(T)};
    static constexpr std::size_t in_block = std::bit_floor(std::size_t{64 * 1024} / sizeof(T));

    std::size_t capacity_;
    std::unique_ptr<T*[]> blocks_;
    std::size_t made_ = 0;  // blocks
    std::size_t size_ = 0;
};

/// Memory for many small arrays that all live until the end.  One writer at a time.
class arena {
public:
    template <class T>
    [[nodiscard]] T* take(std::size_t n) {
        std::size_t const bytes = (n * sizeof(T) + 15) / 16 * 16;
        if (bytes > left_) {
            std::size_t const block = bytes > block_ ? bytes : block_;
            blocks_.push_back(std::make_unique_for_overwrite<unit[]>(block / sizeof(unit)));
            next_ = reinterpret_cast<std::byte*>(blocks_.back().get());
            left_ = block;
            total_ += block;
            block_ = block_ < (std::size_t{1} << 18) ? block_ * 2 : block_;
        }
        T* const out = reinterpret_cast<T*>(next_);
        next_ += bytes;
        left_ -= bytes;
        return out;
    }
    template <class T>
    [[nodiscard]] array_ref<T const> copy(array_ref<T const> from) {
        if (from.empty()) {
            return {};
        }
        T* const out = take<T>(from.size());
        std::uninitialized_copy(from.begin(), from.end(), out);
        return {out, from.size()};
    }
    /// Calls look() now and then.
    template <class T, class Look>
    [[nodiscard]] PARLANCE_APART array_ref<T const> copy(array_ref<T const> from, Look&& look) {
        constexpr std::size_t at_once = 1 + 16 * 1024 / sizeof(T);
        if (from.size() <= at_once) {
            return copy(from);
        }
        T* const out = take<T>(from.size());
        for (std::size_t i = 0; i < from.size(); i += at_once) {
            array_ref<T const> const some = from.subspan(i, (std::min)(at_once, from.size() - i));
            std::uninitialized_copy(some.begin(), some.end(), out + i);
            look();
        }
        return {out, from.size()};
    }
    /// Calls look() behind each block.  Nobody may use what was taken any more.
    template <class Look>
    void free(Look&& look) {
        for (left_ = 0; !blocks_.empty(); blocks_.pop_back()) {
            look();
        }
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return total_; }

private:
    struct alignas(16) unit {
        std::byte bytes[16];
    };
    vec<std::unique_ptr<unit[]>> blocks_;
    std::byte* next_ = nullptr;
    std::size_t left_ = 0;
    std::size_t block_ = 4096;
    std::size_t total_ = 0;
};

/// A list that allocates only when it gets long.
template <class T, std::size_t Few>
class short_list {
public:
    void push_back(T const& value) {
        if (size_ < Few) {
            few_[size_] = value;
        } else {
            more_.push_back(value);
        }
        ++size_;
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] T const& operator[](std::size_t i) const noexcept {
        return i < Few ? few_[i] : more_[i - Few];
    }

private:
    std::size_t size_ = 0;
    T few_[Few];
    vec<T> more_;
};

/// A set of ids by the hash of what they stand for.  find() takes no lock and may miss what is being added;
/// add() is for one writer at a time, who knows that the id is not there yet.
class id_table {
public:
    id_table() {
        grow(64, [] {});
    }

    /// The id for which same(id) holds, or none.
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    template <class Same>
    [[nodiscard]] std::uint32_t find(std::uint64_t hash, Same&& same) const {
        slots const& now = *current_.load(std::memory_order_acquire);
        for (std::size_t i = static_cast<std::size_t>(hash >> 32) & now.mask;; i = (i + 1) & now.mask) {
            std::uint64_t const slot = now[i].load(std::memory_order_acquire);
            if (slot == 0) {
                return none;
            }
            if (slot >> 32 == (hash >> 32) && same(static_cast<std::uint32_t>(slot) - 1)) {
                return static_cast<std::uint32_t>(slot) - 1;
            }
        }
    }
    void add(std::uint64_t hash, std::uint32_t id) {
        add(hash, id, [] {});
    }
    /// Calls look() now and then while the table grows.
    template <class Look>
    void add(std::uint64_t hash, std::uint32_t id, Look&& look) {
        slots* now = current_.load(std::memory_order_relaxed);
        if ((size_ + 1) * 2 > now->mask + 1) {
            grow((now->mask + 1) * 2, look);
            now = current_.load(std::memory_order_relaxed);
        }
        now->put(hash, id);
        ++size_;
    }
    /// Frees its memory in pieces, and calls look() behind each: nobody may ask it anything any more.
    template <class Look>
    void free(Look&& look) {
        for (; !tables_.empty(); tables_.pop_back()) {
            tables_.back()->free(look);
        }
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    struct slots {
        using cell =
            std::atomic<std::uint64_t>;  // id + 1 below, the hash's upper half above; that half places it
        static_assert(std::is_trivially_destructible_v<cell>);

        /// Room for `n`, a power of two; their blocks are still to be added.
        explicit slots(std::size_t n)
            : mask(n - 1), blocks(n <= in_block ? &only : new cell*[n / in_block]) {}
        slots(slots const&) = delete;
        slots& operator=(slots const&) = delete;
        PARLANCE_APART PARLANCE_DECL ~slots();
        [[nodiscard]] cell& operator[](std::size_t i) const noexcept {
            return blocks[i / in_block][i % in_block];
        }
        [[nodiscard]] bool is_whole() const noexcept { return made * in_block > mask; }
        PARLANCE_DECL void add_block();
        template <class Look>
        void free(Look&& look) {
            for (; made != 0; look()) {
                ::operator delete(static_cast<void*>(blocks[--made]));
            }
        }
        PARLANCE_DECL void put(std::uint64_t hash, std::uint32_t id) noexcept;

        static constexpr std::size_t in_block =
            8 * 1024;  // so that making one, and freeing it, takes some microseconds
        std::size_t mask;
        cell* only = nullptr;
        cell** blocks;
        std::size_t made = 0;
    };
    PARLANCE_DECL void grow(std::size_t n, function_ref<void()> look);

    std::atomic<slots*> current_{nullptr};
    vec<std::unique_ptr<slots>> tables_;
    std::size_t size_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/pool.ipp>
#endif
