// parlance/mask/detail/store/impl/stack_set.ipp - definitions of what parlance/mask/detail/store/stack_tree.hpp declares of sets
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace parlance::mask::detail {

std::uint32_t stack_tree::leave_each(std::uint32_t set, vec<item>& out, bool& returned) const {
    std::uint32_t in_the_way = none;
    vec<std::uint32_t> todo{set};
    hash_set<std::uint32_t> seen;  // that only return again
    constexpr std::uint64_t between_looks = 128;
    std::uint64_t left = 0;
    std::size_t const first = out.size();
    while (!todo.empty()) {
        std::uint32_t const next = todo.back();
        todo.pop_back();
        each_stack(next, [&](std::uint32_t stack) {
            stack_node const& k = nodes_[stack];
            if (stack == 0) {
                returned = true;
            } else if (k.count != no_count && !may_leave(k)) {
                in_the_way = (std::min)(in_the_way, k.depth);
            } else if (!code_.states[k.back].returns_only) {
                out.push_back({k.back, k.parent});
            } else if (seen.insert(k.parent)) {
                todo.push_back(k.parent);
            }
            if (++left % between_looks == 0) {
                (void)budget_.pay(between_looks);
            }
        });
    }
    budget_.spend(left % between_looks);
    auto const begin = out.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, out.end());
    out.erase(std::unique(begin, out.end()), out.end());
    return in_the_way;
}

std::uint32_t stack_tree::least_depth(std::uint32_t stack) const noexcept {
    std::uint32_t least = nodes_[stack].depth;
    each_stack(stack, [&](std::uint32_t one) { least = (std::min)(least, nodes_[one].depth); });
    return least;
}

std::uint32_t stack_tree::absorbed(std::uint32_t back, std::uint32_t parent) {
    constexpr unsigned deepest =
        16;  // with a frame that is left where it is nothing is wrong, but not the least either
    if (absorbing_ == deepest) {
        return none;
    }
    std::uint32_t kept = none;
    std::uint32_t others = none;
    bool room = true;
    auto const into = [&](std::uint32_t& set, std::uint32_t stack) {
        set = set == none ? stack : unite(set, stack);
        room = room && set != none;
    };
    each_stack(parent, [&](std::uint32_t stack) {
        stack_node const& k = nodes_[stack];
        bool const absorbs = stack != 0 && k.count == no_count && code_.absorbs(back, k.back);
        into(absorbs ? kept : others, stack);
    });
    if (!room) {
        return 0;
    }
    if (kept == none || others == none) {
        return kept;
    }
    ++absorbing_;
    std::uint32_t const over = add(back, others, no_count, 0);
    std::uint32_t const both = over == 0 ? none : unite(kept, over);
    --absorbing_;
    return both == none ? 0 : both;
}

std::uint32_t stack_tree::add_set(std::uint32_t first, std::uint32_t rest) {
    std::uint64_t const key = mix(mix(12, first), rest);
    std::uint32_t const known =
        ids_.find(key, [&](std::uint32_t n) { return nodes_[n].rest == rest && nodes_[n].back == first; });
    if (known != id_table::none) {
        return known;
    }
    if (nodes_.room() == 0 || alone_.room() == 0) {
        return no_room(errc::out_of_memory_budget);
    }
    std::uint32_t const parent = nearest_shared(first, rest);
    stack_node const& a = nodes_[first];
    stack_node const& b = nodes_[rest];
    stack_node made{first, parent, no_count, 0, nodes_[parent].depth + 1, a.slot};
    made.numbered = a.numbered || b.numbered;
    made.wide = (std::max)(a.wide, b.wide);
    made.counting = (std::max)(a.counting, b.counting);
    made.merged = true;
    made.rest = rest;
    made.height = (std::max)(a.height, b.height);
    nodes_.make_room();
    alone_.make_room();
    std::uint32_t const id = nodes_.add(made);
    nodes_[id].skeleton = id;
    alone_.add(0u);
    ids_.add(key, id, [&] { budget_.look(); });
    budget_.charge(sizeof(stack_node) + 20);
    return id;
}

std::uint32_t stack_tree::within_horizon(std::uint32_t stack) {
    constexpr std::size_t most_sets = 4096;
    if (!has_far_ || !nodes_[stack].numbered) {
        return stack;
    }
    // sets as wholes; what is below the frames of one has lesser ids
    vec<std::uint32_t> order{stack};
    id_table seen;
    for (std::size_t i = 0; i < order.size(); ++i) {
        each_stack(order[i], [&](std::uint32_t frame) {
            std::uint32_t const parent = frame == 0 ? 0 : nodes_[frame].parent;
            std::uint64_t const key = mix(22, parent);
            auto const same = [&](std::uint32_t k) { return k == parent; };
            if (frame != 0 && seen.find(key, same) == id_table::none) {
                seen.add(key, parent);
                order.push_back(parent);
            }
        });
        if (order.size() > most_sets) {
            return stack;
        }
    }
    std::sort(order.begin(), order.end());
    vec<std::uint32_t> made(order.size());
    vec<std::uint32_t> frames;
    for (std::size_t i = 0; i < order.size(); ++i) {
        frames.clear();
        each_stack(order[i], [&](std::uint32_t frame) {
            if (frame == 0) {
                frames.push_back(0);
                return;
            }
            stack_node const k = nodes_[frame];
            std::size_t const at = static_cast<std::size_t>(
                std::lower_bound(order.begin(), order.end(), k.parent) - order.begin());
            frames.push_back(add(k.back, made[at], k.count,
                                 k.count == no_count ? k.increments : within_horizon(k.count, k.increments)));
        });
        made[i] = overflowed_ ? none : unite_all(frames);
        if (made[i] == none) {
            return stack;
        }
    }
    return made.back();
}

std::uint32_t stack_tree::unite(std::uint32_t a, std::uint32_t b) {
    constexpr std::size_t most_pending = 100'000;
    constexpr std::uint64_t steps_of_a_lookup = 150;  // which mostly waits for memory
    budget_.spend(steps_of_a_lookup);
    if (std::uint32_t const known = joined(a, b); known != none) {
        return known;
    }
    vec<std::pair<std::uint32_t, std::uint32_t>> todo{{a, b}};
    vec<std::uint32_t> all;
    while (!todo.empty()) {
        auto const [x, y] = todo.back();
        if (joined(x, y) != none) {
            todo.pop_back();
            continue;
        }
        list_both(x, y, all);
        budget_.spend(steps_of_a_stack * all.size());
        std::uint32_t const made = merge(all, below_frames::known);
        bool const full = united_.room() == 0;
        if (overflowed_ || full || budget_.out_of_fuel() || todo.size() > most_pending) {
            no_room(overflowed_ ? budget_.failure() : full ? errc::out_of_memory_budget : errc::out_of_fuel);
            return none;
        }
        if (made == none) {
            todo.push_back(wanted_);
            continue;
        }
        std::uint32_t const id = united_.add((std::min)(x, y), (std::max)(x, y), made);
        united_ids_.add(mix(mix(14, (std::min)(x, y)), (std::max)(x, y)), id, [&] { budget_.look(); });
        budget_.charge(sizeof(united) + 20);
        todo.pop_back();
    }
    return joined(a, b);
}

std::uint32_t stack_tree::unite_all(array_ref<std::uint32_t const> sets) {
    if (sets.size() == 1) {
        return sets.front();
    }
    if (sets.size() == 2) {
        return unite(sets.front(), sets.back());
    }
    vec<std::uint32_t> all;
    constexpr std::size_t between_looks = 512;  // stacks
    work paid = budget_.beside();
    for (std::uint32_t const set : sets) {
        each_stack(set, [&](std::uint32_t stack) {
            if (all.size() % between_looks == between_looks - 1) {
                budget_.look();
                (void)paid_room(all, between_looks, paid);
            }
            all.push_back(stack);
        });
    }
    budget_.spend(steps_of_a_stack * all.size());
    if (!paid_sort(all, paid, [&](std::uint32_t x, std::uint32_t y) { return comes_before(x, y); })) {
        budget_.is_stopped_by(paid);
        no_room(errc::out_of_fuel);
        return none;
    }
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::uint32_t const made = merge(all, below_frames::now);
    if (made == none && !overflowed_) {
        no_room(budget_.failure());
    }
    return overflowed_ ? none : made;
}

std::uint32_t stack_tree::joined(std::uint32_t a, std::uint32_t b, below_frames how) {
    return how == below_frames::now ? unite(a, b) : joined(a, b);
}

std::uint32_t stack_tree::joined(std::uint32_t a, std::uint32_t b) {
    if (a == b) {
        return a;
    }
    std::uint32_t const low = (std::min)(a, b);
    std::uint32_t const high = (std::max)(a, b);
    std::uint32_t const known = united_ids_.find(mix(mix(14, low), high), [&](std::uint32_t i) {
        return united_[i].a == low && united_[i].b == high;
    });
    wanted_ = {low, high};
    return known == id_table::none ? none : united_[known].to;
}

void stack_tree::list_both(std::uint32_t a, std::uint32_t b, vec<std::uint32_t>& out) const {
    out.clear();
    auto const first = [&](std::uint32_t of) { return nodes_[of].is_set() ? nodes_[of].back : of; };
    auto const rest = [&](std::uint32_t of) { return nodes_[of].is_set() ? nodes_[of].rest : none; };
    while (a != none && b != none && a != b) {
        std::uint32_t const x = first(a);
        std::uint32_t const y = first(b);
        bool const takes_x = x == y || comes_before(x, y);
        out.push_back(takes_x ? x : y);
        a = takes_x ? rest(a) : a;
        b = !takes_x || x == y ? rest(b) : b;
    }
    if (std::uint32_t const left = a != none ? a : b; left != none) {
        each_stack(left, [&](std::uint32_t stack) { out.push_back(stack); });
    }
}

std::uint32_t stack_tree::merge(array_ref<std::uint32_t const> all, below_frames how) {
    constexpr std::size_t between_looks = 32;  // frames
    vec<std::uint32_t> out;
    for (std::size_t i = 0, looked = 0; i < all.size();) {
        if (i - looked >= between_looks) {
            budget_.look();
            looked = i;
        }
        std::size_t end = i + 1;
        auto const same = [&](std::uint32_t x, std::uint32_t y) {
            return x != 0 && nodes_[x].back == nodes_[y].back && nodes_[x].count == nodes_[y].count;
        };
        while (end < all.size() && same(all[i], all[end])) {
            ++end;
        }
        if (end == i + 1) {
            out.push_back(all[i]);
        } else if (!merge_frames(all.subspan(i, end - i), how, out)) {
            return none;
        }
        i = end;
    }
    // a frame may have been absorbed, and be a set of others now
    auto const is_set = [&](std::uint32_t n) { return nodes_[n].is_set(); };
    bool const flat = std::none_of(out.begin(), out.end(), is_set) &&
                      std::adjacent_find(out.begin(), out.end(), [&](std::uint32_t x, std::uint32_t y) {
                          return !comes_before(x, y);
                      }) == out.end();
    if (out.size() > between_looks) {
        budget_.look();
    }
    std::uint32_t set = out.back();
    for (std::size_t i = out.size() - 1; i-- > 0 && set != none;) {
        if (i % between_looks == between_looks - 1) {
            budget_.look();
        }
        set = flat ? add_set(out[i], set) : joined(out[i], set, how);
    }
    return set;
}

bool stack_tree::merge_frames(array_ref<std::uint32_t const> stacks, below_frames how,
                              vec<std::uint32_t>& out) {
    stack_node const first = nodes_[stacks.front()];
    std::uint32_t const low = first.count == no_count ? none : code_.counts[first.count].low;
    std::uint32_t parent = none;  // of the frame before, whose increments are `increments`
    std::uint32_t increments = 0;
    for (std::uint32_t const stack : stacks) {
        stack_node const k = nodes_[stack];
        bool const equal = parent != none && k.increments == increments;
        bool const within = parent != none && first.count != no_count && !is_slot(k.increments) &&
                            k.increments != far_below && increments != far_below &&
                            is_unleft(k.increments) == is_unleft(increments) && increments >= low;
        if (!equal && !within) {
            parent = k.parent;
            increments = k.increments;
            out.push_back(stack);
        } else {
            std::uint32_t const both = joined(parent, k.parent, how);
            if (both == none) {
                return false;
            }
            if (both != parent) {
                std::uint32_t const made = add(k.back, both, k.count, k.increments);
                if (overflowed_) {
                    return false;
                }
                if (equal) {
                    out.pop_back();
                }
                out.push_back(made);
                parent = both;
                increments = k.increments;
            }
        }
    }
    return true;
}

bool stack_tree::comes_before(std::uint32_t a, std::uint32_t b) const noexcept {
    stack_node const& x = nodes_[a];
    stack_node const& y = nodes_[b];
    // the bottom first, then by frames; what is far inside its bounds comes before all others inside
    auto const rank = [&](stack_node const& k) {
        return k.increments == far_inside ? 2 * std::uint64_t{code_.counts[k.count].low}
                                          : 2 * std::uint64_t{k.increments} + 1;
    };
    return std::tuple(a != 0, x.back, x.count, rank(x), a) < std::tuple(b != 0, y.back, y.count, rank(y), b);
}

}  // namespace parlance::mask::detail
