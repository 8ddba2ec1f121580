// parlance/mask/walk.hpp - a vocabulary's trie against a configuration: which tokens it can take
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/mask/index.hpp>
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
        most_ = 256;
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
    /// Number of bits, if they are few in the end, in which case they become a list again.
    std::size_t finish() {
        if (!dense_) {
            return 0;
        }
        std::size_t count = 0;
        for (std::uint32_t const w : words_) {
            count += static_cast<std::size_t>(std::popcount(w));
        }
        if (count <= tokens_ / 48) {
            few_.clear();
            for (std::size_t w = 0; w < words_.size(); ++w) {
                for (std::uint32_t bits = words_[w]; bits != 0; bits &= bits - 1) {
                    few_.push_back(static_cast<std::uint32_t>(
                        32 * w + static_cast<std::size_t>(std::countr_zero(bits))));
                }
            }
            dense_ = false;
        }
        return count;
    }
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

/// Finds the slice that can be taken from a configuration at once: groups of code points of which any may come first
/// and lead to one loop, and groups that the loop takes for ever, or until its count is used up.
class loop_finder {
public:
    explicit loop_finder(store& configs) : configs_(configs) {}

    struct loop {
        group_set first = 0;
        group_set later = 0;
        std::uint32_t most = 0xFFFF'FFFF;  // code points that the count allows
        point body;                        // behind the first
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
            out.body = in;
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
            if (((out >> g) & 1u) != 0 &&
                !arrives(configs_.step(from, static_cast<std::uint8_t>(b)), count)) {
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
            if (((out.later >> g) & 1u) != 0 &&
                store::is_live(configs_.step(last, static_cast<std::uint8_t>(b)).config)) {
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

/// A loop that pops the bottom after any of its code points: every node inside it is an exit.
struct loop_exit {
    slice const* of = nullptr;
    std::uint32_t most = 0;  // code points that its count allowed
    friend bool operator==(loop_exit const&, loop_exit const&) = default;
};

/// Where a walk popped the bottom: nodes with children, and whole loops.
struct exit_list {
    std::vector<std::uint32_t> nodes;
    std::vector<loop_exit> loops;
};

/// Walks a vocabulary's trie; keeps the memory that takes.
///
/// tokens  gets every token that is read
/// exits   gets every place at which the configuration has popped its bottom and the trie goes on
class walker {
public:
    walker(store& configs, index const& vocabulary, token_collector& tokens, exit_list& exits)
        : configs_(configs),
          index_(vocabulary),
          nodes_(vocabulary.trie().nodes()),
          tokens_(tokens),
          exits_(exits),
          states_(vocab::trie::max_token_bytes + 2),
          worth_a_slice_(static_cast<std::uint32_t>(std::clamp<std::size_t>(nodes_.size() / 128, 8, 1500))) {}

    /// What the frame below, `behind`, makes of the places inside a loop.
    bool below_loop(loop_exit const& loop, point const behind) {
        if (configs_.at(behind.config).under) {
            exits_.loops.push_back(loop);
        }
        bool apart = true;
        for (unsigned group = 0; group < 32 && apart; ++group) {
            apart = ((loop.of->later >> group) & 1u) == 0 || !takes_any(behind, group);
        }
        if (!apart) {  // it goes on with what the loop takes as well: every node counts
            bool done = true;
            index_.each_inside(*loop.of, [&](std::size_t node, std::uint32_t points) {
                done = done && (points > loop.most || below(node, behind));
            });
            return done;
        }
        for (unsigned group = 0; group < 32; ++group) {
            if (loop.of->exits[group].empty() || !takes_any(behind, group)) {
                continue;
            }
            for (slice::place const& p : loop.of->exits[group]) {
                if (p.points <= loop.most && !with(p.node, behind)) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Everything below node `root`, from the configuration there.  False when a limit was reached, or a free count met
    /// a bound.
    bool below(std::size_t root, point const from) {
        if (nodes_[root].skip() >= worth_a_slice_ && between_code_points(root)) {
            if (loop_finder::loop const loop = loop_finder(configs_).find(from); loop.first != 0) {
                return below_in_loop(root, from, loop);
            }
        }
        std::size_t const end = root + nodes_[root].skip();
        states_[nodes_[root].depth()] = from;
        for (std::size_t i = root + 1; i < end;) {
            step const s = visit(i);
            if (s == step::failed) {
                return false;
            }
            bool const large = s == step::into && nodes_[i].skip() >= worth_a_slice_;
            if (large && !below(i, states_[nodes_[i].depth()])) {
                return false;
            }
            i += s == step::into && !large ? 1 : nodes_[i].skip();
        }
        return true;
    }
    /// Whether the last walk ended because a free count mattered.
    [[nodiscard]] bool ambiguous() const noexcept { return ambiguous_; }
    /// The most ticks above free_count that any visited node had.
    [[nodiscard]] std::uint32_t ticks() const noexcept { return ticks_; }

private:
    enum class step : std::uint8_t { over, into, failed };

    step visit(std::size_t i) {
        vocab::trie::node const n = nodes_[i];
        std::uint32_t const depth = n.depth();
        point const to = configs_.step(states_[depth - 1], n.byte());
        if (!store::is_live(to.config)) {
            ambiguous_ = to.config == ambiguous_config;
            return to.config == dead_config ? step::over : step::failed;
        }
        states_[depth] = to;
        note_ticks(to.count);
        if (n.has_token()) {
            index_.trie().each_token(n, [&](token_id id) { tokens_.add(id); });
        }
        if (n.skip() > 1 && configs_.at(to.config).under) {
            exits_.nodes.push_back(static_cast<std::uint32_t>(i));
        }
        return step::into;
    }
    void note_ticks(std::uint32_t count) noexcept {
        if (count > free_count) {
            ticks_ = std::max(ticks_, count - free_count);
        }
    }
    /// Node `i` itself and what is below it, its parent having been read to `from`.
    bool with(std::size_t i, point const from) {
        states_[nodes_[i].depth() - 1] = from;
        step const s = visit(i);
        return s == step::into ? below(i, states_[nodes_[i].depth()]) : s != step::failed;
    }
    bool between_code_points(std::size_t node) const noexcept {
        return node == 0 || nodes_[node].byte() < 0x80;
    }

    /// The same as below(), with the tokens of a slice taken at once.  In the loop a configuration is known from the
    /// number of code points, so the walk begins where tokens leave it.
    bool below_in_loop(std::size_t root, point const from, loop_finder::loop const& loop) {
        slice const& taken = index_.slice(root, loop.first, loop.later);
        index_.add_short(taken, loop.most, tokens_.open_words());
        if (loop.body.count >= free_count && taken.longest > 0) {
            note_ticks(loop.body.count + (taken.longest - 1) * loop.per_step);
        }
        if (configs_.at(loop.body.config).under) {
            exits_.loops.push_back({&taken, loop.most});
        }
        auto const at = [&](slice::place const& p) {
            return p.points == 0 ? from
                                 : point{loop.body.config, loop.body.count + (p.points - 1) * loop.per_step};
        };
        std::size_t const end = root + nodes_[root].skip();
        for (std::size_t i = root + 1; i < end; i += nodes_[i].skip()) {
            bool const in = ((taken.first >> byte_groups[nodes_[i].byte()]) & 1u) != 0;
            if (!in && !with(i, from)) {
                return false;
            }
        }
        for (unsigned group = 0; group < 32; ++group) {
            if (taken.exits[group].empty() || !takes_any(loop.body, group)) {
                continue;
            }
            for (slice::place const& p : taken.exits[group]) {
                if (p.points <= loop.most && !with(p.node, at(p))) {
                    return false;
                }
            }
        }
        for (slice::place const& p : taken.partial) {
            if (p.points <= loop.most && !partial(p.node, at(p))) {
                return false;
            }
        }
        return true;
    }
    bool takes_any(point const body, unsigned group) {
        for (unsigned b = 0; b < 256; ++b) {
            if (byte_groups[b] == group &&
                configs_.step(body, static_cast<std::uint8_t>(b)).config != dead_config) {
                return true;
            }
        }
        return false;
    }
    /// A lead byte and what is below it, without what is below whole code points.
    bool partial(std::size_t i, point const from) {
        std::size_t const end = i + nodes_[i].skip();
        std::size_t const length = utf8::sequence_length(nodes_[i].byte());
        std::uint32_t const top = nodes_[i].depth();
        states_[top - 1] = from;
        std::uint32_t whole = top;  // depth down to which the bytes are one code point so far
        for (std::size_t k = i; k < end;) {
            std::uint32_t const depth = nodes_[k].depth();
            whole = std::min(whole, depth);
            bool const goes_on = depth == top || (whole == depth && (nodes_[k].byte() & 0xC0) == 0x80);
            if (goes_on && depth - top + 1 == length) {
                k += nodes_[k].skip();
                continue;
            }
            step const s = visit(k);
            if (s == step::failed) {
                return false;
            }
            whole = goes_on && s == step::into ? depth + 1 : whole;
            k += s == step::into ? 1 : nodes_[k].skip();
        }
        return true;
    }

    store& configs_;
    index const& index_;
    std::span<vocab::trie::node const> nodes_;
    token_collector& tokens_;
    exit_list& exits_;
    std::vector<point> states_;
    std::uint32_t worth_a_slice_;  // nodes; finding a loop costs as much as some hundred
    std::uint32_t ticks_ = 0;
    bool ambiguous_ = false;
};

}  // namespace parlance::mask::detail
