// parlance/mask/detail/names/impl/item_guard.ipp - definitions of what parlance/mask/detail/names/item_guard.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/names/item_guard.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/names/item_tokens.hpp>
#include <parlance/mask/detail/names/json_spaces.hpp>
#include <parlance/mask/detail/names/name_guard.hpp>
#include <parlance/mask/detail/names/seen_items.hpp>
#include <parlance/mask/detail/names/seen_names.hpp>
#include <parlance/mask/detail/names/value_tree.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

bool item_guard::read(generation& g, place const& p, std::string_view text) {
    for (std::size_t i = items_.skip(text); i < text.size(); i += 1 + items_.skip(text.substr(i + 1))) {
        rtn::array_items const opens =
            text[i] == '[' ? opened(g, p, text.substr(0, i)) : rtn::array_items::any;
        if (!items_.read(static_cast<std::uint8_t>(text[i]), opens)) {
            return false;
        }
    }
    return true;
}

bool item_guard::dead_end(generation& g, place const& p, name_guard* beside) {
    item_cursor const& at = items_.at();
    if (at.in == item_cursor::part::nowhere || !store::is_live(p.config)) {
        return false;
    }
    for (std::uint32_t f = items_.unique_around(at.frame); f != 0;
         f = items_.unique_around(items_.around(f))) {
        // in a bracket, or before or within a scalar: an item is open
        bool const open = f != at.frame || at.value_next || at.in_scalar();
        if (open && items_.count(f) != 0 && !items_.has_new_part(f) && exhausted(g, p, f, beside)) {
            return true;
        }
    }
    return false;
}

array_ref<token_id const> item_guard::repeated(generation& g, place const& p,
                                               array_ref<std::uint32_t const> mask, name_guard* beside) {
    found_.clear();
    if (p.waiting != 0 || !store::is_live(p.config)) {
        return {};
    }
    mask_ = mask;
    item_tokens::lists const& lists = g.tokens().item_tokens().all();
    item_cursor const at = items_.at();
    if (at.in ==
        item_cursor::part::nowhere) {  // only what begins an array and has two of its items, or has to
        try_tokens(g, p, lists.opening, beside);
        return found_;
    }
    std::uint32_t const array = items_.unique_around(at.frame);
    few_.clear();
    for (std::size_t word = 0; array != 0 && word < mask.size() && few_.size() <= few_tokens; ++word) {
        for (std::uint32_t bits = mask[word]; bits != 0 && few_.size() <= few_tokens; bits &= bits - 1) {
            few_.push_back(static_cast<token_id>(word * 32 + static_cast<unsigned>(std::countr_zero(bits))));
        }
    }
    if (array != 0 && few_.size() <= few_tokens) {
        try_tokens(g, p, few_, beside);
        return found_;
    }
    item_tokens::list const& list = at.in == item_cursor::part::text ? lists.inside : lists.outside;
    if (at_scalar()) {
        walk(g, p, beside);
    }
    // what closes brackets may end an item of an array further out, and behind a comma there may be none left
    bool more = array == at.frame && array != 0 && items_.limited(array);
    for (std::uint32_t f = array; f != 0 && !more; f = items_.unique_around(items_.around(f))) {
        more = f != at.frame && items_.count(f) != 0 && !items_.has_new_part(f);
    }
    if (more) {
        try_tokens(g, p, list.behind, beside);
    } else {
        try_tokens(g, p, list.several, beside);
    }
    return found_;
}

rtn::array_items item_guard::opened(generation& g, place const& p, std::string_view text) const {
    rtn::array_items out = rtn::array_items::any;
    if (items_.at().in == item_cursor::part::text) {
        return out;
    }
    place const at = g.read(p, text);
    if (!store::is_live(at.config)) {
        return out;
    }
    automaton const& code = g.configs().code();
    for (item const i : g.configs().at(at.config).form->items) {
        for (byte_edge const& e : code.bytes_of(i.state)) {
            if (e.low <= '[' && e.high >= '[') {
                out = (std::max)(out, g.grammar().arrays[code.rule_of[i.state]]);
            }
        }
    }
    return out;
}

bool item_guard::at_scalar() const noexcept {
    item_cursor const& at = items_.at();
    return items_.unique_around(at.frame) == at.frame && items_.count(at.frame) != 0 &&
           (at.in_scalar() || (at.in == item_cursor::part::outside && at.value_next));
}

bool item_guard::may_come(generation& g, place const& p, std::string_view text, name_guard* beside) {
    seen_items::mark const before = items_.here();
    seen_names::mark const names_before = beside != nullptr ? beside->here() : seen_names::mark{};
    bool const good = read(g, p, text) && (beside == nullptr || beside->read(g, p, text)) &&
                      !dead_end(g, g.read(p, text), beside);
    items_.back_to(before);
    if (beside != nullptr) {
        beside->back_to(names_before);
    }
    return good;
}

void item_guard::try_tokens(generation& g, place const& p, array_ref<token_id const> ids,
                            name_guard* beside) {
    for (token_id const id : ids) {
        if (allowed(id) && !may_come(g, p, g.tokens().tokens().bytes(id), beside)) {
            found_.push_back(id);
        }
    }
}

void item_guard::walk(generation& g, place const& p, name_guard* beside) {
    auto const nodes = g.tokens().trie().nodes();
    todo_.assign(1, {p, items_.at(), 0, {}});
    while (!todo_.empty()) {
        spot const s = std::move(todo_.back());
        todo_.pop_back();
        for (std::uint32_t n = s.node + 1; n < s.node + nodes[s.node].skip(); n += nodes[n].skip()) {
            enter(g, p, s, n, nodes[n].byte(), beside);
        }
    }
}

void item_guard::enter(generation& g, place const& p, spot const& s, std::uint32_t node, std::uint8_t byte,
                       name_guard* beside) {
    bool const space = is_json_space(byte);
    spot next{s.at, s.reads, node, {}};
    std::uint32_t value = 0;
    if (items_.follow(next.reads, byte, value)) {
        if (value != 0 && items_.has(next.reads.frame, value)) {
            take_below(g, node);
        }
        return;
    }
    if (next.reads.in_scalar() ? next.reads.trie_node == 0 : !space) {
        return;  // new, or a bracket
    }
    next.at = g.step(s.at, byte);
    if (!store::is_live(next.at.config)) {
        return;
    }
    auto const nodes = g.tokens().trie().nodes();
    next.text = s.text + static_cast<char>(byte);
    if (nodes[node].has_token() && !may_come(g, p, next.text, beside)) {
        g.tokens().trie().each_token(nodes[node], [&](token_id id) {
            if (allowed(id)) {
                found_.push_back(id);
            }
        });
    }
    if (nodes[node].skip() > 1) {
        todo_.push_back(std::move(next));
    }
}

void item_guard::take_below(generation& g, std::uint32_t node) {
    auto const nodes = g.tokens().trie().nodes();
    for (std::size_t n = node; n < node + nodes[node].skip(); ++n) {
        g.tokens().trie().each_token(nodes[n], [&](token_id id) {
            if (allowed(id)) {
                found_.push_back(id);
            }
        });
    }
}

bool item_guard::has_many_letters(generation& g, place const& p, std::uint32_t most) const {
    if (items_.at().in != item_cursor::part::text) {
        return false;
    }
    constexpr std::uint32_t no_letters = 2;  // the quote and the backslash
    automaton const& code = g.configs().code();
    for (item const i : g.configs().at(p.config).form->items) {
        std::uint32_t letters = 0;
        for (byte_edge const& e : code.bytes_of(i.state)) {
            letters += 1u + e.high - e.low;
        }
        if (letters > no_letters && letters - no_letters > most) {
            return true;
        }
    }
    return false;
}

bool item_guard::exhausted(generation& g, place const& p, std::uint32_t frame, name_guard* beside) {
    seen_items::mark const start = items_.here();
    seen_names::mark const names_start = beside != nullptr ? beside->here() : seen_names::mark{};
    std::uint32_t const items = items_.count(frame);
    std::uint32_t const known = items_.values().size();
    if (has_many_letters(g, p, items)) {
        return false;
    }
    std::size_t steps = steps_ahead;  // all scalars are tried that were met; of brackets a few
    looked_at_.clear();
    forks_.assign(1, fork_at(g, p, beside));
    bool found = false;
    while (!forks_.empty() && !found) {
        fork& f = forks_.back();
        if (f.bytes == std::array<std::uint64_t, 4>{}) {
            forks_.pop_back();
            continue;
        }
        std::uint8_t const byte = next_byte(f);
        items_.back_to(f.before);
        if (beside != nullptr) {
            beside->back_to(f.names_before);
        }
        place const to = g.step(f.at, byte);
        if (to.config == dead_config) {
            continue;
        }
        rtn::array_items const opens = byte == '[' ? opened(g, f.at, {}) : rtn::array_items::any;
        if (!store::is_live(to.config)) {
            found = true;  // not known
        } else if (char const text = static_cast<char>(byte);
                   (beside == nullptr || beside->read(g, f.at, {&text, 1})) && items_.read(byte, opens)) {
            item_cursor const& at = items_.at();
            bool const within = at.frame == frame && at.in_scalar();
            found = items_.count(frame) > items || (within && at.trie_node >= known) ||
                    (!within && steps-- == 0) || has_many_letters(g, to, items);
            // however a beginning was spelled, the same may follow it
            if (!found && (!within || looked_at_.insert(seen_from(to)))) {
                forks_.push_back(fork_at(g, to, beside));
            }
        }
    }
    items_.back_to(start);
    if (beside != nullptr) {
        beside->back_to(names_start);
    }
    return !found;
}

item_guard::fork item_guard::fork_at(generation& g, place const& p, name_guard const* beside) const {
    fork out{p, items_.here(), beside != nullptr ? beside->here() : seen_names::mark{}, {}};
    g.each_byte(p, [&](std::uint8_t byte) {
        out.bytes[byte / 64] |= std::uint64_t{1} << (byte % 64);
        return true;
    });
    if (items_.at().in != item_cursor::part::text) {
        // white space says nothing, where anything else may stand
        std::array<std::uint64_t, 4> without = out.bytes;
        without[0] &= ~(std::uint64_t{1} << ' ' | std::uint64_t{1} << '\t' | std::uint64_t{1} << '\n' |
                        std::uint64_t{1} << '\r');
        out.bytes = without == std::array<std::uint64_t, 4>{} ? out.bytes : without;
    }
    return out;
}

/// First those that end something.
std::uint8_t item_guard::next_byte(fork& f) noexcept {
    auto const take = [&](std::uint8_t byte) {
        std::uint64_t const bit = std::uint64_t{1} << (byte % 64);
        bool const there = (f.bytes[byte / 64] & bit) != 0;
        f.bytes[byte / 64] &= ~bit;
        return there;
    };
    for (char const c : std::string_view{"]},\""}) {
        if (take(static_cast<std::uint8_t>(c))) {
            return static_cast<std::uint8_t>(c);
        }
    }
    std::size_t word = 0;
    while (f.bytes[word] == 0) {
        ++word;
    }
    auto const byte =
        static_cast<std::uint8_t>(64 * word + static_cast<std::size_t>(std::countr_zero(f.bytes[word])));
    static_cast<void>(take(byte));
    return byte;
}

std::uint64_t item_guard::seen_from(place const& p) const noexcept {
    item_cursor const& at = items_.at();
    std::uint64_t out = 0;
    for (std::uint64_t const part :
         {std::uint64_t{p.config}, std::uint64_t{p.base}, std::uint64_t{p.count}, std::uint64_t{at.trie_node},
          static_cast<std::uint64_t>(at.in), std::uint64_t{at.spelling.escape},
          std::uint64_t{at.spelling.unit}, std::uint64_t{at.spelling.high}, at.digits.standing()}) {
        out = (out ^ part) * 0x9E37'79B9'7F4A'7C15u;
        out ^= out >> 29;
    }
    return out;
}

}  // namespace parlance::mask::detail
