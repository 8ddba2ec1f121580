// parlance/jinja/print.hpp - values as text: Python's str() and repr(), and HTML escaping
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/runtime.hpp>
#include <parlance/jinja/value.hpp>
#include <string_view>

namespace parlance::jinja {

namespace detail {

/// Writes Python's repr() into a builder.
class printer {
public:
    printer(runtime& rt, runtime::builder& out) : rt_(rt), out_(out) {}

    PARLANCE_DECL void repr(value v);

    PARLANCE_DECL void str(value v);

private:
    static constexpr std::string_view address = " at 0x7f0000000000>";

    PARLANCE_DECL void function(value v);

    PARLANCE_DECL void items(value v, std::string_view open, std::string_view close);

    PARLANCE_DECL void mapping(value v);

    PARLANCE_DECL void view(value v);

    /// A string literal as Python would print it.
    PARLANCE_DECL void quoted(value v, bool bytes = false);

    runtime& rt_;
    runtime::builder& out_;
};

}  // namespace detail

/// str(v); a string is itself.
[[nodiscard]] PARLANCE_DECL value to_text(runtime& rt, value v);
[[nodiscard]] PARLANCE_DECL value to_repr(runtime& rt, value v);

/// str(v) for something that is only looked at.
[[nodiscard]] inline std::string_view text_of(runtime& rt, value v) { return to_text(rt, v).view_text(); }

/// MarkupSafe's escape(): Markup stays as it is, everything else has & < > " ' replaced.
[[nodiscard]] PARLANCE_DECL value escaped(runtime& rt, value v);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/impl/print.ipp>
#endif
