// parlance/rtn/detail/impl/row_equations.ipp - definitions of what parlance/rtn/detail/row_equations.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/row_equations.hpp>
#include <parlance/rtn/detail/expression.hpp>
#include <parlance/rtn/detail/expression_pool.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

namespace parlance::rtn::detail {

vec<std::uint32_t> row_equations::uses() const {
    vec<std::uint32_t> out(of_.size(), 0);
    vec<char> seen(of_.size(), 0);
    vec<std::uint32_t> todo{0};
    seen[0] = 1;
    out[0] = 1;
    while (!todo.empty() && !pool_->cost_too_much()) {
        std::uint32_t const s = todo.back();
        todo.pop_back();
        pool_->pass(1 + of_[s].size());
        for (term const& t : of_[s]) {
            if (t.to != end && ++out[t.to] > 0 && seen[t.to] == 0) {
                seen[t.to] = 1;
                todo.push_back(t.to);
            }
        }
    }
    return out;
}

void row_equations::join_chains() {
    vec<std::uint32_t> const used = uses();
    vec<char> follows(of_.size(), 0);  // a state with one term
    for (std::uint32_t s = 0; s < of_.size() && !pool_->cost_too_much(); ++s) {
        pool_->pass(2);
        if (used[s] > 0 && of_[s].size() == 1 && of_[s][0].to != end) {
            follows[of_[s][0].to] = 1;
        }
    }
    auto const inside = [&](std::uint32_t s) {
        return s != 0 && s != end && used[s] == 1 && of_[s].size() == 1 && follows[s] != 0;
    };
    for (std::uint32_t s = 0; s < of_.size() && !pool_->cost_too_much(); ++s) {
        pool_->pay(1);
        if (used[s] == 0 || inside(s)) {
            continue;
        }
        for (term& t : of_[s]) {
            pool_->pass(4);
            vec<expression_id> all{t.reads};
            while (inside(t.to)) {
                pool_->pass(4);
                all.push_back(of_[t.to][0].reads);
                t.to = of_[t.to][0].to;
            }
            if (all.size() > 1) {
                t.reads = pool_->sequence({all.data(), all.size()});
            }
        }
    }
}

bool row_equations::expand(std::uint32_t state, std::uint32_t stop, terms& out, view how,
                           vec<std::uint32_t>* met) const {
    constexpr std::size_t most = 48;
    struct step {
        std::uint32_t state;
        std::size_t next;
        expression_id before;
    };
    constexpr std::uint64_t as_a_node = 4;  // steps without texts
    vec<step> path{{state, 0, expression_pool::nothing}};
    for (std::uint64_t steps = 1; !path.empty(); ++steps) {
        pool_->pay(steps % as_a_node == 0 ? 1 : 0);
        step& at = path.back();
        if (at.next == of_[at.state].size()) {
            path.pop_back();
            continue;
        }
        term const t = of_[at.state][at.next++];
        expression_id const read =
            how == view::targets ? expression_pool::nothing : pool_->sequence(at.before, t.reads);
        bool const passed =
            t.to != end && t.to != stop && t.to != 0 && (uses_[t.to] == 1 || of_[t.to].size() == 1) &&
            std::none_of(path.begin(), path.end(), [&](step const& each) { return each.state == t.to; });
        if (t.to != end && met != nullptr) {
            met->push_back(t.to);
        }
        if (passed && path.size() < 16) {
            path.push_back({t.to, 0, read});
            continue;
        }
        if (out.size() == most) {
            return false;
        }
        out.push_back({read, t.to});
    }
    std::sort(out.begin(), out.end());
    return true;
}

bool row_equations::leads_on(std::uint32_t p, std::uint32_t q, terms const& of_q) const {
    terms of_p;
    if (!expand(p, q, of_p, view::targets) || of_p.size() <= of_q.size()) {
        return false;
    }
    auto const before = [](term const& a, term const& b) { return a.to < b.to; };
    terms sorted = of_q;
    std::sort(sorted.begin(), sorted.end(), before);
    terms rest;
    std::set_difference(of_p.begin(), of_p.end(), sorted.begin(), sorted.end(), std::back_inserter(rest),
                        before);
    return rest.size() == of_p.size() - of_q.size() &&
           std::all_of(rest.begin(), rest.end(), [&](term const& t) { return t.to == q; });
}

expression_id row_equations::any_of(terms const& all) const {
    vec<expression_id> ways;
    for (term const& t : all) {
        ways.push_back(t.reads);
    }
    return pool_->choice({ways.data(), ways.size()});
}

/// Finds p = x? q and p = x* q: all that q reads, p reads, and all else that p reads leads to q, or to p.
class row_equations::option_finder {
public:
    explicit option_finder(row_equations& all) : all_(&all), alone_(all.of_.size()) {
        all.uses_ = all.uses();
        for (std::uint32_t s = 0; s < all.of_.size() && !all.pool_->cost_too_much(); ++s) {
            all.pool_->pass(1 + 8 * all.of_[s].size());
            terms sorted = all.of_[s];
            std::sort(sorted.begin(), sorted.end());
            if (all.uses_[s] > 0 && !sorted.empty()) {
                by_terms_.try_emplace(std::move(sorted), s);
            }
        }
    }

    /// As long as the pool's cost is below `last`.
    void find(std::uint64_t last) {
        for (std::uint32_t p = 0; p < all_->of_.size() && all_->pool_->cost() < last; ++p) {
            if (all_->uses_[p] == 0 || all_->of_[p].size() < 2) {
                continue;
            }
            all_->pool_->pass(8 * all_->of_[p].size());
            if (!find_loop(p)) {
                find_option(p);
            }
        }
        for (auto& each : found_) {
            all_->of_[each.key] = std::move(each.value);
        }
        free();
    }

private:
    struct hash_terms {
        [[nodiscard]] std::uint64_t operator()(terms const& all) const noexcept {
            std::uint64_t out = all.size();
            for (term const& t : all) {
                std::uint32_t const both[] = {t.reads, t.to};
                out = out * 31 + hash_of::words(both, 2);
            }
            return out;
        }
    };
    /// Frees all that it holds, with looks in between.
    void free() {
        constexpr std::size_t steps_to_free = 25;
        for (expanded& each : alone_) {
            all_->pool_->pass(1);
            each.reads = {};
        }
        all_->pool_->pass(steps_to_free * by_terms_.size());
        by_terms_.free([&] { all_->pool_->look(); });
    }

    enum class whole : std::uint8_t { unknown, yes, no };
    struct expanded {
        whole state = whole::unknown;
        terms reads{};
    };

    /// p = x* q.
    [[nodiscard]] bool find_loop(std::uint32_t p) {
        terms loops, others;
        for (term const& t : all_->of_[p]) {
            (t.to == p ? loops : others).push_back(t);
        }
        std::sort(others.begin(), others.end());
        auto const* const same = by_terms_.find(others);
        if (loops.empty() || same == nullptr) {
            return false;
        }
        found_[p] = {{all_->pool_->repeated(all_->any_of(loops), 0, unbounded), same->value}};
        return true;
    }

    /// p = x? q, with the q that reads most.
    void find_option(std::uint32_t p) {
        constexpr std::size_t most_followed = 24;
        vec<std::uint32_t> const met = met_from(p);
        if (met.size() > most_followed) {
            return;
        }
        std::size_t best = 0;
        for (std::uint32_t const q : met) {
            if (q == p || q == end) {
                continue;
            }
            expanded& of_q = alone_[q];
            if (of_q.state == whole::unknown) {
                of_q.state = all_->expand(q, q, of_q.reads, view::texts) ? whole::yes : whole::no;
            }
            if (of_q.state == whole::no || of_q.reads.size() <= best) {
                continue;
            }
            if (terms const rest = beside(p, q, of_q.reads); !rest.empty()) {
                best = of_q.reads.size();
                found_[p] = {{all_->pool_->repeated(all_->any_of(rest), 0, 1), q}};
            }
        }
    }

    /// The states that p leads to, each once.
    [[nodiscard]] vec<std::uint32_t> met_from(std::uint32_t p) const {
        terms all;
        vec<std::uint32_t> met;
        if (!all_->expand(p, end, all, view::targets, &met)) {
            met.clear();
            for (term const& t : all_->of_[p]) {
                met.push_back(t.to);
            }
        }
        std::sort(met.begin(), met.end());
        met.erase(std::unique(met.begin(), met.end()), met.end());
        return met;
    }

    /// What p reads besides all that q does, where that leads to q; otherwise nothing.
    [[nodiscard]] terms beside(std::uint32_t p, std::uint32_t q, terms const& of_q) const {
        terms of_p, rest;
        if (!all_->leads_on(p, q, of_q) || !all_->expand(p, q, of_p, view::texts) ||
            !std::includes(of_p.begin(), of_p.end(), of_q.begin(), of_q.end())) {
            return {};
        }
        std::set_difference(of_p.begin(), of_p.end(), of_q.begin(), of_q.end(), std::back_inserter(rest));
        // x{0,20} is no (x{10})? x{0,10}
        auto const begins_alike = [&](term const& longer) {
            return std::any_of(of_q.begin(), of_q.end(), [&](term const& t) {
                return t.reads != expression_pool::nothing && all_->pool_->begins_with(longer.reads, t.reads);
            });
        };
        bool const good = std::all_of(rest.begin(), rest.end(),
                                      [&](term const& t) { return t.to == q && !begins_alike(t); });
        return good ? rest : terms{};
    }

    row_equations* all_;
    hash_map<terms, std::uint32_t, hash_terms> by_terms_;
    vec<expanded> alone_;  // what each reads, not seen through itself
    hash_map<std::uint32_t, terms> found_;
};

void row_equations::solve(std::uint64_t most) {
    std::uint64_t const last = pool_->cost() + most;
    join_chains();
    option_finder(*this).find(last);
    for (std::size_t round = 0; round < 1000 && pool_->cost() < last && reduce(); ++round) {}
}

bool row_equations::reduce() { return pass_through() || join_ways() || close_loops(); }

bool row_equations::pass_through() {
    constexpr std::size_t short_enough = 10;
    bool changed = false;
    vec<std::uint32_t> const used = uses();
    for (std::uint32_t s = 0; s < of_.size(); ++s) {
        pool_->pass(1 + of_[s].size());
        if (used[s] == 0) {
            of_[s].clear();
            continue;
        }
        for (std::size_t i = 0; i < of_[s].size(); ++i) {
            term t = of_[s][i];
            std::size_t steps = 0;
            while (t.to != end && t.to != s && t.to != 0 && of_[t.to].size() == 1 &&
                   of_[t.to][0].to != t.to && ++steps <= of_.size()) {
                term const next = of_[t.to][0];
                bool const whole = used[t.to] == 1 || pool_->weight(next.reads) <= short_enough;
                t.reads = pool_->sequence(t.reads, whole ? next.reads : pool_->shared(next.reads));
                t.to = next.to;
            }
            changed = changed || !(t == of_[s][i]);
            of_[s][i] = t;
        }
    }
    return changed;
}

bool row_equations::join_ways() {
    bool changed = false;
    for (terms& all : of_) {
        pool_->pass(1 + all.size());
        if (all.size() > 1 &&
            std::all_of(all.begin(), all.end(), [&](term const& t) { return t.to == all[0].to; })) {
            all = {{any_of(all), all[0].to}};
            changed = true;
        }
    }
    return changed;
}

bool row_equations::close_loops() {
    bool changed = false;
    for (auto s = static_cast<std::uint32_t>(of_.size()); s-- > 0;) {
        pool_->pass(1 + 2 * of_[s].size());
        terms loops, others;
        for (term const& t : of_[s]) {
            (t.to == s ? loops : others).push_back(t);
        }
        if (!loops.empty() && !others.empty()) {
            auto const rest = static_cast<std::uint32_t>(of_.size());
            expression_id const loop = pool_->repeated(any_of(loops), 0, unbounded);
            of_.push_back(std::move(others));
            of_[s] = {{loop, rest}};
            changed = true;
        }
    }
    return changed;
}

vec<expression_id> row_equations::written(std::uint32_t own, std::uint32_t first, std::uint64_t last) {
    constexpr std::size_t widest = 60;
    vec<std::uint32_t> const used = uses();
    // in the order in which they are met; what is met last is written first, so that it can be written inside
    vec<std::uint32_t> order{0};
    vec<char> met(of_.size(), 0);
    met[0] = 1;
    for (std::size_t i = 0; i < order.size() && !pool_->cost_too_much(); ++i) {
        pool_->pass(1 + of_[order[i]].size());
        for (term const& t : of_[order[i]]) {
            if (t.to != end && met[t.to] == 0) {
                met[t.to] = 1;
                order.push_back(t.to);
            }
        }
    }
    // numbers for all of them; those that are written inside keep theirs unused
    vec<std::uint32_t> number(of_.size(), own);
    for (std::size_t i = 1; i < order.size(); ++i) {
        number[order[i]] = first + static_cast<std::uint32_t>(i) - 1;
    }
    vec<expression_id> by_state(of_.size(), expression_pool::nothing);
    vec<expression_id> out(order.size(), expression_pool::nothing);
    vec<expression_id> ways;
    for (std::size_t i = order.size(); i-- > 0;) {
        if (pool_->cost() > last) {
            return {};
        }
        std::uint32_t const s = order[i];
        ways.clear();
        for (term const& t : of_[s]) {
            bool const inside = t.to != end && t.to != 0 && used[t.to] == 1 && t.to != s &&
                                by_state[t.to] != expression_pool::nothing &&
                                pool_->weight(by_state[t.to]) <= widest;
            expression_id const behind = t.to == end ? expression_pool::nothing
                                         : inside    ? by_state[t.to]
                                                     : pool_->atom(expression::kind::part, number[t.to]);
            expression_id const both[] = {t.reads, behind};
            bool const alone =
                behind == expression_pool::nothing && pool_->at(t.reads).is != expression::kind::sequence;
            ways.push_back(alone ? t.reads : pool_->sequence(both));  // once: nobody asks for it again
        }
        by_state[s] = pool_->choice({ways.data(), ways.size()});
        out[i] = by_state[s];
    }
    return out;
}

}  // namespace parlance::rtn::detail
