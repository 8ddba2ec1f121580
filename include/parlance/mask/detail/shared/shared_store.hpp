// parlance/mask/detail/shared/shared_store.hpp - what grammars of one vocabulary have found out, by name, within a bound
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/vocabulary/how_often.hpp>
#include <parlance/text/hash_map.hpp>
#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace parlance::mask::detail {

/// Keeps what is asked for most; a T knows its memory().  Any number of threads may ask.  What was handed out belongs to who
/// holds it; nothing depends on what is here but time.
template <class T>
class shared_store {
public:
    explicit shared_store(std::size_t most_bytes) noexcept : most_bytes_(most_bytes) {}
    shared_store(shared_store const&) = delete;
    shared_store& operator=(shared_store const&) = delete;

    /// Whether something of this size would be kept.
    [[nodiscard]] bool takes(std::size_t bytes) const noexcept {
        return bytes <= most_bytes_.load(std::memory_order_relaxed) / 16;
    }
    /// nullptr where it is not here.
    [[nodiscard]] std::shared_ptr<T const> find(content const& name) {
        detail::lock_guard const lock(mutex_);
        asked_.note(name.a);
        auto const* const known = all_.find(name);
        return known == nullptr ? nullptr : known->value;
    }
    void add(content const& name, std::shared_ptr<T const> made) {
        detail::lock_guard const lock(mutex_);
        std::size_t const bytes = made->memory();
        if (takes(bytes) && all_.try_emplace(name, std::move(made)).fresh) {
            bytes_ += bytes;
            drop_some();
        }
    }
    /// Drops what was made of something that is no more.
    void drop(content const& name) {
        detail::lock_guard const lock(mutex_);
        if (auto const* const known = all_.find(name); known != nullptr) {
            bytes_ -= known->value->memory();
            all_.erase(name);
        }
    }
    void keep_at_most(std::size_t bytes) {
        detail::lock_guard const lock(mutex_);
        most_bytes_.store(bytes, std::memory_order_relaxed);
        drop_some();
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        detail::lock_guard const lock(mutex_);
        return bytes_;
    }

private:
    void drop_some() {
        std::size_t const most = most_bytes_.load(std::memory_order_relaxed);
        for (unsigned least = 2; bytes_ > most; least *= 2) {
            erase_if(all_, [&](auto const& e) {
                bool const dropped = asked_.of(e.key.a) < least;
                bytes_ -= dropped ? e.value->memory() : 0;
                return dropped;
            });
        }
    }

    mutable detail::mutex mutex_;
    std::atomic<std::size_t> most_bytes_;
    std::size_t bytes_ = 0;
    how_often asked_;
    hash_map<content, std::shared_ptr<T const>, hash_content> all_;
};

}  // namespace parlance::mask::detail
