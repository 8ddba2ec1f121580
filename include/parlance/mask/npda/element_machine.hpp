// parlance/mask/npda/element_machine.hpp - a GBNF element table as something the reference engine runs on
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/mask/npda/machine.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace parlance::mask {

/// A place in an element table, possibly inside a code point.
///
/// at      row of `elements`
/// part    what of it: see below
/// left    continuation bytes that are still to come; 0 between code points
/// length  bytes of the code point that was begun, `value` its bits so far
struct element_position {
    enum class part : std::uint8_t {
        rule,      // before the first alternative of the rule at this row
        sequence,  // before the item at this row
        repeated,  // the same, and it is the body of the repetition two rows before
        loop,      // between two iterations of the repetition at this row
    };
    std::uint32_t at = 0;
    part is = part::rule;
    std::uint8_t left = 0;
    std::uint8_t length = 0;
    char32_t value = 0;
    friend constexpr auto operator<=>(element_position const&, element_position const&) = default;
};

/// Policy: classes and `.` have Unicode scalar values only, so that all text is valid UTF-8.
struct scalar_values {
    static constexpr bool surrogates = false;
};
/// Policy: surrogates are characters, too, encoded in three bytes as JavaScript's strings are by some (WTF-8).
struct code_points {
    static constexpr bool surrogates = true;
};

/// An element table as a machine: exact on partial code points (a byte is allowed when some code point that begins so
/// is in the class) and on repetitions (a counter, no copies).  Token texts that were not resolved never match.
///
/// Unicode  scalar_values or code_points
template <class Unicode>
class basic_element_machine {
public:
    using position = element_position;

    constexpr explicit basic_element_machine(gbnf::grammar_view grammar) noexcept : grammar_(grammar) {}
    explicit basic_element_machine(gbnf::grammar&&) = delete;  // would dangle

    [[nodiscard]] constexpr position start() const noexcept {
        return {grammar_.first[grammar_.root], part::rule};
    }
    [[nodiscard]] constexpr count_range bounds(std::uint32_t count) const noexcept {
        std::uint32_t const high = grammar_.elements[count + 1].value;
        return {grammar_.elements[count].value, high == gbnf::unbounded ? rtn::unbounded : high};
    }
    [[nodiscard]] constexpr bool consumes(position p) const noexcept {
        return (p.is == part::sequence || p.is == part::repeated) &&
               (is_class(p.at) || kind(p.at) == gbnf::element_kind::token ||
                kind(p.at) == gbnf::element_kind::token_not);
    }
    template <class Out>
    constexpr void moves(position p, Out&& out) const {
        if (p.left != 0) {
            return;
        }
        switch (p.is) {
        case part::rule: return alternatives(p.at, out);
        case part::loop: out.increment(position{p.at + 2, part::repeated}); return out.leave();
        default: break;
        }
        switch (kind(p.at)) {
        case gbnf::element_kind::end:
        case gbnf::element_kind::alt: return out.leave();
        case gbnf::element_kind::rule_ref:
            return out.call(position{grammar_.first[grammar_.elements[p.at].value], part::rule}, behind(p),
                            frame<position>::none);
        case gbnf::element_kind::repeat: return out.call(position{p.at, part::loop}, behind(p), p.at);
        default: return;
        }
    }
    template <class Out>
    constexpr void step(position p, std::uint8_t byte, Out&& out) const {
        if ((p.is != part::sequence && p.is != part::repeated) || !is_class(p.at)) {
            return;
        }
        position next = p;
        if (p.left != 0) {
            if ((byte & 0xC0) != 0x80) {
                return;
            }
            next.value = (p.value << 6) | (byte & 0x3Fu);
            next.left = static_cast<std::uint8_t>(p.left - 1);
        } else {
            next.length = static_cast<std::uint8_t>(utf8::sequence_length(byte));
            if (next.length == 0) {
                return;
            }
            next.value = next.length == 1 ? byte : byte & (0x7Fu >> next.length);
            next.left = static_cast<std::uint8_t>(next.length - 1);
        }
        constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
        int const shift = 6 * next.left;
        char32_t const low = (std::max<char32_t>)(next.value << shift, least[next.length]);
        char32_t const high = (next.value << shift) | ((char32_t{1} << shift) - 1);
        if (has_member(p.at, low, (std::min<char32_t>)(high, 0x10FFFF))) {
            out(next.left == 0 ? behind(p) : next);
        }
    }
    template <class Out>
    constexpr void token(position p, std::uint32_t id, Out&& out) const {
        if (p.left != 0 || (p.is != part::sequence && p.is != part::repeated)) {
            return;
        }
        gbnf::element const e = grammar_.elements[p.at];
        if ((e.kind == gbnf::element_kind::token && e.value == id) ||
            (e.kind == gbnf::element_kind::token_not && e.value != id)) {
            out(behind(p));
        }
    }

private:
    using part = element_position::part;

    [[nodiscard]] constexpr gbnf::element_kind kind(std::size_t at) const noexcept {
        return grammar_.elements[at].kind;
    }
    [[nodiscard]] constexpr bool is_class(std::size_t at) const noexcept {
        return kind(at) == gbnf::element_kind::character || kind(at) == gbnf::element_kind::character_not ||
               kind(at) == gbnf::element_kind::any;
    }
    /// The position after the item at `p`.
    [[nodiscard]] constexpr position behind(position p) const noexcept {
        if (p.is == part::repeated) {
            return {p.at - 2, part::loop};
        }
        return {p.at + static_cast<std::uint32_t>(gbnf::item_length(grammar_.elements, p.at)),
                part::sequence};
    }
    template <class Out>
    constexpr void alternatives(std::uint32_t at, Out& out) const {
        out.go(position{at, part::sequence});
        while (kind(at) != gbnf::element_kind::end) {
            if (kind(at) == gbnf::element_kind::alt) {
                out.go(position{++at, part::sequence});
            } else {
                at += static_cast<std::uint32_t>(gbnf::item_length(grammar_.elements, at));
            }
        }
    }

    [[nodiscard]] static constexpr bool has_scalar(char32_t low, char32_t high) noexcept {
        return low <= high && (Unicode::surrogates || !(low >= 0xD800 && high <= 0xDFFF));
    }
    /// Whether the class at row `at` has a scalar value in [low, high].
    [[nodiscard]] constexpr bool has_member(std::size_t at, char32_t low, char32_t high) const noexcept {
        if (kind(at) == gbnf::element_kind::any) {
            return has_scalar(low, high);
        }
        bool const negated = kind(at) == gbnf::element_kind::character_not;
        std::size_t const end = at + gbnf::item_length(grammar_.elements, at);
        if (!negated) {
            for (std::size_t i = at; i < end; i += range_length(i, end)) {
                if (has_scalar((std::max<char32_t>)(low, grammar_.elements[i].value),
                               (std::min)(high, upper(i, end)))) {
                    return true;
                }
            }
            return false;
        }
        for (bool moved = true; moved && low <= high;) {
            moved = !Unicode::surrogates && low >= 0xD800 && low <= 0xDFFF;
            low = moved ? 0xE000 : low;
            for (std::size_t i = at; i < end; i += range_length(i, end)) {
                if (grammar_.elements[i].value <= low && low <= upper(i, end)) {
                    low = upper(i, end) + 1;
                    moved = true;
                }
            }
        }
        return has_scalar(low, high);
    }
    [[nodiscard]] constexpr std::size_t range_length(std::size_t i, std::size_t end) const noexcept {
        return i + 1 < end && kind(i + 1) == gbnf::element_kind::range_upper ? 2 : 1;
    }
    [[nodiscard]] constexpr char32_t upper(std::size_t i, std::size_t end) const noexcept {
        return grammar_.elements[i + range_length(i, end) - 1].value;
    }

    gbnf::grammar_view grammar_;
};

using element_machine = basic_element_machine<scalar_values>;

npda(gbnf::grammar_view) -> npda<element_machine>;

/// Whether `grammar` derives exactly `text`: static_assert(matches(gbnf::compile<"…">(), "…")).
[[nodiscard]] constexpr bool matches(gbnf::grammar_view grammar, std::string_view text) {
    npda<element_machine> run{element_machine{grammar}};
    return run.accept(text) && run.can_stop();
}

}  // namespace parlance::mask
