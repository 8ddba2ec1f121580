// parlance/rtn/impl/nfa.ipp - definitions of what parlance/rtn/nfa.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/nfa.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/pair_table.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace parlance::rtn {

nfa::state nfa::add_state() {
    rows_.emplace_back();
    return static_cast<state>(rows_.size() - 1);
}

void nfa::edge(state from, std::span<code_points const> set, state to) {
    std::vector<code_points> key = normalized(set);
    auto const at = ids_.try_emplace(key, static_cast<std::uint32_t>(sets_.size()));
    if (at.second) {
        sets_.push_back(std::move(key));
    }
    rows_[from].edges.push_back({at.first->second, to});
}

void nfa::edge(state from, char32_t c, state to) {
    code_points const one[] = {{c, c}};
    edge(from, one, to);
}

nfa::state nfa::literal(state from, std::string_view text) {
    while (!text.empty()) {
        utf8::decoded const d = utf8::decode(text);
        state const next = add_state();
        edge(from, d.value, next);
        from = next;
        text.remove_prefix(d.length);
    }
    return from;
}

void nfa::look_edge(state from, dfa ahead, state to) {
    for (std::uint32_t g = 0; g < ahead.letters.groups; ++g) {
        std::vector<code_points> set;
        for (std::size_t i = 0; i < ahead.letters.starts.size(); ++i) {
            if (ahead.letters.group[i] == g) {
                set.push_back({ahead.letters.starts[i], ahead.letters.last_of_interval(i)});
            }
        }
        sets_.push_back(normalized(set));  // so that no letter of ours is two of its
    }
    looks_.push_back(std::move(ahead));
    rows_[from].looks.push_back({static_cast<std::uint32_t>(looks_.size() - 1), to});
}

result<dfa> nfa::determinised(state start, std::size_t most) const {
    return looks_.empty() ? without_looks(start, most) : with_looks(start, most);
}

result<dfa> nfa::without_looks(state start, std::size_t most) const {
    dfa out;
    std::vector<std::vector<std::uint32_t>> members;
    out.letters = alphabet_of(sets_, members);
    out.labels.clear();
    out.table.clear();
    std::vector<std::uint32_t> mark(rows_.size(), 0);
    std::uint32_t round = 0;
    std::vector<state> stack;
    auto const spread = [&](std::vector<state>& from, bool first, bool last, std::vector<state>& to) {
        ++round;
        while (!from.empty()) {
            state const s = from.back();
            from.pop_back();
            if (mark[s] == round) {
                continue;
            }
            mark[s] = round;
            row const& r = rows_[s];
            if (!r.edges.empty() || !r.end.empty() || r.label != 0) {
                to.push_back(s);
            }
            from.insert(from.end(), r.empty.begin(), r.empty.end());
            if (first) {
                from.insert(from.end(), r.begin.begin(), r.begin.end());
            }
            if (last) {
                from.insert(from.end(), r.end.begin(), r.end.end());
            }
        }
    };
    std::vector<std::vector<state>> closures(rows_.size());
    std::vector<char> closed(rows_.size(), 0);
    auto const closure = [&](state s) -> std::vector<state> const& {
        if (closed[s] == 0) {
            closed[s] = 1;
            stack.assign(1, s);
            spread(stack, false, false, closures[s]);
        }
        return closures[s];
    };
    std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, detail::hash_words> ids;
    std::vector<std::vector<state>> subsets;
    std::size_t work = 0;
    auto const id = [&](std::vector<state>& subset, bool first) {
        std::sort(subset.begin(), subset.end());
        work += subset.size();
        auto const [at, fresh] = ids.try_emplace(subset, static_cast<std::uint32_t>(subsets.size()));
        if (fresh) {
            std::vector<state> last;
            stack = subset;
            spread(stack, first, true, last);
            std::uint32_t label = 0;
            for (state const s : last) {
                label = (std::max)(label, rows_[s].label);
            }
            out.labels.push_back(label);
            subsets.push_back(subset);
        }
        return at->second;
    };
    // the first subset alone has passed its begin edges, so it may not be taken for one met later
    std::vector<state> subset;
    stack.assign(1, start);
    spread(stack, true, false, subset);
    id(subset, true);
    ids.clear();
    std::vector<std::vector<state>> next(out.letters.groups);
    std::vector<std::uint32_t> row_of(out.letters.groups);
    for (std::size_t k = 0; k < subsets.size(); ++k) {
        if (subsets.size() > most || work > most * 64) {
            return detail::too_many_dfa_states();
        }
        for (auto& n : next) {
            n.clear();
        }
        for (state const s : subsets[k]) {
            for (auto const& e : rows_[s].edges) {
                for (std::uint32_t const g : members[e.set]) {
                    next[g].push_back(e.to);
                }
            }
        }
        for (std::size_t g = 0; g < next.size(); ++g) {
            // neighbours often agree
            if (g > 0 && next[g] == next[g - 1]) {
                row_of[g] = row_of[g - 1];
                continue;
            }
            if (next[g].empty()) {
                row_of[g] = dfa::dead;
                continue;
            }
            for (state const s : next[g]) {
                static_cast<void>(closure(s));
            }
            ++round;
            subset.clear();
            for (state const s : next[g]) {
                for (state const t : closures[s]) {
                    if (mark[t] != round) {
                        mark[t] = round;
                        subset.push_back(t);
                    }
                }
            }
            row_of[g] = subset.empty() ? dfa::dead : id(subset, false);
        }
        out.table.insert(out.table.end(), row_of.begin(), row_of.end());
    }
    return out;
}

result<dfa> nfa::with_looks(state start, std::size_t most) const {
    dfa out;
    std::vector<std::vector<std::uint32_t>> members;
    out.letters = alphabet_of(sets_, members);
    out.labels.clear();
    out.table.clear();
    std::vector<char32_t> sample(out.letters.groups, 0);
    for (std::size_t i = out.letters.starts.size(); i-- > 0;) {
        sample[out.letters.group[i]] = out.letters.starts[i];
    }
    threads known;
    known.ask({});
    std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, detail::hash_words> ids;
    std::vector<std::vector<std::uint32_t>> subsets;
    std::size_t work = 0;
    auto const id = [&](std::vector<std::uint32_t>& subset, bool first) {
        close(subset, known, first, false);
        work += subset.size();
        auto const [at, fresh] = ids.try_emplace(subset, static_cast<std::uint32_t>(subsets.size()));
        if (fresh) {
            std::vector<std::uint32_t> last = subset;
            close(last, known, first, true);
            std::uint32_t label = 0;
            for (std::uint32_t const t : last) {
                if (satisfied(known.asked(t))) {
                    label = (std::max)(label, rows_[known.at(t)].label);
                }
            }
            out.labels.push_back(label);
            subsets.push_back(subset);
        }
        return at->second;
    };
    // the first subset alone has passed its begin edges, so it may not be taken for one met later
    std::vector<std::uint32_t> first{known.id(start, 0)};
    id(first, true);
    ids.clear();
    std::vector<std::vector<std::uint32_t>> next(out.letters.groups);
    for (std::size_t k = 0; k < subsets.size(); ++k) {
        if (subsets.size() > most || work > most * 64) {
            return detail::too_many_dfa_states();
        }
        for (auto& n : next) {
            n.clear();
        }
        for (std::uint32_t const t : subsets[k]) {
            std::uint32_t const asked = known.asking(t);
            for (auto const& e : rows_[known.at(t)].edges) {
                for (std::uint32_t const g : members[e.set]) {
                    std::uint32_t const rest = asked == 0 ? 0 : advance(known, asked, sample[g]);
                    if (rest != dfa::dead) {
                        next[g].push_back(known.id(e.to, rest));
                    }
                }
            }
        }
        for (auto& n : next) {
            out.table.push_back(n.empty() ? dfa::dead : id(n, false));
        }
    }
    return out;
}

std::uint32_t nfa::threads::ask(questions q) {
    auto const [at, fresh] =
        question_ids_.emplace(std::move(q), static_cast<std::uint32_t>(questions_.size()));
    if (fresh) {
        questions_.push_back(at->first);
    }
    return at->second;
}

std::uint32_t nfa::threads::id(state s, std::uint32_t asked) {
    if (asked == 0) {
        return s;
    }
    auto const [at, fresh] =
        ids_.emplace((std::uint64_t{asked} << 32) | s, static_cast<std::uint32_t>(rows_.size()) | special);
    if (fresh) {
        rows_.emplace_back(s, asked);
    }
    return at->second;
}

nfa::state nfa::threads::at(std::uint32_t t) const noexcept {
    return (t & special) == 0 ? t : rows_[t & ~special].first;
}

std::uint32_t nfa::threads::asking(std::uint32_t t) const noexcept {
    return (t & special) == 0 ? 0 : rows_[t & ~special].second;
}

bool nfa::satisfied(questions const& q) const noexcept {
    for (auto const& [which, s] : q) {
        if (looks_[which].labels[s] == 0) {
            return false;
        }
    }
    return true;
}

std::uint32_t nfa::advance(threads& known, std::uint32_t asked, char32_t c) const {
    questions next;
    for (auto const& [which, s] : questions(known.question(asked))) {
        std::uint32_t const to = looks_[which].step(s, c);
        if (to == dfa::dead) {
            return dfa::dead;
        }
        add(next, which, to);
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    return known.ask(std::move(next));
}

void nfa::add(questions& q, std::uint32_t which, std::uint32_t s) const {
    dfa const& a = looks_[which];
    bool settled = a.labels[s] != 0;
    for (std::uint32_t g = 0; settled && g < a.letters.groups; ++g) {
        settled = a.table[s * a.letters.groups + g] == s;
    }
    if (!settled) {
        q.emplace_back(which, s);
    }
}

void nfa::close(std::vector<std::uint32_t>& subset, threads& known, bool first, bool last) const {
    std::unordered_map<std::uint32_t, char, hash_word> seen;
    std::vector<std::uint32_t> out;
    while (!subset.empty()) {
        std::uint32_t const t = subset.back();
        subset.pop_back();
        if (!seen.emplace(t, 1).second) {
            continue;
        }
        out.push_back(t);
        row const& r = rows_[known.at(t)];
        std::uint32_t const asked = known.asking(t);
        for (state const to : r.empty) {
            subset.push_back(known.id(to, asked));
        }
        for (state const to : first ? r.begin : std::vector<state>{}) {
            subset.push_back(known.id(to, asked));
        }
        for (state const to : last ? r.end : std::vector<state>{}) {
            subset.push_back(known.id(to, asked));
        }
        for (look const& l : r.looks) {
            questions q = known.question(asked);
            add(q, l.which, 0);
            std::sort(q.begin(), q.end());
            q.erase(std::unique(q.begin(), q.end()), q.end());
            subset.push_back(known.id(l.to, known.ask(std::move(q))));
        }
    }
    std::sort(out.begin(), out.end());
    subset = std::move(out);
}

}  // namespace parlance::rtn
