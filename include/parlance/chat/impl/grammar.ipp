// parlance/chat/impl/grammar.ipp - definitions of what parlance/chat/grammar.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/grammar.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/quoted_network.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/rtn/from_peg.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// The schema of a tool's arguments.  A tool that declares none takes none, as OpenAI has it.
[[nodiscard]] PARLANCE_DECL boost::json::value arguments_schema(boost::json::value const& parameters);

std::optional<boost::json::value> argument_schema(boost::json::value const& parameters,
                                                  std::string_view key) {
    auto const* properties =
        parameters.is_object() ? parameters.get_object().if_contains("properties") : nullptr;
    auto const* found = properties != nullptr && properties->is_object()
                            ? properties->get_object().if_contains(key)
                            : nullptr;
    if (found == nullptr) {
        return std::nullopt;
    }
    boost::json::value out = *found;
    if (out.is_object()) {
        add_definitions(out.get_object(), parameters);
    }
    return out;
}

boost::json::value arguments_schema(boost::json::value const& parameters) {
    boost::json::value out = parameters.is_object() ? parameters : boost::json::value(boost::json::object{});
    boost::json::object& schema = out.get_object();
    bool const declares = std::any_of(schema.begin(), schema.end(), [](auto const& member) {
        constexpr std::string_view silent[] = {"type", "title", "description", "required", "$schema"};
        return std::find(std::begin(silent), std::end(silent), std::string_view(member.key())) ==
                   std::end(silent) &&
               !(member.key() == "properties" && member.value().is_object() &&
                 member.value().get_object().empty());
    });
    if (!declares) {
        schema["type"] = "object";
        schema["additionalProperties"] = false;
    }
    return out;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

schema::options tool_schema_options() {
    schema::options out;
    out.additional_properties = false;
    out.number_digits = 20;
    return out;
}

result<grammar> build_grammar(syntax const& s, std::span<tool const> tools, call_policy const& policy,
                              limits const& bounds, schema::options const& options,
                              boost::json::value const* answer) {
    bool const lazy = policy.choice == call_policy::kind::automatic && answer == nullptr;
    if (s.trigger.empty() && answer == nullptr) {
        return diagnostic{errc::no_tool_format, {}, 0, "there are no calls to constrain"};
    }
    rtn::builder b;
    schema::lowerer lower(b, options, bounds);
    rtn::rule_id const root = b.add_rule("root");
    auto const slot = [&](rtn::builder&, std::uint32_t index) -> result<rtn::rule_id> {
        schema_slot const& at = s.schemas[index];
        if (at.tool == schema_slot::answer) {
            return lower.lower(answer != nullptr ? *answer : boost::json::value(true));
        }
        auto const named = [&](result<rtn::rule_id> r) -> result<rtn::rule_id> {
            if (r) {
                return r;
            }
            diagnostic d = r.error();
            d.hint = note("tool ").append(tools[at.tool].name).append(": ").append(d.hint.view());
            return d;
        };
        boost::json::value const& parameters = tools[at.tool].parameters;
        if (at.encoded) {
            rtn::builder inner;
            schema::lowerer lower_inner(inner, options, bounds);
            auto const rule = named(lower_inner.lower(detail::arguments_schema(parameters)));
            if (!rule) {
                return rule;
            }
            inner.root(*rule);
            return detail::add_quoted(std::move(inner).finish(), b);
        }
        if (at.key.empty() && !at.schema) {
            return named(lower.lower(detail::arguments_schema(parameters)));
        }
        auto const argument = at.schema ? at.schema : detail::argument_schema(parameters, at.key);
        std::vector<std::string_view> const until(at.until.begin(), at.until.end());
        boost::json::value const any(true);
        boost::json::value const& wanted = argument ? *argument : any;
        boost::json::object const text{{"type", "string"}};
        switch (at.raw) {
        case raw_text::either: return named(lower.lower_raw(wanted, until));
        case raw_text::only: {
            boost::json::object both{{"allOf", {wanted, text}}};
            detail::add_definitions(both, parameters);
            return named(lower.lower_raw(both, until));
        }
        default: break;
        }
        return named(lower.lower(wanted));
    };
    auto const calls = rtn::from_peg((lazy ? s.calls : s.turn).view(), b, slot, bounds);
    if (!calls) {
        return calls.error();
    }
    rtn::state_id const done = b.add_state();
    b.call(b.entry(root), *calls, done);
    b.accept(done);
    b.root(root);
    grammar out{std::move(b).finish(), lazy, {}, lower.notes()};
    if (lazy) {
        out.triggers = s.triggers;
    }
    return out;
}

}  // namespace parlance::chat
