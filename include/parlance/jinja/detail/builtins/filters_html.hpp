// parlance/jinja/detail/builtins/filters_html.hpp - filters about HTML, URLs and paragraphs
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <string_view>

namespace parlance::jinja::detail {

[[nodiscard]] PARLANCE_RARE value filter_escape(runtime& rt, value v);
[[nodiscard]] PARLANCE_RARE value filter_forceescape(runtime& rt, value v);

/// Markup in the strict convention; the text itself in the lenient one, as template authors expect.
[[nodiscard]] PARLANCE_RARE value filter_safe(runtime& rt, value v);

[[nodiscard]] PARLANCE_RARE value filter_striptags(runtime& rt, value v);

/// A text is quoted; a mapping or pairs become a query string.
[[nodiscard]] PARLANCE_RARE value filter_urlencode(runtime& rt, value v);

[[nodiscard]] PARLANCE_RARE value filter_xmlattr(runtime& rt, value v, value const* a);

/// One of the items; which one is not promised.  Rendering stays reproducible: the choice depends on the length only.
[[nodiscard]] PARLANCE_RARE value filter_random(runtime& rt, value v);

[[nodiscard]] PARLANCE_RARE value filter_pprint(runtime& rt, value v);

/// a: trim_url_limit, nofollow, target, rel, extra_schemes
[[nodiscard]] PARLANCE_RARE value filter_urlize(runtime& rt, value v, value const* a);

/// a: width, break_long_words, wrapstring, break_on_hyphens
[[nodiscard]] PARLANCE_RARE value filter_wordwrap(runtime& rt, value v, value const* a);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/filters_html.ipp>
#endif
