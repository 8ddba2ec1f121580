// parlance/chat/analysis/call_arguments.hpp - phases T5 and T6: how the arguments of a call are written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/call_answers.hpp>
#include <parlance/chat/analysis/call_sketch.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::chat::analysis {

/// Finds what stands around and between arguments that are no JSON object.
class argument_analysis {
public:
    argument_analysis(call_answers& answers, call_sketch& sketch) : answers_(&answers), sketch_(&sketch) {}

    /// T5, T6: one argument against two; then a value that is no string.  `key_close` stands between key and value.
    [[nodiscard]] PARLANCE_DECL bool find(std::string key_close);

    /// Arguments that are given against the alphabet and written along it.
    PARLANCE_DECL void find_order();

private:
    /// A number where the string stood: markers that differ are of the type, quotes around the string only make the
    /// arguments an object in a notation of its own.
    PARLANCE_DECL void find_other_values();

    /// What stands around strings that look like markup, and around no others.
    PARLANCE_DECL void find_wrapping();

    /// The names of types in front of values: `type="string">` of the one and `type="number">` of the other.
    [[nodiscard]] PARLANCE_DECL bool find_type(std::string_view number_close);

    /// An argument inside an argument.
    [[nodiscard]] PARLANCE_DECL bool writes_members_in_markup();

    /// What a string is written as that contains `inner`, as JSON has it, between two needles.
    [[nodiscard]] PARLANCE_DECL std::string written_between(std::string_view inner);
    [[nodiscard]] bool escapes_quotes() { return written_between("\\\"") == "\\\""; }

    /// Whether the arguments stand in one piece of JSON.
    [[nodiscard]] bool is_json() const { return sketch_->tools.written == notation{}; }

    call_answers* answers_;
    call_sketch* sketch_;
    value_sketch value_{};
};

}  // namespace parlance::chat::analysis

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/call_arguments.ipp>
#endif
