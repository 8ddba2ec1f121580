// parlance/mask/detail/names/impl/name_guard.ipp - definitions of what parlance/mask/detail/names/name_guard.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/names/name_guard.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/names/json_spaces.hpp>
#include <parlance/mask/detail/names/name_tokens.hpp>
#include <parlance/mask/detail/names/seen_names.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

template <class F>
void name_guard::each_child(generation& g, std::uint32_t node, std::uint8_t byte, F&& f) {
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

bool name_guard::read(generation& g, place const& p, std::string_view text) {
    for (std::size_t i = names_.skip(text); i < text.size(); i += 1 + names_.skip(text.substr(i + 1))) {
        object_rule const opens = text[i] == '{' ? opened(g, p, text.substr(0, i)) : object_rule{};
        if (!names_.read(static_cast<std::uint8_t>(text[i]), opens)) {
            return false;
        }
    }
    return true;
}

bool name_guard::dead_end(generation& g, place const& p) {
    name_cursor const& at = names_.at();
    bool const possible = at.in == name_cursor::part::name
                              ? names_.limited() && goes_on(at.trie_node)
                              : at.in == name_cursor::part::outside && at.name_next && names_.left() == 0;
    return possible && store::is_live(p.config) && exhausted(g, p, at, ++look_);
}

array_ref<token_id const> name_guard::repeated(generation& g, place const& p,
                                               array_ref<std::uint32_t const> mask) {
    found_.clear();
    if (p.waiting != 0 || !store::is_live(p.config)) {
        return {};
    }
    mask_ = mask;
    name_cursor const at = names_.at();
    bool const before_name = at.in == name_cursor::part::outside && at.name_next;
    std::uint32_t const trie_node = before_name ? names_.root() : at.trie_node;
    name_tokens::tables const& tables = g.tokens().name_tokens().all();
    if ((before_name || at.in == name_cursor::part::name) && goes_on(trie_node)) {
        if (names_.limited() || at.escape != 0 || at.high != 0) {
            walk(g, p, at);
        } else {
            // names that are new can always follow: only those tokens are out that end one
            if (!before_name && names_[trie_node].ends) {
                each_child(g, 0, '"', [&](std::uint32_t n) { take_below(g, n); });
            }
            name_tokens::table const& ends = before_name ? tables.front : tables.inside;
            if (trie_node == names_.root()) {
                try_rows_of(g, p, ends, names_.first());
            } else {
                for (std::uint32_t c = names_[trie_node].child; c != 0; c = names_[c].next) {
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
    try_commas(g, p, tables);
    return found_;
}

object_rule name_guard::opened(generation& g, place const& p, std::string_view text) const {
    name_cursor::part const in = names_.at().in;
    if (in == name_cursor::part::text || in == name_cursor::part::name) {
        return object_rule{};
    }
    place const at = g.read(p, text);
    return store::is_live(at.config) ? g.object_at(at, in == name_cursor::part::outside) : object_rule{};
}

bool name_guard::goes_on(std::uint32_t trie_node) const noexcept {
    return names_[trie_node].child != 0 || names_[trie_node].ends;
}

name_guard::led name_guard::follow(name_cursor& c, std::uint8_t byte) const {
    std::uint32_t trie_node = c.trie_node;
    bool const ended =
        c.spell(byte, [&](std::uint8_t b) { trie_node = trie_node == 0 ? 0 : names_.child(trie_node, b); });
    c.trie_node = trie_node;
    return ended ? led::to_end : trie_node != 0 && goes_on(trie_node) ? led::on : led::off;
}

void name_guard::walk(generation& g, place const& p, name_cursor const& from) {
    todo_.assign(1, {p, from, 0});
    ++look_;
    while (!todo_.empty()) {
        spot const s = todo_.back();
        todo_.pop_back();
        if (s.reads.in == name_cursor::part::outside) {
            for (char const c : std::string_view{" \t\n\r\""}) {
                auto const byte = static_cast<std::uint8_t>(c);
                each_child(g, s.node, byte, [&](std::uint32_t n) { enter(g, s, n, byte); });
            }
        } else if (s.reads.escape != 0 || s.reads.high != 0) {
            // what was read of a character is no byte of a name yet
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
            for (std::uint32_t c = names_[s.reads.trie_node].child; c != 0; c = names_[c].next) {
                std::uint8_t const byte = names_[c].byte;
                if (byte != '"' && byte != '\\') {
                    by(byte);
                }
            }
            if (names_[s.reads.trie_node].ends) {
                by('"');
            }
            by('\\');
        }
    }
}

void name_guard::enter(generation& g, spot const& s, std::uint32_t node, std::uint8_t byte) {
    auto const nodes = g.tokens().trie().nodes();
    name_cursor c = s.reads;
    if (c.in == name_cursor::part::name) {
        switch (follow(c, byte)) {
        case led::off: return;
        case led::to_end:
            if (names_[c.trie_node].ends) {
                take_below(g, node);
            }
            return;
        case led::on: break;
        }
    } else if (byte == '"') {
        c.in = name_cursor::part::name;
        c.trie_node = names_.root();
    }
    place const to = g.step(s.at, byte);
    if (!store::is_live(to.config)) {
        return;
    }
    if (c.in == name_cursor::part::name && nodes[node].has_token() && exhausted(g, to, c, look_)) {
        take(g, nodes[node]);
    }
    if (nodes[node].skip() > 1) {
        todo_.push_back({to, c, node});
    }
}

void name_guard::take_below(generation& g, std::uint32_t node) {
    auto const nodes = g.tokens().trie().nodes();
    for (std::size_t n = node; n < node + nodes[node].skip(); ++n) {
        take(g, nodes[n]);
    }
}

void name_guard::try_token(generation& g, place const& p, token_id id) {
    if (allowed(id) && !may_come(g, p, g.tokens().tokens().bytes(id))) {
        found_.push_back(id);
    }
}

void name_guard::try_commas(generation& g, place const& p, name_tokens::tables const& tables) {
    std::uint32_t const left = names_.least_left();
    if ((std::min)(left, g.grammar().fewest_names) <= tables.most_members) {
        for (token_id const id : tables.members) {
            try_token(g, p, id);
        }
    }
    if (left != 0) {
        return;
    }
    // no name ends in the others, so all that lead to one point are alike
    seen_names::mark const before = names_.here();
    place last;
    std::uint32_t frame = 0;
    bool dead = false;
    for (token_id const id :
         names_.at().in == name_cursor::part::outside ? tables.commas : tables.quoted_commas) {
        if (!allowed(id)) {
            continue;
        }
        std::string_view const text = g.tokens().tokens().bytes(id);
        if (read(g, p, text)) {
            place const to = g.read(p, text);
            if (to != last || names_.at().frame != frame) {
                last = to;
                frame = names_.at().frame;
                dead = dead_end(g, to);
            }
            if (dead) {
                found_.push_back(id);
            }
        }
        names_.back_to(before);
    }
}

void name_guard::try_rows(generation& g, place const& p, array_ref<name_tokens::row const> rows) {
    for (name_tokens::row const& r : rows) {
        try_token(g, p, r.id);
    }
}

void name_guard::try_rows_of(generation& g, place const& p, name_tokens::table const& rows,
                             std::array<std::uint64_t, 4> const& bytes) {
    for (std::size_t word = 0; word < 4; ++word) {
        for (std::uint64_t both = bytes[word] & rows.bytes()[word]; both != 0; both &= both - 1) {
            try_rows(g, p, rows.of(64 * word + static_cast<std::size_t>(std::countr_zero(both))));
        }
    }
}

void name_guard::take(generation& g, vocab::trie::node n) {
    g.tokens().trie().each_token(n, [&](token_id id) {
        if (allowed(id)) {
            found_.push_back(id);
        }
    });
}

bool name_guard::exhausted(generation& g, place const& p, name_cursor const& c, std::uint64_t look) {
    bool const out = all_seen(g, p, c, look);
    for (std::uint32_t const trie_node : looked_now_) {
        looked_at_[trie_node] = out ? look : 0;
    }
    looked_now_.clear();
    return out;
}

bool name_guard::all_seen(generation& g, place const& p, name_cursor const& c, std::uint64_t look) {
    ways_.assign(1, {p, c, 0});
    looked_at_.resize(names_.here().trie_nodes, 0);
    std::size_t spaces = most_spaces;
    while (!ways_.empty()) {
        spot const s = ways_.back();
        ways_.pop_back();
        if (s.reads.in == name_cursor::part::outside) {
            if (spaces-- == 0 || !begin_name(g, s)) {
                return false;
            }
            continue;
        }
        // however a beginning was spelled, the same may follow it
        if (s.reads.escape == 0 && s.reads.high == 0) {
            if (std::exchange(looked_at_[s.reads.trie_node], look) == look) {
                continue;
            }
            looked_now_.push_back(s.reads.trie_node);
        }
        bool const all_known = g.each_byte(s.at, [&](std::uint8_t byte) {
            name_cursor d = s.reads;
            led const where = follow(d, byte);
            bool const known = where == led::to_end ? names_[d.trie_node].ends : where == led::on;
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

bool name_guard::begin_name(generation& g, spot const& s) {
    if (place const to = g.step(s.at, '"');
        to.config != dead_config) {  // white space may come first, and says nothing
        ways_.push_back({to, s.reads, 0});
        ways_.back().reads.in = name_cursor::part::name;
        ways_.back().reads.trie_node = names_.root();
        return store::is_live(to.config) && goes_on(names_.root());
    }
    return g.each_byte(s.at, [&](std::uint8_t byte) {
        ways_.push_back({g.step(s.at, byte), s.reads, 0});
        return is_json_space(byte) && store::is_live(ways_.back().at.config);
    });
}

bool name_guard::may_come(generation& g, place const& p, std::string_view text) {
    seen_names::mark const before = names_.here();
    bool good = read(g, p, text);
    good = good && !(names_.limited() && dead_end(g, g.read(p, text)));
    names_.back_to(before);
    return good;
}

}  // namespace parlance::mask::detail
