// parlance/mask/detail/vocabulary/impl/suffixes.ipp - definitions of what parlance/mask/detail/vocabulary/suffixes.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace parlance::mask::detail {

std::unique_ptr<suffixes const> suffixes::make(vocab::trie const& trie, array_ref<std::uint32_t const> places,
                                               bool behind, work& paid, std::size_t most) {
    std::unique_ptr<suffixes> out(new suffixes);
    if (!out->build(trie, places, behind, paid, most)) {
        return nullptr;
    }
    return out;
}

bool suffixes::build(vocab::trie const& trie, array_ref<std::uint32_t const> places, bool behind, work& paid,
                     std::size_t most) {
    constexpr std::uint64_t steps_of_a_place = 40;  // of the trie: read, kept and sorted
    auto const nodes = trie.nodes();
    vec<step> steps;  // those of one layer together
    auto const expand = [&](std::uint32_t p) {
        std::size_t const end = p + std::size_t{nodes[p].skip()};
        std::size_t c = p + std::size_t{1};
        if (c == end) {
            return;
        }
        places_.push_back(p);
        for (; c < end; c += nodes[c].skip()) {
            steps.push_back(step_to(nodes, c));
        }
    };
    nodes_.push_back({});
    for (std::uint32_t const p : places) {
        std::size_t const before = steps.size();
        if (behind) {
            expand(p);
        } else {
            steps.push_back(step_to(nodes, p));
        }
        if (!paid.spend(steps_of_a_place * (1 + steps.size() - before))) {
            return false;
        }
    }
    if (!paid_sort(steps, paid)) {
        return false;
    }
    vec<layer> todo;
    add_layers(steps, 0, 1, todo);
    vec<std::uint32_t> open{0};
    for (std::size_t paid_for = 0; !todo.empty();) {
        constexpr std::size_t between_payments = 128;
        if (std::size_t const made = nodes_.size() + steps.size(); made >= paid_for + between_payments) {
            if (!paid.spend(steps_of_a_place * (made - std::exchange(paid_for, made))) ||
                nodes_.size() > most) {
                return false;
            }
        }
        layer const here = todo.back();
        todo.pop_back();
        close(open, here.depth);
        open.push_back(static_cast<std::uint32_t>(nodes_.size()));
        nodes_.push_back({0, static_cast<std::uint32_t>(tokens_.size()),
                          static_cast<std::uint32_t>(places_.size()), here.depth,
                          byte_of(steps[here.first])});
        std::size_t const first = steps.size();
        for (std::size_t i = here.first; i < here.end; ++i) {
            std::uint32_t const p = node_of(steps[i]);
            trie.each_token(nodes[p], [&](vocab::token_id id) { tokens_.push_back(id); });
            expand(p);
        }
        std::sort(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end());
        add_layers(steps, first, static_cast<std::uint16_t>(here.depth + 1), todo);
    }
    close(open, 0);
    nodes_.push_back(
        {0, static_cast<std::uint32_t>(tokens_.size()), static_cast<std::uint32_t>(places_.size()), 0, 0});
    nodes_.shrink_to_fit();
    tokens_.shrink_to_fit();
    places_.shrink_to_fit();
    return nodes_.size() - 1 <= most;
}

void suffixes::add_layers(vec<step> const& steps, std::size_t first, std::uint16_t depth, vec<layer>& todo) {
    for (std::size_t i = steps.size(); i > first;) {
        std::size_t const end = i;
        for (; i > first && byte_of(steps[i - 1]) == byte_of(steps[end - 1]); --i) {}
        todo.push_back({i, end, depth});
    }
}

array_ref<std::uint32_t const> suffixes::tokens(std::size_t i) const noexcept {
    return array_ref{tokens_}.subspan(nodes_[i].first_token,
                                      nodes_[i + 1].first_token - nodes_[i].first_token);
}

array_ref<std::uint32_t const> suffixes::places(std::size_t i) const noexcept {
    return array_ref{places_}.subspan(nodes_[i].first_place,
                                      nodes_[i + 1].first_place - nodes_[i].first_place);
}

std::size_t suffixes::memory() const noexcept {
    return sizeof *this + nodes_.size() * sizeof(node) + (tokens_.size() + places_.size()) * 4;
}

void suffixes::close(vec<std::uint32_t>& open, std::size_t depth) {
    for (; open.size() > depth; open.pop_back()) {
        nodes_[open.back()].skip = static_cast<std::uint32_t>(nodes_.size()) - open.back();
    }
}

std::shared_ptr<suffixes const> suffix_memory::below(vocab::trie const& trie,
                                                     array_ref<std::uint32_t const> places, work& paid) {
    std::uint64_t hash = 11;
    for (std::uint32_t const p : places) {
        hash = mix(hash, p);
    }
    detail::lock_guard const lock(mutex_);
    if (asked_.note(hash)) {
        worth_keeping_ = (std::max)(worth_keeping_ / 2, 2u);
    }
    if (auto const* const found = kept_.find(hash); found != nullptr) {
        return std::equal(places.begin(), places.end(), found->value.of.begin(), found->value.of.end())
                   ? found->value.made
                   : nullptr;
    }
    if (asked_.of(hash) < worth_keeping_) {
        return nullptr;
    }
    std::shared_ptr<suffixes const> const out =
        suffixes::make(trie, places, true, paid, most_bytes / sizeof(suffixes::node));
    if (out == nullptr && paid.why() != errc::none) {
        return nullptr;
    }
    kept& made = kept_[hash];
    made.of.assign(places.begin(), places.end());
    made.made = out;
    bytes_ += made.bytes();
    if (bytes_ > most_bytes) {
        drop_some();
    }
    return out;
}

void suffix_memory::drop_some() {
    while (bytes_ > most_bytes / 2) {
        worth_keeping_ *= 2;
        erase_if(kept_, [&](auto const& k) {
            bool const dropped = asked_.of(k.hash) < worth_keeping_;
            bytes_ -= dropped ? k.value.bytes() : 0;
            return dropped;
        });
    }
}

std::size_t suffix_memory::memory() const {
    detail::lock_guard const lock(mutex_);
    return bytes_;
}

}  // namespace parlance::mask::detail
