// parlance/mask/detail/store/impl/estimates.ipp - definitions of what parlance/mask/detail/store/estimates.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/estimates.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/config_set.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// Whether both states read some letter.  Two of the most frequent ones are tried: what is asked decides about what an
/// estimate costs, not about what it says.
[[nodiscard]] inline bool read_a_letter(automaton const& code, std::uint32_t a, std::uint32_t b) noexcept {
    auto const reads = [&](std::uint32_t state, char letter) {
        auto const edges = code.bytes_of(state);
        auto const byte = static_cast<std::uint8_t>(letter);
        return std::any_of(edges.begin(), edges.end(),
                           [&](byte_edge const& e) { return e.low <= byte && byte <= e.high; });
    };
    return (reads(a, 'n') && reads(b, 'n')) || (reads(a, 'N') && reads(b, 'N'));
}

estimate estimates::of_config(config_id c, std::uint32_t count, stack_tree::outer outer) {
    config const& from = configs_[c];
    auto const is_set = [&](item const i) { return stacks_.node(i.stack).merged; };
    if (std::any_of(from.kernel().begin(), from.kernel().end(), is_set) ||
        std::any_of(from.form->items.begin(), from.form->items.end(), is_set)) {
        // an estimate is of frames, also of those that are pushed before the next byte
        return {c, 0, c, c, c, none};
    }
    std::uint32_t const slot = from.form->slot;
    std::uint32_t const left = slot != 0 ? stacks_.room(slot, count) : none;
    bool const is_near = left != none && left <= stack_tree::near_bound + 1;
    // where the number of a slot is not near its bound, it is not part of what is kept, but how far it is; one increment may
    // be made before the next byte
    std::uint32_t const key = left == none ? none : is_near ? count : none - stack_tree::kept_of(left - 1);
    auto const same = [&](std::uint32_t i) { return known_[i].of == c && known_[i].count == key; };
    std::uint32_t known = of_configs_.find(mix(mix(10, c), key), same);
    if (known == id_table::none) {
        detail::lock_guard const lock(mutex_);
        known = add(c, key, count, outer);
        if (known == id_table::none) {
            return {c, key, failed_config, failed_config, failed_config, none};
        }
    }
    estimate out = known_[known];
    out.room = left == none || left <= stack_tree::near_bound ? out.room : (std::min)(out.room, left - 1);
    return out;
}

vec<char> estimates::begun_anew(array_ref<item const> items,
                                function_ref<std::uint32_t(std::size_t)> number_in, stack_tree::outer outer) {
    constexpr std::size_t few = 32;  // each is compared with all others
    vec<char> out(items.size(), 0);
    if (items.size() < 2 || items.size() > few) {
        return out;
    }
    budget_.spend(16 * items.size() * items.size());
    vec<std::uint32_t> increments(items.size());  // of the innermost counted frame, if that is a number
    vec<std::uint32_t> most(items.size());        // the estimate, whatever begins anew
    for (std::size_t i = 0; i < items.size(); ++i) {
        std::uint32_t const number = number_in(i);
        stack_node const& frame = stacks_.node(stacks_.innermost(items[i].stack));
        std::uint32_t const own = frame.increments == inside ? number : frame.increments;
        std::uint32_t room = none;
        increments[i] = frame.count != no_count && is_number(own) ? own : none;
        most[i] = stacks_.estimate(items[i].stack, number, stack_tree::estimated::most, outer, false, room);
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        for (std::size_t k = 0; increments[i] != none && k < items.size(); ++k) {
            if (increments[k] >= increments[i] || !read_a_letter(code_, items[i].state, items[k].state)) {
                continue;
            }
            out[i] = 1;
            if (items[k].state == items[i].state && stacks_.covers(most[k], most[i])) {
                out[i] = 0;  // there is no need to, then
                break;
            }
        }
    }
    return out;
}

std::uint32_t estimates::add(config_id c, std::uint32_t key, std::uint32_t count, stack_tree::outer outer) {
    config const& from = configs_[c];
    shape const& form = *from.form;
    // better with the frames that are pushed before the next byte, whose numbers are estimated then, too.  That the bottom
    // is popped here says nothing: there is no frame below where that may be
    bool const pushed = (form.slot == 0 || stacks_.node(form.slot).increments == inside) && !form.ambiguous;
    bool const is_far = key >= none - stack_tree::most_kept;
    estimate out{c, key, failed_config, failed_config, failed_config, none};
    array_ref<item const> const items = pushed ? form.items : from.kernel();
    auto const number_in = [&](std::size_t i) {
        std::uint32_t const own = stacks_.node(items[i].stack).slot;
        std::uint32_t const high = own == 0 ? none : code_.counts[stacks_.node(own).count].high;
        return is_far ? high - (none - key) - 1 : count + (pushed ? form.increments[i] : 0);
    };
    vec<char> const anew = begun_anew(items, number_in, outer);
    out.as_it_is = true;
    using enum stack_tree::estimated;
    for (auto const& [as, to] : {std::pair{most, &out.most}, {middle, &out.middle}, {least, &out.least}}) {
        vec<item> ways;
        bool as_it_is = true;
        for (std::size_t i = 0; i < items.size(); ++i) {
            std::uint32_t const own = stacks_.node(items[i].stack).slot;
            std::uint32_t const high = own == 0 ? none : code_.counts[stacks_.node(own).count].high;
            if (number_in(i) > high) {
                as_it_is = false;
                continue;
            }
            std::uint32_t const stack =
                stacks_.estimate(items[i].stack, number_in(i), as, outer, anew[i] != 0, out.room);
            as_it_is = as_it_is &&
                       (stack == items[i].stack || stack == stacks_.with_count(items[i].stack, number_in(i)));
            ways.push_back({items[i].state, stack});
        }
        out.as_it_is = out.as_it_is && as_it_is;
        *to = stacks_.overflowed() ? failed_config : configs_.make(ways, false);
        if (*to == failed_config) {
            return id_table::none;
        }
    }
    if (known_.room() == 0) {
        return id_table::none;
    }
    std::uint64_t const hash = mix(mix(10, c), key);
    std::uint32_t known =
        of_configs_.find(hash, [&](std::uint32_t i) { return known_[i].of == c && known_[i].count == key; });
    if (known == id_table::none) {
        known = known_.add(out);
        of_configs_.add(hash, known, [&] { budget_.look(); });
    }
    return known;
}

estimate estimates::of_frames(std::uint32_t stack) {
    if (!stacks_.node(stack).numbered) {
        return {stack, 0, stack, stack, stack, none};
    }
    auto const same = [&](std::uint32_t i) { return known_[i].of == stack; };
    std::uint64_t const hash = mix(11, stack);
    if (std::uint32_t const known = of_frames_.find(hash, same); known != id_table::none) {
        return known_[known];
    }
    detail::lock_guard const lock(mutex_);
    estimate out{stack, 0, 0, 0, 0, none};
    using enum stack_tree::estimated;
    for (auto const& [as, to] : {std::pair{most, &out.most}, {middle, &out.middle}, {least, &out.least}}) {
        *to = stacks_.estimate(stack, 0, as, stack_tree::outer::all, false, out.room);
    }
    if (stacks_.overflowed()) {
        return {stack, 0, none, none, none, none};
    }
    if (known_.room() != 0 && of_frames_.find(hash, same) == id_table::none) {
        of_frames_.add(hash, known_.add(out), [&] { budget_.look(); });
    }
    return out;
}

}  // namespace parlance::mask::detail
