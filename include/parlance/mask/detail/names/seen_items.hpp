// parlance/mask/detail/names/seen_items.hpp - the items that the open arrays of a JSON text have
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/names/seen_names.hpp>
#include <parlance/mask/detail/names/value_tree.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::mask::detail {

/// Where in a JSON text a reader is, as far as items go.
///
/// in          nowhere: outside of all arrays that are watched
/// value_next  outside of strings: what begins here is an item of the innermost bracket
/// key_next    the same for the name of a member
/// left        of a literal: bytes that are still to come
/// frame       the innermost open bracket
/// last        the note of what came last in it
/// trie node        the path of the scalar that is being read; 0 when no value that was met begins so
struct item_cursor {
    enum class part : std::uint8_t { nowhere, outside, text, number, literal } in = part::nowhere;
    bool value_next = false;
    bool key_next = false;
    std::uint8_t left = 0;
    std::uint32_t frame = 0;
    std::uint32_t last = 0;
    std::uint32_t trie_node = 0;
    name_cursor spelling{};
    number_reader digits{};

    [[nodiscard]] bool in_scalar() const noexcept {
        return in == part::text || in == part::number || in == part::literal;
    }
};

/// Reads JSON that a grammar has already found well-formed, from the outermost array with unique items on, and keeps the
/// values in it.  What a value is made of are the numbers of its parts, so that equal values are one number, whatever they
/// are made of and however they are written.  All that it keeps only grows at its ends, so that going back is cutting it off.
class seen_items {
public:
    /// A point of the text that can be gone back to.
    struct mark {
        item_cursor at;
        std::uint32_t trie_nodes = 2;
        std::uint32_t frames = 1;
        std::uint32_t notes = 1;
        std::uint32_t items = 0;
    };

    [[nodiscard]] item_cursor const& at() const noexcept { return at_; }
    [[nodiscard]] value_tree const& values() const noexcept { return values_; }
    /// The innermost open array with unique items, from `frame` on outwards; 0: none.
    [[nodiscard]] PARLANCE_DECL std::uint32_t unique_around(std::uint32_t frame) const noexcept;
    /// The bracket around `frame`.
    [[nodiscard]] std::uint32_t around(std::uint32_t frame) const noexcept { return frames_[frame].outer; }
    /// Items of an array with unique items.
    [[nodiscard]] std::uint32_t count(std::uint32_t frame) const noexcept { return frames_[frame].count; }
    /// Whether there may be no other item for the array.
    [[nodiscard]] bool limited(std::uint32_t frame) const noexcept {
        return frames_[frame].is == kind::limited;
    }
    [[nodiscard]] bool has(std::uint32_t frame, std::uint32_t value) const {
        return items_.contains(key(frame, value));
    }

    /// Whether the item of `array` that is open has a part that no other item of it has.
    [[nodiscard]] PARLANCE_DECL bool has_new_part(std::uint32_t array) const noexcept;

    [[nodiscard]] PARLANCE_DECL mark here() const noexcept;
    /// Precondition: nothing before `m` was gone back to since.
    PARLANCE_DECL void back_to(mark const& m) noexcept;
    /// Bytes at the beginning of `text` that need not be read.
    [[nodiscard]] PARLANCE_DECL std::size_t skip(std::string_view text) const noexcept;
    /// Reads a byte.  `opens`: what it opens where it is the bracket of an array, outside of strings.  False when it ends
    /// an item that the array has already; then go back.
    [[nodiscard]] PARLANCE_DECL bool read(std::uint8_t byte, rtn::array_items opens);
    /// Forgets how it came here: there is no going back behind this.
    PARLANCE_DECL void forget() noexcept;

    /// Reads a byte of a scalar item, or one that begins it, without keeping it; true when it ends there, and then
    /// `value` is which one it is, 0 if it is new.
    [[nodiscard]] PARLANCE_DECL bool follow(item_cursor& c, std::uint8_t byte, std::uint32_t& value) const;

private:
    enum class kind : std::uint8_t { object, array, unique, limited };
    struct bracket {
        std::uint32_t outer = 0;
        std::uint32_t outer_last = 0;
        std::uint32_t count = 0;
        kind is = kind::array;
    };
    /// A name or a value in the bracket that is open, and the note before.  `is_new`: that, or one before it, is a part
    /// that no other item of the array around has.
    struct note {
        std::uint32_t value = 0;
        std::uint32_t before = 0;
        std::uint32_t place = 0;  // how many are before
        bool is_new = false;
    };
    /// An item of an array, or a part that one of its items has.
    struct item {
        std::uint32_t frame = 0;
        std::uint32_t value = 0;
        bool part = false;
    };
    template <class T>
    static std::uint32_t size(vec<T> const& v) noexcept {
        return static_cast<std::uint32_t>(v.size());
    }
    static std::uint64_t key(std::uint32_t frame, std::uint32_t value) noexcept {
        return std::uint64_t{frame} << 32 | value;
    }
    [[nodiscard]] auto growing(std::uint32_t& trie_node) {
        return [this, &trie_node](std::uint8_t b) { trie_node = values_.grown(trie_node, b); };
    }
    [[nodiscard]] auto looking(std::uint32_t& trie_node) const {
        return [this, &trie_node](std::uint8_t b) { trie_node = values_.child(trie_node, b); };
    }
    /// Begins a scalar with `byte`; false where it begins none.
    template <class Put>
    static bool begin_scalar(item_cursor& c, std::uint8_t byte, Put&& put);
    /// Goes on with it; true when it ends with `byte`, or, if it is a number, before.
    template <class Put>
    static bool go_on(item_cursor& c, std::uint8_t byte, Put&& put);

    PARLANCE_DECL void open(kind is);
    [[nodiscard]] PARLANCE_DECL bool close();
    [[nodiscard]] PARLANCE_DECL bool read_outside(std::uint8_t byte, rtn::array_items opens);
    /// A value ends in the innermost bracket.
    [[nodiscard]] PARLANCE_DECL bool end_value(std::uint32_t value);
    PARLANCE_DECL void add_note(std::uint32_t value);
    /// A member by its name, an item of an array by its place.
    [[nodiscard]] PARLANCE_DECL std::uint32_t part_of(std::uint32_t name, std::uint32_t value);
    PARLANCE_DECL void add_parts(std::uint32_t array, bool object);

    item_cursor at_;
    value_tree values_;
    vec<bracket> frames_ = vec<bracket>(1);  // the first is none
    vec<note> notes_ = vec<note>(1);         // likewise
    vec<item> added_;                        // as they came
    hash_set<std::uint64_t> items_;
    vec<std::uint32_t> parts_;  // for close()
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/names/impl/seen_items.ipp>
#endif
