// parlance/schema/detail/solve/impl/independent.ipp - choices about members with names, kept instead of multiplied
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

maybe<branch> solver::left_open(attempt const& a, vec<fact>&& facts) {
    way said;
    said.reserve(facts.size());
    for (fact& f : facts) {
        said.push_back(one(std::move(f)));
    }
    bool possible = true;
    vec<char> open(said.size(), 0);
    for (std::size_t i = 0; i < said.size(); ++i) {
        pay(items_of_a_step + a.facts.size());
        truth const known = judge(a, said, said[i]);
        possible = possible && known != truth::no;
        open[i] = known == truth::unknown;
    }
    if (!possible) {
        return {};
    }
    branch kept;
    for (std::size_t i = 0; i < said.size(); ++i) {
        if (open[i] != 0) {
            kept.push_back(*std::move(said[i].plain));
        }
    }
    return kept;
}

result<maybe<vec<branch>>> solver::local_ways(attempt const& a, choice const& c) {
    using k = fact::kind;
    constexpr std::uint64_t steps_of_a_way = 2;
    vec<branch> out;
    vec<attempt> open;
    std::size_t next = 0;  // of the ways: the first that was not begun
    while (next < c.size() || !open.empty()) {
        if (open.empty()) {
            way const& w = c[next++];
            attempt begun;
            begun.seen = a.seen;
            add_steps(w, begun.todo);
            open.push_back(std::move(begun));
        }
        attempt inner = std::move(open.back());
        open.pop_back();
        pay(items_of_a_step * steps_of_a_way);
        result<bool> const good = settle(inner, type::object);
        if (!good) {
            return good.error();
        }
        if (!*good || contradictory(inner.facts)) {
            discard(inner);
            continue;
        }
        bool const local = std::all_of(inner.facts.begin(), inner.facts.end(), [](fact const& f) {
            return f.is == k::required || f.is == k::lacks ||
                   (f.is == k::keys && f.where.is == key_set::kind::name);
        });
        std::size_t const ways = out.size() + open.size() + (c.size() - next);
        if (!local || !inner.unevaluated.empty() || ways >= most_local_ways) {
            discard(inner);
            return maybe<vec<branch>>{};
        }
        if (!inner.choices.empty()) {
            choice const options = std::move(inner.choices.back());
            inner.choices.pop_back();
            for (auto w = options.rbegin(); w != options.rend(); ++w) {
                open.push_back(copy(inner));
                add_steps(*w, open.back().todo);
            }
            continue;
        }
        if (maybe<branch> kept = left_open(a, std::move(inner.facts))) {
            out.push_back(*std::move(kept));
        }
    }
    return maybe<vec<branch>>(std::move(out));
}

result<bool> solver::find_unsure_names(attempt const& a, vec<node_id> const& open, evaluation const& done,
                                       vec<unsure_name>& out) {
    constexpr std::size_t certain = static_cast<std::size_t>(-1);  // by what holds anyway
    hash_map<std::string_view, std::size_t> number_of;             // in `out`
    for (std::string_view const name : done.names) {
        number_of.try_emplace(name, certain);
    }
    for (node_id const m : open) {
        evaluation more;
        vec<node_id> deeper;
        if (auto const r = evaluate(a, m, type::object, true, false, more, deeper); !r) {
            return r.error();
        }
        if (more.forked || more.all || !more.patterns.empty() || !deeper.empty()) {
            return false;
        }
        for (std::string_view const name : more.names) {
            pay(items_of_a_fact);
            auto const [at, fresh] = number_of.try_emplace(name, out.size());
            if (fresh) {
                out.push_back({name, {}});
            }
            if (at.value != certain) {
                out[at.value].nodes.push_back(m);
            }
        }
    }
    return true;
}

solver::choice solver::ways_to_evaluate(unsure_name const& at, node_id wanted) {
    choice ways{{one(text_fact(fact::kind::lacks, at.name))}};
    for (node_id const m : at.nodes) {
        pay(items_of_a_fact);
        ways.push_back({one(holds(m))});
    }
    if ((*nodes_)[wanted].constant.value_or(true)) {
        ways.push_back({one(key_fact(fact::kind::keys, named(at.name), holds(wanted))),
                        one(text_fact(fact::kind::required, at.name))});
    }
    return ways;
}

result<bool> solver::account_by_name(attempt& a) {
    while (!a.unevaluated.empty()) {
        node_id const id = a.unevaluated.back();
        node const& n = (*nodes_)[id];
        evaluation done;
        vec<node_id> open;
        if (n.breach_of != no_node) {
            return false;
        }
        if (auto const r = evaluate(a, id, type::object, false, false, done, open); !r) {
            return r.error();
        }
        if (done.forked) {
            return false;
        }
        if (done.all) {
            a.unevaluated.pop_back();
            continue;
        }
        vec<unsure_name> unsure;
        result<bool> const found = find_unsure_names(a, open, done, unsure);
        if (!found || !*found) {
            return found;
        }
        a.unevaluated.pop_back();
        node_id const wanted = n.unevaluated_properties;
        for (unsure_name const& each : unsure) {
            done.names.push_back(each.name);
            a.choices.push_back(ways_to_evaluate(each, wanted));
        }
        key_set const rest = all_but("by name " + std::to_string(id), done);
        a.facts.push_back(key_fact(fact::kind::keys, rest, holds(wanted)));
    }
    return true;
}

result<bool> solver::find_ways(attempt& a, vec<vec<branch>>& clauses, bool& alive) {
    for (std::size_t i = clauses.size(); i < a.choices.size(); ++i) {
        result<maybe<vec<branch>>> ways = local_ways(a, a.choices[i]);
        if (!ways) {
            return ways.error();
        }
        if (!*ways) {
            std::swap(a.choices[i], a.choices.back());  // it will be split
            return false;
        }
        if ((*ways)->empty()) {
            alive = false;
            return false;
        }
        clauses.push_back(std::move(**ways));
    }
    return true;
}

bool solver::drop_decided(attempt& a, vec<vec<branch>>& clauses) {
    bool decided = false;
    for (std::size_t i = clauses.size(); i-- > 0;) {
        bool const certain =
            std::any_of(clauses[i].begin(), clauses[i].end(), [](branch const& w) { return w.empty(); });
        if (!certain && clauses[i].size() > 1) {
            continue;
        }
        decided = decided || !certain;
        if (!certain) {
            a.facts.insert(a.facts.end(), clauses[i].front().begin(), clauses[i].front().end());
        }
        a.choices.erase(a.choices.begin() + static_cast<std::ptrdiff_t>(i));
        clauses.erase(clauses.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return decided;
}

result<bool> solver::keep_local(attempt& a, bool& alive) {
    vec<vec<branch>> clauses;  // of the choices
    for (bool again = true; again;) {
        result<bool> const local = find_ways(a, clauses, alive);
        if (!local || !*local) {
            return local;
        }
        if (!a.unevaluated.empty()) {
            std::size_t const before = a.choices.size();
            result<bool> const done = account_by_name(a);
            if (!done || !*done) {
                return done;
            }
            if (a.choices.size() > before) {
                continue;
            }
        }
        again = drop_decided(a, clauses);
        a.chosen = true;
        if (again) {
            if (contradictory(a.facts) || clash(a)) {
                alive = false;
                return false;
            }
            clauses.clear();  // the new facts may decide some of their ways
        }
    }
    make_room(a.facts, clauses.size());
    for (vec<branch>& ways : clauses) {
        fact f{fact::kind::either};
        f.number = clauses_.size();
        clause_bytes_ += bytes_of(ways);
        clauses_.push_back(std::move(ways));
        a.facts.push_back(std::move(f));
    }
    a.choices.clear();
    return true;
}

}  // namespace parlance::schema::detail
