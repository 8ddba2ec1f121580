// parlance/schema/detail/write/impl/members.ipp - definitions of what parlance/schema/detail/write/members.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/members.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/plan/keys.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

result<void> writer::member_writer::write(state_id from, state_id to) {
    rtn::builder& net = out_->out_;
    if (!choices_.possible()) {
        return {};
    }
    if (many_optional()) {
        write_name_trees();
    }
    net.epsilon(from, at(settled({layout_->tracked, 0, 0, 0, false}, {}, choices_.first())));
    constexpr std::size_t bytes_of_a_place = 2 * sizeof(place) + 128;
    constexpr std::uint64_t steps_of_a_place = 350;  // besides what writing its members takes
    constexpr std::uint64_t steps_of_a_way = 600;
    constexpr std::uint64_t steps_of_a_turn = 5;  // where its places are known
    std::size_t paid_places = 0;
    std::size_t paid_bytes = 0;
    for (std::size_t i = 0; i < todo_.size(); ++i) {
        if (!plan_->choices.empty() && places_.size() > layout_->most_open_places) {
            return diagnostic{errc::too_many_alternatives, {}, 0, "conditions on too many members at once"};
        }
        place const p = todo_[i];
        if (p.behind) {
            go_on(p, to);
        } else {
            begin(p);
        }
        std::size_t const places = places_.size() - paid_places;
        std::size_t const bytes = choices_.bytes() + bytes_of_a_place * places_.size() - paid_bytes;
        paid_places += places;
        paid_bytes += bytes;
        std::uint64_t const steps =
            steps_of_a_turn + steps_of_a_place * places + steps_of_a_way * std::exchange(ways_, 0);
        if (!out_->spent_.spend(steps) || !out_->spent_.hold(bytes) || !out_->pay()) {
            return out_->spent_.error("members of an object");
        }
    }
    out_->spent_.release(paid_bytes);  // they are this object's only
    return {};
}

bool writer::member_writer::may_be_empty() const {
    place const first{layout_->tracked, 0, 0, 0, false, false, choices_.first()};
    return choices_.possible() && finished(first);
}

writer::member_writer::place writer::member_writer::settled(place p, std::optional<std::size_t> rank,
                                                            std::uint32_t open) {
    p.open = choices_.settled(open, rank, [&](std::size_t other) { return over(p, other); });
    return p;
}

state_id writer::member_writer::at(place const& p) {
    (void)places_.make_room(out_->spent_);  // write() sees whether it could be paid for
    auto const [found, fresh] = places_.try_emplace(p, 0u);
    if (fresh) {
        found.value = out_->out_.add_state();
        if (todo_.size() == todo_.capacity()) {
            work looks = out_->spent_.only_looks();
            (void)paid_room(todo_, 1, looks);
        }
        todo_.push_back(p);
    }
    return found.value;
}

std::uint64_t writer::member_writer::needed(place const& p) const {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < layout_->tracked; ++i) {
        count += member(i).required && (p.seen >> i & 1) == 0;
    }
    return count + layout_->owed[p.index];
}

bool writer::member_writer::finished(place const& p) const {
    return needed(p) == 0 && (!layout_->in_places || p.count + layout_->required_alone >= plan_->least) &&
           p.met == all_duties() &&
           choices_.complete(p.open, p.index, [&](std::size_t rank) { return over(p, rank); });
}

writer::object_plan::member const& writer::member_writer::member(std::size_t rank) const {
    return plan_->members[layout_->ranked[rank]];
}

bool writer::member_writer::room(place const& p) const noexcept {
    return !layout_->in_places || plan_->most == no_limit || p.count + layout_->required_alone < plan_->most;
}

bool writer::member_writer::fits(place const& p, place const& next) const {
    return !layout_->in_places || plan_->most == no_limit ||
           p.count + 1 + needed(next) + layout_->required_alone <= plan_->most;
}

void writer::member_writer::go_on(place const& p, state_id to) {
    rtn::builder& net = out_->out_;
    state_id here = places_.find(p)->value;
    if (finished(p)) {
        net.epsilon(here, to);
    }
    std::uint32_t const all_seen = (1u << layout_->tracked) - 1;
    bool const more = p.index < layout_->chain_end || p.seen != all_seen ||
                      layout_->chain_end < plan_->members.size() || !plan_->regions.empty();
    bool const only_counted = layout_->required_alone > 0 && !room(p);
    if ((!room(p) && !only_counted) || !more) {
        return;
    }
    // when the next member increments whichever it is, it does so before the comma: then none comes at the limit
    bool const increments = only_counted || (layout_->counts_others && needed(p) == 0);
    state_id const begin = at({p.index, p.seen, p.count, p.met, false, increments, p.open});
    here = increments ? incremented(here) : here;
    if (!rules_) {
        net.epsilon(out_->pad(net.literal(out_->loop(here), out_->how_.item_separator)), begin);
        return;
    }
    result<rule_id> const comma =
        out_->shared_rule("separator", "separator", [&](state_id from, state_id stop) -> result<void> {
            net.epsilon(out_->pad(net.literal(out_->loop(from), out_->how_.item_separator)), stop);
            return {};
        });
    net.call(here, *comma, begin);
}

void writer::member_writer::begin(place const& p) {
    state_id const here = places_.find(p)->value;
    if (layout_->required_alone > 0) {
        write_counted(here, {p.index, p.seen, p.count, p.met, true, false, p.open}, p.incremented);
    }
    if (!room(p)) {
        return;
    }
    if (auto const tree = name_trees_.find(p.index); tree != name_trees_.end()) {
        out_->out_.epsilon(here, tree->second);
        return;
    }
    std::uint64_t const count = (std::min)(p.count + 1, layout_->cap);
    for (std::size_t i = 0; i < layout_->tracked; ++i) {
        place const next{p.index, p.seen | 1u << i, count, p.met, true, false, p.open};
        if ((p.seen >> i & 1) == 0 && fits(p, next)) {
            write_member(here, i, next, p.incremented);
        }
    }
    if (p.index < layout_->chain_end) {
        place const next{p.index + 1, p.seen, count, p.met, true, false, p.open};
        if (fits(p, next)) {
            write_member(here, p.index, next, p.incremented);
        }
        if (!member(p.index).required) {
            if (std::optional<std::uint32_t> const open = choices_.without(p.open, p.index)) {
                out_->out_.epsilon(
                    here,
                    at(settled({p.index + 1, p.seen, p.count, p.met, false, p.incremented}, p.index, *open)));
            }
        }
    }
    if (layout_->any || p.index == layout_->chain_end) {
        place const next{p.index, p.seen, count, p.met, true, false, p.open};
        if (fits(p, next)) {
            write_free(here, next, p.incremented);
        }
    }
}

void writer::member_writer::write_member(state_id here, std::size_t rank, place const& next,
                                         bool has_incremented) {
    goal const& value = member(rank).value;
    if (!choices_.about(rank)) {
        write_value(here, rank, value, next, has_incremented);
        return;
    }
    for (auto const& [open, asked] : choices_.with(next.open, rank)) {
        ++ways_;
        goal both = value;
        for (literal const l : asked) {
            add_literal(both, l);
        }
        if (asked.empty() || !out_->impossible(both, 0)) {
            write_value(here, rank, both, settled(next, rank, open), has_incremented);
        }
    }
}

void writer::member_writer::write_value(state_id here, std::size_t rank, goal const& value, place const& next,
                                        bool has_incremented) {
    constexpr std::uint64_t steps_of_a_member = 40;
    object_plan::member const& m = member(rank);
    (void)out_->spent_.spend(steps_of_a_member);  // write() sees whether it could be paid for
    bool const increments = !has_incremented && (m.required ? counted_alone(rank) : layout_->counts_others);
    here = increments ? incremented(here) : here;
    write_entry(here, rank, value, m.grants, next,
                [&](state_id from) { return out_->out_.literal(from, '"' + json_spelling(m.name) + '"'); });
}

void writer::member_writer::write_group(state_id here, free_members& members, bool unnamed,
                                        place const& next) {
    if (!members.together.empty() || unnamed) {
        members.group = members.group ? members.group : group_rule(members.together, unnamed);
        out_->out_.call(here, *members.group, at(next));
    }
}

void writer::member_writer::write_counted(state_id here, place const& next, bool has_incremented) {
    for (std::size_t const rank : required_.alone) {
        write_member(here, rank, next, has_incremented);
    }
    if (!required_.together.empty()) {
        write_group(has_incremented ? here : incremented(here), required_, false, next);
    }
}

void writer::member_writer::write_free(state_id here, place const& next, bool has_incremented) {
    for (std::size_t const rank : others_.alone) {
        write_member(here, rank, next, has_incremented);
    }
    here = has_incremented || !layout_->counts_others ? here : incremented(here);
    bool const unnamed = std::any_of(plan_->regions.begin(), plan_->regions.end(),
                                     [](object_plan::region const& r) { return r.unnamed; });
    if (grouped_) {
        write_group(here, others_, unnamed, next);
    }
    for (std::size_t i = 0; i < plan_->regions.size(); ++i) {
        object_plan::region const& r = plan_->regions[i];
        if (grouped_ && r.unnamed) {
            continue;
        }
        write_entry(here, plan_->members.size() + i, r.value, r.grants, next, [&](state_id from) {
            state_id const to = out_->out_.add_state();
            out_->out_.call(from, key_rule(i), to);
            return to;
        });
    }
}

rule_id writer::member_writer::key_rule(std::size_t region) {
    auto const& r = plan_->regions[region];
    if (r.every) {
        // where it cannot be paid for, whoever pays next sees it; a key is not written then
        auto const any = out_->string_rule({});
        return any ? *any : out_->out_.add_rule("key");
    }
    auto const [known, fresh] = key_rules_.emplace(region, 0);
    if (fresh) {
        known->second = r.unnamed ? out_->write_other_keys(*plan_) : out_->write_key(r.keys);
    }
    return known->second;
}

rule_id writer::member_writer::group_rule(vec<std::size_t> const& ranks, bool unnamed) {
    constexpr std::uint64_t steps_of_a_name = 100;
    rtn::builder& net = out_->out_;
    rule_id const rule = net.add_rule("member");
    state_id const end = net.add_state();
    net.accept(end);
    auto const rest = std::find_if(plan_->regions.begin(), plan_->regions.end(),
                                   [](object_plan::region const& r) { return r.unnamed; });
    key_tree tree(out_->spent_);
    maybe<other_keys> others;
    if (unnamed && rest != plan_->regions.end()) {
        for (std::string_view const name : plan_->named) {
            (void)out_->spent_.spend(steps_of_a_name);
            // not to be read here, unless it comes again
            tree.add(name, plan_->members.size());
        }
        for (std::string_view const beginning : plan_->shut) {
            tree.shut(beginning);
        }
        others = other_keys{net.add_state(), net.add_state()};
        rule_id const value = out_->rule_of(rest->value);
        net.call(others->off, out_->rest_of_member(value), end);
        net.call(others->ended, out_->behind_key(value), end);
    }
    for (std::size_t const rank : ranks) {
        (void)out_->spent_.spend(steps_of_a_name);
        tree.add(member(rank).name, rank);
    }
    out_->write_key_tree(tree, net.entry(rule), others, [&](state_id from, std::size_t rank) {
        if (rank < plan_->members.size()) {
            state_id const behind = net.add_state();
            net.bytes(from, '"', '"', behind);
            net.call(behind, out_->behind_key(out_->rule_of(member(rank).value)), end);
        }
    });
    tree.free();
    return rule;
}

state_id writer::member_writer::incremented(state_id from) {
    auto const [known, fresh] = incremented_.emplace(from, 0);
    if (fresh) {
        known->second = out_->out_.add_state();
        out_->out_.increment(from, known->second);
    }
    return known->second;
}

}  // namespace parlance::schema::detail
