// parlance/schema/detail/write/impl/move_rules.ipp - definitions of what parlance/schema/detail/write/move_rules.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/move_rules.hpp>
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>
#include <span>

namespace parlance::schema::detail {

/// Finishes the rows of this document's rules, and erases those that `finish` leaves as they are.
template <class Finish>
void finish_rows(shared_rules& shared, Finish const& finish) {
    for (auto const row : shared.open_texts) {
        if (shared.lookups != nullptr) {
            shared.lookups->missed_texts.push_back(row->first);
        }
        finish(row->second);
        if ((row->second & finished_rule) == 0) {
            shared.by_text.erase(row);
        }
    }
    for (auto* const row : shared.open_prints) {
        if (shared.lookups != nullptr) {
            shared.lookups->missed_prints.push_back(row->key);
        }
        finish(row->value);
        if ((row->value & finished_rule) == 0) {
            shared.by_print.erase(row->key);
        }
    }
    shared.open_texts.clear();
    shared.open_prints.clear();
}

void forget_unfinished(shared_rules& shared) {
    finish_rows(shared, [](rule_id) {});
}

result<rule_id> move_rules(rtn::network const& net, rtn::dead_ends const& dead, rule_id root,
                           rtn::builder& out, shared_rules& shared, std::span<rtn::object const> objects,
                           std::span<rtn::array const> arrays, work& spent) {
    constexpr std::uint64_t steps_of_a_state = 40;
    constexpr std::uint64_t steps_of_an_edge = 30;
    if ((root & finished_rule) != 0) {
        return root & ~finished_rule;
    }
    if (!dead.can_return(root)) {
        forget_unfinished(shared);
        return diagnostic{errc::unsatisfiable_schema, {}, 0, ""};
    }
    rtn::network_view const v = net.view();
    out.reserve(v.state_count() + 2);
    constexpr rule_id none = 0xFFFF'FFFF;
    vec<rule_id> same(net.rules.size(), none);
    // a rule that does nothing but call another one is that one
    auto const find_same = [&](rule_id r) {
        for (int hops = 0; hops < 100 && (r & finished_rule) == 0; ++hops) {
            rtn::edge const* only = nullptr;
            std::size_t count = v.accepts(net.rules[r]) ? 2 : 0;
            for (rtn::edge const& e : v.edges_of(net.rules[r])) {
                if (dead.leads_on(e)) {
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
    auto const resolved = [&](rule_id r) {
        if ((r & finished_rule) != 0) {
            return r;
        }
        same[r] = same[r] == none ? find_same(r) : same[r];
        return same[r];
    };
    vec<rule_id> number(net.rules.size(), none);
    vec<rule_id> queue;
    vec<state_id> place(v.state_count(), 0xFFFF'FFFF);
    auto const rule = [&](rule_id r) {
        r = resolved(r);
        if ((r & finished_rule) != 0) {
            return r & ~finished_rule;
        }
        if (number[r] == none) {
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
            if (!spent.spend(steps_of_a_state + steps_of_an_edge * v.edges_of(s).size())) {
                forget_unfinished(shared);
                return spent.error("schema");
            }
            if (v.accepts(s)) {
                out.accept(place[s]);
            }
            for (rtn::edge const& e : v.edges_of(s)) {
                if (!dead.leads_on(e)) {
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
        if (number[o.rule] != none) {
            out.add_object({number[o.rule], o.names, o.always});
        }
    }
    for (rtn::array const& a : arrays) {
        if (number[a.rule] != none) {
            out.add_array({number[a.rule], a.items});
        }
    }
    finish_rows(shared, [&](rule_id& at) {
        if ((at & finished_rule) == 0) {
            rule_id const r = resolved(at);
            if ((r & finished_rule) != 0) {
                at = r;
            } else if (number[r] != none) {
                at = number[r] | finished_rule;
            }
        }
    });
    return result_rule;
}

}  // namespace parlance::schema::detail
