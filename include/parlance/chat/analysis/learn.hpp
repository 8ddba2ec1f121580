// parlance/chat/analysis/learn.hpp - analysis that does not rest on a refuted claim while another reading is left
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/claim.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <cstddef>
#include <vector>

namespace parlance::chat {

/// What was learned of a template, and what holds of it.
///
/// tried  how many readings were verified
struct verified_analysis {
    dialect result;
    std::vector<claim> claims;
    std::size_t tried = 1;
};

[[nodiscard]] PARLANCE_RARE std::size_t refuted(std::vector<claim> const& claims);

namespace analysis {

/// Whether line ends around values are layout, whether values are raw text, whatever their schema says, and whether
/// arguments in one piece are Python's.
PARLANCE_RARE void toggle_lines(tool_format& t);
PARLANCE_RARE void toggle_strings(tool_format& t);
PARLANCE_RARE void toggle_python(tool_format& t);

/// Decisions that few renders can leave open, each turned to its other side.
using second_thought = void (*)(format&);
inline constexpr second_thought second_thoughts[] = {
    [](format& f) { toggle_lines(f.tools); },
    [](format& f) { toggle_strings(f.tools); },
    [](format& f) { toggle_python(f.tools); },
    [](format& f) { f.reasoning.anywhere = !f.reasoning.anywhere; },
    [](format& f) { f.reasoning.calls_end = !f.reasoning.calls_end; },
    [](format& f) { f.content.mode = content_mode::plain, f.content.start.clear(), f.content.end.clear(); },
};

}  // namespace analysis

/// Analyses and verifies.  Where a claim is refuted, other readings are verified as well: without what known/ adds to
/// the renders, and with single decisions turned round, as long as that refutes fewer claims.  The reading with the
/// fewest refuted claims is kept, the first one of several; what stays refuted is in `claims`.
/// Where nothing is refuted it costs analyze() and verify(); else verify() at most six times more for each claim refuted
/// at first, and seven times besides.
///
/// bounds  of the whole call: `fuel` for all of it.  Real templates take at most a third of the default, which is a tenth
///         of a second; where it is not enough, `result` has nothing but the reason in `ended`, and one refuted claim says
///         so, too
[[nodiscard]] PARLANCE_RARE verified_analysis learn(chat_template const& t, limits const& bounds = {});

namespace analysis {

/// The same with a budget that can be looked at afterwards.
[[nodiscard]] PARLANCE_RARE verified_analysis learn(chat_template const& t, meter& m);

}  // namespace analysis

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/learn.ipp>
#endif
