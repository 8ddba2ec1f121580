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
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <compare>
#include <numeric>
#include <optional>
#include <string_view>

namespace parlance::schema::detail {

result<rule_id> writer::array_rule(branch const& b) {
    array_plan p = plan_array(b);
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
    bool watched = false;
    if ((p.unique && p.most > 1) || (p.not_unique && p.least <= p.most)) {
        result<std::optional<rule_id>> const exact = unique_array_rule(p);
        if (!exact) {
            return exact.error();
        }
        if (*exact) {
            return **exact;
        }
        result<bool> const watch = p.not_unique ? result<bool>(false) : watchable(p);
        if (!watch) {
            return watch.error();
        }
        watched = *watch;
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
    std::string key =
        (watched ? "unique array " : "array ") + std::to_string(p.least) + " " + std::to_string(p.most);
    bool simple = p.wishes.empty();
    for (goal const& g : p.prefix) {
        key += " " + std::to_string(rule_of(g));
    }
    key += " * " + std::to_string(p.most > p.prefix.size() ? rule_of(p.rest) : 0);
    for (auto const& w : p.wishes) {
        key += " ? " + std::to_string(w.from) + " " + std::to_string(w.least) + " " + std::to_string(w.most) +
               " " + std::to_string(w.what.front());
    }
    if (p.least > p.most) {
        return shared_rule("nothing", "nothing", [](state_id, state_id) -> result<void> { return {}; });
    }
    auto const item_rule = [&](std::size_t i, std::uint32_t wishes_met, std::uint32_t denied) {
        goal g = i < p.prefix.size() ? p.prefix[i] : p.rest;
        for (std::size_t w = 0; w < p.wishes.size(); ++w) {
            if ((wishes_met >> w & 1) != 0) {
                add_literal(g, p.wishes[w].what.front());
            }
            if ((denied >> w & 1) != 0) {
                add_literal(g, p.wishes[w].other.front());
            }
        }
        return rule_of(g);
    };
    if (!simple) {
        // every place by itself, with how often each wish was met
        constexpr std::size_t most_wishes = 6;
        constexpr std::uint64_t most_places = 1000;
        constexpr std::uint64_t most_counted = 250;
        std::uint64_t const places =
            p.most != no_limit ? p.most : (std::max<std::uint64_t>)(p.least, p.prefix.size());
        for (auto const& w : p.wishes) {
            if (w.least > most_counted || (w.most != no_limit && w.most > most_counted)) {
                return diagnostic{errc::too_many_states, {}, 0, "contains with large bounds"};
            }
        }
        if (p.wishes.size() > most_wishes || places > most_places) {
            return diagnostic{errc::too_many_states, {}, 0, "contains in a long array"};
        }
    }
    bool const is_new = !own_.contains(key);
    result<rule_id> const rule = own_rule(key, "array", [&](state_id from, state_id end) -> result<void> {
        state_id const open = out_.add_state();
        state_id const close = out_.add_state();
        out_.bytes(from, '[', '[', open);
        out_.bytes(close, ']', ']', end);
        state_id const inside = pad(open);
        auto const item = [&](state_id at, rule_id r) {
            state_id const next = out_.add_state();
            out_.call(at, r, next);
            return next;
        };
        auto const separate = [&](state_id at) { return pad(out_.literal(loop(at), how_.item_separator)); };
        if (!simple) {
            struct place {
                std::uint64_t index;
                vec<std::uint64_t> met;
                auto operator<=>(place const&) const = default;
            };
            ordered_map<place, state_id> places;
            vec<place> todo;
            std::uint64_t const last =
                (std::max<std::uint64_t>)({std::uint64_t{1}, p.prefix.size(), p.least,
                                           p.most == no_limit ? 0 : p.most,
                                           std::accumulate(p.wishes.begin(), p.wishes.end(), std::uint64_t{0},
                                                           [](std::uint64_t a, auto const& w) {
                                                               return (std::max)(a, w.from);
                                                           })});
            auto const at = [&](place q) {
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
                    return diagnostic{errc::too_many_states, {}, 0, "contains in a long array"};
                }
                // what is written of it, here and in the networks that are made of it
                if (!spent_.spend(1200 + 100 * (std::uint64_t{1} << p.wishes.size())) || !spent_.hold(1200)) {
                    return spent_.error("contains in a long array");
                }
                place const q = todo[met];
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
                for (std::uint32_t chosen = 0; chosen < (1u << p.wishes.size()); ++chosen) {
                    place next{(std::min)(q.index + 1, last), q.met};
                    std::uint32_t denied = 0;
                    bool good = true;
                    for (std::size_t w = 0; w < p.wishes.size(); ++w) {
                        auto const& wish = p.wishes[w];
                        bool const counts = q.index >= wish.from;
                        if ((chosen >> w & 1) == 0) {
                            denied |= counts && wish.most != no_limit ? 1u << w : 0;
                            continue;
                        }
                        std::uint64_t const cap = wish.most != no_limit ? wish.most + 1 : wish.least;
                        good = good && counts && (wish.most != no_limit || q.met[w] < wish.least);
                        next.met[w] = (std::min)(q.met[w] + 1, cap);
                        good = good && next.met[w] <= wish.most;
                    }
                    if (good) {
                        auto const i =
                            static_cast<std::size_t>((std::min<std::uint64_t>)(q.index, p.prefix.size()));
                        out_.call(begin, item_rule(i, chosen, denied), at(next));
                    }
                }
            }
            return {};
        }
        state_id at = inside;
        std::uint64_t count = 0;
        auto const may_close = [&](state_id s) {
            if (count >= p.least) {
                out_.epsilon(count == 0 ? s : pad(s), close);
            }
        };
        may_close(at);
        while (count < p.most && (count < p.prefix.size() || count == 0)) {
            at = item(count == 0 ? at : separate(at), item_rule(static_cast<std::size_t>(count), 0, 0));
            ++count;
            if (count < p.prefix.size() || count >= p.most) {
                may_close(at);
            }
        }
        if (count >= p.most) {
            return {};
        }
        // further items: a comma and an item, counted
        rule_id const rest = item_rule(p.prefix.size(), 0, 0);
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
            result<rule_id> const tail = own_rule("items " + std::to_string(rest), "items",
                                                  [&](state_id entry, state_id stop) -> result<void> {
                                                      state_id const incremented = out_.add_state();
                                                      state_id const again = out_.add_state();
                                                      out_.epsilon(entry, again);
                                                      out_.epsilon(again, stop);
                                                      out_.increment(again, incremented);
                                                      out_.call(separate(incremented), rest, again);
                                                      return {};
                                                  });
            if (!tail) {
                return tail.error();
            }
            out_.counted_call(
                at, {*tail, narrow(least), p.most == no_limit ? rtn::unbounded : narrow(p.most - count)},
                behind);
        }
        out_.epsilon(pad(behind), close);
        return {};
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
