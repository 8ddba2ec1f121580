// parlance/mask/walk.hpp - a vocabulary's trie against a configuration: which tokens it can take
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/store.hpp>
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
    /// Visits the nodes below `root` that can be read from `from`: found(node) for each.
    ///
    /// popped(node index)  the configuration at the node has popped its bottom, and the node has children
    /// returns             false when a limit was reached
    template <class Found, class Popped>
    bool walk(store& configs, std::span<vocab::trie::node const> nodes, std::size_t root, config_id from,
              Found&& found, Popped&& popped) {
        std::size_t const end = root + nodes[root].skip();
        std::uint32_t const base = nodes[root].depth();
        if (states_.size() < vocab::trie::max_token_bytes + 2) {
            states_.resize(vocab::trie::max_token_bytes + 2);
        }
        states_[base] = from;
        for (std::size_t i = root + 1; i < end;) {
            vocab::trie::node const n = nodes[i];
            std::uint32_t const depth = n.depth();
            config_id const to = configs.step(states_[depth - 1], n.byte());
            if (to <= failed_config) {
                if (to == failed_config) {
                    return false;
                }
                i += n.skip();
                continue;
            }
            states_[depth] = to;
            if (n.has_token()) {
                found(n);
            }
            if (n.skip() > 1 && configs.at(to).under) {
                popped(i);
            }
            ++i;
        }
        return true;
    }

private:
    std::vector<config_id> states_;
};

}  // namespace parlance::mask::detail
