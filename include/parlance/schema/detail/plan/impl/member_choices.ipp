// parlance/schema/detail/plan/impl/member_choices.ipp - definitions of what
// parlance/schema/detail/plan/member_choices.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/plan/member_choices.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

writer::member_choices::member_choices(object_plan const& plan,
                                       ordered_map<std::string_view, std::size_t> const& ranks, work& spent)
    : spent_(&spent) {
    using k = fact::kind;
    constexpr std::uint64_t steps_of_a_fact = 20;
    work looks = spent.only_looks();
    paid_rounds each(looks, steps_of_a_fact);
    vec<std::uint64_t> first;
    for (vec<branch> const* const ways : plan.choices) {
        vec<way> kept;
        bool certain = false;
        for (branch const& facts : *ways) {
            way w;
            bool possible = true;
            for (fact const& f : facts) {
                (void)each.next();
                auto const rank = ranks.find(f.is == k::keys ? f.where.name : f.text);
                if (rank == ranks.end()) {  // never there
                    possible = possible && f.is != k::required;
                    continue;
                }
                auto at =
                    std::find_if(w.begin(), w.end(), [&](demand const& d) { return d.rank == rank->second; });
                if (at == w.end()) {
                    at = w.insert(w.end(), demand{rank->second});
                }
                at->present = at->present || f.is == k::required;
                at->absent = at->absent || f.is == k::lacks;
                if (f.is == k::keys) {
                    add_literal(at->value, f.then);
                }
            }
            if (possible) {
                certain = certain || w.empty();
                kept.push_back(std::move(w));
            }
        }
        if (certain) {
            continue;
        }
        possible_ = possible_ && !kept.empty();
        for (way const& w : kept) {
            for (demand const& d : w) {
                asked_.resize((std::max)(asked_.size(), d.rank + 1));
                if (asked_[d.rank].empty() || asked_[d.rank].back() != choices_.size()) {
                    asked_[d.rank].push_back(choices_.size());
                }
            }
        }
        first.push_back((std::uint64_t{1} << kept.size()) - 1);
        choices_.push_back(std::move(kept));
    }
    number_first(first);
}

void writer::member_choices::number_first(vec<std::uint64_t> const& ways) {
    numbers_.assign(16, 0);
    vec<part> below;
    for (std::size_t c = 0; c < ways.size(); ++c) {
        part p;
        p.complete = one_complete(ways[c], c, [](std::size_t) { return false; });
        for (way const& w : choices_[c]) {
            for (demand const& d : w) {
                p.least_rank = (std::min)(p.least_rank, d.rank);
            }
        }
        below.push_back(p);
    }
    vec<std::uint64_t> values(ways.begin(), ways.end());
    do {
        vec<part> parts((values.size() + block_size - 1) / block_size + values.empty());
        vec<std::uint64_t> next;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            block b{};
            for (std::size_t k = 0; k < block_size && i * block_size + k < values.size(); ++k) {
                part const& inner = below[i * block_size + k];
                b[k] = values[i * block_size + k];
                parts[i].least_rank = (std::min)(parts[i].least_rank, inner.least_rank);
                parts[i].complete = parts[i].complete && inner.complete;
            }
            parts[i].at = number(b);
            next.push_back(parts[i].at);
        }
        below = parts;
        values = std::move(next);
        parts_.push_back(std::move(parts));
    } while (values.size() > 1);
    first_ = static_cast<std::uint32_t>(values[0]);
}

std::uint32_t writer::member_choices::number(block const& b) {
    auto const hash_of_block = [](block const& of) {
        std::uint64_t hash = 0;
        for (std::uint64_t const word : of) {
            hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15;
            hash ^= hash >> 29;
        }
        return static_cast<std::size_t>(hash);
    };
    if (b == block{}) {
        return 0;
    }
    if (blocks_.size() * 2 > numbers_.size()) {
        work looks = spent_->only_looks();
        vec<std::uint32_t> more;
        if (!paid_resize(more, numbers_.size() * 2, looks)) {
            more.resize(numbers_.size() * 2);
        }
        constexpr std::uint64_t steps_of_a_number = 10;
        paid_rounds each(looks, steps_of_a_number);
        for (std::uint32_t i = 1; i < blocks_.size(); ++i) {
            (void)each.next();
            std::size_t at = hash_of_block(blocks_[i]) & (more.size() - 1);
            while (more[at] != 0) {
                at = (at + 1) & (more.size() - 1);
            }
            more[at] = i;
        }
        numbers_ = std::move(more);
    }
    std::size_t at = hash_of_block(b) & (numbers_.size() - 1);
    for (; numbers_[at] != 0; at = (at + 1) & (numbers_.size() - 1)) {
        if (blocks_[numbers_[at]] == b) {
            return numbers_[at];
        }
    }
    numbers_[at] = static_cast<std::uint32_t>(blocks_.size());
    if (blocks_.size() == blocks_.capacity()) {
        work looks = spent_->only_looks();
        (void)paid_room(blocks_, 1, looks);
    }
    blocks_.push_back(b);
    return numbers_[at];
}

std::uint32_t writer::member_choices::replaced(std::uint32_t state, std::size_t choice, std::uint64_t ways) {
    std::array<std::uint32_t, most_levels> path{};
    for (std::size_t level = parts_.size(); level-- > 0;) {
        path[level] = state;
        state =
            level == 0
                ? 0
                : static_cast<std::uint32_t>(blocks_[state][choice >> block_bits * level & (block_size - 1)]);
    }
    if (blocks_[path[0]][choice & (block_size - 1)] == ways) {
        return path[parts_.size() - 1];
    }
    for (std::size_t level = 0; level < parts_.size(); ++level) {
        block b = blocks_[path[level]];
        b[choice >> block_bits * level & (block_size - 1)] = ways;
        ways = number(b);
    }
    return static_cast<std::uint32_t>(ways);
}

writer::member_choices::demand const*
writer::member_choices::demand_of(std::size_t choice, std::size_t number, std::size_t rank) const {
    for (demand const& d : choices_[choice][number]) {
        if (d.rank == rank) {
            return &d;
        }
    }
    return nullptr;
}

std::optional<std::uint32_t> writer::member_choices::without(std::uint32_t state, std::size_t rank) {
    if (!about(rank)) {
        return state;
    }
    for (std::size_t const c : asked_[rank]) {
        std::uint64_t const before = alive(state, c);
        std::uint64_t ways = before;
        for (std::size_t w = 0; w < choices_[c].size(); ++w) {
            demand const* const d = demand_of(c, w, rank);
            ways &= d != nullptr && d->present ? ~(std::uint64_t{1} << w) : ~std::uint64_t{0};
        }
        if (before != 0 && ways == 0) {
            return {};
        }
        state = ways != before ? replaced(state, c, ways) : state;
    }
    return state;
}

/// Whether a literal of one is the complement of one of the other.
[[nodiscard]] PARLANCE_DECL bool contradict(goal const& a, goal const& b);

bool contradict(goal const& a, goal const& b) {
    return std::any_of(b.begin(), b.end(), [&](literal const l) {
        return std::find(a.begin(), a.end(), opposite(l)) != a.end();
    });
}

vec<std::pair<std::uint32_t, goal>> writer::member_choices::with(std::uint32_t state, std::size_t rank) {
    constexpr std::uint64_t steps_of_a_way = 300;
    constexpr std::uint64_t steps_of_a_literal = 5;
    constexpr std::size_t few_ways = 32;
    work looks = spent_->only_looks();
    vec<std::pair<std::uint32_t, goal>> some{{state, {}}};
    std::size_t tried = 0;
    for (std::size_t i = 0; about(rank) && i < asked_[rank].size(); ++i) {
        std::size_t const c = asked_[rank][i];
        std::uint64_t const before = alive(state, c);
        if (before == 0) {
            continue;
        }
        // ways that ask nothing of the value stay with each of those that do
        vec<std::pair<goal const*, std::uint64_t>> by_value;  // in the order of the values
        std::uint64_t whatever = 0;
        goal const none;
        auto const ways_with = [&](goal const& value) -> std::uint64_t& {
            auto* const at = std::lower_bound(by_value.begin(), by_value.end(), value,
                                              [](auto const& w, goal const& v) { return *w.first < v; });
            return at != by_value.end() && *at->first == value ? at->second
                                                               : by_value.insert(at, {&value, 0})->second;
        };
        for (std::size_t w = 0; w < choices_[c].size(); ++w) {
            demand const* const d = demand_of(c, w, rank);
            std::uint64_t const bit = before & std::uint64_t{1} << w;
            if (bit == 0 || (d != nullptr && d->absent)) {
                continue;
            }
            (d == nullptr || d->value.empty() ? whatever : ways_with(d->value)) |= bit;
        }
        if (whatever != 0) {
            ways_with(none);
        }
        // several choices about one member are a product, of which only what can hold is kept
        vec<std::pair<std::uint32_t, goal>> more;
        for (auto const& [open, asked] : some) {
            for (auto const& [value, ways] : by_value) {
                // a few are paid for with what is written for each
                std::uint64_t const steps =
                    steps_of_a_way + steps_of_a_literal * (asked.size() + value->size());
                if (++tried > few_ways && !(spent_->spend(steps) && paid_room(more, 1, looks))) {
                    return {};
                }
                if (!contradict(asked, *value)) {
                    more.emplace_back(replaced(open, c, ways | whatever), asked);
                    for (literal const l : *value) {
                        add_literal(more.back().second, l);
                    }
                }
            }
        }
        some = std::move(more);
    }
    return some;
}

}  // namespace parlance::schema::detail
