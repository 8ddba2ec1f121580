// parlance/mask/detail/loop.hpp - loops over characters, which take whole slices of the vocabulary
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store.hpp>
#include <parlance/mask/slice.hpp>
#include <parlance/text/utf8.hpp>
#include <cstdint>

namespace parlance::mask::detail {

/// Groups of code points of which any may come first and lead to one configuration, and groups that this
/// configuration takes for ever, or until its count is used up.
///
/// most      code points that the count allows
/// body      behind the first
/// per_step  what each of the others adds to the count
struct loop {
    group_set first = 0;
    group_set later = 0;
    std::uint32_t most = 0xFFFF'FFFF;
    point body;
    std::uint32_t per_step = 0;
};

/// Finds the loop that a configuration leads to, which is found once for each shape unless a bound is near.
class loop_finder {
public:
    explicit loop_finder(store& configs) : configs_(configs) {}

    /// Empty groups when there is no loop worth it.
    loop find(point const from) {
        shape& form = *configs_.at(from.config).form;
        if (form.slot != 0 && from.count < free_count) {
            return search(from);
        }
        loop_memory const* known = form.leads_to.load(std::memory_order_acquire);
        if (known == nullptr) {
            loop const found = search(from);
            known = configs_.remember(form, {found.first, found.later, found.most, found.body.config,
                                             found.body.count - (follows(found) ? from.count : 0),
                                             found.per_step, follows(found)});
        }
        return {known->first,
                known->later,
                known->most,
                {known->body, known->count + (known->relative ? from.count : 0)},
                known->per_step};
    }

private:
    static bool follows(loop const& l) noexcept { return l.first != 0 && l.body.count >= free_count; }

    loop search(point const from) {
        loop out;
        for (std::uint8_t const probe : {std::uint8_t{'n'}, std::uint8_t{'N'}, std::uint8_t{' '}}) {
            point const in = configs_.step(from, probe);
            if (!store::is_live(in.config)) {
                continue;
            }
            body_ = configs_.at(in.config).form;
            point const again = configs_.step(in, probe);
            if (!store::is_live(again.config) || configs_.at(again.config).form != body_) {
                continue;
            }
            per_step_ = again.count - in.count;
            start_ = in.count;
            out.later = groups(in, in.count + per_step_);
            out.first = groups(from, start_);
            constexpr group_set letters = (group_set{1} << 26) | (group_set{1} << 28);
            if ((out.later & letters) == 0 || out.first == 0) {
                return {};
            }
            out.body = in;
            out.per_step = per_step_;
            return limit(in, out) ? out : loop{};
        }
        return out;
    }

    /// The groups of which every code point leads from `from` to the loop with this count.
    group_set groups(point from, std::uint32_t count) {
        group_set out = ~group_set{0};
        for (unsigned b = 0; b < 0x80; ++b) {
            unsigned const g = byte_groups[b];
            if (((out >> g) & 1u) != 0 &&
                !arrives(configs_.step(from, static_cast<std::uint8_t>(b)), count)) {
                out &= ~(group_set{1} << g);
            }
        }
        out &= ~(group_set{1} << malformed);
        if (!takes_all_beyond_ascii(from, count)) {
            out &= ~(group_set{1} << beyond_ascii);
        }
        return out;
    }
    bool arrives(point const p, std::uint32_t count) const noexcept {
        return store::is_live(p.config) && configs_.at(p.config).form == body_ &&
               (configs_.at(p.config).form->slot == 0 || p.count == count);
    }
    bool takes_all_beyond_ascii(point const from, std::uint32_t count) {
        for (unsigned lead = 0xC2; lead <= 0xF4; ++lead) {
            utf8::byte_range const second = utf8::second_byte(static_cast<std::uint8_t>(lead));
            point const p = configs_.step(from, static_cast<std::uint8_t>(lead));
            auto const length = static_cast<unsigned>(utf8::sequence_length(static_cast<std::uint8_t>(lead)));
            if (!takes_rest(p, second.low, second.high, length - 1, count)) {
                return false;
            }
        }
        return true;
    }
    bool takes_rest(point const p, unsigned low, unsigned high, unsigned left, std::uint32_t count) {
        if (!store::is_live(p.config)) {
            return false;
        }
        config_id last = unknown_config;
        for (unsigned b = low; b <= high; ++b) {
            point const to = configs_.step(p, static_cast<std::uint8_t>(b));
            if (to.config == last) {
                continue;
            }
            last = to.config;
            if (left == 1 ? !arrives(to, count) : !takes_rest(to, 0x80, 0xBF, left - 1, count)) {
                return false;
            }
        }
        return true;
    }
    /// How many code points fit; false when it matters what else there is beyond them.
    bool limit(point const in, loop& out) {
        if (body_->slot == 0 || per_step_ == 0 || in.count >= free_count) {
            return true;
        }
        stack_node const& k = configs_.node(body_->slot);
        if (k.ticks != inside) {
            return false;
        }
        point last = in;
        last.count = configs_.code().counts[k.count].high;
        out.most = 1 + (last.count - in.count) / per_step_;
        for (unsigned b = 0; b < 256; ++b) {
            unsigned const g = b < 0x80 ? byte_groups[b] : beyond_ascii;
            if (((out.later >> g) & 1u) != 0 &&
                store::is_live(configs_.step(last, static_cast<std::uint8_t>(b)).config)) {
                return false;
            }
        }
        return true;
    }

    store& configs_;
    shape const* body_ = nullptr;
    std::uint32_t per_step_ = 0;
    std::uint32_t start_ = 0;
};

}  // namespace parlance::mask::detail
