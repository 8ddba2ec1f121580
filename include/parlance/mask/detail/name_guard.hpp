// parlance/mask/detail/name_guard.hpp - no object names a member twice
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/generation.hpp>
#include <parlance/mask/detail/name_tokens.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/seen_names.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// Follows the text of one matcher from the outermost bracket of an object on (rtn::network::objects), and finds the
/// tokens that the grammar allows and that would repeat a name, or leave nothing but names that were there.
///
/// That an object names no member twice is said by the text alone, however it is read: so it is kept beside the
/// grammar, and masks are made without it, shared as ever, and corrected here by the few tokens in question.
class name_guard {
public:
    /// Reads text that the grammar allows behind place `p`; false when it repeats a name, then go back.
    bool read(generation& g, place const& p, std::string_view text) {
        for (std::size_t i = names_.skip(text); i < text.size(); i += 1 + names_.skip(text.substr(i + 1))) {
            object_rule const opens = text[i] == '{' ? opened(g, p, text.substr(0, i)) : object_rule{};
            if (!names_.read(static_cast<std::uint8_t>(text[i]), opens)) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] seen_names::mark here() const noexcept { return names_.here(); }
    void back_to(seen_names::mark const& m) noexcept { names_.back_to(m); }
    void forget() { names_.forget(); }

    /// Whether it has read to within a name, and all that the grammar allows from `p` on are there already.
    [[nodiscard]] bool dead_end(generation& g, place const& p) {
        name_cursor const& at = names_.at();
        return at.in == name_cursor::part::name && names_.limited() && goes_on(at.twig) &&
               store::is_live(p.config) && exhausted(g, p, at);
    }

    /// The tokens of a mask at `p`, which is where this has read to, that may not come after all.  Valid until the next
    /// call.  Linear in the names that were seen and are beginnings of tokens; mostly nothing.
    [[nodiscard]] std::span<token_id const> repeated(generation& g, place const& p,
                                                     std::span<std::uint32_t const> mask) {
        found_.clear();
        if (p.waiting != 0 || !store::is_live(p.config)) {
            return {};
        }
        mask_ = mask;
        name_cursor const at = names_.at();
        bool const before_name = at.in == name_cursor::part::outside && at.name_next;
        std::uint32_t const twig = before_name ? names_.root() : at.twig;
        name_tokens::tables const& tables =
            *(tables_ = tables_ != nullptr ? tables_ : &g.tokens().name_tokens());
        if ((before_name || at.in == name_cursor::part::name) && goes_on(twig)) {
            if (names_.limited() || at.escape != 0 || at.high != 0) {
                walk(g, p, at);
            } else {
                // names that are new can always follow: only those tokens are out that end one
                if (!before_name && names_[twig].ends) {
                    each_child(g, 0, '"', [&](std::uint32_t n) { take_below(g, n); });
                }
                name_tokens::table const& ends = before_name ? tables.front : tables.inside;
                if (twig == names_.root()) {
                    try_rows_of(g, p, ends, names_.first());
                } else {
                    for (std::uint32_t c = names_[twig].child; c != 0; c = names_[c].next) {
                        try_rows(g, p, ends.of(names_[c].byte));
                    }
                }
                try_rows(g, p, ends.any());
            }
        }
        for (name_tokens::row const& r : tables.behind.any()) {
            if (r.whole || names_.begins_escaped()) {
                try_rows(g, p, {&r, 1});
            }
        }
        try_rows_of(g, p, tables.behind, names_.first());
        return found_;
    }

private:
    struct spot {
        place at;
        name_cursor reads;
        std::uint32_t node = 0;  // of the trie of tokens
    };

    /// What a bracket opens behind `text`; none in strings.
    [[nodiscard]] object_rule opened(generation& g, place const& p, std::string_view text) const {
        name_cursor::part const in = names_.at().in;
        if (in == name_cursor::part::text || in == name_cursor::part::name) {
            return object_rule{};
        }
        place const at = g.read(p, text);
        return store::is_live(at.config) ? g.object_at(at, in == name_cursor::part::outside) : object_rule{};
    }
    [[nodiscard]] bool allowed(token_id id) const noexcept { return (mask_[id / 32] >> (id % 32) & 1) != 0; }
    /// Whether names were seen that begin with `twig`.
    [[nodiscard]] bool goes_on(std::uint32_t twig) const noexcept {
        return names_[twig].child != 0 || names_[twig].ends;
    }

    enum class led : std::uint8_t { on, off, to_end };
    /// Reads `byte` of a name without keeping it; off: no seen name begins so; to_end: the quote behind it.
    led follow(name_cursor& c, std::uint8_t byte) const {
        std::uint32_t twig = c.twig;
        bool const ended =
            c.spell(byte, [&](std::uint8_t b) { twig = twig == 0 ? 0 : names_.child(twig, b); });
        c.twig = twig;
        return ended ? led::to_end : twig != 0 && goes_on(twig) ? led::on : led::off;
    }

    /// Tries the tokens that begin as names do that were seen.
    void walk(generation& g, place const& p, name_cursor const& from) {
        todo_.assign(1, {p, from, 0});
        while (!todo_.empty()) {
            spot const s = todo_.back();
            todo_.pop_back();
            if (s.reads.in == name_cursor::part::outside) {
                for (char const c : std::string_view{" \t\n\r\""}) {
                    auto const byte = static_cast<std::uint8_t>(c);
                    each_child(g, s.node, byte, [&](std::uint32_t n) { enter(g, s, n, byte); });
                }
            } else if (s.reads.escape != 0) {
                auto const nodes = g.tokens().trie().nodes();
                for (std::uint32_t n = s.node + 1; n < s.node + nodes[s.node].skip(); n += nodes[n].skip()) {
                    enter(g, s, n, nodes[n].byte());
                }
            } else {
                auto const by = [&](std::uint8_t byte) {
                    if (g.step(s.at, byte).config != dead_config) {
                        each_child(g, s.node, byte, [&](std::uint32_t n) { enter(g, s, n, byte); });
                    }
                };
                for (std::uint32_t c = names_[s.reads.twig].child; c != 0; c = names_[c].next) {
                    std::uint8_t const byte = names_[c].byte;
                    if (byte != '"' && byte != '\\') {
                        by(byte);
                    }
                }
                if (names_[s.reads.twig].ends) {
                    by('"');
                }
                by('\\');
            }
        }
    }
    void enter(generation& g, spot const& s, std::uint32_t node, std::uint8_t byte) {
        auto const nodes = g.tokens().trie().nodes();
        name_cursor c = s.reads;
        if (c.in == name_cursor::part::name) {
            switch (follow(c, byte)) {
            case led::off: return;
            case led::to_end:
                if (names_[c.twig].ends) {
                    take_below(g, node);
                }
                return;
            case led::on: break;
            }
        } else if (byte == '"') {
            c.in = name_cursor::part::name;
            c.twig = names_.root();
        }
        place const to = g.step(s.at, byte);
        if (!store::is_live(to.config)) {
            return;
        }
        if (c.in == name_cursor::part::name && nodes[node].has_token() && exhausted(g, to, c)) {
            take(g, nodes[node]);
        }
        if (nodes[node].skip() > 1) {
            todo_.push_back({to, c, node});
        }
    }
    void take_below(generation& g, std::uint32_t node) {
        auto const nodes = g.tokens().trie().nodes();
        for (std::size_t n = node; n < node + nodes[node].skip(); ++n) {
            take(g, nodes[n]);
        }
    }
    void try_rows(generation& g, place const& p, std::span<name_tokens::row const> rows) {
        for (name_tokens::row const& r : rows) {
            if (allowed(r.id) && !may_come(g, p, g.tokens().tokens().bytes(r.id))) {
                found_.push_back(r.id);
            }
        }
    }
    /// The rows of all bytes in a set.
    void try_rows_of(generation& g, place const& p, name_tokens::table const& rows,
                     std::array<std::uint64_t, 4> const& bytes) {
        for (std::size_t word = 0; word < 4; ++word) {
            for (std::uint64_t both = bytes[word] & rows.bytes()[word]; both != 0; both &= both - 1) {
                try_rows(g, p, rows.of(64 * word + static_cast<std::size_t>(std::countr_zero(both))));
            }
        }
    }
    void take(generation& g, vocab::trie::node n) {
        g.tokens().trie().each_token(n, [&](token_id id) {
            if (allowed(id)) {
                found_.push_back(id);
            }
        });
    }
    template <class F>
    static void each_child(generation& g, std::uint32_t node, std::uint8_t byte, F&& f) {
        auto const nodes = g.tokens().trie().nodes();
        if (nodes[node].skip() >= branching::large) {
            auto const row = g.tokens().children().of(node);
            auto const at = std::lower_bound(row.begin(), row.end(), byte,
                                             [](branching::child c, std::uint8_t b) { return c.byte() < b; });
            if (at != row.end() && at->byte() == byte) {
                f(at->node());
            }
            return;
        }
        for (std::uint32_t n = node + 1; n < node + nodes[node].skip(); n += nodes[n].skip()) {
            if (nodes[n].byte() == byte) {
                f(n);
            }
        }
    }

    /// Whether all names that the grammar allows from `p` on are there already.
    [[nodiscard]] bool exhausted(generation& g, place const& p, name_cursor const& c) {
        ways_.assign(1, {p, c, 0});
        looked_at_.resize(names_.here().twigs, 0);
        ++look_;
        while (!ways_.empty()) {
            spot const s = ways_.back();
            ways_.pop_back();
            // however a beginning was spelled, the same may follow it
            if (s.reads.escape == 0 && std::exchange(looked_at_[s.reads.twig], look_) == look_) {
                continue;
            }
            bool const all_known = g.each_byte(s.at, [&](std::uint8_t byte) {
                name_cursor d = s.reads;
                led const where = follow(d, byte);
                bool const known = where == led::to_end ? names_[d.twig].ends : where == led::on;
                place const to = g.step(s.at, byte);
                if (!known || !store::is_live(to.config)) {
                    return to.config == dead_config;
                }
                if (where == led::on) {
                    ways_.push_back({to, d, 0});
                }
                return true;
            });
            if (!all_known) {
                return false;
            }
        }
        return true;
    }
    /// Whether `text`, which the grammar allows, repeats no name.
    [[nodiscard]] bool may_come(generation& g, place const& p, std::string_view text) {
        seen_names::mark const before = names_.here();
        bool good = read(g, p, text);
        good = good && !(names_.limited() && dead_end(g, g.read(p, text)));
        names_.back_to(before);
        return good;
    }

    seen_names names_;
    name_tokens::tables const* tables_ = nullptr;  // of the index
    std::span<std::uint32_t const> mask_;          // of the call that goes on
    std::vector<token_id> found_;
    std::vector<spot> todo_;
    std::vector<spot> ways_;
    std::vector<std::uint64_t> looked_at_;  // twigs: the last search that met them
    std::uint64_t look_ = 0;
};

}  // namespace parlance::mask::detail
