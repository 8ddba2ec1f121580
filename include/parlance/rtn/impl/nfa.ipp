// parlance/rtn/impl/nfa.ipp - definitions of what parlance/rtn/nfa.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/nfa.hpp>
#include <parlance/rtn/detail/look_subsets.hpp>
#include <parlance/rtn/detail/plain_subsets.hpp>
#include <parlance/rtn/detail/single_run.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

namespace parlance::rtn {

nfa::state nfa::add_state() {
    rows_.push_back({});
    return static_cast<state>(rows_.size() - 1);
}

void nfa::add(chain& to, std::uint32_t what, state where) {
    auto const fresh = static_cast<std::uint32_t>(links_.size());
    links_.push_back({what, where, 0});
    (to.count == 0 ? to.first : links_[to.last].next) = fresh;
    to.last = fresh;
    ++to.count;
}

std::uint32_t nfa::number_of(array_ref<code_points const> set) {
    // in what is repeated the same set comes again and again
    if (latest_ < sets_.size() &&
        std::equal(set.begin(), set.end(), sets_[latest_].begin(), sets_[latest_].end())) {
        return latest_;
    }
    vec<code_points> key = normalized(set);
    auto const at = ids_.try_emplace(key, static_cast<std::uint32_t>(sets_.size()));
    if (at.fresh) {
        sets_.push_back(std::move(key));
    }
    latest_ = at.at.value;
    return latest_;
}

void nfa::edge(state from, array_ref<code_points const> set, state to) {
    add(rows_[from].edges, number_of(set), to);
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
    result<dfa> out = looks_.empty() ? plain_subsets(*this, spent, nullptr).run(start, most)
                                     : look_subsets(*this, spent, nullptr).run(start, most);
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

result<std::uint32_t> nfa::label(state start, std::string_view text, work& spent) const {
    std::size_t const before = spent.bytes_left();
    result<std::uint32_t> const out = single_run(*this, spent).label(start, text);
    if (out) {
        spent.release(before - spent.bytes_left());
    }
    return out;
}

bool nfa::free(work& spent) {
    constexpr std::uint64_t steps_of_a_block = 1000;
    bool paid = true;
    auto const pay = [&] { paid = paid && spent.spend(steps_of_a_block); };
    rows_.clear(pay);
    links_.clear(pay);
    return paid && paid_free(sets_, spent) && paid_free(ids_, spent);
}

bool nfa::letters_of(dfa& out, vec<vec<std::uint32_t>>& members, work& spent) const {
    maybe<alphabet> found = alphabet_of(sets_, members, spent);
    if (!found) {
        return false;
    }
    out.letters = *std::move(found);
    out.labels.clear();
    out.table.clear();
    return true;
}

std::uint64_t nfa::hash_points::operator()(vec<code_points> const& set) const noexcept {
    std::uint64_t h = set.size();
    for (code_points const r : set) {
        h = (h ^ ((std::uint64_t{r.low} << 32) | r.high)) * 0xFF51'AFD7'ED55'8CCDu;
        h ^= h >> 29;
    }
    return h;
}

}  // namespace parlance::rtn
