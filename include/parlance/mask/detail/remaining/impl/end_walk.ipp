// parlance/mask/detail/remaining/impl/end_walk.ipp - definitions of what parlance/mask/detail/remaining/end_walk.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

end_walk::end_walk(generation& of)
    : of_(of),
      nodes_(of.tokens().trie().nodes()),
      call_(of.budget()),
      bytes_(of, call_),
      fuel_(of.grammar().bounds.fuel / 4 * 3) {}

std::uint64_t end_walk::signature(std::uint8_t byte) noexcept {
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

void end_walk::measure_tokens() {
    constexpr std::uint64_t of_a_node = 6;  // each way
    std::size_t const size = nodes_.size();
    std::uint32_t most_progress = 1;
    vec<std::uint32_t> progress(of_.tokens().depth() + 2, 0);
    for (std::size_t i = 1; i < size && !call_.is_cancelled(); ++i) {
        spend(of_a_node);
        vocab::trie::node const n = nodes_[i];
        progress[n.depth()] = progress[n.depth() - 1] + (bytes_.least().is_progress(n.byte()) ? 1 : 0);
        most_progress = (std::max)(most_progress, progress[n.depth()]);
    }
    // behind a node comes what is below it: so it is found there when the node's turn comes, from the last one on
    vec<subtree> at_depth(of_.tokens().depth() + 2);
    below_ = {};
    for (std::size_t i = size; i-- > 0 && !call_.is_cancelled();) {
        spend(of_a_node);
        vocab::trie::node const n = nodes_[i];
        subtree const here = std::exchange(at_depth[n.depth()], {});
        below_.push_back(here);
        if (i != 0) {
            subtree& above = at_depth[n.depth() - 1];
            above.height = (std::max)(above.height, here.height + 1);
            above.signatures |= here.signatures | signature(n.byte());
            above.growth =
                (std::max)(above.growth, completion::sum(here.growth, bytes_.least().growth(n.byte())));
        }
    }
    if (call_.is_cancelled()) {
        below_ = {};  // not all nodes are there
        return;
    }
    most_growth_ = (std::max)(size == 0 ? 0u : growth(0), bytes_.least().token_growth());
    most_progress_ = most_progress;
}

void end_walk::free(function_ref<void()> look) {
    bytes_.clear(look);
    below_.clear(look);
}

std::size_t end_walk::memory() const noexcept {
    return below_.size() * sizeof(subtree) + bytes_.memory() + forget_count_.size() * 32;
}

bool end_walk::begin() {
    call_.begin();
    if (!is_measured() && (bytes_.is_measured() || bytes_.measure())) {
        measure_tokens();
    }
    if (!bytes_.are_known()) {
        give_up();
    }
    return is_measured();
}

std::uint64_t end_walk::spent() const noexcept { return call_.spent() + of_.budget().spent(); }

place end_walk::next(place const& p, std::uint8_t byte) {
    spend(20);
    place const to = p.waiting != 0 ? of_.hear(p.waiting, byte) : of_.step(p, byte);
    if (to.config == failed_config) {
        give_up();  // what is behind a limit is not known
    }
    return to;
}

vec<std::size_t> end_walk::cuts(place const& p) {
    vec<std::size_t> out;
    for (item const i : of_.configs().at(p.config).form->items) {
        spend(1 + 20 * of_.grammar().code.bytes_of(i.state).size());
        for (byte_edge const& e : of_.grammar().code.bytes_of(i.state)) {
            out.push_back(e.low);
            out.push_back(e.high + std::size_t{1});
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

end_walk::branch end_walk::nearest(place const& p) {
    std::uint32_t const here = bytes_left(p).least;
    vec<std::size_t> const all = cuts(p);
    for (std::size_t i = 0; i + 1 < all.size() && !out_of_fuel(); ++i) {
        place const to = of_.settled(next(p, static_cast<std::uint8_t>(all[i])));
        std::uint32_t const left = store::is_live(to.config) ? bytes_left(to).least : never;
        if (left < here) {
            return {to, left, all[i], all[i + 1]};
        }
    }
    return {};
}

vec<end_walk::branch> end_walk::branches(place const& p) {
    constexpr std::uint64_t steps_of_a_branch = 12;
    vec<branch> out;
    vec<std::size_t> const all = cuts(p);
    spend(steps_of_a_branch * all.size());
    for (std::size_t i = 0; i + 1 < all.size() && !out_of_fuel(); ++i) {
        place const to = of_.settled(next(p, static_cast<std::uint8_t>(all[i])));
        std::uint32_t const left = store::is_live(to.config) ? bytes_left(to).least : never;
        if (left != never) {
            out.push_back({to, left, all[i], all[i + 1]});
        }
    }
    std::sort(out.begin(), out.end(), [](branch const& a, branch const& b) {
        return a.left != b.left ? a.left < b.left : a.first < b.first;
    });
    return out;
}

bool end_walk::is_without_count(place const& p) const {
    return of_.configs().at(p.config).form->slot == 0 && of_.configs().node(p.base).slot == 0;
}

place end_walk::with_little_room(place p) {
    constexpr std::uint32_t room = 4;
    std::uint32_t const slot = of_.configs().at(p.config).form->slot;
    if (is_without_count(p)) {
        p.count = 0;
    } else if (slot != 0) {
        stack_node const& k = of_.configs().node(slot);
        auto const& [low, high] = of_.grammar().code.counts[k.count];
        if (k.increments == inside && high > room && p.count < high - room &&
            forgets_count({p.config, p.base, low, p.waiting}, high - room)) {
            p.count = high - room;
        }
    }
    return p;
}

bool end_walk::forgets_count(place const& p, std::uint32_t other) {
    constexpr std::size_t most_places = 64;
    auto const key = [](place const& at) { return (std::uint64_t{at.config} << 32) | at.base; };
    if (auto const* const known = forget_count_.find(key(p)); known != nullptr) {
        return known->value;
    }
    auto const behind = [&](place const& from, std::size_t byte) {
        place to = of_.settled(next(from, static_cast<std::uint8_t>(byte)));
        if (!store::is_live(to.config) || is_without_count(to)) {
            to.count = 0;
        }
        return to;
    };
    bool out = true;
    vec<place> met{p};  // where the number still matters
    for (std::size_t i = 0; i < met.size() && out && !out_of_fuel(); ++i) {
        place const from = met[i];
        place const with_other{from.config, from.base, other, from.waiting};
        for (std::size_t const byte : cuts(from)) {
            if (byte > 0xFF) {
                continue;
            }
            place const to = behind(from, byte);
            place const there = behind(with_other, byte);
            spend(met.size());
            bool const is_met =
                std::any_of(met.begin(), met.end(), [&](place const& k) { return key(k) == key(to); });
            if (to.count != there.count && !is_met) {
                met.push_back(to);
            }
            out = out && key(to) == key(there) && met.size() <= most_places;
        }
    }
    if (!out_of_fuel()) {
        forget_count_.try_emplace(key(p), out);
    }
    return out;
}

}  // namespace parlance::mask::detail
