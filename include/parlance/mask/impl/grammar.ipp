// parlance/mask/impl/grammar.ipp - definitions of what parlance/mask/grammar.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/detail/automaton/absorption.hpp>
#include <parlance/mask/detail/automaton/analyse.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/determinise.hpp>
#include <parlance/mask/detail/automaton/equal_states.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/automaton/nonempty.hpp>
#include <parlance/mask/detail/automaton/owed_increments.hpp>
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace parlance::mask {

result<grammar> grammar::prepare(rtn::network const& net, trigger starts, limits const& bounds) {
    std::vector<std::string> names;
    names.reserve(net.names.size());
    for (auto const& n : net.names) {
        names.emplace_back(n.begin(), n.end());
    }
    return prepare(net.view(), std::move(names), std::move(starts), bounds);
}

result<grammar> grammar::prepare(rtn::network_view net, trigger starts, limits const& bounds) {
    return prepare(net, {}, std::move(starts), bounds);
}

std::string_view grammar::rule_name(std::uint32_t r) const noexcept {
    return r < data_->rule_names.size() ? std::string_view{data_->rule_names[r]} : std::string_view{};
}

std::size_t grammar::memory() const noexcept {
    detail::automaton const& a = data_->code;
    return a.states.size() * (sizeof(detail::run_state) + 8) + a.meanings.size() * 4 +
           a.bytes.size() * sizeof(detail::byte_edge) + a.calls.size() * sizeof(detail::call_edge) +
           a.tokens.size() * sizeof(detail::token_edge);
}

result<grammar> grammar::prepare(rtn::network_view net, std::vector<std::string> names, trigger starts,
                                 limits const& bounds) {
    work spent(bounds);
    auto const out_of_means = [&] { return spent.error("preparing a grammar"); };
    if (auto const sound = detail::check(net, bounds, spent); !sound) {
        return sound.error();
    }
    vec<detail::object_rule> objects(net.rules.size());
    bool watches = false;
    for (rtn::object const& o : net.objects) {
        objects[o.rule] = o.names;
        watches = watches || o.names != rtn::member_names::listed;
    }
    vec<rtn::array_items> arrays(net.rules.size(), rtn::array_items::any);
    for (rtn::array const& a : net.arrays) {
        arrays[a.rule] = a.items;
    }
    bool const watches_items = !net.arrays.empty();
    rtn::network without;  // dead ends
    auto const drop_dead_ends = [&]() -> result<void> {
        rtn::dead_ends const dead(net, spent);
        if (dead.any()) {
            without = dead.without();
            net = without.view();
        }
        if (spent.why() != errc::none) {
            return out_of_means();
        }
        if (!dead.productive()) {
            return diagnostic{errc::unproductive_rule, {}, 0, name_of(names, net.root)};
        }
        return {};
    };
    if (auto const dropped = drop_dead_ends(); !dropped) {
        return dropped.error();
    }
    detail::facts const known(net, spent);
    auto const cycle = detail::left_recursion(net, known, spent);
    if (spent.why() != errc::none) {
        return out_of_means();
    }
    if (!cycle.empty()) {
        note hint;
        for (std::uint32_t const r : cycle) {
            hint.append(name_of(names, r)).append(" -> ");
        }
        hint.append(name_of(names, cycle.front()));
        return diagnostic{errc::left_recursion, {}, 0, hint};
    }
    if (!spent.spend(net.state_count())) {  // which are looked at
        return out_of_means();
    }
    rtn::network rewritten;
    if (detail::nonempty_writer writer(net, known); writer.needed()) {
        rewritten = writer.run();
        net = rewritten.view();
        names.resize((std::max)(names.size(), rewritten.rules.size()));
        objects.resize(rewritten.rules.size());
        arrays.resize(rewritten.rules.size(), rtn::array_items::any);
        for (auto const& written : writer.variants()) {
            names[written.value] = names[written.key];
            objects[written.value] = objects[written.key];
            arrays[written.value] = arrays[written.key];
        }
        if (auto const dropped = drop_dead_ends(); !dropped) {
            return dropped.error();
        }
    }
    rtn::network counted;
    std::uint32_t early = 0;
    if (detail::owed_increments const owed(net); owed.needed()) {
        counted = owed.run();
        early = owed.most();
        net = counted.view();
        if (auto const dropped = drop_dead_ends(); !dropped) {
            return dropped.error();
        }
    }
    if (!spent.spend(net.state_count())) {  // for which there will be rows
        return out_of_means();
    }
    auto code = detail::determiniser(net, bounds, spent).run();
    if (!code) {
        return code.error();
    }
    auto out = std::make_shared<detail::grammar_data>();
    out->code = *std::move(code);
    if (detail::state_merger::is_worthwhile(out->code)) {
        vec<std::uint32_t> kinds;  // whether a rule is an object is asked of the rule that a state is in
        for (detail::object_rule const& o : objects) {
            kinds.push_back(o ? 1 + static_cast<std::uint32_t>(*o) : 0);
        }
        if (auto merged = detail::state_merger(out->code, kinds, spent).run()) {
            out->code = *std::move(merged);
        }
        if (spent.why() != errc::none) {
            return out_of_means();
        }
    }
    out->code.early_increments = early;
    out->code.absorptions = detail::absorption_finder(out->code).run();
    out->finder = detail::word_finder(starts.words());
    out->starts = std::move(starts);
    out->bounds = bounds.without_stop();  // the grammar outlives the call
    out->rule_names = std::move(names);
    out->objects = std::move(objects);
    out->watches_names = watches;
    out->arrays = std::move(arrays);
    out->watches_items = watches_items;
    return grammar{std::move(out)};
}

std::string_view grammar::name_of(std::vector<std::string> const& names, std::uint32_t r) noexcept {
    return r < names.size() && !names[r].empty() ? std::string_view{names[r]} : "(group)";
}

}  // namespace parlance::mask
