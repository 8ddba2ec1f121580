// parlance/mask/npda/memo.hpp - policies for what the reference engine remembers: nothing, its own steps, those of many
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace parlance::mask {

/// Where a byte led: a set of stacks, empty when none can read it, or when a limit was reached, see `why`.
template <class Set>
struct stepped {
    Set to{};
    errc why = errc::none;
};

/// Sets of stacks and the steps between them, each found once, until `bytes` are used up; then nothing is added any
/// more, and what is missing is computed every time.
///
/// One memo belongs to one grammar, and to one engine type.  Safe to use from several threads.
template <class Set>
class memo {
public:
    explicit memo(std::size_t bytes = std::size_t{64} << 20) : budget_(bytes) {}

    /// A set with its number here, if it has one.
    struct known {
        std::shared_ptr<Set const> set;
        std::optional<std::uint32_t> id;
    };
    /// The set, as it is known here.
    [[nodiscard]] known add(Set set) {
        detail::lock_guard const lock(mutex_);
        return intern(std::make_shared<Set const>(std::move(set)));
    }
    /// Where `byte` leads from `from`; compute() says so when nobody knows yet.
    template <class Compute>
    [[nodiscard]] std::pair<known, errc> step(known const& from, std::uint8_t byte, Compute&& compute) {
        if (from.id) {
            detail::lock_guard const lock(mutex_);
            std::uint32_t const to = (*rows_[*from.id])[byte];
            if (to == dead) {
                return {{}, errc::none};
            }
            if (to != unknown) {
                return {{sets_[to], to}, errc::none};
            }
        }
        stepped<Set> made = compute();
        if (made.why != errc::none) {
            return {{}, made.why};
        }
        detail::lock_guard const lock(mutex_);
        known out;
        if (!made.to.empty()) {
            out = intern(std::make_shared<Set const>(std::move(made.to)));
        }
        if (from.id && (out.set == nullptr || out.id)) {
            (*rows_[*from.id])[byte] = out.id.value_or(dead);
        }
        return {std::move(out), errc::none};
    }
    /// Bytes in use, about.
    [[nodiscard]] std::size_t memory() const {
        detail::lock_guard const lock(mutex_);
        return used_;
    }

private:
    static constexpr std::uint32_t unknown = 0xFFFF'FFFF;
    static constexpr std::uint32_t dead = 0xFFFF'FFFE;
    using row = std::array<std::uint32_t, 256>;
    struct by_content {
        bool operator()(std::shared_ptr<Set const> const& a, std::shared_ptr<Set const> const& b) const {
            return *a < *b;
        }
    };

    known intern(std::shared_ptr<Set const> set) {
        if (auto const it = ids_.find(set); it != ids_.end()) {
            return {it->first, it->second};
        }
        std::size_t size = sizeof(row) + 128;
        for (auto const& stack : *set) {
            size += sizeof(stack) + 16 * stack.depth();
        }
        if (used_ + size > budget_) {
            return {std::move(set), std::nullopt};
        }
        used_ += size;
        auto const id = static_cast<std::uint32_t>(sets_.size());
        ids_.emplace(set, id);
        sets_.push_back(set);
        rows_.push_back(std::make_unique<row>());
        rows_.back()->fill(unknown);
        return {std::move(set), id};
    }

    mutable detail::mutex mutex_;
    std::size_t budget_;
    std::size_t used_ = 0;
    std::map<std::shared_ptr<Set const>, std::uint32_t, by_content> ids_;
    vec<std::shared_ptr<Set const>> sets_;
    vec<std::unique_ptr<row>> rows_;
};

/// Policy: nothing is remembered; constexpr.  The default.
struct no_caching {
    template <class Set>
    class state {
    public:
        constexpr explicit state(Set first) : set_(std::move(first)) {}
        [[nodiscard]] constexpr Set const& get() const noexcept { return set_; }
        constexpr void put(Set set) { set_ = std::move(set); }
        /// Moves to where compute() says `byte` leads; false, and nothing changed, when that is nowhere.
        template <class Compute>
        constexpr bool step(std::uint8_t, errc& why, Compute&& compute) {
            stepped<Set> made = compute();
            if (made.why != errc::none) {
                why = made.why;
            }
            if (made.to.empty()) {
                return false;
            }
            set_ = std::move(made.to);
            return true;
        }

    private:
        Set set_;
    };
};

/// Policy: steps are remembered in a memo, shared by the copies of an engine, and by all that are given it.
struct caching {
    template <class Set>
    class state {
    public:
        explicit state(Set first, std::shared_ptr<memo<Set>> shared = std::make_shared<memo<Set>>())
            : memo_(std::move(shared)), now_(memo_->add(std::move(first))) {}
        [[nodiscard]] Set const& get() const noexcept { return *now_.set; }
        void put(Set set) { now_ = memo_->add(std::move(set)); }
        template <class Compute>
        bool step(std::uint8_t byte, errc& why, Compute&& compute) {
            auto [to, failure] = memo_->step(now_, byte, compute);
            if (failure != errc::none) {
                why = failure;
            }
            if (to.set == nullptr) {
                return false;
            }
            now_ = std::move(to);
            return true;
        }

    private:
        std::shared_ptr<memo<Set>> memo_;
        typename memo<Set>::known now_;
    };
};

}  // namespace parlance::mask
