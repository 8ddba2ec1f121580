// parlance/peg/impl/graphviz.ipp - definitions of what parlance/peg/graphviz.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/graphviz.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/analysis.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/print.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace parlance::peg {

std::string graphviz(arena_view const& a, std::string_view title) {
    static constexpr std::string_view words[op_count] = {
        "eps", "fail",     "start",  "end",    "",      "",       "",       "rest",
        "cut", "sequence", "choice", "repeat", "look",  "reject", "atomic", "tag",
        "ref", "recover",  "refine", "schema", "token", "gbnf"};
    auto const label = [](std::string_view text) {
        std::string out;
        detail::append_quoted(out, text, '"');
        return out;
    };
    std::string out = "digraph " + label(title) + " {\n";
    for (node_id i = 0; i < a.nodes.size(); ++i) {
        node const& n = a.nodes[i];
        std::string text(words[static_cast<std::size_t>(n.kind)]);
        bool leaf = false;
        switch (n.kind) {
        case op::literal:
        case op::chars:
        case op::until: {
            detail::printer p(a, 200);
            p.expression(i);
            text = p.out;
            leaf = true;
            break;
        }
        case op::repeat:
            text += " " + std::to_string(n.b) + (n.c == unbounded ? "+" : ".." + std::to_string(n.c));
            break;
        case op::tag:
            text += " " + (a.name_of(n.b).empty() ? std::to_string(n.b) : std::string(a.name_of(n.b)));
            break;
        case op::schema:
        case op::token: text += " " + std::to_string(n.b); break;
        case op::gbnf: text += " " + std::string(a.gbnf_of(n)); break;
        case op::ref: text = a.rule_name(n.a); break;
        default: break;
        }
        out += "  n" + std::to_string(i) + " [label=" + label(text);
        out += leaf ? ", shape=plaintext" : n.kind == op::ref ? ", style=dashed, shape=box" : "";
        out += "];\n";
        std::size_t part = 0;
        detail::for_children(a, n, [&](node_id c) {
            out += "  n" + std::to_string(i) + " -> n" + std::to_string(c);
            out += " [label=" + std::to_string(++part) + "];\n";
        });
        if (n.kind == op::ref) {
            out += "  n" + std::to_string(i) + " -> r" + std::to_string(n.a) + " [style=dashed];\n";
        }
    }
    for (rule_id r = 0; r < a.rules.size(); ++r) {
        out += "  r" + std::to_string(r) + " [shape=box, label=" + label(a.rule_name(r)) + "];\n";
        out += "  r" + std::to_string(r) + " -> n" + std::to_string(a.rules[r].root) + ";\n";
    }
    out += "  root [shape=point];\n  root -> n" + std::to_string(a.root) + ";\n}\n";
    return out;
}

}  // namespace parlance::peg
