// parlance/rtn/detail/peg_lowering.hpp - the states and edges of a parsing table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/automaton_rules.hpp>
#include <parlance/rtn/detail/peg_regular.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_peg.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/rtn/until.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::rtn::detail {

/// Lowers an arena; `schema` answers for schema nodes.
class peg_lowering {
public:
    static constexpr std::uint32_t most_copies = 16;  // of a repetition; more are counted

    peg_lowering(peg::arena_view const& a, builder& out, schema_writer schema, limits const& bounds,
                 kept_parts const* kept = nullptr)
        : a_(a), out_(&out), schema_(schema), bounds_(bounds), spent_(bounds), automata_(out, kept) {}

    [[nodiscard]] result<rule_id> run() {
        rule_id const root = out_->add_rule("root");
        state_id const end = out_->add_state();
        out_->accept(end);
        where_ = "root";
        if (auto const r = write({a_.root, out_->entry(root), end, {true, true}}); !r) {
            return r.error();
        }
        for (std::size_t i = 0; i < pending_.size(); ++i) {
            auto const [rule, at, number] = pending_[i];
            state_id const stop = out_->add_state();
            out_->accept(stop);
            where_ = std::string(a_.rule_name(rule));
            if (auto const r = write({a_.rules[rule].root, out_->entry(number), stop, at}); !r) {
                return r.error();
            }
        }
        return root;
    }

private:
    /// Whether nothing of the input stands before a node, and whether nothing is left behind it.
    struct place {
        bool front = false;
        bool tail = false;
    };

    [[nodiscard]] diagnostic refuse(std::string_view why) const {
        return {errc::not_lowerable, {}, 0, note_at(where_, why)};
    }
    [[nodiscard]] bool zero_width(peg::node_id id) const noexcept {
        peg::op const k = a_.at(id).kind;
        return k == peg::op::epsilon || k == peg::op::start || k == peg::op::end || k == peg::op::cut;
    }

    /// A node that is to be written between two states.
    struct task {
        peg::node_id id;
        state_id from;
        state_id to;
        place at;
    };

    /// What is inside a node waits in a list: no depth is the stack's.
    [[nodiscard]] result<void> write(task const& whole) {
        todo_.assign(1, whole);
        while (!todo_.empty()) {
            task const t = todo_.back();
            todo_.pop_back();
            std::size_t const before = todo_.size();
            std::size_t const states = out_->state_count();
            peg::node const& n = a_.at(t.id);
            if (auto const r = write_node(n, t.from, t.to, t.at); !r) {
                return r;
            }
            std::reverse(todo_.begin() + static_cast<std::ptrdiff_t>(before), todo_.end());
            if (out_->state_count() > bounds_.states || todo_.size() > bounds_.states) {
                return diagnostic{errc::too_many_states, {}, 0, note(where_)};
            }
            // What a schema makes is paid for where it is lowered, a literal on the way, and what waits is soon gone.
            bool const paid = n.kind == peg::op::schema || n.kind == peg::op::literal;
            std::size_t const made = paid ? 0 : out_->state_count() - states;
            std::size_t const queued = todo_.size() - before;
            if (!spent_.spend(steps_of_a_node * (1 + made + queued)) ||
                !spent_.hold(bytes_of_a_state * made)) {
                return spent_.error(where_);
            }
        }
        return {};
    }

    [[nodiscard]] result<void> write_node(peg::node const& n, state_id from, state_id to, place at) {
        switch (n.kind) {
        case peg::op::epsilon:
        case peg::op::cut: out_->epsilon(from, to); return {};
        case peg::op::fail: return {};
        case peg::op::start:
            if (at.front) {
                out_->epsilon(from, to);
            }
            return {};
        case peg::op::end:
            if (!at.tail) {
                return refuse("the end of input in the middle");
            }
            out_->epsilon(from, to);
            return {};
        case peg::op::literal: return literal(a_.literal_of(n), from, to);
        case peg::op::chars: characters(n, from, to); return {};
        case peg::op::until:
        case peg::op::rest:
            if (n.kind == peg::op::rest && !at.tail) {
                return refuse("'rest' with something behind it");
            }
            return call_text(n, from, to, at.tail);
        case peg::op::sequence: return sequence(a_.children_of(n), from, to, at);
        case peg::op::choice: return choice(a_.children_of(n), from, to, at);
        case peg::op::repeat: repeat(n, from, to); return {};
        case peg::op::look:
        case peg::op::reject: return refuse("a predicate with nothing regular behind it");
        case peg::op::atomic:
        case peg::op::tag:
        case peg::op::recover: todo_.push_back({n.a, from, to, at}); return {};
        case peg::op::refine: todo_.push_back({n.b, from, to, at}); return {};
        case peg::op::ref: out_->call(from, rule_of(n.a, at), to); return {};
        case peg::op::schema: return call(schema_(*out_, n.b), from, to);
        case peg::op::token: out_->token(from, n.b, to); return {};
        case peg::op::gbnf: return embedded(a_.gbnf_of(n), from, to);
        }
        return refuse("a node of unknown kind");
    }

    [[nodiscard]] result<void> literal(std::string_view text, state_id from, state_id to) {
        constexpr std::size_t at_once = 1024;
        auto const last = static_cast<std::uint8_t>(text.back());
        text.remove_suffix(1);
        while (!text.empty()) {
            std::string_view const piece = text.substr(0, at_once);
            if (!spent_.spend(steps_of_a_node * piece.size()) ||
                !spent_.hold(bytes_of_a_state * piece.size())) {
                return spent_.error(where_);
            }
            from = out_->literal(from, piece);
            text.remove_prefix(piece.size());
        }
        out_->bytes(from, last, last, to);
        return {};
    }

    [[nodiscard]] result<void> call(result<rule_id> const& rule, state_id from, state_id to) {
        if (!rule) {
            return rule.error();
        }
        out_->call(from, *rule, to);
        return {};
    }

    /// The right side of a rule of GBNF.
    [[nodiscard]] result<void> embedded(std::string_view text, state_id from, state_id to) {
        if (text.empty()) {
            out_->epsilon(from, to);
            return {};
        }
        result<gbnf::grammar> const g = gbnf::compile("root ::= " + std::string(text), bounds_);
        return g ? call(from_gbnf(*g, *out_, bounds_), from, to) : result<void>(g.error());
    }

    [[nodiscard]] rule_id rule_of(peg::rule_id r, place at) {
        std::uint64_t const key = std::uint64_t{r} * 4 + (at.front ? 2u : 0u) + (at.tail ? 1u : 0u);
        static_cast<void>(rules_.make_room(looks_));  // whoever pays next learns that it was stopped
        auto const [found, fresh] = rules_.try_emplace(key, 0u);
        if (fresh) {
            found.value = out_->add_rule(a_.rule_name(r));
            pending_.push_back({r, at, found.value});
        }
        return found.value;
    }

    [[nodiscard]] result<void> choice(std::span<peg::node_id const> all, state_id from, state_id to,
                                      place at) {
        if (!paid_room(todo_, all.size(), looks_)) {
            return looks_.error(where_);
        }
        for (peg::node_id const c : all) {
            if (!each_part_.next()) {
                return looks_.error(where_);
            }
            todo_.push_back({c, from, to, at});
        }
        return {};
    }

    [[nodiscard]] result<void> sequence(std::span<peg::node_id const> all, state_id from, state_id to,
                                        place at) {
        std::size_t last = all.size();  // behind it nothing reads
        while (last > 0 && zero_width(all[last - 1])) {
            --last;
        }
        bool front = at.front;
        if (!paid_room(todo_, all.size(), looks_)) {
            return looks_.error(where_);
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!each_part_.next()) {
                return looks_.error(where_);
            }
            peg::op const kind = a_.at(all[i]).kind;
            if (kind == peg::op::look || kind == peg::op::reject) {
                result<std::size_t> const taken = predicated(all.subspan(i), from);
                if (!taken) {
                    return taken.error().code == errc::not_lowerable
                               ? result<void>(refuse(taken.error().hint.view()))
                               : result<void>(taken.error());
                }
                i += *taken - 1;
                front = false;
                continue;
            }
            bool const done = i + 1 == all.size();
            state_id const next = done ? to : out_->add_state();
            place const here{front, at.tail && i + 1 >= last};
            todo_.push_back({all[i], from, next, here});
            if (done) {
                return {};
            }
            front = front && zero_width(all[i]);
            from = next;
        }
        out_->epsilon(from, to);
        return {};
    }

    /// Writes predicates and what is behind them from a state on, which becomes that behind all of it, and returns of how many
    /// elements that was.
    [[nodiscard]] result<std::size_t> predicated(std::span<peg::node_id const> all, state_id& from) {
        // Many texts are a rule, written once: each way to call a tool has the same ones.
        constexpr std::size_t many = 400;
        state_id const next = out_->add_state();
        peg_regular regular(a_, looks_);
        std::size_t elements = 0;
        std::string content = regular.content(all, elements);
        bool const kept = content.size() >= many;
        rule_id const* const known = kept ? automata_.find(content) : nullptr;
        std::size_t taken = elements;
        if (known != nullptr) {
            out_->call(from, *known, next);
        } else {
            taken = 0;
            result<dfa> const run = regular.predicated(all, taken);
            if (!run) {
                return run.error();
            }
            if (kept && taken == elements) {
                out_->call(from, automata_.add(*run, std::move(content)), next);
            } else {
                detail::write_automaton(*out_, *run, from, next);
            }
        }
        from = next;
        return taken;
    }

    void characters(peg::node const& n, state_id from, state_id to) {
        vec<code_points> const set = peg_regular::members(a_, a_.classes[n.a]);
        times(n.b, n.c, from, to, [&](state_id begin, state_id end) { add_ranges(*out_, begin, set, end); });
    }

    void repeat(peg::node const& n, state_id from, state_id to) {
        times(n.b, n.c, from, to,
              [&](state_id begin, state_id end) { todo_.push_back({n.a, begin, end, {}}); });
    }

    template <class Body>
    void times(std::uint32_t least, std::uint32_t most, state_id from, state_id to, Body const& body) {
        bool const counted = (least > most_copies && least != peg::unbounded) ||
                             (most != peg::unbounded && most > most_copies);
        if (counted) {
            rule_id const rule = out_->add_rule("counted");
            state_id const round = out_->entry(rule);
            state_id const begun = out_->add_state();
            out_->accept(round);
            out_->increment(round, begun);
            body(begun, round);
            out_->counted_call(from, {rule, least, most == peg::unbounded ? unbounded : most}, to);
            return;
        }
        for (std::uint32_t i = 0; i < least; ++i) {
            state_id const next = out_->add_state();
            body(from, next);
            from = next;
        }
        if (most == peg::unbounded) {
            state_id const loop = out_->add_state();
            out_->epsilon(from, loop);
            out_->epsilon(loop, to);
            body(loop, loop);
            return;
        }
        for (std::uint32_t i = least; i < most; ++i) {
            out_->epsilon(from, to);
            state_id const next = out_->add_state();
            body(from, next);
            from = next;
        }
        out_->epsilon(from, to);
    }

    /// `until` and `rest`: one rule per list of delimiters.
    [[nodiscard]] result<void> call_text(peg::node const& n, state_id from, state_id to, bool tail) {
        std::vector<std::string_view> delimiters;
        std::string key = tail ? "tail" : "";
        constexpr std::size_t items_of_a_text = 64;
        paid_items each(looks_);
        if (n.kind == peg::op::until) {
            for (peg::text_ref const d : a_.delimiters_of(n)) {
                if (!each.next(items_of_a_text + d.length)) {
                    return looks_.error(where_);
                }
                delimiters.push_back(a_.str(d));
                key.append(" ")
                    .append(std::to_string(delimiters.back().size()))
                    .append(" ")
                    .append(delimiters.back());
            }
        }
        auto const [at, fresh] = texts_.try_emplace(std::move(key), 0u);
        if (fresh) {
            constexpr std::size_t most = 20'000;  // states
            result<dfa> const a = before_delimiters(delimiters, most, tail, {}, bounds_.stop);
            if (!a) {
                return a.error();
            }
            rule_id const rule = at.value = out_->add_rule(n.kind == peg::op::until ? "until" : "rest");
            state_id const end = out_->add_state();
            out_->accept(end);
            detail::write_automaton(*out_, *a, out_->entry(rule), end);
        }
        out_->call(from, at.value, to);
        return {};
    }

    struct waiting {
        peg::rule_id rule;
        place at;
        rule_id number;
    };
    static constexpr std::uint64_t steps_of_a_part = 10;
    static constexpr std::uint64_t steps_of_a_node = 20;  // counted: some ninety instructions
    static constexpr std::size_t bytes_of_a_state = 48;

    peg::arena_view a_;
    builder* out_;
    schema_writer schema_;
    limits bounds_;
    work spent_;
    work looks_{spent_.only_looks()};
    paid_rounds each_part_{looks_, steps_of_a_part};
    vec<task> todo_;                          // the last first
    std::string where_;                       // the rule that is being lowered
    hash_map<std::uint64_t, rule_id> rules_;  // by rule and place
    vec<waiting> pending_;
    hash_map<std::string, rule_id> texts_;  // by their delimiters
    automaton_rules automata_;              // of predicates with many texts
};

}  // namespace parlance::rtn::detail
