// parlance/schema/detail/write/impl/goals.ipp - goals as rules: an alternative per branch and type
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/validate/validator.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

/// A schema that is nothing but a reference is what that leads to; where they lead in a circle, the first of them.
goal writer::followed(goal g) {
    if (g.size() != 1 || negative(g.front())) {
        return g;
    }
    auto const next = [&](node_id id) {
        return nodes().load(id) && nodes()[id].refers_only() ? nodes()[id].reference : no_node;
    };
    node_id at = node_of(g.front());
    node_id passed = at;  // a circle comes back to it (Brent 1980)
    std::uint64_t hops = 0;
    for (node_id to = next(at); to != no_node; to = next(at)) {
        at = to;
        if (at == passed) {
            for (to = next(at); to != passed; to = next(to)) {
                at = (std::min)(at, to);
            }
            break;
        }
        if (std::has_single_bit(++hops)) {
            passed = at;
        }
    }
    g.front() = holds(at);
    return g;
}

std::string writer::name_of(goal const& g) const {
    constexpr std::size_t longest = 1'000;  // below a name of 30,000 bytes there may be a thousand rules
    std::string out = g.empty() ? "value" : solve_.pointer(g);
    if (out.size() > longest) {
        out.resize(longest);
        out.resize(longest - utf8::unfinished(out));
    }
    return out;
}

rule_id writer::rule_of(goal const& whole) {
    if (auto const at = goals_.find(whole); at != goals_.end()) {
        return at->second;
    }
    constexpr std::uint64_t steps_of_a_rule = 100;
    (void)spent_.spend(steps_of_a_rule);  // whoever writes it sees whether it could be paid for
    goal const g = followed(whole);
    if (g != whole) {
        rule_id const r = rule_of(g);
        goals_.emplace(whole, r);
        return r;
    }
    if (g.size() == 1 && !negative(g.front()) && nodes()[node_of(g.front())].json != nullptr) {
        node const& only = nodes()[node_of(g.front())];
        fingerprint const print = nodes().source().print_of(*only.json, only.scope);
        if (auto const* const at = shared_->by_print.find(print); at != nullptr) {
            shared_->note_met(print, at->value);
            goals_.emplace(g, at->value);
            return at->value;
        }
        rule_id const r = out_.add_rule(name_of(g));
        shared_->open_prints.push_back(&shared_->by_print.try_emplace(print, r).at);
        goals_.emplace(g, r);
        todo_.push_back(g);
        return r;
    }
    std::string const any = g.empty() ? "value" : std::string();
    if (g.empty()) {
        if (auto const at = shared_->by_text.find(any); at != shared_->by_text.end()) {
            shared_->note_met(any, at->second);
            goals_.emplace(g, at->second);
            return at->second;
        }
    }
    rule_id const r = out_.add_rule(name_of(g));
    if (g.empty()) {
        shared_->open_texts.push_back(shared_->by_text.emplace(any, r).first);
    }
    goals_.emplace(g, r);
    todo_.push_back(g);
    return r;
}

/// The alternatives of one rule: constants and calls of other rules, each of them once.
class writer::alternatives {
public:
    alternatives(writer& out, goal const& g, state_id from, state_id to) noexcept
        : out_(&out), goal_(&g), from_(from), to_(to) {}

    /// Those that are of type `t`.
    [[nodiscard]] result<void> add(type t) {
        result<vec<branch>> ways = out_->take_branches(*goal_, t);
        if (!ways) {
            return ways.error();
        }
        if (t == type::string && ways->size() > most_string_ways) {
            // many overlapping automata: their union is smaller than they are side by side
            result<rule_id> const r = out_->any_string_rule(*goal_);
            if (!r) {
                return r.error();
            }
            out_->out_.call(from_, *r, to_);
            return {};
        }
        for (branch const& b : *ways) {
            bool const listed =
                std::any_of(b.begin(), b.end(), [](fact const& f) { return f.is == fact::kind::one_of; });
            bool const plain = t == type::null || t == type::boolean;
            auto const r = listed ? add_listed(b, t) : plain ? add_plain(b, t) : add_rule(b, t);
            if (!r) {
                return r;
            }
        }
        out_->solve_.discard(*ways);
        return {};
    }

    /// To be called behind all of them.
    [[nodiscard]] result<void> finish() {
        if (out_->mixes_arrays(called_)) {
            auto const where = out_->solve_.pointer(*goal_);
            note why(where);
            why.append(where.empty() ? "" : ": ").append("uniqueItems in some of several arrays");
            return diagnostic{errc::unsupported_keyword, {}, 0, why};
        }
        out_->write_texts(from_, texts_, to_);
        work looks = out_->spent_.only_looks();  // each was paid for when it was made
        texts_.clear([&] { (void)looks.spend(steps_to_free * texts_.in_block / 2); });
        return {};
    }

private:
    /// What enum or const lists.
    [[nodiscard]] result<void> add_listed(branch const& b, type t) {
        constexpr std::uint64_t steps_of_a_value = 20;
        result<vec<boost::json::value const*>> const some = out_->candidates(b, *goal_, t);
        if (!some) {
            return some.error();
        }
        rtn::dfa const* const outside = out_->outside_;
        std::size_t ended = 0;
        for (boost::json::value const* v : *some) {
            if (t == type::string) {
                // pay() sees why not
                (void)out_->spent_.spend(steps_of_a_value + v->get_string().size());
                if (outside == nullptr || outside->accepts(v->get_string())) {
                    texts_.push_back('"' + json_spelling(v->get_string()) + '"');
                } else {
                    ++ended;
                }
            } else if (outside != nullptr && !outside->accepts(json::dump(*v))) {
                ++ended;
            } else if ((void)written_.make_room(out_->spent_); written_.insert(v)) {
                write_constant(*v, t);
            }
        }
        out_->leave_out(*goal_, ended, "constants");
        return {};
    }

    /// All objects are in one rule, so that what they begin with is read once.
    void write_constant(boost::json::value const& v, type t) {
        if (t != type::object) {
            out_->write_value(from_, v, to_);
            return;
        }
        if (!objects_) {
            objects_ = out_->begin_constant_object();
            out_->out_.call(from_, objects_->rule, to_);
        }
        out_->write_value(out_->out_.entry(objects_->rule), v, objects_->end, true);
    }

    /// null, or false and true.
    [[nodiscard]] result<void> add_plain(branch const& b, type t) {
        static boost::json::value const values[] = {nullptr, false, true};
        for (boost::json::value const& v : values) {
            if (type_of(v) != t) {
                continue;
            }
            result<bool> const good = b.empty() ? result<bool>(true) : out_->meets(v, *goal_);
            if (!good) {
                return good.error();
            }
            if (*good && written_.insert(&v)) {
                out_->write_value(from_, v, to_);
            }
        }
        return {};
    }

    [[nodiscard]] result<void> add_rule(branch const& b, type t) {
        result<rule_id> const r = t == type::number   ? out_->number_rule(b)
                                  : t == type::string ? out_->string_rule(b)
                                  : t == type::array  ? out_->array_rule(b)
                                                      : out_->object_rule(b, *goal_);
        if (!r) {
            // what is wrong is in the schema, and a place in one of its patterns would be none of its text
            diagnostic d{r.error().code, {}, 0, r.error().hint};
            std::string const pointer = out_->solve_.pointer(*goal_);
            if (!pointer.empty() && (d.hint.empty() || d.hint.view().front() != '/')) {
                d.hint = note(pointer).append(d.hint.empty() ? "" : ": ").append(r.error().hint.view());
            }
            return d;
        }
        if (called_.insert(*r)) {
            out_->out_.call(from_, *r, to_);
        }
        return out_->pay() ? result<void>() : result<void>(out_->spent_.error("a schema"));
    }

    writer* out_;
    goal const* goal_;
    state_id from_;
    state_id to_;
    hash_set<rule_id> called_;
    hash_set<boost::json::value const*> written_;
    maybe<constant_object> objects_;
    blocks<std::string> texts_;  // strings, which are written together
};

result<void> writer::write_goal(goal const& g, rule_id rule, std::uint8_t types) {
    state_id const to = out_.add_state();
    out_.accept(to);
    alternatives all(*this, g, out_.entry(rule), to);
    for (type const t : {type::null, type::boolean, type::number, type::string, type::array, type::object}) {
        if ((types & bit(t)) != 0) {
            if (auto const r = all.add(t); !r) {
                return r;
            }
        }
    }
    return all.finish();
}

result<bool> writer::meets(boost::json::value const& v, goal const& g) {
    for (literal const l : g) {
        node const& n = nodes()[node_of(l)];
        if (n.json == nullptr) {  // one of its members
            bool any = false;
            for (node_id const m : n.any_of) {
                result<bool> const one = meets(v, {holds(m)});
                if (!one) {
                    return one;
                }
                any = any || *one;
            }
            if (any == negative(l)) {
                return false;
            }
            continue;
        }
        constexpr std::uint64_t judged_in_a_step = 2;  // its steps are those of schemas of many keywords
        std::uint64_t const before = judge_.left();
        result<void> const r = judge_.check(*n.json, v, n.scope);
        if (!spent_.spend((before - judge_.left()) / judged_in_a_step)) {
            return spent_.error("schema");
        }
        if (!r && r.error().code != errc::schema_violation) {
            return r.error();
        }
        if (r.has_value() == negative(l)) {
            return false;
        }
    }
    return true;
}

result<vec<boost::json::value const*>> writer::candidates(branch const& b, goal const& whole, type t) {
    constexpr std::uint64_t steps_of_a_value = 10;
    work looks = spent_.only_looks();
    vec<boost::json::value const*> out;
    goal const g = followed(whole);
    for (fact const& f : b) {
        if (f.is != fact::kind::one_of) {
            continue;
        }
        node const& n = nodes()[f.node];
        // a list and nothing beside it needs no looking at each of its values
        bool const plain = n.all_of.empty() && n.any_of.empty() && n.one_of.empty() && n.negated == no_node &&
                           n.condition == no_node && n.reference == no_node &&
                           (n.single == nullptr || n.values == nullptr);
        bool const alone = g.size() == 1 && g.front() == holds(f.node) && plain && !n.about(t);
        auto const consider = [&](boost::json::value const& v) -> result<void> {
            (void)spent_.spend(steps_of_a_value);
            if (type_of(v) == t) {
                result<bool> const good = alone ? result<bool>(true) : meets(v, g);
                if (!good) {
                    return good.error();
                }
                if (*good) {
                    (void)paid_room(out, 1, looks);
                    out.push_back(&v);
                }
            }
            return {};
        };
        if (n.single != nullptr) {
            if (auto const r = consider(*n.single); !r) {
                return r.error();
            }
        } else {
            for (auto const& v : *n.values) {
                if (auto const r = consider(v); !r) {
                    return r.error();
                }
            }
        }
        break;
    }
    return out;
}

}  // namespace parlance::schema::detail
