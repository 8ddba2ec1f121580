// parlance/peg/detail/builder.hpp - how a builder keeps its nodes: each once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/build.hpp>
#include <parlance/peg/char_set.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/position.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/same_rows.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace parlance::peg {
namespace detail {

struct fnv {
    std::uint64_t value = 0xCBF2'9CE4'8422'2325;
    constexpr fnv& add(std::uint64_t x) noexcept {
        value = (value ^ x ^ value >> 29) * 0x100'0000'01B3;
        return *this;
    }
    /// Of long texts eight bytes at a time.
    constexpr fnv& add(std::string_view s) noexcept {
        while (s.size() >= sizeof value) {
            std::uint64_t word = 0;
            for (std::size_t i = 0; i < sizeof word; ++i) {
                word |= std::uint64_t{static_cast<unsigned char>(s[i])} << 8 * i;
            }
            add(word);
            s.remove_prefix(sizeof word);
        }
        for (char const c : s) {
            value = (value ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3;
        }
        return *this;
    }
};

/// Texts come from outside: who does not know the seed can not make many of one hash.
constexpr std::uint64_t hash_of(std::string_view text, std::uint64_t seed) noexcept {
    if (!std::is_constant_evaluated()) {
        return parlance::hash_of::bytes(text.data(), text.size(), seed);
    }
    std::uint64_t h = fnv{}.add(text).value;
    h = (h ^ h >> 32) * 0xFF51'AFD7'ED55'8CCD;  // what a text ends with counts in the lower bits, too
    return h ^ h >> 32;
}

/// Where in an open table (entries are index + 1) the entry is that `same` accepts, or where it belongs.
template <class Table, class Same>
constexpr auto& slot(Table& table, std::uint64_t hash, Same same) {
    auto* const rows = table.data();  // a constant evaluation counts every call
    std::size_t const size = table.size();
    for (auto i = static_cast<std::size_t>(hash % size);; i = i + 1 < size ? i + 1 : 0) {
        if (rows[i] == 0 || same(rows[i] - 1)) {
            return rows[i];
        }
    }
}

/// Makes room for one more entry; `hash_at` gives the hash of entry i.
template <class Hash>
constexpr void grow(std::vector<std::uint32_t>& table, std::size_t used, Hash hash_at) {
    constexpr std::size_t few = 8192;  // which constant evaluation should fill as seldom as can be
    if ((used + 1) * 2 <= table.size()) {
        return;
    }
    table.assign(table.empty() ? 128 : table.size() * (table.size() < few ? 8 : 2), 0);
    for (std::uint32_t i = 0; i < used; ++i) {
        slot(table, hash_at(i), [](std::uint32_t) { return false; }) = i + 1;
    }
}

/// The index of `value` in `all`, added when it is new.  Linear: for the few kinds of rows of which there are few.
template <class T>
constexpr std::uint32_t index_in(std::vector<T>& all, T const& value) {
    T const* const rows = all.data();
    std::size_t const size = all.size();
    std::size_t at = 0;
    while (at < size && !(rows[at] == value)) {
        ++at;
    }
    if (at == size) {
        all.push_back(value);
    }
    return static_cast<std::uint32_t>(at);
}

}  // namespace detail

template <class T>
constexpr void builder::make_room(std::vector<T>& rows, std::size_t more, std::size_t growth) {
    if (rows.capacity() - rows.size() >= more) {
        return;
    }
    std::size_t const wanted = (std::max)(rows.size() + more, growth * rows.size());
    if (std::is_constant_evaluated()) {  // where each call counts
        rows.reserve(wanted);
        return;
    }
    constexpr std::size_t bytes_of_a_row = 32;
    constexpr std::size_t at_once = 8192 / sizeof(T);
    std::vector<T> larger;
    larger.reserve(wanted);
    for (std::size_t i = 0; i < rows.size(); i = larger.size()) {
        std::size_t const end = (std::min)(rows.size(), i + at_once);
        goes_on(1 + (end - i) * sizeof(T) / bytes_of_a_row);
        larger.insert(larger.end(), rows.begin() + static_cast<std::ptrdiff_t>(i),
                      rows.begin() + static_cast<std::ptrdiff_t>(end));
    }
    rows.swap(larger);
}

constexpr std::uint64_t builder::hash_of(node const& n) {
    detail::fnv h;
    h.value ^= seed_;
    if (n.kind != op::sequence && n.kind != op::choice) {
        h.add(n.a | std::uint64_t{n.b} << 32)
            .add(n.c | std::uint64_t{static_cast<std::uint8_t>(n.kind)} << 32);
        return h.value ^ h.value >> 32;
    }
    h.add(static_cast<std::uint64_t>(n.kind));
    if (goes_on(n.b)) {
        for (node_id const c : parts_of(n)) {
            h.add(c);
        }
    }
    return h.value;
}

constexpr bool builder::same(node const& x, node const& y) const noexcept {
    if (x.kind != y.kind || (x.kind != op::sequence && x.kind != op::choice)) {
        return x == y;
    }
    return same_rows(parts_of(x), parts_of(y));
}

constexpr node_id builder::add(node const& n) {
    constexpr std::size_t rows_of_a_node = 64;
    constexpr std::size_t rows_of_a_hash = 16;
    goes_on(rows_of_a_node);
    detail::grow(node_table_, nodes_.size(), [&](std::uint32_t i) {
        goes_on(rows_of_a_hash);
        return hash_of(nodes_[i]);
    });
    std::uint32_t& at =
        detail::slot(node_table_, hash_of(n), [&](std::uint32_t i) { return same(nodes_[i], n); });
    if (at == 0) {
        nodes_.push_back(n);
        at = static_cast<std::uint32_t>(nodes_.size());
    }
    return at - 1;
}

constexpr text_ref builder::store(std::string_view text) {
    text_ref const t{static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(text.size())};
    constexpr std::size_t growth = 4;  // moving bytes is what constant evaluation is slow at
    constexpr std::size_t some = 1024;
    if (text_.capacity() - text_.size() < text.size()) {
        make_room(text_, growth * text.size() + some, growth);
    }
    text_.insert(text_.end(), text.begin(), text.end());
    return t;
}

constexpr text_ref builder::intern(std::string_view text) {
    constexpr std::size_t bytes_of_a_row = 32;
    constexpr std::size_t rows_of_a_text = 32;
    goes_on(1 + text.size() / bytes_of_a_row);
    detail::grow(text_table_, texts_.size(), [&](std::uint32_t i) {
        goes_on(rows_of_a_text + texts_[i].length / bytes_of_a_row);
        return detail::hash_of(str(texts_[i]), seed_);
    });
    std::uint32_t& at = detail::slot(text_table_, detail::hash_of(text, seed_),
                                     [&](std::uint32_t i) { return str(texts_[i]) == text; });
    if (at == 0) {
        texts_.push_back(store(text));
        at = static_cast<std::uint32_t>(texts_.size());
    }
    return texts_[at - 1];
}

constexpr node_id builder::literal(std::string_view text) {
    if (text.empty()) {
        return epsilon();
    }
    text_ref const t = intern(text);
    return add({op::literal, t.offset, t.length});
}

constexpr node_id builder::counted(std::uint32_t set, std::uint32_t least, std::uint32_t most) {
    if (least > most) {
        complain(errc::invalid_repetition, "chars");
        return fail();
    }
    return most == 0 ? epsilon() : add({op::chars, set, least, most});
}

constexpr node_id builder::chars(char_set const& set, std::uint32_t least, std::uint32_t most) {
    return counted(number_of(set), least, most);
}

constexpr std::uint32_t builder::number_of(char_set const& set) {
    constexpr std::size_t few = 64;  // are compared one by one
    constexpr std::size_t rows_of_a_set = 16;
    goes_on(rows_of_a_set + set.ranges().size());
    if (sets_.size() < few) {
        return detail::index_in(sets_, set);
    }
    auto const hash = [this](char_set const& s) {
        detail::fnv h;
        h.value ^= seed_;
        h.add(s.negated() ? 1U : 0U);
        for (char_range const& r : s.ranges()) {
            h.add(r.low | std::uint64_t{r.high} << 32);
        }
        return h.value ^ h.value >> 32;
    };
    detail::grow(set_table_, sets_.size(), [&](std::uint32_t i) {
        goes_on(rows_of_a_set + sets_[i].ranges().size());
        return hash(sets_[i]);
    });
    std::uint32_t& at = detail::slot(set_table_, hash(set), [&](std::uint32_t i) { return sets_[i] == set; });
    if (at == 0) {
        if (sets_.size() == sets_.capacity()) {  // they move, with looks in between
            std::vector<char_set> larger;
            larger.reserve(2 * sets_.size());
            for (char_set& s : sets_) {
                goes_on(rows_of_a_set);
                larger.push_back(static_cast<char_set&&>(s));
            }
            sets_.swap(larger);
        }
        sets_.push_back(set);
        at = static_cast<std::uint32_t>(sets_.size());
    }
    return at - 1;
}

constexpr node_id builder::chars(std::string_view spec, std::uint32_t least, std::uint32_t most) {
    text_ref const name = intern(spec);
    auto const known =
        std::find_if(classes_.begin(), classes_.end(), [&](read_class const& c) { return c.spec == name; });
    if (known != classes_.end()) {
        return counted(known->set, least, most);
    }
    result<char_set> const set = char_set::parse(spec);
    if (!set) {
        complain(set.error().code, spec, set.error().at.offset);
        return fail();
    }
    classes_.push_back({name, number_of(*set)});
    return counted(classes_.back().set, least, most);
}

constexpr node_id builder::until(std::span<std::string_view const> delimiters) {
    if (delimiters.empty()) {
        return rest();
    }
    // Each text once.  Of many a search for each would cost their square.
    constexpr std::size_t few = 64;
    std::vector<text_ref> row;
    std::vector<std::uint32_t> seen;
    auto const hash_at = [](text_ref t) { return detail::fnv{}.add(std::uint64_t{t.offset}).value; };
    for (std::string_view const d : delimiters) {
        if (d.empty()) {
            complain(errc::unterminated_literal, "an empty delimiter of until");
            return fail();
        }
        text_ref const t = intern(d);
        if (delimiters.size() <= few) {
            detail::index_in(row, t);
            continue;
        }
        detail::grow(seen, row.size(), [&](std::uint32_t i) { return hash_at(row[i]); });
        std::uint32_t& at = detail::slot(seen, hash_at(t), [&](std::uint32_t i) { return row[i] == t; });
        if (at == 0) {
            row.push_back(t);
            at = static_cast<std::uint32_t>(row.size());
        }
    }
    return add({op::until, detail::index_in(untils_, row)});
}

constexpr node_id builder::several(op kind, std::span<node_id const> parts) {
    op const neutral = kind == op::sequence ? op::epsilon : op::fail;
    auto const first = static_cast<std::uint32_t>(children_.size());
    for (node_id const p : parts) {
        node const part = nodes_[p];
        bool const flat = part.kind == kind;
        constexpr std::size_t most =
            limits{}.elements;  // of all parts: each that is around others has theirs, too
        if (children_.size() + part.b > most) {
            complain(errc::too_many_elements, "parts of sequences and choices");
            break;
        }
        if (!goes_on(flat ? 1 + part.b : 1)) {
            break;
        }
        make_room(children_, flat ? part.b : 1);
        if (flat) {
            for (std::uint32_t i = 0; i < part.b; ++i) {
                children_.push_back(node_id{children_[part.a + i]});
            }
        } else if (part.kind != neutral) {
            children_.push_back(p);
        }
    }
    std::size_t const count = children_.size() - first;
    if (count < 2) {
        node_id const only = count == 0 ? add({neutral}) : children_[first];
        children_.resize(first);
        return only;
    }
    std::size_t const before = nodes_.size();
    node_id const made = add({kind, first, static_cast<std::uint32_t>(count)});
    if (nodes_.size() == before) {
        children_.resize(first);  // it was there already
    }
    return made;
}

constexpr node_id builder::one_of(std::span<std::string_view const> texts) {
    if (texts.size() == 1) {
        return literal(texts[0]);
    }
    std::vector<std::size_t> order(texts.size(), 0);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        order[i] = i;
    }
    constexpr std::size_t rows_of_a_sorted = 32;
    goes_on(rows_of_a_sorted * texts.size());
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
        return texts[x].size() != texts[y].size() ? texts[x].size() > texts[y].size() : x < y;
    });
    goes_on(rows_of_a_sorted * texts.size());
    std::vector<node_id> parts;
    parts.reserve(texts.size());
    for (std::size_t const i : order) {
        parts.push_back(literal(texts[i]));
    }
    return choice(parts);
}

constexpr node_id builder::repeat(node_id e, std::uint32_t least, std::uint32_t most) {
    if (least > most) {
        complain(errc::invalid_repetition, "repeat");
        return fail();
    }
    node const n = nodes_[e];
    if (most == 0 || n.kind == op::epsilon) {
        return epsilon();
    }
    if (least == 1 && most == 1) {
        return e;
    }
    if (n.kind == op::chars && n.b == 1 && n.c == 1) {
        return add({op::chars, n.a, least, most});
    }
    return add({op::repeat, e, least, most});
}

constexpr rule_id builder::declare(std::string_view name) {
    constexpr std::size_t rows_of_a_hash = 32;
    detail::grow(rule_table_, rules_.size(), [&](std::uint32_t i) {
        goes_on(rows_of_a_hash);
        return detail::hash_of(str(rules_[i].name), seed_);
    });
    std::uint32_t& at = detail::slot(rule_table_, detail::hash_of(name, seed_),
                                     [&](std::uint32_t i) { return str(rules_[i].name) == name; });
    if (at == 0) {
        rules_.push_back({none, intern(name)});
        at = static_cast<std::uint32_t>(rules_.size());
    }
    return at - 1;
}

constexpr rule_id builder::rule_named(std::string_view name) const noexcept {
    if (rule_table_.empty()) {
        return none;
    }
    std::uint32_t const at = detail::slot(rule_table_, detail::hash_of(name, seed_),
                                          [&](std::uint32_t i) { return str(rules_[i].name) == name; });
    return at == 0 ? none : at - 1;
}

constexpr void builder::define(rule_id rule, node_id e) {
    if (rules_[rule].root != none && rules_[rule].root != e) {
        complain(errc::duplicate_rule, str(rules_[rule].name));
        return;
    }
    rules_[rule].root = e;
}

}  // namespace parlance::peg
