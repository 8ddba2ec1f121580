// parlance/mask/detail/store.hpp - stacks, configurations and their transitions, each existing once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton.hpp>
#include <parlance/mask/detail/config.hpp>
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

/// The configurations of one grammar, as far as they have been met.
///
/// step() and the accessors may be called by any number of threads; what is missing is made under a lock.
/// Nothing is ever removed: when a bound is reached, everything fails until the caller begins a new store.
class store {
public:
    store(automaton const& code, limits const& bounds, std::size_t bytes)
        : code_(code),
          bounds_(bounds),
          budget_(bytes),
          nodes_(std::max<std::size_t>(4096, bytes / 64)),
          configs_(std::max<std::size_t>(1024, bytes / 256)),
          shapes_(std::max<std::size_t>(1024, bytes / 256)) {
        nodes_.add();
        for (config_id reserved = 0; reserved <= ambiguous_config; ++reserved) {
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
    [[nodiscard]] static constexpr bool is_live(config_id c) noexcept { return c > ambiguous_config; }

    /// Where `byte` leads from `p`, a live point: another, or one that is dead or failed.
    [[nodiscard]] point step(point p, std::uint8_t byte) {
        config_id const to = next(p.config, byte);
        if (to <= ambiguous_config) {
            return to == ambiguous_config ? step_exactly(p, byte) : point{to, 0};
        }
        config const& there = configs_[to];
        if (there.counts == config::counting::none) {
            return {to, p.count};
        }
        if (there.counts == config::counting::set) {
            return {to, there.value};
        }
        if (there.value == 0 || may_tick(there.form->slot, p.count)) {
            return {to, p.count + there.value};
        }
        if (there.pure && nodes_[there.form->slot].ticks == inside) {
            return {dead_config, 0};
        }
        return step_exactly(p, byte);
    }

    /// The ways from `p` that take token `id` as a token; dead when there are none.
    [[nodiscard]] point step_token(point const p, std::uint32_t id) {
        std::lock_guard const lock(mutex_);
        shape const& form = *configs_[p.config].form;
        std::vector<item> out;
        bool returned = false;
        for (std::size_t i = 0; i < form.items.size(); ++i) {
            for (token_edge const& e : code_.tokens_of(form.items[i].state)) {
                if ((e.id == id) != e.negated) {
                    add_exactly(form, i, e.target, p.count, out, returned);
                }
            }
        }
        return out.empty() && !returned ? point{} : arrive(make(out, returned), 0);
    }
    /// The ways of both.
    [[nodiscard]] point join(point const a, point const b) {
        if (!is_live(a.config) || !is_live(b.config)) {
            return is_live(a.config) ? a : b;
        }
        std::lock_guard const lock(mutex_);
        std::vector<item> out;
        for (point const p : {a, b}) {
            for (item const i : configs_[p.config].kernel) {
                out.push_back({i.state, with_count(i.stack, p.count)});
            }
        }
        return arrive(make(out, configs_[a.config].returned || configs_[b.config].returned), 0);
    }
    /// What arriving at `c` makes of the number of its slot.
    [[nodiscard]] point arrive(config_id c, std::uint32_t count) const noexcept {
        return {c, is_live(c) && configs_[c].counts == config::counting::set ? configs_[c].value : count};
    }
    /// Whether a slot with these ticks so far is at least `ticks` away from its bound.
    [[nodiscard]] bool has_room(std::uint32_t slot, std::uint32_t count, std::uint32_t ticks) const noexcept {
        stack_node const& k = nodes_[slot];
        count_bounds const range = code_.counts[k.count];
        return k.ticks == inside ? ticks <= range.high - count : range.low - count > ticks;
    }
    /// Ticks that a slot has left before its bound, if it is inside its bounds; else none.
    [[nodiscard]] std::uint32_t room(std::uint32_t slot, std::uint32_t count) const noexcept {
        stack_node const& k = nodes_[slot];
        return k.ticks == inside ? code_.counts[k.count].high - count : none;
    }
    /// Whether counted frames with these bounds and ticks are kept as a slot, and as which.
    [[nodiscard]] std::optional<std::uint32_t> slot_for(std::uint32_t count,
                                                        std::uint32_t ticks) const noexcept {
        count_bounds const range = code_.counts[count];
        if (is_slot(ticks)) {
            return std::nullopt;
        }
        if (ticks >= range.low) {
            return range.high == rtn::unbounded || range.high - range.low < 4 ? std::nullopt
                                                                              : std::optional{inside};
        }
        return range.low <= small_bound ? std::nullopt : std::optional{below};
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

    /// The configuration of one way alone.
    [[nodiscard]] config_id alone(item const one) { return adopt({one}, false); }
    /// The configuration of these ways, whose stacks are this store's.
    [[nodiscard]] config_id adopt(std::vector<item> ways, bool returned) {
        std::lock_guard const lock(mutex_);
        return make(ways, returned);
    }

    /// Whether everything that can be read from `less` can be read from `more`, and in more ways if at all.
    [[nodiscard]] bool covers(config_id more, config_id less) const noexcept {
        config const& a = configs_[more];
        config const& b = configs_[less];
        return (a.returned || !b.returned) &&
               std::all_of(b.kernel.begin(), b.kernel.end(), [&](item const i) {
                   return std::any_of(a.kernel.begin(), a.kernel.end(), [&](item const k) {
                       return k.stack == i.stack && code_.covers(k.state, i.state);
                   });
               });
    }
    /// Keeps what was found out about a shape.
    [[nodiscard]] loop_memory const* remember(shape& form, loop_memory const& found) {
        std::lock_guard const lock(mutex_);
        loop_memory const* known = form.leads_to.load(std::memory_order_acquire);
        if (known == nullptr) {
            known = new (arena_.take<loop_memory>(1)) loop_memory{found};
            form.leads_to.store(known, std::memory_order_release);
            charge(sizeof(loop_memory));
        }
        return known;
    }

    /// Why failed_config was returned; a later failure replaces an earlier one.
    [[nodiscard]] errc failure() const noexcept { return failure_.load(std::memory_order_relaxed); }
    /// Begins a call: limits::fuel counts from here on.  A call that runs out of it fails, and what it has found stays,
    /// so that the next one comes further.
    void refuel() noexcept { spent_.store(0, std::memory_order_relaxed); }
    /// Whether the budget is used up, so that the store should be replaced.
    [[nodiscard]] bool full() const noexcept { return full_.load(std::memory_order_relaxed); }
    /// Bytes in use, masks included.
    [[nodiscard]] std::size_t bytes() const noexcept { return used_.load(std::memory_order_relaxed); }
    /// Makes room for as much again as there is now.
    void extend_budget() noexcept {
        budget_.store(std::max(budget_.load(std::memory_order_relaxed), 2 * bytes()),
                      std::memory_order_relaxed);
        full_.store(false, std::memory_order_relaxed);
    }
    /// Counts memory that belongs to the store but is not in it.
    void charge(std::size_t bytes) noexcept {
        if (used_.fetch_add(bytes, std::memory_order_relaxed) + bytes >
            budget_.load(std::memory_order_relaxed)) {
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

    [[nodiscard]] static std::uint64_t node_hash(std::uint32_t back, std::uint32_t parent,
                                                 std::uint32_t count, std::uint32_t ticks) noexcept {
        return mix(mix(2, (std::uint64_t{back} << 32) | parent), (std::uint64_t{count} << 32) | ticks);
    }
    [[nodiscard]] std::uint32_t find_node(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                                          std::uint32_t ticks) const noexcept {
        return node_ids_.find(node_hash(back, parent, count, ticks), [&](std::uint32_t n) {
            stack_node const& k = nodes_[n];
            return k.back == back && k.parent == parent && k.count == count && k.ticks == ticks;
        });
    }
    std::uint32_t add_node(std::uint32_t back, std::uint32_t parent, std::uint32_t count,
                           std::uint32_t ticks) {
        std::uint32_t const known = find_node(back, parent, count, ticks);
        if (known != none) {
            return known;
        }
        if (nodes_.room() == 0 || nodes_[parent].depth >= bounds_.stack_depth) {
            fail(nodes_.room() == 0 ? errc::out_of_memory_budget : errc::stack_too_deep);
            out_of_room_ = true;
            return 0;
        }
        std::uint32_t const id =
            nodes_.add(back, parent, count, ticks, nodes_[parent].depth + 1, nodes_[parent].slot);
        if (is_slot(ticks)) {
            nodes_[id].slot = id;
        }
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

    std::uint32_t with_count(std::uint32_t stack, std::uint32_t count) {
        std::uint32_t const slot = nodes_[stack].slot;
        if (slot == 0) {
            return stack;
        }
        stack_node const k = nodes_[slot];
        return rebase(stack, slot, add_node(k.back, k.parent, k.count, count));
    }
    [[nodiscard]] bool may_tick(std::uint32_t slot, std::uint32_t count) const noexcept {
        return count >= free_count || has_room(slot, count, 1);
    }

    /// Returns from the frame on top of `stack`, and on while that only means to return again.
    void leave(std::uint32_t stack, std::vector<item>& out, bool& returned) const {
        for (;;) {
            if (stack == 0) {
                returned = true;
                return;
            }
            stack_node const& k = nodes_[stack];
            if (k.count != no_count && !may_leave(k)) {
                return;
            }
            stack = k.parent;
            if (!code_.states[k.back].returns_only) {
                out.push_back({k.back, stack});
                return;
            }
        }
    }

    [[nodiscard]] bool may_leave(stack_node const& k) const noexcept {
        count_bounds const range = code_.counts[k.count];
        return is_slot(k.ticks) ? k.ticks == inside : k.ticks >= range.low && k.ticks <= range.high;
    }

    /// The configuration behind `byte`.
    [[nodiscard]] config_id next(config_id c, std::uint8_t byte) {
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

    /// The way to `target` of item `i` of a shape, with a number in place of the slot.
    void add_exactly(shape const& form, std::size_t i, std::uint32_t target, std::uint32_t count,
                     std::vector<item>& out, bool& returned) {
        std::uint32_t stack = form.items[i].stack;
        if (std::uint32_t const slot = nodes_[stack].slot; slot != 0) {
            std::uint32_t const ticks = count + form.ticks[i];
            if (ticks > code_.counts[nodes_[slot].count].high) {
                return;
            }
            stack = with_count(stack, ticks);
        }
        if (code_.states[target].returns_only) {
            leave(stack, out, returned);
        } else {
            out.push_back({target, stack});
        }
    }
    /// A step in which the number of the slot matters.
    point step_exactly(point const p, std::uint8_t byte) {
        if (p.count >= free_count) {
            return {ambiguous_config, 0};
        }
        std::lock_guard const lock(mutex_);
        // closed again with the number in place, since bounds decide what can be reached
        std::vector<item> kernel;
        for (item const i : configs_[p.config].kernel) {
            kernel.push_back({i.state, with_count(i.stack, p.count)});
        }
        shape const* const form = close(kernel, configs_[p.config].returned);
        if (form == nullptr) {
            return {failed_config, 0};
        }
        std::vector<item> out;
        bool returned = false;
        for (std::size_t i = 0; i < form->items.size(); ++i) {
            for (byte_edge const& e : code_.bytes_of(form->items[i].state)) {
                if (e.low <= byte && byte <= e.high) {
                    add_exactly(*form, i, e.target, 0, out, returned);
                }
            }
        }
        return out.empty() && !returned ? point{} : arrive(make(out, returned), 0);
    }

    config_id step_slow(config_id c, std::uint8_t byte) {
        std::lock_guard const lock(mutex_);
        config& from = configs_[c];
        shape const& form = *from.form;
        std::vector<item>& out = step_items_;
        out.clear();
        bool returned = false;
        bool ambiguous = form.ambiguous;
        int ticks = -1;
        unsigned low = 0;
        unsigned high = 255;
        for (std::size_t k = 0; k < form.items.size(); ++k) {
            item const i = form.items[k];
            for (byte_edge const& e : code_.bytes_of(i.state)) {
                if (e.high < byte) {
                    low = std::max(low, e.high + 1u);
                    continue;
                }
                if (e.low > byte) {
                    high = std::min(high, e.low - 1u);
                    continue;
                }
                low = std::max<unsigned>(low, e.low);
                high = std::min<unsigned>(high, e.high);
                std::size_t const before = out.size();
                if (code_.states[e.target].returns_only) {
                    leave(i.stack, out, returned);
                } else {
                    out.push_back({e.target, i.stack});
                }
                if (out.size() > before && nodes_[out.back().stack].slot != 0) {
                    ambiguous = ambiguous || (ticks >= 0 && ticks != form.ticks[k]);
                    ticks = form.ticks[k];
                }
            }
        }
        config_id const to = out.empty() && !returned ? dead_config
                             : ambiguous              ? ambiguous_config
                                         : make(out, returned, ticks < 0 ? 0u : static_cast<unsigned>(ticks));
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

    /// The configuration of these ways, new or known; sorts `items`.  `ticks` were made in the slot if there is one.
    config_id make(std::vector<item>& items, bool returned, std::uint32_t ticks = 0) {
        auto counts = config::counting::none;
        bool pure = !returned;
        bool slots = false;
        for (item const i : items) {
            pure = pure && nodes_[i.stack].slot != 0;
            slots = slots || nodes_[i.stack].slot != 0;
        }
        if (slots) {
            counts = config::counting::add;
        } else if (make_slot(items, returned, ticks)) {
            counts = config::counting::set;
            pure = true;
        } else {
            ticks = 0;
        }
        if (std::exchange(out_of_room_, false)) {
            return failed_config;
        }
        std::sort(items.begin(), items.end());
        items.erase(std::unique(items.begin(), items.end()), items.end());
        std::uint64_t hash =
            mix(mix(3, returned), (std::uint64_t{ticks} << 2) | static_cast<unsigned>(counts));
        for (item const i : items) {
            hash = mix(hash, (std::uint64_t{i.state} << 32) | i.stack);
        }
        std::uint32_t const known = config_ids_.find(hash, [&](std::uint32_t id) {
            config const& k = configs_[id];
            return k.returned == returned && k.counts == counts && k.value == ticks &&
                   std::equal(k.kernel.begin(), k.kernel.end(), items.begin(), items.end());
        });
        if (known != id_table::none) {
            return known;
        }
        if (spent_.load(std::memory_order_relaxed) > bounds_.fuel) {
            return fail(errc::out_of_fuel);
        }
        shape* const form = close(items, returned);
        std::uint64_t work = 8 * seen_.size();
        for (item const i : items) {
            work += 8 * std::uint64_t{nodes_[i.stack].depth};
        }
        spent_.fetch_add(work, std::memory_order_relaxed);
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
        made.counts = counts;
        made.value = ticks;
        made.returned = returned;
        made.pure = pure;
        made.kernel = arena_.copy(std::span<item const>{items});
        made.form = form;
        find_split(made);
        config_ids_.add(hash, id);
        charge(sizeof(config) + 16 + items.size() * sizeof(item));
        return id;
    }
    /// The deepest node that all stacks have in common.
    [[nodiscard]] std::uint32_t shared_node(std::span<item const> items) const noexcept {
        std::uint32_t shared = items[0].stack;
        for (item const i : items) {
            std::uint32_t other = i.stack;
            while (other != shared) {
                std::uint32_t& deeper = nodes_[other].depth >= nodes_[shared].depth ? other : shared;
                deeper = nodes_[deeper].parent;
            }
        }
        return shared;
    }
    /// Puts a slot where all ways are in the same counted frame; `ticks` becomes its number.
    bool make_slot(std::vector<item>& items, bool returned, std::uint32_t& ticks) {
        if (items.empty() || returned) {
            return false;
        }
        std::uint32_t const shared = shared_node(items);
        stack_node const k = nodes_[shared];
        if (shared == 0 || k.count == no_count) {
            return false;
        }
        auto const as = slot_for(k.count, k.ticks);
        if (!as) {
            return false;
        }
        std::uint32_t const slot = add_node(k.back, k.parent, k.count, *as);
        for (item& i : items) {
            i.stack = rebase(i.stack, shared, slot);
        }
        ticks = k.ticks;
        return true;
    }

    /// How many of the lowest frames all items share and none pops: they can wait below.  A counted frame stays with
    /// what runs in it.
    void find_split(config& c) const {
        if (c.kernel.empty() || c.returned) {
            return;
        }
        std::uint32_t shared = shared_node(c.kernel);
        while (nodes_[shared].depth > c.form->pops) {
            shared = nodes_[shared].parent;
        }
        while (shared != 0 && nodes_[shared].count != no_count) {
            shared = nodes_[shared].parent;
        }
        c.split = nodes_[shared].depth;
        c.lowest = shared;
    }

    /// A way found while closing: the ticks it made in the slot.
    struct way {
        item at;
        std::uint8_t ticks = 0;
    };

    /// Everything that can be done from `kernel` without consuming.
    shape* close(std::vector<item> const& kernel, bool returned) {
        todo_.clear();
        seen_.clear();
        closed_.clear();
        shape found;
        found.under = returned;
        found.pops = returned ? 0 : none;
        for (item const i : kernel) {
            todo_.push_back({i, 0});
            found.slot = found.slot != 0 ? found.slot : nodes_[i.stack].slot;
        }
        bool const counts_up = found.slot != 0 && nodes_[found.slot].ticks == below;
        while (!todo_.empty()) {
            way const w = todo_.back();
            item const i = w.at;
            todo_.pop_back();
            if (!see(w, found.ambiguous, counts_up)) {
                continue;
            }
            if (seen_.size() > bounds_.configurations) {
                fail(errc::too_many_configurations);
                return nullptr;
            }
            found.pops = std::min(found.pops, nodes_[i.stack].depth);
            run_state const& s = code_.states[i.state];
            if (!code_.bytes_of(i.state).empty() || !code_.tokens_of(i.state).empty()) {
                closed_.push_back(w);
            }
            if (s.accepts) {
                bool popped = false;
                left_.clear();
                leave(i.stack, left_, popped);
                bool leaves_slot = popped;
                for (item const l : left_) {
                    todo_.push_back({l, w.ticks});
                    leaves_slot = leaves_slot || nodes_[l.stack].slot == 0;
                }
                found.ambiguous = found.ambiguous || (w.ticks != 0 && leaves_slot);
                found.under = found.under || popped;
                found.pops = popped ? 0 : found.pops;
            }
            for (call_edge const& e : code_.calls_of(i.state)) {
                todo_.push_back(
                    {{e.entry, e.tail ? i.stack : add_node(e.back, i.stack, e.count, 0)}, w.ticks});
            }
            if (i.stack != 0 && nodes_[i.stack].count != no_count) {
                tick(w, found.ambiguous);
            }
            if (std::exchange(out_of_room_, false)) {
                return nullptr;
            }
        }
        return intern_shape(found);
    }
    void tick(way const w, bool& ambiguous) {
        stack_node const k = nodes_[w.at.stack];
        auto const targets = code_.ticks_of(w.at.state);
        if (targets.empty()) {
            return;
        }
        std::uint32_t ticked = w.at.stack;
        std::uint8_t ticks = w.ticks;
        if (is_slot(k.ticks)) {
            ambiguous = ambiguous || ticks != 0;
            ticks = 1;
        } else {
            count_bounds const range = code_.counts[k.count];
            if (k.ticks >= range.high) {
                return;
            }
            std::uint32_t const more =
                range.high == rtn::unbounded ? std::min(k.ticks + 1, range.low) : k.ticks + 1;
            ticked = add_node(k.back, k.parent, k.count, more);
        }
        for (std::uint32_t const t : targets) {
            todo_.push_back({{t, ticked}, ticks});
        }
    }
    /// Notes a way; false when it was there with no more ticks.  Fewer ticks are better inside the bounds; below the
    /// lower one nothing can be said.
    bool see(way const w, bool& ambiguous, bool counts_up) {
        std::size_t const at = seen_.size() < 24 ? scan(w.at) : probe(w.at);
        if (at == seen_.size()) {
            seen_.push_back(w);
            return true;
        }
        if (seen_[at].ticks == w.ticks) {
            return false;
        }
        ambiguous = ambiguous || counts_up;
        bool const better = w.ticks < seen_[at].ticks;
        seen_[at].ticks = std::min(seen_[at].ticks, w.ticks);
        return better;
    }
    std::size_t scan(item const i) const noexcept {
        std::size_t at = 0;
        while (at < seen_.size() && seen_[at].at != i) {
            ++at;
        }
        return at;
    }
    /// The same by hashing; the place of an item that is not there is taken for it.
    std::size_t probe(item const i) {
        if (seen_.size() == 24 || seen_.size() * 2 > many_.size()) {
            std::size_t const size = seen_.size() == 24 ? 256 : many_.size() * 4;
            many_.assign(size, 0);
            for (std::size_t k = 0; k < seen_.size(); ++k) {
                many_[cell_for(seen_[k].at)] = static_cast<std::uint32_t>(k + 1);
            }
        }
        std::size_t const cell = cell_for(i);
        if (many_[cell] == 0) {
            many_[cell] = static_cast<std::uint32_t>(seen_.size() + 1);
            return seen_.size();
        }
        return many_[cell] - 1;
    }
    std::size_t cell_for(item const i) const noexcept {
        std::size_t at = static_cast<std::size_t>(mix(mix(5, i.state), i.stack) >> 20) & (many_.size() - 1);
        while (many_[at] != 0 && seen_[many_[at] - 1].at != i) {
            at = (at + 1) & (many_.size() - 1);
        }
        return at;
    }

    shape* intern_shape(shape const& found) {
        std::sort(closed_.begin(), closed_.end(),
                  [](way const& a, way const& b) { return a.at != b.at ? a.at < b.at : a.ticks < b.ticks; });
        closed_.erase(std::unique(closed_.begin(), closed_.end(),
                                  [](way const& a, way const& b) { return a.at == b.at; }),
                      closed_.end());
        std::uint64_t hash =
            mix(mix(4, (unsigned{found.under} << 1) | unsigned{found.ambiguous}), found.slot);
        for (way const& w : closed_) {
            hash = mix(mix(hash, (std::uint64_t{w.at.state} << 32) | w.at.stack), w.ticks);
        }
        std::uint32_t const known = shape_ids_.find(hash, [&](std::uint32_t id) {
            shape const& k = shapes_[id];
            if (k.under != found.under || k.pops != found.pops || k.slot != found.slot ||
                k.ambiguous != found.ambiguous || k.items.size() != closed_.size()) {
                return false;
            }
            for (std::size_t i = 0; i < closed_.size(); ++i) {
                if (k.items[i] != closed_[i].at || k.ticks[i] != closed_[i].ticks) {
                    return false;
                }
            }
            return true;
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
        item* const items = arena_.take<item>(closed_.size());
        std::uint8_t* const ticks = arena_.take<std::uint8_t>(closed_.size());
        for (std::size_t i = 0; i < closed_.size(); ++i) {
            items[i] = closed_[i].at;
            ticks[i] = closed_[i].ticks;
        }
        made.items = {items, closed_.size()};
        made.ticks = {ticks, closed_.size()};
        made.slot = found.slot;
        made.ambiguous = found.ambiguous;
        made.under = found.under;
        made.pops = found.pops;
        lay_out_row(made);
        shape_ids_.add(hash, id);
        charge(sizeof(shape) + 16 + closed_.size() * (sizeof(item) + 1) +
               (made.row != nullptr ? sizeof(transition_row) : 0));
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
    std::vector<way> todo_;
    std::vector<way> seen_;
    std::vector<way> closed_;
    std::vector<item> left_;
    std::vector<item> step_items_;
    std::vector<std::uint32_t> many_;
    std::vector<std::uint32_t> frames_;
    transition_row* nothing_ = nullptr;
    bool out_of_room_ = false;
    std::atomic<errc> failure_{errc::none};
    std::atomic<bool> full_{false};
    std::atomic<std::size_t> used_{0};
    std::atomic<std::uint64_t> spent_{0};  // steps of closing since refuel(), by whatever thread
    config_id start_ = dead_config;
    config_id return_ = dead_config;
};

}  // namespace parlance::mask::detail
