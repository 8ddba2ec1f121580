// parlance/mask/detail/generation/impl/generation.ipp - definitions of what parlance/mask/detail/generation/generation.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/loop/text_reach.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/endings.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/trigger/watch.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/masks.hpp>
#include <parlance/mask/detail/walk/plain_walk.hpp>
#include <parlance/mask/detail/walk/walk.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace parlance::mask::detail {

generation::generation(mask::grammar g, mask::token_index tokens, std::size_t bytes, stop_token asked)
    : grammar_(std::move(g)),
      index_(std::move(tokens)),
      store_(grammar_.data().code, grammar_.data().bounds, bytes, index_.data().depth(), asked),
      places_(store_),
      masks_(store_, index_.data(), grammar_.data().bounds, bytes),
      unread_(index_.data(), store_.budget()) {
    if (grammar().starts.expression() != nullptr) {
        watch_.emplace(*grammar().starts.expression(), store_);
    }
}

place generation::start() {
    if (grammar().starts.kind() != trigger::start::at_once) {
        return waiting_at(watch_ ? watch_->begin() : 0);
    }
    return settled(root());
}

place generation::interrupted() const noexcept { return waiting_at(watch_ ? watch_->interrupted() : 0); }

place generation::hear(std::uint32_t waiting, std::uint8_t byte) {
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

object_rule generation::object_at(place const& p, bool inside_one) const noexcept {
    object_rule out;
    automaton const& code = store_.code();
    for (item const i : store_.at(p.config).form->items) {
        for (byte_edge const& e : code.bytes_of(i.state)) {
            if (e.low > '{' || e.high < '{') {
                continue;
            }
            object_rule const here = grammar().objects[code.rule_of[i.state]];
            if (!here && !inside_one) {
                return here;
            }
            out = out && here ? either(*out, *here) : out ? out : here;
        }
    }
    return out;
}

mask_entry const* generation::mask(place const& p) {
    if (store_.budget().is_near_limit()) {
        return mask_within_limits(p);
    }
    mask_entry const* const made = p.waiting != 0 ? waiting_mask(p.waiting) : mask_of_parts(for_masks(p));
    return made != nullptr && store_.budget().is_near_limit() ? mask_within_limits(p) : made;
}

place generation::for_masks(place p) {
    if (p.base == 0) {
        p.go(store_.for_masks(p.at()));
    }
    return p;
}

mask_entry const* generation::mask_of_parts(place const& p) {
    if (has_nested_counts(p) || reads_counted_letters(p) || masks_.counts_outside(p.at()) ||
        reads_words_below(p) || returns_into_counts(p)) {
        return masks_.at_place(p, [&] { return counted_mask(p); });
    }
    return walk_parts(p);
}

mask_entry const* generation::walk_parts(place const& p) {
    mask_entry const* const own = p.base == 0 ? masks_.whole_mask(p.at()) : masks_.first_mask(p.at());
    if (own == nullptr || p.base == 0 || own->closed) {
        return own;
    }
    return masks_.over_frames(*own, p.base, [&] { return with_frames(own, p.base); });
}

mask_entry const* generation::mask_within_limits(place const& p) {
    return masks_.at_place(p, [&] {
        plain_walk walk(*this);
        token_collector out;
        walk.run(p, out);
        return masks_.add(out, walk.limit());
    });
}

mask_entry const* generation::waiting_mask(std::uint32_t waiting) {
    {
        detail::lock_guard const lock(mutex_);
        if (waiting_.size() > waiting && waiting_[waiting] != nullptr) {
            return waiting_[waiting];
        }
    }
    token_collector out;
    if (!collect_waiting(waiting, out)) {
        return nullptr;
    }
    mask_entry const* const made = masks_.add(out);
    detail::lock_guard const lock(mutex_);
    waiting_.resize((std::max<std::size_t>)(waiting_.size(), waiting + std::size_t{1}));
    if (waiting_[waiting] == nullptr) {
        waiting_[waiting] = made;
    }
    return waiting_[waiting];
}

place generation::after_word(std::uint32_t w) {
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

place generation::after_token(token_id id) {
    place p = root();
    if (grammar().starts.kind() == trigger::start::behind_match) {
        return p;
    }
    place const as_token = step_token(p, id);
    for (char const c : tokens().tokens().text(id)) {
        if (store::is_live(p.config)) {
            p = step(p, static_cast<std::uint8_t>(c));
        }
    }
    return join(as_token, p);
}

bool generation::sets_off(token_id id) const noexcept {
    auto const& ids = grammar().starts.token_ids();
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

endings& generation::completions() {
    detail::lock_guard const lock(mutex_);
    if (endings_ == nullptr) {
        endings_ = std::make_shared<endings>(*this);
    }
    return *endings_;
}

void generation::free(function_ref<void()> look) {
    if (endings_ != nullptr) {
        endings_->free(look);
    }
    masks_.free(look);
    store_.free(look);
}

std::size_t generation::memory() {
    detail::lock_guard const lock(mutex_);
    // slices that the vocabulary has as well are in its own memory()
    std::size_t const elsewhere = masks_.slices().of_vocabulary();  // asked first, since all has it in it
    return store_.budget().bytes() - elsewhere + (endings_ == nullptr ? 0 : endings_->memory());
}

place generation::adopt(generation& old, place const& p, places::adopted& known) {
    if (!store::is_live(p.config)) {
        return p;
    }
    place out = places_.adopt(old.store_, p, known);
    if (!store::is_live(out.config)) {
        return out;
    }
    if (p.waiting != 0 && watch_) {
        out.waiting = 1 + watch_->adopted(*old.watch_, p.waiting - 1, [&](point at) {
            return adopt(old, {at.config, 0, at.count, 0}, known).at();
        });
    }
    return out;
}

place generation::waiting_at(std::uint32_t state) const noexcept { return {store_.start(), 0, 0, state + 1}; }

mask_entry const* generation::with_frames(mask_entry const* own, std::uint32_t base) {
    constexpr std::uint64_t steps_of_a_frame = 60;
    mask_entry const* e = own;
    while (e != nullptr && base != 0 && !e->closed) {
        if (!store_.budget().pay(steps_of_a_frame)) {
            return nullptr;
        }
        place behind{store_.just_returned(), base, 0, 0};
        places_.lower(behind);
        if (!store::is_live(behind.config)) {
            return nullptr;
        }
        e = masks_.next_mask(*e, behind.at());
        base = behind.base;
    }
    return e;
}

bool generation::collect_waiting(std::uint32_t waiting, token_collector& out) {
    out.begin(tokens().size());
    std::copy(tokens().all().begin(), tokens().all().end(), out.open_words().begin());
    constexpr std::uint64_t steps_of_a_node = 16;
    auto const nodes = tokens().trie().nodes();
    vec<std::uint32_t> states(tokens().depth() + 2, waiting);
    exit_list ignored;
    walker walk(store_, masks_.reach(), masks_.slices(), out, ignored);
    for (std::size_t i = 1; i < nodes.size();) {
        vocab::trie::node const n = nodes[i];
        if (!store_.budget().pay(steps_of_a_node)) {
            return false;
        }
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
            tokens().trie().each_token(nodes[k], [&](token_id id) { out.remove(id); });
        }
        if (live && !walk.below(i, p.at())) {
            return false;
        }
        i += n.skip();
    }
    for (token_id const id : grammar().starts.token_ids()) {
        if (tokens().holds(id)) {
            place const p = after_token(id);
            store::is_live(p.config) ? out.add(id) : out.remove(id);
        }
    }
    return true;
}

}  // namespace parlance::mask::detail
