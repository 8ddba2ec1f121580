// parlance/mask/detail/generation.hpp - one grammar over one vocabulary: configurations and their masks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/entry.hpp>
#include <parlance/mask/detail/need.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/mask/detail/watch.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/index.hpp>
#include <parlance/mask/walk.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace parlance::mask::detail {

/// Everything learnt about a grammar over a vocabulary, until its budget is used up.
///
/// Any number of threads may use it.  Masks are computed outside the lock; when two threads compute the same one, the
/// first to finish is kept.
class generation {
public:
    generation(mask::grammar g, index tokens, std::size_t bytes)
        : grammar_(std::move(g)),
          index_(std::move(tokens)),
          store_(grammar_.data().code, grammar_.data().bounds, bytes),
          entries_(std::max<std::size_t>(1024, bytes / 256)),
          memories_(std::max<std::size_t>(1024, bytes / 256)) {
        if (grammar().starts.expression() != nullptr) {
            watch_.emplace(*grammar().starts.expression(), store_);
        }
    }

    [[nodiscard]] store& configs() noexcept { return store_; }
    [[nodiscard]] grammar_data const& grammar() const noexcept { return grammar_.data(); }
    [[nodiscard]] index const& tokens() const noexcept { return index_; }

    [[nodiscard]] place start() {
        if (grammar().starts.kind() != trigger::start::at_once) {
            return waiting_at(watch_ ? watch_->begin() : 0);
        }
        return settled(root());
    }
    /// Where free text is behind a token that is not text.
    [[nodiscard]] place interrupted() const noexcept {
        return waiting_at(watch_ ? watch_->interrupted() : 0);
    }
    /// Reads one byte of free text; the place is not settled when that sets the grammar off.
    [[nodiscard]] place hear(std::uint32_t waiting, std::uint8_t byte) {
        if (watch_) {
            watch::heard const h = watch_->step(waiting - 1, byte);
            if (!h.fired) {
                return waiting_at(h.state);
            }
            bool const failed = h.grammar.config == failed_config;
            return grammar().starts.kind() == trigger::start::behind_match && !failed
                       ? root()
                       : place{h.grammar.config, 0, h.grammar.count, 0};
        }
        word_finder const& finder = grammar().finder;
        std::uint32_t const state = finder.step(waiting - 1, byte);
        return finder.word(state) == word_finder::none ? waiting_at(state) : after_word(finder.word(state));
    }

    /// The same place with every frame that is not in question moved below, and every frame that is, above.
    [[nodiscard]] place settled(place p) {
        while (store::is_live(p.config)) {
            config const& c = store_.at(p.config);
            if (c.split != 0) {
                std::uint32_t const base = push_below(c.lowest, p.base, p.count);
                p.config = base == store::none ? failed_config : store_.upper(p.config);
                p.base = base;
            } else if (c.under && p.base != 0) {
                lower(p);
            } else {
                return p;
            }
        }
        return p;
    }

    /// Reads one byte in the grammar; the place is as settled as the next byte needs.
    [[nodiscard]] place step(place p, std::uint8_t byte) {
        p.go(store_.step(p.at(), byte));
        while (store::is_live(p.config) && store_.at(p.config).under && p.base != 0) {
            lower(p);
        }
        return p;
    }

    /// Reads a token as a token.
    [[nodiscard]] place step_token(place p, token_id id) {
        if (store::is_live(p.config)) {
            p.go(store_.step_token(p.at(), id));
        }
        return p;
    }

    /// Both places as one, of which b's frames below are some of a's.
    [[nodiscard]] place join(place a, place b) {
        if (!store::is_live(a.config) || !store::is_live(b.config)) {
            return store::is_live(a.config) ? a : b;
        }
        while (a.base != b.base && store::is_live(a.config)) {
            lower(a);
        }
        b.go(store_.join(a.at(), b.at()));
        return b;
    }

    [[nodiscard]] bool complete(place const& p) const noexcept {
        return store::is_live(p.config) && p.base == 0 && store_.at(p.config).under;
    }

    /// The mask at a settled place, end tokens aside; nullptr when a limit was reached.
    [[nodiscard]] mask_entry const* mask(place const& p) {
        mask_entry const* const own = first_mask(p.at());
        if (own == nullptr || p.base == 0 || own->closed()) {
            return own;
        }
        // only what pops the bottom looks at the frames below, so they and the entry say it all
        return remembered(mix(mix(8, own->id), p.base), {own->id, p.base, whole_mask},
                          [&] { return with_frames(own, p.base); });
    }

    /// All words of a mask, with the end tokens if `ending`; nullptr for a small
    /// one, which is quickly written.
    [[nodiscard]] std::uint32_t const* whole(mask_entry const& e, bool ending) {
        if (e.small) {
            return nullptr;
        }
        std::uint32_t const* known = e.whole[ending].load(std::memory_order_acquire);
        if (known != nullptr) {
            return known;
        }
        std::size_t const size = words_for(index_.size());
        std::lock_guard const lock(mutex_);
        known = e.whole[ending].load(std::memory_order_acquire);
        if (known != nullptr) {
            return known;
        }
        mask_entry& own = entries_[e.id];
        auto* const words = arena_.take<std::uint32_t>(size);
        e.write({words, size});
        if (ending) {
            bitmask bits{{words, size}};
            for (token_id const id : index_.ends()) {
                bits.set(id);
            }
        }
        own.whole[ending].store(words, std::memory_order_release);
        store_.charge(size * sizeof(std::uint32_t));
        return words;
    }

    /// The mask before the grammar applies; nullptr when a limit was reached.
    [[nodiscard]] mask_entry const* waiting_mask(std::uint32_t waiting) {
        {
            std::lock_guard const lock(mutex_);
            if (waiting_.size() > waiting && waiting_[waiting] != nullptr) {
                return waiting_[waiting];
            }
        }
        token_collector out;
        if (!collect_waiting(waiting, out)) {
            return nullptr;
        }
        std::lock_guard const lock(mutex_);
        waiting_.resize(std::max<std::size_t>(waiting_.size(), waiting + std::size_t{1}));
        if (waiting_[waiting] == nullptr) {
            exit_list none;
            waiting_[waiting] = publish(nullptr, out, none, 0);
        }
        return waiting_[waiting];
    }

    /// Where the grammar is once word `w` has set it off, or a token has.
    [[nodiscard]] place after_word(std::uint32_t w) {
        place p = root();
        if (grammar().starts.kind() == trigger::start::with_match) {
            for (char const c : grammar().starts.words()[w]) {
                if (store::is_live(p.config)) {
                    p = step(p, static_cast<std::uint8_t>(c));
                }
            }
        }
        return p;
    }
    [[nodiscard]] place after_token(token_id id) {
        place p = root();
        if (grammar().starts.kind() == trigger::start::behind_match) {
            return p;
        }
        place const as_token = step_token(p, id);
        for (char const c : index_.tokens().text(id)) {
            if (store::is_live(p.config)) {
                p = step(p, static_cast<std::uint8_t>(c));
            }
        }
        return join(as_token, p);
    }
    [[nodiscard]] bool sets_off(token_id id) const noexcept {
        auto const& ids = grammar().starts.token_ids();
        return std::find(ids.begin(), ids.end(), id) != ids.end();
    }

    /// The same place in this generation, of one in `old`.
    [[nodiscard]] place adopt(generation& old, place const& p) {
        if (!store::is_live(p.config)) {
            return p;
        }
        config const& c = old.store_.at(p.config);
        std::vector<item> ways;
        for (item const i : c.kernel) {
            ways.push_back({i.state, copy_stack(old, i.stack)});
        }
        place out{dead_config, copy_stack(old, p.base), 0, p.waiting};
        out.go(store_.arrive(store_.adopt(std::move(ways), c.returned), p.count));
        if (p.waiting != 0 && watch_) {
            out.waiting = 1 + watch_->adopted(*old.watch_, p.waiting - 1, [&](point at) {
                return adopt(old, {at.config, 0, at.count, 0}).at();
            });
        }
        return out;
    }

private:
    [[nodiscard]] place root() const noexcept { return {store_.start(), 0, 0, 0}; }
    [[nodiscard]] place waiting_at(std::uint32_t state) const noexcept {
        return {store_.start(), 0, 0, state + 1};
    }

    /// Moves the frame below the bottom above it, and the counted ones that it runs in.
    void lower(place& p) {
        stack_node const top = store_.node(p.base);
        std::uint32_t deeper = top.parent;
        std::uint32_t segment = 0;
        if (deeper != 0 && store_.node(deeper).count != no_count) {
            short_list<std::uint32_t, 16> run;
            for (; deeper != 0 && store_.node(deeper).count != no_count;
                 deeper = store_.node(deeper).parent) {
                run.push_back(deeper);
            }
            for (std::size_t i = run.size(); i-- > 0 && segment != store::none;) {
                stack_node frame = store_.node(run[i]);
                // the frame that goes on counting becomes the slot, if there is none yet
                if (auto const as = store_.slot_for(frame.count, frame.ticks);
                    i == 0 && as && store_.at(p.config).form->slot == 0 && !has_slot(p.config)) {
                    p.count = frame.ticks;
                    frame.ticks = *as;
                }
                segment = store_.push(frame, segment);
            }
        }
        segment = segment == store::none ? segment : store_.push(top, segment);
        p.go(segment == store::none ? point{failed_config, 0}
                                    : store_.arrive(store_.lower(p.config, segment), p.count));
        p.base = deeper;
    }
    [[nodiscard]] bool has_slot(config_id c) const noexcept {
        return store_.at(c).counts != config::counting::none;
    }
    std::uint32_t push_below(std::uint32_t frames, std::uint32_t base, std::uint32_t count) {
        short_list<std::uint32_t, 16> run;
        for (; frames != 0; frames = store_.node(frames).parent) {
            run.push_back(frames);
        }
        for (std::size_t i = run.size(); i-- > 0 && base != store::none;) {
            stack_node frame = store_.node(run[i]);
            frame.ticks = is_slot(frame.ticks) ? count : frame.ticks;
            base = store_.push(frame, base);
        }
        return base;
    }
    std::uint32_t copy_stack(generation& old, std::uint32_t stack) {
        std::vector<std::uint32_t> run;
        for (; stack != 0; stack = old.store_.node(stack).parent) {
            run.push_back(stack);
        }
        std::uint32_t made = 0;
        for (std::size_t i = run.size(); i-- > 0 && made != store::none;) {
            made = store_.push(old.store_.node(run[i]), made);
        }
        return made;
    }

    /// The mask at `p` as far as the configuration knows.
    mask_entry const* first_mask(point const p) {
        shape& form = *store_.at(p.config).form;
        mask_entry const* far = form.far.load(std::memory_order_acquire);
        if (far == nullptr) {
            if (is_parted(p)) {
                std::uint32_t const count = form.slot != 0 ? p.count : 0;
                return remembered(mix(mix(7, form.id), count), {form.id, count, near_mask},
                                  [&] { return of_parts(ways_alone(p)); });
            }
            mask_entry* const made = walk_first({p.config, form.slot != 0 ? free_count : 0u});
            if (made == nullptr) {
                return nullptr;
            }
            mask_entry* expected = nullptr;
            far =
                form.far.compare_exchange_strong(expected, made, std::memory_order_acq_rel) ? made : expected;
        }
        if (form.slot == 0 || (far->usable && store_.has_room(form.slot, p.count, far->ticks))) {
            return far;
        }
        if (std::uint32_t const room = store_.room(form.slot, p.count);
            far->usable && room != store::none && room >= far->mixed && !form.moves_tokens) {
            return near(*far, room, p.count);
        }
        return remembered(mix(mix(7, form.id), p.count), {form.id, p.count, near_mask},
                          [&] { return walk_first(p); });
    }
    /// Whether a configuration is better taken way by way: a loop beside something else is no loop, though each may be
    /// one by itself, and is found in other configurations as well.
    bool is_parted(point const p) {
        shape& form = *store_.at(p.config).form;
        parted known = form.parts.load(std::memory_order_acquire);
        if (known == parted::unknown) {
            bool loops = false;
            if (loop_finder(store_).find(p).first == 0) {
                for (point const way : ways_alone(p)) {
                    loops = loops || loop_finder(store_).find(way).first != 0;
                }
            }
            known = loops ? parted::yes : parted::no;
            form.parts.store(known, std::memory_order_release);
        }
        return known == parted::yes;
    }
    /// The ways of a configuration one by one; none when they are too many, or cannot be told apart.
    std::vector<point> ways_alone(point const p) {
        config const& c = store_.at(p.config);
        std::vector<point> out;
        if (c.returned || c.form->moves_tokens || (c.kernel.size() == 1 && c.form->slot != 0)) {
            return out;
        }
        std::span<item const> const ways = c.kernel.size() > 1 ? c.kernel : c.form->items;
        if (ways.size() > most_parts) {
            return out;
        }
        for (item const way : ways) {
            config_id const made = store_.alone(way);
            if (!store::is_live(made) || store_.at(made).form == c.form) {
                return {};
            }
            out.push_back(store_.arrive(made, p.count));
        }
        return out;
    }
    /// The mask of all `ways`.
    mask_entry* of_parts(std::vector<point> const& ways) {
        token_collector out;
        out.begin(index_.size());
        exit_list exits;
        for (point const way : ways) {
            mask_entry const* const e = first_mask(way);
            if (e == nullptr) {
                return nullptr;
            }
            std::for_each(e->ids.begin(), e->ids.end(), [&](std::uint32_t id) { out.add(id); });
            for (std::uint32_t const* const part : e->parts) {
                out.add_part({part, words_for(index_.size())});
            }
            exits.nodes.insert(exits.nodes.end(), e->exits.begin(), e->exits.end());
            for (loop_part const& l : e->loops) {
                exits.loops.push_back({l.of, l.most, 0, 0});
            }
        }
        exits.needs.assign(exits.nodes.size(), 0);
        each_once(exits);
        std::lock_guard const lock(mutex_);
        return publish(nullptr, out, exits, 0);
    }
    /// What is left of a mask made with a free count when there is room for so many ticks only.
    mask_entry const* near(mask_entry const& far, std::uint32_t room, std::uint32_t count) {
        return remembered(mix(mix(9, far.id), room), {far.id, room, part_of_mask},
                          [&] { return publish_near(far, room, count); });
    }
    mask_entry* publish_near(mask_entry const& far, std::uint32_t room, std::uint32_t count) {
        token_collector out;
        out.begin(index_.size());
        exit_list exits;
        auto const within = [&](std::span<std::uint32_t const> what, std::span<std::uint32_t const> needs) {
            return what.first(
                static_cast<std::size_t>(std::upper_bound(needs.begin(), needs.end(), room) - needs.begin()));
        };
        for (std::uint32_t const id : within(far.ids, far.needs)) {
            out.add(id);
        }
        auto const nodes = within(far.exits, far.exit_needs);
        exits.nodes.assign(nodes.begin(), nodes.end());
        exits.needs.assign(nodes.size(), 0);
        for (loop_part const& l : far.taken) {
            if (std::uint32_t const most = l.fitting(room); most != 0) {
                index_.add_short(*l.of, most, out);
            }
        }
        for (loop_part const& l : far.loops) {
            if (std::uint32_t const most = l.fitting(room); most != 0) {
                exits.loops.push_back({l.of, most, 0, 0});
            }
        }
        walker walk(store_, index_, out, exits);
        for (fork const& f : far.forks) {
            if (f.before <= room && f.need > room && !walk.below_fork(f, count)) {
                return nullptr;
            }
        }
        std::lock_guard const lock(mutex_);
        return publish(far.rest, out, exits, 0);
    }

    /// `own` with what the frames below make of its exits.
    mask_entry const* with_frames(mask_entry const* own, std::uint32_t base) {
        mask_entry const* e = own;
        while (e != nullptr && base != 0 && !e->closed()) {
            place behind{store_.just_returned(), base, 0, 0};
            lower(behind);
            if (!store::is_live(behind.config)) {
                return nullptr;
            }
            e = next_mask(*e, behind.at());
            base = behind.base;
        }
        return e;
    }
    mask_entry* walk_first(point const p) {
        token_collector out;
        exit_list exits;
        out.begin(index_.size(), p.count >= free_count);
        walker walk(store_, index_, out, exits);
        bool const done = walk.below(0, p);
        if (!done && !walk.ambiguous()) {
            return nullptr;
        }
        shape const& form = *store_.at(p.config).form;
        add_token_edges(form, p.count, out);
        std::uint32_t const ticks = std::max(walk.ticks(), form.moves_tokens && form.slot != 0 ? 1u : 0u);
        each_once(exits);
        std::lock_guard const lock(mutex_);
        mask_entry* const e = publish(nullptr, out, exits, ticks);
        if (e != nullptr) {
            e->usable = done;
            e->mixed = walk.mixed();
        }
        return e;
    }
    void add_token_edges(shape const& form, std::uint32_t count, token_collector& out) const {
        if (!form.moves_tokens) {
            return;
        }
        for (std::size_t k = 0; k < form.items.size(); ++k) {
            std::uint32_t const slot = store_.node(form.items[k].stack).slot;
            if (slot != 0 && form.ticks[k] != 0 && count < free_count && !store_.has_room(slot, count, 1)) {
                continue;
            }
            for (token_edge const& e : grammar().code.tokens_of(form.items[k].state)) {
                if (!e.negated) {
                    if (index_.holds(e.id)) {
                        out.add(e.id);
                    }
                    continue;
                }
                // two negated ids together leave none out, so each is added by itself
                for (std::size_t w = 0; w < index_.any().size(); ++w) {
                    for (std::uint32_t bits = index_.any()[w]; bits != 0; bits &= bits - 1) {
                        auto const id =
                            static_cast<token_id>(32 * w + static_cast<std::size_t>(std::countr_zero(bits)));
                        if (id != e.id) {
                            out.add(id);
                        }
                    }
                }
            }
        }
    }

    /// `e` with what follows in `behind` at its exits.
    mask_entry const* next_mask(mask_entry const& e, point const behind) {
        shape const& form = *store_.at(behind.config).form;
        std::uint64_t const hash = mix(mix(6, e.id), form.id);
        if (form.slot == 0) {
            return remembered(hash, {e.id, form.id, next_of_mask},
                              [&] { return walk_next(e, {behind.config, 0}); });
        }
        mask_entry const* const far = remembered(hash, {e.id, form.id, next_of_mask},
                                                 [&] { return walk_next(e, {behind.config, free_count}); });
        if (far == nullptr || (far->usable && store_.has_room(form.slot, behind.count, far->ticks))) {
            return far;
        }
        if (std::uint32_t const room = store_.room(form.slot, behind.count);
            far->usable && room != store::none && room >= far->mixed) {
            return near(*far, room, behind.count);
        }
        return remembered(mix(hash, behind.count), {e.id, form.id, behind.count + std::uint64_t{first_near}},
                          [&] { return walk_next(e, behind); });
    }
    mask_entry* walk_next(mask_entry const& e, point const behind) {
        token_collector out;
        out.begin(index_.size(), behind.count >= free_count);
        exit_list exits;
        bool const again = store_.at(behind.config).under;
        bool done = true;
        walker walk(store_, index_, out, exits);
        for (std::size_t i = 0; i < e.exits.size() && done; ++i) {
            if (again) {
                exits.nodes.push_back(e.exits[i]);
                exits.needs.push_back(0);
            }
            done = walk.below(e.exits[i], behind);
        }
        for (std::size_t i = 0; i < e.loops.size() && done; ++i) {
            done = walk.below_loop(e.loops[i], behind);
        }
        if (!done && !walk.ambiguous()) {
            return nullptr;
        }
        each_once(exits);
        std::lock_guard const lock(mutex_);
        mask_entry* const made = publish(&e, out, exits, walk.ticks());
        if (made != nullptr) {
            made->usable = done;
            made->mixed = walk.mixed();
        }
        return made;
    }

    /// What a remembered mask is of: a shape with a count, or a mask with a shape and perhaps a count.
    static constexpr std::uint64_t near_mask = 0;
    static constexpr std::uint64_t next_of_mask = 1;
    static constexpr std::uint64_t whole_mask = 2;    // of a mask and a stack
    static constexpr std::uint64_t part_of_mask = 3;  // of a mask and the room that is left
    static constexpr std::uint64_t first_near = 4;
    struct memory {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint64_t kind = 0;
        mask_entry const* mask = nullptr;
    };
    template <class Make>
    mask_entry const* remembered(std::uint64_t hash, memory key, Make&& make) {
        auto const same = [&](std::uint32_t i) {
            memory const& m = memories_[i];
            return m.a == key.a && m.b == key.b && m.kind == key.kind;
        };
        std::uint32_t known = memory_ids_.find(hash, same);
        if (known != id_table::none) {
            return memories_[known].mask;
        }
        key.mask = make();
        if (key.mask == nullptr) {
            return nullptr;
        }
        std::lock_guard const lock(mutex_);
        known = memory_ids_.find(hash, same);
        if (known != id_table::none) {
            return memories_[known].mask;
        }
        if (memories_.room() == 0) {
            store_.charge(static_cast<std::size_t>(-1) / 2);
            return nullptr;
        }
        memory_ids_.add(hash, memories_.add(key));
        return key.mask;
    }

    bool collect_waiting(std::uint32_t waiting, token_collector& out) {
        out.begin(index_.size());
        std::copy(index_.all().begin(), index_.all().end(), out.open_words().begin());
        auto const nodes = index_.trie().nodes();
        std::vector<std::uint32_t> states(index_.depth() + 2, waiting);
        exit_list ignored;
        walker walk(store_, index_, out, ignored);
        for (std::size_t i = 1; i < nodes.size();) {
            vocab::trie::node const n = nodes[i];
            place const p = hear(states[n.depth() - 1], n.byte());
            if (p.waiting != 0) {
                states[n.depth()] = p.waiting;
                ++i;
                continue;
            }
            if (p.config == failed_config) {
                return false;
            }
            bool const live = store::is_live(p.config);
            std::size_t const first = live ? i + 1 : i;
            for (std::size_t k = first; k < i + n.skip(); ++k) {
                index_.trie().each_token(nodes[k], [&](token_id id) { out.remove(id); });
            }
            if (live && !walk.below(i, p.at())) {
                return false;
            }
            i += n.skip();
        }
        for (token_id const id : grammar().starts.token_ids()) {
            if (index_.holds(id)) {
                place const p = after_token(id);
                store::is_live(p.config) ? out.add(id) : out.remove(id);
            }
        }
        return true;
    }

    /// Under the lock.
    mask_entry* publish(mask_entry const* rest, token_collector const& out, exit_list& exits,
                        std::uint32_t ticks) {
        if (entries_.room() == 0) {
            store_.charge(static_cast<std::size_t>(-1) / 2);
            return nullptr;
        }
        auto const id = entries_.add();
        mask_entry& e = entries_[id];
        e.id = id;
        e.rest = rest;
        copy_exits(e, exits, out.keeps_needs());
        e.ticks = ticks;
        if (out.keeps_needs()) {
            by_need const sorted(out.ids(), out.needs());
            e.ids = arena_.copy(std::span<std::uint32_t const>{sorted.what});
            e.needs = arena_.copy(std::span<std::uint32_t const>{sorted.needs});
            e.taken = arena_.copy(out.loops());
        } else {
            e.ids = arena_.copy(out.ids());
        }
        std::vector<std::uint32_t const*> parts(out.parts().begin(), out.parts().end());
        if (out.dense()) {
            parts.push_back(arena_.copy(out.words()).data());
            store_.charge(out.words().size_bytes());
        }
        for (loop_part const& l : out.loops()) {
            token_collector whole;
            whole.begin(index_.size());
            index_.add_short(*l.of, l.most, whole);
            parts.insert(parts.end(), whole.parts().begin(), whole.parts().end());
            if (whole.dense()) {
                parts.push_back(arena_.copy(whole.words()).data());
                store_.charge(whole.words().size_bytes());
            }
        }
        e.parts = arena_.copy(std::span<std::uint32_t const* const>{parts});
        describe(e);
        store_.charge(sizeof(mask_entry) + e.ids.size_bytes() + e.parts.size_bytes() + e.exits.size_bytes() +
                      e.loops.size_bytes());
        return &e;
    }
    void copy_exits(mask_entry& e, exit_list& exits, bool needs) {
        if (needs) {
            e.forks = arena_.copy(std::span<fork const>{exits.forks});
            by_need const sorted(exits.nodes, exits.needs);
            e.exits = arena_.copy(std::span<std::uint32_t const>{sorted.what});
            e.exit_needs = arena_.copy(std::span<std::uint32_t const>{sorted.needs});
        } else {
            e.exits = arena_.copy(std::span<std::uint32_t const>{exits.nodes});
        }
        e.loops = arena_.copy(std::span<loop_part const>{exits.loops});
    }
    void describe(mask_entry& e) const noexcept {
        std::size_t named = 0;
        bool parts = false;
        for (mask_entry const* k = &e; k != nullptr && named <= small_mask && !parts; k = k->rest) {
            named += k->ids.size();
            parts = !k->parts.empty();
        }
        e.small = !parts && named <= small_mask;
        e.some = !e.ids.empty() || (e.rest != nullptr && e.rest->some);
        for (std::size_t i = 0; i < e.parts.size() && !e.some; ++i) {
            e.some = std::any_of(e.parts[i], e.parts[i] + words_for(index_.size()),
                                 [](std::uint32_t w) { return w != 0; });
        }
    }

public:
    /// Tokens up to which a mask is written anew each time.
    static constexpr std::size_t small_mask = 96;
    /// Ways up to which a configuration is taken apart.
    static constexpr std::size_t most_parts = 4;

private:
    mask::grammar grammar_;
    index index_;
    store store_;
    std::optional<watch> watch_;
    std::mutex mutex_;
    pool<mask_entry> entries_;
    arena arena_;
    pool<memory> memories_;
    id_table memory_ids_;
    std::vector<mask_entry const*> waiting_;
};

}  // namespace parlance::mask::detail
