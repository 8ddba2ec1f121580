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
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

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

bool writer::watchable(array_plan const& p) {
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
    auto const enough = [&](goal const& g, std::uint64_t least) {
        std::uint64_t const most = (std::min)(least, most_counted);
        return count_values(g, most) >= most;
    };
    for (std::size_t i = 1; i < p.prefix.size() && i < p.least; ++i) {
        if (!enough(p.prefix[i], i + 1)) {
            return false;
        }
    }
    return p.least <= (std::max<std::size_t>)(p.prefix.size(), 1) || enough(p.rest, p.least);
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

/// Writes an array of listed items.  A place in it is the set of those that have occurred; behind an item that was there
/// before, a number of items.
class writer::listed_array {
public:
    /// counted  more items than those need not be told apart
    listed_array(writer& out, array_plan const& plan, listed_items const& items, std::uint64_t counted)
        : out_(&out), plan_(&plan), items_(&items), counted_(counted) {}

    [[nodiscard]] rule_id write() {
        rtn::builder& net = out_->out_;
        rule_id const rule = net.add_rule("array");
        state_id const end = net.add_state();
        net.accept(end);
        state_id const open = net.add_state();
        state_id const close = net.add_state();
        net.bytes(net.entry(rule), '[', '[', open);
        net.bytes(close, ']', ']', end);
        closing_ = net.add_state();
        net.epsilon(out_->pad(closing_), close);
        write_parts();
        state_id const inside = out_->pad(open);
        places_.emplace(0u, inside);
        todo_.push_back(0);
        if (may_end(0)) {
            net.epsilon(inside, close);
        }
        while (!todo_.empty()) {
            std::uint32_t const seen = todo_.back();
            todo_.pop_back();
            go_on(seen);
        }
        return rule;
    }

private:
    static constexpr std::uint32_t twice = 1u << 31;

    /// The rules of the separator and of each item.
    void write_parts() {
        rtn::builder& net = out_->out_;
        comma_ = net.add_rule("separator");
        state_id const behind = net.add_state();
        net.accept(behind);
        net.epsilon(out_->separate(net.entry(comma_)), behind);
        for (boost::json::value const* v : items_->values) {
            item_rules_.push_back(net.add_rule("item"));
            state_id const stop = net.add_state();
            net.accept(stop);
            out_->write_value(net.entry(item_rules_.back()), *v, stop);
        }
    }

    [[nodiscard]] static std::uint32_t count_of(std::uint32_t seen) noexcept {
        return (seen & twice) != 0 ? seen & ~twice : static_cast<std::uint32_t>(std::popcount(seen));
    }

    [[nodiscard]] bool may_end(std::uint32_t seen) const {
        if (plan_->not_unique) {
            return (seen & twice) != 0 && (seen & ~twice) >= plan_->least;
        }
        bool good = static_cast<std::uint64_t>(std::popcount(seen)) >= plan_->least;
        for (std::size_t w = 0; w < items_->counts.size(); ++w) {
            auto const n = static_cast<std::uint64_t>(std::popcount(seen & items_->counts[w]));
            good = good && n >= plan_->wishes[w].least && n <= plan_->wishes[w].most;
        }
        return good;
    }

    /// From a place to the end, and to each item that may follow.
    void go_on(std::uint32_t seen) {
        rtn::builder& net = out_->out_;
        state_id here = places_.at(seen);
        if (seen != 0 && may_end(seen)) {
            net.epsilon(here, closing_);
        }
        std::uint32_t const count = count_of(seen);
        if (count >= plan_->most) {
            return;
        }
        std::uint32_t const allowed =
            items_->allowed[(std::min<std::size_t>)(count, items_->allowed.size() - 1)];
        std::uint32_t const next = plan_->unique ? allowed & ~seen : allowed;
        if (next == 0) {
            return;
        }
        if (seen != 0) {
            state_id const begin = net.add_state();
            net.call(here, comma_, begin);
            here = begin;
        }
        for (std::size_t i = 0; i < items_->values.size(); ++i) {
            if ((next >> i & 1) != 0) {
                bool const again = (seen & twice) != 0 || (seen >> i & 1) != 0;
                auto const more =
                    static_cast<std::uint32_t>((std::min<std::uint64_t>)(std::uint64_t{count} + 1, counted_));
                auto const [at, fresh] = places_.emplace(again ? twice | more : seen | 1u << i, 0);
                if (fresh) {
                    at->second = net.add_state();
                    todo_.push_back(at->first);
                }
                net.call(here, item_rules_[i], at->second);
            }
        }
    }

    writer* out_;
    array_plan const* plan_;
    listed_items const* items_;
    std::uint64_t counted_;
    state_id closing_ = 0;
    rule_id comma_ = 0;
    vec<rule_id> item_rules_;
    ordered_map<std::uint32_t, state_id> places_;
    vec<std::uint32_t> todo_;
};

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
    return std::optional(listed_array(*this, p, **listed, counted).write());
}

}  // namespace parlance::schema::detail
