// parlance/peg/check.hpp - what is wrong, or probably not meant, in a table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/analysis.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/utf8.hpp>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::peg {

namespace detail {

/// For every node whether it succeeds wherever it is tried.
[[nodiscard]] constexpr std::vector<char> sure_nodes(arena_view const& a) {
    std::vector<char> sure(a.nodes.size(), char{0});
    for (bool grew = true; grew;) {
        grew = false;
        for (std::size_t i = 0; i < a.nodes.size(); ++i) {
            node const& n = a.nodes[i];
            bool now = n.kind == op::sequence || n.kind == op::atomic || n.kind == op::tag ||
                       n.kind == op::look || n.kind == op::schema || n.kind == op::token ||
                       n.kind == op::gbnf;
            switch (n.kind) {
            case op::epsilon:
            case op::cut:
            case op::until:
            case op::rest: now = true; break;
            case op::chars: now = n.b == 0; break;
            case op::ref: now = sure[a.rules[n.a].root] != 0; break;
            case op::repeat: now = n.b == 0 || sure[n.a] != 0; break;
            case op::refine:
            case op::recover: now = sure[n.a] != 0; break;
            case op::choice: for_children(a, n, [&](node_id c) { now = now || sure[c] != 0; }); break;
            default:
                if (now) {
                    for_children(a, n, [&](node_id c) { now = now && sure[c] != 0; });
                }
            }
            if (now && sure[i] == 0) {
                sure[i] = 1;
                grew = true;
            }
        }
    }
    return sure;
}

/// The text every match of the node begins with, as far as a first literal tells.
[[nodiscard]] constexpr std::string_view lead_of(arena_view const& a, node_id at) noexcept {
    while (true) {
        node const& n = a.at(at);
        switch (n.kind) {
        case op::literal: return a.literal_of(n);
        case op::sequence: at = a.children[n.a]; break;
        case op::ref: at = a.rules[n.a].root; break;
        case op::repeat:
            if (n.b == 0) {
                return {};
            }
            at = n.a;
            break;
        case op::atomic:
        case op::tag:
        case op::recover:
        case op::refine:
        case op::schema:
        case op::token:
        case op::gbnf: at = n.a; break;
        default: return {};
        }
    }
}

/// Whether the node succeeds in front of every text that begins with `lead`.
[[nodiscard]] constexpr bool takes(arena_view const& a, node_id at, std::string_view lead) noexcept {
    while (!lead.empty()) {
        node const& n = a.at(at);
        switch (n.kind) {
        case op::literal: return lead.starts_with(a.literal_of(n));
        case op::chars: {
            utf8::decoded const d = utf8::decode(lead);
            return n.b <= 1 && d.valid && contains(a, a.classes[n.a], d.value);
        }
        case op::ref: at = a.rules[n.a].root; break;
        case op::tag:
        case op::atomic:
        case op::refine: at = n.a; break;
        default: return false;
        }
    }
    return false;
}

/// How a node is reached, for people: rule names, and numbers (from 1) of alternatives and parts.
class way {
public:
    constexpr explicit way(arena_view const& a)
        : parent_(a.nodes.size(), none), part_(a.nodes.size(), 0u), a_(a) {
        std::vector<node_id> todo{a.root};
        parent_[a.root] = a.root;
        while (!todo.empty()) {
            node_id const n = todo.back();
            todo.pop_back();
            std::uint32_t part = 0;
            auto const reach = [&](node_id c) {
                ++part;
                if (parent_[c] == none) {
                    parent_[c] = n;
                    part_[c] = part;
                    todo.push_back(c);
                }
            };
            if (a.at(n).kind == op::ref) {
                reach(a.rules[a.at(n).a].root);
            } else {
                for_children(a, a.at(n), reach);
            }
        }
    }

    constexpr parlance::note to(node_id n) const {
        std::vector<node_id> path{n};
        while (parent_[path.back()] != path.back() && parent_[path.back()] != none) {
            path.push_back(parent_[path.back()]);
        }
        parlance::note out("root");
        for (std::size_t i = path.size() - 1; i-- > 0;) {
            node const& above = a_.at(path[i + 1]);
            if (above.kind == op::ref) {
                out.append(" / ").append(a_.rule_name(above.a));
            } else if (above.kind == op::choice || above.kind == op::sequence) {
                out.append(above.kind == op::choice ? " / alternative " : " / part ");
                out.append_number(part_[path[i]]);
            }
        }
        return out;
    }

private:
    std::vector<node_id> parent_;
    std::vector<std::uint32_t> part_;
    arena_view a_;
};

}  // namespace detail

/// Everything that is wrong with a table, each with the way to it from the root.  Empty for a table in which nothing
/// stands out.  Precondition: a valid table, as builder, parse and load make it.
///
/// left_recursion           a rule that refers to itself before it reads anything; builders refuse it
/// nullable_loop            repeats something that may read nothing; legal, the repetition ends there
/// unreachable_alternative  stands behind one that always succeeds, or behind one that takes what it begins with
/// Linear, but quadratic in the alternatives of one choice.
[[nodiscard]] constexpr std::vector<diagnostic> check(arena_view const& a) {
    std::vector<diagnostic> out;
    std::vector<char> const nullable = detail::nullable_nodes(a);
    std::vector<char> const sure = detail::sure_nodes(a);
    detail::way const way(a);
    std::vector<rule_id> const cycle = detail::left_cycle(a, nullable);
    if (!cycle.empty()) {
        diagnostic d{errc::left_recursion};
        for (std::size_t i = 0; i < cycle.size(); ++i) {
            d.hint.append(i == 0 ? "" : " -> ").append(a.rule_name(cycle[i]));
        }
        out.push_back(d);
    }
    for (node_id i = 0; i < a.nodes.size(); ++i) {
        node const& n = a.at(i);
        if (n.kind == op::repeat && n.c > 1 && nullable[n.a] != 0) {
            out.push_back({errc::nullable_loop, {}, 0, way.to(i)});
        }
        if (n.kind != op::choice) {
            continue;
        }
        std::span<node_id const> const parts = a.children_of(n);
        for (std::size_t late = 1; late < parts.size(); ++late) {
            std::string_view const lead = detail::lead_of(a, parts[late]);
            for (std::size_t early = 0; early < late; ++early) {
                if (sure[parts[early]] == 0 && !detail::takes(a, parts[early], lead)) {
                    continue;
                }
                diagnostic d{errc::unreachable_alternative, {}, 0, way.to(i)};
                d.hint.append(" / alternative ").append_number(late + 1);
                d.hint.append(", because of alternative ").append_number(early + 1);
                out.push_back(d);
                break;
            }
        }
    }
    return out;
}

}  // namespace parlance::peg
