// parlance/schema/detail/solve/impl/solve.ipp - definitions of what parlance/schema/detail/solve/solve.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/load.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

void add_literal(goal& g, literal l) {
    if (std::find(g.begin(), g.end(), l) == g.end()) {
        g.push_back(l);
    }
}

result<vec<branch>> solver::expand(goal const& g, type t) {
    if (g.size() == 1 && !negative(g.front())) {  // mostly five types of six are not there
        node_id const only = node_of(g.front());
        if (auto const r = nodes_->load(only); !r) {
            return r.error();
        }
        node const& n = (*nodes_)[only];
        if ((n.types & bit(t)) == 0 && !n.combines()) {
            return vec<branch>{};
        }
    }
    std::size_t const few = (std::min)(few_branches, most_branches_);
    splitting const attempts[] = {
        {false, false, few},
        {true, false,
         few},  // ways that exclude each other are fewer where they overlap much, but say more than is needed
        {false, t == type::object, most_branches_},
    };
    auto const kept_if = [&](splitting how, auto const& good) {
        std::size_t const clauses = clauses_.size();
        result<vec<branch>> ways = expand(g, t, how);
        bool const wanted = ways && good(*ways);
        while (!wanted && clauses_.size() > clauses) {  // nobody asks for them
            clause_bytes_ -= bytes_of(clauses_.back());
            discard(clauses_.back());
            clauses_.pop_back();
        }
        if (ways && !wanted) {
            discard(*ways);
        }
        return std::pair{std::move(ways), wanted};
    };
    auto const always = [](vec<branch> const&) { return true; };
    auto const keeps_several = [](vec<branch> const& ways) {
        return std::all_of(ways.begin(), ways.end(), [](branch const& b) {
            return std::count_if(b.begin(), b.end(),
                                 [](fact const& f) { return f.is == fact::kind::either; }) > 1;
        });
    };
    result<vec<branch>> out = vec<branch>{};
    auto const known = failed_.find({g, static_cast<std::uint8_t>(t)});
    for (std::size_t i = known == failed_.end() ? 0 : known->second; i < std::size(attempts); ++i) {
        out = kept_if(attempts[i], always).first;
        if (out && t == type::object && !attempts[i].keep && out->size() > many_products) {
            // where independent choices multiply to that, they are kept as they are
            if (auto [ways, wanted] = kept_if({false, true, many_products}, keeps_several); wanted) {
                discard(*out);
                out = std::move(ways);
            }
        }
        if (out || out.error().code != errc::too_many_alternatives) {
            break;
        }
        if (i + 1 < std::size(attempts)) {
            failed_.insert_or_assign({g, static_cast<std::uint8_t>(t)}, i + 1);
        }
    }
    if (result<void> const good = without_circles(g, t); !good) {
        return good.error();
    }
    return out;
}

std::string solver::pointer(goal const& g) const {
    return g.empty() ? std::string() : nodes_->pointer_of(node_of(g.front()));
}

std::size_t solver::bytes_of(choice const& c) noexcept {
    std::size_t const steps = c.empty() ? 0 : c.front().size();  // the ways of one are mostly alike
    return sizeof(choice) + c.size() * (sizeof(way) + steps * sizeof(step));
}

std::size_t solver::bytes_of(attempt const& a) noexcept {
    std::size_t out = sizeof(attempt) + a.facts.size() * sizeof(fact) + a.todo.size() * sizeof(step) +
                      a.seen.size() * sizeof(literal);
    for (choice const& c : a.choices) {
        out += bytes_of(c);
    }
    return out;
}

solver::attempt solver::copy(attempt const& a) {
    attempt out;
    out.compared = a.compared;
    out.chosen = a.chosen;
    pay(1 + sizeof(attempt) / bytes_of_an_item + a.seen.size() * sizeof(literal) / bytes_of_an_item);
    out.seen = a.seen;
    out.unevaluated = a.unevaluated;
    out.facts.reserve(a.facts.size());
    for (fact const& f : a.facts) {
        pay(sizeof(fact) / bytes_of_an_item);
        out.facts.push_back(f);
    }
    out.choices.reserve(a.choices.size());
    for (choice const& c : a.choices) {
        pay(bytes_of_a_choice / bytes_of_an_item);
        choice ways;
        ways.reserve(c.size());
        for (way const& w : c) {
            pay(items_of_a_way);
            pass(w.size() * sizeof(step));
            ways.push_back(w);
        }
        out.choices.push_back(std::move(ways));
    }
    return out;
}

void solver::add_steps(way const& steps, way& todo) {
    todo.reserve(todo.size() + steps.size());
    for (auto s = steps.rbegin(); s != steps.rend(); ++s) {
        pay(items_of_a_way);
        todo.push_back(*s);
    }
}

void solver::discard(attempt& a) {
    discard_each(a.todo);
    discard_each(a.facts);
    discard_each(a.choices);
}

std::size_t solver::go_each_way(attempt&& a, choice const& options, bool disjoint, vec<attempt>& open) {
    discard_each(a.todo);
    std::size_t held = 0;
    for (auto option = options.rbegin(); option != options.rend(); ++option) {
        attempt one_way = std::next(option) == options.rend() ? std::move(a) : copy(a);
        one_way.chosen = true;
        add_steps(*option, one_way.todo);
        for (auto before = std::next(option); disjoint && before != options.rend(); ++before) {
            if (maybe<step> other = negated(*before)) {
                pay(sizeof(step) / bytes_of_an_item);
                one_way.todo.push_back(*std::move(other));
            }
        }
        held += bytes_of(one_way);
        open.push_back(std::move(one_way));
    }
    return held;
}

result<vec<branch>> solver::expand(goal const& g, type t, splitting how) {
    vec<branch> out;
    attempt first;
    for (auto l = g.rbegin(); l != g.rend(); ++l) {
        first.todo.push_back(step{*l, {}});
    }
    vec<attempt> open;
    open.push_back(std::move(first));
    auto const discard_all = [&] {
        for (; !open.empty(); open.pop_back()) {
            discard(open.back());
        }
        discard(out);
    };
    std::size_t held = 0;
    while (!open.empty()) {
        attempt a = std::move(open.back());
        open.pop_back();
        held -= (std::min)(held, bytes_of(a));
        bool alive = true;
        result<maybe<choice>> next = next_choice(a, t, how, alive);
        if (!next) {
            discard_all();
            return next.error();
        }
        if (!alive) {
            discard(a);
            continue;
        }
        // where there is another way, it is taken before anything is copied for nothing
        auto const is_too_much = [&](std::size_t bytes) {
            return how.keep ? bytes + clause_bytes_ > most_bytes_
                            : bytes > (how.most < most_branches_ ? most_bytes_ / 4 : most_bytes_);
        };
        bool too_many = false;
        if (!*next) {
            held += a.facts.size() * sizeof(fact);
            out.push_back(std::move(a.facts));
        } else if (out.size() + open.size() + (*next)->size() > how.most ||
                   is_too_much(held + (*next)->size() * bytes_of(a))) {
            too_many = true;
        } else {
            held += go_each_way(std::move(a), **next, how.disjoint, open);
        }
        too_many = too_many || out.size() > how.most || is_too_much(held);
        discard(a);
        pass(a.todo.capacity() * sizeof(step) + a.facts.capacity() * sizeof(fact));
        if (*next) {
            discard_each(**next);
        }
        if (too_many || fuel_ == 0) {
            discard_all();
        }
        if (too_many) {
            return diagnostic{
                errc::too_many_alternatives, {}, 0, note_at(pointer(g), "too many ways to satisfy it")};
        }
        if (fuel_ == 0) {
            return diagnostic{why_, {}, 0, note(pointer(g))};
        }
    }
    return out;
}

result<maybe<solver::choice>> solver::next_choice(attempt& a, type t, splitting how, bool& alive) {
    result<bool> good = settle(a, t);
    good = good && *good && (contradictory(a.facts) || clash(a)) ? result<bool>(false) : good;
    good = good && *good ? simplify(a, t) : good;
    if (!good || !*good) {
        alive = false;
        return good ? result<maybe<choice>>(maybe<choice>{}) : good.error();
    }
    if (how.keep) {
        result<bool> const kept = keep_local(a, alive);
        if (!kept || *kept || !alive) {
            return kept ? result<maybe<choice>>(maybe<choice>{}) : kept.error();
        }
    }
    if (a.choices.empty() && !a.unevaluated.empty()) {
        result<bool> const possible = account(a, t);
        if (!possible || !*possible) {
            alive = false;
            return possible ? result<maybe<choice>>(maybe<choice>{}) : possible.error();
        }
    }
    if (a.choices.empty()) {
        return maybe<choice>{};
    }
    choice last = std::move(a.choices.back());
    a.choices.pop_back();
    return maybe<choice>(std::move(last));
}

result<solver::truth> solver::glance(literal l, type t) {
    if (auto const r = nodes_->load(node_of(l)); !r) {
        return r.error();
    }
    node const& n = (*nodes_)[node_of(l)];
    truth here = truth::unknown;
    if (n.constant) {
        here = *n.constant ? truth::yes : truth::no;
    } else if ((n.types & bit(t)) == 0) {
        here = truth::no;
    } else if (!n.about(t) && !n.combines()) {
        here = truth::yes;
    }
    if (negative(l) && here != truth::unknown) {
        here = here == truth::yes ? truth::no : truth::yes;
    }
    return here;
}

void solver::pay(std::uint64_t items) {
    constexpr std::uint64_t between_looks = 16 * items_of_a_step;
    unpaid_ += items;
    if (unpaid_ >= between_looks) {
        fuel_ -= (std::min)(fuel_, unpaid_ / items_of_a_step);
        unpaid_ %= items_of_a_step;
        look();
    }
}

result<bool> solver::settle(attempt& a, type t) {
    while (!a.todo.empty()) {
        if (fuel_ == 0) {
            return true;
        }
        pay(items_of_a_step);  // one that reads a schema takes some microseconds
        step s = std::move(a.todo.back());
        a.todo.pop_back();
        if (s.plain) {
            a.facts.push_back(*std::move(s.plain));
            continue;
        }
        literal const l = *s.open;
        if (std::find(a.seen.begin(), a.seen.end(), l) != a.seen.end()) {
            continue;
        }
        if (std::find(a.seen.begin(), a.seen.end(), opposite(l)) != a.seen.end()) {
            return false;
        }
        a.seen.push_back(l);
        result<truth> const known = glance(l, t);
        if (!known) {
            return known.error();
        }
        if (*known == truth::no) {
            return false;
        }
        if (*known == truth::yes) {
            continue;
        }
        result<bool> const alive = negative(l) ? deny(a, node_of(l), t) : assert_all(a, node_of(l), t);
        if (!alive || !*alive) {
            return alive;
        }
    }
    return true;
}

result<bool> solver::add_choice(attempt& a, vec<way> ways, type t) {
    choice kept;
    for (way& w : ways) {
        pay(8 + w.size() * (4 + a.seen.size() / 4));
        bool possible = true;
        bool certain = true;
        for (step const& s : w) {
            if (s.plain) {
                certain = false;
                continue;
            }
            result<truth> const known = glance(*s.open, t);
            if (!known) {
                return known.error();
            }
            bool const denied = std::find(a.seen.begin(), a.seen.end(), opposite(*s.open)) != a.seen.end();
            bool const granted = std::find(a.seen.begin(), a.seen.end(), *s.open) != a.seen.end();
            possible = possible && *known != truth::no && !denied;
            certain = certain && (*known == truth::yes || granted);
        }
        if (possible && certain) {
            return true;
        }
        if (possible) {
            kept.push_back(std::move(w));
        }
    }
    if (kept.empty()) {
        return false;
    }
    if (kept.size() == 1) {
        add_steps(kept.front(), a.todo);
    } else {
        a.choices.push_back(std::move(kept));
    }
    return true;
}

fact solver::number_fact(fact::kind k, std::uint64_t n) {
    fact f{k};
    f.number = n;
    return f;
}

fact solver::text_fact(fact::kind k, std::string_view text) {
    fact f{k};
    f.text = text;
    return f;
}

fact solver::value_fact(fact::kind k, decimal v, bool open) {
    fact f{k};
    f.value = std::move(v);
    f.open = open;
    return f;
}

fact solver::node_fact(fact::kind k, node_id n) {
    fact f{k};
    f.node = n;
    return f;
}

fact solver::item_fact(fact::kind k, std::uint64_t at, literal then) {
    fact f{k};
    f.number = at;
    f.then = then;
    return f;
}

fact solver::key_fact(fact::kind k, key_set where, literal then) {
    fact f{k};
    f.where = where;
    f.then = then;
    return f;
}

bool solver::free(work& spent) {
    for (; !clauses_.empty(); clauses_.pop_back()) {
        if (!paid_free(clauses_.back(), spent, 2 * steps_to_free)) {
            return false;
        }
    }
    return paid_free(failed_, spent);
}

}  // namespace parlance::schema::detail
