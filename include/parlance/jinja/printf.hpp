// parlance/jinja/printf.hpp - Python's older way to fill in a text: '%s' % x
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/field.hpp>
#include <parlance/jinja/runtime.hpp>
#include <parlance/jinja/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

namespace detail {

/// `'...' % arguments`
class printf_formatter {
public:
    printf_formatter(runtime& rt, value text, value arguments)
        : rt_(rt), text_(text), s_(text.view_text()), arguments_(arguments), out_(rt) {}

    [[nodiscard]] PARLANCE_DECL value run();

private:
    /// What Python takes for a mapping here, all of which may stay unused.
    [[nodiscard]] PARLANCE_DECL static bool subscriptable(value v) noexcept;
    [[nodiscard]] PARLANCE_DECL value take();
    [[nodiscard]] PARLANCE_DECL std::int64_t number();
    [[nodiscard]] PARLANCE_DECL std::int64_t star();
    [[nodiscard]] PARLANCE_DECL char peek() const;

    PARLANCE_DECL void field(bool markup);

    PARLANCE_DECL void convert(field_format f, value v, bool markup);

    PARLANCE_DECL void integer(field_format const& f, value v);

    runtime& rt_;
    value text_;
    std::string_view s_;
    value arguments_;
    runtime::builder out_;
    std::size_t at_ = 0;
    std::size_t used_ = 0;
};

}  // namespace detail

[[nodiscard]] PARLANCE_DECL value format_printf(runtime& rt, value text, value arguments);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/impl/printf.ipp>
#endif
