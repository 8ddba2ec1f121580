// parlance/jinja/detail/python/print.hpp - values as text: Python's str() and repr(), and HTML escaping
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <string_view>

namespace parlance::jinja {

/// str(v); a string is itself.
[[nodiscard]] PARLANCE_DECL value to_text(runtime& rt, value v);
/// repr(v), or ascii(v).
[[nodiscard]] PARLANCE_DECL value to_repr(runtime& rt, value v, bool ascii = false);

/// str(v) for something that is only looked at.
[[nodiscard]] inline std::string_view text_of(runtime& rt, value v) { return to_text(rt, v).view_text(); }

/// MarkupSafe's escape(): Markup stays as it is, everything else has & < > " ' replaced.
[[nodiscard]] PARLANCE_DECL value escaped(runtime& rt, value v);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/python/impl/print.ipp>
#endif
