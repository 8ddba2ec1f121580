// parlance/schema/detail/keep/lowered_part.hpp - what one schema was lowered to, and what that depends on
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/write/shared_rules.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace parlance::schema::detail {

/// The rules of one schema, which call rules that a lowerer had before.
///
/// Besides the schema, its options and limits, lowering depends on what the lowerer had: of that it sees which of the rules
/// that it asks for are there.  So a part stands for lowering where those that were there, `met`, are there in the same
/// order, and those that were not, `missed`, are not; then rows, notes and steps are the same.
struct lowered_part {
    /// A rule of shared_rules, with its number as in rtn::part.
    template <class Key>
    struct keyed {
        Key key;
        rule_id rule;
    };

    std::shared_ptr<rtn::part const> rows;
    rule_id root = 0;
    vec<keyed<std::string>> met_texts;
    vec<keyed<fingerprint>> met_prints;
    vec<std::string> missed_texts;
    vec<fingerprint> missed_prints;
    vec<keyed<std::string>> made_texts;  // are there from now on
    vec<keyed<fingerprint>> made_prints;
    std::shared_ptr<rtn::dfa const> raw;  // that of the texts which are avoided, where it was not there
    std::vector<std::string> notes;
    std::uint64_t steps = 0;

    [[nodiscard]] std::size_t lookups() const noexcept {
        return met_texts.size() + met_prints.size() + missed_texts.size() + missed_prints.size();
    }
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;
};

/// What lowering said beside its rule.
struct lowered_rule {
    rule_id rule = 0;
    std::vector<std::string> const* notes = nullptr;
    std::uint64_t steps = 0;
};

/// The part of a schema that was lowered to `rule`; nullptr where it is none.
///
/// before      what `out` had
/// asked       what was looked up; in any order, and more than once
/// raw_is_new  whether the automaton of the texts that are avoided is
[[nodiscard]] PARLANCE_DECL std::shared_ptr<lowered_part> part_of(lowered_rule const& made, rtn::builder& out,
                                                                  rtn::builder::size const& before,
                                                                  shared_rules const& shared,
                                                                  rule_lookups&& asked, bool raw_is_new);

/// The rules that the part's calls of others stand for here; nothing where lowering might be something else here.
[[nodiscard]] PARLANCE_DECL maybe<vec<rule_id>> outside_of(lowered_part const& known,
                                                           shared_rules const& shared);

/// Adds a part as if it was lowered, and returns its rule.
[[nodiscard]] PARLANCE_DECL rule_id add_part(lowered_part const& known, vec<rule_id> const& outside,
                                             rtn::builder& out, shared_rules& shared);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/keep/impl/lowered_part.ipp>
#endif
