// parlance/rtn/detail/peg_lowering.hpp - the states and edges of a parsing table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/peg_regular.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_peg.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/until.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::rtn::detail {

/// Lowers an arena; `schema` answers for schema nodes.
class peg_lowering {
public:
    static constexpr std::size_t deepest = 2000;
    static constexpr std::uint32_t most_copies = 16;  // of a repetition; more are counted

    peg_lowering(peg::arena_view const& a, builder& out, schema_writer schema, limits const& bounds)
        : a_(a), out_(&out), schema_(schema), bounds_(bounds) {}

    [[nodiscard]] result<rule_id> run() {
        rule_id const root = out_->add_rule("root");
        state_id const end = out_->add_state();
        out_->accept(end);
        where_ = "root";
        if (auto const r = write(a_.root, out_->entry(root), end, {true, true}); !r) {
            return r.error();
        }
        for (std::size_t i = 0; i < pending_.size(); ++i) {
            auto const [rule, at, number] = pending_[i];
            state_id const stop = out_->add_state();
            out_->accept(stop);
            where_ = std::string(a_.rule_name(rule));
            if (auto const r = write(a_.rules[rule].root, out_->entry(number), stop, at); !r) {
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
        auto operator<=>(place const&) const = default;
    };

    [[nodiscard]] diagnostic refuse(std::string_view why) const {
        return {errc::not_lowerable, {}, 0, note(where_).append(": ").append(why)};
    }
    [[nodiscard]] bool zero_width(peg::node_id id) const noexcept {
        peg::op const k = a_.at(id).kind;
        return k == peg::op::epsilon || k == peg::op::start || k == peg::op::end || k == peg::op::cut;
    }

    [[nodiscard]] result<void> write(peg::node_id id, state_id from, state_id to, place at) {
        if (++depth_ > deepest) {
            return diagnostic{errc::nested_too_deep, {}, 0, note(where_)};
        }
        result<void> const r = write_node(a_.at(id), from, to, at);
        --depth_;
        if (r && out_->state_count() > bounds_.states) {
            return diagnostic{errc::too_many_states, {}, 0, note(where_)};
        }
        return r;
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
        case peg::op::literal: {
            std::string_view const text = a_.literal_of(n);
            auto const last = static_cast<std::uint8_t>(text.back());
            out_->bytes(out_->literal(from, text.substr(0, text.size() - 1)), last, last, to);
            return {};
        }
        case peg::op::chars: return characters(n, from, to);
        case peg::op::until:
        case peg::op::rest:
            if (n.kind == peg::op::rest && !at.tail) {
                return refuse("'rest' with something behind it");
            }
            return call_text(n, from, to, at.tail);
        case peg::op::sequence: return sequence(a_.children_of(n), from, to, at);
        case peg::op::choice:
            for (peg::node_id const c : a_.children_of(n)) {
                if (auto const r = write(c, from, to, at); !r) {
                    return r;
                }
            }
            return {};
        case peg::op::repeat: return repeat(n, from, to);
        case peg::op::look:
        case peg::op::reject: return refuse("a predicate with nothing regular behind it");
        case peg::op::atomic:
        case peg::op::tag:
        case peg::op::recover: return write(n.a, from, to, at);
        case peg::op::refine: return write(n.b, from, to, at);
        case peg::op::ref: out_->call(from, rule_of(n.a, at), to); return {};
        case peg::op::schema: {
            result<rule_id> const r = schema_(*out_, n.b);
            if (!r) {
                return r.error();
            }
            out_->call(from, *r, to);
            return {};
        }
        case peg::op::token: out_->token(from, n.b, to); return {};
        case peg::op::gbnf: {
            if (a_.gbnf_of(n).empty()) {
                out_->epsilon(from, to);
                return {};
            }
            result<gbnf::grammar> const g = gbnf::compile("root ::= " + std::string(a_.gbnf_of(n)), bounds_);
            if (!g) {
                return g.error();
            }
            result<rule_id> const r = from_gbnf(*g, *out_, bounds_);
            if (!r) {
                return r.error();
            }
            out_->call(from, *r, to);
            return {};
        }
        }
        return refuse("a node of unknown kind");
    }

    [[nodiscard]] rule_id rule_of(peg::rule_id r, place at) {
        auto const [found, fresh] = rules_.emplace(std::pair{r, at}, 0);
        if (fresh) {
            found->second = out_->add_rule(a_.rule_name(r));
            pending_.push_back({r, at, found->second});
        }
        return found->second;
    }

    [[nodiscard]] result<void> sequence(std::span<peg::node_id const> all, state_id from, state_id to,
                                        place at) {
        std::size_t last = all.size();  // behind it nothing reads
        while (last > 0 && zero_width(all[last - 1])) {
            --last;
        }
        bool front = at.front;
        for (std::size_t i = 0; i < all.size(); ++i) {
            peg::op const kind = a_.at(all[i]).kind;
            if (kind == peg::op::look || kind == peg::op::reject) {
                std::size_t end = i;
                result<dfa> const run = peg_regular(a_).predicated(all.subspan(i), end);
                if (!run) {
                    return run.error().code == errc::not_lowerable
                               ? result<void>(refuse(run.error().hint.view()))
                               : result<void>(run.error());
                }
                state_id const next = out_->add_state();
                write_automaton(*run, from, next);
                from = next;
                i = end - 1;
                front = false;
                continue;
            }
            bool const done = i + 1 == all.size();
            state_id const next = done ? to : out_->add_state();
            place const here{front, at.tail && i + 1 >= last};
            if (auto const r = write(all[i], from, next, here); !r || done) {
                return r;
            }
            front = front && zero_width(all[i]);
            from = next;
        }
        out_->epsilon(from, to);
        return {};
    }

    [[nodiscard]] result<void> characters(peg::node const& n, state_id from, state_id to) {
        std::vector<code_points> const set = peg_regular::members(a_, a_.classes[n.a]);
        auto const one = [&](builder& out, state_id begin, state_id end) -> result<void> {
            add_ranges(out, begin, set, end);
            return {};
        };
        return times(n.b, n.c, from, to, one);
    }

    [[nodiscard]] result<void> repeat(peg::node const& n, state_id from, state_id to) {
        auto const body = [&](builder&, state_id begin, state_id end) { return write(n.a, begin, end, {}); };
        return times(n.b, n.c, from, to, body);
    }

    template <class Body>
    [[nodiscard]] result<void> times(std::uint32_t least, std::uint32_t most, state_id from, state_id to,
                                     Body const& body) {
        bool const counted = (least > most_copies && least != peg::unbounded) ||
                             (most != peg::unbounded && most > most_copies);
        if (counted) {
            rule_id const rule = out_->add_rule("counted");
            state_id const round = out_->entry(rule);
            state_id const begun = out_->add_state();
            out_->accept(round);
            out_->tick(round, begun);
            if (auto const r = body(*out_, begun, round); !r) {
                return r;
            }
            out_->counted_call(from, {rule, least, most == peg::unbounded ? unbounded : most}, to);
            return {};
        }
        for (std::uint32_t i = 0; i < least; ++i) {
            state_id const next = out_->add_state();
            if (auto const r = body(*out_, from, next); !r) {
                return r;
            }
            from = next;
        }
        if (most == peg::unbounded) {
            state_id const loop = out_->add_state();
            out_->epsilon(from, loop);
            out_->epsilon(loop, to);
            return body(*out_, loop, loop);
        }
        for (std::uint32_t i = least; i < most; ++i) {
            out_->epsilon(from, to);
            state_id const next = out_->add_state();
            if (auto const r = body(*out_, from, next); !r) {
                return r;
            }
            from = next;
        }
        out_->epsilon(from, to);
        return {};
    }

    /// `until` and `rest`: one rule per list of delimiters.
    [[nodiscard]] result<void> call_text(peg::node const& n, state_id from, state_id to, bool tail) {
        std::vector<std::string_view> delimiters;
        if (n.kind == peg::op::until) {
            for (peg::text_ref const d : a_.delimiters_of(n)) {
                delimiters.push_back(a_.str(d));
            }
        }
        auto const [at, fresh] = texts_.emplace(std::pair{delimiters, tail}, 0);
        if (fresh) {
            result<dfa> const a = tail ? without_delimiters(delimiters) : before_delimiters(delimiters);
            if (!a) {
                return a.error();
            }
            rule_id const rule = at->second = out_->add_rule(n.kind == peg::op::until ? "until" : "rest");
            state_id const end = out_->add_state();
            out_->accept(end);
            write_automaton(*a, out_->entry(rule), end);
        }
        out_->call(from, at->second, to);
        return {};
    }

    void write_automaton(dfa const& a, state_id from, state_id to) {
        std::vector<state_id> states(a.states());
        for (std::size_t s = 0; s < a.states(); ++s) {
            states[s] = s == 0 ? from : out_->add_state();
        }
        if (std::any_of(a.table.begin(), a.table.end(), [](std::uint32_t t) { return t == 0; })) {
            states[0] = out_->add_state();  // `from` may have other edges, so nothing may lead back to it
            out_->epsilon(from, states[0]);
        }
        for (std::size_t s = 0; s < a.states(); ++s) {
            for (auto const& [target, set] : a.moves(static_cast<std::uint32_t>(s))) {
                add_ranges(*out_, states[s], set, states[target]);
            }
            if (a.labels[s] != 0) {
                out_->epsilon(states[s], to);
            }
        }
    }

    struct waiting {
        peg::rule_id rule;
        place at;
        rule_id number;
    };
    peg::arena_view a_;
    builder* out_;
    schema_writer schema_;
    limits bounds_;
    std::size_t depth_ = 0;
    std::string where_;  // the rule that is being lowered
    std::map<std::pair<peg::rule_id, place>, rule_id> rules_;
    std::vector<waiting> pending_;
    std::map<std::pair<std::vector<std::string_view>, bool>, rule_id> texts_;
};

}  // namespace parlance::rtn::detail
