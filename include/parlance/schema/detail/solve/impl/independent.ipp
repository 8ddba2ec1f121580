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
            begun.todo.assign(w.rbegin(), w.rend());
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
            continue;
        }
        bool const local = std::all_of(inner.facts.begin(), inner.facts.end(), [](fact const& f) {
            return f.is == k::required || f.is == k::lacks ||
                   (f.is == k::keys && f.where.is == key_set::kind::name);
        });
        std::size_t const ways = out.size() + open.size() + (c.size() - next);
        if (!local || !inner.unevaluated.empty() || ways >= most_local_ways) {
            return maybe<vec<branch>>{};
        }
        if (!inner.choices.empty()) {
            choice const options = std::move(inner.choices.back());
            inner.choices.pop_back();
            for (auto w = options.rbegin(); w != options.rend(); ++w) {
                open.push_back(inner);
                open.back().todo.assign(w->rbegin(), w->rend());
            }
            continue;
        }
        // what is known anyway need not be said, and what cannot be is no way
        way said;
        said.reserve(inner.facts.size());
        for (fact& f : inner.facts) {
            said.push_back(one(std::move(f)));
        }
        bool possible = true;
        vec<char> open_yet(said.size(), 0);
        for (std::size_t i = 0; i < said.size(); ++i) {
            pay(items_of_a_step + a.facts.size());
            truth const known = judge(a, said, said[i]);
            possible = possible && known != truth::no;
            open_yet[i] = known == truth::unknown;
        }
        branch kept;
        for (std::size_t i = 0; possible && i < said.size(); ++i) {
            if (open_yet[i] != 0) {
                kept.push_back(*std::move(said[i].plain));
            }
        }
        if (possible) {
            out.push_back(std::move(kept));
        }
    }
    return maybe<vec<branch>>(std::move(out));
}

result<bool> solver::account_by_name(attempt& a) {
    constexpr std::size_t looked_at = static_cast<std::size_t>(-1);  // by what holds anyway
    while (!a.unevaluated.empty()) {
        node_id const id = a.unevaluated.back();
        node const& n = (*nodes_)[id];
        evaluation done;
        vec<node_id> visited;
        vec<node_id> open;
        if (n.breach_of != no_node) {
            return false;
        }
        if (auto const r = evaluate(a, id, type::object, false, false, done, visited, open); !r) {
            return r.error();
        }
        if (done.forked) {
            return false;
        }
        if (done.all) {
            a.unevaluated.pop_back();
            continue;
        }
        // who looks at a name, if it holds
        vec<std::pair<std::string_view, vec<node_id>>> lookers;
        hash_map<std::string_view, std::size_t> number_of;  // of lookers, by name
        for (std::string_view const name : done.names) {
            number_of.try_emplace(name, looked_at);
        }
        for (node_id const m : open) {
            evaluation more;
            vec<node_id> inside;
            vec<node_id> deeper;
            if (auto const r = evaluate(a, m, type::object, true, false, more, inside, deeper); !r) {
                return r.error();
            }
            if (more.forked || more.all || !more.patterns.empty() || !deeper.empty()) {
                return false;
            }
            for (std::string_view const name : more.names) {
                auto const [at, fresh] = number_of.try_emplace(name, lookers.size());
                if (fresh) {
                    lookers.emplace_back(name, vec<node_id>{});
                }
                if (at.value != looked_at) {
                    lookers[at.value].second.push_back(m);
                }
            }
        }
        a.unevaluated.pop_back();
        node seen;
        std::string key = "by name " + std::to_string(id);
        auto const add = [&](std::string_view name) {
            seen.properties.push_back({name, no_node});
            key.append(" ").append(std::to_string(name.size())).append(" ").append(name);
        };
        std::for_each(done.names.begin(), done.names.end(), add);
        for (std::string_view const text : done.patterns) {
            seen.patterns.push_back({text, no_node});
            key.append(" p").append(std::to_string(text.size())).append(" ").append(text);
        }
        for (auto const& [name, nodes] : lookers) {
            add(name);
            choice ways{{one(text_fact(fact::kind::lacks, name))}};
            for (node_id const m : nodes) {
                ways.push_back({one(holds(m))});
            }
            node const& rest = (*nodes_)[n.unevaluated_properties];
            if (rest.constant.value_or(true)) {
                ways.push_back({one(key_fact(fact::kind::keys, named(name), holds(n.unevaluated_properties))),
                                one(text_fact(fact::kind::required, name))});
            }
            a.choices.push_back(std::move(ways));
        }
        key_set const rest{key_set::kind::rest, {}, nodes_->made(std::move(key), std::move(seen))};
        a.facts.push_back(key_fact(fact::kind::keys, rest, holds(n.unevaluated_properties)));
    }
    return true;
}

result<bool> solver::keep_local(attempt& a, bool& alive) {
    vec<vec<branch>> clauses;  // of the choices
    for (bool again = true; again;) {
        again = false;
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
        if (!a.unevaluated.empty()) {
            std::size_t const before = a.choices.size();
            result<bool> const done = account_by_name(a);
            if (!done || !*done) {
                return done;
            }
            again = a.choices.size() > before;
            if (again) {
                continue;
            }
        }
        // a choice with one way left is none, and may decide others
        for (std::size_t i = clauses.size(); i-- > 0;) {
            bool const certain =
                std::any_of(clauses[i].begin(), clauses[i].end(), [](branch const& w) { return w.empty(); });
            if (!certain && clauses[i].size() > 1) {
                continue;
            }
            again = again || !certain;
            if (!certain) {
                a.facts.insert(a.facts.end(), clauses[i].front().begin(), clauses[i].front().end());
            }
            a.choices.erase(a.choices.begin() + static_cast<std::ptrdiff_t>(i));
            clauses.erase(clauses.begin() + static_cast<std::ptrdiff_t>(i));
        }
        a.chosen = true;
        if (again) {
            if (contradictory(a.facts) || clash(a)) {
                alive = false;
                return false;
            }
            clauses.clear();  // the new facts may decide some of their ways
            continue;
        }
        for (vec<branch>& ways : clauses) {
            fact f{fact::kind::either};
            f.number = clauses_.size();
            clause_bytes_ += bytes_of(ways);
            clauses_.push_back(std::move(ways));
            a.facts.push_back(std::move(f));
        }
        a.choices.clear();
    }
    return true;
}

}  // namespace parlance::schema::detail
