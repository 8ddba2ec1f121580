// parlance/mask/detail/store.hpp - stacks, configurations and their transitions, each existing once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton.hpp>
#include <parlance/mask/detail/pool.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// One frame of a stack and what is below it.  Node 0 is the bottom.
///
/// back   state to return to
/// count  the counted call that made it, or no_count; `ticks` so far
struct stack_node {
    std::uint32_t back = 0;
    std::uint32_t parent = 0;
    std::uint32_t count = no_count;
    std::uint32_t ticks = 0;
    std::uint32_t depth = 0;
};

/// One way the text can be read: a state, and a stack of frames above the configuration's own bottom.
struct item {
    std::uint32_t state = 0;
    std::uint32_t stack = 0;
    friend constexpr auto operator<=>(item const&, item const&) = default;
};

using config_id = std::uint32_t;
using transition_row = std::array<std::atomic<config_id>, 256>;

inline constexpr config_id unknown_config = 0;  // in a row: not computed yet
inline constexpr config_id dead_config = 1;     // no way to read on
inline constexpr config_id failed_config = 2;   // a limit was reached; see store::failure()

struct mask_entry;

/// Everything a configuration can do next.  Configurations with equal shapes share rows and masks.
///
/// items      those that can take a byte or a token, sorted
/// under      the bottom is popped without consuming: what follows is up to the frame below
/// low, span  if there is no row: bytes low .. low + span lead to one configuration, all others nowhere
/// moves_bytes, moves_tokens   whether any item can take such
/// pops       least depth that is reached without consuming
struct shape {
    std::span<item const> items;
    transition_row* row = nullptr;
    bool under = false;
    bool moves_bytes = false;
    bool moves_tokens = false;
    std::uint8_t low = 0;
    std::uint8_t span = 0;
    std::int16_t only_byte = -1;
    std::uint32_t pops = 0;
    std::atomic<mask_entry*> entry{nullptr};
    std::uint32_t id = 0;
};

/// A configuration: the ways right behind a byte, relative to a bottom that is somebody else's business.
///
/// kernel    its items before anything that consumes nothing is done, sorted
/// returned  one of its ways has popped the bottom already
/// split     number of frames at the bottom that all items share and that are not looked at before the next byte
struct config {
    transition_row* row = nullptr;  // of its shape; the walk reads only these four
    std::atomic<config_id> single{unknown_config};
    std::uint8_t low = 0;
    std::uint8_t span = 0;
    bool under = false;
    bool returned = false;
    std::span<item const> kernel;
    shape* form = nullptr;
    std::uint32_t split = 0;
    std::uint32_t lowest = 0;  // the node at depth `split`, when split is not 0
    std::atomic<config_id> upper{unknown_config};  // what is left above the split
};

/// The configurations of one grammar, as far as they have been met.
///
/// step() and the accessors may be called by any number of threads; what is missing is made under a lock.
/// Nothing is ever removed: when a bound is reached, everything fails until the caller begins a new store.
class store {
public:
    store(automaton const& code, limits const& bounds, std::size_t bytes)
        : code_(code), bounds_(bounds), budget_(bytes), nodes_(std::max<std::size_t>(4096, bytes / 64)),
          configs_(std::max<std::size_t>(1024, bytes / 256)), shapes_(std::max<std::size_t>(1024, bytes / 256)) {
        nodes_.add();
        for (int reserved = 0; reserved < 3; ++reserved) {
            configs_.add();
        }
        std::lock_guard const lock(mutex_);
        std::vector<item> first;
        return_ = make(first, true);
        first.push_back({code.start, 0});
        start_ = make(first, false);
    }
    store(store const&) = delete;
    store& operator=(store const&) = delete;

    /// The configuration before the first byte.
    [[nodiscard]] config_id start() const noexcept { return start_; }
    /// The configuration that has just popped its bottom.
    [[nodiscard]] config_id just_returned() const noexcept { return return_; }
    [[nodiscard]] config const& at(config_id c) const noexcept { return configs_[c]; }
    [[nodiscard]] stack_node const& node(std::uint32_t n) const noexcept { return nodes_[n]; }
    [[nodiscard]] automaton const& code() const noexcept { return code_; }
    [[nodiscard]] static constexpr bool is_live(config_id c) noexcept { return c > failed_config; }

    /// Where `byte` leads from `c`, a live configuration: another, dead_config, or failed_config.
    [[nodiscard]] config_id step(config_id c, std::uint8_t byte) {
        config const& from = configs_[c];
        if (from.row != nullptr) {
            config_id const to = (*from.row)[byte].load(std::memory_order_acquire);
            return to != unknown_config ? to : step_slow(c, byte);
        }
        if (static_cast<std::uint8_t>(byte - from.low) > from.span) {
            return dead_config;
        }
        config_id const to = from.single.load(std::memory_order_acquire);
        return to != unknown_config ? to : step_slow(c, byte);
    }

    /// The ways from `c` that take token `id` as a token; dead_config when there are none.
    [[nodiscard]] config_id step_token(config_id c, std::uint32_t id) {
        std::vector<item> out;
        for (item const i : configs_[c].form->items) {
            for (token_edge const& e : code_.tokens_of(i.state)) {
                if ((e.id == id) != e.negated) {
                    out.push_back({e.target, i.stack});
                }
            }
        }
        if (out.empty()) {
            return dead_config;
        }
        std::lock_guard const lock(mutex_);
        return make(out, false);
    }
    /// The ways of both.
    [[nodiscard]] config_id join(config_id a, config_id b) {
        if (!is_live(a) || !is_live(b)) {
            return is_live(a) ? a : b;
        }
        std::vector<item> out(configs_[a].kernel.begin(), configs_[a].kernel.end());
        out.insert(out.end(), configs_[b].kernel.begin(), configs_[b].kernel.end());
        bool const returned = configs_[a].returned || configs_[b].returned;
        std::lock_guard const lock(mutex_);
        return make(out, returned);
    }

    /// The frame `above` on `parent`.  none when there is no room.
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    [[nodiscard]] std::uint32_t push(stack_node const& above, std::uint32_t parent) {
        std::uint32_t const known = find_node(above.back, parent, above.count, above.ticks);
        if (known != none) {
            return known;
        }
        std::lock_guard const lock(mutex_);
        std::uint32_t const made = add_node(above.back, parent, above.count, above.ticks);
        return std::exchange(out_of_room_, false) ? none : made;
    }

    /// What is left of `c` when its `split` lowest frames are taken away.
    [[nodiscard]] config_id upper(config_id c) {
        config& from = configs_[c];
        config_id known = from.upper.load(std::memory_order_acquire);
        if (known == unknown_config) {
            std::lock_guard const lock(mutex_);
            std::vector<item> out;
            out.reserve(from.kernel.size());
            for (item const i : from.kernel) {
                out.push_back({i.state, rebase(i.stack, from.lowest, 0)});
            }
            if (std::exchange(out_of_room_, false)) {
                return failed_config;
            }
            known = make(out, from.returned);
            if (known != failed_config) {
                from.upper.store(known, std::memory_order_release);
            }
        }
        return known;
    }

    /// `c` with the frames of `segment`, a stack, put below it; ways that popped the bottom return into them.
    [[nodiscard]] config_id lower(config_id c, std::uint32_t segment) {
        std::uint64_t const hash = mix(mix(1, c), segment);
        auto const same = [&](std::uint32_t i) {
            return lowered_[i].from == c && lowered_[i].segment == segment;
        };
        std::uint32_t known = lowered_ids_.find(hash, same);
        if (known != id_table::none) {
            return lowered_[known].to;
        }
        std::lock_guard const lock(mutex_);
        known = lowered_ids_.find(hash, same);
        if (known != id_table::none) {
            return lowered_[known].to;
        }
        config const& from = configs_[c];
        std::vector<item> out;
        for (item const i : from.kernel) {
            out.push_back({i.state, rebase(i.stack, 0, segment)});
        }
        bool returned = false;
        if (from.returned) {
            leave(segment, out, returned);
        }
        config_id const to = std::exchange(out_of_room_, false) ? failed_config : make(out, returned);
        if (to == failed_config) {
            return to;
        }
        if (lowered_.room() == 0) {
            return fail(errc::out_of_memory_budget);
        }
        lowered_ids_.add(hash, lowered_.add(c, segment, to));
        return to;
    }

    /// The configuration of these ways, whose stacks are this store's.
    [[nodiscard]] config_id adopt(std::vector<item> ways, bool returned) {
        std::lock_guard const lock(mutex_);
        return make(ways, returned);
    }

    /// Why failed_config was returned; a later failure replaces an earlier one.
    [[nodiscard]] errc failure() const noexcept { return failure_.load(std::memory_order_relaxed); }
    /// Whether the budget is used up, so that the store should be replaced.
    [[nodiscard]] bool full() const noexcept { return full_.load(std::memory_order_relaxed); }
    /// Bytes in use, masks included.
    [[nodiscard]] std::size_t bytes() const noexcept { return used_.load(std::memory_order_relaxed); }
    /// Makes room for as much again as there is now.
    void extend_budget() noexcept {
        budget_.store(std::max(budget_.load(std::memory_order_relaxed), 2 * bytes()), std::memory_order_relaxed);
        full_.store(false, std::memory_order_relaxed);
    }
    /// Counts memory that belongs to the store but is not in it.
    void charge(std::size_t bytes) noexcept {
        if (used_.fetch_add(bytes, std::memory_order_relaxed) + bytes > budget_.load(std::memory_order_relaxed)) {
            full_.store(true, std::memory_order_relaxed);
        }
    }

private:
    struct lowered {
        config_id from;
        std::uint32_t segment;
        config_id to;
    };

    config_id fail(errc why) noexcept {
        failure_.store(why, std::memory_order_relaxed);
        if (why == errc::out_of_memory_budget) {
            full_.store(true, std::memory_order_relaxed);
        }
        return failed_config;
    }

    [[nodiscard]] static std::uint64_t node_hash(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                                 std::uint32_t ticks) noexcept {
        return mix(mix(2, (std::uint64_t{back} << 32) | parent), (std::uint64_t{count} << 32) | ticks);
    }
    [[nodiscard]] std::uint32_t find_node(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                          std::uint32_t ticks) const noexcept {
        return node_ids_.find(node_hash(back, parent, count, ticks), [&](std::uint32_t n) {
            stack_node const& k = nodes_[n];
            return k.back == back && k.parent == parent && k.count == count && k.ticks == ticks;
        });
    }
    std::uint32_t add_node(std::uint32_t back, std::uint32_t parent, std::uint32_t count, std::uint32_t ticks) {
        std::uint32_t const known = find_node(back, parent, count, ticks);
        if (known != none) {
            return known;
        }
        if (nodes_.room() == 0 || nodes_[parent].depth >= bounds_.stack_depth) {
            fail(nodes_.room() == 0 ? errc::out_of_memory_budget : errc::stack_too_deep);
            out_of_room_ = true;
            return 0;
        }
        std::uint32_t const id = nodes_.add(back, parent, count, ticks, nodes_[parent].depth + 1);
        node_ids_.add(node_hash(back, parent, count, ticks), id);
        charge(sizeof(stack_node) + 16);
        return id;
    }

    /// The frames of `stack` above node `from`, put on `onto`.
    std::uint32_t rebase(std::uint32_t stack, std::uint32_t from, std::uint32_t onto) {
        frames_.clear();
        for (; stack != from; stack = nodes_[stack].parent) {
            frames_.push_back(stack);
        }
        for (std::size_t i = frames_.size(); i-- > 0;) {
            stack_node const k = nodes_[frames_[i]];
            onto = add_node(k.back, onto, k.count, k.ticks);
        }
        return onto;
    }

    /// Returns from the frame on top of `stack`, and on while that only means to return again.
    void leave(std::uint32_t stack, std::vector<item>& out, bool& returned) const {
        for (;;) {
            if (stack == 0) {
                returned = true;
                return;
            }
            stack_node const& k = nodes_[stack];
            if (k.count != no_count &&
                (k.ticks < code_.counts[k.count].low || k.ticks > code_.counts[k.count].high)) {
                return;
            }
            stack = k.parent;
            if (!code_.states[k.back].returns_only) {
                out.push_back({k.back, stack});
                return;
            }
        }
    }

    config_id step_slow(config_id c, std::uint8_t byte) {
        std::lock_guard const lock(mutex_);
        config& from = configs_[c];
        std::vector<item>& next = step_items_;
        next.clear();
        bool returned = false;
        unsigned low = 0;
        unsigned high = 255;
        for (item const i : from.form->items) {
            for (byte_edge const& e : code_.bytes_of(i.state)) {
                if (e.high < byte) {
                    low = std::max(low, e.high + 1u);
                } else if (e.low > byte) {
                    high = std::min(high, e.low - 1u);
                } else {
                    low = std::max<unsigned>(low, e.low);
                    high = std::min<unsigned>(high, e.high);
                    if (code_.states[e.target].returns_only) {
                        leave(i.stack, next, returned);
                    } else {
                        next.push_back({e.target, i.stack});
                    }
                }
            }
        }
        config_id const to = next.empty() && !returned ? dead_config : make(next, returned);
        if (to == failed_config) {
            return to;
        }
        if (from.row == nullptr) {
            from.single.store(to, std::memory_order_release);
        } else {
            for (unsigned b = low; b <= high; ++b) {
                (*from.row)[b].store(to, std::memory_order_release);
            }
        }
        return to;
    }

    /// The configuration of these ways, new or known; sorts `items`.
    config_id make(std::vector<item>& items, bool returned) {
        std::sort(items.begin(), items.end());
        items.erase(std::unique(items.begin(), items.end()), items.end());
        std::uint64_t hash = mix(3, returned);
        for (item const i : items) {
            hash = mix(hash, (std::uint64_t{i.state} << 32) | i.stack);
        }
        std::uint32_t const known = config_ids_.find(hash, [&](std::uint32_t id) {
            config const& k = configs_[id];
            return k.returned == returned && std::equal(k.kernel.begin(), k.kernel.end(), items.begin(), items.end());
        });
        if (known != id_table::none) {
            return known;
        }
        shape* const form = close(items, returned);
        if (form == nullptr) {
            return failed_config;
        }
        if (!form->under && !form->moves_bytes && !form->moves_tokens) {
            return dead_config;
        }
        if (configs_.room() == 0) {
            return fail(errc::out_of_memory_budget);
        }
        std::uint32_t const id = configs_.add();
        config& made = configs_[id];
        made.row = form->row;
        made.low = form->low;
        made.span = form->span;
        made.under = form->under;
        made.returned = returned;
        made.kernel = arena_.copy(std::span<item const>{items});
        made.form = form;
        find_split(made);
        config_ids_.add(hash, id);
        charge(sizeof(config) + 16 + items.size() * sizeof(item));
        return id;
    }

    /// How many of the lowest frames all items share and none pops: they can wait below.  A counted frame stays with
    /// what runs in it.
    void find_split(config& c) const {
        if (c.kernel.empty() || c.returned) {
            return;
        }
        std::uint32_t shared = c.kernel[0].stack;
        for (item const i : c.kernel) {
            std::uint32_t other = i.stack;
            while (other != shared) {
                std::uint32_t& deeper = nodes_[other].depth >= nodes_[shared].depth ? other : shared;
                deeper = nodes_[deeper].parent;
            }
        }
        while (nodes_[shared].depth > c.form->pops) {
            shared = nodes_[shared].parent;
        }
        while (shared != 0 && nodes_[shared].count != no_count) {
            shared = nodes_[shared].parent;
        }
        c.split = nodes_[shared].depth;
        c.lowest = shared;
    }

    /// Everything that can be done from `kernel` without consuming.
    shape* close(std::vector<item> const& kernel, bool returned) {
        todo_.assign(kernel.begin(), kernel.end());
        seen_.clear();
        closed_.clear();
        shape found;
        found.under = returned;
        found.pops = returned ? 0 : none;
        while (!todo_.empty()) {
            item const i = todo_.back();
            todo_.pop_back();
            if (!see(i)) {
                continue;
            }
            if (seen_.size() > bounds_.configurations) {
                fail(errc::too_many_configurations);
                return nullptr;
            }
            found.pops = std::min(found.pops, nodes_[i.stack].depth);
            run_state const& s = code_.states[i.state];
            if (!code_.bytes_of(i.state).empty() || !code_.tokens_of(i.state).empty()) {
                closed_.push_back(i);
            }
            if (s.accepts) {
                bool popped = false;
                leave(i.stack, todo_, popped);
                found.under = found.under || popped;
                found.pops = popped ? 0 : found.pops;
            }
            for (call_edge const& e : code_.calls_of(i.state)) {
                todo_.push_back({e.entry, e.tail ? i.stack : add_node(e.back, i.stack, e.count, 0)});
            }
            if (i.stack != 0 && nodes_[i.stack].count != no_count) {
                tick(i);
            }
            if (std::exchange(out_of_room_, false)) {
                return nullptr;
            }
        }
        return intern_shape(found);
    }
    void tick(item const i) {
        stack_node const k = nodes_[i.stack];
        count_bounds const range = code_.counts[k.count];
        auto const targets = code_.ticks_of(i.state);
        if (targets.empty() || k.ticks >= range.high) {
            return;
        }
        std::uint32_t const ticks = range.high == rtn::unbounded ? std::min(k.ticks + 1, range.low) : k.ticks + 1;
        std::uint32_t const ticked = add_node(k.back, k.parent, k.count, ticks);
        for (std::uint32_t const t : targets) {
            todo_.push_back({t, ticked});
        }
    }
    /// Notes an item; false when it was there.
    bool see(item const i) {
        if (seen_.size() < 24) {
            if (std::find(seen_.begin(), seen_.end(), i) != seen_.end()) {
                return false;
            }
            seen_.push_back(i);
            return true;
        }
        if (seen_.size() == 24) {
            many_.clear();
            many_.resize(256);
            for (item const s : seen_) {
                place(s);
            }
        } else if (seen_.size() * 2 > many_.size()) {
            std::size_t const larger = many_.size() * 4;
            many_.clear();
            many_.resize(larger);
            for (item const s : seen_) {
                place(s);
            }
        }
        if (!place(i)) {
            return false;
        }
        seen_.push_back(i);
        return true;
    }
    bool place(item const i) {
        std::size_t at = static_cast<std::size_t>(mix(mix(5, i.state), i.stack) >> 20) & (many_.size() - 1);
        for (; many_[at].has_value(); at = (at + 1) & (many_.size() - 1)) {
            if (*many_[at] == i) {
                return false;
            }
        }
        many_[at] = i;
        return true;
    }

    shape* intern_shape(shape const& found) {
        std::sort(closed_.begin(), closed_.end());
        std::uint64_t hash = mix(4, found.under);
        for (item const i : closed_) {
            hash = mix(hash, (std::uint64_t{i.state} << 32) | i.stack);
        }
        std::uint32_t const known = shape_ids_.find(hash, [&](std::uint32_t id) {
            shape const& k = shapes_[id];
            return k.under == found.under && k.pops == found.pops &&
                   std::equal(k.items.begin(), k.items.end(), closed_.begin(), closed_.end());
        });
        if (known != id_table::none) {
            return &shapes_[known];
        }
        if (shapes_.room() == 0) {
            fail(errc::out_of_memory_budget);
            return nullptr;
        }
        std::uint32_t const id = shapes_.add();
        shape& made = shapes_[id];
        made.id = id;
        made.items = arena_.copy(std::span<item const>{closed_});
        made.under = found.under;
        made.pops = found.pops;
        lay_out_row(made);
        shape_ids_.add(hash, id);
        charge(sizeof(shape) + 16 + closed_.size() * sizeof(item) + (made.row != nullptr ? sizeof(transition_row) : 0));
        return &made;
    }
    /// One run of bytes with one target needs no row.
    void lay_out_row(shape& s) {
        unsigned low = 256;
        unsigned high = 0;
        bool one_run = true;
        std::size_t runs = 0;
        for (item const i : s.items) {
            s.moves_tokens = s.moves_tokens || !code_.tokens_of(i.state).empty();
            for (byte_edge const& e : code_.bytes_of(i.state)) {
                one_run = one_run && (runs == 0 || (e.low == low && e.high == high));
                low = std::min<unsigned>(low, e.low);
                high = std::max<unsigned>(high, e.high);
                ++runs;
            }
        }
        s.moves_bytes = runs != 0;
        if (runs == 0) {
            s.row = nothing_row();
            return;
        }
        s.only_byte = low == high ? static_cast<std::int16_t>(low) : std::int16_t{-1};
        s.low = static_cast<std::uint8_t>(low);
        s.span = static_cast<std::uint8_t>(high - low);
        if (!one_run) {
            s.row = new (arena_.take<transition_row>(1)) transition_row{};
            for (unsigned b = 0; b < 256; ++b) {
                if (b < low || b > high) {
                    (*s.row)[b].store(dead_config, std::memory_order_relaxed);
                }
            }
        }
    }
    transition_row* nothing_row() {
        if (nothing_ == nullptr) {
            nothing_ = new (arena_.take<transition_row>(1)) transition_row{};
            for (auto& to : *nothing_) {
                to.store(dead_config, std::memory_order_relaxed);
            }
        }
        return nothing_;
    }

    automaton const& code_;
    limits bounds_;
    std::atomic<std::size_t> budget_;
    std::mutex mutex_;
    pool<stack_node> nodes_;
    pool<config> configs_;
    pool<shape> shapes_;
    pool<lowered> lowered_{configs_.room()};
    id_table node_ids_;
    id_table config_ids_;
    id_table shape_ids_;
    id_table lowered_ids_;
    arena arena_;
    std::vector<item> todo_;
    std::vector<item> seen_;
    std::vector<item> closed_;
    std::vector<item> step_items_;
    std::vector<std::optional<item>> many_;
    std::vector<std::uint32_t> frames_;
    transition_row* nothing_ = nullptr;
    bool out_of_room_ = false;
    std::atomic<errc> failure_{errc::none};
    std::atomic<bool> full_{false};
    std::atomic<std::size_t> used_{0};
    config_id start_ = dead_config;
    config_id return_ = dead_config;
};

}  // namespace parlance::mask::detail
