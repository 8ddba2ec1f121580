// example/command/learned_html.hpp - what was learned of a template, as HTML
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "learned_page.hpp"
#include <string>

namespace learned {

/// One page that needs nothing else, in the light or dark colours that the reader's system asks for.
[[nodiscard]] std::string document(page const& p);

/// Its sections alone, for a page that has the styles already.  Each can be folded, and so can each text of many lines.
[[nodiscard]] std::string sections(page const& p);

}  // namespace learned
