// parlance/jinja/detail/python/field.hpp - a number or a text put into a field: what both ways to fill in a text share
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

/// What both notations say about one field.
struct field_format {
    std::string_view fill = " ";
    char align = '\0';  // < > ^ =
    char sign = '\0';   // + - or a space, where it is written
    bool alternate = false;
    bool no_negative_zero = false;
    std::int64_t width = 0;
    char grouping = '\0';
    std::uint8_t group = 3;  // digits of a group
    std::int64_t precision = -1;
    char type = '\0';
};

/// Digits of a finite double with %e, %f or %g, as C prints them.
[[nodiscard]] PARLANCE_DECL std::string real_digits(runtime& rt, double d, char type, std::int64_t precision,
                                                    bool alternate);

/// Sign, prefix and digits put into a field.
PARLANCE_DECL void add_number(runtime& rt, runtime::builder& out, field_format const& f, bool negative,
                              std::string_view prefix, std::string_view digits);

PARLANCE_DECL void add_text_field(runtime& rt, runtime::builder& out, field_format const& f, value text);

/// Magnitude of an integer in base 2, 8, 10 or 16.
[[nodiscard]] PARLANCE_DECL std::string integer_digits(runtime& rt, value v, char type);

PARLANCE_DECL void add_real(runtime& rt, runtime::builder& out, field_format f, double d,
                            std::string suffix = {});

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/python/impl/field.ipp>
#endif
