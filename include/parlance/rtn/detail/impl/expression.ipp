// parlance/rtn/detail/impl/expression.ipp - definitions of what parlance/rtn/detail/expression.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/expression.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/gbnf_chars.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace parlance::rtn::detail {

std::uint64_t expression_table::hash_expression::operator()(expression const& e) const noexcept {
    std::uint32_t const head[] = {static_cast<std::uint32_t>(e.is), e.value, e.low, e.high};
    return hash_of::words(head, 4) * 31 + hash_of::words(e.of.data(), e.of.size());
}

expression_id expression_table::add(expression node) {
    pay(1 + node.of.size());
    make_room(known_);
    if (!paid_room(nodes_, 1, *spent_) || !paid_room(weights_, 1, *spent_)) {
        cost_ = too_much;
    }
    if (auto const* const known = known_.find(node); known != nullptr) {
        return known->value;
    }
    node.of = sequences_.keep(node.of);
    auto const id = static_cast<expression_id>(nodes_.size());
    expression const& made = known_.try_emplace(node, id).at.key;
    std::size_t weight = made.is == expression::kind::part    ? 8
                         : made.is == expression::kind::set   ? 2
                         : made.is == expression::kind::token ? 8
                                                              : 3;
    if (made.is == expression::kind::set) {
        vec<code_points> const& points = sets_.at(made.value);
        bool const one = points.size() == 1 && points[0].low == points[0].high;
        // printing many only to see how long that is would take as long as printing them
        constexpr std::size_t many = 64;
        constexpr std::size_t bytes_of_a_range = 8;
        weight = one                     ? 1
                 : points.size() <= many ? print_set(points).size()
                                         : bytes_of_a_range * points.size();
    }
    for (expression_id const each : made.of) {
        weight += weights_[each] + (made.is == expression::kind::choice ? 3 : 1);
    }
    nodes_.push_back(&made);
    weights_.push_back((std::min)(weight, std::size_t{1} << 30));
    return id;
}

void expression_table::free(function_ref<void()> look) {
    known_.free(look);
    sequences_.clear(look);
    sets_.free(look);
}

/// Whether the ways can be cut behind (in front of) the `same` words that they have in common.
[[nodiscard]] PARLANCE_DECL bool can_cut(expression_table const& table,
                                         std::span<vec<expression_id> const> ways, std::size_t same,
                                         bool from_end) noexcept {
    auto const word = [&](vec<expression_id> const& w, std::size_t i) {
        return from_end ? w[w.size() - 1 - i] : w[i];
    };
    if (!table.literal(word(ways[0], same - 1))) {
        return true;
    }
    bool letters = true;                           // nothing else stands behind the cut
    bool one_more = ways.size() == 2 && from_end;  // " "? "x" is what is meant by " x" | "x"
    for (vec<expression_id> const& w : ways) {
        letters = letters && (w.size() == same || table.literal(word(w, same)));
        one_more = one_more && w.size() <= same + 1;
    }
    return !letters || one_more;
}

std::size_t words_in_common(expression_table const& table, std::span<vec<expression_id> const> ways,
                            bool from_end) {
    auto const word = [&](vec<expression_id> const& w, std::size_t i) {
        return from_end ? w[w.size() - 1 - i] : w[i];
    };
    std::size_t same = ways[0].size();
    for (vec<expression_id> const& w : ways) {
        same = (std::min)(same, w.size());
        for (std::size_t i = 0; i < same; ++i) {
            if (word(w, i) != word(ways[0], i)) {
                same = i;
            }
        }
    }
    while (same > 0 && !can_cut(table, ways, same, from_end)) {
        --same;
    }
    return same;
}

bool some_alike(expression_table const& table, std::span<expression_id const> ways) {
    for (bool const from_end : {false, true}) {
        auto const edge = [&](expression_id way) {
            expression const& node = table.at(way);
            bool const several = node.is == expression::kind::sequence;
            return !several ? way : from_end ? node.of[node.of.size() - 1] : node.of[0];
        };
        for (std::size_t i = 1; i < ways.size(); ++i) {  // at most most_factored
            expression_id const own = edge(ways[i]);
            for (std::size_t j = 0; j < i; ++j) {
                if (edge(ways[j]) == own) {
                    return true;
                }
            }
        }
    }
    return false;
}

}  // namespace parlance::rtn::detail
