// parlance/schema/detail/write/impl/objects.ipp - objects as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/count_texts.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/member_order.hpp>
#include <parlance/schema/detail/write/members.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::schema::detail {

/// More than any object has: they need not be told apart.
inline constexpr std::uint64_t many_names = 1u << 20;
/// Letters of long names are states: what each takes in the tree of them, here and in the networks that are made of it.
inline constexpr std::size_t long_name = 20'000;
inline constexpr std::size_t bytes_of_a_letter = 420;

result<rule_id> writer::object_rule(branch const& b, goal const& g) {
    object_plan plan;
    result<bool> const good = plan_object(b, plan);
    if (!good) {
        return good.error();
    }
    auto const nothing = [&] {
        return shared_rule("nothing", "nothing", [](state_id, state_id) -> result<void> { return {}; });
    };
    if (!*good) {
        return nothing();
    }
    if (auto const r = plan_regions(b, plan); !r) {
        return r.error();
    }
    constexpr std::uint64_t steps_of_a_member = 20;
    work looks = spent_.only_looks();  // write_object() pays for them
    paid_rounds each(looks, steps_of_a_member);
    std::uint64_t needed = 0;
    std::size_t ended = 0;
    bool missing = false;  // one that is required
    for (auto& m : plan.members) {
        (void)each.next();
        bool const avoided = outside_ != nullptr && !outside_->accepts(m.name);
        ended += avoided && m.possible;
        if (m.possible && (avoided || impossible(m.value, 0))) {
            missing = missing || m.required;
            m.possible = false;
        }
        needed += m.required;
    }
    leave_out(g, ended, "names");
    if (missing) {
        return nothing();
    }
    if (plan.least <= needed && outside_ == nullptr) {
        leave_out_long_names(plan);
    }
    for (auto const& m : plan.members) {
        if (m.written) {
            plan.named.push_back(m.name);
        }
    }
    if (outside_ != nullptr) {
        if (auto const r = restrict_other_keys(plan); !r) {
            return r.error();
        }
    }
    erase_if(plan.members, [](auto const& m) { return !m.possible; });
    if (plan.least > plan.members.size()) {
        // further names count only where their members can have a value
        erase_if(plan.regions, [&](object_plan::region const& r) { return impossible(r.value, 0); });
    }
    std::uint64_t names = plan.members.size();  // that there are, all together
    for (object_plan::region const& r : plan.regions) {
        std::uint64_t const more =
            r.every || r.unnamed ? no_limit : count_texts(r.keys, std::uint64_t{1} << 32);
        names = names == no_limit || more >> 32 != 0 ? no_limit : names + more;
    }
    if (needed > plan.most || plan.least > (std::min)(plan.most, names)) {
        return nothing();
    }
    return write_object(plan);
}

result<void> writer::restrict_other_keys(object_plan& plan) {
    for (object_plan::region& r : plan.regions) {
        if (r.unnamed) {
            result<rtn::dfa> named = rtn::one_of_texts(plan.named, most_dfa_states, spent_);
            if (!named) {
                return named.error();
            }
            r.keys = rtn::complement(*std::move(named));
            r.unnamed = false;
        }
    }
    return {};
}

void writer::leave_out_long_names(object_plan& plan) {
    constexpr std::size_t least_letters = 1000;
    std::size_t letters = 0;
    std::size_t names = 0;
    for (object_plan::member const& m : plan.members) {
        letters += m.name.size() > long_name ? m.name.size() : 0;
        names += m.name.size() > long_name ? 1 : 0;
    }
    if (bytes_of_a_letter * letters <= spent_.bytes_left() || !plan.choices.empty() || !plan.duties.empty()) {
        return;
    }
    std::size_t const room = spent_.bytes_left() / (2 * bytes_of_a_letter * names);
    if (room < least_letters) {
        return;
    }
    for (object_plan::member& m : plan.members) {
        if (m.name.size() <= long_name || m.required) {
            continue;
        }
        std::size_t end = (std::min)(long_name, room);
        while ((static_cast<std::uint8_t>(m.name[end]) & 0xC0) == 0x80) {
            --end;
        }
        plan.shut.push_back(m.name.substr(0, end));
        if (m.possible) {
            std::string const at = m.value.empty() ? "" : nodes().pointer_of(node_of(m.value.front()));
            nodes().add_note(at.substr(0, (std::min)(at.rfind('/'), at.size())) + ": a name of " +
                             std::to_string(m.name.size()) + " bytes is not written");
        }
        m.possible = false;
        m.written = false;
    }
}

vec<rtn::object> writer::objects(rtn::dead_ends const& dead) const {
    vec<rtn::object> out;
    out.reserve(objects_.size());
    for (written_object const& o : objects_) {
        std::uint64_t always = 0;
        for (auto const& [value, names] : o.always) {
            always += dead.can_return(value) ? names : 0;
        }
        out.push_back({o.rule, o.names, static_cast<std::uint32_t>((std::min)(always, many_names))});
    }
    return out;
}

void writer::note_names(object_plan const& plan, member_order const& layout, rule_id rule) {
    written_object noted{rule, rtn::member_names::listed, {}};
    // in the end there may be room for required members only
    bool const has_room = plan.most == no_limit || layout.required_alone == 0;
    if (plan.has_endless_names() && has_room) {
        noted.names = rtn::member_names::open;
    } else if (layout.names_once || !plan.regions.empty()) {
        noted.names = rtn::member_names::limited;
        for (std::size_t rank = layout.chain_end; rank < plan.members.size(); ++rank) {
            object_plan::member const& m = plan.members[layout.ranked[rank]];
            if (has_room || m.required) {
                noted.always.emplace_back(rule_of(m.value), 1);
            }
        }
        for (object_plan::region const& r : plan.regions) {
            if (has_room) {
                noted.always.emplace_back(rule_of(r.value), count_texts(r.keys, many_names));
            }
        }
    }
    objects_.push_back(std::move(noted));
}

result<void> writer::find_room(object_plan const& plan, member_order const& layout) {
    if (!plan.choices.empty() && plan.least > layout.required && layout.names_once &&
        !plan.has_endless_names()) {
        // members that were passed over may be wanting when the names that are left run out
        return diagnostic{
            errc::too_many_alternatives, {}, 0, "conditions in an object whose members are counted"};
    }
    if ((layout.cap + 1) * (layout.chain_end - layout.tracked + 1) << (plan.duties.size() + layout.tracked) >
        200'000) {
        return diagnostic{errc::too_many_states, {}, 0, "minProperties or maxProperties too large"};
    }
    std::size_t letters = 0;
    for (std::string_view const name : plan.named) {
        letters += name.size() > long_name ? name.size() : 0;
    }
    for (std::string_view const beginning : plan.shut) {
        letters += beginning.size();
    }
    if (letters > 0 && !spent_.hold(bytes_of_a_letter * letters)) {
        return spent_.error("names of members");
    }
    return {};
}

rtn::count writer::times_of(object_plan const& plan, member_order const& layout, rule_id body) {
    auto const narrow = [](std::uint64_t n) {
        return static_cast<std::uint32_t>((std::min<std::uint64_t>)(n, rtn::unbounded - 1));
    };
    if (!layout.counts_others) {
        return {body, narrow(layout.required_alone), narrow(layout.required_alone)};
    }
    return {body, narrow(plan.least > layout.required ? plan.least - layout.required : 0),
            layout.most == no_limit ? rtn::unbounded : narrow(layout.most - layout.required)};
}

result<rule_id> writer::write_object(object_plan const& plan) {
    member_order const layout(plan, how_, spent_);
    if (auto const r = find_room(plan, layout); !r) {
        return r.error();
    }
    rule_id const rule = out_.add_rule("object");
    note_names(plan, layout, rule);
    state_id const end = out_.add_state();
    out_.accept(end);
    state_id const open = out_.add_state();
    state_id const close = out_.add_state();
    out_.bytes(out_.entry(rule), '{', '{', open);
    out_.bytes(close, '}', '}', end);
    state_id const closing = out_.add_state();
    out_.epsilon(pad(closing), close);
    state_id const inside = pad(open);
    member_writer members(*this, plan, layout);
    bool may_be_none = true;
    if (layout.counted()) {
        // what increments is in no state
        rule_id const body = out_.add_rule("members");
        state_id const stop = out_.add_state();
        out_.accept(stop);
        if (auto const r = members.write(out_.entry(body), stop); !r) {
            return r.error();
        }
        rtn::count const times = times_of(plan, layout, body);
        may_be_none = times.low == 0 && layout.required_alone == 0;
        out_.counted_call(inside, times, closing);
    } else {
        if (auto const r = members.write(inside, closing); !r) {
            return r.error();
        }
    }
    if (may_be_none && members.may_be_empty()) {
        out_.epsilon(inside, close);
    }
    return rule;
}

}  // namespace parlance::schema::detail
