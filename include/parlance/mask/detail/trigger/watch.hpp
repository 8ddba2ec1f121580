// parlance/mask/detail/trigger/watch.hpp - free text as a pattern sees it, with the grammar read along from each capture on
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/trigger/pattern.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace parlance::mask::detail {

/// One capture that has begun: where the pattern is in it or behind it, and the grammar after the same bytes.
struct open_capture {
    rtn::state_id at = 0;
    point grammar;
    friend constexpr bool operator==(open_capture const&, open_capture const&) = default;
};

/// The states of one pattern over one store, found as they are met, numbered from 0.  A text that has fired is not a
/// state any more.  Safe to use from several threads.
///
/// Of two captures at the same place of the pattern the one that began first is kept, and of two that end at once it
/// is the one that fires.
class watch {
public:
    PARLANCE_DECL watch(pattern const& p, store& grammar);

    [[nodiscard]] std::uint32_t begin() const noexcept { return begin_; }
    /// Behind a token that is not text.
    [[nodiscard]] std::uint32_t interrupted() const noexcept { return interrupted_; }

    /// fired    the match ends with this byte; `grammar` has read from the beginning of the capture on.  Also when a
    ///          limit was reached, and then `grammar` says so
    struct heard {
        std::uint32_t state = 0;
        bool fired = false;
        point grammar;
    };
    [[nodiscard]] PARLANCE_DECL heard step(std::uint32_t state, std::uint8_t byte);
    /// The same state over this store, of one that is `other`'s; `adopt` does so for a place in the grammar.
    template <class Adopt>
    [[nodiscard]] std::uint32_t adopted(watch& other, std::uint32_t state, Adopt&& adopt) {
        content copy = [&] {
            detail::lock_guard const lock(other.mutex_);
            return *other.states_[state];
        }();
        for (open_capture& c : copy.captures) {
            c.grammar = adopt(c.grammar);
        }
        detail::lock_guard const lock(mutex_);
        return intern(std::move(copy));
    }

private:
    static constexpr std::uint32_t unknown = 0xFFFF'FFFF;

    /// outside   where the text up to the capture is, sorted
    /// captures  by their beginnings
    struct content {
        vec<rtn::state_id> outside;
        vec<open_capture> captures;
        friend bool operator==(content const&, content const&) = default;
    };
    struct hash_content {
        [[nodiscard]] PARLANCE_DECL std::uint64_t operator()(content const& c) const noexcept;
    };
    using row = std::array<heard, 256>;

    PARLANCE_DECL heard compute(content const& from, std::uint8_t byte);
    /// Adds where the captures in `from` are behind `byte`; false when a limit was reached.
    PARLANCE_DECL bool read(vec<open_capture> const& from, std::uint8_t byte, vec<open_capture>& to);
    /// With captures that begin here, and those that end here behind themselves.
    PARLANCE_DECL content opened(content c);
    /// Begins a list of captures, to which add() adds those at places that it has none at.
    void begin_list() noexcept { ++round_; }
    PARLANCE_DECL void add(vec<open_capture>& to, open_capture const& c);
    template <class F>
    void each_target(rtn::state_id s, std::uint8_t byte, F&& f) const {
        for (rtn::edge const& e : pattern_.code.view().edges_of(s)) {
            if (e.low <= byte && byte <= e.high) {
                f(e.target);
            }
        }
    }
    PARLANCE_DECL std::uint32_t intern(content c);

    pattern const& pattern_;
    store& grammar_;
    detail::mutex mutex_;
    hash_map<content, std::uint32_t, hash_content> ids_;
    vec<content const*> states_;
    vec<std::unique_ptr<row>> rows_;
    vec<std::uint64_t> listed_;  // of the places of the pattern: in which list they are
    std::uint64_t round_ = 0;
    std::uint32_t begin_ = 0;
    std::uint32_t interrupted_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/trigger/impl/watch.ipp>
#endif
