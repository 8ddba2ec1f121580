// parlance/rtn/detail/expression.hpp - what is written on the right of a grammar's rules, simplified as it is made
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/point_sets.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace parlance::rtn::detail {

using expression_id = std::uint32_t;

/// One node; equal nodes are the same node, which stays where it is.
///
/// sequence   all of `of`, one after the other; none of them a sequence.  Without any it reads nothing
/// choice     one of `of`, at least two; none of them a choice, or nothing
/// repeat     of[0], `low` to `high` times
/// shared     of[0], which several places lead to: a rule of its own, where it is long
/// set        one of the code points of the set number `value`
/// token, token_not  a token by its number, or any other token
/// part       what rule number `value` reads
struct expression {
    enum class kind : std::uint8_t {
        sequence,
        choice,
        repeat,
        shared,
        set,
        token,
        token_not,
        part
    } is = kind::sequence;
    std::uint32_t value = 0;
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    vec<expression_id> of{};
    friend bool operator==(expression const&, expression const&) = default;
};

/// Makes expressions.
class expression_pool {
public:
    static constexpr expression_id nothing = 0;

    PARLANCE_DECL explicit expression_pool(work& spent);
    expression_pool(expression_pool const&) = delete;
    expression_pool& operator=(expression_pool const&) = delete;

    [[nodiscard]] expression const& at(expression_id id) const noexcept { return *nodes_[id]; }
    [[nodiscard]] vec<code_points> const& set_of(expression_id id) const noexcept {
        return sets_.at(at(id).value);
    }
    [[nodiscard]] point_sets& sets() noexcept { return sets_; }
    /// One code point: neighbours of its kind are written as one text in quotes.
    [[nodiscard]] bool literal(expression_id id) const noexcept {
        return at(id).is == expression::kind::set && set_of(id).size() == 1 &&
               set_of(id)[0].low == set_of(id)[0].high;
    }
    /// Whether the words of `whole` begin with those of `part`.
    [[nodiscard]] PARLANCE_DECL bool begins_with(expression_id whole, expression_id part) const;
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    /// About how many bytes it is written with.
    [[nodiscard]] std::size_t weight(expression_id id) const noexcept { return weights_[id]; }
    /// What all this has cost: nodes that were looked at.  More than anything may where they could not be paid for.
    [[nodiscard]] std::uint64_t cost() const noexcept { return cost_; }
    /// What else costs as much as `nodes`.
    void pay(std::uint64_t nodes) {
        constexpr std::uint64_t steps_of_a_node = 50;
        cost_ = spent_->spend(steps_of_a_node * nodes) ? cost_ + nodes : too_much;
    }

    /// Looks at so many terms, which costs next to nothing.
    void pass(std::size_t terms) { cost_ = spent_->spend(terms) ? cost_ : too_much; }

    [[nodiscard]] expression_id set(point_sets::number n) { return atom(expression::kind::set, n); }
    [[nodiscard]] PARLANCE_DECL expression_id atom(expression::kind is, std::uint32_t value);
    [[nodiscard]] PARLANCE_DECL expression_id sequence(std::span<expression_id const> of);
    /// Both, kept by what they are: the same ones are asked for again and again while states are solved for.
    [[nodiscard]] PARLANCE_DECL expression_id sequence(expression_id a, expression_id b);
    /// Any of them, with what they begin or end with in common written once: ab | acb is a (c)? b.  A text in quotes is not
    /// torn apart for that.
    [[nodiscard]] PARLANCE_DECL expression_id choice(std::span<expression_id const> of);
    [[nodiscard]] PARLANCE_DECL expression_id repeated(expression_id of, std::uint32_t low,
                                                       std::uint32_t high);
    [[nodiscard]] PARLANCE_DECL expression_id shared(expression_id of);

    /// The same with other parts: number i becomes to[i].
    ///
    /// known  what became of each node that there was before the first of such calls, or `unknown`
    static constexpr expression_id unknown = 0xFFFF'FFFF;
    [[nodiscard]] PARLANCE_DECL expression_id renumbered(expression_id id, std::span<std::uint32_t const> to,
                                                         vec<expression_id>& known);

private:
    static constexpr std::uint64_t too_much = std::uint64_t{1} << 62;

    using words = vec<expression_id>;  // the parts of a sequence, or what is no sequence by itself

    struct hash_expression {
        PARLANCE_DECL std::uint64_t operator()(expression const& e) const noexcept;
    };

    [[nodiscard]] PARLANCE_DECL expression_id add(expression node);
    [[nodiscard]] PARLANCE_DECL words words_of(expression_id id) const;
    /// Whether the ways can be cut behind (in front of) the `same` words that they have in common.
    [[nodiscard]] PARLANCE_DECL bool can_cut(std::span<words const> ways, std::size_t same,
                                             bool from_end) const noexcept;
    /// How much the ways begin (or, from_end, end) with in common, cut where all of them can be.
    [[nodiscard]] PARLANCE_DECL std::size_t in_common(std::span<words const> ways, bool from_end) const;
    [[nodiscard]] PARLANCE_DECL expression_id factored(vec<words> ways);
    /// Whether some of the ways begin alike, or end alike.
    [[nodiscard]] PARLANCE_DECL bool some_alike(std::span<expression_id const> ways) const;
    /// Ways that begin (end) alike become one way.
    PARLANCE_DECL void group(vec<words>& ways, bool from_end);
    /// "a" ("b" | "c") as "ab" | "ac".
    [[nodiscard]] PARLANCE_DECL words with_whole_texts(words w);
    /// Makes a x? | x? of a x? | x, which with nothing besides is a? x?; false where there is no such x.
    [[nodiscard]] PARLANCE_DECL bool with_optional_tail(vec<expression_id>& ways);
    /// The same with nothing in it shared, for comparing.
    [[nodiscard]] PARLANCE_DECL expression_id plain(expression_id id);
    /// In x ("," x)* what x reads is shared.
    [[nodiscard]] PARLANCE_DECL words with_shared_items(words w);

    hash_map<expression, expression_id, hash_expression> known_;
    vec<expression const*> nodes_;
    vec<std::size_t> weights_;
    point_sets sets_;
    hash_map<expression_id, expression_id> plain_;
    hash_map<std::uint64_t, expression_id> pairs_;
    std::uint64_t cost_ = 0;
    work* spent_;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/expression.ipp>
#endif
