// parlance/rtn/detail/impl/look_subsets.ipp - definitions of what parlance/rtn/detail/look_subsets.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/look_subsets.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/paid_resize.hpp>
#include <algorithm>
#include <string_view>

namespace parlance::rtn {

result<dfa> nfa::look_subsets::run(state start, std::size_t most) {
    result<dfa> out = construct(start, most);
    subsets_.clear(spent_);
    bool const freed = known_.free(spent_);
    return out && (!freed || spent_.why() != errc::none) ? spent_.error(what) : std::move(out);
}

result<dfa> nfa::look_subsets::construct(state start, std::size_t most) {
    if (!of_.letters_of(out_, letters_, spent_)) {
        return spent_.error(what);
    }
    sample_.assign(out_.letters.groups, 0);
    for (std::size_t i = out_.letters.starts.size(); i-- > 0;) {
        sample_[out_.letters.group[i]] = out_.letters.starts[i];
    }
    next_.resize(out_.letters.groups);
    known_.ask({}, spent_);
    // the first subset alone has passed its begin edges, so it may not be taken for one met later
    vec<std::uint32_t> begin{known_.id(start, 0, spent_)};
    if (number(begin, true) == dfa::dead) {
        return spent_.error(what);
    }
    subsets_.forget_equal();
    bool looked = covered_ != nullptr;
    for (std::size_t k = 0; k < subsets_.size(); ++k) {
        if (subsets_.size() > most) {
            return detail::too_many_dfa_states();
        }
        if (!looked && growing(subsets_.size(), subsets_.member_count())) {
            looked = true;
            if (simulation found; found.find(of_, letters_, out_.letters.groups, spent_)) {
                return look_subsets(of_, spent_, &found).run(start, most);
            }
        }
        if (!expand(k)) {
            return spent_.error(what);
        }
    }
    return std::move(out_);
}

std::uint32_t nfa::look_subsets::number(vec<std::uint32_t>& subset, bool first) {
    if (!close(subset, first, false) || !spent_.spend(4 * subset.size() + 50) ||
        (!first && !thin_out(subset))) {
        return dfa::dead;
    }
    auto const [number, fresh] = subsets_.add(subset, spent_);
    if (fresh) {
        vec<std::uint32_t> last = subset;
        if (!close(last, first, true) || !spent_.hold(8 * subset.size() + 128)) {
            return dfa::dead;
        }
        std::uint32_t label = 0;
        for (std::uint32_t const t : last) {
            if (satisfied(known_.asked(t))) {
                label = (std::max)(label, of_.rows_[known_.at(t)].label);
            }
        }
        out_.labels.push_back(label);
    }
    return number;
}

bool nfa::look_subsets::thin_out(vec<std::uint32_t>& subset) {
    if (covered_ == nullptr) {
        return true;
    }
    if (!spent_.spend(6 * subset.size() * subset.size())) {
        return false;
    }
    covered_->thin_out(
        subset, [&](std::uint32_t t) { return known_.at(t); },
        [&](std::uint32_t by, std::uint32_t t) {
            return std::includes(known_.asked(t).begin(), known_.asked(t).end(), known_.asked(by).begin(),
                                 known_.asked(by).end());
        });
    return true;
}

bool nfa::look_subsets::expand(std::size_t k) {
    for (auto& n : next_) {
        n.clear();
    }
    for (std::uint32_t const t : subsets_[k]) {
        std::uint32_t const asked = known_.asking(t);
        for (link const& e : of_.edges(of_.rows_[known_.at(t)].edges)) {
            if (!spent_.spend(10 + 10 * letters_[e.what].size())) {
                return false;
            }
            for (std::uint32_t const g : letters_[e.what]) {
                std::uint32_t const rest = asked == 0 ? 0 : advance(asked, sample_[g]);
                if (rest != dfa::dead) {
                    next_[g].push_back(known_.id(e.to, rest, spent_));
                }
            }
        }
    }
    if (!detail::room_for_row(out_.table, next_.size(), spent_)) {
        return false;
    }
    for (std::size_t g = 0; g < next_.size(); ++g) {
        bool const again = g > 0 && next_[g] == next_[g - 1];  // neighbours often agree
        vec<std::uint32_t> subset = next_[g];
        std::uint32_t const same = again ? out_.table.back() : dfa::dead;
        out_.table.push_back(again || subset.empty() ? same : number(subset, false));
    }
    return spent_.spend(2 * next_.size()) && spent_.hold(sizeof(std::uint32_t) * next_.size());
}

std::uint64_t nfa::look_subsets::threads::hash_questions::operator()(questions const& q) const noexcept {
    std::uint64_t h = q.size();
    for (auto const& [which, state] : q) {
        h = (h ^ ((std::uint64_t{which} << 32) | state)) * 0xFF51'AFD7'ED55'8CCDu;
        h ^= h >> 29;
    }
    return h;
}

std::uint32_t nfa::look_subsets::threads::ask(questions q, work& spent) {
    (void)question_ids_.make_room(spent);  // whoever pays next sees whether it could be paid for
    auto const [at, fresh] =
        question_ids_.try_emplace(std::move(q), static_cast<std::uint32_t>(questions_.size()));
    if (fresh) {
        questions_.push_back(&at.key);
    }
    return at.value;
}

std::uint32_t nfa::look_subsets::threads::id(state s, std::uint32_t asked, work& spent) {
    if (asked == 0) {
        return s;
    }
    (void)ids_.make_room(spent);
    auto const [at, fresh] = ids_.try_emplace((std::uint64_t{asked} << 32) | s,
                                              static_cast<std::uint32_t>(rows_.size()) | special);
    if (fresh) {
        (void)paid_room(rows_, 1, spent);
        rows_.emplace_back(s, asked);
    }
    return at.value;
}

nfa::state nfa::look_subsets::threads::at(std::uint32_t t) const noexcept {
    return (t & special) == 0 ? t : rows_[t & ~special].first;
}

std::uint32_t nfa::look_subsets::threads::asking(std::uint32_t t) const noexcept {
    return (t & special) == 0 ? 0 : rows_[t & ~special].second;
}

bool nfa::look_subsets::satisfied(questions const& q) const noexcept {
    for (auto const& [which, s] : q) {
        if (of_.looks_[which].labels[s] == 0) {
            return false;
        }
    }
    return true;
}

std::uint32_t nfa::look_subsets::advance(std::uint32_t asked, char32_t c) {
    questions next;
    questions const& now = known_.question(asked);
    if (!spent_.spend(100 + 60 * now.size()) || !spent_.hold(16 * now.size())) {
        return dfa::dead;
    }
    for (auto const& [which, s] : now) {
        std::uint32_t const to = of_.looks_[which].step(s, c);
        if (to == dfa::dead) {
            return dfa::dead;
        }
        add(next, which, to);
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    return known_.ask(std::move(next), spent_);
}

void nfa::look_subsets::add(questions& q, std::uint32_t which, std::uint32_t s) const {
    dfa const& a = of_.looks_[which];
    bool settled = a.labels[s] != 0;
    for (std::uint32_t g = 0; settled && g < a.letters.groups; ++g) {
        settled = a.table[s * a.letters.groups + g] == s;
    }
    if (!settled) {
        q.emplace_back(which, s);
    }
}

bool nfa::look_subsets::close(vec<std::uint32_t>& subset, bool first, bool last) {
    hash_set<std::uint32_t> seen;
    vec<std::uint32_t> out;
    while (!subset.empty()) {
        std::uint32_t const t = subset.back();
        subset.pop_back();
        if (!spent_.spend(40)) {
            return false;
        }
        if (!seen.insert(t)) {
            continue;
        }
        out.push_back(t);
        row const& r = of_.rows_[known_.at(t)];
        std::uint32_t const asked = known_.asking(t);
        if (!spent_.spend(10 * (r.empty.count + r.begin.count + r.end.count) +
                          (100 + 60 * known_.question(asked).size()) * r.looks.count) ||
            !spent_.hold(16 * known_.question(asked).size() * r.looks.count)) {
            return false;
        }
        for (chain const of : {r.empty, first ? r.begin : chain{}, last ? r.end : chain{}}) {
            for (link const& e : of_.edges(of)) {
                subset.push_back(known_.id(e.to, asked, spent_));
            }
        }
        for (link const& e : of_.edges(r.looks)) {
            questions q = known_.question(asked);
            add(q, e.what, 0);
            std::sort(q.begin(), q.end());
            q.erase(std::unique(q.begin(), q.end()), q.end());
            subset.push_back(known_.id(e.to, known_.ask(std::move(q), spent_), spent_));
        }
    }
    std::sort(out.begin(), out.end());
    subset = std::move(out);
    return spent_.spend(8 * subset.size());
}

}  // namespace parlance::rtn
