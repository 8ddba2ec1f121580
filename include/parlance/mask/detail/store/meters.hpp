// parlance/mask/detail/store/meters.hpp - what each call has spent, of those that go on at the same time
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/stop.hpp>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// What one call has spent, why something of it failed, and who may ask it to stop.
struct alignas(64) meter {
    static constexpr std::uint64_t between_looks = 2'000;
    static constexpr std::uint64_t too_much =
        ~std::uint64_t{0} / 4;  // spent by a call that was asked to stop

    std::atomic<void const*> thread{nullptr};  // whose call it is; nullptr: free
    std::atomic<std::uint64_t> spent{0};
    std::atomic<std::uint64_t> look_at{0};  // spent when it is time to look at `stop`, or all is spent
    std::atomic<errc> failure{errc::none};
    stop_token stop{};  // read and written by the thread of the call

    [[nodiscard]] std::uint64_t so_far() const noexcept { return spent.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t pause_at() const noexcept { return look_at.load(std::memory_order_relaxed); }
    [[nodiscard]] bool is_cancelled() const noexcept { return so_far() >= too_much; }
    /// Whether the caller wants to go no further; one that cannot say so does not.
    [[nodiscard]] PARLANCE_DECL bool is_asked_to_stop() const noexcept;
};

/// An address that only this thread has as long as it lives.
inline void const* this_thread() noexcept {
    static thread_local char const own = 0;
    return &own;
}

/// The meters of the calls that go on.  A store is asked by way of many objects that threads share, none of which knows of
/// calls: so the meter of a call is found by its thread.  There are as many as there have been calls at the same time.
class meters {
public:
    meters() = default;
    meters(meters const&) = delete;
    meters& operator=(meters const&) = delete;
    PARLANCE_DECL ~meters();

    /// Takes a meter for a call of this thread, which has none.
    /// errors  std::bad_alloc
    [[nodiscard]] PARLANCE_DECL meter& enter(stop_token asked);
    /// Gives back what enter() gave.
    PARLANCE_DECL static void leave(meter& of) noexcept;
    /// That of this thread's call; one that is nobody's, where it is in none.
    [[nodiscard]] meter& mine() noexcept {
        void const* const thread = this_thread();
        meter& first = first_.own[place_of(thread)];
        return first.thread.load(std::memory_order_relaxed) == thread ? first : find(thread);
    }

private:
    static constexpr unsigned bits = 5;
    static constexpr std::size_t most = std::size_t{1} << bits;

    struct block {
        std::array<meter, most> own{};
        std::atomic<block*> next{nullptr};
    };

    /// Where to look first for the meter of a thread.
    [[nodiscard]] static std::size_t place_of(void const* thread) noexcept {
        auto const number = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(thread));
        return static_cast<std::size_t>((number * 0x9E37'79B9'7F4A'7C15) >> (64 - bits));
    }
    [[nodiscard]] PARLANCE_DECL meter& find(void const* thread) noexcept;

    block first_{};
    meter nobodys_{};
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/meters.ipp>
#endif
