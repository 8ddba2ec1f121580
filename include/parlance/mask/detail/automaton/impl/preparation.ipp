// parlance/mask/detail/automaton/impl/preparation.ipp - definitions of what
// parlance/mask/detail/automaton/preparation.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/preparation.hpp>
#include <parlance/mask/detail/automaton/absorption.hpp>
#include <parlance/mask/detail/automaton/determinise.hpp>
#include <parlance/mask/detail/automaton/equal_states.hpp>
#include <parlance/mask/detail/automaton/nonempty.hpp>
#include <parlance/mask/detail/automaton/owed_increments.hpp>
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <utility>

namespace parlance::mask::detail {

result<std::shared_ptr<grammar_data const>> preparation::run(array_ref<vec<char> const> names,
                                                             trigger starts) {
    if (auto const sound = check(net_, bounds_, spent_, linked_); !sound) {
        return sound.error();
    }
    if (!copy_names(names)) {
        return out_of_means();
    }
    note_watched();
    if (auto const dropped = drop_dead_ends(); !dropped) {
        return dropped.error();
    }
    facts const known(net_, spent_, linked_);
    if (spent_.why() != errc::none) {
        return out_of_means();
    }
    if (auto const ends = refuse_left_recursion(known); !ends) {
        return ends.error();
    }
    if (auto const dropped = drop_empty_iterations(known); !dropped) {
        return dropped.error();
    }
    if (auto const kept = keep_room_for_owed_increments(); !kept) {
        return kept.error();
    }
    result<automaton> code = made_deterministic();
    if (!code) {
        return code.error();
    }
    auto out = std::make_shared<grammar_data>();
    out->code = *std::move(code);
    out->code.early_increments = early_;
    out->code.absorptions = absorption_finder(out->code, spent_).run();
    note_counts_in_counts(out->code);
    if (spent_.why() != errc::none || !word_finder::paid_for(starts.words(), spent_)) {
        return out_of_means();
    }
    out->finder = word_finder(starts.words());
    out->starts = std::move(starts);
    out->bounds = bounds_.without_stop();  // the grammar outlives the call
    out->watches_names =
        std::any_of(objects_.begin(), objects_.end(), [](object_rule const& o) { return o && o->watched(); });
    for (object_rule const& o : objects_) {
        if (o && o->names == rtn::member_names::limited) {
            out->fewest_names = (std::min)(out->fewest_names, o->always);
        }
    }
    out->watches_items = std::any_of(arrays_.begin(), arrays_.end(),
                                     [](rtn::array_items i) { return i != rtn::array_items::any; });
    out->rule_names = std::move(names_);
    out->objects = std::move(objects_);
    out->arrays = std::move(arrays_);
    return std::shared_ptr<grammar_data const>(std::move(out));
}

bool preparation::copy_names(array_ref<vec<char> const> names) {
    constexpr std::uint64_t steps_of_a_name = 16;
    paid_rounds each(spent_, steps_of_a_name);
    names_.reserve(names.size());
    for (vec<char> const& n : names) {
        if (!each.next()) {
            return false;
        }
        names_.emplace_back(n.begin(), n.end());
    }
    return true;
}

void preparation::note_watched() {
    objects_.resize(net_.rules.size());
    for (rtn::object const& o : net_.objects) {
        // few enough to tell kinds of rules apart by them, see made_deterministic()
        constexpr std::uint32_t most = std::uint32_t{1} << 28;
        objects_[o.rule] = object_names{o.names, (std::min)(o.always, most)};
    }
    arrays_.resize(net_.rules.size(), rtn::array_items::any);
    for (rtn::array const& a : net_.arrays) {
        arrays_[a.rule] = a.items;
    }
}

result<void> preparation::drop_dead_ends() {
    if (net_.trim) {
        return {};
    }
    rtn::dead_ends const dead(net_, spent_, linked_.states());
    if (dead.any()) {
        without_ends_ = dead.without();
        net_ = without_ends_.view();
    }
    if (spent_.why() != errc::none) {
        return out_of_means();
    }
    if (!dead.productive()) {
        return diagnostic{errc::unproductive_rule, {}, 0, name_of(net_.root)};
    }
    return {};
}

result<void> preparation::refuse_left_recursion(facts const& known) {
    auto const cycle = left_recursion(net_, known, spent_);
    if (spent_.why() != errc::none) {
        return out_of_means();
    }
    if (cycle.empty()) {
        return {};
    }
    note hint;
    for (std::uint32_t const r : cycle) {
        hint.append(name_of(r)).append(" -> ");
    }
    hint.append(name_of(cycle.front()));
    return diagnostic{errc::left_recursion, {}, 0, hint};
}

result<void> preparation::drop_empty_iterations(facts const& known) {
    nonempty_writer writer(net_, known, spent_);
    if (!writer.needed()) {
        return {};
    }
    rewritten_ = writer.run();
    if (spent_.why() != errc::none) {
        return out_of_means();
    }
    linked_.clear();  // its states are others now
    net_ = rewritten_.view();
    names_.resize((std::max)(names_.size(), rewritten_.rules.size()));
    objects_.resize(rewritten_.rules.size());
    arrays_.resize(rewritten_.rules.size(), rtn::array_items::any);
    for (auto const& written : writer.variants()) {
        names_[written.value] = names_[written.key];
        objects_[written.value] = objects_[written.key];
        arrays_[written.value] = arrays_[written.key];
    }
    return drop_dead_ends();
}

result<void> preparation::keep_room_for_owed_increments() {
    owed_increments const owed(net_, spent_);
    if (owed.needed()) {
        rewritten_ = owed.run();
    }
    if (spent_.why() != errc::none) {
        return out_of_means();
    }
    if (!owed.needed()) {
        return {};
    }
    early_ = owed.most();
    linked_.clear();
    net_ = rewritten_.view();
    return drop_dead_ends();
}

result<automaton> preparation::made_deterministic() {
    result<automaton> code = determiniser(net_, bounds_, spent_, linked_).run();
    if (!code || !state_merger::is_worthwhile(*code, spent_)) {
        return code;
    }
    vec<std::uint32_t> kinds;  // whether a rule is an object is asked of the rule that a state is in
    for (object_rule const& o : objects_) {
        kinds.push_back(o ? 1 + static_cast<std::uint32_t>(o->names) + 4 * o->always : 0);
    }
    if (auto merged = state_merger(*code, kinds, spent_).run()) {
        code = *std::move(merged);
    }
    if (spent_.why() != errc::none) {
        return out_of_means();
    }
    return code;
}

void preparation::note_counts_in_counts(automaton& code) {
    constexpr std::uint32_t least = 5;        // upper bound: a lower one is soon come to
    constexpr std::size_t most_states = 200;  // of what is counted
    auto const is_counted = [](call_edge const& e) { return e.count != no_count; };
    vec<char> met;
    vec<std::uint32_t> reached;
    if (code.counts.empty() || !spent_.spend(code.calls.size() + code.states.size() / 8)) {
        return;
    }
    for (call_edge const& e : code.calls) {
        if (!is_counted(e) || code.counts[e.count].high < least ||
            code.counts[e.count].high == rtn::unbounded || code.counts_counts(e.back)) {
            continue;
        }
        met.resize(code.states.size(), 0);
        reached.clear();
        auto const reach = [&](std::uint32_t s) {
            if (std::exchange(met[s], char{1}) == 0) {
                reached.push_back(s);
            }
        };
        bool found = false;
        reach(e.entry);
        for (std::size_t i = 0; i < reached.size() && reached.size() < most_states && !found; ++i) {
            auto const bytes = code.bytes_of(reached[i]);
            auto const calls = code.calls_of(reached[i]);
            auto const again = code.increments_of(reached[i]);
            if (!spent_.spend(4 + bytes.size() + 2 * calls.size() + again.size())) {
                return;
            }
            found = std::any_of(calls.begin(), calls.end(), is_counted);
            for (call_edge const& inner : calls) {
                reach(inner.entry);
                if (!inner.tail) {
                    reach(inner.back);
                }
            }
            std::for_each(bytes.begin(), bytes.end(), [&](byte_edge const& b) { reach(b.target); });
            std::for_each(again.begin(), again.end(), reach);
        }
        std::for_each(reached.begin(), reached.end(), [&](std::uint32_t s) { met[s] = 0; });
        if (found) {
            code.holds_counts.resize(code.states.size(), 0);
            code.holds_counts[e.back] = 1;
        }
    }
}

std::string_view preparation::name_of(rtn::rule_id r) const noexcept {
    return r < names_.size() && !names_[r].empty() ? std::string_view{names_[r]} : "(group)";
}

}  // namespace parlance::mask::detail
