// parlance/schema/detail/keep/impl/lowered_part.ipp - definitions of what parlance/schema/detail/keep/lowered_part.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/keep/lowered_part.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/text/hash_map.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

/// What a table has for a key: a rule that is finished, or nothing.
inline maybe<rule_id> finished_in(ordered_map<std::string, rule_id> const& table, std::string const& key) {
    auto const at = table.find(key);
    return at != table.end() ? maybe<rule_id>(at->second & ~finished_rule) : maybe<rule_id>();
}
inline maybe<rule_id> finished_in(hash_map<fingerprint, rule_id, hash_fingerprint> const& table,
                                  fingerprint const& key) {
    auto const* const at = table.find(key);
    return at != nullptr ? maybe<rule_id>(at->value & ~finished_rule) : maybe<rule_id>();
}

/// Sorted, and each once.
template <class T, class Before>
void make_unique(vec<T>& all, Before const& before) {
    std::sort(all.begin(), all.end(), before);
    all.erase(std::unique(all.begin(), all.end(),
                          [&](T const& a, T const& b) { return !before(a, b) && !before(b, a); }),
              all.end());
}

inline bool precedes(std::string const& a, std::string const& b) { return a < b; }
inline bool precedes(fingerprint const& a, fingerprint const& b) {
    return a.a != b.a ? a.a < b.a : a.b < b.b;
}

/// Takes what was asked for in one table into a part.
template <class Key, class Table>
void take(vec<std::pair<Key, rule_id>>& met, vec<Key>& missed, Table const& table,
          vec<lowered_part::keyed<Key>>& out_met, vec<Key>& out_missed,
          vec<lowered_part::keyed<Key>>& out_made) {
    make_unique(met, [](auto const& a, auto const& b) { return precedes(a.first, b.first); });
    make_unique(missed, [](Key const& a, Key const& b) { return precedes(a, b); });
    for (auto& m : met) {
        bool const own = std::binary_search(missed.begin(), missed.end(), m.first,
                                            [](Key const& a, Key const& b) { return precedes(a, b); });
        if (!own) {
            out_met.push_back({std::move(m.first), m.second & ~finished_rule});
        }
    }
    for (Key& m : missed) {
        if (maybe<rule_id> const made = finished_in(table, m)) {
            out_made.push_back({m, *made});
        }
        out_missed.push_back(std::move(m));
    }
}

std::size_t lowered_part::memory() const noexcept {
    auto const of_texts = [](auto const& all, auto const& text) {
        std::size_t out = all.capacity() * sizeof(*all.begin());
        for (auto const& each : all) {
            out += text(each).capacity();
        }
        return out;
    };
    auto const key = [](auto const& each) -> std::string const& { return each.key; };
    auto const itself = [](std::string const& each) -> std::string const& { return each; };
    std::size_t const automaton =
        raw != nullptr ? sizeof *raw + 4 * (raw->table.capacity() + raw->labels.capacity()) : 0;
    return sizeof *this + rows->memory() + of_texts(met_texts, key) + of_texts(missed_texts, itself) +
           of_texts(made_texts, key) + of_texts(notes, itself) + automaton +
           met_prints.capacity() * sizeof(keyed<fingerprint>) +
           made_prints.capacity() * sizeof(keyed<fingerprint>) +
           missed_prints.capacity() * sizeof(fingerprint);
}

std::shared_ptr<lowered_part> part_of(lowered_rule const& made, rtn::builder& out,
                                      rtn::builder::size const& before, shared_rules const& shared,
                                      rule_lookups&& asked, bool raw_is_new) {
    auto kept = std::make_shared<lowered_part>();
    take(asked.met_texts, asked.missed_texts, shared.by_text, kept->met_texts, kept->missed_texts,
         kept->made_texts);
    take(asked.met_prints, asked.missed_prints, shared.by_print, kept->met_prints, kept->missed_prints,
         kept->made_prints);
    vec<rule_id> outside;
    for (auto const& m : kept->met_texts) {
        outside.push_back(m.rule);
    }
    for (auto const& m : kept->met_prints) {
        outside.push_back(m.rule);
    }
    make_unique(outside, [](rule_id a, rule_id b) { return a < b; });
    bool whole = true;
    auto const number = [&](rule_id& r) {
        if (r >= before.rules) {
            r -= static_cast<rule_id>(before.rules);
            return;
        }
        auto const at = std::lower_bound(outside.begin(), outside.end(), r);
        whole = whole && at != outside.end() && *at == r;
        r = rtn::part::outside | static_cast<rule_id>(at - outside.begin());
    };
    kept->root = made.rule;
    number(kept->root);
    for (auto* const all : {&kept->met_texts, &kept->made_texts}) {
        for (auto& m : *all) {
            number(m.rule);
        }
    }
    for (auto* const all : {&kept->met_prints, &kept->made_prints}) {
        for (auto& m : *all) {
            number(m.rule);
        }
    }
    kept->rows = out.part_since(before, {outside.data(), outside.size()});
    if (!whole || kept->rows == nullptr) {
        return nullptr;
    }
    out.place(kept->rows, before, {outside.data(), outside.size()});
    if (raw_is_new) {
        kept->raw = shared.raw;
    }
    kept->notes = *made.notes;
    kept->steps = made.steps;
    return kept;
}

maybe<vec<rule_id>> outside_of(lowered_part const& known, shared_rules const& shared) {
    constexpr rule_id none = 0xFFFF'FFFF;
    vec<rule_id> outside(known.rows->outside_rules, none);
    bool same = true;
    auto const meet = [&](auto const& table, auto const& met) {
        for (std::size_t i = 0; i < met.size() && same; ++i) {
            maybe<rule_id> const r = finished_in(table, met[i].key);
            rule_id& at = outside[met[i].rule & ~rtn::part::outside];
            same = r && (at == none || at == *r);
            at = same ? *r : none;
        }
    };
    auto const miss = [&](auto const& table, auto const& missed) {
        for (std::size_t i = 0; i < missed.size() && same; ++i) {
            same = !finished_in(table, missed[i]);
        }
    };
    miss(shared.by_print, known.missed_prints);
    meet(shared.by_print, known.met_prints);
    miss(shared.by_text, known.missed_texts);
    meet(shared.by_text, known.met_texts);
    for (std::size_t i = 1; i < outside.size() && same; ++i) {
        same = outside[i - 1] < outside[i];
    }
    return same ? maybe<vec<rule_id>>(std::move(outside)) : maybe<vec<rule_id>>();
}

rule_id add_part(lowered_part const& known, vec<rule_id> const& outside, rtn::builder& out,
                 shared_rules& shared) {
    auto const first = static_cast<rule_id>(out.rule_count());
    auto const number = [&](rule_id r) {
        return (r & rtn::part::outside) != 0 ? outside[r & ~rtn::part::outside] : first + r;
    };
    out.append(known.rows, {outside.data(), outside.size()});
    for (auto const& m : known.made_texts) {
        shared.by_text.emplace(m.key, number(m.rule) | finished_rule);
    }
    for (auto const& m : known.made_prints) {
        shared.by_print.try_emplace(m.key, number(m.rule) | finished_rule);
    }
    if (shared.raw == nullptr) {
        shared.raw = known.raw;
    }
    return number(known.root);
}

}  // namespace parlance::schema::detail
