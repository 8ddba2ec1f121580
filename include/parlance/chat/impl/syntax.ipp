// parlance/chat/impl/syntax.ipp - definitions of what parlance/chat/syntax.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/call_object.hpp>
#include <parlance/chat/detail/long_text.hpp>
#include <parlance/chat/detail/message_builder.hpp>
#include <parlance/chat/detail/settled_arguments.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/detail/written_answer.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>

namespace parlance::chat::detail {

/// Whether no id stands behind the name of a call.
PARLANCE_DECL bool id_is_in_front(tool_format const& t) {
    bool named = false;
    for (piece const& p : t.call) {
        if (named && (p.is == piece::kind::id || p.is == piece::kind::index)) {
            return false;
        }
        named = named || p.is == piece::kind::name;
    }
    return true;
}

/// What ends a call and all calls, and what begins the next one unless prose may begin so.
PARLANCE_DECL void add_closers(tool_format const& t, std::vector<std::string>& to) {
    constexpr std::size_t longest =
        256;  // of those that are cut: all together they are as long as its square
    auto const add = [&](std::string_view core) {
        if (core.size() > longest) {
            to.emplace_back(core);
        }
        std::size_t const first = core.size() > longest ? core.size() - longest : 0;
        for (std::size_t at = first; at < core.size(); ++at) {
            std::string_view const rest = core.substr(at);
            if (at == 0 || marker_length(rest) > 0 || rest.starts_with("```")) {
                to.emplace_back(rest);
            }
        }
    };
    add(split(t.calls.item_close).core);
    add(split(t.calls.close).core);
    bool const text_first = !t.call.empty() && t.call.front().is == piece::kind::text;
    std::string const item = t.calls.item_open + (text_first ? t.call.front().text : std::string());
    for (std::string const& next : {t.calls.separator + item, t.calls.open + item}) {
        if (auto const core = split(next).core; !core.empty() && !is_word_letter(core.front())) {
            add(core);
        }
    }
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

result<syntax> build_syntax(format const& f, std::span<tool const> tools, call_policy const& policy,
                            reading const& how, limits const& bounds) {
    tool_format const& t = f.tools;
    bool const callable =
        t.mode() != tool_mode::none && !tools.empty() && policy.choice != call_policy::kind::none;
    if (callable && t.mode() == tool_mode::json_native && !detail::members_of(t)) {
        return diagnostic{errc::no_tool_format, {}, 0, "the call's text is not one JSON object"};
    }
    constexpr std::size_t most_pieces = 64;  // dialects have less than ten
    auto const is_long = [](tool_format const& way) { return way.call.size() > most_pieces; };
    if (is_long(t) || std::any_of(f.also.begin(), f.also.end(), is_long)) {
        return diagnostic{errc::no_tool_format, {}, 0, "a call has more parts than any format's"};
    }
    constexpr std::size_t most_ways = tag(part::bare_value) - tag(part::noted);  // a tag for each
    if (f.also.size() + 1 >= most_ways) {
        return diagnostic{errc::no_tool_format, {}, 0, "more ways to call than any format has"};
    }
    if (auto const text = detail::long_text_of(f)) {
        return diagnostic{errc::no_tool_format, {}, 0, text.wrong};
    }
    auto const lists = [](tool_format const& way) { return !way.values.empty(); };
    bool const listed = callable && (lists(t) || std::any_of(f.also.begin(), f.also.end(), lists));
    lasting_stop const asked(bounds.stop);
    detail::settled_tools const settled(listed ? tools : tools.first(0), asked);
    tools = listed ? settled.all() : tools;
    if (asked.stop_requested()) {
        return diagnostic{errc::cancelled};
    }
    syntax out{};
    out.made_id = f.made_id;
    out.strict = f.strict;
    peg::builder b;
    b.stop_with(asked);
    detail::message_builder message(b, f, tools, policy, how, out.schemas, asked);
    peg::node_id const whole = message.message(callable);
    if (asked.stop_requested()) {
        return diagnostic{errc::cancelled};
    }
    auto table = b.finish(whole, bounds);
    if (!table) {
        return table.error();
    }
    out.message = *std::move(table);
    if (!callable) {
        return out;
    }
    out.calls = out.message.root;
    for (peg::rule_row const& r : out.message.rules) {
        if (out.message.view().str(r.name) == detail::answer_writer::calls_rule) {
            out.calls = r.root;
            break;
        }
    }
    out.triggers = message.triggers();
    out.trigger = out.triggers.front();
    out.lists_arguments = !t.values.empty();
    out.names_are_final = true;
    for (std::size_t i = 0; i <= f.also.size(); ++i) {
        tool_format const& way = i == 0 ? t : f.also[i - 1];
        out.names_are_final =
            out.names_are_final && way.mode() == tool_mode::json_native && detail::id_is_in_front(way);
        out.notations.push_back(detail::bare_values(way).value_or(detail::notation_of(way)));
        detail::add_closers(way, out.closers);
    }
    out.notations.push_back(detail::python_calls());  // that of a tolerance
    return out;
}

}  // namespace parlance::chat
