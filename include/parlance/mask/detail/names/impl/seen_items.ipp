// parlance/mask/detail/names/impl/seen_items.ipp - definitions of what parlance/mask/detail/names/seen_items.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/names/seen_items.hpp>
#include <parlance/mask/detail/names/value_tree.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

std::uint32_t seen_items::unique_around(std::uint32_t frame) const noexcept {
    while (frame != 0 && frames_[frame].is < kind::unique) {
        frame = frames_[frame].outer;
    }
    return frame;
}

bool seen_items::has_new_part(std::uint32_t array) const noexcept {
    std::uint32_t last = at_.last;
    std::uint32_t frame = at_.frame;
    while (frame != 0 && frames_[frame].outer != array) {
        last = frames_[frame].outer_last;
        frame = frames_[frame].outer;
    }
    return frame != 0 && notes_[last].is_new;
}

seen_items::mark seen_items::here() const noexcept {
    return {at_, values_.size(), size(frames_), size(notes_), size(added_)};
}

void seen_items::back_to(mark const& m) noexcept {
    for (; added_.size() > m.items; added_.pop_back()) {
        frames_[added_.back().frame].count -= added_.back().part ? 0 : 1;
        items_.erase(key(added_.back().frame, added_.back().value));
    }
    values_.cut(m.trie_nodes);
    frames_.resize(m.frames);
    notes_.resize(m.notes);
    at_ = m.at;
}

std::size_t seen_items::skip(std::string_view text) const noexcept {
    return at_.in == item_cursor::part::nowhere ? (std::min)(text.find('['), text.size()) : 0;
}

template <class Put>
bool seen_items::begin_scalar(item_cursor& c, std::uint8_t byte, Put&& put) {
    switch (byte) {
    case '"':
        c.in = item_cursor::part::text;
        c.spelling = {};
        put(std::uint8_t{'S'});
        return true;
    case 't':
    case 'f':
    case 'n':
        c.in = item_cursor::part::literal;
        c.left = byte == 'f' ? 4 : 3;
        put(byte);
        return true;
    default: break;
    }
    if (byte != '-' && (byte < '0' || byte > '9')) {
        return false;
    }
    c.in = item_cursor::part::number;
    c.digits = {};
    put(std::uint8_t{'N'});
    c.digits.read(byte, put);
    return true;
}

template <class Put>
bool seen_items::go_on(item_cursor& c, std::uint8_t byte, Put&& put) {
    switch (c.in) {
    case item_cursor::part::text: return c.spelling.spell(byte, put);
    case item_cursor::part::literal: put(byte); return --c.left == 0;
    default: break;
    }
    if (number_reader::takes(byte)) {
        c.digits.read(byte, put);
        return false;
    }
    c.digits.end(put);
    return true;
}

bool seen_items::read(std::uint8_t byte, rtn::array_items opens) {
    if (at_.in == item_cursor::part::nowhere) {
        if (opens != rtn::array_items::any) {
            open(opens == rtn::array_items::unique ? kind::unique : kind::limited);
        }
        return true;
    }
    if (!at_.in_scalar()) {
        return read_outside(byte, opens);
    }
    bool const number = at_.in == item_cursor::part::number;
    if (!go_on(at_, byte, growing(at_.trie_node))) {
        return true;
    }
    at_.in = item_cursor::part::outside;
    std::uint32_t const value = std::exchange(at_.trie_node, 0);
    if (std::exchange(at_.key_next, false)) {
        add_note(value);
        return true;
    }
    return end_value(value) && (!number || read_outside(byte, opens));
}

void seen_items::forget() noexcept {
    if (at_.in == item_cursor::part::nowhere) {
        back_to({});
    }
}

bool seen_items::follow(item_cursor& c, std::uint8_t byte, std::uint32_t& value) const {
    if (!c.in_scalar()) {
        c.trie_node = value_tree::root;
        if (begin_scalar(c, byte, looking(c.trie_node))) {
            c.value_next = false;
        }
        return false;
    }
    if (!go_on(c, byte, looking(c.trie_node))) {
        return false;
    }
    value = c.trie_node;
    return true;
}

void seen_items::open(kind is) {
    frames_.push_back({at_.frame, at_.last, 0, is});
    at_.frame = size(frames_) - 1;
    at_.last = 0;
    at_.in = item_cursor::part::outside;
    at_.key_next = is == kind::object;
    at_.value_next = is != kind::object;
}

bool seen_items::close() {
    bracket const closed = frames_[at_.frame];
    at_.frame = closed.outer;
    if (closed.outer == 0) {
        at_ = {};
        return true;
    }
    parts_.clear();
    for (std::uint32_t n = at_.last; n != 0; n = notes_[n].before) {
        parts_.push_back(notes_[n].value);
    }
    std::reverse(parts_.begin(), parts_.end());
    std::uint32_t trie_node = values_.grown(value_tree::root, closed.is == kind::object ? 'O' : 'A');
    auto const put = [&](std::uint32_t n) {
        for (int shift = 0; shift < 32; shift += 8) {
            trie_node = values_.grown(trie_node, static_cast<std::uint8_t>(n >> shift & 0xFF));
        }
    };
    if (closed.is == kind::object) {
        vec<std::pair<std::uint32_t, std::uint32_t>> members;
        for (std::size_t i = 0; i + 1 < parts_.size(); i += 2) {
            members.emplace_back(parts_[i], parts_[i + 1]);
        }
        std::sort(members.begin(), members.end());
        for (auto const& [name, value] : members) {
            put(name);
            put(value);
        }
    } else {
        std::for_each(parts_.begin(), parts_.end(), put);
    }
    if (frames_[closed.outer].is >= kind::unique) {
        add_parts(closed.outer, closed.is == kind::object);
    }
    at_.last = closed.outer_last;
    at_.key_next = at_.value_next = false;
    return end_value(trie_node);
}

bool seen_items::read_outside(std::uint8_t byte, rtn::array_items opens) {
    switch (byte) {
    case '{': open(kind::object); return true;
    case '[':
        open(opens == rtn::array_items::any      ? kind::array
             : opens == rtn::array_items::unique ? kind::unique
                                                 : kind::limited);
        return true;
    case '}':
    case ']': return close();
    case ',':
        at_.key_next = frames_[at_.frame].is == kind::object;
        at_.value_next = !at_.key_next;
        return true;
    default: break;
    }
    std::uint32_t trie_node = value_tree::root;
    if (begin_scalar(at_, byte, growing(trie_node))) {
        at_.trie_node = trie_node;
        at_.value_next = false;
    }
    return true;
}

bool seen_items::end_value(std::uint32_t value) {
    bracket& outer = frames_[at_.frame];
    if (outer.is >= kind::unique) {
        if (!items_.insert(key(at_.frame, value))) {
            return false;
        }
        ++outer.count;
        added_.push_back({at_.frame, value, false});
    }
    if (outer.outer != 0) {
        add_note(value);
    }
    return true;
}

void seen_items::add_note(std::uint32_t value) {
    bracket const& in = frames_[at_.frame];
    note const& before = notes_[at_.last];
    std::uint32_t const place = at_.last == 0 ? 0 : before.place + 1;
    bool is_new = before.is_new;
    bool const member = in.is == kind::object;
    if (!is_new && frames_[in.outer].is >= kind::unique && (!member || place % 2 == 1)) {
        is_new = !has(in.outer, part_of(member ? before.value : place, value));
    }
    notes_.push_back({value, at_.last, place, is_new});
    at_.last = size(notes_) - 1;
}

std::uint32_t seen_items::part_of(std::uint32_t name, std::uint32_t value) {
    std::uint32_t trie_node = values_.grown(value_tree::root, 'P');
    for (std::uint32_t const n : {name, value}) {
        for (int shift = 0; shift < 32; shift += 8) {
            trie_node = values_.grown(trie_node, static_cast<std::uint8_t>(n >> shift & 0xFF));
        }
    }
    return trie_node;
}

void seen_items::add_parts(std::uint32_t array, bool object) {
    for (std::size_t i = 0; i + (object ? 1 : 0) < parts_.size(); i += object ? 2 : 1) {
        std::uint32_t const part =
            object ? part_of(parts_[i], parts_[i + 1]) : part_of(static_cast<std::uint32_t>(i), parts_[i]);
        if (items_.insert(key(array, part))) {
            added_.push_back({array, part, true});
        }
    }
}

}  // namespace parlance::mask::detail
