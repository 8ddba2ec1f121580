// parlance/schema/detail/write/shared_rules.hpp - what the schemas of one lowerer have in common
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

using rtn::rule_id;

/// Rules written by earlier calls, which live in the caller's builder, have this bit in their number.
inline constexpr rule_id finished_rule = 0x8000'0000;

/// The rules of earlier documents that one has asked for, which were there or not.
struct rule_lookups {
    vec<std::pair<std::string, rule_id>> met_texts;
    vec<std::pair<fingerprint, rule_id>> met_prints;
    vec<std::string> missed_texts;
    vec<fingerprint> missed_prints;
};

/// What no string contains: what ends a value, also with the end of the string in front of it, and other texts.
struct avoided_texts {
    std::vector<std::string> delimiters{};
    std::vector<std::string> others{};
};

/// The rules that do not depend on a document, by their content; the goals of one node, by its fingerprint; and what raw
/// texts are made of.  Of schemas whose strings contain none of the same texts: others have no rule in common with them.
struct shared_rules {
    ordered_map<std::string, rule_id> by_text;
    hash_map<fingerprint, rule_id, hash_fingerprint> by_print;
    std::shared_ptr<rtn::dfa const> raw;  // nullptr where nothing is avoided, or nobody has asked yet
    // Those of this document, whose rules are not moved yet: all others are left alone, however many there are.
    vec<ordered_map<std::string, rule_id>::iterator> open_texts;
    vec<hash_map<fingerprint, rule_id, hash_fingerprint>::entry*> open_prints;
    rule_lookups* lookups = nullptr;  // where somebody wants to know

    /// Forgets all rules, with looks whether to stop in between; false where it is asked to.
    [[nodiscard]] bool free(work& looks) {
        open_texts.clear();
        open_prints.clear();
        return paid_free(by_text, looks) && paid_free(by_print, looks);
    }

    void note_met(std::string const& text, rule_id r) const {
        if (lookups != nullptr && (r & finished_rule) != 0) {
            lookups->met_texts.emplace_back(text, r);
        }
    }
    void note_met(fingerprint const& print, rule_id r) const {
        if (lookups != nullptr && (r & finished_rule) != 0) {
            lookups->met_prints.emplace_back(print, r);
        }
    }
};

}  // namespace parlance::schema::detail
