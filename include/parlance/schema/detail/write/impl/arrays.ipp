// parlance/schema/detail/write/impl/arrays.ipp - arrays as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/plan/array_plan.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace parlance::schema::detail {

/// How many items there are in front of a place, and how often each wish was met by them.
struct array_place {
    std::uint64_t index;
    vec<std::uint64_t> met;
    auto operator<=>(array_place const&) const = default;
};

/// An item that meets some wishes: where it leads, and which of the others it must not meet.
struct array_step {
    array_place to;
    std::uint32_t denied = 0;
};

/// Nothing where an item at `from` cannot meet these.  `last`: places behind it are all alike.
PARLANCE_DECL std::optional<array_step> step_of(array_plan const& p, array_place const& from,
                                                std::uint32_t chosen, std::uint64_t last) {
    array_step out{{(std::min)(from.index + 1, last), from.met}};
    for (std::size_t w = 0; w < p.wishes.size(); ++w) {
        auto const& wish = p.wishes[w];
        bool const counts = from.index >= wish.from;
        bool const bounded = wish.most != no_limit;
        if ((chosen >> w & 1) == 0) {
            out.denied |= counts && bounded ? 1u << w : 0;
            continue;
        }
        if (!counts || (!bounded && from.met[w] >= wish.least)) {
            return std::nullopt;
        }
        out.to.met[w] = (std::min)(from.met[w] + 1, bounded ? wish.most + 1 : wish.least);
        if (out.to.met[w] > wish.most) {
            return std::nullopt;
        }
    }
    return out;
}

/// What has wishes is written place by place, with how often each was met: few of both.
PARLANCE_DECL result<void> check_wishes(array_plan const& p) {
    constexpr std::size_t most_wishes = 6;
    constexpr std::uint64_t most_places = 1000;
    constexpr std::uint64_t most_counted = 250;
    for (auto const& w : p.wishes) {
        if (w.least > most_counted || (w.most != no_limit && w.most > most_counted)) {
            return diagnostic{errc::too_many_states, {}, 0, "contains with large bounds"};
        }
    }
    std::uint64_t const places =
        p.most != no_limit ? p.most : (std::max<std::uint64_t>)(p.least, p.prefix.size());
    if (!p.wishes.empty() && (p.wishes.size() > most_wishes || places > most_places)) {
        return diagnostic{errc::too_many_states, {}, 0, "contains in a long array"};
    }
    return {};
}

rule_id writer::item_rule(array_plan const& p, std::size_t i, std::uint32_t met, std::uint32_t denied) {
    goal g = i < p.prefix.size() ? p.prefix[i] : p.rest;
    for (std::size_t w = 0; w < p.wishes.size(); ++w) {
        if ((met >> w & 1) != 0) {
            add_literal(g, p.wishes[w].what.front());
        }
        if ((denied >> w & 1) != 0) {
            add_literal(g, p.wishes[w].other.front());
        }
    }
    return rule_of(g);
}

state_id writer::separate(state_id at) { return pad(out_.literal(loop(at), how_.item_separator)); }

result<void> writer::write_wishes(array_plan const& p, state_id inside, state_id close) {
    ordered_map<array_place, state_id> places;
    vec<array_place> todo;
    auto const freed = [&](result<void> out) {
        work looks = spent_.only_looks();
        static_cast<void>(paid_free(todo, looks) && paid_free(places, looks, 2 * steps_to_free));
        return out;
    };
    std::uint64_t last = (std::max<std::uint64_t>)({std::uint64_t{1}, p.prefix.size(), p.least,
                                                    p.most == no_limit ? 0 : p.most});
    for (auto const& w : p.wishes) {
        last = (std::max)(last, w.from);
    }
    auto const at = [&](array_place q) {
        auto const [found, fresh] = places.emplace(q, 0);
        if (fresh) {
            found->second = out_.add_state();
            todo.push_back(std::move(q));
        }
        return found->second;
    };
    state_id const first = at({0, vec<std::uint64_t>(p.wishes.size(), 0)});
    out_.epsilon(inside, first);
    for (std::size_t met = 0; met < todo.size(); ++met) {
        if (places.size() > 20'000) {
            return freed(diagnostic{errc::too_many_states, {}, 0, "contains in a long array"});
        }
        // what is written of it, here and in the networks that are made of it
        if (!spent_.spend(1200 + 100 * (std::uint64_t{1} << p.wishes.size())) || !spent_.hold(1200)) {
            return freed(spent_.error("contains in a long array"));
        }
        array_place const q = todo[met];
        state_id const here = places.at(q);
        bool done = q.index >= p.least;
        for (std::size_t w = 0; w < p.wishes.size(); ++w) {
            done = done && q.met[w] >= p.wishes[w].least;
        }
        if (done) {
            out_.epsilon(q.index == 0 ? here : pad(here), close);
        }
        if (q.index >= p.most) {
            continue;
        }
        state_id const begin = q.index == 0 ? here : separate(here);
        auto const i = static_cast<std::size_t>((std::min<std::uint64_t>)(q.index, p.prefix.size()));
        for (std::uint32_t chosen = 0; chosen < (1u << p.wishes.size()); ++chosen) {
            if (auto const step = step_of(p, q, chosen, last)) {
                out_.call(begin, item_rule(p, i, chosen, step->denied), at(step->to));
            }
        }
    }
    return freed({});
}

result<void> writer::write_items(array_plan const& p, state_id at, state_id close) {
    std::uint64_t count = 0;
    auto const may_close = [&](state_id s) {
        if (count >= p.least) {
            out_.epsilon(count == 0 ? s : pad(s), close);
        }
    };
    may_close(at);
    while (count < p.most && (count < p.prefix.size() || count == 0)) {
        if (!pay()) {
            return spent_.error("schema");
        }
        state_id const begin = count == 0 ? at : separate(at);
        rule_id const item = item_rule(p, static_cast<std::size_t>(count), 0, 0);
        at = out_.add_state();
        out_.call(begin, item, at);
        ++count;
        if (count < p.prefix.size() || count >= p.most) {
            may_close(at);
        }
    }
    if (count >= p.most) {
        return {};
    }
    // further items: a comma and an item, counted
    rule_id const rest = item_rule(p, p.prefix.size(), 0, 0);
    std::uint64_t const least = p.least > count ? p.least - count : 0;
    auto const narrow = [](std::uint64_t n) {
        return static_cast<std::uint32_t>((std::min<std::uint64_t>)(n, rtn::unbounded - 1));
    };
    state_id const behind = out_.add_state();
    if (least == 0 && p.most == no_limit) {
        state_id const more = separate(at);
        out_.call(more, rest, at);
        out_.epsilon(at, behind);
    } else {
        auto const counted = [&](state_id entry, state_id stop) -> result<void> {
            state_id const incremented = out_.add_state();
            state_id const again = out_.add_state();
            out_.epsilon(entry, again);
            out_.epsilon(again, stop);
            out_.increment(again, incremented);
            out_.call(separate(incremented), rest, again);
            return {};
        };
        result<rule_id> const tail = own_rule("items " + std::to_string(rest), "items", counted);
        if (!tail) {
            return tail.error();
        }
        std::uint32_t const most = p.most == no_limit ? rtn::unbounded : narrow(p.most - count);
        out_.counted_call(at, {*tail, narrow(least), most}, behind);
    }
    out_.epsilon(pad(behind), close);
    return {};
}

void writer::shorten(array_plan& p) {
    for (std::size_t i = 0; i < p.prefix.size() && i < p.most; ++i) {
        if (impossible(p.prefix[i], 0)) {
            p.most = i;
        }
    }
    if (p.most > p.prefix.size() && impossible(p.rest, 0)) {
        p.most = p.prefix.size();
    }
    if (p.not_unique) {
        p.least = (std::max<std::uint64_t>)(p.least, 2);
    }
}

std::string writer::name_of(array_plan const& p, bool watched) {
    std::string out =
        (watched ? "unique array " : "array ") + std::to_string(p.least) + " " + std::to_string(p.most);
    for (goal const& g : p.prefix) {
        out += " " + std::to_string(rule_of(g));
    }
    out += " * " + std::to_string(p.most > p.prefix.size() ? rule_of(p.rest) : 0);
    for (auto const& w : p.wishes) {
        out += " ? " + std::to_string(w.from) + " " + std::to_string(w.least) + " " + std::to_string(w.most) +
               " " + std::to_string(w.what.front());
    }
    return out;
}

/// More values than those are not counted.
inline constexpr std::uint64_t most_unique_counted = 1000;

result<rule_id> writer::array_rule(branch const& b) {
    array_plan p = plan_array(b);
    shorten(p);
    if (p.unique && p.least > (std::max<std::size_t>)(p.prefix.size(), 1)) {
        // no more items than there are values
        std::uint64_t const needed = (std::min)(p.least - p.prefix.size(), most_unique_counted);
        std::uint64_t const values = count_values(p.rest, needed);
        p.most = values < needed ? (std::min)(p.most, p.prefix.size() + values) : p.most;
    }
    if (p.least > p.most) {
        return shared_rule("nothing", "nothing", [](state_id, state_id) -> result<void> { return {}; });
    }
    bool watched = false;
    if ((p.unique && p.most > 1) || (p.not_unique && p.least <= p.most)) {
        result<std::optional<rule_id>> const exact = unique_array_rule(p);
        if (!exact) {
            return exact.error();
        }
        if (*exact) {
            return **exact;
        }
        watched = !p.not_unique && watchable(p);
        if (!watched && (p.not_unique || !how_.relaxed.unique_items)) {
            return diagnostic{
                errc::unsupported_keyword, {}, 0, p.not_unique ? "not uniqueItems" : "uniqueItems"};
        }
        if (!watched) {
            nodes().add_note("uniqueItems: not enforced");
        }
    }
    if (p.prefix.size() > p.most) {
        p.prefix.resize(static_cast<std::size_t>(p.most));
    }
    std::string const key = name_of(p, watched);
    if (auto const few = check_wishes(p); !few) {
        return few.error();
    }
    bool const is_new = !own_.contains(key);
    result<rule_id> const rule = own_rule(key, "array", [&](state_id from, state_id end) -> result<void> {
        state_id const open = out_.add_state();
        state_id const close = out_.add_state();
        out_.bytes(from, '[', '[', open);
        out_.bytes(close, ']', ']', end);
        state_id const inside = pad(open);
        return p.wishes.empty() ? write_items(p, inside, close) : write_wishes(p, inside, close);
    });
    if (rule && is_new && watched) {
        result<bool> const many = has_many_values(p.rest);
        arrays_.push_back({*rule, many && *many ? rtn::array_items::unique : rtn::array_items::limited});
    } else if (rule && p.most > 1 && !watched) {
        repeating_arrays_.push_back(*rule);
    }
    return rule;
}

}  // namespace parlance::schema::detail
