// parlance/mask/detail/remaining/impl/byte_needs.ipp - definitions of what parlance/mask/detail/remaining/byte_needs.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/byte_needs.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/generation.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

byte_needs::byte_needs(generation& of) : of_(of), least_(measure(of, certain_)) {
    spent_ = of.grammar().bounds.fuel / 2 - least_.fuel();
}

completion byte_needs::measure(generation& of, bool& certain) {
    std::uint64_t const fuel = of.grammar().bounds.fuel / 2;  // the other half is for what is asked first
    std::array<bool, 256> spelled{};
    auto const nodes = of.tokens().trie().nodes();
    for (std::size_t i = 1; i < nodes.size(); i += nodes[i].skip()) {
        spelled[nodes[i].byte()] = nodes[i].has_token();
    }
    automaton const& code = of.grammar().code;
    std::array<bool, 256> all{};
    all.fill(true);
    completion exact(code, spelled, fuel);
    certain = spelled == all;
    if (certain) {
        return exact;
    }
    // where some text is spelled by longer tokens only, the bytes that tokens have are a measure and no promise
    all.fill(false);
    for (vocab::trie::node const n : nodes.subspan((std::min<std::size_t>)(1, nodes.size()))) {
        all[n.byte()] = true;
    }
    completion measure(code, all, exact.fuel());
    std::array<bool, 256> every{};
    every.fill(true);
    completion const asked(code, every, measure.fuel());
    certain = true;
    for (std::uint32_t s = 0; s + 1 < code.states.size(); ++s) {
        certain = certain && exact.reaches_as_much(asked, s);
    }
    certain = certain && asked.known();
    measure.keep(asked.fuel());
    exact.keep(asked.fuel());
    return certain ? exact : measure;
}

std::uint32_t byte_needs::missing_increments(std::uint32_t stack, std::uint32_t slot_count) const {
    stack_node const& k = of_.configs().node(stack);
    if (stack == 0 || k.count == no_count) {
        return 0;
    }
    std::uint32_t const increments = is_slot(k.increments) ? slot_count : k.increments;
    std::uint32_t const low = of_.grammar().code.counts[k.count].low;
    return k.increments == far_inside || increments >= low ? 0 : low - increments;
}

byte_needs::need byte_needs::stack_need(std::uint32_t state, std::uint32_t stack, place const& p) {
    stack_tree const& stacks = of_.configs().stacks();
    if (stacks.node(stack).merged || stacks.node(p.base).merged) {
        return merged_need(state, stack, p);
    }
    std::uint32_t out = 0;
    for (bool above = true;;) {
        if (above && stack == 0) {
            above = false;
            stack = p.base;
        }
        ++spent_;
        out = completion::sum(out, least_.from(state, missing_increments(stack, p.count)));
        if (stack == 0 || out == never) {
            return {out, out == never ? 0 : out};
        }
        state = stacks.node(stack).back;
        stack = stacks.node(stack).parent;
    }
}

byte_needs::need byte_needs::merged_need(std::uint32_t state, std::uint32_t stack, place const& p) {
    constexpr std::size_t most_kept = 1u << 20;
    stack_tree const& stacks = of_.configs().stacks();
    // with a slot, what is needed depends on its count
    bool const counted = stacks.node(stack).slot != 0 || stacks.node(p.base).slot != 0;
    if (counted || under_frames_are_counted_ || under_frames_.size() > most_kept) {
        under_frames_.clear();
    }
    under_frames_are_counted_ = counted;
    auto const key = [&](std::uint32_t frame, bool above) {
        return (std::uint64_t{frame} << 32) | (above ? p.base : stack_tree::none);
    };
    auto const at = [&](auto const& self, std::uint32_t here, std::uint32_t on, bool above) -> need {
        need out;
        stacks.each_stack(on, [&](std::uint32_t one) {
            spent_ += 2;
            need way{0, 0};
            if (one == 0 && above) {
                way = self(self, here, p.base, false);
            } else {
                way = one == 0 ? way : under_frames_[key(one, above)];
                std::uint32_t const own = least_.from(here, missing_increments(one, p.count));
                way = {completion::sum(way.least, own), completion::sum(way.most, own)};
            }
            if (way.least != never) {
                out.least = (std::min)(out.least, way.least);
                out.most = (std::max)(out.most, way.most);
            }
        });
        return out;
    };
    for (bool const above : {false, true}) {
        vec<std::uint32_t> frames;
        auto const add = [&](std::uint32_t on) {
            stacks.each_stack(on, [&](std::uint32_t one) {
                if (one != 0 && under_frames_.try_emplace(key(one, above)).fresh) {
                    frames.push_back(one);
                }
            });
        };
        add(above ? stack : p.base);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            add(stacks.node(frames[i]).parent);
        }
        // A frame has a higher number than all that is below it.
        std::sort(frames.begin(), frames.end());
        for (std::uint32_t const frame : frames) {
            spent_ += 8;
            stack_node const& k = stacks.node(frame);
            under_frames_[key(frame, above)] = at(at, k.back, k.parent, above);
        }
    }
    return at(at, state, stack, true);
}

byte_needs::need byte_needs::of(place const& p) {
    need out;
    if (p.waiting != 0 || of_.can_stop(p)) {
        out.least = 0;
    }
    if (p.waiting != 0) {
        return out;
    }
    for (item const i : of_.configs().at(p.config).kernel()) {
        need const way = stack_need(i.state, i.stack, p);
        ++spent_;
        if (way.least != never) {
            out.least = (std::min)(out.least, way.least);
            out.most = (std::max)(out.most, way.most);
        }
    }
    return out;
}

}  // namespace parlance::mask::detail
