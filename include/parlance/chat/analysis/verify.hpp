// parlance/chat/analysis/verify.hpp - proves what was learned: renders messages and reads them back
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/claim.hpp>
#include <parlance/chat/analysis/meter.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <vector>

namespace parlance::chat {

/// What holds of a learned format, what does not, and what the template cannot show.  Two renders per claim at most,
/// and a few more for each that is not proven.
///
/// bounds  of the whole call; where that is not enough, nothing is proven: one claim that says so, and is refuted
[[nodiscard]] PARLANCE_RARE std::vector<claim> verify(chat_template const& t, dialect const& learned,
                                                      limits const& bounds = {});

namespace analysis {

/// The same as a part of a call.
[[nodiscard]] PARLANCE_RARE std::vector<claim> verify(dialect const& learned, meter& m);

}  // namespace analysis

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/verify.ipp>
#endif
