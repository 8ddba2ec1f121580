// parlance/mask/detail/names/impl/seen_names.ipp - definitions of what parlance/mask/detail/names/seen_names.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/names/seen_names.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

std::uint32_t seen_names::child(std::uint32_t t, std::uint8_t byte) const noexcept {
    std::uint32_t c = trie_nodes_[t].child;
    while (c != 0 && trie_nodes_[c].byte != byte) {
        c = trie_nodes_[c].next;
    }
    return c;
}

bool seen_names::begins_escaped() const noexcept {
    auto const some = [&](std::size_t byte) { return (first_[byte / 64] >> (byte % 64) & 1) != 0; };
    return static_cast<std::uint32_t>(first_[0]) != 0 || some('"') || some('\\') || some('/');
}

void seen_names::back_to(mark const& m) noexcept {
    for (; ended_.size() > m.ended; ended_.pop_back()) {
        trie_nodes_[ended_.back().trie_node].ends = false;
        --frames_[ended_.back().frame].members;
    }
    for (; trie_nodes_.size() > m.trie_nodes; trie_nodes_.pop_back()) {
        trie_nodes_[trie_nodes_.back().parent].child = trie_nodes_.back().next;
    }
    frames_.resize(m.frames);
    at_ = m.at;
}

std::size_t seen_names::skip(std::string_view text) const noexcept {
    std::size_t n = 0;
    if (at_.in == name_cursor::part::nowhere) {
        return (std::min)(text.find('{'), text.size());
    }
    if (at_.in == name_cursor::part::text && at_.escape == 0) {
        while (n < text.size() && text[n] != '"' && text[n] != '\\') {
            ++n;
        }
    }
    return n;
}

bool seen_names::read(std::uint8_t byte, object_rule opens) {
    switch (at_.in) {
    case name_cursor::part::nowhere:
        if (opens) {
            open(opens);
        }
        return true;
    case name_cursor::part::text:
        if (at_.escape != 0) {
            at_.escape = 0;
        } else if (byte == '\\') {
            at_.escape = 1;
        } else if (byte == '"') {
            at_.in = name_cursor::part::outside;
        }
        return true;
    case name_cursor::part::name:
        if (at_.spell(byte, [&](std::uint8_t b) { at_.trie_node = grown(at_.trie_node, b); })) {
            return end_name();
        }
        return true;
    case name_cursor::part::outside: read_outside(byte, opens); return true;
    }
    return true;
}

void seen_names::forget() {
    if (trie_nodes_.size() + frames_.size() + ended_.size() >= compact_at_) {
        compact();
        compact_at_ = 2 * (trie_nodes_.size() + frames_.size()) + 1024;
    }
}

void seen_names::open(object_rule what) {
    bool const watched = what && what->watched();
    std::uint32_t root = 0;
    if (watched) {
        root = size(trie_nodes_);
        trie_nodes_.push_back({});
    }
    bool const limited = watched && what->names == rtn::member_names::limited;
    frames_.push_back({at_.frame, root, 0, limited ? what->always : 0, least_left(), limited});
    at_.frame = size(frames_) - 1;
    at_.in = name_cursor::part::outside;
    at_.name_next = watched;
}

void seen_names::read_outside(std::uint8_t byte, object_rule opens) {
    switch (byte) {
    case '"':
        at_.in = at_.name_next ? name_cursor::part::name : name_cursor::part::text;
        at_.trie_node = at_.name_next ? root() : 0;
        break;
    case '{': open(opens); break;
    case '[': open(object_rule{}); break;
    case '}':
    case ']':
        at_.frame = frames_[at_.frame].outer;
        at_.name_next = false;
        at_.in = at_.frame == 0 ? name_cursor::part::nowhere : name_cursor::part::outside;
        break;
    case ',': at_.name_next = root() != 0; break;
    default: break;
    }
}

bool seen_names::end_name() {
    at_.in = name_cursor::part::outside;
    at_.name_next = false;
    std::uint32_t const name = std::exchange(at_.trie_node, 0);
    if (trie_nodes_[name].ends) {
        return false;
    }
    trie_nodes_[name].ends = true;
    ended_.push_back({name, at_.frame});
    ++frames_[at_.frame].members;
    return true;
}

std::uint32_t seen_names::grown(std::uint32_t t, std::uint8_t byte) {
    if (std::uint32_t const known = child(t, byte); known != 0) {
        return known;
    }
    if (t == root()) {
        first_[byte / 64] |= std::uint64_t{1} << (byte % 64);
    }
    trie_nodes_.push_back({t, 0, trie_nodes_[t].child, byte, false});
    return trie_nodes_[t].child = size(trie_nodes_) - 1;
}

void seen_names::compact() {
    vec<std::uint32_t> open;
    for (std::uint32_t f = at_.frame; f != 0; f = frames_[f].outer) {
        open.push_back(f);
    }
    vec<trie_node> const old = std::exchange(trie_nodes_, vec<trie_node>(1));
    vec<frame> const old_frames = std::exchange(frames_, vec<frame>(1));
    ended_.clear();
    std::uint32_t now = 0;
    vec<std::pair<std::uint32_t, std::uint32_t>> todo;  // of `old`, and the copy of its parent
    for (std::size_t i = open.size(); i-- > 0;) {
        std::uint32_t const root = old_frames[open[i]].root;
        frame kept = old_frames[open[i]];
        kept.outer = size(frames_) - 1;
        kept.root = root == 0 ? 0 : size(trie_nodes_);
        frames_.push_back(kept);
        if (root == 0) {
            continue;
        }
        todo.emplace_back(root, 0);
        while (!todo.empty()) {
            auto const [from, parent] = todo.back();
            todo.pop_back();
            std::uint32_t const made = size(trie_nodes_);
            trie_nodes_.push_back({parent, 0, trie_nodes_[parent].child, old[from].byte, old[from].ends});
            if (parent != 0) {
                trie_nodes_[parent].child = made;
            }
            now = from == at_.trie_node ? made : now;
            for (std::uint32_t c = old[from].child; c != 0; c = old[c].next) {
                todo.emplace_back(c, made);
            }
        }
    }
    at_.frame = size(frames_) - 1;
    at_.trie_node = now;
}

}  // namespace parlance::mask::detail
