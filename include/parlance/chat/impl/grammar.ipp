// parlance/chat/impl/grammar.ipp - definitions of what parlance/chat/grammar.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/detail/shared_notes.hpp>
#include <parlance/chat/detail/slot_lowering.hpp>
#include <parlance/rtn/from_peg.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

namespace parlance::chat {

schema::options tool_schema_options() {
    schema::options out;
    out.additional_properties = false;
    out.number_digits = 20;
    out.properties = schema::order::any;
    return out;
}

}  // namespace parlance::chat

namespace parlance::chat::detail {

/// build_grammar(), whose parts all ask the same stop object.
PARLANCE_DECL result<grammar> build_grammar_in_parts(syntax const& s, std::span<tool const> tools,
                                                     call_policy const& policy, limits const& bounds,
                                                     schema::options const& options,
                                                     boost::json::value const* answer,
                                                     schema_widening widening) {
    bool const lazy = policy.choice == call_policy::kind::automatic && answer == nullptr;
    if ((lazy ? s.trigger.empty() : s.triggers.empty()) && answer == nullptr) {
        return diagnostic{errc::no_tool_format, {}, 0, "there are no calls to constrain"};
    }
    // Any order takes several times the states; and who asks for an answer by a schema expects its order.
    constexpr std::size_t few_tools = 32;
    schema::options how = options;
    if (answer != nullptr || tools.size() > few_tools) {
        how.properties = schema::order::declared;
    }
    rtn::builder b;
    slot_lowering slots(b, tools, answer, how, widening, bounds);
    for (std::size_t i = 0; s.lists_arguments && i < tools.size(); ++i) {
        if (bounds.stop.stop_requested()) {
            return diagnostic{errc::cancelled};
        }
        bool const may_be_called = policy.named.empty() || policy.named == tools[i].name;
        if (auto const heeded = may_be_called ? slots.check_keywords(i) : result<void>(); !heeded) {
            return heeded.error();
        }
        auto const spelled = may_be_called ? slots.check_names(i, s.notations.front()) : result<void>();
        if (!spelled) {
            return spelled.error();
        }
    }
    rtn::rule_id const root = b.add_rule("root");
    auto const slot = [&](rtn::builder& out, std::uint32_t index) {
        return slots.rule(out, s.schemas[index]);
    };
    auto const find = [&](std::string const& content) { return how.cache.find(content); };
    auto const keep = [&](std::string&& content, std::shared_ptr<rtn::part const> rules) {
        how.cache.keep(std::move(content), std::move(rules));
    };
    rtn::kept_parts const kept{find, keep};
    auto const calls = rtn::from_peg(lazy ? s.written_calls() : s.message.view(), b, slot, bounds,
                                     how.cache ? &kept : nullptr);
    work looks(bounds.stop);
    if (!calls) {
        b.free(looks);
        return calls.error();
    }
    rtn::state_id const done = b.add_state();
    b.call(b.entry(root), *calls, done);
    b.accept(done);
    b.root(root);
    work spent(bounds);
    result<rtn::network> made = std::move(b).finish(spent);
    if (!made) {
        b.free(looks);
        return made.error();
    }
    grammar out{*std::move(made), lazy, {}, slots.notes(), slots.widened()};
    if (!out.notes.empty() || !out.widened.empty()) {
        shared_notes const shared(tools, policy.named, bounds.stop);
        out.notes = shared.of_all(out.notes);
        out.widened = shared.of_all(out.widened);
    }
    if (lazy) {
        out.triggers = s.triggers;
    }
    return out;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

result<grammar> build_grammar(syntax const& s, std::span<tool const> tools, call_policy const& policy,
                              limits const& bounds, schema::options const& options,
                              boost::json::value const* answer, schema_widening widening) {
    lasting_stop const asked(bounds.stop);
    limits within = bounds;
    within.stop = asked;
    auto out = detail::build_grammar_in_parts(s, tools, policy, within, options, answer, widening);
    if (asked.stopped()) {  // what parts made of it may be half of something
        return diagnostic{errc::cancelled};
    }
    return out;
}

}  // namespace parlance::chat
