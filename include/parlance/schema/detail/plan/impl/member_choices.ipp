// parlance/schema/detail/plan/impl/member_choices.ipp - definitions of what
// parlance/schema/detail/plan/member_choices.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/plan/member_choices.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

writer::member_choices::member_choices(object_plan const& plan,
                                       ordered_map<std::string_view, std::size_t> const& ranks) {
    using k = fact::kind;
    vec<std::uint64_t> first;
    for (vec<branch> const* const ways : plan.choices) {
        vec<way> kept;
        bool certain = false;
        for (branch const& facts : *ways) {
            way w;
            bool possible = true;
            for (fact const& f : facts) {
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
    static_cast<void>(number(std::move(first)));
}

std::uint32_t writer::member_choices::number(vec<std::uint64_t> state) {
    std::uint64_t hash = 0;
    for (std::uint64_t const alive : state) {
        hash = (hash ^ alive) * 0x9E37'79B9'7F4A'7C15;
        hash ^= hash >> 29;
    }
    vec<std::uint32_t>& alike = numbers_[hash];
    for (std::uint32_t const known : alike) {
        if (states_[known] == state) {
            return known;
        }
    }
    auto const fresh = static_cast<std::uint32_t>(states_.size());
    states_.push_back(std::move(state));
    alike.push_back(fresh);
    return fresh;
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
    vec<std::uint64_t> next = states_[state];
    for (std::size_t const c : asked_[rank]) {
        if (next[c] == 0) {
            continue;
        }
        for (std::size_t w = 0; w < choices_[c].size(); ++w) {
            demand const* const d = demand_of(c, w, rank);
            next[c] &= d != nullptr && d->present ? ~(std::uint64_t{1} << w) : ~std::uint64_t{0};
        }
        if (next[c] == 0) {
            return {};
        }
    }
    return number(std::move(next));
}

vec<std::pair<std::uint32_t, goal>> writer::member_choices::with(std::uint32_t state, std::size_t rank) {
    vec<std::pair<std::uint32_t, goal>> out;
    vec<std::pair<vec<std::uint64_t>, goal>> some{{states_[state], {}}};
    for (std::size_t i = 0; about(rank) && i < asked_[rank].size(); ++i) {
        std::size_t const c = asked_[rank][i];
        std::uint64_t const before = states_[state][c];
        if (before == 0) {
            continue;
        }
        // ways that ask nothing of the value stay with each of those that do
        ordered_map<goal, std::uint64_t> by_value;
        std::uint64_t whatever = 0;
        for (std::size_t w = 0; w < choices_[c].size(); ++w) {
            demand const* const d = demand_of(c, w, rank);
            std::uint64_t const bit = before & std::uint64_t{1} << w;
            if (bit == 0 || (d != nullptr && d->absent)) {
                continue;
            }
            (d == nullptr || d->value.empty() ? whatever : by_value[d->value]) |= bit;
        }
        if (whatever != 0) {
            by_value.emplace(goal{}, 0);
        }
        vec<std::pair<vec<std::uint64_t>, goal>> more;
        for (auto const& [alive, asked] : some) {
            for (auto const& [value, ways] : by_value) {
                more.emplace_back(alive, asked);
                more.back().first[c] = ways | whatever;
                for (literal const l : value) {
                    add_literal(more.back().second, l);
                }
            }
        }
        some = std::move(more);
    }
    for (auto& [alive, asked] : some) {
        out.emplace_back(number(std::move(alive)), std::move(asked));
    }
    return out;
}

}  // namespace parlance::schema::detail
