// parlance/mask/detail/suffixes.hpp - what the tokens below many nodes of a trie go on with, each ending once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/pool.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace parlance::mask::detail {

/// The subtrees of some nodes of a trie laid over each other: a quote and a comma behind a thousand words are two nodes
/// here.  One walk from one configuration reads them all.  Stored depth first like the trie; node 0 stands for all of
/// the places that it was made of.
class suffixes {
public:
    struct node {
        std::uint32_t skip = 0;  // nodes in the subtree, itself included
        std::uint32_t first_token = 0;
        std::uint32_t first_place = 0;
        std::uint16_t depth = 0;
        std::uint8_t byte = 0;
    };

    /// behind   of `places`, what is below them; otherwise they are themselves the first step
    suffixes(vocab::trie const& trie, std::span<std::uint32_t const> places, bool behind) {
        auto const nodes = trie.nodes();
        std::vector<step> steps;  // those of one layer together
        std::vector<layer> todo{{0, 0, 0}};
        std::vector<std::uint32_t> open;
        while (!todo.empty()) {
            layer const here = todo.back();
            todo.pop_back();
            close(open, here.depth);
            open.push_back(static_cast<std::uint32_t>(nodes_.size()));
            nodes_.push_back({0, static_cast<std::uint32_t>(tokens_.size()),
                              static_cast<std::uint32_t>(places_.size()), here.depth,
                              here.depth == 0 ? std::uint8_t{0} : steps[here.first].byte});
            std::size_t const first = steps.size();
            auto const expand = [&](std::uint32_t p) {
                if (nodes[p].skip() == 1) {
                    return;
                }
                places_.push_back(p);
                for (std::size_t c = p + std::size_t{1}; c < p + std::size_t{nodes[p].skip()};
                     c += nodes[c].skip()) {
                    steps.push_back({nodes[c].byte(), static_cast<std::uint32_t>(c)});
                }
            };
            for (std::size_t i = here.first; i < here.end; ++i) {
                std::uint32_t const p = steps[i].node;
                trie.each_token(nodes[p], [&](vocab::token_id id) { tokens_.push_back(id); });
                expand(p);
            }
            if (here.depth == 0) {
                for (std::uint32_t const p : places) {
                    if (behind) {
                        expand(p);
                    } else {
                        steps.push_back({nodes[p].byte(), p});
                    }
                }
            }
            std::sort(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end());
            for (std::size_t i = steps.size(); i > first;) {
                std::size_t const end = i;
                for (; i > first && steps[i - 1].byte == steps[end - 1].byte; --i) {}
                todo.push_back({i, end, static_cast<std::uint16_t>(here.depth + 1)});
            }
        }
        close(open, 0);
        nodes_.push_back({0, static_cast<std::uint32_t>(tokens_.size()),
                          static_cast<std::uint32_t>(places_.size()), 0, 0});
        nodes_.shrink_to_fit();
        tokens_.shrink_to_fit();
        places_.shrink_to_fit();
    }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size() - 1; }
    [[nodiscard]] node const& operator[](std::size_t i) const noexcept { return nodes_[i]; }
    /// Tokens that end at node `i`.
    [[nodiscard]] std::span<std::uint32_t const> tokens(std::size_t i) const noexcept {
        return std::span{tokens_}.subspan(nodes_[i].first_token,
                                          nodes_[i + 1].first_token - nodes_[i].first_token);
    }
    /// The trie's nodes that `i` stands for, those with children, ascending.
    [[nodiscard]] std::span<std::uint32_t const> places(std::size_t i) const noexcept {
        return std::span{places_}.subspan(nodes_[i].first_place,
                                          nodes_[i + 1].first_place - nodes_[i].first_place);
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        return sizeof *this + nodes_.size() * sizeof(node) + (tokens_.size() + places_.size()) * 4;
    }

private:
    struct step {
        std::uint8_t byte = 0;
        std::uint32_t node = 0;
        friend auto operator<=>(step const&, step const&) = default;
    };
    struct layer {
        std::size_t first = 0;
        std::size_t end = 0;
        std::uint16_t depth = 0;
    };
    void close(std::vector<std::uint32_t>& open, std::size_t depth) {
        for (; open.size() > depth; open.pop_back()) {
            nodes_[open.back()].skip = static_cast<std::uint32_t>(nodes_.size()) - open.back();
        }
    }

    std::vector<node> nodes_;  // and one more
    std::vector<std::uint32_t> tokens_;
    std::vector<std::uint32_t> places_;
};

/// The suffixes behind lists of nodes that are walked again and again, whichever grammar does.  Safe to use from several
/// threads; what was handed out lives as long as this.
class suffix_memory {
public:
    /// What is below `places`; nullptr when that was never asked for before, or when no more is kept.
    [[nodiscard]] suffixes const* below(vocab::trie const& trie, std::span<std::uint32_t const> places) {
        std::uint64_t hash = 11;
        for (std::uint32_t const p : places) {
            hash = mix(hash, p);
        }
        std::lock_guard const lock(mutex_);
        auto const found = kept_.find(hash);
        if (found != kept_.end()) {
            return std::equal(places.begin(), places.end(), found->second.of.begin(), found->second.of.end())
                       ? found->second.made.get()
                       : nullptr;
        }
        if (bytes_ > most_bytes || !seen_.contains(hash)) {
            if (seen_.size() >= most_seen) {
                seen_.clear();
            }
            seen_.try_emplace(hash, true);
            return nullptr;
        }
        kept& made = kept_[hash];
        made.of.assign(places.begin(), places.end());
        made.made = std::make_unique<suffixes const>(trie, places, true);
        bytes_ += sizeof(kept) + 64 + made.of.size() * 4 + made.made->memory();
        return made.made.get();
    }
    [[nodiscard]] std::size_t memory() const {
        std::lock_guard const lock(mutex_);
        return bytes_;
    }

private:
    struct kept {
        std::vector<std::uint32_t> of;
        std::unique_ptr<suffixes const> made;
    };
    static constexpr std::size_t most_bytes = std::size_t{1} << 18;
    static constexpr std::size_t most_seen = 4096;

    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, kept> kept_;
    std::unordered_map<std::uint64_t, bool> seen_;
    std::size_t bytes_ = 0;
};

}  // namespace parlance::mask::detail
