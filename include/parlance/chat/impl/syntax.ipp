// parlance/chat/impl/syntax.ipp - definitions of what parlance/chat/syntax.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/syntax.hpp>
#include <parlance/decl.hpp>
#include <parlance/chat/detail/call_object.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/call_writer.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/message_reader.hpp>
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Whether no id stands behind the name of a call.
[[nodiscard]] PARLANCE_DECL bool id_is_in_front(tool_format const& t);

/// Builds the expressions of one syntax.
class syntax_builder {
public:
    syntax_builder(format const& f, std::span<tool const> tools, call_policy const& policy,
                   reading const& how)
        : format_(&f), tools_(tools), policy_(&policy), how_(how), reader_(b_, f, tools, how) {}

    [[nodiscard]] PARLANCE_DECL result<syntax> build();

private:
    [[nodiscard]] PARLANCE_DECL peg::node_id written_reasoning();

    /// What may be written in front of calls where there is no content: the channel that they are in, or the wrapper of
    /// content around nothing.
    [[nodiscard]] PARLANCE_DECL peg::node_id in_front_of_calls();

    /// Calls as the format writes them; items without their section where it may be missing, and the dialects without
    /// markers that the format understands besides.
    [[nodiscard]] PARLANCE_DECL peg::node_id written_calls(syntax& out);

    format const* format_;
    std::span<tool const> tools_;
    call_policy const* policy_;
    reading how_;
    peg::builder b_;
    marker_builder m_{b_};
    message_reader reader_;
    peg::node_id headed_calls_{};  // of the format's own way to call
};

bool id_is_in_front(tool_format const& t) {
    bool named = false;
    for (piece const& p : t.call) {
        if (named && (p.is == piece::kind::id || p.is == piece::kind::index)) {
            return false;
        }
        named = named || p.is == piece::kind::name;
    }
    return true;
}

result<syntax> syntax_builder::build() {
    tool_format const& t = format_->tools;
    bool const callable =
        t.mode != tool_mode::none && !tools_.empty() && policy_->choice != call_policy::kind::none;
    if (callable && t.mode == tool_mode::json_native && !members_of(t)) {
        return diagnostic{errc::no_tool_format, {}, 0, "the call's text is not one JSON object"};
    }
    auto message = b_.finish(reader_.message(callable));
    if (!message) {
        return message.error();
    }
    syntax out{*std::move(message), {}, {}, {}, {}, {}, {}, {}, format_->made_id, false, format_->strict};
    if (callable || how_.json) {
        peg::node_id const calls = callable ? written_calls(out) : b_.fail();
        channel_format const& c = format_->channels;
        bool const addressed = c.used() && c.channel.empty();
        peg::node_id answer = callable && addressed ? headed_calls_ : calls;
        if (callable && policy_->content && has_call_marker(t)) {
            peg::node_id const text = b_.until({first_line(call_opening(t))});
            // What wraps content may begin as calls do.
            std::string const& open = format_->content.start;
            answer = b_.sequence(
                {text, open.empty() ? b_.epsilon() : b_.optional(b_.sequence({b_.literal(open), text})),
                 calls});
        }
        if (callable && !policy_->content) {
            answer = b_.sequence({in_front_of_calls(), answer});
        }
        if (how_.json) {
            out.schemas.push_back({schema_slot::answer, {}, {}, raw_text::never, {}});
            peg::node_id json =
                b_.schema(static_cast<std::uint32_t>(out.schemas.size() - 1), b_.json_value());
            if (addressed) {
                json = b_.sequence(
                    {b_.optional(b_.literal(c.recipient + c.content)), b_.literal(c.message), json});
            } else if (c.used()) {
                json = b_.sequence({b_.literal(c.channel), b_.chars("a-z", 1, 16),
                                    b_.optional(b_.literal(" " + std::string(data_type_marker) + "json")),
                                    b_.literal(c.message), json});
            }
            if (!split(format_->content.start).core.empty()) {
                json = b_.sequence({b_.optional(m_.loose(format_->content.start)), json,
                                    b_.optional(m_.loose(format_->content.end))});
            }
            bool const must_call = callable && policy_->choice == call_policy::kind::required;
            answer = must_call ? answer : callable ? b_.choice({answer, json}) : json;
        }
        constexpr std::uint32_t few = 4;
        bool const headed = format_->channels.used();  // headers stand close together
        auto turn = b_.finish(
            b_.sequence({headed ? b_.epsilon() : b_.chars(blanks, 0, few), written_reasoning(), answer}));
        auto alone = b_.finish(calls);
        if (!alone || !turn) {
            return alone ? turn.error() : alone.error();
        }
        out.calls = *std::move(alone);
        out.turn = *std::move(turn);
    }
    if (callable) {
        out.trigger = out.triggers.front();
        auto const names_an_id_first = [](tool_format const& way) {
            return way.mode == tool_mode::json_native && id_is_in_front(way);
        };
        out.names_are_final = names_an_id_first(t) && std::ranges::all_of(format_->also, names_an_id_first);
        out.notations.push_back(bare_values(t).value_or(t.written));
        out.markups.push_back(members_in(t).value_or(member_markup{}));
        for (tool_format const& other : format_->also) {
            out.notations.push_back(bare_values(other).value_or(other.written));
            out.markups.push_back(members_in(other).value_or(member_markup{}));
        }
    }
    return out;
}

peg::node_id syntax_builder::written_reasoning() {
    reasoning_format const& r = format_->reasoning;
    std::string_view const end = split(r.end).core;
    if (channel_format const& c = format_->channels; c.used()) {
        return b_.optional(b_.sequence({b_.literal(c.thought()), b_.until({c.ends.front()}),
                                        b_.literal(c.ends.front()), b_.optional(b_.literal(c.start))}));
    }
    if (r.mode == reasoning_mode::none || end.empty()) {
        return b_.epsilon();
    }
    constexpr std::uint32_t few = 4;
    // Where the answer is a message of its own, it is opened behind the thought.
    auto const& noise = format_->content.noise;
    std::string const& turn = format_->turn_start;
    bool const again = !turn.empty() && std::find(noise.begin(), noise.end(), turn) != noise.end();
    peg::node_id const close = b_.sequence(
        {b_.literal(end), b_.chars(blanks, 0, few), again ? b_.optional(b_.literal(turn)) : b_.epsilon()});
    peg::node_id const text = b_.sequence({b_.until({end}), close});
    std::string_view const start = split(r.start).core;
    peg::node_id const gap = b_.chars(blanks, 0, few);
    return b_.optional(start.empty() ? text
                                     : b_.choice({b_.sequence({gap, b_.literal(start), text}), close}));
}

peg::node_id syntax_builder::in_front_of_calls() {
    if (channel_format const& c = format_->channels; c.used()) {
        // The channel may stand on either side of the recipient.
        list_shape const& calls = format_->tools.calls;
        peg::node_id const channel =
            c.channel.empty() ? b_.epsilon()
                              : b_.optional(b_.sequence({b_.literal(c.channel), b_.chars("a-z", 1, 16)}));
        std::string const opening = c.channel.empty() ? std::string() : calls.open + calls.item_open;
        std::string_view const gap = split(opening).before;
        return b_.sequence({channel, gap.empty() ? b_.epsilon() : b_.optional(b_.literal(gap))});
    }
    content_format const& c = format_->content;
    bool const wrapped = !split(c.start).core.empty() && !split(c.end).core.empty();
    return wrapped ? b_.optional(b_.sequence({m_.loose(c.start), m_.loose(c.end)})) : b_.epsilon();
}

peg::node_id syntax_builder::written_calls(syntax& out) {
    std::vector<peg::node_id> ways;
    for (auto const& [t, i] : reader_.dialects()) {
        bool const own = i == 0;
        bool const bare =
            !own && !has_call_marker(t) && !t.call.empty() && t.call.front().is == piece::kind::name;
        if (!own && !bare) {
            continue;
        }
        std::string opening(first_line(call_opening(t)));
        // Content or reasoning may begin as calls do: then all that opens calls tells, or the name.
        auto const of_others = [&](std::string_view text) {
            return !text.empty() && (split(format_->content.start).core.starts_with(text) ||
                                     split(format_->reasoning.start).core.starts_with(text));
        };
        std::string_view const section = split(t.calls.open).core;
        if (of_others(opening) && !section.empty() && !of_others(section)) {
            opening = section;
        }
        // The end of the turn may begin as calls do, too: then all their text in front of the name tells.
        std::string const whole(split(t.calls.open + t.calls.item_open).core);
        if (split(format_->turn_end).core.starts_with(opening) && whole.size() > opening.size()) {
            opening = whole;
        }
        bool const shared = of_others(opening) && !t.call.empty() && t.call.front().is == piece::kind::name;
        for (tool const& each : bare || shared ? tools_ : tools_.first(0)) {
            out.triggers.push_back(opening + each.name + (bare ? t.written.open : std::string()));
        }
        if (!bare && !shared) {
            out.triggers.push_back(opening);
        }
        format written = *format_;
        written.tools = t;
        std::string const rules = ways.empty() ? "" : std::to_string(ways.size()) + "-";
        call_writer writer(b_, written, tools_, *policy_, out.schemas, rules);
        ways.push_back(writer.calls());
        if (ways.size() == 1) {
            headed_calls_ = writer.messages();
        }
    }
    return ways.size() == 1 ? ways.front() : b_.choice(ways);
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

result<syntax> build_syntax(format const& f, std::span<tool const> tools, call_policy const& policy,
                            reading const& how) {
    return detail::syntax_builder(f, tools, policy, how).build();
}

}  // namespace parlance::chat
