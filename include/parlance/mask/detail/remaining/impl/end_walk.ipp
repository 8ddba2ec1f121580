// parlance/mask/detail/remaining/impl/end_walk.ipp - definitions of what parlance/mask/detail/remaining/end_walk.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/end_walk.hpp>
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
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

std::uint64_t hash_place::operator()(place const& p) const noexcept {
    return mix(mix(12, (std::uint64_t{p.config} << 32) | p.base), (std::uint64_t{p.waiting} << 32) | p.count);
}

end_walk::end_walk(generation& of)
    : of_(of), nodes_(of.tokens().trie().nodes()), bytes_(of), fuel_(of.grammar().bounds.fuel / 4 * 3) {
    measure_tokens();
}

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

std::size_t end_walk::memory() const {
    return nodes_.size() * (sizeof(std::uint16_t) + sizeof(std::uint64_t) + sizeof(std::uint32_t)) +
           bytes_.memory();
}

void end_walk::begin() noexcept {
    spent_ = std::exchange(measured_, 0);
    bytes_.begin();
}

std::uint64_t end_walk::spent() const noexcept { return spent_ + bytes_.spent() + of_.budget().spent(); }

place end_walk::next(place const& p, std::uint8_t byte) {
    spent_ += 20;
    place const to = p.waiting != 0 ? of_.hear(p.waiting, byte) : of_.step(p, byte);
    if (to.config == failed_config) {
        give_up();  // what is behind a limit is not known
    }
    return to;
}

vec<std::size_t> end_walk::cuts(place const& p) {
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

place end_walk::with_little_room(place p) const {
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

}  // namespace parlance::mask::detail
