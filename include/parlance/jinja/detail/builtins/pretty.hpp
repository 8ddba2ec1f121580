// parlance/jinja/detail/builtins/pretty.hpp - Python's pprint.pformat at its default width
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <vector>

namespace parlance::jinja::detail {

/// What fits in 80 columns stays on a line; other containers get a line per item, other texts one for as many words as
/// fit.  Mappings are sorted by key.
class pretty_printer {
public:
    pretty_printer(runtime& rt, runtime::builder& out) : rt_(rt), out_(out) {}

    /// `indent` columns stand before the value, `after` more characters will follow it on its line.
    PARLANCE_RARE void write(value v, std::size_t indent, std::size_t after);

private:
    /// A text that does not fit: literals on lines of their own, in parentheses where nothing is around them.
    PARLANCE_RARE void write_text(value v, std::size_t indent, std::size_t after);

    /// The value with all its mappings sorted by key; keys that have no order are sorted as texts.
    [[nodiscard]] PARLANCE_RARE value sorted(value v);

    static constexpr std::size_t columns = 80;

    runtime& rt_;
    runtime::builder& out_;
    std::size_t depth_ = 0;  // containers around
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/pretty.ipp>
#endif
