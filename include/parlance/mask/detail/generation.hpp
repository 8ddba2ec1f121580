// parlance/mask/detail/generation.hpp - one grammar over one vocabulary: configurations and their masks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/index.hpp>
#include <parlance/mask/walk.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace parlance::mask::detail {

/// A mask as far as a configuration knows: tokens that are read above its bottom, and where the bottom is popped.
///
/// ids    the allowed tokens, if they are few; otherwise `words`
/// exits  trie nodes with children at which the frame below goes on
struct mask_entry {
    std::span<std::uint32_t const> ids;
    std::uint32_t const* words = nullptr;
    std::size_t count = 0;
    std::span<std::uint32_t const> exits;
    std::uint32_t id = 0;
};

/// Where a matcher is: a settled configuration, the frames below it, and, before the grammar applies, how much of a
/// trigger word has been read.
struct place {
    config_id config = dead_config;
    std::uint32_t base = 0;
    std::uint32_t waiting = 0;  // 1 + state of the word finder; 0 once the grammar applies
    friend bool operator==(place const&, place const&) = default;
};

/// Everything learnt about a grammar over a vocabulary, until its budget is used up.
///
/// Any number of threads may use it.  Masks are computed outside the lock; when two threads compute the same one, the
/// first to finish is kept.
class generation {
public:
    generation(mask::grammar g, index tokens, std::size_t bytes)
        : grammar_(std::move(g)), index_(std::move(tokens)), store_(grammar_.data().code, grammar_.data().bounds, bytes),
          entries_(std::max<std::size_t>(1024, bytes / 256)) {
        chained_.reserve(64);
    }

    [[nodiscard]] store& configs() noexcept { return store_; }
    [[nodiscard]] grammar_data const& grammar() const noexcept { return grammar_.data(); }
    [[nodiscard]] index const& tokens() const noexcept { return index_; }

    [[nodiscard]] place start() {
        if (grammar().starts.kind() != trigger::start::at_once) {
            return {store_.start(), 0, 1};
        }
        return settled({store_.start(), 0, 0});
    }

    /// The same place with every frame that is not in question moved below, and every frame that is, above.
    [[nodiscard]] place settled(place p) {
        while (store::is_live(p.config)) {
            config const& c = store_.at(p.config);
            if (c.split != 0) {
                std::uint32_t const base = push_below(c.lowest, p.base);
                p.config = store_.upper(p.config);
                if (base == store::none) {
                    p.config = failed_config;
                }
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
        p.config = store_.step(p.config, byte);
        while (store::is_live(p.config) && store_.at(p.config).under && p.base != 0) {
            lower(p);
        }
        return p;
    }

    /// Reads a token as a token.
    [[nodiscard]] place step_token(place const p, token_id id) {
        return {store::is_live(p.config) ? store_.step_token(p.config, id) : p.config, p.base, 0};
    }

    /// Both places as one, of which b's frames below are some of a's.
    [[nodiscard]] place join(place a, place const b) {
        if (!store::is_live(a.config) || !store::is_live(b.config)) {
            return store::is_live(a.config) ? a : b;
        }
        while (a.base != b.base && store::is_live(a.config)) {
            lower(a);
        }
        return {store_.join(a.config, b.config), b.base, 0};
    }

    [[nodiscard]] bool complete(place const& p) const noexcept {
        return store::is_live(p.config) && p.base == 0 && store_.at(p.config).under;
    }

    /// The mask at a settled place, end tokens aside; nullptr when a limit was reached.
    [[nodiscard]] mask_entry const* mask(place const& p) {
        mask_entry const* e = store_.at(p.config).form->entry.load(std::memory_order_acquire);
        if (e == nullptr) {
            e = first_mask(p.config);
        }
        for (std::uint32_t base = p.base; e != nullptr && base != 0 && !e->exits.empty();) {
            place below{store_.just_returned(), base, 0};
            lower(below);
            if (!store::is_live(below.config)) {
                return nullptr;
            }
            e = next_mask(*e, below.config);
            base = below.base;
        }
        return e;
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
            waiting_[waiting] = publish(out, {});
        }
        return waiting_[waiting];
    }

    /// Where the grammar is once word `w` has set it off, or a token has.
    [[nodiscard]] place after_word(std::uint32_t w) {
        place p{store_.start(), 0, 0};
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
        place p{store_.start(), 0, 0};
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
        return {store_.adopt(std::move(ways), c.returned), copy_stack(old, p.base), p.waiting};
    }

private:
    /// Moves the frame below the bottom above it, and the counted ones that it runs in.
    void lower(place& p) {
        stack_node const& top = store_.node(p.base);
        std::uint32_t below = top.parent;
        std::uint32_t segment = 0;
        if (below != 0 && store_.node(below).count != no_count) {
            std::vector<std::uint32_t> run;
            for (; below != 0 && store_.node(below).count != no_count; below = store_.node(below).parent) {
                run.push_back(below);
            }
            for (std::size_t i = run.size(); i-- > 0 && segment != store::none;) {
                segment = store_.push(store_.node(run[i]), segment);
            }
        }
        segment = segment == store::none ? segment : store_.push(top, segment);
        p.config = segment == store::none ? failed_config : store_.lower(p.config, segment);
        p.base = below;
    }
    std::uint32_t push_below(std::uint32_t frames, std::uint32_t base) {
        if (frames == 0 || base == store::none) {
            return base;
        }
        stack_node const& top = store_.node(frames);
        if (top.parent == 0) {
            return store_.push(top, base);
        }
        std::vector<std::uint32_t> run;
        for (; frames != 0; frames = store_.node(frames).parent) {
            run.push_back(frames);
        }
        for (std::size_t i = run.size(); i-- > 0 && base != store::none;) {
            base = store_.push(store_.node(run[i]), base);
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

    mask_entry const* first_mask(config_id c) {
        token_collector out;
        std::vector<std::uint32_t> exits;
        out.begin(index_.size());
        shape& form = *store_.at(c).form;
        walker walk;
        bool const done = walk.walk(
            store_, index_.trie().nodes(), 0, c,
            [&](vocab::trie::node n) { index_.trie().each_token(n, [&](token_id id) { out.add(id); }); },
            [&](std::size_t node) { exits.push_back(static_cast<std::uint32_t>(node)); });
        if (!done) {
            return nullptr;
        }
        add_token_edges(form, out);
        std::lock_guard const lock(mutex_);
        mask_entry* known = form.entry.load(std::memory_order_acquire);
        if (known == nullptr && (known = publish(out, exits)) != nullptr) {
            form.entry.store(known, std::memory_order_release);
        }
        return known;
    }
    void add_token_edges(shape const& form, token_collector& out) const {
        if (!form.moves_tokens) {
            return;
        }
        for (item const i : form.items) {
            for (token_edge const& e : grammar().code.tokens_of(i.state)) {
                if (!e.negated) {
                    if (index_.holds(e.id)) {
                        out.add(e.id);
                    }
                    continue;
                }
                // two negated ids together leave none out, so each is added by itself
                for (std::size_t w = 0; w < index_.any().size(); ++w) {
                    for (std::uint32_t bits = index_.any()[w]; bits != 0; bits &= bits - 1) {
                        auto const id = static_cast<token_id>(32 * w + static_cast<std::size_t>(std::countr_zero(bits)));
                        if (id != e.id) {
                            out.add(id);
                        }
                    }
                }
            }
        }
    }

    mask_entry const* next_mask(mask_entry const& e, config_id below) {
        std::uint64_t const hash = mix(mix(6, e.id), below);
        auto const same = [&](std::uint32_t i) { return chained_[i].from == e.id && chained_[i].below == below; };
        {
            std::lock_guard const lock(mutex_);
            std::uint32_t const known = chained_ids_.find(hash, same);
            if (known != id_table::none) {
                return chained_[known].to;
            }
        }
        token_collector out;
        out.begin(index_.size());
        e.words != nullptr ? out.add_words({e.words, words_for(index_.size())}) : out.add(e.ids);
        std::vector<std::uint32_t> exits;
        auto const nodes = index_.trie().nodes();
        bool const again = store_.at(below).under;
        walker walk;
        for (std::uint32_t const x : e.exits) {
            if (again) {
                exits.push_back(x);
            }
            bool const done = walk.walk(
                store_, nodes, x, below,
                [&](vocab::trie::node n) { index_.trie().each_token(n, [&](token_id id) { out.add(id); }); },
                [&](std::size_t node) { exits.push_back(static_cast<std::uint32_t>(node)); });
            if (!done) {
                return nullptr;
            }
        }
        std::sort(exits.begin(), exits.end());
        exits.erase(std::unique(exits.begin(), exits.end()), exits.end());
        std::lock_guard const lock(mutex_);
        std::uint32_t const known = chained_ids_.find(hash, same);
        if (known != id_table::none) {
            return chained_[known].to;
        }
        mask_entry* const made = publish(out, exits);
        if (made != nullptr) {
            chained_ids_.add(hash, static_cast<std::uint32_t>(chained_.size()));
            chained_.push_back({e.id, below, made});
        }
        return made;
    }

    bool collect_waiting(std::uint32_t waiting, token_collector& out) {
        out.begin(index_.size());
        out.add_words(index_.all());
        auto const nodes = index_.trie().nodes();
        word_finder const& finder = grammar().finder;
        std::vector<std::uint32_t> states(vocab::trie::max_token_bytes + 2, waiting - 1);
        walker walk;
        for (std::size_t i = 1; i < nodes.size();) {
            vocab::trie::node const n = nodes[i];
            std::uint32_t const at = finder.step(states[n.depth() - 1], n.byte());
            states[n.depth()] = at;
            if (finder.word(at) == word_finder::none) {
                ++i;
                continue;
            }
            place const p = after_word(finder.word(at));
            if (p.config == failed_config) {
                return false;
            }
            bool const live = store::is_live(p.config);
            std::size_t const first = live ? i + 1 : i;
            for (std::size_t k = first; k < i + n.skip(); ++k) {
                index_.trie().each_token(nodes[k], [&](token_id id) { out.remove(id); });
            }
            if (live && !walk.walk(
                            store_, nodes, i, p.config,
                            [&](vocab::trie::node m) { index_.trie().each_token(m, [&](token_id id) { out.add(id); }); },
                            [](std::size_t) {})) {
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
    mask_entry* publish(token_collector& out, std::span<std::uint32_t const> exits) {
        if (entries_.room() == 0) {
            store_.charge(static_cast<std::size_t>(-1) / 2);
            return nullptr;
        }
        auto const id = entries_.add();
        mask_entry& e = entries_[id];
        e.id = id;
        e.exits = arena_.copy(exits);
        if (out.dense()) {
            auto const words = arena_.copy(out.words());
            e.words = words.data();
            for (std::uint32_t const w : words) {
                e.count += static_cast<std::size_t>(std::popcount(w));
            }
            store_.charge(words.size_bytes());
        } else {
            e.ids = arena_.copy(out.ids());
            e.count = e.ids.size();
            store_.charge(e.ids.size_bytes());
        }
        store_.charge(sizeof(mask_entry) + exits.size_bytes());
        return &e;
    }

    struct chained {
        std::uint32_t from;
        config_id below;
        mask_entry const* to;
    };

    mask::grammar grammar_;
    index index_;
    store store_;
    std::mutex mutex_;
    pool<mask_entry> entries_;
    arena arena_;
    std::vector<chained> chained_;
    id_table chained_ids_;
    std::vector<mask_entry const*> waiting_;
};

}  // namespace parlance::mask::detail
