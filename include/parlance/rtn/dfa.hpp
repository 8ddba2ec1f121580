// parlance/rtn/dfa.hpp - deterministic automata over code points: product, complement, minimisation
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/pair_table.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::rtn {

/// A deterministic automaton over code points.  State 0 is the first one; there is always one.
///
/// labels   what a text that ends in the state is; 0 = not accepted, and any other number means what its maker says
/// table    states() × letters.groups rows of targets, or `dead`
struct dfa {
    static constexpr std::uint32_t dead = 0xFFFF'FFFF;

    alphabet letters;
    std::vector<std::uint32_t> labels{0};
    std::vector<std::uint32_t> table{dead};

    [[nodiscard]] std::size_t states() const noexcept { return labels.size(); }
    [[nodiscard]] PARLANCE_DECL std::uint32_t step(std::uint32_t state, char32_t c) const noexcept;
    /// The label of `text`; 0 also when it is not UTF-8.
    [[nodiscard]] PARLANCE_DECL std::uint32_t label(std::string_view text) const noexcept;
    [[nodiscard]] bool accepts(std::string_view text) const noexcept { return label(text) != 0; }
    [[nodiscard]] PARLANCE_DECL bool empty() const noexcept;

    /// The code points that lead from one state to each of its successors, as (target, set), targets ascending.
    [[nodiscard]] PARLANCE_DECL std::vector<std::pair<std::uint32_t, std::vector<code_points>>>
    moves(std::uint32_t state) const;
};

namespace detail {

[[nodiscard]] PARLANCE_DECL diagnostic too_many_dfa_states();

}  // namespace detail

/// The accepting texts become the rejected ones, and the other way round.  Linear.
[[nodiscard]] PARLANCE_DECL dfa complement(dfa a);

/// The automaton that runs both; `join(label of a, label of b)` is its label (0 for an automaton that died).
/// Errors: too_many_states above `most`.
template <class Join>
[[nodiscard]] result<dfa> product(dfa const& a, dfa const& b, Join&& join, std::size_t most) {
    dfa out;
    std::map<std::uint64_t, std::uint32_t> pairs;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> parts;  // group -> groups of a and b
    out.letters.starts.clear();
    out.letters.group.clear();
    std::set_union(a.letters.starts.begin(), a.letters.starts.end(), b.letters.starts.begin(),
                   b.letters.starts.end(), std::back_inserter(out.letters.starts));
    for (char32_t const c : out.letters.starts) {
        std::uint32_t const ga = a.letters.of(c);
        std::uint32_t const gb = b.letters.of(c);
        auto const [at, fresh] =
            pairs.emplace((std::uint64_t{ga} << 32) | gb, static_cast<std::uint32_t>(parts.size()));
        if (fresh) {
            parts.emplace_back(ga, gb);
        }
        out.letters.group.push_back(at->second);
    }
    out.letters.groups = static_cast<std::uint32_t>(parts.size());
    out.labels.clear();
    out.table.clear();

    detail::pair_table ids;
    auto const id = [&](std::uint32_t p, std::uint32_t q) {
        auto const [number, fresh] = ids.add(p, q);
        if (fresh) {
            out.labels.push_back(join(p == dfa::dead ? 0 : a.labels[p], q == dfa::dead ? 0 : b.labels[q]));
        }
        return number;
    };
    bool const a_alone = join(1u, 0u) != 0;
    bool const b_alone = join(0u, 1u) != 0;
    id(0, 0);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        if (ids.size() > most) {
            return detail::too_many_dfa_states();
        }
        std::uint32_t const p = ids.left(k);
        std::uint32_t const q = ids.right(k);
        std::uint32_t last_p = dfa::dead;
        std::uint32_t last_q = dfa::dead;
        std::uint32_t last = dfa::dead;
        for (auto const& [ga, gb] : parts) {
            std::uint32_t const tp = p == dfa::dead ? dfa::dead : a.table[p * a.letters.groups + ga];
            std::uint32_t const tq = q == dfa::dead ? dfa::dead : b.table[q * b.letters.groups + gb];
            bool const gone = (tp == dfa::dead && !b_alone) || (tq == dfa::dead && !a_alone) ||
                              (tp == dfa::dead && tq == dfa::dead);
            if (gone) {
                out.table.push_back(dfa::dead);
                continue;
            }
            if (tp != last_p || tq != last_q || last == dfa::dead) {  // neighbours often agree
                last_p = tp;
                last_q = tq;
                last = id(tp, tq);
            }
            out.table.push_back(last);
        }
    }
    return out;
}

/// The least automaton with the same labels; states that lead nowhere are `dead`.  O(states · groups · log states).
[[nodiscard]] PARLANCE_DECL dfa minimized(dfa a);

[[nodiscard]] PARLANCE_DECL result<dfa> intersection(dfa const& a, dfa const& b, std::size_t most);
[[nodiscard]] PARLANCE_DECL result<dfa> difference(dfa const& a, dfa const& b, std::size_t most);
[[nodiscard]] PARLANCE_DECL result<dfa> either(dfa const& a, dfa const& b, std::size_t most);

/// Every text.
[[nodiscard]] PARLANCE_DECL dfa any_text();

/// The texts of `low` to `high` code points (`high` may be unbounded).
[[nodiscard]] PARLANCE_DECL dfa length_between(std::uint32_t low, std::uint32_t high);

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/dfa.ipp>
#endif
