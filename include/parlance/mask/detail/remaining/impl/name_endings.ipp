// parlance/mask/detail/remaining/impl/name_endings.ipp - definitions of what parlance/mask/detail/remaining/name_endings.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/name_endings.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/remaining/known_tokens.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace parlance::mask::detail {

name_endings::list const* name_endings::at(place const& p) {
    std::uint64_t const key = states_at(p);
    if (auto const* const known = known_.find(key); known != nullptr) {
        return known->value.get();
    }
    auto found = std::make_unique<list>();
    find_all(p, *found);
    if (walk_.out_of_fuel()) {
        return nullptr;
    }
    std::size_t bytes = sizeof(list);
    for (kind const& each : *found) {
        for (name_ending const& e : each) {
            bytes += sizeof(e) + e.text.size();
        }
    }
    list const* const out = known_.try_emplace(key, std::move(found)).at.value.get();
    bytes_ += bytes;
    return out;
}

bool name_endings::has_nearest(list const& all, place p) {
    constexpr std::size_t longest = 1000;
    vec<char> text;
    bool escaped = false;
    while (text.size() < longest && (text.empty() || text.back() != '"' || escaped)) {
        escaped = !text.empty() && text.back() == '\\' && !escaped;
        end_walk::branch const on = walk_.nearest(p);
        if (!store::is_live(on.to.config)) {
            return false;
        }
        text.push_back(static_cast<char>(on.first));
        p = on.to;
    }
    return std::any_of(all.begin(), all.end(), [&](kind const& each) {
        walk_.spend(each.size());
        return std::any_of(each.begin(), each.end(), [&](name_ending const& e) { return e.text == text; });
    });
}

std::uint64_t name_endings::states_at(place const& p) const {
    std::uint64_t out = 17;
    for (item const i : of_.configs().at(p.config).form->items) {
        out = mix(out, i.state);
    }
    return out;
}

void name_endings::make_room() noexcept {
    constexpr std::size_t most_kept = std::size_t{2} << 20;
    if (bytes_ > most_kept) {
        known_.clear();
        values_.clear();
        bytes_ = 0;
    }
}

void name_endings::find_all(place const& from, list& out) {
    constexpr std::uint32_t most_at = 4;  // ways to one place
    constexpr std::size_t most_nodes = 8192;
    hash_map<place, std::uint32_t, hash_place> met;
    vec<found_kind> kinds;
    nodes_ = {};
    nodes_.push_back({.at = from});
    for (std::uint32_t i = 0; i < nodes_.size() && !walk_.out_of_fuel(); ++i) {
        if (nodes_[i].byte == '"' && !nodes_[nodes_[i].parent].escaped) {
            note_ending(i, kinds);
        } else if (nodes_.size() < most_nodes && ++met[nodes_[i].at] <= most_at) {
            add_behind(i);
        }
    }
    for (found_kind& each : kinds) {
        walk_.spend(each.of.size() * 20);
        std::sort(each.of.begin(), each.of.end());
    }
    std::sort(kinds.begin(), kinds.end(), [](found_kind const& a, found_kind const& b) {
        return a.left != b.left ? a.left < b.left : a.of.front() < b.of.front();
    });
    out.reserve(kinds.size());
    for (found_kind& each : kinds) {
        out.push_back(std::move(each.of));
    }
}

void name_endings::note_ending(std::uint32_t quote, vec<found_kind>& to) {
    constexpr std::size_t most_of_a_kind = 1024;
    constexpr std::size_t longest = 1024;  // bytes; longer ones are found byte by byte
    place const behind = of_.settled(nodes_[quote].at);
    if (nodes_[quote].depth > longest || !store::is_live(behind.config)) {
        return;
    }
    std::uint32_t const value = value_bytes(behind);
    if (value == never) {
        return;
    }
    std::uint64_t const states = states_at(behind);
    std::uint32_t left = walk_.bytes_left(behind).least;
    left -= (std::min)(left, value);
    walk_.spend(to.size());
    auto known = std::find_if(to.begin(), to.end(),
                              [&](found_kind const& k) { return k.states == states && k.left == left; });
    if (known == to.end()) {
        to.push_back({states, left, {}});
        known = to.end() - 1;
    } else if (known->of.size() == most_of_a_kind) {
        return;
    }
    walk_.spend(nodes_[quote].depth);
    known->of.push_back(ending_of(quote));
    known->of.back().value = value;
}

std::uint32_t name_endings::value_bytes(place const& behind_name) {
    end_walk::branch const colon = walk_.nearest(behind_name);
    if (!store::is_live(colon.to.config)) {
        return never;
    }
    std::uint64_t const states = states_at(colon.to);
    if (auto const* const known = values_.find(states); known != nullptr) {
        return completion::sum(known->value, 1);
    }
    std::uint32_t const bytes = read_bytes(colon.to);
    if (!walk_.out_of_fuel()) {
        values_.try_emplace(states, bytes);
        bytes_ += sizeof(states) + sizeof(bytes);
    }
    return completion::sum(bytes, 1);
}

std::uint32_t name_endings::read_bytes(place p) {
    constexpr std::uint32_t longest = 4000;
    bool in_string = false;
    bool escaped = false;
    int depth = 0;
    for (std::uint32_t bytes = 0; bytes < longest && !walk_.out_of_fuel(); ++bytes) {
        end_walk::branch const on = walk_.nearest(p);
        if (!store::is_live(on.to.config)) {
            break;
        }
        auto const byte = static_cast<char>(on.first);
        bool const closes = byte == '}' || byte == ']';
        if (!in_string && depth == 0 && (closes || byte == ',')) {
            return bytes;
        }
        depth += in_string ? 0 : byte == '{' || byte == '[' ? 1 : closes ? -1 : 0;
        in_string = in_string != (byte == '"' && !escaped);
        escaped = in_string && byte == '\\' && !escaped;
        p = on.to;
    }
    return never;
}

name_ending name_endings::ending_of(std::uint32_t quote) const {
    node const& last = nodes_[nodes_[quote].parent];
    name_ending out;
    out.end = last.depth == 0 ? 0 : last.end;
    for (std::uint32_t i = quote; i != 0; i = nodes_[i].parent) {
        out.text.push_back(static_cast<char>(nodes_[i].byte));
    }
    std::reverse(out.text.begin(), out.text.end());
    return out;
}

void name_endings::add_behind(std::uint32_t from) {
    constexpr std::uint64_t steps_of_a_branch = 12;
    node const here = nodes_[from];
    vec<place> seen;
    vec<std::size_t> const cuts = walk_.cuts(here.at);
    walk_.spend(steps_of_a_branch * cuts.size());
    for (std::size_t i = 0; i + 1 < cuts.size() && !walk_.out_of_fuel(); ++i) {
        place const to = walk_.next(here.at, static_cast<std::uint8_t>(cuts[i]));
        if (!store::is_live(to.config) || std::find(seen.begin(), seen.end(), to) != seen.end()) {
            continue;
        }
        seen.push_back(to);
        nodes_.push_back({.at = to,
                          .parent = from,
                          .depth = here.depth + 1,
                          .byte = static_cast<std::uint16_t>(cuts[i]),
                          .end = static_cast<std::uint16_t>(cuts[i + 1]),
                          .escaped = cuts[i] == '\\' && !here.escaped});
    }
}

}  // namespace parlance::mask::detail
