// parlance/chat/detail/damaged_tag.hpp - tags of calls and arguments with something of them missing or another, by name
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

// Tolerances of the second sort (tolerance.hpp).  In all of them the name in the tag is that of a known tool, or of an argument
// that some tool has: nothing else tells where it ends.

/// other_sign: what models write for `opener`, which ends in front of a name, where the sign in front of that is missing or
/// another: `<function f>` and `<functionf>` for `<function=f>`, `<invoke="f">` for `<invoke name="f">`.
[[nodiscard]] PARLANCE_DECL std::vector<std::string> with_other_signs(std::string_view opener);

/// doubled_tag: `<parameter=parameter=a>` for `<parameter=a>`; empty where there is no such sign.
[[nodiscard]] PARLANCE_DECL std::string doubled_opener(tool_format const& t);

/// argument_for_call: the tag of an argument behind the marker of calls, `<call><parameter=f>` for `<call><function=f>`.
[[nodiscard]] PARLANCE_DECL std::string argument_for_call(tool_format const& t);

/// missing_tag_end: the `>` of a tag, in front of a line end or behind a quote: `<parameter=a\nvalue</parameter>`,
/// `<parameter name="a"value</parameter>`, `<function=f\n<parameter=a>`.
/// What is left of the text between a name and its value then, or nothing, for each way in which a value stands behind such a
/// tag; none where nothing tells.
[[nodiscard]] PARLANCE_DECL std::vector<std::string> torn_tags(tool_format const& t);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/damaged_tag.ipp>
#endif
