// parlance/mask/detail/remaining/impl/fewest_tokens.ipp - definitions of what parlance/mask/detail/remaining/fewest_tokens.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/fewest_tokens.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/remaining/step_meter.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace parlance::mask::detail {

fewest_tokens::fewest_tokens(end_walk& walk)
    : walk_(walk), of_(walk.of()), path_(walk.of().tokens().depth() + 2), tokens_(walk.meter()) {}

void fewest_tokens::end() noexcept {
    constexpr std::size_t most_kept = 1u << 17;
    auto const look = [&] { walk_.meter().look(); };
    tokens_.clear(look);
    steps_ = 0;
    fell_short_ = false;
    if (next_.size() > most_kept || ways_.size() > most_kept) {
        ways_.clear(look);
        next_.clear(look);
    }
}

void fewest_tokens::clear(function_ref<void()> look) {
    tokens_.clear(look);
    ways_.clear(look);
    next_.clear(look);
}

std::uint32_t fewest_tokens::find(place const& exact) {
    // so that what is estimated is hardly ever more than what there is
    return search(exact, {walk_.fuel() / 4 * 3, walk_.fuel() / 2});
}

std::uint32_t fewest_tokens::find_at_any_cost(place const& exact) {
    return search(exact, {walk_.fuel(), (std::numeric_limits<std::uint64_t>::max)()});
}

std::uint32_t fewest_tokens::search(place const& exact, bounds most) {
    place const p = walk_.with_little_room(exact);
    if (std::uint32_t const found = known(p); found != unknown) {
        return found;
    }
    vec<open_place> open;
    std::optional<open_place> fresh = opened(p, most);
    while (fresh || !open.empty()) {
        if (fresh) {
            open.push_back(*std::move(fresh));
            fresh.reset();
        }
        open_place& top = open.back();
        bool const done = is_settled(top);
        if (!done) {
            fresh = opened(top.next[top.done].to, most);
            if (!fresh) {
                break;
            }
            continue;
        }
        std::uint32_t const found = top.best;
        tokens_.put(top.at, found);
        open.pop_back();
        if (open.empty()) {
            return found;
        }
    }
    return never;
}

std::optional<fewest_tokens::open_place> fewest_tokens::opened(place const& p, bounds most) {
    if (steps_ > most.steps) {
        return std::nullopt;
    }
    if (walk_.spent() > most.fuel) {
        fell_short_ = true;
        return std::nullopt;
    }
    open_place out;
    out.at = p;
    std::uint64_t steps = 0;
    if (ways_on const* const known = ways_.find(p); known != nullptr) {
        walk_.spend(known->count);
        out.next.reserve(known->count);
        for (std::uint32_t i = 0; i < known->count; ++i) {
            out.next.push_back(next_[known->first + i]);
        }
        steps = known->steps;
    } else {
        out.next = nearest(p, walk_.bytes_left(p).least, most.fuel, steps);
        for (next_place& k : out.next) {
            k.to = walk_.with_little_room(k.to);
            k.left = walk_.bytes_left(k.to).least;
        }
        if (walk_.spent() > most.fuel) {
            fell_short_ = true;
            return std::nullopt;  // something may be missing
        }
        auto const first = static_cast<std::uint32_t>(next_.size());
        for (next_place const& k : out.next) {  // there before anybody is told where
            next_.push_back(k);
        }
        ways_.add(p, {first, static_cast<std::uint32_t>(out.next.size()), steps},
                  [&] { walk_.meter().look(); });
    }
    steps_ += steps;
    return steps_ > most.steps ? std::nullopt : std::optional(std::move(out));
}

bool fewest_tokens::is_settled(open_place& top) {
    constexpr std::uint64_t steps_of_a_look = 20;
    while (top.done < top.next.size() && top.best != 1) {
        auto const& [to, left] = top.next[top.done];
        walk_.spend(steps_of_a_look);
        std::uint32_t const most = walk_.most_progress();
        std::uint32_t const least = left == 0 ? 0 : (left + most - 1) / most;
        if (top.best != never && least + 1 >= top.best) {
            return true;  // the others are no nearer than what is known already
        }
        std::uint32_t const found = known(to);
        if (found == unknown) {
            return false;
        }
        top.best = (std::min)(top.best, completion::sum(found, 1));
        ++top.done;
    }
    return true;
}

std::uint32_t fewest_tokens::known(place const& p) const {
    if (p.waiting != 0 || of_.can_stop(p)) {
        return 0;
    }
    std::uint32_t const* const found = tokens_.find(p);
    return found == nullptr ? unknown : *found;
}

vec<place> fewest_tokens::nearer(place const& p, std::uint32_t than, std::uint64_t most_spent) {
    std::uint64_t steps = 0;
    vec<place> out;
    for (next_place const& k : nearest(p, than, most_spent, steps)) {
        out.push_back(k.to);
    }
    return out;
}

vec<fewest_tokens::next_place> fewest_tokens::nearest(place const& p, std::uint32_t than,
                                                      std::uint64_t most_spent, std::uint64_t& steps) {
    constexpr std::uint64_t steps_of_a_place = 40;
    constexpr std::uint64_t steps_of_a_node = 20;
    auto const nodes = walk_.nodes();
    nearest_places out;
    std::uint32_t const here = walk_.bytes_left(p).least;
    std::uint32_t const least = than;
    std::uint64_t const leaving = ways_out(p);
    place last;
    path_[0] = p;
    for (std::size_t i = 1; i < nodes.size() && walk_.spent() <= most_spent;) {
        vocab::trie::node const n = nodes[i];
        steps += steps_of_a_node;
        place const to = walk_.next(path_[n.depth() - 1], n.byte());
        if (!store::is_live(to.config)) {
            i += n.skip();
            continue;
        }
        path_[n.depth()] = to;
        steps += steps_of_reading(to);
        std::uint32_t const left = walk_.bytes_left(to).least;
        // inside the same loop: whatever is below has to leave it
        bool const stays = to.config == p.config && to.base == p.base && left >= here;
        if (left == never || left >= completion::sum(least, walk_.height(i)) ||
            (stays && (walk_.signatures(i) & leaving) == 0)) {
            if (!(left < least && n.has_token())) {
                i += n.skip();
                continue;
            }
        }
        if (n.has_token() && left < least && !(to == last)) {
            last = to;
            place const at = of_.settled(to);
            if (store::is_live(at.config)) {
                walk_.spend(steps_of_a_place);
                out.add(at, walk_.bytes_left(at).least);
            } else if (at.config == failed_config) {
                walk_.give_up();  // what is behind a limit is not known
            }
        }
        ++i;
    }
    add_nearer_tokens(p, least, out);
    return std::move(out).in_order();
}

std::uint64_t fewest_tokens::steps_of_reading(place const& p) const {
    constexpr std::uint64_t of_a_way = 8;
    constexpr std::uint64_t of_a_frame = 8;
    std::uint64_t out = 0;
    std::uint64_t const base = of_.configs().node(p.base).depth;
    for (item const i : of_.configs().at(p.config).kernel()) {
        out += of_a_way + of_a_frame * (1 + base + of_.configs().node(i.stack).depth);
    }
    return out;
}

void fewest_tokens::add_nearer_tokens(place const& p, std::uint32_t least, nearest_places& out) {
    if (!of_.configs().at(p.config).moves_tokens) {
        return;
    }
    auto const visit = [&](token_id id) {
        place const to = of_.settled(of_.step_token(p, id));
        std::uint32_t const left = store::is_live(to.config) ? walk_.bytes_left(to).least : never;
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
    std::sort(named.begin(), named.end());
    for (token_id const id : named) {
        if (of_.tokens().holds(id) && !of_.tokens().tokens().ends(id)) {
            visit(id);
        }
    }
    for (token_id id = 0; others && id < of_.tokens().size(); ++id) {
        if (of_.tokens().holds(id) && !of_.tokens().tokens().ends(id) &&
            !std::binary_search(named.begin(), named.end(), id)) {
            visit(id);  // all others lead to the same place
            others = false;
        }
    }
}

bool fewest_tokens::comes_back(place const& from, place const& p, int steps) {
    vec<std::size_t> const all = walk_.cuts(from);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        place const to = walk_.next(from, static_cast<std::uint8_t>(all[i]));
        bool const back = to.config == p.config
                              ? to.base == p.base
                              : !store::is_live(to.config) || (steps > 1 && comes_back(to, p, steps - 1));
        if (!back) {
            return false;
        }
    }
    return true;
}

std::uint64_t fewest_tokens::ways_out(place const& p) {
    std::uint64_t out = 0;
    constexpr std::size_t not_ascii = 0x80;
    vec<std::size_t> const all = walk_.cuts(p);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        place const to = walk_.next(p, static_cast<std::uint8_t>(all[i]));
        bool const back = !store::is_live(to.config) || (to.config == p.config && to.base == p.base) ||
                          (all[i] >= not_ascii && comes_back(to, p, 3));
        for (std::size_t b = all[i]; b < all[i + 1] && !back; ++b) {
            out |= end_walk::signature(static_cast<std::uint8_t>(b));
        }
    }
    return out;
}

void fewest_tokens::nearest_places::add(place const& to, std::uint32_t left) {
    auto const kept = place_of_.try_emplace((std::uint64_t{to.config} << 32) | to.base,
                                            static_cast<std::uint32_t>(found_.size()));
    if (kept.fresh) {
        found_.push_back({to, left});
        return;
    }
    next_place& other = found_[kept.at.value];
    if (std::pair(left, to.count) < std::pair(other.left, other.to.count)) {
        other = {to, left};
    }
}

vec<fewest_tokens::next_place> fewest_tokens::nearest_places::in_order() && {
    // the numbers of places depend on what was met first, so they are no order
    vec<std::uint64_t> order;
    order.reserve(found_.size());
    for (std::size_t i = 0; i < found_.size(); ++i) {
        order.push_back((std::uint64_t{found_[i].left} << 32) | i);
    }
    std::sort(order.begin(), order.end());
    vec<next_place> out;
    out.reserve(found_.size());
    for (std::uint64_t const k : order) {
        out.push_back(found_[static_cast<std::uint32_t>(k)]);
    }
    return out;
}

}  // namespace parlance::mask::detail
