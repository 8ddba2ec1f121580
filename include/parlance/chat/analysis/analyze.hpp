// parlance/chat/analysis/analyze.hpp - learns a dialect by rendering contrasting conversations and comparing them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/meter.hpp>
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <cstddef>
#include <string>
#include <vector>

namespace parlance::chat {

/// What was learned of a template.
///
/// user_start, user_end  what the template writes around what the user says, behind an answer and in front of one
/// renders  how often the template was run, not counting the small conversations behind `supports`
/// raised   what it said when it raised; a probe that raises is not a fault, it only shows nothing
/// notes    what is known and was not learned, with the reason, and what is written and was not understood
/// ended    why learning ended before it was done, as its limits were reached: then nothing else is said, and prepare()
///          gives this error; its code is errc::none where learning was done
struct dialect {
    chat::format format;
    capabilities supports;
    std::string user_start{};
    std::string user_end{};
    std::size_t renders = 0;
    std::vector<diagnostic> raised;
    std::vector<std::string> notes{};
    diagnostic ended{};
};

/// Learns the dialect of a template from its renders alone.  Total: a template that shows nothing gives a format
/// without reasoning and tools.  About 20 renders.
///
/// use_known  adds what known/ knows of dialects that rendering cannot show
/// bounds     of the whole call: `fuel` for all renders and comparisons together.  Real templates take at most a sixth
[[nodiscard]] PARLANCE_RARE dialect analyze(chat_template const& t, bool use_known = true,
                                            limits const& bounds = {});

namespace analysis {

/// The same as a part of a call.
[[nodiscard]] PARLANCE_RARE dialect analyze(chat_template const& t, bool use_known, meter& m);

}  // namespace analysis

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/analyze.ipp>
#endif
