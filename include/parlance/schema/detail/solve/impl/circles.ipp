// parlance/schema/detail/solve/impl/circles.ipp - references that come back to the same value without an end
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::schema::detail {

vec<node_id> solver::applied_in_place(node_id id, type t) {
    vec<node_id> out;
    if (!nodes_->load(id)) {
        return out;  // told where it is opened
    }
    node const& n = (*nodes_)[id];
    if (n.constant || (n.types & bit(t)) == 0) {
        return out;
    }
    auto const add = [&](node_id to) {
        if (to != no_node) {
            out.push_back(to);
        }
    };
    for (node_id const each : {n.reference, n.negated, n.then, n.otherwise, n.breach_of}) {
        add(each);
    }
    add(n.branches() ? n.condition : no_node);
    for (vec<node_id> const* list : {&n.all_of, &n.any_of, &n.one_of}) {
        out.insert(out.end(), list->begin(), list->end());
    }
    for (std::size_t i = 0; t == type::object && i < n.dependent_schemas.size(); ++i) {
        add(n.dependent_schemas[i].node);
    }
    return out;
}

result<void> solver::without_circles(goal const& g, type t) {
    struct visit {
        node_id node;
        vec<node_id> next;
    };
    vec<visit> path;
    std::uint8_t const here = bit(t);
    auto const trace_of = [&](node_id id) -> tracing& {
        if (traced_.size() <= id) {
            traced_.resize((std::max)(nodes_->size(), 2 * traced_.size()));
        }
        return traced_[id];
    };
    auto const enter = [&](node_id id) {
        trace_of(id).open |= here;
        path.push_back({id, applied_in_place(id, t)});
    };
    auto const leave = [&] {
        trace_of(path.back().node).open &= static_cast<std::uint8_t>(~here);
        path.pop_back();
    };
    result<void> out;
    for (std::size_t i = 0; i < g.size() && out; ++i) {
        if ((trace_of(node_of(g[i])).sound & here) == 0) {
            enter(node_of(g[i]));
        }
        while (!path.empty() && out) {
            if (fuel_ == 0) {
                out = diagnostic{why_, {}, 0, note(pointer(g))};
                break;
            }
            pay(items_of_a_step);
            if (path.back().next.empty()) {
                trace_of(path.back().node).sound |= here;
                leave();
                continue;
            }
            node_id const to = path.back().next.back();
            path.back().next.pop_back();
            if ((trace_of(to).sound & here) != 0) {
                continue;
            }
            if ((trace_of(to).open & here) == 0) {
                enter(to);
                continue;
            }
            vec<document::applied> circle;
            auto s = std::find_if(path.begin(), path.end(), [&](visit const& x) { return x.node == to; });
            for (; s != path.end(); ++s) {
                circle.push_back({(*nodes_)[s->node].json, (*nodes_)[s->node].scope});
            }
            out = nodes_->source().circle(circle);
        }
        while (!path.empty()) {
            leave();
        }
    }
    return out;
}

}  // namespace parlance::schema::detail
