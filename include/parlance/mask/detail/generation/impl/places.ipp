// parlance/mask/detail/generation/impl/places.ipp - definitions of what parlance/mask/detail/generation/places.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/generation/places.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

place places::step(place p, std::uint8_t byte) {
    p.go(store_.step(p.at(), byte));
    return over_bottom(p);
}

place places::over_bottom(place p) {
    while (store::is_live(p.config) && store_.at(p.config).returnable && p.base != 0) {
        lower(p);
    }
    return p;
}

place places::read(place p, std::string_view text) {
    while (store::is_live(p.config) && !text.empty()) {
        point at = p.at();
        text.remove_prefix(store_.run(at, p.base != 0, text));
        p.go(at);
        if (!text.empty()) {
            p = step(p, static_cast<std::uint8_t>(text[0]));
            text.remove_prefix(1);
        }
    }
    return p;
}

place places::step_token(place p, token_id id) {
    if (store::is_live(p.config)) {
        p.go(store_.step_token(p.at(), id));
    }
    return over_bottom(p);
}

place places::join(place a, place b) {
    if (a.config == failed_config || b.config == failed_config) {
        return {failed_config, 0, 0, 0};
    }
    if (!store::is_live(a.config) || !store::is_live(b.config)) {
        return store::is_live(a.config) ? a : b;
    }
    while (a.base != b.base) {
        place& higher = store_.node(a.base).height > store_.node(b.base).height ? a : b;
        lower(higher);
        if (!store::is_live(higher.config)) {
            return higher;
        }
    }
    b.go(store_.join(a.at(), b.at()));
    return b;
}

place places::settle(place p) {
    // This ends.  Frames come up first, of which there are as many as are below.  A split takes only frames that no way
    // pops before the next byte (shape::pops), so what is left above does not pop its bottom, and from then on there are
    // only splits, each of which takes some of the frames that are above.
    while (store::is_live(p.config)) {
        config const& c = store_.at(p.config);
        if (c.split != 0) {
            std::uint32_t const base = store_.node(c.split).parent == 0
                                           ? push_below_one(c.split, p.base, p.count)
                                           : push_below(c.split, p.base, p.count);
            // the slot may have gone below, and another frame's number be the slot now
            p.go(base == store::none ? point{failed_config, 0}
                                     : store_.arrive(store_.upper(p.config), p.count));
            p.base = base;
        } else if (c.returnable && p.base != 0) {
            lower(p);
        } else {
            return p;
        }
    }
    return p;
}

void places::lower(place& p) {
    std::uint32_t deeper = store_.node(p.base).parent;
    std::uint32_t const segment = deeper != 0 && store_.node(deeper).count != no_count
                                      ? with_counted(p, deeper)
                                      : store_.top_alone(p.base);
    p.go(segment == store::none ? point{failed_config, 0}
                                : store_.arrive(store_.lower(p.config, segment), p.count));
    p.base = deeper;
}

std::uint32_t places::with_counted(place& p, std::uint32_t& deeper) {
    short_list<std::uint32_t, 16> run;
    for (; deeper != 0 && store_.node(deeper).count != no_count; deeper = store_.node(deeper).parent) {
        run.push_back(deeper);
    }
    std::uint32_t segment = 0;
    for (std::size_t i = run.size(); i-- > 0 && segment != store::none;) {
        stack_node frame = store_.node(run[i]);
        // the frame that goes on counting becomes the slot, if there is none yet
        if (auto const as = store_.stacks().slot_for(frame.count, frame.increments);
            i == 0 && as && store_.at(p.config).form->slot == 0 && !has_slot(p.config)) {
            p.count = frame.increments;
            frame.increments = *as;
        }
        segment = store_.push(frame, segment);
    }
    return segment == store::none ? segment : store_.push(store_.node(p.base), segment);
}

bool places::has_slot(config_id c) const noexcept { return store_.at(c).counts != config::counting::none; }

std::uint32_t places::push_below(std::uint32_t frames, std::uint32_t base, std::uint32_t count) {
    short_list<std::uint32_t, 16> run;
    for (; store_.node(frames).parent != 0; frames = store_.node(frames).parent) {
        run.push_back(frames);
    }
    constexpr std::size_t between_looks = 128;
    base = push_below_one(frames, base, count);
    for (std::size_t i = run.size(); i-- > 0 && base != store::none;) {
        if (i % between_looks == between_looks - 1) {
            store_.budget().look();
        }
        base = push_below_one(run[i], base, count);
    }
    return base;
}

std::uint32_t places::push_below_one(std::uint32_t frame, std::uint32_t base, std::uint32_t count) {
    stack_node const& k = store_.node(frame);
    return store_.push(k.back, base, k.count, is_slot(k.increments) ? count : k.increments);
}

place places::adopt(store& old, place const& p, adopted& known) {
    place out{dead_config, store_.copy(old.stacks(), p.base, known.stacks), 0, p.waiting};
    auto const found = known.configs.try_emplace(p.config, failed_config);
    config_id& same = found.at.value;
    if (same == failed_config) {
        same = store_.copy(old, p.config, known.stacks);
    }
    if (out.base == store::none || !store::is_live(same)) {
        return {failed_config, 0, 0, 0};
    }
    out.go(store_.arrive(same, p.count));
    return out;
}

}  // namespace parlance::mask::detail
