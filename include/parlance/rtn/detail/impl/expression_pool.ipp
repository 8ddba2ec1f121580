// parlance/rtn/detail/impl/expression_pool.ipp - definitions of what parlance/rtn/detail/expression_pool.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/expression_pool.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/expression.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace parlance::rtn::detail {

expression_id expression_pool::atom(expression::kind is, std::uint32_t value) {
    return add({is, value, 0, 0, {}});
}

void expression_pool::free(function_ref<void()> look) {
    expression_table::free(look);
    plain_.free(look);
    pairs_.free(look);
}

bool expression_pool::begins_with(expression_id whole, expression_id part) const {
    words const a = words_of(whole);
    words const b = words_of(part);
    return b.size() <= a.size() && std::equal(b.begin(), b.end(), a.begin());
}

expression_id expression_pool::sequence(std::span<expression_id const> of) {
    if (cost_too_much()) {
        return nothing;
    }
    words all;
    all.reserve(2 * of.size());
    for (expression_id const each : of) {
        if (at(each).is == expression::kind::sequence) {
            all.insert(all.end(), at(each).of.begin(), at(each).of.end());
        } else {
            all.push_back(each);
        }
    }
    if (all.size() > 1) {
        all = with_shared_items(with_whole_texts(std::move(all)));
    }
    return all.size() == 1 ? all[0] : add({expression::kind::sequence, 0, 0, 0, all});
}

expression_id expression_pool::sequence(expression_id a, expression_id b) {
    pay(1);
    if (a == nothing || b == nothing) {
        return a == nothing ? b : a;
    }
    std::uint64_t const key = std::uint64_t{a} << 32 | b;
    if (auto const* const known = pairs_.find(key); known != nullptr) {
        return known->value;
    }
    expression_id const both[] = {a, b};
    expression_id const out = sequence(both);
    make_room(pairs_);
    pairs_.try_emplace(key, out);
    return out;
}

expression_pool::words expression_pool::with_whole_texts(words w) {
    constexpr std::size_t most_ways = 64;
    constexpr std::size_t longest = 32;
    for (std::size_t i = 1; i < w.size() && !cost_too_much(); ++i) {
        pass(2);
        expression const& node = at(w[i]);
        if (node.is != expression::kind::choice || !literal(w[i - 1]) || node.of.size() > most_ways ||
            !std::all_of(node.of.begin(), node.of.end(),
                         [&](expression_id way) { return literal(words_of(way)[0]); })) {
            continue;
        }
        std::size_t first = i;
        while (first > 0 && literal(w[first - 1])) {
            --first;
        }
        if (i - first > longest) {
            continue;
        }
        vec<expression_id> ways;
        for (expression_id const way : node.of) {
            words longer(w.begin() + first, w.begin() + i);
            words const rest = words_of(way);
            longer.insert(longer.end(), rest.begin(), rest.end());
            ways.push_back(add({expression::kind::sequence, 0, 0, 0, longer}));
        }
        expression_id const whole = add({expression::kind::choice, 0, 0, 0, ways});
        w.erase(w.begin() + first, w.begin() + i + 1);
        w.insert(w.begin() + first, whole);
        i = first;
    }
    return w;
}

expression_pool::words expression_pool::with_shared_items(words w) {
    constexpr std::size_t long_enough = 12;
    for (std::size_t i = 2; i < w.size() && !cost_too_much(); ++i) {
        pass(2);
        expression const& loop = at(w[i]);
        if (loop.is != expression::kind::repeat || loop.low != 0 || loop.high != unbounded) {
            continue;
        }
        words body = words_of(loop.of[0]);
        std::size_t same = 0;
        std::size_t bytes = 0;
        while (same < i && same + 1 < body.size() && w[i - 1 - same] == body[body.size() - 1 - same]) {
            bytes += weight(w[i - 1 - same++]) + 1;
        }
        if (same < 2 || bytes < long_enough) {
            continue;
        }
        expression_id const item = shared(sequence({body.end() - same, same}));
        body.erase(body.end() - same, body.end());
        body.push_back(item);
        w[i] = repeated(sequence({body.data(), body.size()}), 0, unbounded);
        w.erase(w.begin() + (i - same), w.begin() + i);
        w.insert(w.begin() + (i - same), item);
        i -= same - 1;
    }
    return w;
}

void expression_pool::group(vec<words>& ways, bool from_end) {
    for (std::size_t i = 0; i < ways.size() && !cost_too_much(); ++i) {
        if (ways[i].empty()) {
            continue;
        }
        auto const edge = [&](words const& w) {
            return w.empty() ? nothing : from_end ? w.back() : w.front();
        };
        expression_id const first = edge(ways[i]);
        vec<words> alike;
        for (std::size_t j = i; j < ways.size(); ++j) {
            if (edge(ways[j]) == first) {
                pass(ways[j].size());
                alike.push_back(ways[j]);
            }
        }
        pay(ways.size());
        if (alike.size() < 2 || words_in_common(*this, {alike.data(), alike.size()}, from_end) == 0) {
            continue;
        }
        vec<words> others;
        for (std::size_t j = 0; j < ways.size(); ++j) {
            if (j == i) {
                others.push_back(words_of(factored(alike)));
            } else if (j < i || edge(ways[j]) != first) {
                others.push_back(std::move(ways[j]));
            }
        }
        ways = std::move(others);
    }
}

expression_id expression_pool::factored(std::span<expression_id const> ways) {
    vec<words> each;
    for (expression_id const way : ways) {
        each.push_back(words_of(way));
        pass(each.back().size());
    }
    return factored(std::move(each));
}

expression_id expression_pool::factored(vec<words> ways) {
    for (words const& w : ways) {
        pay(w.size());
    }
    if (cost_too_much()) {
        return nothing;
    }
    if (ways.size() == 1) {
        return sequence({ways[0].data(), ways[0].size()});
    }
    for (bool const from_end : {false, true}) {
        std::size_t const same = words_in_common(*this, {ways.data(), ways.size()}, from_end);
        if (same == 0) {
            continue;
        }
        words const& w = ways[0];
        words const common = from_end ? words(w.end() - same, w.end()) : words(w.begin(), w.begin() + same);
        vec<expression_id> rests;
        for (words const& each : ways) {
            std::size_t const skip = from_end ? 0 : same;
            pass(each.size());
            rests.push_back(sequence({each.data() + skip, each.size() - same}));
        }
        expression_id const one = sequence({common.data(), common.size()});
        expression_id const rest = choice({rests.data(), rests.size()});
        return from_end ? sequence(rest, one) : sequence(one, rest);
    }
    std::size_t const before = ways.size();
    group(ways, false);
    group(ways, true);
    if (cost_too_much()) {
        return nothing;
    }
    if (ways.size() < before) {
        vec<expression_id> fewer;
        for (words const& w : ways) {
            pass(w.size());
            fewer.push_back(sequence({w.data(), w.size()}));
        }
        return choice({fewer.data(), fewer.size()});
    }
    vec<expression_id> all;
    for (words const& w : ways) {
        pass(w.size());
        all.push_back(sequence({w.data(), w.size()}));
    }
    return add({expression::kind::choice, 0, 0, 0, all});
}

expression_id expression_pool::plain(expression_id id) {
    if (auto const* const done = plain_.find(id); done != nullptr) {
        return done->value;
    }
    expression node = at(id);
    words of(node.of.begin(), node.of.end());
    for (expression_id& each : of) {
        each = plain(each);
    }
    node.of = of;
    expression_id out = id;
    if (node.is == expression::kind::shared) {
        out = node.of[0];
    } else if (node.is == expression::kind::sequence) {
        out = sequence({node.of.data(), node.of.size()});
    } else if (!node.of.empty()) {
        out = add(node);
    }
    make_room(plain_);
    plain_.try_emplace(id, out);
    return out;
}

bool expression_pool::with_optional_tail(vec<expression_id>& ways) {
    hash_map<expression_id, expression_id> tails;  // by what may be left out at the end
    for (expression_id const way : ways) {
        bool const several = at(way).is == expression::kind::sequence && !at(way).of.empty();
        expression_id const last = several ? at(way).of[at(way).of.size() - 1] : way;
        expression const& tail = at(last);
        if (tail.is == expression::kind::repeat && tail.low == 0 && tail.high == 1) {
            tails.try_emplace(plain(tail.of[0]), last);
        }
    }
    pay(ways.size());
    if (tails.empty()) {
        return false;
    }
    for (expression_id& way : ways) {
        if (auto const* const found = tails.find(plain(way)); found != nullptr) {
            way = found->value;
            return true;
        }
    }
    return false;
}

vec<expression_id> expression_pool::flattened(std::span<expression_id const> of, bool& empty) const {
    vec<expression_id> flat;
    flat.reserve(of.size());
    for (expression_id const each : of) {
        expression_id inner = each;
        if (at(inner).is == expression::kind::repeat && at(inner).low == 0 && at(inner).high == 1) {
            empty = true;
            inner = at(inner).of[0];
        }
        if (inner == nothing) {
            empty = true;
        } else if (at(inner).is == expression::kind::choice) {
            flat.insert(flat.end(), at(inner).of.begin(), at(inner).of.end());
        } else {
            flat.push_back(inner);
        }
    }
    return flat;
}

vec<expression_id> expression_pool::distinct(vec<expression_id> const& all) {
    constexpr std::size_t few = 16;
    constexpr std::uint64_t steps_of_a_way = 16;
    vec<expression_id> ways;
    ways.reserve(all.size());
    vec<code_points> points;
    std::size_t point_at = 0;
    hash_set<expression_id> seen;
    paid_rounds rounds(spent(), steps_of_a_way);
    for (std::size_t i = 0; i < all.size() && (all.size() <= few || rounds.next()); ++i) {
        expression_id const each = all[i];
        bool const known = all.size() <= few
                               ? std::find(all.begin(), all.begin() + i, each) != all.begin() + i
                               : !seen.insert(each);
        if (known) {
            continue;
        }
        if (at(each).is == expression::kind::set) {
            if (points.empty()) {
                point_at = ways.size();
                ways.push_back(each);
            }
            points.insert(points.end(), set_of(each).begin(), set_of(each).end());
            continue;
        }
        ways.push_back(each);
    }
    if (!points.empty()) {
        ways[point_at] = set(sets().add(normalized({points.data(), points.size()})));
    }
    return ways;
}

expression_id expression_pool::choice(std::span<expression_id const> of) {
    constexpr std::size_t most_factored = 128;
    if (cost_too_much()) {
        return nothing;
    }
    if (of.size() == 1 && at(of[0]).is != expression::kind::choice &&
        at(of[0]).is != expression::kind::repeat) {
        return of[0];
    }
    bool empty = false;
    vec<expression_id> ways = distinct(flattened(of, empty));
    empty = empty && !(ways.size() <= most_factored && with_optional_tail(ways));
    expression_id out = nothing;
    if (ways.size() == 1) {
        out = ways[0];
    } else if (ways.size() > most_factored ||
               (ways.size() > 1 && !some_alike(*this, {ways.data(), ways.size()}))) {
        out = add({expression::kind::choice, 0, 0, 0, ways});
    } else if (!ways.empty()) {
        out = factored(std::span<expression_id const>{ways.data(), ways.size()});
    }
    return empty ? repeated(out, 0, 1) : out;
}

expression_id expression_pool::repeated(expression_id of, std::uint32_t low, std::uint32_t high) {
    expression const& inner = at(of);
    if (of == nothing || (low == 1 && high == 1)) {
        return of;
    }
    // what may be left out, as often as wanted, is that as often as wanted
    if (inner.is == expression::kind::repeat && low == 0 && inner.low <= 1 &&
        (high == 1 || high == unbounded)) {
        std::uint32_t const most = high == unbounded ? unbounded : inner.high;
        return repeated(inner.of[0], 0, most);
    }
    if (inner.is == expression::kind::choice && low == 0 && high == 1) {
        if (vec<expression_id> ways(inner.of.begin(), inner.of.end()); with_optional_tail(ways)) {
            return factored(std::span<expression_id const>{ways.data(), ways.size()});
        }
    }
    if (words const w = words_of(of); w.size() == 2 && low == 0 && high == 1) {  // (x x{0,n})?
        expression const& rest = at(w[1]);
        if (rest.is == expression::kind::repeat && rest.of[0] == w[0] && rest.low == 0 &&
            rest.high < unbounded - 1) {
            return repeated(w[0], 0, rest.high + 1);
        }
    }
    return add({expression::kind::repeat, 0, low, high, {&of, 1}});
}

expression_id expression_pool::shared(expression_id of) {
    bool const atom = at(of).of.empty() || at(of).is == expression::kind::shared;
    return atom ? of : add({expression::kind::shared, 0, 0, 0, {&of, 1}});
}

expression_id expression_pool::renumbered(expression_id id, std::span<std::uint32_t const> to,
                                          vec<expression_id>& known) {
    if (known[id] != unknown) {
        return known[id];
    }
    expression node = at(id);
    if (node.is == expression::kind::part) {
        node.value = to[node.value];
    }
    words of(node.of.begin(), node.of.end());
    for (expression_id& each : of) {
        each = renumbered(each, to, known);
    }
    node.of = of;
    expression_id const out = add(node);
    known[id] = out;
    return out;
}

}  // namespace parlance::rtn::detail
