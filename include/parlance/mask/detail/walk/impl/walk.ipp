// parlance/mask/detail/walk/impl/walk.ipp - definitions of what parlance/mask/detail/walk/walk.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/walk.hpp>
#include <parlance/mask/detail/loop/free_text.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/loop/loop_places.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/loop/text_reach.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/dominance.hpp>
#include <parlance/mask/detail/store/parts.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/branching.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/level.hpp>
#include <parlance/mask/detail/walk/loop_walk.hpp>
#include <parlance/mask/detail/walk/suffix_reader.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

bool walker::pay() noexcept {
    constexpr std::uint64_t steps_of_a_node = 8;
    return configs_.budget().pay(steps_of_a_node * std::exchange(unpaid_, 0));
}

bool walker::below_loop(loop_part const& loop, point const behind) {
    if (configs_.at(behind.config).returnable) {
        exits_.loops.push_back({loop.of, loop.most, 0, 0, loop.least});
    }
    bool done = true;
    if (loop.least <= 1 && reads_on_in(*loop.of, behind)) {
        for (branching::child const c : index_.children().of(loop.of->root)) {
            done = done && (!loop.of->may_begin(c.byte()) || below(c.node(), reached{behind, 0}));
        }
        return done;
    }
    auto const places = places_for(configs_, index_, *loop.of, behind);
    if (!places) {
        work paid = configs_.budget().beside();
        bool const all =
            index_.each_inside(*loop.of, loop.most, paid, [&](std::size_t node, std::uint32_t points) {
                done = done && pay_for(1);
                done = done && (!loop.holds(points) || below(node, reached{behind, 0}));
            });
        configs_.budget().is_stopped_by(paid);
        return done && all;
    }
    for (slice::place const& p : *places) {
        done = done && (!loop.holds(p.points) || with(p.node, {behind, 0}));
    }
    return done;
}

bool walker::reads_on_in(slice const& of, point const behind) {
    constexpr group_set beyond = (group_set{1} << beyond_ascii) | (group_set{1} << malformed);
    shape const& less = *configs_.at(behind.config).form;
    if (((of.first | of.later) & beyond) != 0 || !of.first_points.empty() || !of.later_points.empty() ||
        less.slot != 0 || less.ambiguous || less.moves_tokens) {
        return false;
    }
    auto const covers = [&](shape const& more) {
        auto const read = [&](item const i) {
            return std::any_of(more.items.begin(), more.items.end(), [&](item const k) {
                return configs_.node(k.stack).slot == 0 && detail::covers(configs_.stacks(), k, i);
            });
        };
        return !more.ambiguous && more.returnable >= less.returnable &&
               std::all_of(less.items.begin(), less.items.end(), read);
    };
    config_id known = dead_config;
    auto const reads_on = [&](std::uint8_t byte) {
        point const to = configs_.step(behind, byte);
        bool const all =
            store::is_live(to.config) && (to.config == known || covers(*configs_.at(to.config).form));
        known = to.config;
        return all;
    };
    for (group_set left = of.later; left != 0; left &= left - 1) {
        auto const bytes = bytes_of_group(static_cast<unsigned>(std::countr_zero(left)));
        if (!std::all_of(bytes.begin(), bytes.end(), reads_on)) {
            return false;
        }
    }
    return true;
}

bool walker::through(suffixes const& of, point const from, array_ref<parting const> without) {
    config_id const limit = merged_.read(of, from, without);
    ambiguous_ = ambiguous_ || limit == ambiguous_config;
    return limit == dead_config;
}

bool walker::below_fork(fork const& f, std::uint32_t count) {
    return with(f.node, {{f.parent, count + f.before}, 0});
}

bool walker::below_against(std::size_t root, reached const from, point const against) {
    std::size_t const bottom = open_.size();
    if (!open(root, from, against)) {
        return false;
    }
    while (open_.size() > bottom) {
        level& here = open_.back();
        if (here.next == here.end) {
            open_.pop_back();
            continue;
        }
        branching::child const c = *here.next++;
        point const before = here.against;
        reached const to = go(configs_, here.at, c.byte());
        if (!store::is_live(to.at.config)) {
            if (to.at.config == dead_config) {
                continue;
            }
            ambiguous_ = to.at.config == ambiguous_config;
            return false;
        }
        point known = store::is_live(before.config) ? configs_.step(before, c.byte()) : before;
        if (reads_same(to.at, known)) {
            continue;
        }
        // what has left the loop may take slices of its own
        if (c.byte() < 0x80 && !reads_same(known, before)) {
            known = {};
        }
        note_fork(c.node(), here.at, to);
        vocab::trie::node const n = nodes_[c.node()];
        arrive(c.node(), n, to);
        if (n.skip() > 1 && !taken_whole(c.node(), n, to) &&
            !(n.skip() < branching::large ? among_few(c.node(), to) : open(c.node(), to, known))) {
            return false;
        }
    }
    return true;
}

bool walker::below(std::size_t root, reached const from) {
    return nodes_[root].skip() < branching::large ? among_few(root, from) : below_against(root, from, {});
}

void walker::add_fork(std::size_t node, reached const& from, reached const& to) {
    if (!configs_.at(to.at.config).pure) {
        exits_.forks.push_back(
            {static_cast<std::uint32_t>(node), from.at.config, from.at.count - free_count, to.need});
    }
}

bool walker::reads_same(point const a, point const b) const noexcept {
    return store::is_live(a.config) && store::is_live(b.config) &&
           configs_.at(a.config).form == configs_.at(b.config).form &&
           (a.count == b.count || configs_.at(a.config).form->slot == 0);
}

bool walker::is_read(point const way, point const against) const noexcept {
    return store::is_live(against.config) && configs_.at(against.config).form->slot == 0 &&
           configs_.at(way.config).form->slot == 0 && configs_.covers(against.config, way.config);
}

bool walker::open(std::size_t root, reached const from, point const against) {
    bool const all = !store::is_live(against.config);
    if (nodes_[root].skip() >= worth_a_slice_ && between_code_points(root) && inside_ < most_inside) {
        loop const found = loop_finder(configs_).find(from.at);
        bool const is_text =
            (text_groups & ~(found.first | found.all)) == 0 && (text_groups & ~found.later) == 0;
        if (!is_text && all && !tokens_.keeps_needs()) {
            free_text taken(configs_, reach_, slices_);
            bool const loops = found.begins() || found.all != 0;
            if (slice const* const text = taken.take(root, from.at, loops, tokens_); text != nullptr) {
                return once(root, from, [&] { return below_in_text(taken, *text, from); });
            }
        }
        bool const in_loop = found.begins() && found.most >= free_text::long_run;
        if (all && !in_loop && !tokens_.keeps_needs() && wordless_ < most_wordless) {
            free_text taken(configs_, reach_, slices_);
            if (slice const* const text = taken.take_words(root, from.at, whole_, tokens_); text != nullptr) {
                return once(root, from, [&] { return below_in_text(taken, *text, from); });
            }
            ++wordless_;
        }
        if (root != 0) {
            parts_finder parts(configs_);
            bool const much = nodes_[root].skip() >= nodes_.size() / 16;
            auto const as = much && !tokens_.keeps_needs() && parts.counts_inside_slot(from.at)
                                ? parts_finder::slots::number
                                : parts_finder::slots::kept;
            auto ways = parts.is_parted(from.at, as) ? parts.ways_for_masks(from.at, as) : vec<point>{};
            if (!ways.empty()) {
                ways.erase(std::remove_if(ways.begin(), ways.end(),
                                          [&](point const way) { return is_read(way, against); }),
                           ways.end());
                return once(root, from, [&] { return below_each(ways, root, from.need); });
            }
        }
        if ((found.begins() || found.all != 0) && !reads_same(found.body, against)) {
            return once(root, from, [&] { return loop_walk(*this, root, from, found).run(); });
        }
        if (all) {
            return once(root, from, [&] { return below_in_pieces(root, from); });
        }
    }
    return open_children(root, from, against);
}

bool walker::below_in_pieces(std::size_t root, reached const from) {
    auto known =
        std::find_if(pieces_.begin(), pieces_.end(), [&](auto const& k) { return k.first == from.at; });
    if (known == pieces_.end()) {
        auto const longest = static_cast<std::uint32_t>(index_.depth());
        pieces_.emplace_back(from.at, loop_finder(configs_).find_pieces(from.at, longest));
        known = pieces_.end() - 1;
    }
    loop const found = known->second;
    return found.begins() ? loop_walk(*this, root, from, found).run() : open_children(root, from);
}

bool walker::below_each(array_ref<point const> ways, std::size_t root, std::uint32_t need) {
    return std::all_of(ways.begin(), ways.end(),
                       [&](point const way) { return below(root, reached{way, need}); });
}

bool walker::open_children(std::size_t root, reached const from, point const against) {
    auto const children = index_.children().of(root);
    // of the children, which are sorted by byte, those between the first and the last byte that leads anywhere
    shape const& form = *configs_.at(from.at.config).form;
    auto const* const first = std::partition_point(
        children.begin(), children.end(), [&](branching::child const c) { return c.byte() < form.low; });
    auto const* const last = std::partition_point(
        first, children.end(), [&](branching::child const c) { return c.byte() - form.low <= form.span; });
    if (!pay_for(1 + static_cast<std::size_t>(last - first))) {
        return false;
    }
    open_.push_back({first, last, from, against});
    return true;
}

bool walker::taken_whole(std::size_t i, vocab::trie::node n, reached const at) {
    config const& here = configs_.at(at.at.config);
    group_set const stays = here.form->stays.load(std::memory_order_relaxed);
    if (stays == 0 || here.returnable || n.byte() >= 0x80 || (index_.made_of(i) & ~stays) != 0) {
        return false;
    }
    for (std::size_t k = i + 1; k < i + n.skip(); ++k) {
        index_.trie().each_token(nodes_[k], [&](token_id id) { tokens_.add(id, at.need); });
    }
    unpaid_ += n.skip() / 4;
    return true;
}

bool walker::among_few(std::size_t root, reached const from) {
    std::size_t const end = root + nodes_[root].skip();
    if (!pay_for(nodes_[root].skip())) {
        return false;
    }
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

walker::step walker::visit(std::size_t i) {
    vocab::trie::node const n = nodes_[i];
    std::uint32_t const depth = n.depth();
    reached const to = go(configs_, states_[depth - 1], n.byte());
    if (!store::is_live(to.at.config)) {
        ambiguous_ = to.at.config == ambiguous_config;
        return to.at.config == dead_config ? step::over : step::failed;
    }
    note_fork(i, states_[depth - 1], to);
    states_[depth] = to;
    arrive(i, n, to);
    return step::into;
}

void walker::arrive(std::size_t i, vocab::trie::node n, reached const to) {
    increments_ = (std::max)(increments_, to.need);
    if (n.has_token()) {
        index_.trie().each_token(n, [&](token_id id) { tokens_.add(id, to.need); });
    }
    if (n.skip() > 1 && !whole_ && configs_.at(to.at.config).returnable) {
        exits_.nodes.push_back(static_cast<std::uint32_t>(i));
        exits_.needs.push_back(to.need);
    }
}

bool walker::with(std::size_t i, reached const from) {
    states_[nodes_[i].depth() - 1] = from;
    step const s = visit(i);
    return s == step::into ? below(i, states_[nodes_[i].depth()]) : s != step::failed;
}

bool walker::between_code_points(std::size_t node) const noexcept {
    return node == 0 || nodes_[node].byte() < 0x80;
}

bool walker::below_in_text(free_text& found, slice const& text, reached const from) {
    config_id limit = dead_config;
    auto const go_on = [&](std::uint32_t node, point const before) { return with(node, {before, 0}); };
    bool const done = found.each_leaving(text, from.at, exits_, limit, go_on) &&
                      found.each_beyond(text, from.at, limit, go_on);
    ambiguous_ = ambiguous_ || limit == ambiguous_config;
    return done;
}

}  // namespace parlance::mask::detail
