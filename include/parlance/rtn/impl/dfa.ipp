// parlance/rtn/impl/dfa.ipp - definitions of what parlance/rtn/dfa.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/pair_table.hpp>
#include <parlance/rtn/detail/refine.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::rtn {

std::uint32_t dfa::step(std::uint32_t state, char32_t c) const noexcept {
    return state == dead ? dead : table[state * letters.groups + letters.of(c)];
}

std::uint32_t dfa::label(std::string_view text) const noexcept {
    std::uint32_t at = 0;
    while (!text.empty() && at != dead) {
        utf8::decoded const d = utf8::decode(text);
        at = d.valid ? step(at, d.value) : dead;
        text.remove_prefix(d.length);
    }
    return at == dead ? 0 : labels[at];
}

bool dfa::empty() const noexcept {
    return std::all_of(labels.begin(), labels.end(), [](std::uint32_t l) { return l == 0; });
}

vec<std::pair<std::uint32_t, vec<code_points>>> dfa::moves(std::uint32_t state) const {
    std::uint32_t const* const row = table.data() + std::size_t{state} * letters.groups;
    vec<std::uint32_t> targets(row, row + letters.groups);
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    if (!targets.empty() && targets.back() == dead) {
        targets.pop_back();
    }
    vec<std::pair<std::uint32_t, vec<code_points>>> out(targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        out[i].first = targets[i];
    }
    for (std::size_t i = 0; i < letters.starts.size() && !out.empty(); ++i) {
        std::uint32_t const to = row[letters.group[i]];
        if (to == dead) {
            continue;
        }
        auto const at = std::lower_bound(targets.begin(), targets.end(), to) - targets.begin();
        auto& set = out[static_cast<std::size_t>(at)].second;
        if (!set.empty() && set.back().high + 1 == letters.starts[i]) {
            set.back().high = letters.last_of_interval(i);
        } else {
            set.push_back({letters.starts[i], letters.last_of_interval(i)});
        }
    }
    return out;
}

}  // namespace parlance::rtn

namespace parlance::rtn::detail {

diagnostic too_many_dfa_states() { return {errc::too_many_states, {}, 0, "an automaton over code points"}; }

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

dfa complement(dfa a) {
    auto const sink = static_cast<std::uint32_t>(a.states());
    for (std::uint32_t& to : a.table) {
        to = to == dfa::dead ? sink : to;
    }
    a.table.insert(a.table.end(), a.letters.groups, sink);
    a.labels.push_back(0);
    for (std::uint32_t& l : a.labels) {
        l = l == 0 ? 1 : 0;
    }
    return a;
}

dfa minimized(dfa a) {
    std::uint32_t const groups = a.letters.groups;
    std::size_t const n = a.states();
    // a group of nothing but surrogates, which no text has, leads nowhere
    vec<char> real(groups, 0);
    for (std::size_t i = 0; i < a.letters.starts.size(); ++i) {
        if (a.letters.starts[i] < 0xD800 || a.letters.last_of_interval(i) > 0xDFFF) {
            real[a.letters.group[i]] = 1;
        }
    }
    for (std::size_t i = 0; i < a.table.size(); ++i) {
        if (real[i % groups] == 0) {
            a.table[i] = dfa::dead;
        }
    }
    // live: can reach a label; the edges backwards, packed by target
    vec<std::uint32_t> first(n + 1, 0);
    for (std::uint32_t const to : a.table) {
        if (to != dfa::dead) {
            ++first[to + 1];
        }
    }
    for (std::size_t s = 0; s < n; ++s) {
        first[s + 1] += first[s];
    }
    vec<std::uint32_t> sources(first[n]);
    vec<std::uint32_t> fill(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < a.table.size(); ++i) {
        if (a.table[i] != dfa::dead) {
            sources[fill[a.table[i]]++] = static_cast<std::uint32_t>(i / groups);
        }
    }
    vec<std::uint32_t> todo;
    vec<char> live(n, 0);
    for (std::size_t s = 0; s < n; ++s) {
        if (a.labels[s] != 0) {
            live[s] = 1;
            todo.push_back(static_cast<std::uint32_t>(s));
        }
    }
    while (!todo.empty()) {
        std::uint32_t const s = todo.back();
        todo.pop_back();
        for (std::uint32_t i = first[s]; i < first[s + 1]; ++i) {
            if (live[sources[i]] == 0) {
                live[sources[i]] = 1;
                todo.push_back(sources[i]);
            }
        }
    }
    dfa out;
    if (live[0] == 0) {
        return out;
    }
    vec<std::uint32_t> block(n, dfa::dead);
    std::size_t blocks = 0;
    {
        hash_map<std::uint32_t, std::uint32_t> by_label;
        for (std::size_t s = 0; s < n; ++s) {
            if (live[s] != 0) {
                block[s] =
                    by_label.try_emplace(a.labels[s], static_cast<std::uint32_t>(by_label.size())).at.value;
            }
        }
        blocks = by_label.size();
    }
    blocks = detail::refinement(a.table, groups, block).run();
    // number the blocks in the order a walk from the first state meets them
    vec<std::uint32_t> name(blocks, dfa::dead);
    vec<std::uint32_t> order;
    vec<std::uint32_t> member(blocks, 0);
    for (std::size_t s = 0; s < n; ++s) {
        if (block[s] != dfa::dead) {
            member[block[s]] = static_cast<std::uint32_t>(s);
        }
    }
    name[block[0]] = 0;
    order.push_back(block[0]);
    vec<std::uint32_t> table;
    vec<std::uint32_t> labels;
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::uint32_t const s = member[order[i]];
        labels.push_back(a.labels[s]);
        for (std::uint32_t g = 0; g < groups; ++g) {
            std::uint32_t const to = a.table[s * groups + g];
            if (to == dfa::dead || block[to] == dfa::dead) {
                table.push_back(dfa::dead);
                continue;
            }
            if (name[block[to]] == dfa::dead) {
                name[block[to]] = static_cast<std::uint32_t>(order.size());
                order.push_back(block[to]);
            }
            table.push_back(name[block[to]]);
        }
    }
    out.labels = std::move(labels);
    // groups with equal columns become one
    // hashed, not sorted: libstdc++ 12 orders vectors of unsigned numbers wrongly on big-endian machines
    hash_map<vec<std::uint32_t>, std::uint32_t> columns;
    vec<std::uint32_t> column_of(groups);
    vec<std::uint32_t> kept;
    for (std::uint32_t g = 0; g < groups; ++g) {
        vec<std::uint32_t> column(out.labels.size());
        for (std::size_t s = 0; s < column.size(); ++s) {
            column[s] = table[s * groups + g];
        }
        auto const [at, fresh] =
            columns.try_emplace(std::move(column), static_cast<std::uint32_t>(columns.size()));
        column_of[g] = at.value;
        if (fresh) {
            kept.push_back(g);
        }
    }
    out.letters.starts.clear();
    out.letters.group.clear();
    for (std::size_t i = 0; i < a.letters.starts.size(); ++i) {
        std::uint32_t const g = column_of[a.letters.group[i]];
        if (out.letters.group.empty() || out.letters.group.back() != g) {
            out.letters.starts.push_back(a.letters.starts[i]);
            out.letters.group.push_back(g);
        }
    }
    out.letters.groups = static_cast<std::uint32_t>(kept.size());
    out.table.clear();
    for (std::size_t s = 0; s < out.labels.size(); ++s) {
        for (std::uint32_t const g : kept) {
            out.table.push_back(table[s * groups + g]);
        }
    }
    return out;
}

result<dfa> product(dfa const& a, dfa const& b,
                    function_ref<std::uint32_t(std::uint32_t, std::uint32_t)> join, std::size_t most) {
    work spent{limits{}};
    return product(a, b, join, most, spent);
}

result<dfa> product(dfa const& a, dfa const& b,
                    function_ref<std::uint32_t(std::uint32_t, std::uint32_t)> join, std::size_t most,
                    work& spent) {
    dfa out;
    detail::pair_table parts;  // group -> groups of a and b
    out.letters.starts.clear();
    out.letters.group.clear();
    std::set_union(a.letters.starts.begin(), a.letters.starts.end(), b.letters.starts.begin(),
                   b.letters.starts.end(), std::back_inserter(out.letters.starts));
    for (char32_t const c : out.letters.starts) {
        out.letters.group.push_back(parts.add(a.letters.of(c), b.letters.of(c)).first);
    }
    out.letters.groups = static_cast<std::uint32_t>(parts.size());
    out.labels.clear();
    out.table.clear();

    detail::pair_table ids;
    auto const id = [&](std::uint32_t p, std::uint32_t q) {
        auto const [number, fresh] = ids.add(p, q);
        if (fresh) {
            out.labels.push_back(join(p == dfa::dead ? 0 : a.labels[p], q == dfa::dead ? 0 : b.labels[q]));
        }
        return number;
    };
    bool const a_alone = join(1u, 0u) != 0;
    bool const b_alone = join(0u, 1u) != 0;
    id(0, 0);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        if (ids.size() > most) {
            return detail::too_many_dfa_states();
        }
        if (!spent.spend(40 + 6 * parts.size()) || !spent.hold(sizeof(std::uint32_t) * parts.size() + 32)) {
            return spent.error("an automaton over code points");
        }
        std::uint32_t const p = ids.left(k);
        std::uint32_t const q = ids.right(k);
        std::uint32_t last_p = dfa::dead;
        std::uint32_t last_q = dfa::dead;
        std::uint32_t last = dfa::dead;
        for (std::size_t g = 0; g < parts.size(); ++g) {
            std::uint32_t const tp =
                p == dfa::dead ? dfa::dead : a.table[p * a.letters.groups + parts.left(g)];
            std::uint32_t const tq =
                q == dfa::dead ? dfa::dead : b.table[q * b.letters.groups + parts.right(g)];
            bool const gone = (tp == dfa::dead && !b_alone) || (tq == dfa::dead && !a_alone) ||
                              (tp == dfa::dead && tq == dfa::dead);
            if (gone) {
                out.table.push_back(dfa::dead);
                continue;
            }
            if (tp != last_p || tq != last_q || last == dfa::dead) {  // neighbours often agree
                last_p = tp;
                last_q = tq;
                last = id(tp, tq);
            }
            out.table.push_back(last);
        }
    }
    return out;
}

result<dfa> intersection(dfa const& a, dfa const& b, std::size_t most) {
    work spent{limits{}};
    return intersection(a, b, most, spent);
}

result<dfa> intersection(dfa const& a, dfa const& b, std::size_t most, work& spent) {
    auto const both = [](std::uint32_t x, std::uint32_t y) { return x != 0 && y != 0 ? 1u : 0u; };
    return product(a, b, both, most, spent);
}

result<dfa> difference(dfa const& a, dfa const& b, std::size_t most) {
    work spent{limits{}};
    return difference(a, b, most, spent);
}

result<dfa> difference(dfa const& a, dfa const& b, std::size_t most, work& spent) {
    auto const first = [](std::uint32_t x, std::uint32_t y) { return x != 0 && y == 0 ? 1u : 0u; };
    return product(a, b, first, most, spent);
}

result<dfa> either(dfa const& a, dfa const& b, std::size_t most) {
    return product(a, b, [](std::uint32_t x, std::uint32_t y) { return x != 0 || y != 0 ? 1u : 0u; }, most);
}

dfa any_text() {
    dfa out;
    out.labels = {1};
    out.table = {0};
    return out;
}

dfa length_between(std::uint32_t low, std::uint32_t high) {
    dfa out;
    std::uint32_t const last = high == unbounded ? low : high;
    out.labels.clear();
    out.table.clear();
    for (std::uint32_t s = 0; s <= last; ++s) {
        out.labels.push_back(s >= low ? 1 : 0);
        out.table.push_back(s < last ? s + 1 : high == unbounded ? s : dfa::dead);
    }
    return out;
}

}  // namespace parlance::rtn
