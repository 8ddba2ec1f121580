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
#include <parlance/text/work.hpp>
#include <cstddef>
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

/// Moves the rules that one leads to, and of those only what leads on.
class rule_mover {
public:
    static constexpr rule_id none = 0xFFFF'FFFF;

    rule_mover(rtn::network const& net, rtn::dead_ends const& dead, rtn::builder& out)
        : net_(&net),
          view_(net.view()),
          dead_(&dead),
          out_(&out),
          same_(net.rules.size(), none),
          number_(net.rules.size(), none),
          place_(view_.state_count(), no_state) {}

    /// The number that a rule has now; move() writes it.
    rule_id rule(rule_id r) {
        r = resolved(r);
        if ((r & finished_rule) != 0) {
            return r & ~finished_rule;
        }
        if (number_[r] == none) {
            number_[r] = out_->add_rule(net_->name(r));
            place_[net_->rules[r]] = out_->entry(number_[r]);
            queue_.push_back(r);
        }
        return number_[r];
    }

    /// False where that cannot be paid for.
    [[nodiscard]] bool move(work& spent) {
        constexpr std::uint64_t steps_of_a_state = 40;
        constexpr std::uint64_t steps_of_an_edge = 12;
        vec<state_id> todo;
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            todo.push_back(net_->rules[queue_[i]]);
            while (!todo.empty()) {
                state_id const s = todo.back();
                todo.pop_back();
                if (!spent.spend(steps_of_a_state + steps_of_an_edge * view_.edges_of(s).size())) {
                    return false;
                }
                if (view_.accepts(s)) {
                    out_->accept(place_[s]);
                }
                for (rtn::edge const& e : view_.edges_of(s)) {
                    if (!dead_->leads_on(e)) {
                        continue;
                    }
                    if (place_[e.target] == no_state) {
                        place_[e.target] = out_->add_state();
                        todo.push_back(e.target);
                    }
                    add(e, place_[s], place_[e.target]);
                }
            }
        }
        return true;
    }

    /// The number of a rule that was moved, or none.
    [[nodiscard]] rule_id number_of(rule_id r) const { return number_[r]; }
    /// A rule that does nothing but call another one is that one.
    [[nodiscard]] rule_id resolved(rule_id r) {
        if ((r & finished_rule) != 0) {
            return r;
        }
        same_[r] = same_[r] == none ? find_same(r) : same_[r];
        return same_[r];
    }

private:
    static constexpr state_id no_state = 0xFFFF'FFFF;

    [[nodiscard]] rule_id find_same(rule_id r) const {
        for (int hops = 0; hops < 100 && (r & finished_rule) == 0; ++hops) {
            rtn::edge const* only = nullptr;
            std::size_t count = view_.accepts(net_->rules[r]) ? 2 : 0;
            for (rtn::edge const& e : view_.edges_of(net_->rules[r])) {
                if (dead_->leads_on(e)) {
                    ++count;
                    only = &e;
                }
            }
            if (count != 1 || only->kind != rtn::edge_kind::call || !view_.accepts(only->target) ||
                !view_.edges_of(only->target).empty()) {
                break;
            }
            r = only->value;
        }
        return r;
    }

    void add(rtn::edge const& e, state_id from, state_id to) {
        switch (e.kind) {
        case rtn::edge_kind::bytes: out_->bytes(from, e.low, e.high, to); break;
        case rtn::edge_kind::epsilon: out_->epsilon(from, to); break;
        case rtn::edge_kind::call: out_->call(from, rule(e.value), to); break;
        case rtn::edge_kind::counted_call: {
            rtn::count const& c = net_->counts[e.value];
            out_->counted_call(from, {rule(c.rule), c.low, c.high}, to);
            break;
        }
        case rtn::edge_kind::increment: out_->increment(from, to); break;
        case rtn::edge_kind::token: out_->token(from, e.value, to); break;
        case rtn::edge_kind::token_not: out_->token(from, e.value, to, true); break;
        }
    }

    rtn::network const* net_;
    rtn::network_view view_;
    rtn::dead_ends const* dead_;
    rtn::builder* out_;
    vec<rule_id> same_;
    vec<rule_id> number_;
    vec<rule_id> queue_;
    vec<state_id> place_;
};

result<rule_id> move_rules(rtn::network const& net, rtn::dead_ends const& dead, rule_id root,
                           rtn::builder& out, shared_rules& shared, std::span<rtn::object const> objects,
                           std::span<rtn::array const> arrays, work& spent) {
    if ((root & finished_rule) != 0) {
        return root & ~finished_rule;
    }
    if (!dead.can_return(root)) {
        forget_unfinished(shared);
        return diagnostic{errc::unsatisfiable_schema, {}, 0, ""};
    }
    rtn::builder::size const before = out.here();
    rule_mover mover(net, dead, out);
    rule_id const result_rule = mover.rule(root);
    if (!mover.move(spent)) {
        out.shrink(before);
        forget_unfinished(shared);
        return spent.error("schema");
    }
    for (rtn::object const& o : objects) {
        if (rule_id const r = mover.number_of(o.rule); r != rule_mover::none) {
            out.add_object({r, o.names, o.always});
        }
    }
    for (rtn::array const& a : arrays) {
        if (rule_id const r = mover.number_of(a.rule); r != rule_mover::none) {
            out.add_array({r, a.items});
        }
    }
    finish_rows(shared, [&](rule_id& at) {
        if ((at & finished_rule) == 0) {
            rule_id const r = mover.resolved(at);
            if ((r & finished_rule) != 0) {
                at = r;
            } else if (rule_id const moved = mover.number_of(r); moved != rule_mover::none) {
                at = moved | finished_rule;
            }
        }
    });
    return result_rule;
}

}  // namespace parlance::schema::detail
