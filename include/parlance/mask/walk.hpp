// parlance/mask/walk.hpp - a vocabulary's trie against a configuration: which tokens it can take
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/branching.hpp>
#include <parlance/mask/detail/collector.hpp>
#include <parlance/mask/detail/entry.hpp>
#include <parlance/mask/detail/loop.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/mask/index.hpp>
#include <parlance/mask/slice.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask::detail {

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
          states_(vocabulary.depth() + 2),
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
        if (!apart) {  // it goes on with what the loop takes as well: every node
                       // counts
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
        if (nodes_[root].skip() < branching::large) {
            return among_few(root, from);
        }
        std::size_t const bottom = open_.size();
        if (!open(root, from)) {
            return false;
        }
        while (open_.size() > bottom) {
            level& here = open_.back();
            if (here.next == here.end) {
                open_.pop_back();
                continue;
            }
            branching::child const c = *here.next++;
            point const to = configs_.step(here.at, c.byte());
            if (!store::is_live(to.config)) {
                if (to.config == dead_config) {
                    continue;
                }
                ambiguous_ = to.config == ambiguous_config;
                return false;
            }
            vocab::trie::node const n = nodes_[c.node()];
            arrive(c.node(), n, to);
            if (n.skip() > 1 &&
                !(n.skip() < branching::large ? among_few(c.node(), to) : open(c.node(), to))) {
                return false;
            }
        }
        return true;
    }
    /// Whether the last walk ended because a free count mattered.
    [[nodiscard]] bool ambiguous() const noexcept { return ambiguous_; }
    /// The most ticks above free_count that any visited node had.
    [[nodiscard]] std::uint32_t ticks() const noexcept { return ticks_; }

private:
    /// A node whose children are being read: those that are left, and the configuration that reads them.
    struct level {
        branching::child const* next;
        branching::child const* end;
        point at;
    };
    enum class step : std::uint8_t { over, into, failed };

    /// Begins with the children of a large node, or, where it leads to a loop, reads all that is below it.
    bool open(std::size_t root, point const from) {
        if (nodes_[root].skip() >= worth_a_slice_ && between_code_points(root)) {
            if (loop const found = loop_finder(configs_).find(from); found.first != 0) {
                return below_in_loop(root, from, found);
            }
        }
        return open_children(root, from);
    }
    bool open_children(std::size_t root, point const from) {
        auto const children = index_.children().of(root);
        open_.push_back({children.data(), children.data() + children.size(), from});
        return true;
    }
    bool among_few(std::size_t root, point const from) {
        std::size_t const end = root + nodes_[root].skip();
        states_[nodes_[root].depth()] = from;
        for (std::size_t i = root + 1; i < end;) {
            step const s = visit(i);
            if (s == step::failed) {
                return false;
            }
            i += s == step::into ? 1 : nodes_[i].skip();
        }
        return true;
    }
    step visit(std::size_t i) {
        vocab::trie::node const n = nodes_[i];
        std::uint32_t const depth = n.depth();
        point const to = configs_.step(states_[depth - 1], n.byte());
        if (!store::is_live(to.config)) {
            ambiguous_ = to.config == ambiguous_config;
            return to.config == dead_config ? step::over : step::failed;
        }
        states_[depth] = to;
        arrive(i, n, to);
        return step::into;
    }
    void arrive(std::size_t i, vocab::trie::node n, point const to) {
        note_ticks(to.count);
        if (n.has_token()) {
            index_.trie().each_token(n, [&](token_id id) { tokens_.add(id); });
        }
        if (n.skip() > 1 && configs_.at(to.config).under) {
            exits_.nodes.push_back(static_cast<std::uint32_t>(i));
        }
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
    bool below_in_loop(std::size_t root, point const from, loop const& loop) {
        slice const* const made = index_.slice(root, loop.first, loop.later);
        if (made == nullptr) {
            return open_children(root, from);
        }
        slice const& taken = *made;
        index_.add_short(taken, loop.most, tokens_);
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
        for (branching::child const c : index_.children().of(root)) {
            bool const in = ((taken.first >> byte_groups[c.byte()]) & 1u) != 0;
            if (!in && !with(c.node(), from)) {
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
        std::span<std::uint8_t const> const bytes = bytes_of_group(group);
        return std::any_of(bytes.begin(), bytes.end(),
                           [&](std::uint8_t b) { return configs_.step(body, b).config != dead_config; });
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
    std::vector<point> states_;  // of the nodes on the way to the current one, by depth
    std::vector<level> open_;
    std::uint32_t worth_a_slice_;  // nodes; finding a loop costs as much as some hundred
    std::uint32_t ticks_ = 0;
    bool ambiguous_ = false;
};

}  // namespace parlance::mask::detail
