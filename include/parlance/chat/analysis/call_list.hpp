// parlance/chat/analysis/call_list.hpp - phases T2 and T7: what stands around and between calls, and ids that are made
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/call_answers.hpp>
#include <parlance/chat/analysis/call_sketch.hpp>
#include <parlance/chat/analysis/extent.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/maybe.hpp>
#include <cstddef>
#include <string_view>
#include <utility>

namespace parlance::chat::analysis {

/// Finds the list that calls stand in.
class list_analysis {
public:
    list_analysis(call_answers& answers, call_sketch& sketch) : answers_(&answers), sketch_(&sketch) {}

    /// T2: one call against two.
    PARLANCE_DECL void find();

    /// What ends a turn of calls, where it is not what ends the other turns; it is taken from the end of the list.
    /// Where a turn of calls does not end as other turns do, the last marker behind the calls is its end, unless it is
    /// the counterpart of one in front of them.
    [[nodiscard]] PARLANCE_DECL std::string find_end();

    /// T7, where the template makes the id itself: all between two markers, if the call's index is in it.
    PARLANCE_DECL void find_generated_id();

    /// Content before a call: what stands between; false where the template does not show it.
    [[nodiscard]] PARLANCE_DECL bool find_lead();

private:
    /// Digits that count the calls: where the texts of the first and the second call differ by them.
    PARLANCE_DECL void find_index(std::string_view text, extent second);

    /// The same where arguments stand in markup of their own: in what stands between the name and the first of them.
    PARLANCE_DECL void find_index_before_arguments(std::string_view text, extent second);

    /// What stands in front of and behind the digits by which two texts first differ.
    [[nodiscard]] PARLANCE_DECL static maybe<std::pair<std::string, std::string>>
    around_index(std::string_view whole, std::string_view next);

    call_answers* answers_;
    call_sketch* sketch_;
};

}  // namespace parlance::chat::analysis

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/call_list.ipp>
#endif
