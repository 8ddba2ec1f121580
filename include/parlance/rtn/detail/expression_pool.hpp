// parlance/rtn/detail/expression_pool.hpp - expressions, simplified as they are made
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/expression.hpp>
#include <parlance/rtn/detail/point_sets.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstdint>
#include <span>

namespace parlance::rtn::detail {

/// Makes expressions, simplified as they are made.
class expression_pool : public expression_table {
public:
    static constexpr expression_id nothing = 0;

    explicit expression_pool(work& meter) : expression_table(meter) { (void)add({}); }

    /// Whether the words of `whole` begin with those of `part`.
    [[nodiscard]] PARLANCE_DECL bool begins_with(expression_id whole, expression_id part) const;

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

    /// Frees most of what it holds; nothing may be asked any more.
    PARLANCE_DECL void free(function_ref<void()> look);

private:
    using words = vec<expression_id>;  // as words_of() says

    /// The ways of a choice: those of choices in it, too, and of what may be left out; `empty` says whether all may be.
    [[nodiscard]] PARLANCE_DECL vec<expression_id> flattened(std::span<expression_id const> of,
                                                             bool& empty) const;
    /// Each of them once, and one set for all sets.
    [[nodiscard]] PARLANCE_DECL vec<expression_id> distinct(vec<expression_id> const& all);
    [[nodiscard]] PARLANCE_DECL expression_id factored(std::span<expression_id const> ways);
    [[nodiscard]] PARLANCE_DECL expression_id factored(vec<words> ways);
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

    hash_map<expression_id, expression_id> plain_;
    hash_map<std::uint64_t, expression_id> pairs_;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/expression_pool.ipp>
#endif
