// parlance/mask/detail/names/seen_names.hpp - the names of members that the open objects of a JSON text have
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

/// Where in a JSON text a reader is, as far as names go.
///
/// in         nowhere: outside of all objects that are watched
/// name_next  outside of strings: one that begins here is a name
/// escape     1 behind a backslash, 2 to 5 behind \u and that many digits less two
/// unit       the digits of \u so far; `high`: the first half of a surrogate pair, until the second has come
/// frame      the innermost open bracket
/// trie node       in a name: what has been read of it; 0 when no name that was seen begins so
struct name_cursor {
    enum class part : std::uint8_t { nowhere, outside, text, name } in = part::nowhere;
    bool name_next = false;
    std::uint8_t escape = 0;
    std::uint16_t unit = 0;
    std::uint16_t high = 0;
    std::uint32_t frame = 0;
    std::uint32_t trie_node = 0;

    /// Reads a byte of a name, and calls put(byte) for those of its text (UTF-8, half surrogate pairs by themselves);
    /// true when it is the quote at its end.
    template <class Put>
    bool spell(std::uint8_t byte, Put&& put) {
        if (escape == 0) {
            if (byte == '\\') {
                escape = 1;
                return false;
            }
            put_high(put);
            if (byte != '"') {
                put(byte);
            }
            return byte == '"';
        }
        if (escape > 1) {
            std::uint32_t const digit = byte <= '9' ? byte - std::uint32_t{'0'} : (byte | 0x20u) - 'a' + 10;
            unit = static_cast<std::uint16_t>(std::uint32_t{unit} << 4 | (digit & 15));
            if (++escape == 6) {
                escape = 0;
                put_unit(put);
            }
            return false;
        }
        if (byte == 'u') {
            escape = 2;
            unit = 0;
            return false;
        }
        escape = 0;
        put_high(put);
        switch (byte) {
        case 'b': put(std::uint8_t{'\b'}); break;
        case 'f': put(std::uint8_t{'\f'}); break;
        case 'n': put(std::uint8_t{'\n'}); break;
        case 'r': put(std::uint8_t{'\r'}); break;
        case 't': put(std::uint8_t{'\t'}); break;
        default: put(byte);
        }
        return false;
    }

private:
    template <class Put>
    void put_unit(Put&& put) {
        bool const pair = high != 0 && unit >= 0xDC00 && unit < 0xE000;
        if (pair) {
            std::uint32_t const c = 0x10000 + ((high & 0x3FFu) << 10) + (unit & 0x3FFu);
            high = 0;
            put(static_cast<std::uint8_t>(0xF0 | c >> 18));
            put(static_cast<std::uint8_t>(0x80 | (c >> 12 & 0x3F)));
            put(static_cast<std::uint8_t>(0x80 | (c >> 6 & 0x3F)));
            put(static_cast<std::uint8_t>(0x80 | (c & 0x3F)));
            return;
        }
        put_high(put);
        if (unit >= 0xD800 && unit < 0xDC00) {
            high = unit;
        } else {
            put_plain(unit, put);
        }
    }
    template <class Put>
    void put_high(Put&& put) {
        if (high != 0) {
            put_plain(std::exchange(high, std::uint16_t{0}), put);
        }
    }
    template <class Put>
    static void put_plain(std::uint32_t c, Put&& put) {
        if (c < 0x80) {
            put(static_cast<std::uint8_t>(c));
            return;
        }
        if (c < 0x800) {
            put(static_cast<std::uint8_t>(0xC0 | c >> 6));
        } else {
            put(static_cast<std::uint8_t>(0xE0 | c >> 12));
            put(static_cast<std::uint8_t>(0x80 | (c >> 6 & 0x3F)));
        }
        put(static_cast<std::uint8_t>(0x80 | (c & 0x3F)));
    }

    friend bool operator==(name_cursor const&, name_cursor const&) = default;
};

/// Reads JSON that a grammar has already found well-formed, and keeps the names of every object: trees of bytes, which
/// only grow at their ends, so that going back is cutting them off.
class seen_names {
public:
    /// One byte of a name, below what comes before it; `ends`: a name ends with it.
    struct trie_node {
        std::uint32_t parent = 0;
        std::uint32_t child = 0;  // the first, and
        std::uint32_t next = 0;   // the next of the parent's
        std::uint8_t byte = 0;
        bool ends = false;
    };
    /// A point of the text that can be gone back to.
    struct mark {
        name_cursor at;
        std::uint32_t trie_nodes = 1;
        std::uint32_t frames = 1;
        std::uint32_t ended = 0;
        friend bool operator==(mark const&, mark const&) = default;
    };

    [[nodiscard]] name_cursor const& at() const noexcept { return at_; }
    [[nodiscard]] trie_node const& operator[](std::uint32_t t) const noexcept { return trie_nodes_[t]; }
    /// What no name has been read of, in the innermost object; 0 in an array.
    [[nodiscard]] std::uint32_t root() const noexcept { return frames_[at_.frame].root; }
    /// Whether the names of the innermost object may run out.
    [[nodiscard]] bool limited() const noexcept { return frames_[at_.frame].limited; }
    /// With how many members more all names of the innermost object may be there.
    [[nodiscard]] std::uint32_t left() const noexcept { return frames_[at_.frame].left(); }
    /// Those of any open object.
    [[nodiscard]] std::uint32_t least_left() const noexcept {
        return (std::min)(left(), frames_[at_.frame].left_around);
    }
    /// Below `t`, by `byte`; 0 when there is none.
    [[nodiscard]] PARLANCE_DECL std::uint32_t child(std::uint32_t t, std::uint8_t byte) const noexcept;
    /// The bytes that names, of whatever object, begin with, as bits.
    [[nodiscard]] std::array<std::uint64_t, 4> const& first() const noexcept { return first_; }
    /// Whether any may begin with what JSON writes with a backslash.
    [[nodiscard]] PARLANCE_DECL bool begins_escaped() const noexcept;

    [[nodiscard]] mark here() const noexcept { return {at_, size(trie_nodes_), size(frames_), size(ended_)}; }
    /// Precondition: nothing before `m` was gone back to since.
    PARLANCE_DECL void back_to(mark const& m) noexcept;

    /// Bytes at the beginning of `text` that need not be read: within a string, or outside of all objects.
    [[nodiscard]] PARLANCE_DECL std::size_t skip(std::string_view text) const noexcept;
    /// Reads a byte.  `opens`: what it opens where it is the bracket of an object, outside of strings.  False when it ends
    /// a name that the object has already; then go back.
    PARLANCE_DECL bool read(std::uint8_t byte, object_rule opens);

    /// Forgets how it came here: there is no going back behind this.  Amortised constant.
    PARLANCE_DECL void forget();

private:
    struct frame {
        std::uint32_t outer = 0;
        std::uint32_t root = 0;  // of its names
        std::uint32_t members = 0;
        std::uint32_t always = 0;              // see rtn::object
        std::uint32_t left_around = no_names;  // the least of left() of the objects further out
        bool limited = false;

        [[nodiscard]] std::uint32_t left() const noexcept {
            return !limited ? no_names : always - (std::min)(members, always);
        }
    };
    /// A name that has ended, and where.
    struct ended {
        std::uint32_t trie_node;
        std::uint32_t frame;
    };
    template <class T>
    static std::uint32_t size(vec<T> const& v) noexcept {
        return static_cast<std::uint32_t>(v.size());
    }

    /// Brackets of arrays, and of objects whose names are listed, have no names.
    PARLANCE_DECL void open(object_rule what);
    PARLANCE_DECL void read_outside(std::uint8_t byte, object_rule opens);
    PARLANCE_DECL bool end_name();
    PARLANCE_DECL std::uint32_t grown(std::uint32_t t, std::uint8_t byte);
    /// Drops the objects that are closed.
    PARLANCE_DECL void compact();

    name_cursor at_;
    vec<trie_node> trie_nodes_ = vec<trie_node>(1);  // the first is none
    vec<frame> frames_ = vec<frame>(1);              // likewise
    vec<ended> ended_;                               // names, as they came
    std::array<std::uint64_t, 4> first_{};
    std::size_t compact_at_ = 1024;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/names/impl/seen_names.ipp>
#endif
