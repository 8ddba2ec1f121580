// parlance/rtn/detail/look_subsets.hpp - the subset construction of an automaton with look-aheads
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/simulation.hpp>
#include <parlance/rtn/detail/subset_set.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::rtn {

/// Members of subsets are threads: a state, and what look-aheads that were passed still ask of the rest of the text.
class nfa::look_subsets {
public:
    /// covered  threads at states that it tells to be covered by others are left out of subsets; where it is null and subsets
    ///          grow, it is found first
    look_subsets(nfa const& of, work& spent, simulation const* covered)
        : of_(of), spent_(spent), covered_(covered) {}

    [[nodiscard]] PARLANCE_DECL result<dfa> run(state start, std::size_t most);

private:
    static constexpr std::string_view what = "an automaton over code points, with look-aheads";

    [[nodiscard]] PARLANCE_DECL result<dfa> construct(state start, std::size_t most);

    /// What look-aheads ask of the rest: pairs of an automaton and its state, sorted.
    using questions = vec<std::pair<std::uint32_t, std::uint32_t>>;

    /// Numbers for (state, questions); state s without questions is s itself.
    class threads {
    public:
        PARLANCE_DECL std::uint32_t ask(questions q, work& spent);
        PARLANCE_DECL std::uint32_t id(state s, std::uint32_t asked, work& spent);
        [[nodiscard]] PARLANCE_DECL state at(std::uint32_t t) const noexcept;
        [[nodiscard]] PARLANCE_DECL std::uint32_t asking(std::uint32_t t) const noexcept;
        [[nodiscard]] questions const& asked(std::uint32_t t) const noexcept { return question(asking(t)); }
        [[nodiscard]] questions const& question(std::uint32_t q) const noexcept { return *questions_[q]; }
        /// Frees all, and looks in between; false where that cannot be paid for.
        [[nodiscard]] bool free(work& spent) {
            constexpr std::uint64_t steps_of_one = 8;
            questions_.clear();
            rows_.clear();
            bool const paid = paid_free(ids_, spent, 1);
            return paid_free(question_ids_, spent, steps_of_one) && paid;
        }

    private:
        static constexpr std::uint32_t special = 0x8000'0000;
        struct hash_questions {
            [[nodiscard]] PARLANCE_DECL std::uint64_t operator()(questions const& q) const noexcept;
        };
        hash_map<questions, std::uint32_t, hash_questions> question_ids_;
        vec<questions const*> questions_;  // the keys
        hash_map<std::uint64_t, std::uint32_t> ids_;
        vec<std::pair<state, std::uint32_t>> rows_;
    };

    /// The number of a subset, which is closed; dfa::dead when it cannot be paid for.
    /// first  the one where the text begins
    [[nodiscard]] PARLANCE_DECL std::uint32_t number(vec<std::uint32_t>& subset, bool first);
    /// Takes out threads that others make needless: one that asks for less of the rest covers one that asks for more.  False
    /// when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool thin_out(vec<std::uint32_t>& subset);
    /// Writes the row of subset `k`; false when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool expand(std::size_t k);

    [[nodiscard]] PARLANCE_DECL bool satisfied(questions const& q) const noexcept;
    /// The questions after `c`; `dead` when one can no longer be answered, or paid for.
    [[nodiscard]] PARLANCE_DECL std::uint32_t advance(std::uint32_t asked, char32_t c);
    /// A question whose answer is yes whatever follows is none.
    PARLANCE_DECL void add(questions& q, std::uint32_t which, std::uint32_t s) const;
    /// Adds what empty edges lead to, sorts, and drops what is there twice; false when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool close(vec<std::uint32_t>& subset, bool first, bool last);

    nfa const& of_;
    work& spent_;
    simulation const* covered_;
    dfa out_;
    vec<vec<std::uint32_t>> letters_;  // of a set
    vec<char32_t> sample_;             // of each letter, a code point
    threads known_;
    detail::subset_set subsets_;
    vec<vec<std::uint32_t>> next_;  // threads that the subset which is expanded leads to, by letter
};

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/look_subsets.ipp>
#endif
