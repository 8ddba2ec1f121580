// parlance/chat/detail/impl/message_builder.ipp - definitions of what parlance/chat/detail/message_builder.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/message_builder.hpp>
#include <parlance/chat/detail/call_builder.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <algorithm>

namespace parlance::chat::detail {

peg::node_id message_builder::message(bool callable) {
    channel_format const& c = format_->channels;
    if (c.used()) {
        header_builder messages(*b_, c, tools_);
        peg::node_id const wide = c.channel.empty() ? addressed(messages, callable)
                                                    : messages.with_channels(callable, how_.reasoning_apart);
        if (callable) {
            write_headed_calls();
        }
        return b_->refine(wide, b_->sequence({b_->optional(reasoning_.written()), written_answer(callable)}));
    }
    found_calls found;
    for (auto const& [t, i] : callable ? dialects() : ways()) {
        add_ways(t, i, found);
    }
    if (callable) {
        define_calls();
    }
    reasoning_.expect_calls(found.stops, found.announced);
    peg::node_id const front =
        found.in_front.empty() ? b_->epsilon() : b_->optional(b_->choice(found.in_front));
    std::vector<peg::node_id> wide{front};
    if (found.falls_back) {
        // Before the first call in the format's own way, and behind it.
        peg::node_id const own = call_builder(*b_, way(format_->tools, 0, false, true)).calls();
        wide.push_back(b_->star(b_->sequence({b_->reject(own), answer_part(found.anywhere, found.stops)})));
    }
    wide.push_back(answer(found.falls_back ? found.behind_own : found.anywhere, found.stops));
    return b_->sequence({reasoning_.reasoning(), b_->refine(b_->sequence(wide), written_answer(callable))});
}

peg::node_id message_builder::written_answer(bool callable) {
    if (!callable && !how_.json) {
        return b_->rest();
    }
    constexpr std::uint32_t few = 4;
    bool const headed = format_->channels.used();  // headers stand close together
    peg::node_id const gap = headed ? b_->epsilon() : b_->chars(blanks, 0, few);
    if (!callable) {
        return b_->sequence({gap, written_json()});
    }
    bool const may_call = policy_->choice == call_policy::kind::automatic;
    if (may_call && !how_.json) {
        bool const told =
            std::none_of(triggers_.begin(), triggers_.end(), [](std::string const& t) { return t.empty(); });
        return told ? b_->sequence({m_.until(triggers_), b_->optional(calls_)})
                    : b_->choice({calls_, b_->rest()});
    }
    return b_->sequence({gap, may_call ? b_->choice({required_calls(), written_json()}) : required_calls()});
}

call_dialect message_builder::way(tool_format const& t, std::size_t index, bool named, bool silent) const {
    return {&t, tools_, index, !named && has_call_marker(t), format_->strict, silent};
}

bool message_builder::is_written(tool_format const& t, std::size_t dialect) {
    return dialect == 0 || (!has_call_marker(t) && !t.call.empty() && t.call.front().is == piece::kind::name);
}

bool message_builder::is_generous() const {
    constexpr std::size_t few_tools = 32;  // each way is written once for every tool
    return policy_->is_lenient() && !format_->strict && tools_.size() <= few_tools;
}

bool message_builder::writes_others() const { return is_generous() && has_call_marker(format_->tools); }

std::vector<std::string> message_builder::behind_known_name(tool_format const& t) {
    std::vector<std::string> out;
    if (t.call.size() > 1 && t.call[1].is == piece::kind::text) {
        auto const m = split(t.call[1].text);
        out.push_back(std::string(m.before).append(first_line(m.core)));
    } else if (t.mode() == tool_mode::tag_with_tagged && !split(t.arguments.open).core.empty()) {
        auto const item = split(t.arguments.item_open);
        auto const end = split(t.calls.item_close);
        std::string_view const closer = end.core.substr(0, first_closer(end.core));
        if (item.core.empty()) {
            return out;
        }
        out.push_back(t.arguments.open + std::string(item.before).append(first_line(item.core)));
        out.push_back(t.arguments.open + std::string(closer));
        if (!end.before.empty()) {
            out.push_back(t.arguments.open + std::string(end.before).append(closer));
        }
    }
    return out;
}

bool message_builder::is_written_besides(tolerated_way const& one, tool_format const& own) const {
    std::string const opening = call_opening(one.calls);
    if (writes_others() && one.list_end) {
        std::string_view const trigger = first_line(opening);
        return !begins_other_text(trigger) && !split(format_->turn_end).core.starts_with(trigger);
    }
    // The same call in another frame.
    if (!writes_others() || one.first || !one.writable || one.calls.call != own.call) {
        return false;
    }
    if (!one.named) {
        return marker_length(opening) > 0;
    }
    // Where only the name tells, it ends where a letter cannot follow, and arguments in markup end before the call does.
    bool const ended = one.calls.mode() != tool_mode::tag_with_tagged ||
                       ends_of_closers(one.calls.calls.item_close).size() > one.unpaired;
    return !opening.empty() && !is_word_letter(opening.back()) && ended && has_few_triggers(one.calls);
}

std::string message_builder::behind_name(tool_format const& t) {
    bool const text = t.call.size() > 1 && t.call[1].is == piece::kind::text;
    return text ? t.call[1].text : notation_of(t).open;
}

written_calls message_builder::next_written(bool own) const {
    std::size_t const number = own ? written_.size() : others_.size();
    std::string rules = own && written_.empty() ? std::string() : std::to_string(number) + "-";
    written_calls out{format_, policy_, slots_, (own ? "" : "other-") + std::move(rules)};
    out.lenient = is_generous();
    out.stop = stop_;
    return out;
}

bool message_builder::begins_other_text(std::string_view text) const {
    return !text.empty() && (split(format_->content.start).core.starts_with(text) ||
                             split(format_->reasoning.start).core.starts_with(text));
}

/// More are too much for the expression that waits for them.
inline constexpr std::size_t most_trigger_bytes = 1024;

void message_builder::add_triggers(tool_format const& t, bool own) {
    std::string opening(first_line(call_opening(t)));
    // Where other text begins so, all that opens calls tells, or the name.
    std::string_view const section = split(t.calls.open).core;
    if (begins_other_text(opening) && !section.empty() && !begins_other_text(section)) {
        opening = section;
    }
    // The end of the turn may begin as calls do, too: then all their text in front of the name tells.
    std::string const whole(split(t.calls.open + t.calls.item_open).core);
    if (split(format_->turn_end).core.starts_with(opening) && whole.size() > opening.size()) {
        opening = whole;
    }
    bool const name_first = !t.call.empty() && t.call.front().is == piece::kind::name;
    bool const shared = begins_other_text(opening) && name_first;
    // A bracket alone begins other answers, too.
    std::string const behind = behind_name(t);
    std::size_t bytes = tools_.size() * (opening.size() + behind.size());
    for (tool const& each : tools_) {
        bytes += each.name.size();
    }
    bool const bare = opening == "[" && name_first && bytes <= most_trigger_bytes;
    if (own && !shared && !bare) {
        triggers_.push_back(opening);
        return;
    }
    for (tool const& each : tools_) {
        triggers_.push_back(opening + each.name + (own && !bare ? std::string() : behind));
    }
}

std::vector<std::string> message_builder::named_triggers(tool_format const& t) const {
    std::vector<std::string> out;
    std::string const opening(split(t.calls.open + t.calls.item_open).core);
    std::vector<std::string> const ends = behind_known_name(t);
    for (tool const& each : tools_) {
        for (std::string const& behind : ends) {
            out.push_back(opening + each.name + behind);
        }
    }
    return out;
}

bool message_builder::has_few_triggers(tool_format const& named) const {
    std::vector<std::string> const own = named_triggers(named);
    auto const bytes = [](std::vector<std::string> const& all) {
        std::size_t sum = 0;
        for (std::string const& each : all) {
            sum += each.size();
        }
        return sum;
    };
    return !own.empty() && bytes(own) + bytes(other_triggers_) <= most_trigger_bytes;
}

void message_builder::add_other_triggers(tolerated_way const& one) {
    // Where only the name tells, all of the text up to it, and what tells that the name has ended.
    std::vector<std::string> all = one.named ? named_triggers(one.calls) : std::vector<std::string>();
    if (!one.named) {
        all.emplace_back(first_line(call_opening(one.calls)));
    }
    other_triggers_.insert(other_triggers_.end(), all.begin(), all.end());
}

void message_builder::define_calls() {
    bool const addressed = format_->channels.used() && format_->channels.channel.empty();
    written_.insert(written_.end(), others_.begin(), others_.end());
    for (std::string& other : other_triggers_) {
        bool const known = std::any_of(triggers_.begin(), triggers_.end(),
                                       [&](std::string const& t) { return other.starts_with(t); });
        if (!known) {
            triggers_.push_back(std::move(other));
        }
    }
    peg::node_id const any = written_.size() == 1 ? written_.front() : b_->choice(written_);
    calls_ = b_->rule(calls_rule, addressed ? any
                                            : b_->sequence({any, b_->optional(b_->literal("\n")),
                                                            b_->optional(m_.one_of(format_->stops))}));
}

void message_builder::write_headed_calls() {
    bool const addressed = format_->channels.channel.empty();  // calls end as messages do
    for (auto const& [t, i] : dialects()) {
        if (!is_written(t, i)) {
            continue;
        }
        add_triggers(t, i == 0);
        written_calls const as = next_written();
        call_dialect only = way(t, i, false);
        only.written = &as;
        only.read = false;
        call_builder calls(*b_, only);
        if (!addressed) {
            written_.push_back(calls.calls());
            continue;
        }
        auto const both = calls.addressed();
        headed_calls_ = written_.empty() ? both.headed : headed_calls_;
        written_.push_back(both.body);
    }
    define_calls();
}

void message_builder::add_ways(tool_format const& t, std::size_t dialect, found_calls& to) {
    // Items alone are tolerated themselves.
    bool const whole = &t == (dialect == 0 ? &format_->tools : &format_->also[dialect - 1]);
    std::vector<tolerated_way> const more =
        format_->strict || !whole ? std::vector<tolerated_way>() : tolerated_ways(t);
    for (bool const first : {true, false}) {
        for (tolerated_way const& one : more) {
            if (one.first == first) {
                add_way(one, dialect, whole && dialect == 0 && is_written_besides(one, t), false, to);
            }
        }
        if (first) {
            add_way({t}, dialect, is_written(t, dialect), true, to);
        }
    }
}

void message_builder::add_way(tolerated_way const& one, std::size_t dialect, bool written, bool own,
                              found_calls& to) {
    tool_format const& t = one.calls;
    bool const named = one.named;
    peg::node_id const lead = split(t.lead).core.empty()
                                  ? b_->tag(part::gap, m_.space(t.lead))
                                  : b_->sequence({b_->optional(m_.loose(t.lead)), m_.space()});
    written_calls as = next_written(own);
    as.by_name = one.named;
    as.unpaired = one.unpaired;
    as.list_end = one.list_end;
    call_dialect here = way(t, dialect, named);
    here.written = written ? &as : nullptr;
    call_builder builder(*b_, here);
    peg::node_id const calls = builder.calls();
    if (written && own) {
        add_triggers(t, dialect == 0);
        written_.push_back(calls);
    } else if (written) {
        add_other_triggers(one);
        // Objects that each have the markers of a call stand behind one another, as those do.
        bool const again = one.list_end && !one.list_end->empty() && format_->tools.calls.open.empty() &&
                           format_->tools.parallel && policy_->parallel;
        peg::node_id const more = b_->sequence({b_->optional(b_->literal("\n")), calls});
        others_.push_back(again ? b_->sequence({calls, b_->star(more)}) : calls);
    }
    peg::node_id const led = format_->strict ? calls : b_->sequence({lead, calls, stop_behind_calls()});
    std::string const trigger(first_line(call_opening(t)));
    if (!named && !has_call_marker(t)) {
        // Without a marker the name must do: where it comes first, calls are found anywhere.
        bool const name_first = t.mode() == tool_mode::tag_with_json && !trigger.empty() && !t.call.empty() &&
                                t.call.front().is == piece::kind::name;
        (name_first ? to.anywhere : to.in_front).push_back(led);
        // What the template writes between content and calls tells, too.
        if (marker_length(split(t.lead).core) > 0) {
            to.anywhere.push_back(b_->sequence({m_.loose(t.lead), calls, stop_behind_calls()}));
            to.stops.emplace_back(first_line(split(t.lead).core));
        }
        for (tool const& each : name_first ? tools_ : tools_.first(0)) {
            to.stops.push_back(trigger + each.name + behind_name(t));
        }
        return;
    }
    // An object by itself is a call where it comes first; in other text it is an example.
    bool const object = t.mode() == tool_mode::json_native;
    std::string const opening(split(t.calls.open + t.calls.item_open).core);
    if (named && object && (opening.empty() || opening == "[")) {
        to.in_front.push_back(led);
        return;
    }
    to.anywhere.push_back(led);
    to.behind_own.push_back(led);
    if (!format_->strict && marker_length(split(format_->reasoning.start).core) > 0) {
        to.announced.push_back(builder.announced());
    }
    if (t.fallback) {
        to.falls_back = true;
        to.behind_own.back() =
            b_->tag(part::malformed, call_builder(*b_, way(t, dialect, false, true)).calls());
    }
    std::vector<std::string> begins;
    if (!named || object || marker_length(trigger) > 0) {
        begins.push_back(trigger);
    } else {
        for (tool const& each : tools_) {
            begins.push_back(trigger + each.name);
        }
    }
    for (std::string const& begin : begins) {
        for (std::string const& before :
             {std::string(), t.lead, std::string(split(t.calls.open + t.calls.item_open).before)}) {
            if (before.empty() || !format_->strict) {
                to.stops.push_back(before + begin);
            }
        }
    }
}

message_builder::ways message_builder::dialects() {
    ways out;
    items_.clear();
    items_.reserve(format_->also.size() + 1);
    for (std::size_t i = 0; i <= format_->also.size(); ++i) {
        tool_format const& t = i == 0 ? format_->tools : format_->also[i - 1];
        out.emplace_back(t, i);
        if (!format_->strict && marker_length(split(t.calls.open).core) > 0 &&
            marker_length(split(t.calls.item_open).core) > 0) {
            items_.push_back(t);
            items_.back().calls.open.clear();
            out.emplace_back(items_.back(), i);
        }
    }
    return out;
}

peg::node_id message_builder::addressed(header_builder& messages, bool callable) {
    std::vector<peg::node_id> calls;
    std::vector<std::string> openings;
    for (auto const& [t, i] : callable ? dialects() : ways()) {
        calls.push_back(call_builder(*b_, way(t, i, false)).calls());
        openings.emplace_back(first_line(call_opening(t)));
    }
    return messages.with_addresses(calls, openings, how_.reasoning_apart);
}

peg::node_id message_builder::stop_behind_calls() {
    std::vector<std::string_view> words;
    for (std::string const& stop : format_->stops) {
        auto const& noise = format_->content.noise;
        if (!stop.empty() && std::find(noise.begin(), noise.end(), stop) == noise.end()) {
            words.emplace_back(stop);
        }
    }
    return words.empty() ? b_->epsilon()
                         : b_->optional(b_->sequence({m_.space(), b_->one_of(words), m_.space(), b_->end()}));
}

peg::node_id message_builder::answer(std::vector<peg::node_id> calls, std::vector<std::string> stops) {
    bool const plain = calls.empty() && format_->content.noise.empty() && !format_->reasoning.anywhere &&
                       split(format_->content.start).core.empty() && split(format_->content.end).core.empty();
    if (plain) {
        return how_.json ? unfenced() : b_->tag(part::content, b_->rest());
    }
    return b_->star(answer_part(std::move(calls), std::move(stops)));
}

peg::node_id message_builder::answer_part(std::vector<peg::node_id> calls, std::vector<std::string> stops) {
    content_format const& c = format_->content;
    std::vector<peg::node_id> parts;
    auto const drop = [&](std::string_view marker) {
        if (auto const core = split(marker).core; !core.empty()) {
            parts.push_back(m_.loose(marker));
            stops.emplace_back(first_line(core));
        }
    };
    if (format_->reasoning.anywhere) {
        parts.push_back(reasoning_.read());
        stops.emplace_back(first_line(split(format_->reasoning.start).core));
    }
    drop(c.start);
    drop(c.end);
    parts.insert(parts.end(), calls.begin(), calls.end());
    for (std::string const& noise : c.noise) {
        parts.push_back(b_->literal(noise));
        stops.push_back(noise);
    }
    if (how_.json) {
        parts.push_back(b_->sequence({b_->look(b_->literal("```")), unfenced()}));
    }
    parts.push_back(b_->tag(part::content, b_->sequence({b_->any(), m_.until(stops)})));
    return b_->choice(parts);
}

peg::node_id message_builder::unfenced() {
    peg::node_id const fenced =
        b_->sequence({m_.space(), b_->literal("```"), b_->optional(b_->literal("json")), m_.space(),
                      b_->cut(), b_->tag(part::content, b_->until({"\n```", "```"})), m_.space(),
                      b_->optional(b_->literal("```")), m_.space()});
    return b_->choice({fenced, b_->tag(part::content, b_->rest())});
}

peg::node_id message_builder::required_calls() {
    channel_format const& c = format_->channels;
    peg::node_id answer = c.used() && c.channel.empty() ? headed_calls_ : calls_;
    if (policy_->content && has_call_marker(format_->tools)) {
        peg::node_id const text = b_->until({first_line(call_opening(format_->tools))});
        // What wraps content may begin as calls do.
        std::string const& open = format_->content.start;
        answer = b_->sequence(
            {text, open.empty() ? b_->epsilon() : b_->optional(b_->sequence({b_->literal(open), text})),
             calls_});
    }
    return policy_->content ? answer : b_->sequence({in_front_of_calls(), answer});
}

peg::node_id message_builder::written_json() {
    channel_format const& c = format_->channels;
    slots_->push_back({schema_slot::answer, {}, {}, raw_text::never, {}});
    peg::node_id json = b_->schema(static_cast<std::uint32_t>(slots_->size() - 1), b_->json_value());
    if (c.used() && c.channel.empty()) {
        json =
            b_->sequence({b_->optional(b_->literal(c.recipient + c.content)), b_->literal(c.message), json});
    } else if (c.used()) {
        json = b_->sequence({b_->literal(c.channel), b_->chars("a-z", 1, 16),
                             b_->optional(b_->literal(" " + std::string(data_type_marker) + "json")),
                             b_->literal(c.message), json});
    }
    if (!split(format_->content.start).core.empty()) {
        json = b_->sequence({b_->optional(m_.loose(format_->content.start)), json,
                             b_->optional(m_.loose(format_->content.end))});
    }
    return json;
}

peg::node_id message_builder::in_front_of_calls() {
    if (channel_format const& c = format_->channels; c.used()) {
        // The channel may stand on either side of the recipient.
        list_shape const& calls = format_->tools.calls;
        peg::node_id const channel =
            c.channel.empty() ? b_->epsilon()
                              : b_->optional(b_->sequence({b_->literal(c.channel), b_->chars("a-z", 1, 16)}));
        std::string const opening = c.channel.empty() ? std::string() : calls.open + calls.item_open;
        std::string_view const gap = split(opening).before;
        return b_->sequence({channel, gap.empty() ? b_->epsilon() : b_->optional(b_->literal(gap))});
    }
    content_format const& c = format_->content;
    bool const wrapped = !split(c.start).core.empty() && !split(c.end).core.empty();
    return wrapped ? b_->optional(b_->sequence({m_.loose(c.start), m_.loose(c.end)})) : b_->epsilon();
}

}  // namespace parlance::chat::detail
