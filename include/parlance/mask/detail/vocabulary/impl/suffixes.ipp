// parlance/mask/detail/vocabulary/impl/suffixes.ipp - definitions of what parlance/mask/detail/vocabulary/suffixes.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/folded/folding.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
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

std::unique_ptr<suffixes const> suffixes::make_folded(vocab::trie const& trie, std::size_t tokens,
                                                      folding const& how, work& paid) {
    std::unique_ptr<suffixes> out(new suffixes);
    out->how_ = how;
    std::uint32_t const root = 0;
    bool const made =
        out->build(trie, {&root, trie.nodes().empty() ? 0u : 1u}, true, paid, ~std::size_t{0}) &&
        out->keep_sets(tokens, paid);
    return made ? std::move(out) : nullptr;
}

bool suffixes::keep_sets(std::size_t tokens, work& paid) {
    // so that the sets have no more words than twice as many as there are tokens
    std::size_t const many = tokens / 64;
    for (std::uint32_t i = 1; i < size(); ++i) {
        auto const ids = this->tokens(i);
        if (ids.size() <= many) {
            continue;
        }
        if (!paid.spend(words_for(tokens) + ids.size())) {
            return false;
        }
        vec<std::uint32_t> words(words_for(tokens), 0);
        bitmask out{words};
        for (std::uint32_t const id : ids) {
            out.set(id);
        }
        sets_.push_back({i, token_set(std::move(words))});
    }
    return true;
}

token_set const* suffixes::as_set(std::size_t i) const noexcept {
    auto const found = std::lower_bound(sets_.begin(), sets_.end(), i,
                                        [](kept_set const& s, std::size_t of) { return s.node < of; });
    return found != sets_.end() && found->node == i ? &found->tokens : nullptr;
}

bool suffixes::build(vocab::trie const& trie, array_ref<std::uint32_t const> places, bool behind, work& paid,
                     std::size_t most) {
    std::array<std::uint8_t, 256> folded{};
    for (unsigned b = 0; b < 256; ++b) {
        folded[b] = how_.folds ? how_.folded(static_cast<std::uint8_t>(b)) : static_cast<std::uint8_t>(b);
    }
    // of the trie: read, kept and sorted, which the children of a node are, but for letters
    std::uint64_t const steps_of_a_place = how_.folds ? 8 : 40;
    auto const nodes = trie.nodes();
    vec<step> steps;  // those of one layer together
    auto const expand = [&](std::uint32_t p) {
        std::size_t const end = p + std::size_t{nodes[p].skip()};
        std::size_t c = p + std::size_t{1};
        if (c == end) {
            return;
        }
        if (!how_.folds) {
            places_.push_back(p);
        }
        for (; c < end; c += nodes[c].skip()) {
            steps.push_back(step_to(c, folded[nodes[c].byte()]));
        }
    };
    nodes_.push_back({});
    for (std::uint32_t const p : places) {
        std::size_t const before = steps.size();
        if (behind) {
            expand(p);
        } else {
            steps.push_back(step_to(p, nodes[p].byte()));
        }
        if (!paid.spend(steps_of_a_place * (1 + steps.size() - before))) {
            return false;
        }
    }
    if (!sort(steps, paid)) {
        return false;
    }
    vec<layer> todo;
    add_layers(steps, 0, 1, todo);
    vec<std::uint32_t> open{0};
    std::size_t paid_for = 0;
    auto const pay = [&] {
        std::size_t const made = nodes_.size() + steps.size();
        return made < paid_for + between_payments ||
               (paid.spend(steps_of_a_place * (made - std::exchange(paid_for, made))) &&
                nodes_.size() <= most && make_room(steps, paid));
    };
    while (!todo.empty()) {
        layer const here = todo.back();
        todo.pop_back();
        close(open, here.depth);
        open.push_back(static_cast<std::uint32_t>(nodes_.size()));
        if (!pay()) {
            return false;
        }
        nodes_.push_back({0, static_cast<std::uint32_t>(tokens_.size()),
                          static_cast<std::uint32_t>(places_.size()), here.depth,
                          byte_of(steps[here.first])});
        std::size_t const first = steps.size();
        bool const is_long = here.end - here.first > between_payments;
        for (std::size_t i = here.first; i < here.end; ++i) {
            std::uint32_t const p = node_of(steps[i]);
            if (is_long && !pay()) {
                return false;
            }
            trie.each_token(nodes[p], [&](vocab::token_id id) { tokens_.push_back(id); });
            expand(p);
        }
        if (steps.size() - first > 1) {
            sort_layer(steps, first);
        }
        add_layers(steps, first, static_cast<std::uint16_t>(here.depth + 1), todo);
    }
    close(open, 0);
    nodes_.push_back(
        {0, static_cast<std::uint32_t>(tokens_.size()), static_cast<std::uint32_t>(places_.size()), 0, 0});
    return nodes_.size() - 1 <= most && fit(paid);
}

bool suffixes::sort(vec<step>& steps, work& paid) { return paid_sort(steps, paid); }

bool suffixes::fit(work& paid) {
    return paid_fit(nodes_, paid) && paid_fit(tokens_, paid) && paid_fit(places_, paid);
}

bool suffixes::make_room(vec<step>& steps, work& paid) {
    // until the next payment comes, the children of one node more
    constexpr std::size_t more = between_payments + most_children + 1;
    return paid_room(steps, more, paid) && paid_room(nodes_, more, paid) && paid_room(tokens_, more, paid) &&
           paid_room(places_, more, paid);
}

void suffixes::sort_layer(vec<step>& steps, std::size_t first) {
    constexpr std::size_t few = 512;
    if (steps.size() - first < few) {
        std::sort(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end());
        return;
    }
    // those of one byte are sorted already: by counting
    std::array<std::size_t, 257> begin{};
    for (std::size_t i = first; i < steps.size(); ++i) {
        ++begin[byte_of(steps[i]) + 1u];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    vec<step> const before(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end());
    for (step const s : before) {
        steps[first + begin[byte_of(s)]++] = s;
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
    std::size_t bytes = sizeof *this + nodes_.size() * sizeof(node) + (tokens_.size() + places_.size()) * 4;
    for (kept_set const& s : sets_) {
        bytes += sizeof s + s.tokens.memory();
    }
    return bytes;
}

void suffixes::close(vec<std::uint32_t>& open, std::size_t depth) {
    for (; open.size() > depth; open.pop_back()) {
        nodes_[open.back()].skip = static_cast<std::uint32_t>(nodes_.size()) - open.back();
    }
}

suffixes const* folded_tokens::get(folding const& how, vocab::trie const& trie, std::size_t tokens,
                                   work& paid) {
    auto& known = made_[how.number()];
    {
        detail::lock_guard const lock(mutex_);
        if (known != nullptr) {
            return known.get();
        }
    }
    std::unique_ptr<suffixes const> made = suffixes::make_folded(trie, tokens, how, paid);
    detail::lock_guard const lock(mutex_);
    if (known == nullptr) {  // else another thread was first
        known = std::move(made);
    }
    return known.get();
}

std::size_t folded_tokens::memory() const {
    detail::lock_guard const lock(mutex_);
    std::size_t bytes = 0;
    for (auto const& made : made_) {
        bytes += made == nullptr ? 0 : made->memory();
    }
    return bytes;
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
