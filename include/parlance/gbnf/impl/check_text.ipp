// parlance/gbnf/impl/check_text.ipp - definitions of what parlance/gbnf/check_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/check_text.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <utility>

namespace parlance::gbnf {

result<checked> check_text(std::string_view text, options const& how) {
    options lenient = how;
    lenient.allow_undefined = true;
    detail::compiled out(text, lenient);
    if (out.error.code != errc::none) {
        return out.error;
    }
    grammar_view const g = out.table.view();
    report found = detail::check(g, out.asked);
    constexpr std::size_t most_meant = 64;
    std::size_t undefined = 0;
    for (finding& f : found.findings) {
        if (!out.asked.next()) {
            break;
        }
        f.at = out.table.symbol_of(f.rule).defined_at;
        if (f.kind == finding_kind::undefined && ++undefined <= most_meant && out.asked.look()) {
            f.meant = out.meant_by(f.rule);
        }
    }
    grammar table = detail::owned(g, out.asked);
    if (out.asked.stopped()) {
        return diagnostic{errc::cancelled};
    }
    return checked{std::move(table), std::move(found)};
}

}  // namespace parlance::gbnf
