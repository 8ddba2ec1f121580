// parlance/mask/detail/watch.hpp - free text as a pattern sees it, with the grammar read along from each capture on
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/pattern.hpp>
#include <parlance/mask/detail/store.hpp>
#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// One capture that has begun: where the pattern is in it or behind it, and the grammar after the same bytes.
struct open_capture {
    rtn::state_id at = 0;
    point grammar;
    friend constexpr auto operator<=>(open_capture const& a, open_capture const& b) noexcept {
        return std::array{a.at, a.grammar.config, a.grammar.count} <=>
               std::array{b.at, b.grammar.config, b.grammar.count};
    }
    friend constexpr bool operator==(open_capture const&, open_capture const&) = default;
};

/// The states of one pattern over one store, found as they are met, numbered from 0.  A text that has fired is not a
/// state any more.  Safe to use from several threads.
///
/// Of two captures at the same place of the pattern the one that began first is kept, and of two that end at once it
/// is the one that fires.
class watch {
public:
    watch(pattern const& p, store& grammar) : pattern_(p), grammar_(grammar) {
        begin_ = intern(opened({{p.start}, {}}));
        interrupted_ = intern(opened({{p.other}, {}}));
    }

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
    [[nodiscard]] heard step(std::uint32_t state, std::uint8_t byte) {
        std::lock_guard const lock(mutex_);
        heard& known = (*rows_[state])[byte];
        if (known.state == unknown) {
            heard const made = compute(*states_[state], byte);
            if (made.fired && made.grammar.config == failed_config) {
                return made;
            }
            known = made;
        }
        return known;
    }
    /// The same state over this store, of one that is `other`'s; `adopt` does so for a place in the grammar.
    template <class Adopt>
    [[nodiscard]] std::uint32_t adopted(watch& other, std::uint32_t state, Adopt&& adopt) {
        content copy = [&] {
            std::lock_guard const lock(other.mutex_);
            return *other.states_[state];
        }();
        for (open_capture& c : copy.captures) {
            c.grammar = adopt(c.grammar);
        }
        std::lock_guard const lock(mutex_);
        return intern(std::move(copy));
    }

private:
    static constexpr std::uint32_t unknown = 0xFFFF'FFFF;

    /// outside   where the text up to the capture is, sorted
    /// captures  by their beginnings
    struct content {
        std::vector<rtn::state_id> outside;
        std::vector<open_capture> captures;
        friend auto operator<=>(content const&, content const&) = default;
    };
    using row = std::array<heard, 256>;

    heard compute(content const& from, std::uint8_t byte) {
        content to;
        if (!read(from.captures, byte, to.captures)) {
            return {0, true, {failed_config, 0}};
        }
        for (rtn::state_id const s : from.outside) {
            each_target(s, byte, [&](rtn::state_id target) { to.outside.push_back(target); });
        }
        if (to.outside.empty()) {  // not UTF-8: a character that matches nothing, and then perhaps this byte
            content const other = opened({{pattern_.other}, {}});
            each_target(pattern_.other, byte, [&](rtn::state_id target) { to.outside.push_back(target); });
            if (to.outside.empty()) {
                to.outside.push_back(pattern_.other);
            } else if (!read(other.captures, byte, to.captures)) {
                return {0, true, {failed_config, 0}};
            }
        }
        to = opened(std::move(to));
        for (open_capture const& c : to.captures) {
            if (pattern_.roles[c.at] == pattern::role::fires) {
                return {0, true, c.grammar};
            }
        }
        return {intern(std::move(to)), false, {}};
    }
    /// Adds where the captures in `from` are behind `byte`; false when a limit was reached.
    bool read(std::vector<open_capture> const& from, std::uint8_t byte, std::vector<open_capture>& to) {
        for (open_capture const& c : from) {
            point next{dead_config, 0};
            bool stepped = false;
            each_target(c.at, byte, [&](rtn::state_id target) {
                if (!stepped && store::is_live(c.grammar.config)) {
                    next = grammar_.step(c.grammar, byte);
                }
                stepped = true;
                add(to, {target, next});
            });
            if (next.config == failed_config) {
                return false;
            }
        }
        return true;
    }
    /// With captures that begin here, and those that end here behind themselves.
    content opened(content c) const {
        std::sort(c.outside.begin(), c.outside.end());
        c.outside.erase(std::unique(c.outside.begin(), c.outside.end()), c.outside.end());
        std::vector<open_capture> const before = std::move(c.captures);
        c.captures.clear();
        auto const add_closed = [&](open_capture const& one) {
            add(c.captures, one);
            if (pattern_.roles[one.at] == pattern::role::closes) {
                add(c.captures, {pattern_.behind, one.grammar});
            }
        };
        std::for_each(before.begin(), before.end(), add_closed);
        bool const opens = std::any_of(c.outside.begin(), c.outside.end(), [&](rtn::state_id s) {
            return pattern_.roles[s] == pattern::role::opens;
        });
        if (opens) {
            add_closed({pattern_.inside, {grammar_.start(), 0}});
        }
        return c;
    }
    static void add(std::vector<open_capture>& to, open_capture const& c) {
        bool const known =
            std::any_of(to.begin(), to.end(), [&](open_capture const& k) { return k.at == c.at; });
        if (!known) {
            to.push_back(c);
        }
    }
    template <class F>
    void each_target(rtn::state_id s, std::uint8_t byte, F&& f) const {
        for (rtn::edge const& e : pattern_.code.view().edges_of(s)) {
            if (e.low <= byte && byte <= e.high) {
                f(e.target);
            }
        }
    }
    std::uint32_t intern(content c) {
        auto const next = static_cast<std::uint32_t>(states_.size());
        auto const [it, fresh] = ids_.try_emplace(std::move(c), next);
        if (fresh) {
            states_.push_back(&it->first);
            rows_.push_back(std::make_unique<row>());
            for (heard& h : *rows_.back()) {
                h.state = unknown;
            }
            grammar_.budget().charge(sizeof(row) + 128 + it->first.captures.size() * sizeof(open_capture));
        }
        return it->second;
    }

    pattern const& pattern_;
    store& grammar_;
    std::mutex mutex_;
    std::map<content, std::uint32_t> ids_;
    std::vector<content const*> states_;
    std::vector<std::unique_ptr<row>> rows_;
    std::uint32_t begin_ = 0;
    std::uint32_t interrupted_ = 0;
};

}  // namespace parlance::mask::detail
