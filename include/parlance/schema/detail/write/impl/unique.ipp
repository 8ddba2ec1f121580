// parlance/schema/detail/write/impl/unique.ipp - arrays without equal items, where there are few items to choose from
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/plan/array_plan.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/read/same_value.hpp>
#include <parlance/schema/detail/solve/number_set.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/value.hpp>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace parlance::schema::detail {

/// All values that meet `g`, each once, when there are at most `most`; nothing when there are more, or endlessly many.
result<maybe<vec<boost::json::value const*>>> writer::all_values(goal const& g, std::size_t most) {
    vec<boost::json::value const*> out;
    hash_map<std::uint64_t, vec<boost::json::value const*>> met;
    auto const add = [&](boost::json::value const& v) {
        auto& alike = met[hash_value(v)];
        if (std::none_of(alike.begin(), alike.end(), [&](auto const* o) { return same_value(*o, v); })) {
            alike.push_back(&v);
            out.push_back(&v);
        }
    };
    auto const add_if = [&](boost::json::value const& v) -> result<void> {
        result<bool> const good = meets(v, g);
        if (good && *good) {
            add(v);
        }
        return good ? result<void>() : result<void>(good.error());
    };
    static boost::json::value const plain[] = {nullptr, false, true};
    for (type const t : {type::null, type::boolean, type::number, type::string, type::array, type::object}) {
        result<vec<branch>> const ways = solve_.expand(g, t);
        if (!ways) {
            return ways.error();
        }
        for (branch const& b : *ways) {
            if (std::any_of(b.begin(), b.end(), [](fact const& f) { return f.is == fact::kind::one_of; })) {
                result<vec<boost::json::value const*>> const some = candidates(b, g, t);
                if (!some) {
                    return some.error();
                }
                for (std::size_t i = 0; i < some->size() && out.size() <= most; ++i) {
                    add(*(*some)[i]);
                }
            } else if (t == type::null || t == type::boolean) {
                for (boost::json::value const& v : plain) {
                    if (auto const r = type_of(v) == t ? add_if(v) : result<void>(); !r) {
                        return r.error();
                    }
                }
            } else if (t == type::number) {
                maybe<std::pair<std::int64_t, std::int64_t>> const range = whole_range(b);
                if (!range || range->second - range->first >= static_cast<std::int64_t>(4 * most)) {
                    return maybe<vec<boost::json::value const*>>();
                }
                for (std::int64_t n = range->first; n <= range->second; ++n) {
                    if (auto const r = add_if(made_.emplace_back(n)); !r) {
                        return r.error();
                    }
                }
            } else {
                return maybe<vec<boost::json::value const*>>();
            }
            if (out.size() > most) {
                return maybe<vec<boost::json::value const*>>();
            }
        }
    }
    return maybe(std::move(out));
}

/// The least and the greatest whole number of a branch, where it has no others and both bounds.
maybe<std::pair<std::int64_t, std::int64_t>> writer::whole_range(branch const& b) {
    number_set s;
    for (fact const& f : b) {
        s.whole = s.whole || f.is == fact::kind::whole;
        if (f.is == fact::kind::low) {
            s.raise(f.value, f.open);
        }
        if (f.is == fact::kind::high) {
            s.lower(f.value, f.open);
        }
    }
    auto const truncated = [](maybe<number_set::bound> const& v) -> std::optional<std::int64_t> {
        // cut at the point; one too many on either side does no harm, because every value is judged by itself
        if (!v || v->value.point > 9) {
            return {};
        }
        std::int64_t n = 0;
        for (int i = 0; i < v->value.point; ++i) {
            auto const at = static_cast<std::size_t>(i);
            n = n * 10 + (at < v->value.digits.size() ? v->value.digits[at] - '0' : 0);
        }
        return v->value.negative ? -n : n;
    };
    std::optional<std::int64_t> const low = truncated(s.low);
    std::optional<std::int64_t> const high = truncated(s.high);
    if (!s.whole || !low || !high) {
        return {};
    }
    return std::pair{*low - 1, *high + 1};
}

result<bool> writer::watchable(array_plan const& p) {
    if (!watches_names(how_)) {
        return false;
    }
    for (auto const& w : p.wishes) {
        if (w.least > 1 || w.most != no_limit || w.from > 0) {
            return false;
        }
    }
    // a place that must be there needs more values than there are items before it; of others the comma can be refused
    constexpr std::uint64_t most_counted = 1000;
    auto const enough = [&](goal const& g, std::uint64_t least) -> result<bool> {
        auto const all = all_values(g, static_cast<std::size_t>((std::min)(least, most_counted)));
        return all ? result<bool>(!*all || (*all)->size() >= least) : result<bool>(all.error());
    };
    for (std::size_t i = 1; i < p.prefix.size() && i < p.least; ++i) {
        result<bool> const good = enough(p.prefix[i], i + 1);
        if (!good || !*good) {
            return good;
        }
    }
    return p.least > (std::max<std::size_t>)(p.prefix.size(), 1) ? enough(p.rest, p.least)
                                                                 : result<bool>(true);
}

result<bool> writer::has_many_values(goal const& g) {
    constexpr std::uint64_t long_enough = 8;
    for (type const t : {type::string, type::number}) {
        result<vec<branch>> const ways = solve_.expand(g, t);
        if (!ways) {
            return ways.error();
        }
        for (branch const& b : *ways) {
            using k = fact::kind;
            bool const listed =
                std::any_of(b.begin(), b.end(), [](fact const& f) { return f.is == k::one_of; });
            bool const bounded = std::any_of(b.begin(), b.end(), [](fact const& f) {
                return f.is == k::low || f.is == k::high || f.is == k::multiple;
            });
            string_set const s = string_set_of(b);
            bool const many = t == type::string ? !s.automaton() && s.most >= long_enough
                                                : how_.number_digits == 0 && !bounded;
            if (!listed && many) {
                return true;
            }
        }
    }
    return false;
}

bool writer::mixes_arrays(hash_set<rule_id> const& rules) const {
    bool const some = std::any_of(arrays_.begin(), arrays_.end(),
                                  [&](rtn::array const& a) { return rules.contains(a.rule); });
    return some && std::any_of(repeating_arrays_.begin(), repeating_arrays_.end(),
                               [&](rule_id r) { return rules.contains(r); });
}

/// The items of an array that can be few values, as bits.
///
/// allowed  by place, the last one for all further places
/// counts   which of them each wish counts
struct listed_items {
    vec<boost::json::value const*> values;
    vec<std::uint32_t> allowed;
    vec<std::uint32_t> counts;
};

/// Nothing where they can be too many things.
result<maybe<listed_items>> writer::list_items(array_plan const& p) {
    constexpr std::size_t most_values = 12;
    listed_items out;
    auto& values = out.values;
    for (std::size_t i = 0; i <= p.prefix.size(); ++i) {
        bool const further = i == p.prefix.size();
        if (further && p.most <= i) {
            break;
        }
        auto const some = all_values(further ? p.rest : p.prefix[i], most_values);
        if (!some) {
            return some.error();
        }
        if (!*some) {
            return maybe<listed_items>();
        }
        std::uint32_t mask = 0;
        for (boost::json::value const* v : **some) {
            auto const at =
                std::find_if(values.begin(), values.end(), [&](auto const* o) { return same_value(*o, *v); });
            mask |= 1u << (at - values.begin());
            if (at == values.end()) {
                values.push_back(v);
            }
            if (values.size() > most_values) {
                return maybe<listed_items>();
            }
        }
        out.allowed.push_back(mask);
    }
    for (auto const& wish : p.wishes) {
        if (wish.from > 0) {
            return maybe<listed_items>();
        }
        std::uint32_t counts = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            result<bool> const good = meets(*values[i], wish.what);
            if (!good) {
                return good.error();
            }
            counts |= *good ? 1u << i : 0;
        }
        out.counts.push_back(counts);
    }
    return maybe(std::move(out));
}

/// A place in an array of listed items is the set of those that have occurred; behind an item that was there before, a
/// number of items.
inline constexpr std::uint32_t twice = 1u << 31;

/// Whether the array may end at such a place.
PARLANCE_DECL bool may_end(array_plan const& p, listed_items const& of, std::uint32_t seen) {
    if (p.not_unique) {
        return (seen & twice) != 0 && (seen & ~twice) >= p.least;
    }
    bool good = static_cast<std::uint64_t>(std::popcount(seen)) >= p.least;
    for (std::size_t w = 0; w < of.counts.size(); ++w) {
        auto const n = static_cast<std::uint64_t>(std::popcount(seen & of.counts[w]));
        good = good && n >= p.wishes[w].least && n <= p.wishes[w].most;
    }
    return good;
}

/// The rule of an array in which every value may occur once, or one must occur twice.  Nothing when its items can be too
/// many things.
result<std::optional<rule_id>> writer::unique_array_rule(array_plan const& p) {
    auto const listed = list_items(p);
    if (!listed) {
        return listed.error();
    }
    std::uint64_t const counted =
        (std::max<std::uint64_t>)({p.least, p.prefix.size(), p.most == no_limit ? 0 : p.most});
    if (!*listed || (p.not_unique && (!p.wishes.empty() || counted > 1000))) {
        return std::optional<rule_id>();
    }
    listed_items const& of = **listed;
    rule_id const rule = out_.add_rule("array");
    state_id const end = out_.add_state();
    out_.accept(end);
    state_id const open = out_.add_state();
    state_id const close = out_.add_state();
    out_.bytes(out_.entry(rule), '[', '[', open);
    out_.bytes(close, ']', ']', end);
    state_id const closing = out_.add_state();
    out_.epsilon(pad(closing), close);
    rule_id const comma = out_.add_rule("separator");
    state_id const behind = out_.add_state();
    out_.accept(behind);
    out_.epsilon(separate(out_.entry(comma)), behind);
    vec<rule_id> items;
    for (boost::json::value const* v : of.values) {
        items.push_back(out_.add_rule("item"));
        state_id const stop = out_.add_state();
        out_.accept(stop);
        write_value(out_.entry(items.back()), *v, stop);
    }
    state_id const inside = pad(open);
    ordered_map<std::uint32_t, state_id> places{{0u, inside}};
    vec<std::uint32_t> todo{0};
    if (may_end(p, of, 0)) {
        out_.epsilon(inside, close);
    }
    while (!todo.empty()) {
        std::uint32_t const seen = todo.back();
        todo.pop_back();
        bool const repeated = (seen & twice) != 0;
        auto const count = static_cast<std::size_t>(
            repeated ? (seen & ~twice) : static_cast<std::uint32_t>(std::popcount(seen)));
        state_id here = places.at(seen);
        if (seen != 0 && may_end(p, of, seen)) {
            out_.epsilon(here, closing);
        }
        std::uint32_t const next =
            count >= p.most ? 0
                            : of.allowed[(std::min)(count, of.allowed.size() - 1)] & (p.unique ? ~seen : ~0u);
        if (next == 0) {
            continue;
        }
        if (seen != 0) {
            state_id const begin = out_.add_state();
            out_.call(here, comma, begin);
            here = begin;
        }
        for (std::size_t i = 0; i < of.values.size(); ++i) {
            if ((next >> i & 1) != 0) {
                bool const again = repeated || (seen >> i & 1) != 0;
                auto const more = static_cast<std::uint32_t>((std::min<std::uint64_t>)(count + 1, counted));
                auto const [at, fresh] = places.emplace(again ? twice | more : seen | 1u << i, 0);
                if (fresh) {
                    at->second = out_.add_state();
                    todo.push_back(at->first);
                }
                out_.call(here, items[i], at->second);
            }
        }
    }
    return std::optional(rule);
}

}  // namespace parlance::schema::detail
