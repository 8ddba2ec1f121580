// parlance/rtn/impl/nfa.ipp - definitions of what parlance/rtn/nfa.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/nfa.hpp>
#include <parlance/rtn/detail/simulation.hpp>
#include <parlance/rtn/detail/subset_set.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace parlance::rtn {

nfa::state nfa::add_state() {
    rows_.emplace_back();
    return static_cast<state>(rows_.size() - 1);
}

void nfa::edge(state from, array_ref<code_points const> set, state to) {
    vec<code_points> key = normalized(set);
    auto const at = ids_.try_emplace(key, static_cast<std::uint32_t>(sets_.size()));
    if (at.fresh) {
        sets_.push_back(std::move(key));
    }
    rows_[from].edges.push_back({at.at.value, to});
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

std::uint32_t nfa::add_look(dfa ahead) {
    vec<vec<code_points>> sets(ahead.letters.groups);
    for (std::size_t i = 0; i < ahead.letters.starts.size(); ++i) {
        sets[ahead.letters.group[i]].push_back({ahead.letters.starts[i], ahead.letters.last_of_interval(i)});
    }
    for (vec<code_points> const& set : sets) {
        sets_.push_back(normalized(set));  // so that no letter of ours is two of its
    }
    looks_.push_back(std::move(ahead));
    return static_cast<std::uint32_t>(looks_.size() - 1);
}

result<dfa> nfa::determinised(state start, std::size_t most) const {
    work spent{limits{}};
    return determinised(start, most, spent);
}

result<dfa> nfa::determinised(state start, std::size_t most, work& spent) const {
    std::size_t const before = spent.bytes_left();
    result<dfa> out =
        looks_.empty() ? without_looks(start, most, spent, nullptr) : with_looks(start, most, spent, nullptr);
    if (out) {  // the subsets are gone
        std::size_t const held = before - spent.bytes_left();
        spent.release(held - (std::min)(held, sizeof(std::uint32_t) * out->table.size()));
    }
    // whoever takes it makes it minimal
    if (out && !spent.spend(4 * out->table.size())) {
        return spent.error("an automaton over code points");
    }
    return out;
}

bool nfa::letters_of(dfa& out, vec<vec<std::uint32_t>>& members, work& spent) const {
    vec<char32_t> starts;
    for (auto const& set : sets_) {
        for (code_points const r : set) {
            starts.push_back(r.low);
        }
    }
    std::sort(starts.begin(), starts.end());
    std::uint64_t held = 0;
    for (auto const& set : sets_) {
        for (code_points const r : set) {
            held += static_cast<std::uint64_t>(std::upper_bound(starts.begin(), starts.end(), r.high) -
                                               std::lower_bound(starts.begin(), starts.end(), r.low));
        }
    }
    if (!spent.spend(10 * held + 100 * starts.size()) ||
        !spent.hold(static_cast<std::size_t>((std::min<std::uint64_t>)(8 * held, ~std::size_t{0})))) {
        return false;
    }
    out.letters = alphabet_of(sets_, members);
    out.labels.clear();
    out.table.clear();
    return true;
}

/// Closures of single states that are short are kept; of the others it is only known that they are not.
class nfa::closures {
public:
    closures(vec<row> const& rows, work& spent)
        : rows_(rows),
          spent_(spent),
          mark_(rows.size(), 0),
          kept_(rows.size()),
          known_(rows.size(), unknown) {}

    /// The states with edges or a label that `from` and empty edges lead to, each once; what can be passed at the ends
    /// of the text as well where it is asked for.  False when it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool spread(array_ref<state const> from, bool first, bool last,
                                            vec<state>& to);
    /// The same in the middle of the text.
    [[nodiscard]] PARLANCE_DECL bool close(array_ref<state const> from, vec<state>& to);

private:
    enum knowledge : std::uint8_t { unknown, is_short, is_long };
    static constexpr std::size_t longest = 64;

    PARLANCE_DECL void learn(state s);
    /// One state and all that it leads to, but for what is marked.
    PARLANCE_DECL std::size_t walk(state s, bool first, bool last, vec<state>& to, std::size_t most);

    vec<row> const& rows_;
    work& spent_;
    std::uint32_t round_ = 0;
    vec<std::uint32_t> mark_;
    vec<vec<state>> kept_;
    vec<knowledge> known_;
    vec<state> stack_;
};

std::size_t nfa::closures::walk(state s, bool first, bool last, vec<state>& to, std::size_t most) {
    std::size_t steps = 0;
    stack_.assign(1, s);
    while (!stack_.empty() && steps < most) {
        ++steps;
        state const at = stack_.back();
        stack_.pop_back();
        if (mark_[at] == round_) {
            continue;
        }
        mark_[at] = round_;
        row const& r = rows_[at];
        if (!r.edges.empty() || !r.end.empty() || r.label != 0) {
            to.push_back(at);
        }
        stack_.insert(stack_.end(), r.empty.begin(), r.empty.end());
        if (first) {
            stack_.insert(stack_.end(), r.begin.begin(), r.begin.end());
        }
        if (last) {
            stack_.insert(stack_.end(), r.end.begin(), r.end.end());
        }
        steps += (r.empty.size() + r.begin.size() + r.end.size()) / 8;
    }
    return steps;
}

void nfa::closures::learn(state s) {
    ++round_;
    vec<state> to;
    std::size_t const steps = walk(s, false, false, to, longest);
    known_[s] = stack_.empty() && steps <= longest ? is_short : is_long;
    if (known_[s] == is_short) {
        kept_[s] = std::move(to);
    }
}

bool nfa::closures::spread(array_ref<state const> from, bool first, bool last, vec<state>& to) {
    ++round_;
    for (state const s : from) {
        if (mark_[s] != round_ && !spent_.spend(6 * walk(s, first, last, to, ~std::size_t{0}))) {
            return false;
        }
    }
    return spent_.spend(from.size());
}

bool nfa::closures::close(array_ref<state const> from, vec<state>& to) {
    for (state const s : from) {
        if (known_[s] == unknown) {
            learn(s);
        }
    }
    ++round_;
    std::uint64_t steps = 2 * from.size();
    for (state const s : from) {
        if (known_[s] == is_short) {
            for (state const t : kept_[s]) {
                if (mark_[t] != round_) {
                    mark_[t] = round_;
                    to.push_back(t);
                }
            }
            steps += 2 * kept_[s].size();
        } else if (mark_[s] != round_) {
            steps += 6 * walk(s, false, false, to, ~std::size_t{0});
        }
    }
    return spent_.spend(steps);
}

result<dfa> nfa::without_looks(state start, std::size_t most, work& spent, simulation const* covered) const {
    constexpr std::string_view what = "an automaton over code points";
    dfa out;
    vec<vec<std::uint32_t>> members;
    if (!letters_of(out, members, spent)) {
        return spent.error(what);
    }
    closures empties(rows_, spent);
    detail::subset_set subsets;
    vec<state> last;
    vec<state> stack;
    bool looked = covered != nullptr;  // for states that are covered
    // the number of a subset, dfa::dead when it cannot be paid for
    auto const id = [&](vec<state>& subset, bool first) {
        std::sort(subset.begin(), subset.end());
        if (!spent.spend((3 + static_cast<std::size_t>(std::bit_width(subset.size()))) *
                         (subset.size() + 8))) {
            return dfa::dead;
        }
        auto const [number, fresh] = subsets.add(subset);
        if (fresh) {
            // what can be passed at the end of the text only is behind those that have such an edge
            std::uint32_t label = 0;
            stack.clear();
            for (state const s : subset) {
                label = (std::max)(label, rows_[s].label);
                stack.insert(stack.end(), rows_[s].end.begin(), rows_[s].end.end());
            }
            last.clear();
            bool const paid =
                (stack.empty() && !first) || empties.spread(first ? subset : stack, first, true, last);
            if (!paid || !spent.hold(8 * subset.size() + 128)) {
                return dfa::dead;
            }
            for (state const s : last) {
                label = (std::max)(label, rows_[s].label);
            }
            out.labels.push_back(label);
        }
        return number;
    };
    // the first subset alone has passed its begin edges, so it may not be taken for one met later
    vec<state> subset;
    if (!empties.spread({&start, 1}, true, false, subset) || id(subset, true) == dfa::dead) {
        return spent.error(what);
    }
    subsets.forget_equal();
    vec<std::size_t> places(rows_.size(),
                            0);  // of a state among those that its edges lead to, by letter
    for (std::size_t s = 0; s < rows_.size(); ++s) {
        for (auto const& e : rows_[s].edges) {
            places[s] += 1 + members[e.set].size();
        }
    }
    vec<vec<state>> next(out.letters.groups);
    vec<std::uint32_t> row_of(out.letters.groups);
    for (std::size_t k = 0; k < subsets.size(); ++k) {
        if (subsets.size() > most) {
            return detail::too_many_dfa_states();
        }
        if (!looked && growing(subsets.size(), subsets.member_count())) {
            looked = true;
            if (simulation found; found.find(*this, members, out.letters.groups, spent)) {
                return without_looks(start, most, spent, &found);
            }
        }
        if (!spent.hold(sizeof(std::uint32_t) * next.size()) || !spent.spend(2 * next.size())) {
            return spent.error(what);
        }
        for (auto& n : next) {
            n.clear();
        }
        std::size_t placed = 0;
        for (state const s : subsets[k]) {
            placed += places[s];
        }
        if (!spent.spend(3 * placed) || !spent.hold(sizeof(state) * placed)) {
            return spent.error(what);
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
            subset.clear();
            if (!empties.close(next[g], subset) ||
                (covered != nullptr && !spent.spend(2 * subset.size() * subset.size()))) {
                return spent.error(what);
            }
            if (covered != nullptr) {
                covered->thin_out(subset, [](state s) { return s; }, [](state, state) { return true; });
            }
            row_of[g] = subset.empty() ? dfa::dead : id(subset, false);
            if (spent.why() != errc::none) {
                return spent.error(what);
            }
        }
        spent.release(sizeof(state) * placed);
        out.table.insert(out.table.end(), row_of.begin(), row_of.end());
    }
    return out;
}

result<dfa> nfa::with_looks(state start, std::size_t most, work& spent, simulation const* covered) const {
    constexpr std::string_view what = "an automaton over code points, with look-aheads";
    dfa out;
    vec<vec<std::uint32_t>> members;
    if (!letters_of(out, members, spent)) {
        return spent.error(what);
    }
    vec<char32_t> sample(out.letters.groups, 0);
    for (std::size_t i = out.letters.starts.size(); i-- > 0;) {
        sample[out.letters.group[i]] = out.letters.starts[i];
    }
    threads known;
    known.ask({});
    detail::subset_set subsets;
    bool looked = covered != nullptr;  // for states that are covered
    // the number of a subset, dfa::dead when it cannot be paid for
    auto const id = [&](vec<std::uint32_t>& subset, bool first) {
        if (!close(subset, known, first, false, spent) || !spent.spend(4 * subset.size() + 50)) {
            return dfa::dead;
        }
        if (covered != nullptr && !first) {
            if (!spent.spend(6 * subset.size() * subset.size())) {
                return dfa::dead;
            }
            // a thread that asks for less of the rest covers one that asks for more
            covered->thin_out(
                subset, [&](std::uint32_t t) { return known.at(t); },
                [&](std::uint32_t by, std::uint32_t t) {
                    return std::includes(known.asked(t).begin(), known.asked(t).end(),
                                         known.asked(by).begin(), known.asked(by).end());
                });
        }
        auto const [number, fresh] = subsets.add(subset);
        if (fresh) {
            vec<std::uint32_t> last = subset;
            if (!close(last, known, first, true, spent) || !spent.hold(8 * subset.size() + 128)) {
                return dfa::dead;
            }
            std::uint32_t label = 0;
            for (std::uint32_t const t : last) {
                if (satisfied(known.asked(t))) {
                    label = (std::max)(label, rows_[known.at(t)].label);
                }
            }
            out.labels.push_back(label);
        }
        return number;
    };
    // the first subset alone has passed its begin edges, so it may not be taken for one met later
    vec<std::uint32_t> first{known.id(start, 0)};
    id(first, true);
    subsets.forget_equal();
    vec<vec<std::uint32_t>> next(out.letters.groups);
    for (std::size_t k = 0; k < subsets.size(); ++k) {
        if (subsets.size() > most) {
            return detail::too_many_dfa_states();
        }
        if (!looked && growing(subsets.size(), subsets.member_count())) {
            looked = true;
            if (simulation found; found.find(*this, members, out.letters.groups, spent)) {
                return with_looks(start, most, spent, &found);
            }
        }
        for (auto& n : next) {
            n.clear();
        }
        for (std::uint32_t const t : subsets[k]) {
            std::uint32_t const asked = known.asking(t);
            for (auto const& e : rows_[known.at(t)].edges) {
                if (!spent.spend(10 + 10 * members[e.set].size())) {
                    return spent.error(what);
                }
                for (std::uint32_t const g : members[e.set]) {
                    std::uint32_t const rest = asked == 0 ? 0 : advance(known, asked, sample[g], spent);
                    if (rest != dfa::dead) {
                        next[g].push_back(known.id(e.to, rest));
                    }
                }
            }
        }
        for (std::size_t g = 0; g < next.size(); ++g) {
            bool const again = g > 0 && next[g] == next[g - 1];  // neighbours often agree
            vec<std::uint32_t> subset = next[g];
            std::uint32_t const same = again ? out.table.back() : dfa::dead;
            out.table.push_back(again || subset.empty() ? same : id(subset, false));
        }
        if (!spent.spend(2 * next.size()) || !spent.hold(sizeof(std::uint32_t) * next.size())) {
            return spent.error(what);
        }
    }
    if (spent.why() != errc::none) {
        return spent.error(what);
    }
    return out;
}

std::uint64_t nfa::hash_points::operator()(vec<code_points> const& set) const noexcept {
    std::uint64_t h = set.size();
    for (code_points const r : set) {
        h = (h ^ ((std::uint64_t{r.low} << 32) | r.high)) * 0xFF51'AFD7'ED55'8CCDu;
        h ^= h >> 29;
    }
    return h;
}

std::uint64_t nfa::threads::hash_questions::operator()(questions const& q) const noexcept {
    std::uint64_t h = q.size();
    for (auto const& [which, state] : q) {
        h = (h ^ ((std::uint64_t{which} << 32) | state)) * 0xFF51'AFD7'ED55'8CCDu;
        h ^= h >> 29;
    }
    return h;
}

std::uint32_t nfa::threads::ask(questions q) {
    auto const [at, fresh] =
        question_ids_.try_emplace(std::move(q), static_cast<std::uint32_t>(questions_.size()));
    if (fresh) {
        questions_.push_back(at.key);
    }
    return at.value;
}

std::uint32_t nfa::threads::id(state s, std::uint32_t asked) {
    if (asked == 0) {
        return s;
    }
    auto const [at, fresh] = ids_.try_emplace((std::uint64_t{asked} << 32) | s,
                                              static_cast<std::uint32_t>(rows_.size()) | special);
    if (fresh) {
        rows_.emplace_back(s, asked);
    }
    return at.value;
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

std::uint32_t nfa::advance(threads& known, std::uint32_t asked, char32_t c, work& spent) const {
    questions next;
    questions const now = known.question(asked);
    if (!spent.spend(100 + 60 * now.size()) || !spent.hold(16 * now.size())) {
        return dfa::dead;
    }
    for (auto const& [which, s] : now) {
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

bool nfa::close(vec<std::uint32_t>& subset, threads& known, bool first, bool last, work& spent) const {
    hash_set<std::uint32_t> seen;
    vec<std::uint32_t> out;
    while (!subset.empty()) {
        std::uint32_t const t = subset.back();
        subset.pop_back();
        if (!spent.spend(40)) {
            return false;
        }
        if (!seen.insert(t)) {
            continue;
        }
        out.push_back(t);
        row const& r = rows_[known.at(t)];
        std::uint32_t const asked = known.asking(t);
        if (!spent.spend(10 * (r.empty.size() + r.begin.size() + r.end.size()) +
                         (100 + 60 * known.question(asked).size()) * r.looks.size()) ||
            !spent.hold(16 * known.question(asked).size() * r.looks.size())) {
            return false;
        }
        for (state const to : r.empty) {
            subset.push_back(known.id(to, asked));
        }
        for (state const to : first ? r.begin : vec<state>{}) {
            subset.push_back(known.id(to, asked));
        }
        for (state const to : last ? r.end : vec<state>{}) {
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
    return spent.spend(8 * subset.size());
}

}  // namespace parlance::rtn
