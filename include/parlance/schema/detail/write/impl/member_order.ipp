// parlance/schema/detail/write/impl/member_order.ipp - definitions of what parlance/schema/detail/write/member_order.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/member_order.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <tuple>

namespace parlance::schema::detail {

writer::member_order::member_order(object_plan const& plan, options const& how, work& spent)
    : any(how.properties == order::any && !plan.members.empty()) {
    std::size_t const n = plan.members.size();
    vec<std::size_t> const choice_of = first_choices(plan, spent);
    auto const about_choices = [&](std::size_t i) { return choice_of[i] < plan.choices.size(); };
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < n; ++i) {
        required += plan.members[i].required;
        chosen += about_choices(i);
        required_alone += plan.members[i].required && !about_choices(i);
    }
    bool const more_needed = plan.least > required;  // optional members matter
    bool const bounded = more_needed || plan.most != no_limit;
    bool const watched = watches_names(how);
    std::size_t known = chosen + required_alone;
    tracked = any ? most_in_a_set(plan, known, bounded) : 0;
    std::uint64_t const bound = plan.most != no_limit ? plan.most : plan.least;
    // conditions pass members over, and then there may be too few left: only places know, and those of sets would be many
    bool const conditional = !plan.choices.empty();
    if (any && conditional &&
        ((more_needed && plan.regions.empty()) ||
         (bounded && bound > (most_counted_places >> tracked) / (chosen + 1)))) {
        any = false;
        tracked = 0;
    }
    bool const few_places = !bounded || bound - required_alone <= most_counted;
    if (tracked < known && any && watched && few_places) {
        known = chosen;
        tracked = required_alone > 0 ? most_in_a_set(plan, known, bounded) : tracked;
    } else {
        required_alone = 0;
    }
    bool const counts_free = any && more_needed && n > tracked;
    if (counts_free && !watched) {
        any = false;  // what may stand twice cannot be counted
        tracked = 0;
    }
    chain_end = any ? (std::max)(tracked, known) : n;
    names_once = watched && (chain_end < n || !plan.regions.empty());
    rank(plan, choice_of, spent);
    // so may a chain
    bool const may_lack = more_needed && plan.regions.empty() && !any;
    counts_others = bounded && required_alone == 0 && !may_lack && !conditional;
    in_places = bounded && !counts_others;
    most = plan.most;
    if (any && chain_end < n && plan.regions.empty() && !names_once && !in_places) {
        counts_others = true;  // so that no object is without end
        most = (std::min<std::uint64_t>)(most, n);
    }
    cap = in_places ? bound - required_alone : 0;
}

void writer::member_order::rank(object_plan const& plan, vec<std::size_t> const& choice_of, work& spent) {
    auto const in_chain = [&](std::size_t i) {
        return !any || choice_of[i] < plan.choices.size() ||
               (plan.members[i].required && required_alone == 0);
    };
    constexpr std::uint64_t steps_of_a_name = 20;
    bool const many_choices = any && plan.choices.size() > most_open_choices;
    ranked.resize(plan.members.size());
    work looks = spent.only_looks();
    std::iota(ranked.begin(), ranked.end(), std::size_t{0});
    (void)paid_sort(ranked, looks, [&](std::size_t x, std::size_t y) {
        // members of one choice stand together, so that few are open at any place
        auto const key = [&](std::size_t i) {
            return std::tuple{!in_chain(i), many_choices ? choice_of[i] : 0, i};
        };
        return key(x) < key(y);
    });
    paid_rounds each(looks, steps_of_a_name);
    for (std::size_t i = 0; !plan.choices.empty() && i < ranked.size(); ++i) {
        (void)each.next();
        ranks.emplace(plan.members[ranked[i]].name, i);
    }
    owed.resize(chain_end + 1, 0);
    for (std::size_t i = chain_end; i > 0; --i) {
        owed[i - 1] = owed[i] + plan.members[ranked[i - 1]].required;
    }
}

vec<std::size_t> writer::member_order::first_choices(object_plan const& plan, work& spent) {
    constexpr std::uint64_t steps_of_a_fact = 20;
    work looks = spent.only_looks();
    paid_rounds each(looks, steps_of_a_fact);
    ordered_map<std::string_view, std::size_t> first;  // by name
    for (std::size_t i = 0; i < plan.choices.size(); ++i) {
        for (branch const& way : *plan.choices[i]) {
            for (fact const& f : way) {
                (void)each.next();
                first.emplace(f.is == fact::kind::keys ? f.where.name : f.text, i);
            }
        }
    }
    vec<std::size_t> out(plan.members.size(), plan.choices.size());
    for (std::size_t i = 0; !first.empty() && i < out.size(); ++i) {
        if (auto const at = first.find(plan.members[i].name); at != first.end()) {
            out[i] = at->second;
        }
    }
    return out;
}

std::size_t writer::member_order::most_in_a_set(object_plan const& plan, std::size_t of, bool bounded) {
    std::size_t const n = plan.members.size();
    std::size_t out = n <= always_tracked ? n : (std::min)(of, always_tracked);
    if (bounded || !plan.duties.empty()) {
        return out;
    }
    if (n <= most_all_tracked && plan.choices.empty()) {
        return n;
    }
    for (std::size_t k = out + 1; k <= (std::min)(of, most_tracked); ++k) {
        out = (of - k + 1) << k <= most_places ? k : out;
    }
    // two more only where that is all of them
    return of <= most_alone && plan.choices.empty() ? (std::max)(out, of) : out;
}

}  // namespace parlance::schema::detail
