// parlance/jinja/detail/builtins/pretty.hpp - Python's pprint.pformat at its default width
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <vector>

namespace parlance::jinja::detail {

/// Containers that fit in 80 columns stay on a line; others get a line per item.  Mappings are sorted by key.
class pretty_printer {
public:
    pretty_printer(runtime& rt, runtime::builder& out) : rt_(rt), out_(out) {}

    /// `indent` columns stand before the value, `after` more characters will follow it on its line.
    PARLANCE_RARE void write(value v, std::size_t indent, std::size_t after);

private:
    /// The value with all its mappings sorted by key; keys that have no order are sorted as texts.
    [[nodiscard]] PARLANCE_RARE value sorted(value v);

    runtime& rt_;
    runtime::builder& out_;
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/pretty.ipp>
#endif
