// parlance/jinja/detail/builtins/links.hpp - finding web and mail addresses in text, as the filter urlize does
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::jinja::detail {

/// How links are written.  `rel` and `target` are whole attributes with a space in front, escaped.  Of a link that is longer
/// than `longest` so many code points are shown; all but so many where it is negative.
struct link_style {
    std::int64_t longest = (std::numeric_limits<std::int64_t>::max)();
    bool unfit = false;  // a length was given that is no number: an error as soon as there is a link
    std::string rel{};
    std::string target{};
    std::vector<std::string> schemes{};
};

/// Adds `escaped` text with its addresses made links.
PARLANCE_RARE void add_with_links(runtime& rt, scratch_text& out, std::string_view escaped,
                                  link_style const& how);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/links.ipp>
#endif
