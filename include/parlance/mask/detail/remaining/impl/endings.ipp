// parlance/mask/detail/remaining/impl/endings.ipp - definitions of what parlance/mask/detail/remaining/endings.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/endings.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/generation.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

namespace parlance::mask::detail {

endings::endings(generation& of)
    : of_(of),
      nodes_(of.tokens().trie().nodes()),
      bytes_(of),
      path_(of.tokens().depth() + 2),
      fuel_(of.grammar().bounds.fuel / 4 * 3) {
    measure_tokens();
}

std::size_t endings::hashed::operator()(place const& p) const noexcept {
    return static_cast<std::size_t>(
        mix(mix(12, (std::uint64_t{p.config} << 32) | p.base), (std::uint64_t{p.waiting} << 32) | p.count));
}

std::uint64_t endings::signature(std::uint8_t byte) noexcept {
    // what is not a letter is told apart, since that is where strings end
    unsigned const bit = byte >= 0x80                 ? 0
                         : byte >= 'a' && byte <= 'z' ? 1 + byte % 4u
                         : byte >= 'A' && byte <= 'Z' ? 5 + byte % 4u
                         : byte >= '0' && byte <= '9' ? 9 + byte % 2u
                         : byte < 0x20                ? 11 + byte % 8u
                         : byte < '0'                 ? 19 + (byte - 0x20u)
                         : byte < 'A'                 ? 35 + (byte - 0x3Au)
                         : byte < 'a'                 ? 42 + (byte - 0x5Bu)
                                                      : 48 + (byte - 0x7Bu);
    return std::uint64_t{1} << bit;
}

void endings::measure_tokens() {
    constexpr std::uint64_t of_a_node = 12;
    std::size_t const size = nodes_.size();
    measured_ = of_a_node * size;
    heights_.assign(size, 0);
    signatures_.assign(size, 0);
    growths_.assign(size, 0);
    vec<std::uint32_t> parents(of_.tokens().depth() + 2, 0);
    vec<std::uint32_t> progress(of_.tokens().depth() + 2, 0);
    vec<std::uint32_t> above(size, 0);
    for (std::size_t i = 1; i < size; ++i) {
        vocab::trie::node const n = nodes_[i];
        parents[n.depth()] = static_cast<std::uint32_t>(i);
        above[i] = parents[n.depth() - 1];
        progress[n.depth()] = progress[n.depth() - 1] + (bytes_.least().is_progress(n.byte()) ? 1 : 0);
        most_progress_ = (std::max)(most_progress_, progress[n.depth()]);
    }
    for (std::size_t i = size; i-- > 1;) {
        vocab::trie::node const n = nodes_[i];
        std::uint32_t const up = above[i];
        heights_[up] = (std::max)(heights_[up], static_cast<std::uint16_t>(heights_[i] + 1));
        signatures_[up] |= signatures_[i] | signature(n.byte());
        growths_[up] =
            (std::max)(growths_[up], completion::sum(growths_[i], bytes_.least().growth(n.byte())));
    }
    most_growth_ = (std::max)(size == 0 ? 0u : growths_[0], bytes_.least().token_growth());
}

std::size_t endings::memory() const {
    return nodes_.size() * (sizeof(std::uint16_t) + sizeof(std::uint64_t) + sizeof(std::uint32_t)) +
           bytes_.memory() + (tokens_.size() + shortest_tokens_.size()) * (sizeof(place) + 24) +
           waiting_.size() * 32;
}

void endings::begin() noexcept {
    spent_ = std::exchange(measured_, 0);
    bytes_.begin();
}

std::uint64_t endings::spent() const noexcept { return spent_ + bytes_.spent() + of_.budget().spent(); }

bool endings::out_of_fuel() const noexcept { return spent() > fuel_; }

std::uint32_t endings::tokens_in_time(place const& p, std::uint32_t most) {
    if (!spells_all() || most_growth_ == never) {
        return 0;
    }
    if (p.waiting != 0) {
        return need_behind_trigger(p) <= most ? 1 : 0;
    }
    std::uint32_t const needed = completion::sum(bytes_left(p).most, most_growth_);
    return needed > most ? 0 : 1 + (most - needed) / (1 + most_growth_);
}

std::uint32_t endings::need_behind_trigger(place const& p) {
    if (auto const* const known = waiting_.find(p.waiting); known != nullptr) {
        return known->value;
    }
    std::uint32_t most = 0;
    path_[0] = p;
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
        vocab::trie::node const n = nodes_[i];
        place const& before = path_[n.depth() - 1];
        place& to = path_[n.depth()];
        to = before.waiting != 0 || store::is_live(before.config) ? next(before, n.byte()) : before;
        if (to.waiting == 0 && store::is_live(to.config)) {
            most = (std::max)(most, bytes_left(to).least);
        }
    }
    for (token_id const id : of_.grammar().starts.token_ids()) {
        if (of_.tokens().holds(id)) {
            place const to = of_.after_token(id);
            most = store::is_live(to.config) ? (std::max)(most, bytes_left(to).least) : most;
        }
    }
    waiting_.try_emplace(p.waiting, most);
    return most;
}

place endings::next(place const& p, std::uint8_t byte) {
    spent_ += 20;
    place const to = p.waiting != 0 ? of_.hear(p.waiting, byte) : of_.step(p, byte);
    if (to.config == failed_config) {
        spent_ = fuel_ + 1;  // what is behind a limit is not known
    }
    return to;
}

vec<std::size_t> endings::cuts(place const& p) {
    vec<std::size_t> out;
    for (item const i : of_.configs().at(p.config).form->items) {
        spent_ += 1 + 20 * of_.grammar().code.bytes_of(i.state).size();
        for (byte_edge const& e : of_.grammar().code.bytes_of(i.state)) {
            out.push_back(e.low);
            out.push_back(e.high + std::size_t{1});
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

bool endings::comes_back(place const& from, place const& p, int steps) {
    vec<std::size_t> const all = cuts(from);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        place const to = next(from, static_cast<std::uint8_t>(all[i]));
        bool const back = to.config == p.config
                              ? to.base == p.base
                              : !store::is_live(to.config) || (steps > 1 && comes_back(to, p, steps - 1));
        if (!back) {
            return false;
        }
    }
    return true;
}

std::uint64_t endings::ways_out(place const& p) {
    std::uint64_t out = 0;
    constexpr std::size_t not_ascii = 0x80;
    vec<std::size_t> const all = cuts(p);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        place const to = next(p, static_cast<std::uint8_t>(all[i]));
        bool const back = !store::is_live(to.config) || (to.config == p.config && to.base == p.base) ||
                          (all[i] >= not_ascii && comes_back(to, p, 3));
        for (std::size_t b = all[i]; b < all[i + 1] && !back; ++b) {
            out |= signature(static_cast<std::uint8_t>(b));
        }
    }
    return out;
}

void endings::nearest_places::add(place const& to, std::uint32_t left) {
    auto const kept = place_of_.try_emplace((std::uint64_t{to.config} << 32) | to.base,
                                            static_cast<std::uint32_t>(found_.size()));
    if (kept.fresh) {
        found_.emplace_back(left, to);
        return;
    }
    auto& [least, which] = found_[kept.at.value];
    if (std::pair(left, to.count) < std::pair(least, which.count)) {
        least = left;
        which = to;
    }
}

vec<place> endings::nearest_places::in_order() && {
    std::sort(found_.begin(), found_.end(), [](auto const& a, auto const& b) {
        return std::tuple(a.first, a.second.config, a.second.base) <
               std::tuple(b.first, b.second.config, b.second.base);
    });
    vec<place> out;
    out.reserve(found_.size());
    for (auto const& k : found_) {
        out.push_back(k.second);
    }
    return out;
}

vec<place> endings::nearer(place const& p, std::uint32_t than, std::uint64_t most_spent) {
    constexpr std::uint64_t steps_of_a_place = 40;
    nearest_places out;
    std::uint32_t const here = bytes_left(p).least;
    std::uint32_t const least = than;
    std::uint64_t const leaving = ways_out(p);
    place last;
    path_[0] = p;
    for (std::size_t i = 1; i < nodes_.size() && spent() <= most_spent;) {
        vocab::trie::node const n = nodes_[i];
        place const to = next(path_[n.depth() - 1], n.byte());
        if (!store::is_live(to.config)) {
            i += n.skip();
            continue;
        }
        path_[n.depth()] = to;
        std::uint32_t const left = bytes_left(to).least;
        // inside the same loop: whatever is below has to leave it
        bool const stays = to.config == p.config && to.base == p.base && left >= here;
        if (left == never || left >= completion::sum(least, heights_[i]) ||
            (stays && (signatures_[i] & leaving) == 0)) {
            if (!(left < least && n.has_token())) {
                i += n.skip();
                continue;
            }
        }
        if (n.has_token() && left < least && !(to == last)) {
            last = to;
            place const at = of_.settled(to);
            if (store::is_live(at.config)) {
                spent_ += steps_of_a_place;
                out.add(at, bytes_left(at).least);
            } else if (at.config == failed_config) {
                spent_ = fuel_ + 1;  // what is behind a limit is not known
            }
        }
        ++i;
    }
    add_nearer_tokens(p, least, out);
    return std::move(out).in_order();
}

void endings::add_nearer_tokens(place const& p, std::uint32_t least, nearest_places& out) {
    if (!of_.configs().at(p.config).moves_tokens) {
        return;
    }
    auto const visit = [&](token_id id) {
        place const to = of_.settled(of_.step_token(p, id));
        std::uint32_t const left = store::is_live(to.config) ? bytes_left(to).least : never;
        if (left < least) {
            out.add(to, left);
        }
    };
    automaton const& code = of_.grammar().code;
    bool others = false;
    vec<token_id> named;
    for (item const i : of_.configs().at(p.config).form->items) {
        for (token_edge const& e : code.tokens_of(i.state)) {
            others = others || e.negated;
            named.push_back(e.id);
        }
    }
    for (token_id const id : named) {
        if (of_.tokens().holds(id) && !of_.tokens().tokens().ends(id)) {
            visit(id);
        }
    }
    for (token_id id = 0; others && id < of_.tokens().size(); ++id) {
        if (of_.tokens().holds(id) && !of_.tokens().tokens().ends(id) &&
            std::find(named.begin(), named.end(), id) == named.end()) {
            visit(id);  // all others lead to the same place
            others = false;
        }
    }
}

std::uint32_t endings::known_tokens(place const& p) const {
    if (p.waiting != 0 || of_.can_stop(p)) {
        return 0;
    }
    auto const* const known = tokens_.find(p);
    return known == nullptr ? never - 1 : known->value;
}

place endings::with_little_room(place p) const {
    constexpr std::uint32_t room = 4;
    std::uint32_t const slot = of_.configs().at(p.config).form->slot;
    if (slot == 0 && of_.configs().node(p.base).slot == 0) {
        p.count = 0;  // nothing is counted any more
    } else if (slot != 0) {
        stack_node const& k = of_.configs().node(slot);
        std::uint32_t const high = of_.grammar().code.counts[k.count].high;
        if (k.increments == inside && high > room) {
            p.count = (std::max)(p.count, high - room);
        }
    }
    return p;
}

std::uint32_t endings::tokens_left(place const& p) {
    std::uint32_t const enough = tokens_of_shortest(p);
    return (std::min)(enough, fewest_tokens(p, for_search()));
}

bool endings::ends_within(place const& p, std::uint32_t most) {
    return tokens_of_shortest(p) <= most || fewest_tokens(p, for_search()) <= most;
}

std::uint32_t endings::tokens_of_shortest(place const& exact) {
    constexpr std::size_t most_kept = 1u << 20;
    constexpr std::uint32_t unknown = never - 1;
    if (shortest_tokens_.size() > most_kept) {
        shortest_tokens_.clear();
    }
    vec<place> way;
    std::uint32_t left = never;
    for (place p = with_little_room(exact); !out_of_fuel();) {
        auto const* const known = shortest_tokens_.find(p);
        left = known != nullptr ? known->value : known_tokens(p);
        if (left != unknown) {
            break;
        }
        way.push_back(p);
        std::optional<place> const to = behind_longest(p);
        if (!to) {
            left = never;
            break;
        }
        p = with_little_room(*to);
    }
    if (out_of_fuel()) {
        return never;
    }
    for (; !way.empty(); way.pop_back()) {
        left = completion::sum(left, 1);
        shortest_tokens_.try_emplace(way.back(), left);
    }
    return left;
}

std::optional<place> endings::behind_longest(place const& p) {
    std::optional<place> out;
    std::size_t node = 0;
    // the first child whose byte leads from `from` to where less is left
    auto const go_on = [&](place const& from) -> std::optional<place> {
        std::uint32_t const left = bytes_left(from).least;
        vec<std::size_t> const pieces = cuts(from);
        std::size_t passed = 0;  // pieces that lead elsewhere
        for (std::size_t i = node + 1; i < node + nodes_[node].skip(); i += nodes_[i].skip()) {
            std::uint8_t const byte = nodes_[i].byte();
            auto const piece = static_cast<std::size_t>(
                std::upper_bound(pieces.begin(), pieces.end(), std::size_t{byte}) - pieces.begin());
            if (piece <= passed || piece == pieces.size()) {
                continue;
            }
            passed = piece;
            place const to = next(from, byte);
            if (store::is_live(to.config) && bytes_left(to).least < left) {
                node = i;
                return to;
            }
        }
        return std::nullopt;
    };
    for (std::optional<place> at = p; at && !out_of_fuel();) {
        at = go_on(*at);
        if (at && nodes_[node].has_token()) {
            place const to = of_.settled(*at);
            out = store::is_live(to.config) ? to : out;
        }
        if (at && bytes_left(*at).least == 0) {
            break;
        }
    }
    return out;
}

std::uint32_t endings::fewest_tokens(place const& exact, std::uint64_t most_spent) {
    place const p = with_little_room(exact);
    constexpr std::uint32_t unknown = never - 1;
    constexpr std::size_t most_kept = 1u << 20;
    if (std::uint32_t const known = known_tokens(p); known != unknown) {
        return known;
    }
    if (spent() > most_spent) {
        return never;
    }
    if (tokens_.size() > most_kept) {
        tokens_.clear();
    }
    vec<open_place> open;
    open.push_back({p, nearer(p, bytes_left(p).least, most_spent)});
    for (;;) {
        open_place& top = open.back();
        if (spent() > most_spent) {
            return never;
        }
        // the others are no nearer than what is known already
        while (top.done < top.next.size() && top.best != 1) {
            place const to = with_little_room(top.next[top.done]);
            std::uint32_t const left = bytes_left(to).least;
            std::uint32_t const least = left == 0 ? 0 : (left + most_progress_ - 1) / most_progress_;
            if (top.best != never && least + 1 >= top.best) {
                top.done = top.next.size();
                break;
            }
            std::uint32_t const known = known_tokens(to);
            if (known == unknown) {
                break;
            }
            top.best = (std::min)(top.best, completion::sum(known, 1));
            ++top.done;
        }
        if (top.done < top.next.size() && top.best != 1) {
            place const to = with_little_room(top.next[top.done]);
            open.push_back({to, nearer(to, bytes_left(to).least, most_spent)});
            continue;
        }
        if (spent() > most_spent) {
            return never;
        }
        std::uint32_t const found = top.best;
        tokens_.try_emplace(top.at, found);
        open.pop_back();
        if (open.empty()) {
            return found;
        }
    }
}

bool endings::can_end(place const& p) {
    auto const ends = [&](place const& at) {
        return tokens_of_shortest(at) != never || fewest_tokens(at, fuel_) != never;
    };
    if (ends(p)) {
        return true;
    }
    // some ways lead away from the end before they reach it
    constexpr std::size_t most_places = 256;
    vec<place> met{p};
    hash_set<place, hashed> known;
    known.insert(p);
    for (std::size_t i = 0; i < met.size() && met.size() < most_places && !out_of_fuel(); ++i) {
        for (place const& to : nearer(met[i], never, fuel_)) {
            if (ends(to)) {
                return true;
            }
            if (known.insert(to)) {
                met.push_back(to);
            }
        }
    }
    if (met.size() >= most_places) {
        spent_ = fuel_ + 1;
    }
    return false;
}

void endings::remove_dead_ends(place const& p, array_ref<std::uint32_t> words) {
    remove_late(p, never - 1, words);
}

}  // namespace parlance::mask::detail
