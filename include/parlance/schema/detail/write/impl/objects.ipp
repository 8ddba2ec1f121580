// parlance/schema/detail/write/impl/objects.ipp - objects as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/count_texts.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/members.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::schema::detail {

result<rule_id> writer::object_rule(branch const& b) {
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
    std::uint64_t needed = 0;
    for (auto& m : plan.members) {
        if (m.possible && impossible(m.value, 0)) {
            if (m.required) {
                return nothing();
            }
            m.possible = false;
        }
        needed += m.required;
    }
    for (auto const& m : plan.members) {
        plan.named.push_back(m.name);
    }
    erase_if(plan.members, [](auto const& m) { return !m.possible; });
    plan.names = plan.members.size();
    for (object_plan::region const& r : plan.regions) {
        std::uint64_t const more =
            r.every || r.unnamed ? no_limit : count_texts(r.keys, std::uint64_t{1} << 32);
        plan.names = plan.names == no_limit || more >> 32 != 0 ? no_limit : plan.names + more;
    }
    if (needed > plan.most || plan.least > (std::min)(plan.most, plan.names)) {
        return nothing();
    }
    return write_object(plan);
}

result<rule_id> writer::write_object(object_plan const& plan) {
    member_order const layout(plan, how_);
    if (!plan.choices.empty() && (plan.least > layout.required || plan.most != no_limit)) {
        return diagnostic{
            errc::too_many_alternatives, {}, 0, "conditions in an object whose members are counted"};
    }
    if ((layout.cap + 1) * (layout.chain_end - layout.tracked + 1) << (plan.duties.size() + layout.tracked) >
        200'000) {
        return diagnostic{errc::too_many_states, {}, 0, "minProperties or maxProperties too large"};
    }
    // long names are states: what the tree of them takes, here and in the networks that are made of it
    constexpr std::size_t many_bytes = 20'000;
    constexpr std::size_t bytes_of_a_trie_node = 420;
    std::size_t letters = 0;
    for (std::string_view const name : plan.named) {
        letters += name.size() > many_bytes ? name.size() : 0;
    }
    if (letters > 0 && !spent_.hold(bytes_of_a_trie_node * letters)) {
        return spent_.error("names of members");
    }
    rule_id const rule = out_.add_rule("object");
    bool const never_ends = std::any_of(plan.regions.begin(), plan.regions.end(),
                                        [](object_plan::region const& r) { return r.every || r.unnamed; });
    objects_.push_back({rule, plan.regions.empty() && !layout.counts_required ? rtn::member_names::listed
                              : never_ends                                    ? rtn::member_names::open
                                                                              : rtn::member_names::limited});
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
    std::uint64_t least = 0;
    if (layout.counted) {
        // what increments is in no state: members beyond the required ones, which are always there, or these
        rule_id const body = out_.add_rule("members");
        state_id const stop = out_.add_state();
        out_.accept(stop);
        if (auto const r = members.write(out_.entry(body), stop); !r) {
            return r.error();
        }
        least = layout.counts_required         ? layout.required
                : plan.least > layout.required ? plan.least - layout.required
                                               : 0;
        auto const narrow = [](std::uint64_t n) {
            return static_cast<std::uint32_t>((std::min<std::uint64_t>)(n, rtn::unbounded - 1));
        };
        std::uint32_t const most = plan.most == no_limit && !layout.runs_out && !layout.counts_required
                                       ? rtn::unbounded
                                       : narrow(layout.increments);
        out_.counted_call(inside, {body, narrow(least), most}, closing);
    } else {
        if (auto const r = members.write(inside, closing); !r) {
            return r.error();
        }
    }
    if (least == 0 && members.may_be_empty()) {
        out_.epsilon(inside, close);
    }
    return rule;
}

}  // namespace parlance::schema::detail
