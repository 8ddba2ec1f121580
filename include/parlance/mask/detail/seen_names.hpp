// parlance/mask/detail/seen_names.hpp - the names of members that the open objects of a JSON text have
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/grammar.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// Where in a JSON text a reader is, as far as names go.
///
/// in         nowhere: outside of all objects that are watched
/// name_next  outside of strings: one that begins here is a name
/// escape     1 behind a backslash, 2 to 5 behind \u and that many digits less two
/// unit       the digits of \u so far; `high`: the first half of a surrogate pair, until the second has come
/// frame      the innermost open bracket
/// twig       in a name: what has been read of it; 0 when no name that was seen begins so
struct name_cursor {
    enum class part : std::uint8_t { nowhere, outside, text, name } in = part::nowhere;
    bool name_next = false;
    std::uint8_t escape = 0;
    std::uint16_t unit = 0;
    std::uint16_t high = 0;
    std::uint32_t frame = 0;
    std::uint32_t twig = 0;

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
};

/// Reads JSON that a grammar has already found well-formed, and keeps the names of every object: trees of bytes, which
/// only grow at their ends, so that going back is cutting them off.
class seen_names {
public:
    /// One byte of a name, below what comes before it; `ends`: a name ends with it.
    struct twig {
        std::uint32_t parent = 0;
        std::uint32_t child = 0;  // the first, and
        std::uint32_t next = 0;   // the next of the parent's
        std::uint8_t byte = 0;
        bool ends = false;
    };
    /// A point of the text that can be gone back to.
    struct mark {
        name_cursor at;
        std::uint32_t twigs = 1;
        std::uint32_t frames = 1;
        std::uint32_t ended = 0;
    };

    [[nodiscard]] name_cursor const& at() const noexcept { return at_; }
    [[nodiscard]] twig const& operator[](std::uint32_t t) const noexcept { return twigs_[t]; }
    /// What no name has been read of, in the innermost object; 0 in an array.
    [[nodiscard]] std::uint32_t root() const noexcept { return frames_[at_.frame].root; }
    /// Whether the names of the innermost object may run out.
    [[nodiscard]] bool limited() const noexcept { return frames_[at_.frame].limited; }
    /// Below `t`, by `byte`; 0 when there is none.
    [[nodiscard]] std::uint32_t child(std::uint32_t t, std::uint8_t byte) const noexcept {
        std::uint32_t c = twigs_[t].child;
        while (c != 0 && twigs_[c].byte != byte) {
            c = twigs_[c].next;
        }
        return c;
    }
    /// The bytes that names, of whatever object, begin with, as bits.
    [[nodiscard]] std::array<std::uint64_t, 4> const& first() const noexcept { return first_; }
    /// Whether any may begin with what JSON writes with a backslash.
    [[nodiscard]] bool begins_escaped() const noexcept {
        auto const some = [&](std::size_t byte) { return (first_[byte / 64] >> (byte % 64) & 1) != 0; };
        return static_cast<std::uint32_t>(first_[0]) != 0 || some('"') || some('\\') || some('/');
    }

    [[nodiscard]] mark here() const noexcept { return {at_, size(twigs_), size(frames_), size(ended_)}; }
    /// Precondition: nothing before `m` was gone back to since.
    void back_to(mark const& m) noexcept {
        for (; ended_.size() > m.ended; ended_.pop_back()) {
            twigs_[ended_.back()].ends = false;
        }
        for (; twigs_.size() > m.twigs; twigs_.pop_back()) {
            twigs_[twigs_.back().parent].child = twigs_.back().next;
        }
        frames_.resize(m.frames);
        at_ = m.at;
    }

    /// Bytes at the beginning of `text` that need not be read: within a string, or outside of all objects.
    [[nodiscard]] std::size_t skip(std::string_view text) const noexcept {
        std::size_t n = 0;
        if (at_.in == name_cursor::part::nowhere) {
            return std::min(text.find('{'), text.size());
        }
        if (at_.in == name_cursor::part::text && at_.escape == 0) {
            while (n < text.size() && text[n] != '"' && text[n] != '\\') {
                ++n;
            }
        }
        return n;
    }
    /// Reads a byte.  `opens`: what it opens where it is the bracket of an object, outside of strings.  False when it ends
    /// a name that the object has already; then go back.
    bool read(std::uint8_t byte, object_rule opens) {
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
            if (at_.spell(byte, [&](std::uint8_t b) { at_.twig = grown(at_.twig, b); })) {
                return end_name();
            }
            return true;
        case name_cursor::part::outside: read_outside(byte, opens); return true;
        }
        return true;
    }

    /// Forgets how it came here: there is no going back behind this.  Amortised constant.
    void forget() {
        if (twigs_.size() + frames_.size() + ended_.size() >= compact_at_) {
            compact();
            compact_at_ = 2 * (twigs_.size() + frames_.size()) + 1024;
        }
    }

private:
    struct frame {
        std::uint32_t outer = 0;
        std::uint32_t root = 0;  // of its names
        bool limited = false;
    };
    template <class T>
    static std::uint32_t size(std::vector<T> const& v) noexcept {
        return static_cast<std::uint32_t>(v.size());
    }

    /// Brackets of arrays, and of objects whose names are listed, have no names.
    void open(object_rule what) {
        bool const watched = what >= rtn::member_names::open;
        std::uint32_t root = 0;
        if (watched) {
            root = size(twigs_);
            twigs_.push_back({});
        }
        frames_.push_back({at_.frame, root, what == rtn::member_names::limited});
        at_.frame = size(frames_) - 1;
        at_.in = name_cursor::part::outside;
        at_.name_next = watched;
    }
    void read_outside(std::uint8_t byte, object_rule opens) {
        switch (byte) {
        case '"':
            at_.in = at_.name_next ? name_cursor::part::name : name_cursor::part::text;
            at_.twig = at_.name_next ? root() : 0;
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
    bool end_name() {
        at_.in = name_cursor::part::outside;
        at_.name_next = false;
        std::uint32_t const name = std::exchange(at_.twig, 0);
        if (twigs_[name].ends) {
            return false;
        }
        twigs_[name].ends = true;
        ended_.push_back(name);
        return true;
    }
    std::uint32_t grown(std::uint32_t t, std::uint8_t byte) {
        if (std::uint32_t const known = child(t, byte); known != 0) {
            return known;
        }
        if (t == root()) {
            first_[byte / 64] |= std::uint64_t{1} << (byte % 64);
        }
        twigs_.push_back({t, 0, twigs_[t].child, byte, false});
        return twigs_[t].child = size(twigs_) - 1;
    }
    /// Drops the objects that are closed.
    void compact() {
        std::vector<std::uint32_t> open;
        for (std::uint32_t f = at_.frame; f != 0; f = frames_[f].outer) {
            open.push_back(f);
        }
        std::vector<twig> const old = std::exchange(twigs_, std::vector<twig>(1));
        std::vector<frame> const old_frames = std::exchange(frames_, std::vector<frame>(1));
        ended_.clear();
        std::uint32_t now = 0;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> todo;  // of `old`, and the copy of its parent
        for (std::size_t i = open.size(); i-- > 0;) {
            std::uint32_t const root = old_frames[open[i]].root;
            frames_.push_back({size(frames_) - 1, root == 0 ? 0 : size(twigs_), old_frames[open[i]].limited});
            if (root == 0) {
                continue;
            }
            todo.emplace_back(root, 0);
            while (!todo.empty()) {
                auto const [from, parent] = todo.back();
                todo.pop_back();
                std::uint32_t const made = size(twigs_);
                twigs_.push_back({parent, 0, twigs_[parent].child, old[from].byte, old[from].ends});
                if (parent != 0) {
                    twigs_[parent].child = made;
                }
                now = from == at_.twig ? made : now;
                for (std::uint32_t c = old[from].child; c != 0; c = old[c].next) {
                    todo.emplace_back(c, made);
                }
            }
        }
        at_.frame = size(frames_) - 1;
        at_.twig = now;
    }

    name_cursor at_;
    std::vector<twig> twigs_ = std::vector<twig>(1);     // the first is none
    std::vector<frame> frames_ = std::vector<frame>(1);  // likewise
    std::vector<std::uint32_t> ended_;                   // twigs, as their names came
    std::array<std::uint64_t, 4> first_{};
    std::size_t compact_at_ = 1024;
};

}  // namespace parlance::mask::detail
