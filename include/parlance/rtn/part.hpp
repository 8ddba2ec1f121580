// parlance/rtn/part.hpp - rules that many networks have in common, kept to be added again
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/mutex.hpp>
#include <parlance/text/vec.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace parlance::rtn {

/// Bytes that many threads take of one budget.
class memory_share {
public:
    explicit memory_share(std::size_t most) noexcept : most_(most) {}

    /// False, and nothing is taken, where there is no room for so many.
    [[nodiscard]] PARLANCE_DECL bool take(std::size_t bytes) noexcept;
    void give_back(std::size_t bytes) noexcept { used_.fetch_sub(bytes, std::memory_order_relaxed); }
    [[nodiscard]] std::size_t used() const noexcept { return used_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::size_t most() const noexcept { return most_; }

private:
    std::size_t most_;
    std::atomic<std::size_t> used_{0};
};

/// What somebody found out about a part, kept beside it for whoever asks next.  Safe to use from several threads.
class part_note {
public:
    /// What was put here; nullptr where nothing was.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<void const> get() const;
    /// Puts it here, where there is nothing yet and the budget has room for it.
    PARLANCE_DECL void put(std::shared_ptr<void const> found, std::size_t bytes);

    /// From now on what is put here is counted.
    PARLANCE_DECL void count_in(std::shared_ptr<memory_share> budget);
    /// It is counted no more; what comes later is not kept.
    PARLANCE_DECL void leave();

private:
    mutable parlance::detail::mutex lock_;
    std::shared_ptr<void const> found_;
    std::shared_ptr<memory_share> budget_;
    std::size_t bytes_ = 0;
};

/// Rules that were added to a builder one behind the other, by numbers of their own: builder::append() adds them to another
/// builder.  Immutable but for its note.
///
/// A call of a rule that is not among them has `outside` in its number: the rest says which of those that append() is told.
struct part {
    static constexpr rule_id outside = 0x8000'0000;

    vec<state> states;  // one more than there are
    vec<edge> edges;
    vec<state_id> entries;
    vec<count> counts;
    vec<vec<char>> names;
    vec<object> objects;
    vec<array> arrays;
    std::uint32_t outside_rules = 0;
    mutable part_note prepared{};  // by mask::grammar::prepare()

    [[nodiscard]] std::size_t state_count() const noexcept { return states.size() - 1; }
    /// Bytes it takes, about, without the note.
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;
};

/// Where whoever adds rules keeps them by content for the next time.
///
/// find  the part of a content; nullptr where none is kept
/// keep  keeps one, or does not
struct kept_parts {
    function_ref<std::shared_ptr<part const>(std::string const&)> find;
    function_ref<void(std::string&&, std::shared_ptr<part const>)> keep;
};

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/part.ipp>
#endif
