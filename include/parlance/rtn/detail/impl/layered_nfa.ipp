// parlance/rtn/detail/impl/layered_nfa.ipp - definitions of what parlance/rtn/detail/layered_nfa.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/layered_nfa.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::rtn::detail {

vec<code_points> in_both(array_ref<code_points const> a, array_ref<code_points const> b) {
    vec<code_points> out;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        char32_t const low = (std::max)(a[i].low, b[j].low);
        char32_t const high = (std::min)(a[i].high, b[j].high);
        if (low <= high) {
            out.push_back({low, high});
        }
        if (a[i].high < b[j].high) {
            ++i;
        } else {
            ++j;
        }
    }
    return out;
}

dfa text_before::nothing_asked() {
    dfa out;
    out.table = {0};
    return out;
}

result<text_before::question> text_before::ask(dfa const& a, work& spent) {
    if (questions_ == most_questions) {
        return too_many_dfa_states();
    }
    question const q = question{1} << questions_;
    auto const with = [q](std::uint32_t so_far, std::uint32_t more) {
        return more != 0 ? so_far | q : so_far;
    };
    result<dfa> both = product(all_, a, with, most_layers, spent);
    if (!both) {
        return both.error();
    }
    all_ = *std::move(both);
    ++questions_;
    moves_.clear();
    work looks = spent.only_looks();
    for (std::uint32_t layer = 0; layer < layers(); ++layer) {
        moves_.push_back(all_.moves(layer, looks));
    }
    return q;
}

void layered_nfa::edge(nfa::state from, array_ref<code_points const> set, nfa::state to, work& spent) {
    work looks = spent.only_looks();
    if (layers() == 1) {
        out_.edge(from, set, to);
        return;
    }
    each_layer([&](std::uint32_t layer) {
        for (auto const& [next, read] : before_->of(layer)) {
            static_cast<void>(looks.spend(steps_of_a_range * (set.size() + read.size())));
            if (vec<code_points> const both = in_both(set, read); !both.empty()) {
                out_.edge(from + layer, both, to + next);
            }
        }
    });
}

bool layered_nfa::edge(nfa::state from, std::uint32_t node, array_ref<code_points const> set, nfa::state to,
                       work& spent) {
    constexpr std::uint64_t steps_of_an_edge = 10;
    auto const known = parts_.try_emplace(node, vec<part>());
    if (known.fresh && !divide(set, known.at.value, spent)) {
        return false;
    }
    vec<part> const& parts = known.at.value;
    for (part const& p : parts) {
        out_.numbered_edge(from + p.layer, p.set, to + p.next);
    }
    return spent.spend(steps_of_an_edge * parts.size());
}

bool layered_nfa::divide(array_ref<code_points const> set, vec<part>& among, work& spent) {
    if (layers() == 1) {
        among.push_back({0, 0, out_.number_of(set)});
        return spent.spend(steps_of_a_range * set.size());
    }
    for (std::uint32_t layer = 0; layer < layers(); ++layer) {
        for (auto const& [next, read] : before_->of(layer)) {
            if (!spent.spend(steps_of_a_range * (set.size() + read.size())) || !out_.make_room(spent)) {
                return false;
            }
            if (vec<code_points> const both = in_both(set, read); !both.empty()) {
                among.push_back({layer, next, out_.number_of(both)});
            }
        }
    }
    return true;
}

}  // namespace parlance::rtn::detail
