// parlance/schema/detail/write/impl/move_rules.ipp - definitions of what parlance/schema/detail/write/move_rules.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/move_rules.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>

namespace parlance::schema::detail {

void forget_unfinished(shared_rules& shared) {
    erase_if(shared.by_text, [](auto const& row) { return (row.second & finished_rule) == 0; });
    erase_if(shared.by_print, [](auto const& row) { return (row.value & finished_rule) == 0; });
}

productive::productive(rtn::network const& net)
    : states(net.states.size() - 1, 0), rules(net.rules.size(), 0) {
    rtn::network_view const v = net.view();
    std::size_t const n = states.size();
    vec<rule_id> entered(n, none);  // every rule has an entry state of its own
    for (rule_id r = 0; r < net.rules.size(); ++r) {
        entered[net.rules[r]] = r;
    }
    auto const good = [&](state_id s) {
        auto const edges = v.edges_of(s);
        return std::any_of(edges.begin(), edges.end(), [&](rtn::edge const& e) { return useful(net, e); });
    };
    auto const note = [&](state_id s) {
        states[s] = 1;
        if (entered[s] != none) {
            rules[entered[s]] = 1;
        }
    };
    for (state_id s = 0; s < n; ++s) {
        if (v.accepts(s)) {
            note(s);
        }
    }
    // what a state leads to mostly has a greater number: then a few looks find everything
    for (int looks = 0; looks < most_looks; ++looks) {
        bool found = false;
        bool left = false;
        for (std::size_t i = n; i-- > 0;) {
            auto const s = static_cast<state_id>(i);
            if (states[s] != 0) {
                continue;
            }
            if (good(s)) {
                note(s);
                found = true;
            } else {
                left = true;
            }
        }
        if (!found || !left) {
            return;
        }
    }
    // edges backwards and call sites, packed by what they lead to
    vec<std::uint32_t> first_before(n + 1, 0);
    vec<std::uint32_t> first_caller(net.rules.size() + 1, 0);
    auto const local_callee = [&](rtn::edge const& e) {
        rule_id const callee = callee_of(net, e);
        return callee != none && (callee & finished_rule) == 0 ? callee : none;
    };
    for (rtn::edge const& e : net.edges) {
        ++first_before[e.target + 1];
        if (rule_id const callee = local_callee(e); callee != none) {
            ++first_caller[callee + 1];
        }
    }
    std::partial_sum(first_before.begin(), first_before.end(), first_before.begin());
    std::partial_sum(first_caller.begin(), first_caller.end(), first_caller.begin());
    vec<state_id> before(first_before[n]);
    vec<state_id> callers(first_caller.back());
    vec<std::uint32_t> next_before(first_before.begin(), first_before.end() - 1);
    vec<std::uint32_t> next_caller(first_caller.begin(), first_caller.end() - 1);
    for (state_id s = 0; s < n; ++s) {
        for (rtn::edge const& e : v.edges_of(s)) {
            before[next_before[e.target]++] = s;
            if (rule_id const callee = local_callee(e); callee != none) {
                callers[next_caller[callee]++] = s;
            }
        }
    }
    vec<state_id> todo;
    auto const look = [&](state_id s) {
        if (states[s] == 0 && good(s)) {
            note(s);
            todo.push_back(s);
        }
    };
    for (state_id s = 0; s < n; ++s) {
        if (states[s] != 0) {
            todo.push_back(s);
        }
    }
    while (!todo.empty()) {
        state_id const s = todo.back();
        todo.pop_back();
        for (std::uint32_t i = first_before[s]; i < first_before[s + 1]; ++i) {
            look(before[i]);
        }
        if (rule_id const r = entered[s]; r != none) {
            for (std::uint32_t i = first_caller[r]; i < first_caller[r + 1]; ++i) {
                look(callers[i]);
            }
        }
    }
}

rule_id productive::callee_of(rtn::network const& net, rtn::edge const& e) noexcept {
    return e.kind == rtn::edge_kind::call           ? e.value
           : e.kind == rtn::edge_kind::counted_call ? net.counts[e.value].rule
                                                    : none;
}

bool productive::useful(rtn::network const& net, rtn::edge const& e) const noexcept {
    rule_id const callee = callee_of(net, e);
    bool const returns = callee == none || (callee & finished_rule) != 0 || rules[callee] != 0;
    return returns && states[e.target] != 0;
}

result<rule_id> move_rules(rtn::network const& net, rule_id root, rtn::builder& out, shared_rules& shared,
                           std::span<rtn::object const> objects, std::span<rtn::array const> arrays) {
    if ((root & finished_rule) != 0) {
        return root & ~finished_rule;
    }
    productive const good(net);
    if (good.rules[root] == 0) {
        forget_unfinished(shared);
        return diagnostic{errc::unsatisfiable_schema, {}, 0, ""};
    }
    rtn::network_view const v = net.view();
    out.reserve(v.state_count() + 2, net.edges.size() + 8);
    // a rule that does nothing but call another one is that one
    auto const resolved = [&](rule_id r) {
        for (int hops = 0; hops < 100 && (r & finished_rule) == 0; ++hops) {
            rtn::edge const* only = nullptr;
            std::size_t count = v.accepts(net.rules[r]) ? 2 : 0;
            for (rtn::edge const& e : v.edges_of(net.rules[r])) {
                if (good.useful(net, e)) {
                    ++count;
                    only = &e;
                }
            }
            if (count != 1 || only->kind != rtn::edge_kind::call || !v.accepts(only->target) ||
                !v.edges_of(only->target).empty()) {
                break;
            }
            r = only->value;
        }
        return r;
    };
    vec<rule_id> number(net.rules.size(), productive::none);
    vec<rule_id> queue;
    vec<state_id> place(good.states.size(), 0xFFFF'FFFF);
    auto const rule = [&](rule_id r) {
        r = resolved(r);
        if ((r & finished_rule) != 0) {
            return r & ~finished_rule;
        }
        if (number[r] == productive::none) {
            number[r] = out.add_rule(net.name(r));
            place[net.rules[r]] = out.entry(number[r]);
            queue.push_back(r);
        }
        return number[r];
    };
    rule_id const result_rule = rule(root);
    vec<state_id> todo;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        todo.push_back(net.rules[queue[i]]);
        while (!todo.empty()) {
            state_id const s = todo.back();
            todo.pop_back();
            if (v.accepts(s)) {
                out.accept(place[s]);
            }
            for (rtn::edge const& e : v.edges_of(s)) {
                if (!good.useful(net, e)) {
                    continue;
                }
                if (place[e.target] == 0xFFFF'FFFF) {
                    place[e.target] = out.add_state();
                    todo.push_back(e.target);
                }
                state_id const from = place[s];
                state_id const to = place[e.target];
                switch (e.kind) {
                case rtn::edge_kind::bytes: out.bytes(from, e.low, e.high, to); break;
                case rtn::edge_kind::epsilon: out.epsilon(from, to); break;
                case rtn::edge_kind::call: out.call(from, rule(e.value), to); break;
                case rtn::edge_kind::counted_call: {
                    rtn::count const& c = net.counts[e.value];
                    out.counted_call(from, {rule(c.rule), c.low, c.high}, to);
                    break;
                }
                case rtn::edge_kind::increment: out.increment(from, to); break;
                case rtn::edge_kind::token: out.token(from, e.value, to); break;
                case rtn::edge_kind::token_not: out.token(from, e.value, to, true); break;
                }
            }
        }
    }
    for (rtn::object const& o : objects) {
        if (number[o.rule] != productive::none) {
            out.add_object({number[o.rule], o.names});
        }
    }
    for (rtn::array const& a : arrays) {
        if (number[a.rule] != productive::none) {
            out.add_array({number[a.rule], a.items});
        }
    }
    auto const keep = [&](rule_id& at) {
        if ((at & finished_rule) == 0) {
            rule_id const r = resolved(at);
            if ((r & finished_rule) != 0) {
                at = r;
            } else if (number[r] != productive::none) {
                at = number[r] | finished_rule;
            }
        }
    };
    for (auto& row : shared.by_text) {
        keep(row.second);
    }
    for (auto& row : shared.by_print) {
        keep(row.value);
    }
    forget_unfinished(shared);
    return result_rule;
}

}  // namespace parlance::schema::detail
