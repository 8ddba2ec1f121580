// parlance/chat/analysis/fields.hpp - the names of fields that a template looks up
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <string_view>
#include <vector>

namespace parlance::chat::analysis {

/// The names that stand behind a dot or as a quoted subscript or argument (`m.x`, `m['x']`, `m.get('x')`), in the order
/// of the source, each once; those of `known` and of functions left out.  At most `most`.  Linear in the source.
[[nodiscard]] PARLANCE_DECL std::vector<std::string>
fields_of(std::string_view source, std::vector<std::string_view> const& known, std::size_t most);

}  // namespace parlance::chat::analysis

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/fields.ipp>
#endif
