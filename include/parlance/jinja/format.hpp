// parlance/jinja/format.hpp - Python's newer way to fill in a text: '{}'.format(x)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/callable.hpp>
#include <parlance/jinja/runtime.hpp>
#include <parlance/jinja/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

namespace detail {

/// format(v, spec)
PARLANCE_DECL void format_value(runtime& rt, runtime::builder& out, value v, std::string_view spec);

/// `'...'.format(arguments)`
class field_formatter {
public:
    field_formatter(runtime& rt, value text, call_arguments const& args, value mapping)
        : rt_(rt), text_(text), args_(args), mapping_(mapping) {}

    [[nodiscard]] PARLANCE_DECL value run();

private:
    PARLANCE_DECL void fill(runtime::builder& out, value text, int nested, bool markup);

    PARLANCE_DECL void field(runtime::builder& out, std::string_view inner, int nested, bool markup);

    [[nodiscard]] PARLANCE_DECL value lookup(std::string_view path);

    [[nodiscard]] PARLANCE_DECL value argument(std::string_view name);

    runtime& rt_;
    value text_;
    call_arguments const& args_;
    value mapping_;
    std::size_t next_ = 0;
    int numbering_ = 0;  // 1 automatic, 2 manual
};

}  // namespace detail

/// text.format(args), or text.format_map(mapping) when mapping is not missing.
[[nodiscard]] PARLANCE_DECL value format_fields(runtime& rt, value text, call_arguments const& args,
                                                value mapping);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/impl/format.ipp>
#endif
