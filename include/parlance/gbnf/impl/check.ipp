// parlance/gbnf/impl/check.ipp - definitions of what parlance/gbnf/check.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/detail/facts.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/utf8.hpp>
#include <span>
#include <string>
#include <utility>

namespace parlance::gbnf {

std::string render(finding const& f, grammar_view const& g) {
    std::string out(g.name(f.owner));
    switch (f.kind) {
    case finding_kind::undefined: out.append(": never defined"); break;
    case finding_kind::unreachable: out.append(": not reachable from the root"); break;
    case finding_kind::unproductive: out.append(": can never match a finite text"); break;
    case finding_kind::left_recursive:
        out.append(": left recursion: ").append(cycle_text(g, f.cycle).view());
        break;
    case finding_kind::nullable_loop: out.append(": repeats something that can match nothing"); break;
    }
    if (f.meant) {
        out.append("; did you mean '").append(g.name(*f.meant)).append("'?");
    }
    return out;
}

std::string render(report const& r, grammar_view const& g) {
    std::string out;
    for (finding const& f : r.findings) {
        out.append(render(f, g)).push_back('\n');
    }
    out.append("about ").append(std::to_string(r.states)).append(" states, up to ");
    out.append(std::to_string(r.configurations)).append(" configurations at once\n");
    return out;
}

}  // namespace parlance::gbnf
