// parlance/mask/walk.hpp - a vocabulary's trie against a configuration: which tokens it can take
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/mask/slice.hpp>
#include <parlance/vocab/trie.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask::detail {

/// Tokens as they are found: a list while they are few, bits when they are many.
class token_collector {
public:
    /// `tokens` is the size of the vocabulary.
    void begin(std::size_t tokens) {
        few_.clear();
        most_ = tokens / 48;
        dense_ = false;
        tokens_ = tokens;
    }
    void add(std::uint32_t id) {
        if (dense_) {
            words_[id / 32] |= std::uint32_t{1} << (id % 32);
            return;
        }
        few_.push_back(id);
        if (few_.size() > most_) {
            become_dense();
        }
    }
    void add(std::span<std::uint32_t const> ids) {
        for (std::uint32_t const id : ids) {
            add(id);
        }
    }
    void add_words(std::span<std::uint32_t const> words) {
        become_dense();
        for (std::size_t w = 0; w < words.size(); ++w) {
            words_[w] |= words[w];
        }
    }
    /// All of the words, to add bits to.
    [[nodiscard]] std::span<std::uint32_t> open_words() {
        become_dense();
        return words_;
    }
    void remove(std::uint32_t id) {
        become_dense();
        words_[id / 32] &= ~(std::uint32_t{1} << (id % 32));
    }
    [[nodiscard]] bool dense() const noexcept { return dense_; }
    [[nodiscard]] std::span<std::uint32_t const> words() const noexcept { return words_; }
    /// Sorted, each once.
    [[nodiscard]] std::span<std::uint32_t const> ids() {
        std::sort(few_.begin(), few_.end());
        few_.erase(std::unique(few_.begin(), few_.end()), few_.end());
        return few_;
    }

private:
    void become_dense() {
        if (dense_) {
            return;
        }
        dense_ = true;
        words_.assign(words_for(tokens_), 0u);
        for (std::uint32_t const id : few_) {
            add(id);
        }
    }

    std::vector<std::uint32_t> few_;
    std::vector<std::uint32_t> words_;
    std::size_t most_ = 0;
    std::size_t tokens_ = 0;
    bool dense_ = false;
};

/// Walks tries; keeps the memory that takes.
class walker {
public:
    explicit walker(store& configs) : configs_(configs), states_(vocab::trie::max_token_bytes + 2) {}

    /// Visits the nodes below `root` that can be read from `from`: found(node) for each.
    ///
    /// popped(node index)  the configuration at the node has popped its bottom, and the node has children
    /// returns             false when a limit was reached, or a free count met a bound
    template <class Found, class Popped>
    bool walk(std::span<vocab::trie::node const> nodes, std::size_t root, point from, Found&& found, Popped&& popped) {
        std::size_t const end = root + nodes[root].skip();
        states_[nodes[root].depth()] = from;
        for (std::size_t i = root + 1; i < end;) {
            step const s = visit(nodes[i], i, found, popped);
            if (s == step::failed) {
                return false;
            }
            i += s == step::into ? 1 : nodes[i].skip();
        }
        return true;
    }
    /// The same over the nodes that a slice leaves, from the root.
    template <class Found, class Popped>
    bool walk_rest(std::span<vocab::trie::node const> nodes, slice const& of, point from, Found&& found,
                   Popped&& popped) {
        states_[0] = from;
        for (std::size_t i = 1; i < of.rest.size();) {
            slice::kept const k = of.rest[i];
            step const s = visit(nodes[k.node], k.node, found, popped);
            if (s == step::failed) {
                return false;
            }
            i += s == step::into ? 1 : k.skip;
        }
        return true;
    }
    /// Whether the last walk ended because a free count mattered.
    [[nodiscard]] bool ambiguous() const noexcept { return ambiguous_; }
    /// The most ticks above free_count that any visited node had.
    [[nodiscard]] std::uint32_t ticks() const noexcept { return ticks_; }

private:
    enum class step : std::uint8_t { over, into, failed };

    template <class Found, class Popped>
    step visit(vocab::trie::node const n, std::size_t i, Found& found, Popped& popped) {
        std::uint32_t const depth = n.depth();
        point const to = configs_.step(states_[depth - 1], n.byte());
        if (!store::is_live(to.config)) {
            ambiguous_ = to.config == ambiguous_config;
            return to.config == dead_config ? step::over : step::failed;
        }
        states_[depth] = to;
        if (to.count > free_count) {
            ticks_ = std::max(ticks_, to.count - free_count);
        }
        if (n.has_token()) {
            found(n);
        }
        if (n.skip() > 1 && configs_.at(to.config).under) {
            popped(i);
        }
        return step::into;
    }

    store& configs_;
    std::vector<point> states_;
    std::uint32_t ticks_ = 0;
    bool ambiguous_ = false;
};

/// Finds the slice that can be taken from a configuration at once: groups of code points of which any may come first
/// and lead to one loop, and groups that the loop takes for ever, or until its count is used up.
class loop_finder {
public:
    explicit loop_finder(store& configs) : configs_(configs) {}

    struct loop {
        group_set first = 0;
        group_set later = 0;
        std::uint32_t most = 0xFFFF'FFFF;  // code points that the count allows
        std::uint32_t start = 0;           // the count behind the first
        std::uint32_t per_step = 0;        // what each of the others adds
    };
    /// Empty groups when there is no loop worth it.
    loop find(point const from) {
        loop out;
        for (std::uint8_t const probe : {std::uint8_t{'n'}, std::uint8_t{'N'}, std::uint8_t{' '}}) {
            point const in = configs_.step(from, probe);
            if (!store::is_live(in.config)) {
                continue;
            }
            body_ = configs_.at(in.config).form;
            point const again = configs_.step(in, probe);
            if (!store::is_live(again.config) || configs_.at(again.config).form != body_) {
                continue;
            }
            per_step_ = again.count - in.count;
            start_ = in.count;
            out.later = groups(in, in.count + per_step_);
            out.first = groups(from, start_);
            constexpr group_set letters = (group_set{1} << 26) | (group_set{1} << 28);
            if ((out.later & letters) == 0 || out.first == 0) {
                return {};
            }
            out.start = in.count;
            out.per_step = per_step_;
            return limit(in, out) ? out : loop{};
        }
        return out;
    }

private:
    /// The groups of which every code point leads from `from` to the loop with this count.
    group_set groups(point from, std::uint32_t count) {
        group_set out = ~group_set{0};
        for (unsigned b = 0; b < 0x80; ++b) {
            unsigned const g = byte_groups[b];
            if (((out >> g) & 1u) != 0 && !arrives(configs_.step(from, static_cast<std::uint8_t>(b)), count)) {
                out &= ~(group_set{1} << g);
            }
        }
        out &= ~(group_set{1} << malformed);
        if (!takes_all_beyond_ascii(from, count)) {
            out &= ~(group_set{1} << beyond_ascii);
        }
        return out;
    }
    bool arrives(point const p, std::uint32_t count) const noexcept {
        return store::is_live(p.config) && configs_.at(p.config).form == body_ &&
               (configs_.at(p.config).form->slot == 0 || p.count == count);
    }
    bool takes_all_beyond_ascii(point const from, std::uint32_t count) {
        for (unsigned lead = 0xC2; lead <= 0xF4; ++lead) {
            utf8::byte_range const second = utf8::second_byte(static_cast<std::uint8_t>(lead));
            point const p = configs_.step(from, static_cast<std::uint8_t>(lead));
            auto const length = static_cast<unsigned>(utf8::sequence_length(static_cast<std::uint8_t>(lead)));
            if (!takes_rest(p, second.low, second.high, length - 1, count)) {
                return false;
            }
        }
        return true;
    }
    bool takes_rest(point const p, unsigned low, unsigned high, unsigned left, std::uint32_t count) {
        if (!store::is_live(p.config)) {
            return false;
        }
        config_id last = unknown_config;
        for (unsigned b = low; b <= high; ++b) {
            point const to = configs_.step(p, static_cast<std::uint8_t>(b));
            if (to.config == last) {
                continue;
            }
            last = to.config;
            if (left == 1 ? !arrives(to, count) : !takes_rest(to, 0x80, 0xBF, left - 1, count)) {
                return false;
            }
        }
        return true;
    }
    /// How many code points fit; false when it matters what else there is beyond them.
    bool limit(point const in, loop& out) {
        if (body_->slot == 0 || per_step_ == 0 || in.count >= free_count) {
            return true;
        }
        stack_node const& k = configs_.node(body_->slot);
        if (k.ticks != inside) {
            return false;
        }
        point last = in;
        last.count = configs_.code().counts[k.count].high;
        out.most = 1 + (last.count - in.count) / per_step_;
        for (unsigned b = 0; b < 256; ++b) {
            unsigned const g = b < 0x80 ? byte_groups[b] : beyond_ascii;
            if (((out.later >> g) & 1u) != 0 && store::is_live(configs_.step(last, static_cast<std::uint8_t>(b)).config)) {
                return false;
            }
        }
        return true;
    }

    store& configs_;
    shape const* body_ = nullptr;
    std::uint32_t per_step_ = 0;
    std::uint32_t start_ = 0;
};

}  // namespace parlance::mask::detail
