// parlance/mask/detail/loop/impl/loop_pieces.ipp - loops in which one configuration after the other takes the code points
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace parlance::mask::detail {

std::size_t loop::piece_behind(std::uint32_t points) const noexcept {
    auto const next = std::upper_bound(pieces.begin(), pieces.end(), points,
                                       [](std::uint32_t n, loop_piece const& p) { return n < p.points; });
    return static_cast<std::size_t>(next - pieces.begin()) - 1;
}

point loop::behind(std::uint32_t points) const noexcept {
    if (pieces.empty()) {
        return {body.config, body.count + (points - 1) * per_step};
    }
    loop_piece const& here = pieces[piece_behind(points)];
    return {here.body.config, here.body.count + (points - here.points) * here.per_step};
}

loop loop_finder::find_pieces(point const from, std::uint32_t longest) {
    auto const counts = [&](item const i) {
        stack_node const& frame = configs_.node(i.stack);
        return frame.numbered || frame.slot != 0;
    };
    auto const& items = configs_.at(from.config).form->items;
    if (std::none_of(items.begin(), items.end(), counts)) {
        return {};
    }
    for (std::uint8_t const probe : piece_probes) {
        loop found = search_pieces(from, probe, longest);
        if (configs_.budget().out_of_fuel()) {
            return {};
        }
        if (found.begins()) {
            return found;
        }
    }
    return {};
}

loop loop_finder::search_pieces(point const from, std::uint8_t probe, std::uint32_t longest) {
    loop out;
    point here = configs_.step(from, probe);
    std::array<char, 3> const several{static_cast<char>(probe), static_cast<char>(probe),
                                      static_cast<char>(probe)};
    if (!store::is_live(read(from, {several.data(), several.size()}).config)) {
        return {};
    }
    // tokens that are noted with what they add to a free count are noted with one number for all of a slice
    auto const may_follow = [&](point const p, point const before) {
        return p.count == before.count || (p.count < free_count && before.count < free_count);
    };
    if (from.count >= free_count && here.count >= free_count && here.count != from.count) {
        return {};
    }
    out.body = here;
    body_ = configs_.at(here.config).form;
    body_config_ = body_->slot == 0 ? here.config : dead_config;
    if (!may_be_worth_it(from, here.count)) {
        return {};
    }
    std::tie(out.first, out.first_points) = groups(from, here.count);
    out.besides = besides_;
    if (!is_worth_it(out.first)) {
        return {};
    }
    out.later = ~group_set{0};
    std::uint32_t points = 1;
    bool is_in_piece = false;
    while (points < longest && out.pieces.size() < most_pieces) {
        point const next = configs_.step(here, probe);
        if (!store::is_live(next.config) || !keep_leading(here, next, out)) {
            break;
        }
        if (!may_follow(next, out.body)) {
            return {};
        }
        std::uint32_t const per_step = next.count - here.count;
        std::uint32_t const steps = is_in_piece ? 0 : steps_of_piece(here, next, probe, out);
        if (!is_in_piece) {
            out.pieces.push_back({here, steps != 0 ? per_step : 0, points});
        }
        if (steps == endless_steps) {
            return out.pieces.size() > 1 ? out : loop{};
        }
        is_in_piece = steps != 0;
        here = is_in_piece ? point{here.config, here.count + steps * per_step} : next;
        points += (std::max)(steps, 1u);
    }
    if (!is_in_piece) {
        out.pieces.push_back({here, 0, points});
    }
    out.most = points;
    out.more_behind = reads_more(here, out);
    return out.pieces.size() > 1 && (!out.more_behind || points >= least_in_pieces) ? out : loop{};
}

bool loop_finder::may_be_worth_it(point const from, std::uint32_t count) {
    group_set read = 0;
    for (unsigned const group : worthy_groups) {
        point const to = configs_.step(from, bytes_of_group(group)[0]);
        bool const leads = arrives(to, count) || (store::is_live(to.config) && body_config_ != dead_config &&
                                                  configs_.covers(to.config, body_config_));
        read |= leads ? group_set{1} << group : 0;
    }
    return is_worth_it(read);
}

std::uint32_t loop_finder::steps_of_piece(point const here, point const next, std::uint8_t probe, loop& out) {
    shape const* const form = configs_.at(here.config).form;
    if (configs_.at(next.config).form != form || form->ambiguous) {
        return 0;
    }
    if (form->slot == 0 || next.count == here.count) {
        return endless_steps;
    }
    // behind the upper bound the next iteration may be of the same shape, its count beginning anew
    stack_node const& slot = configs_.node(form->slot);
    std::uint32_t const per_step = next.count - here.count;
    if (slot.increments != inside || next.count < here.count) {
        return 0;
    }
    std::uint32_t const steps = (configs_.code().counts[slot.count].high - here.count) / per_step;
    if (steps < 2) {
        return 0;
    }
    // what adds to the count is told from what sets it
    point const third = configs_.step(next, probe);
    bool const adds = store::is_live(third.config) && configs_.at(third.config).form == form &&
                      third.count == next.count + per_step;
    return adds && keep_leading(next, third, out) ? steps : 0;
}

bool loop_finder::keep_leading(point const from, point const to, loop& out) {
    bool const first = out.pieces.empty();
    body_ = configs_.at(to.config).form;
    body_config_ = dead_config;
    auto const [later, later_points] = groups(from, to.count);
    bool const same = std::equal(later_points.begin(), later_points.end(), out.later_points.begin(),
                                 out.later_points.end());
    if (!is_worth_it(out.later & later)) {
        return false;
    }
    out.later &= later;
    out.later_points = first ? later_points : same ? out.later_points : array_ref<code_range const>{};
    return true;
}

}  // namespace parlance::mask::detail
