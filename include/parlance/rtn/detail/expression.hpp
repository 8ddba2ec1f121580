// parlance/rtn/detail/expression.hpp - what is written on the right of a grammar's rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/point_sets.hpp>
#include <parlance/rtn/detail/sequence_store.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

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
    array_ref<expression_id const> of{};
    friend bool operator==(expression const& a, expression const& b) noexcept {
        return a.is == b.is && a.value == b.value && a.low == b.low && a.high == b.high &&
               std::equal(a.of.begin(), a.of.end(), b.of.begin(), b.of.end());
    }
};

/// Expressions, each once, with what they weigh and what it cost to look at them.
class expression_table {
public:
    explicit expression_table(work& spent) noexcept : spent_(&spent) {}
    expression_table(expression_table const&) = delete;
    expression_table& operator=(expression_table const&) = delete;

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
    /// The parts of a sequence, or what is no sequence by itself.
    [[nodiscard]] vec<expression_id> words_of(expression_id id) const {
        array_ref<expression_id const> const of = at(id).of;
        return at(id).is == expression::kind::sequence ? vec<expression_id>(of.begin(), of.end())
                                                       : vec<expression_id>{id};
    }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    /// About how many bytes it is written with.
    [[nodiscard]] std::size_t weight(expression_id id) const noexcept { return weights_[id]; }

    /// What all this has cost: nodes that were looked at.  More than anything may where they could not be paid for.
    [[nodiscard]] std::uint64_t cost() const noexcept { return cost_; }
    [[nodiscard]] bool cost_too_much() const noexcept { return cost_ == too_much; }
    /// What else costs as much as `nodes`.
    void pay(std::uint64_t nodes) {
        constexpr std::uint64_t steps_of_a_node = 50;
        cost_ = spent_->spend(steps_of_a_node * nodes) ? cost_ + nodes : too_much;
    }
    /// Looks at so many terms, which costs next to nothing.
    void pass(std::size_t terms) { cost_ = spent_->spend(terms) ? cost_ : too_much; }
    /// Looks whether to stop.
    void look() {
        work looks = spent_->only_looks();
        cost_ = looks.spend(1) ? cost_ : too_much;
    }

protected:
    /// The node as it is.
    [[nodiscard]] PARLANCE_DECL expression_id add(expression node);
    PARLANCE_DECL void free(function_ref<void()> look);
    [[nodiscard]] work& spent() noexcept { return *spent_; }
    /// For one more entry of a map, moved in pieces where it has to grow.
    template <class Map>
    void make_room(Map& map) {
        cost_ = map.make_room(*spent_) ? cost_ : too_much;
    }

private:
    static constexpr std::uint64_t too_much = std::uint64_t{1} << 62;
    struct hash_expression {
        PARLANCE_DECL std::uint64_t operator()(expression const& e) const noexcept;
    };

    sequence_store sequences_;  // what nodes are made of
    hash_map<expression, expression_id, hash_expression> known_;
    vec<expression const*> nodes_;
    vec<std::size_t> weights_;
    point_sets sets_;
    std::uint64_t cost_ = 0;
    work* spent_;
};

/// How many words ways begin (or, `from_end`, end) with in common, cut where all of them can be: a text in quotes is not torn
/// apart.
[[nodiscard]] PARLANCE_DECL std::size_t
words_in_common(expression_table const& table, std::span<vec<expression_id> const> ways, bool from_end);
/// Whether some of the ways begin alike, or end alike.
[[nodiscard]] PARLANCE_DECL bool some_alike(expression_table const& table,
                                            std::span<expression_id const> ways);

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/expression.ipp>
#endif
