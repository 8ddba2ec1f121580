// parlance/chat/analysis/learn.hpp - analysis that does not rest on a refuted claim while another reading is left
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/claim.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/template.hpp>
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace parlance::chat {

/// What was learned of a template, and what holds of it.
///
/// tried  how many readings were verified
struct verified_analysis {
    analysis_result result;
    std::vector<claim> claims;
    std::size_t tried = 1;
};

[[nodiscard]] inline std::size_t refuted(std::vector<claim> const& claims) {
    return static_cast<std::size_t>(
        std::count_if(claims.begin(), claims.end(), [](claim const& c) { return c.is == verdict::refuted; }));
}

namespace analysis {

/// Decisions that few renders can leave open, each turned to its other side.
using second_thought = void (*)(format&);
inline constexpr second_thought second_thoughts[] = {
    [](format& f) { f.tools.lines = !f.tools.lines; },
    [](format& f) { f.tools.strings = !f.tools.strings; },
    [](format& f) { f.tools.written.raw = !f.tools.written.raw; },
    [](format& f) { f.tools.written.python = !f.tools.written.python; },
    [](format& f) { f.reasoning.anywhere = !f.reasoning.anywhere; },
    [](format& f) { f.reasoning.calls_end = !f.reasoning.calls_end; },
    [](format& f) { f.content.mode = content_mode::plain, f.content.start.clear(), f.content.end.clear(); },
};

}  // namespace analysis

/// Analyses and verifies.  Where a claim is refuted, other readings are verified as well: without what known/ adds to
/// the renders, and with single decisions turned round, as long as that refutes fewer claims.  The reading with the
/// fewest refuted claims is kept, the first one of several; what stays refuted is in `claims`.
/// Where nothing is refuted it costs analyze() and verify(); else verify() at most seven times more for each claim refuted
/// at first, and eight times besides.
[[nodiscard]] inline verified_analysis learn(chat_template const& t) {
    verified_analysis best;
    best.result = analyze(t);
    best.claims = verify(t, best.result);
    auto const consider = [&](analysis_result other) {
        std::vector<claim> claims = verify(t, other);
        ++best.tried;
        if (refuted(claims) >= refuted(best.claims)) {
            return false;
        }
        best.result = std::move(other);
        best.claims = std::move(claims);
        return true;
    };
    if (refuted(best.claims) > 0) {
        consider(analyze(t, false));
    }
    for (bool better = true; better && refuted(best.claims) > 0;) {
        better = false;
        for (analysis::second_thought const turn : analysis::second_thoughts) {
            analysis_result other = best.result;
            turn(other.format);
            if (!(other.format == best.result.format)) {
                better = consider(std::move(other)) || better;
            }
        }
    }
    return best;
}

}  // namespace parlance::chat
