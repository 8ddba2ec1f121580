// parlance/peg/detail/leaf.hpp - reads one leaf of a table over a window of input, and can stop at any byte
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/automaton.hpp>
#include <parlance/peg/detail/window.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::peg::detail {

/// How far a leaf has come.
///
/// failed   what is before `certain` was read for that
/// starved  failed, for want of input
/// waiting  for input; what is before `end` belongs to it for good, where `end` is not where it began
/// flowing  waiting, and it cannot fail any more
/// done     at `end`
/// ended    done, for want of input; what is before `certain` would belong to it with more input, too
struct leaf_progress {
    enum class state : std::uint8_t { failed, starved, waiting, flowing, done, ended } is = state::waiting;
    std::size_t end = 0;
    std::size_t certain = 0;
};

/// A leaf that is being read: literal, chars, until, rest or end.
class leaf {
public:
    constexpr void begin(std::size_t pos) noexcept {
        progress_ = 0;
        scanned_ = pos;
        scan_ = {};
    }

    /// Goes on; `pos` is where what does not belong to the leaf yet begins.
    constexpr leaf_progress read(window const& w, arena_view const& table, node const& n, std::size_t pos) {
        switch (n.kind) {
        case op::literal: return literal(w, table.literal_of(n), pos);
        case op::chars: return chars(w, table, n, pos);
        case op::until: return until(w, table, table.untils[n.a]);
        case op::rest: return up_to(w, w.end(), w.end());
        default: break;  // end
        }
        if (pos < w.end()) {
            return {state::failed, pos, pos};
        }
        return {w.last ? state::ended : state::waiting, pos, pos};
    }

    /// How far text was read to find a delimiter.
    [[nodiscard]] constexpr std::size_t scanned() const noexcept { return scanned_; }
    /// How many steps of automata were looked at in vain since this was last asked.
    [[nodiscard]] constexpr std::size_t take_passed() noexcept { return std::exchange(scan_.passed, 0); }

    /// Whether all that is at hand, which stands behind all that was read, belongs to this leaf for good; then it has been
    /// read.  False is no answer: read() has it.
    constexpr bool takes_all(window const& w, arena_view const& table, node const& n) noexcept {
        std::string_view const text = w.text;
        if (n.kind == op::until) {
            if (scan_.state != 0 || scan_.found != scan{}.found ||
                skip(text, 0, table.untils[n.a]) != text.size()) {
                return false;
            }
        } else if (n.kind == op::chars) {
            char_class const& set = table.classes[n.a];
            if (n.c != unbounded || progress_ < n.b ||
                !std::all_of(
                    text.begin(), text.end(),
                    [&](char c) { return is_ascii(c) && set.has_ascii(static_cast<std::uint8_t>(c)); })) {
                return false;
            }
        } else {
            return false;
        }
        scanned_ = w.end();
        return true;
    }

    /// A literal or chars at `pos`, where the bytes at hand decide it and are ASCII; `waiting` where not.
    static constexpr leaf_progress at_once(window const& w, arena_view const& table, node const& n,
                                           std::size_t pos) noexcept {
        std::size_t const size = w.text.size();
        std::size_t const from = pos - w.base;
        auto const* const bytes = w.text.data();
        if (n.kind == op::literal) {
            if (size - from < n.b) {
                return {state::waiting, pos};
            }
            auto const* const want = table.text.data() + n.a;
            std::size_t at = 0;
            while (at < n.b && bytes[from + at] == want[at]) {
                ++at;
            }
            return {at == n.b ? state::done : state::failed, pos + n.b, pos + at};
        }
        char_class const& set = table.classes[n.a];
        std::size_t const most = size - from < n.c ? size : from + n.c;
        std::size_t at = from;
        while (at < most && is_ascii(bytes[at]) && set.has_ascii(static_cast<std::uint8_t>(bytes[at]))) {
            ++at;
        }
        if (at - from != n.c && (at == size || !is_ascii(bytes[at]))) {
            return {state::waiting, pos};
        }
        return {at - from < n.b ? state::failed : state::done, w.base + at, w.base + at};
    }

private:
    using state = leaf_progress::state;

    static constexpr bool is_ascii(char c) noexcept { return static_cast<std::uint8_t>(c) < 0x80; }

    /// Text that belongs to the leaf, for good up to `certain`; it is over when the input is.
    static constexpr leaf_progress up_to(window const& w, std::size_t end, std::size_t certain) noexcept {
        return w.last ? leaf_progress{state::ended, end, certain} : leaf_progress{state::flowing, certain};
    }

    constexpr leaf_progress literal(window const& w, std::string_view want, std::size_t pos) {
        std::size_t const have = (std::min)(want.size(), w.end() - pos);
        if (w.text.substr(pos - w.base + progress_, have - progress_) !=
            want.substr(progress_, have - progress_)) {
            return {state::failed, pos, pos + have};
        }
        if (have < want.size()) {
            progress_ = static_cast<std::uint32_t>(have);
            return {w.last ? state::starved : state::waiting, pos, pos + have};
        }
        return {state::done, pos + have};
    }

    constexpr leaf_progress chars(window const& w, arena_view const& table, node const& n, std::size_t pos) {
        char_class const& set = table.classes[n.a];
        auto const* const bytes = w.text.data();
        std::size_t at = scanned_ - w.base;
        std::size_t const size = w.text.size();
        bool more = true;
        bool cut = false;
        while (more && progress_ < n.c) {
            if (n.c == unbounded && progress_ >= n.b) {
                while (at < size && static_cast<std::uint8_t>(bytes[at]) < 0x80 &&
                       set.has_ascii(static_cast<std::uint8_t>(bytes[at]))) {
                    ++at;
                }
            }
            if (at == size) {
                cut = true;
                break;
            }
            auto const byte = static_cast<std::uint8_t>(bytes[at]);
            if (byte < 0x80) {
                more = set.has_ascii(byte);
                at += more;
            } else {
                utf8::decoded const d = utf8::decode(w.text.substr(at, 4));
                cut = d.cut;
                if (d.cut && !w.last) {
                    break;
                }
                more = contains(table, set, d.value, d.valid);
                at += more ? d.length : 0;
            }
            progress_ += more && (n.c != unbounded || progress_ < n.b);
        }
        scanned_ = w.base + at;
        bool const over = !more || progress_ == n.c || w.last;
        if (progress_ < n.b) {
            return {!over ? state::waiting : more && w.last ? state::starved : state::failed, pos, scanned_};
        }
        return over && !(cut && w.last) ? leaf_progress{state::done, scanned_} : up_to(w, scanned_, scanned_);
    }

    constexpr leaf_progress until(window const& w, arena_view const& table, until_row const& row) {
        std::span<until_step const> const steps = table.steps.subspan(row.first_step, row.step_count);
        std::size_t at = scanned_ - w.base;
        std::size_t const size = w.text.size();
        bool over = false;
        while (!over && at < size) {
            if (scan_.state == 0) {
                at = skip(w.text, at, row);
                if (at == size) {
                    break;
                }
            }
            over = scan_.take(steps, static_cast<std::uint8_t>(w.text[at]), w.base + at + 1);
            ++at;
        }
        scanned_ = w.base + at;
        if (!over) {
            std::size_t const open = scanned_ - steps[scan_.state].depth;
            return up_to(w, (std::min)(scan_.found, scanned_), (std::min)(scan_.found, open));
        }
        return {state::done, scan_.found};
    }

    /// The next byte that begins a delimiter.
    static constexpr std::size_t skip(std::string_view text, std::size_t at, until_row const& row) noexcept {
        if (row.starts >= 0) {
            return (std::min)(text.find(static_cast<char>(row.starts), at), text.size());
        }
        while (at < text.size() && !row.begins(static_cast<std::uint8_t>(text[at]))) {
            ++at;
        }
        return at;
    }

    std::uint32_t progress_ = 0;  // bytes matched, characters counted
    std::size_t scanned_ = 0;
    scan scan_{};
};

}  // namespace parlance::peg::detail
