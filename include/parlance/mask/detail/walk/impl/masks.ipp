// parlance/mask/detail/walk/impl/masks.ipp - definitions of what parlance/mask/detail/walk/masks.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/masks.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/loop/text_reach.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/shared/kept_mask.hpp>
#include <parlance/mask/detail/shared/shared_masks.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/parts.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/entry_set.hpp>
#include <parlance/mask/detail/walk/mask_memory.hpp>
#include <parlance/mask/detail/walk/need.hpp>
#include <parlance/mask/detail/walk/token_edges.hpp>
#include <parlance/mask/detail/walk/walk.hpp>
#include <parlance/mask/detail/walk/what_is_read.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace parlance::mask::detail {

mask_entry const* masks::first_mask(point const p) {
    shape& form = *store_.at(p.config).form;
    mask_entry const* const wide = form.wide.load(std::memory_order_acquire);
    return wide != nullptr && form.slot == 0 ? wide : first_of(form, wide, p);
}

bool masks::counts_outside(point const p) {
    shape& form = *store_.at(p.config).form;
    if (form.slot == 0 || store_.node(form.slot).increments != inside || form.moves_tokens) {
        return false;
    }
    parted known = form.counts_outside.load(std::memory_order_acquire);
    if (known == parted::unknown) {
        bool outside = form.wide.load(std::memory_order_acquire) == nullptr;
        // most words have a blank in front
        point begin{p.config, free_count};
        if (outside && !reads_letters(store_.code(), form)) {
            begin = store_.step(begin, ' ');
            outside =
                store::is_live(begin.config) && reads_letters(store_.code(), *store_.at(begin.config).form);
        }
        for (char const letter : {'n', 'N', ' ', '5'}) {
            auto const probe = static_cast<std::uint8_t>(letter);
            point const first = outside ? store_.step(begin, probe) : point{};
            point const second = store::is_live(first.config) ? store_.step(first, probe) : point{};
            outside = outside && (!store::is_live(second.config) || second.count <= first.count);
        }
        if (store_.budget().out_of_fuel()) {
            return false;
        }
        known = outside ? parted::yes : parted::no;
        form.counts_outside.store(known, std::memory_order_release);
    }
    return known == parted::yes;
}

mask_entry const* masks::next_mask(mask_entry const& e, point const behind) {
    shape const& form = *store_.at(behind.config).form;
    mask_key const key = mask_key::of_next(e.id, form.id);
    if (form.slot == 0) {
        return memory_.get(key, [&] { return walk_next(e, {behind.config, 0}); });
    }
    if (e.large && !form.moves_tokens) {
        return memory_.get(mask_key::of_next(e.id, form.id, behind.count),
                           [&] { return walk_next(e, behind); });
    }
    mask_entry const* const wide =
        memory_.get(key, [&] { return walk_next(e, {behind.config, free_count}); });
    if (wide == nullptr ||
        (wide->usable && store_.stacks().has_room(form.slot, behind.count, wide->increments))) {
        return wide;
    }
    if (std::uint32_t const room = store_.stacks().room(form.slot, behind.count);
        wide->usable && room != store::none && room >= wide->mixed) {
        return narrow(*wide, room, behind.count);
    }
    return memory_.get(mask_key::of_next(e.id, form.id, behind.count), [&] { return walk_next(e, behind); });
}

mask_entry const* masks::without(mask_entry const& e, array_ref<token_id const> less) {
    token_collector out;
    out.begin(index_.size());
    e.write(out.open_words());
    for (token_id const id : less) {
        out.remove(id);
    }
    return entries_.add(nullptr, out, {});
}

std::uint32_t masks::number_of(mask_entry const& e, bool ending, array_ref<std::uint32_t const> words) {
    if (e.limit != errc::none || &e == &nothing_allowed) {
        return 0;
    }
    content const known = name_of(e, words);
    std::uint32_t const number = index_.shared().number_of(
        contents_.of_both(known, known, std::uint64_t{1} << 32 | std::uint64_t{ending}));
    e.numbers[ending].store(number, std::memory_order_relaxed);
    return number;
}

content masks::name_of(mask_entry const& e, array_ref<std::uint32_t const> words) const {
    constexpr std::size_t few_ids = 512;
    std::uint64_t const key = index_.shared().key();
    enum : std::uint64_t { rest = 1, part, ids };
    vec<std::uint64_t> made_of;
    vec<std::uint32_t> named;
    for (mask_entry const* k = &e; k != nullptr; k = k->of ? nullptr : k->rest) {
        if (k->of) {
            made_of.insert(made_of.end(), {rest, k->of.a, k->of.b});
            continue;
        }
        for (token_part const& p : k->parts) {
            if (p.of == nullptr) {
                return content_of_mask(words, key);
            }
            // a slice keeps its lists where they are
            made_of.insert(made_of.end(), {part, p.of->number, reinterpret_cast<std::uintptr_t>(p.data)});
        }
        named.insert(named.end(), k->ids.begin(), k->ids.end());
        if (named.size() > few_ids) {
            return content_of_mask(words, key);
        }
    }
    std::sort(named.begin(), named.end());
    named.erase(std::unique(named.begin(), named.end()), named.end());
    made_of.insert(made_of.end(), {ids, named.size()});
    made_of.insert(made_of.end(), named.begin(), named.end());
    return content_of(made_of, key);
}

std::uint32_t const* masks::whole(mask_entry const& e, bool ending) { return entries_.whole(e, ending); }

bool masks::is_all(mask_entry const& e, bool ending, array_ref<std::uint32_t const> words) noexcept {
    return entries_.is_all(e, ending, words);
}

mask_entry const* masks::first_of(shape& form, mask_entry const* wide, point const p) {
    if (wide == nullptr && store_.at(p.config).by_frames && !form.moves_tokens) {
        return keep_wide(form, of_sets(store_.at(p.config)));
    }
    if (form.slot == 0) {
        return keep_wide(form, first_without_slot(form, p.config));
    }
    if (wide == nullptr) {
        if (parts_finder parts(store_); parts.is_parted(p)) {
            return memory_.get(mask_key::of_shape(form.id, p.count), [&] {
                vec<point> const ways = parts.ways_for_masks(p);
                return ways.empty() ? walk_first(p)
                                    : shared(key_of(form, p.count), nullptr,
                                             [&](content const& key) { return of_parts(ways, key); });
            });
        }
        if (std::uint32_t room = 0; reach_.is_scattered(p, room)) {
            return of_scattered(form, p, room);
        }
        // where some bytes count early and others do not, loops are found where the number is known
        bool const unevenly = store_.code().early_increments != 0 &&
                              std::adjacent_find(form.increments.begin(), form.increments.end(),
                                                 std::not_equal_to<>()) != form.increments.end();
        if (unevenly || counts_outside(p)) {
            return memory_.get(mask_key::of_shape(form.id, p.count), [&] { return walk_first(p); });
        }
        wide = keep_wide(form, walk_first({p.config, free_count}));
        if (wide == nullptr) {
            return nullptr;
        }
    }
    if (wide->usable && store_.stacks().has_room(form.slot, p.count, wide->increments)) {
        return wide;
    }
    if (std::uint32_t const room = store_.stacks().room(form.slot, p.count);
        wide->usable && room != store::none && room >= wide->mixed && !form.moves_tokens) {
        return narrow(*wide, room, p.count);
    }
    return memory_.get(mask_key::of_shape(form.id, p.count), [&] { return walk_first(p); });
}

mask_entry const* masks::keep_wide(shape& form, mask_entry const* made) noexcept {
    mask_entry const* expected = nullptr;
    return made == nullptr || form.wide.compare_exchange_strong(expected, made, std::memory_order_acq_rel)
               ? made
               : expected;
}

mask_entry const* masks::first_without_slot(shape& form, config_id c) {
    return shared(key_of(form, 0), nullptr, [&](content const& key) {
        point const here{c, 0};
        parts_finder parts(store_);
        bool const apart =
            parts.is_parted(here) && free_text(store_, reach_, slices_).words(here, false) == 0;
        vec<point> const ways = apart ? parts.ways_for_masks(here) : vec<point>{};
        return ways.empty() ? walk_first(here, key) : of_parts(ways, key);
    });
}

mask_entry const* masks::of_scattered(shape const& form, point const p, std::uint32_t room) {
    // how many increments there have been matters only near a bound
    constexpr std::uint32_t beyond = free_count - 1;
    auto const longest = static_cast<std::uint32_t>(index_.depth());
    std::uint32_t const low = store_.code().counts[store_.node(form.slot).count].low;
    bool const is_far = room > longest && (p.count >= low || low - p.count > longest);
    return memory_.get(mask_key::of_shape(form.id, is_far ? beyond : p.count), [&] { return walk_first(p); });
}

mask_entry const* masks::of_parts(vec<point> const& ways, content const& key, over what) {
    token_collector out;
    out.begin(index_.size());
    exit_list exits;
    for (point const way : ways) {
        mask_entry const* const e = what == over::nothing ? whole_mask(way) : first_mask(way);
        if (e == nullptr) {
            return nullptr;
        }
        std::for_each(e->ids.begin(), e->ids.end(), [&](std::uint32_t id) { out.add(id); });
        out.add_parts(e->parts);
        exits.nodes.insert(exits.nodes.end(), e->exits.begin(), e->exits.end());
        for (loop_part const& l : e->loops) {
            exits.loops.push_back({l.of, l.most, 0, 0, l.least});
        }
    }
    exits.needs.assign(exits.nodes.size(), 0);
    if (what == over::nothing) {
        exits = {};
    }
    each_once(exits, [&] { store_.budget().look(); });
    return entries_.add(nullptr, out, exits, {.of = key});
}

mask_entry const* masks::narrow(mask_entry const& wide, std::uint32_t room, std::uint32_t count) {
    return memory_.get(mask_key::of_rest(wide.id, room), [&] {
        content const key = contents_.of_both(wide.of, wide.of, std::uint64_t{room} + 1);
        return shared(key, wide.rest, [&](content const& k) { return cut_down(wide, room, count, k); });
    });
}

mask_entry const* masks::cut_down(mask_entry const& wide, std::uint32_t room, std::uint32_t count,
                                  content const& key) {
    token_collector out;
    out.begin(index_.size());
    exit_list exits;
    auto const within = [&](array_ref<std::uint32_t const> what, array_ref<std::uint32_t const> needs) {
        return what.first(
            static_cast<std::size_t>(std::upper_bound(needs.begin(), needs.end(), room) - needs.begin()));
    };
    for (std::uint32_t const id : within(wide.ids, wide.needs)) {
        out.add(id);
    }
    auto const nodes = within(wide.exits, wide.exit_needs);
    exits.nodes.assign(nodes.begin(), nodes.end());
    exits.needs.assign(nodes.size(), 0);
    for (loop_part const& l : wide.taken) {
        if (std::uint32_t const most = l.fitting(room); most != 0) {
            index_.add_short(*l.of, most, out);
        }
    }
    for (loop_part const& l : wide.loops) {
        if (std::uint32_t const most = l.fitting(room); most != 0) {
            exits.loops.push_back({l.of, most, 0, 0, l.least});
        }
    }
    walker walk(store_, reach_, slices_, out, exits);
    for (fork const& f : wide.forks) {
        if (f.before <= room && f.need > room && !walk.below_fork(f, count)) {
            return nullptr;
        }
    }
    return entries_.add(wide.rest, out, exits, {.of = key});
}

content masks::key_of(shape const& form, std::uint32_t count) {
    bool const much = reads_much(store_.code(), index_, form);
    return contents_.of(form, count, much ? contents::effort::search : contents::effort::look_up);
}

template <class Make>
mask_entry const* masks::shared(content const& key, mask_entry const* rest, Make&& make) {
    if (!key) {
        return make(key);
    }
    if (std::shared_ptr<kept_mask const> kept = index_.shared().masks().find(key); kept != nullptr) {
        if (mask_entry const* const known = entries_.add(rest, std::move(kept), key, slices_);
            known != nullptr) {
            return known;
        }
        index_.shared().masks().drop(key);
    }
    mask_entry const* const made = make(key);
    // what came near a limit would have to do so in other grammars, too
    if (made != nullptr && made->limit == errc::none && made->forks.empty() &&
        !store_.budget().is_near_limit()) {
        index_.shared().masks().add(key, std::make_shared<kept_mask const>(*made, words_for(index_.size())));
    }
    return made;
}

mask_entry const* masks::walk_first(point const p) {
    return shared(key_of(*store_.at(p.config).form, p.count), nullptr,
                  [&](content const& key) { return walk_first(p, key); });
}

mask_entry const* masks::walk_first(point const p, content const& key, over what) {
    token_collector out;
    exit_list exits;
    out.begin(index_.size(), p.count >= free_count);
    walker walk(store_, reach_, slices_, out, exits, what == over::nothing);
    bool const done = walk.below(0, p);
    if (!done && !walk.ambiguous()) {
        return nullptr;
    }
    shape const& form = *store_.at(p.config).form;
    if (token_edges_fail(store_, p)) {
        return nullptr;
    }
    add_token_edges(store_, index_, p, out);
    bool const in_slot = form.moves_tokens && form.slot != 0;
    std::uint32_t const increments = (std::max)(
        walk.increments(),
        in_slot ? std::uint32_t{*std::max_element(form.increments.begin(), form.increments.end())} : 0u);
    if (what == over::nothing) {
        exits = {};
    }
    each_once(exits, [&] { store_.budget().look(); });
    return entries_.add(nullptr, out, exits, {increments, walk.mixed(), done, errc::none, key});
}

mask_entry const* masks::walk_next(mask_entry const& e, point const behind) {
    constexpr std::size_t quickly_walked = 24;
    bool const is_kept = e.of && (e.exits.size() >= quickly_walked || !e.loops.empty());
    content const read =
        is_kept ? contents_.of(*store_.at(behind.config).form, behind.count, contents::effort::search)
                : content{};
    return shared(contents_.of_both(e.of, read, 0), &e,
                  [&](content const& key) { return walk_next(e, behind, key); });
}

mask_entry const* masks::walk_next(mask_entry const& e, point const behind, content const& key) {
    if (e.large && behind.count < free_count) {
        // what follows in `behind` is the same for all masks with these exits
        if (mask_entry const& first = entries_.alike(e); &first != &e) {
            mask_entry const* const known = next_mask(first, behind);
            return known == nullptr ? known : entries_.add_over(e, *known, key);
        }
    }
    token_collector out;
    out.begin(index_.size(), behind.count >= free_count);
    exit_list exits;
    bool const again = store_.at(behind.config).returnable;
    bool done = true;
    walker walk(store_, reach_, slices_, out, exits);
    if (again) {
        exits.nodes.assign(e.exits.begin(), e.exits.end());
        exits.needs.assign(e.exits.size(), 0);
    }
    work paid = store_.budget().beside();
    std::shared_ptr<suffixes const> const merged = out.keeps_needs() ? nullptr : index_.below(e.exits, paid);
    if (store_.budget().is_stopped_by(paid)) {
        return nullptr;
    }
    if (merged != nullptr) {
        done = walk.through(*merged, behind);
    }
    for (std::size_t i = 0; i < e.exits.size() && done && merged == nullptr; ++i) {
        done = walk.below(e.exits[i], behind);
    }
    for (std::size_t i = 0; i < e.loops.size() && done; ++i) {
        done = walk.below_loop(e.loops[i], behind);
    }
    if (!done && !walk.ambiguous()) {
        return nullptr;
    }
    each_once(exits, [&] { store_.budget().look(); });
    return entries_.add(&e, out, exits, {walk.increments(), walk.mixed(), done, errc::none, key});
}

}  // namespace parlance::mask::detail
