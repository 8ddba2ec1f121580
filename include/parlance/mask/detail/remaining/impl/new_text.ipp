// parlance/mask/detail/remaining/impl/new_text.ipp - what parlance/mask/detail/remaining/endings.hpp declares about names and items
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/endings.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/names/text_guard.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store/generation.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

endings::way_to_end endings::end_with_new(place p, text_guard& watched) {
    constexpr std::size_t longest = 4000;
    if (p.waiting != 0 || walk_.bytes_left(p).least == never) {
        return {};
    }
    vec<char> text;
    text_guard::mark const before = watched.here();
    constexpr int most_alike = 4;  // 0.000 is no other number
    for (int alike = 0;
         store::is_live(p.config) && !of_.can_stop(p) && text.size() < longest && !walk_.out_of_fuel();) {
        place const to = next_new(p, watched, alike < most_alike, text);
        alike = to == p ? alike + 1 : 0;
        p = to;
    }
    watched.back_to(before);
    bool const ends = store::is_live(p.config) && of_.can_stop(p);
    // the fewest tokens from each byte on
    vec<way_to_end> from(text.size() + 1);
    from.back().tokens = 0;
    for (std::size_t i = text.size(); ends && i-- > 0;) {
        std::size_t node = 0;
        for (std::size_t k = i; k < text.size(); ++k) {
            std::size_t const end = node + walk_.nodes()[node].skip();
            std::size_t child = node + 1;
            while (child < end && walk_.nodes()[child].byte() != static_cast<std::uint8_t>(text[k])) {
                child += walk_.nodes()[child].skip();
            }
            if (child >= end) {
                break;
            }
            node = child;
            std::uint32_t const tokens = completion::sum(from[k + 1].tokens, 1);
            if (walk_.nodes()[node].has_token() && tokens < from[i].tokens) {
                from[i].tokens = tokens;
                of_.tokens().trie().each_token(walk_.nodes()[node], [&](token_id id) { from[i].first = id; });
            }
        }
        walk_.spend(100);
    }
    return ends ? from.front() : way_to_end{};
}

place endings::next_new(place const& p, text_guard& watched, bool stays, vec<char>& out) {
    constexpr std::uint64_t steps_of_a_byte = 100;
    vec<std::size_t> const all = walk_.cuts(p);
    vec<std::pair<std::uint32_t, std::size_t>>
        nearest;  // bytes left, and where the bytes begin that lead there
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        place const to = walk_.next(p, static_cast<std::uint8_t>(all[i]));
        if (store::is_live(to.config) && (stays || !(of_.settled(to) == p))) {
            nearest.emplace_back(walk_.bytes_left(to).least, i);
        }
    }
    std::sort(nearest.begin(), nearest.end());
    for (auto const& [left, i] : nearest) {
        for (std::size_t byte = all[i]; byte < all[i + 1] && left != never && !walk_.out_of_fuel(); ++byte) {
            walk_.spend(steps_of_a_byte);
            text_guard::mark const before = watched.here();
            char const text = static_cast<char>(byte);
            place const to = of_.settled(walk_.next(p, static_cast<std::uint8_t>(byte)));
            if (store::is_live(to.config) && watched.read(of_, p, std::string_view(&text, 1)) &&
                !watched.dead_end(of_, to)) {
                out.push_back(text);
                return to;
            }
            watched.back_to(before);
        }
    }
    return {};
}

void endings::remove_late_with_new(place const& p, std::uint32_t here, std::uint32_t kept,
                                   text_guard& watched, std::uint32_t most, array_ref<std::uint32_t> words) {
    vocab::view const& tokens = of_.tokens().tokens();
    bitmask left{words};
    auto const key_of = [](place const& to) { return (std::uint64_t{to.config} << 32) | to.base; };
    hash_map<std::uint64_t, std::uint32_t> needed;  // by the first token that led there
    auto const tokens_behind = [&](place const& behind, token_id id) {
        place const to = of_.settled(behind);
        text_guard::mark const before = watched.here();
        bool const good = store::is_live(to.config) && watched.read(of_, p, tokens.bytes(id));
        std::uint32_t const out = good ? end_with_new(to, watched).tokens : never;
        watched.back_to(before);
        return out;
    };
    int tried = 0;
    auto const is_in_time = [&](place const& behind, token_id id) {
        // another name may need a token or two more or less
        constexpr std::uint32_t apart = 2;
        constexpr int most_tried = 64;
        if (key_of(behind) == key_of(p)) {
            return here <= most;  // nothing changes but how far a text or a name has come
        }
        auto const [at, fresh] = needed.try_emplace(key_of(behind), never);
        if (fresh) {
            at.value = is_late(behind, most) ? never : tokens_behind(behind, id);
            return at.value <= most;
        }
        return completion::sum(at.value, apart) <= most ||
               (at.value <= most + apart && ++tried <= most_tried && tokens_behind(behind, id) <= most);
    };
    constexpr std::uint32_t worth_a_look = 32;  // nodes
    vec<place> path(of_.tokens().depth() + 2);
    path[0] = p;
    for (std::size_t i = 1; i < walk_.nodes().size() && !walk_.out_of_fuel();) {
        vocab::trie::node const n = walk_.nodes()[i];
        place const to = walk_.next(path[n.depth() - 1], n.byte());
        if (!store::is_live(to.config)) {
            i += n.skip();
            continue;
        }
        path[n.depth()] = to;
        if (n.skip() >= worth_a_look && walk_.spells_all() &&
            completion::sum(completion::sum(walk_.bytes_left(to).most, walk_.growth(i)), kept) <= most) {
            i += n.skip();
            continue;
        }
        of_.tokens().trie().each_token(n, [&](token_id id) {
            if (left.test(id) && !is_in_time(to, id)) {
                left.reset(id);
            }
        });
        ++i;
    }
}

}  // namespace parlance::mask::detail
