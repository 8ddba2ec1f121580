// parlance/chat/detail/impl/message_reader.ipp - definitions of what parlance/chat/detail/message_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/message_reader.hpp>
#include <parlance/chat/detail/address_reader.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/call_reader.hpp>
#include <parlance/chat/detail/channel_reader.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

peg::node_id message_reader::message(bool callable) {
    if (format_->channels.used() && format_->channels.channel.empty()) {
        return addressed(callable);
    }
    if (format_->channels.used()) {
        return channel_reader(*b_, format_->channels).message(callable, how_.reasoning_apart);
    }
    if (!callable) {
        return b_->sequence({b_->optional(reasoning()), answer({}, {})});
    }
    found_calls found;
    for (auto const& [t, i] : dialects()) {
        add_ways(t, i, found);
    }
    triggers_ = found.stops;
    announced_ = found.announced;
    peg::node_id const front =
        found.in_front.empty() ? b_->epsilon() : b_->optional(b_->choice(found.in_front));
    peg::node_id const thought = b_->optional(reasoning());
    if (!found.falls_back) {
        return b_->sequence({thought, front, answer(std::move(found.anywhere), std::move(found.stops))});
    }
    // Before the first call in the format's own way, and behind it.
    peg::node_id const own = call_reader(*b_, format_->tools, tools_, 0, format_->strict, true).calls();
    peg::node_id const before =
        b_->sequence({b_->reject(own), answer_part(std::move(found.anywhere), found.stops)});
    return b_->sequence({thought, front, b_->star(before), answer(std::move(found.behind_own), found.stops)});
}

void message_reader::add_ways(tool_format const& t, std::size_t dialect, found_calls& to) {
    // Items alone are tolerated themselves.
    bool const whole = &t == (dialect == 0 ? &format_->tools : &format_->also[dialect - 1]);
    std::vector<tolerated_way> const more =
        format_->strict || !whole ? std::vector<tolerated_way>() : tolerated_ways(t);
    for (bool const first : {true, false}) {
        for (tolerated_way const& way : more) {
            if (way.first == first) {
                add_way(way.calls, dialect, way.named, to);
            }
        }
        if (first) {
            add_way(t, dialect, false, to);
        }
    }
}

void message_reader::add_way(tool_format const& t, std::size_t dialect, bool named, found_calls& to) {
    peg::node_id const lead = split(t.lead).core.empty()
                                  ? b_->tag(part::gap, m_.space(t.lead))
                                  : b_->sequence({b_->optional(m_.loose(t.lead)), m_.space()});
    call_reader reader(*b_, t, tools_, dialect, format_->strict, false, named);
    peg::node_id const calls = reader.calls();
    peg::node_id const led = format_->strict ? calls : b_->sequence({lead, calls, stop_behind_calls()});
    std::string const trigger(first_line(call_opening(t)));
    if (!named && !has_call_marker(t)) {
        // Without a marker the name must do: where it comes first, calls are found anywhere.
        bool const name_first = t.mode == tool_mode::tag_with_json && !trigger.empty() && !t.call.empty() &&
                                t.call.front().is == piece::kind::name;
        (name_first ? to.anywhere : to.in_front).push_back(led);
        for (tool const& each : name_first ? tools_ : tools_.first(0)) {
            to.stops.push_back(trigger + each.name + t.written.open);
        }
        return;
    }
    to.anywhere.push_back(led);
    to.behind_own.push_back(led);
    if (!format_->strict && marker_length(split(format_->reasoning.start).core) > 0) {
        to.announced.push_back(reader.announced());
    }
    if (t.fallback) {
        to.falls_back = true;
        to.behind_own.back() =
            b_->tag(part::malformed, call_reader(*b_, t, tools_, dialect, format_->strict, true).calls());
    }
    std::vector<std::string> begins;
    if (!named || marker_length(trigger) > 0) {
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

std::vector<std::pair<tool_format const&, std::size_t>> message_reader::dialects() {
    std::vector<std::pair<tool_format const&, std::size_t>> out;
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

peg::node_id message_reader::until(std::vector<std::string> const& ends) {
    std::vector<std::string_view> const views(ends.begin(), ends.end());
    return b_->until(views);
}

peg::node_id message_reader::addressed(bool callable) {
    std::vector<peg::node_id> calls;
    std::vector<std::string> openings;
    for (auto const& [t, i] :
         callable ? dialects() : std::vector<std::pair<tool_format const&, std::size_t>>()) {
        calls.push_back(call_reader(*b_, t, tools_, i, format_->strict).calls());
        openings.emplace_back(first_line(call_opening(t)));
    }
    return address_reader(*b_, format_->channels, tools_).message(calls, openings, how_.reasoning_apart);
}

peg::node_id message_reader::stop_behind_calls() {
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

peg::node_id message_reader::thought(std::vector<std::string> const& ends) {
    if (announced_.empty() || format_->strict) {
        return until(ends);
    }
    std::vector<std::string> stops = ends;
    for (std::string const& trigger : triggers_) {
        for (char const* const before : {"", "\n", "\n\n"}) {
            stops.push_back(before + trigger);
        }
    }
    std::vector<std::string_view> const views(ends.begin(), ends.end());
    peg::node_id const end = b_->one_of(views);
    peg::node_id const call = b_->sequence({m_.space(), b_->choice(announced_)});
    peg::node_id const closed = b_->look(b_->sequence({until(ends), end}));
    peg::node_id const thought_of = b_->sequence({b_->look(call), closed, until(ends)});
    peg::node_id const other = b_->sequence({b_->reject(end), b_->reject(call), b_->any(), until(stops)});
    return b_->sequence({until(stops), b_->star(b_->choice({thought_of, other}))});
}

peg::node_id message_reader::reasoning() {
    reasoning_format const& r = format_->reasoning;
    auto const end = split(r.end);
    if (r.mode == reasoning_mode::none || end.core.empty()) {
        return b_->fail();
    }
    std::vector<std::string> ends = marker_builder::ends(r.end);
    if (r.calls_end) {
        ends.insert(ends.end(), triggers_.begin(), triggers_.end());
    }
    auto const start = split(r.start);
    // What nothing but its end tells from content ends there, or is none.
    peg::node_id const until_end = start.core.empty() || r.calls_end ? until(ends) : thought(ends);
    peg::node_id const text = how_.reasoning_apart ? b_->tag(part::reasoning, until_end) : until_end;
    // The end may be missing where the model was cut off.
    peg::node_id const close = m_.after_text(r.end);
    std::vector<peg::node_id> all;
    bool const marked = marker_length(start.core) > 0;
    if (marked) {
        // Some prompts write the start twice.
        peg::node_id const again = b_->star(b_->sequence({m_.core(start.core), m_.space()}));
        std::vector<peg::node_id> parts{m_.before_text(r.start), again, b_->cut(), text, b_->optional(close)};
        if (!how_.reasoning_apart && !triggers_.empty()) {
            // Opened and left at once: a call, not a thought.
            std::vector<std::string_view> const views(triggers_.begin(), triggers_.end());
            all.push_back(b_->sequence({m_.loose(r.start), b_->look(b_->one_of(views))}));
            parts[2] = b_->epsilon();
        }
        all.push_back(b_->sequence(parts));
    } else if (!start.core.empty()) {
        peg::node_id const words = b_->sequence({b_->literal(start.core), b_->cut(), until_end});
        peg::node_id const spoken = how_.reasoning_apart ? b_->tag(part::reasoning, words) : words;
        all.push_back(r.spoken
                          ? b_->sequence({m_.space(start.before), spoken, b_->optional(close)})
                          : b_->sequence({m_.before_text(r.start), b_->cut(), text, b_->optional(close)}));
    }
    if (!how_.reasoning_apart) {
        for (std::size_t i = all.size() > 1 ? 1 : 0; i < all.size(); ++i) {
            all[i] = b_->tag(part::content, all[i]);
        }
    }
    if (!marked) {
        peg::node_id const whole = b_->sequence({text, close});
        all.push_back(how_.reasoning_apart ? whole : b_->tag(part::content, whole));
    } else {
        all.push_back(b_->sequence({m_.space(), m_.core(end.core), m_.space(end.after)}));
    }
    return b_->choice(all);
}

peg::node_id message_reader::answer(std::vector<peg::node_id> calls, std::vector<std::string> stops) {
    bool const plain = calls.empty() && format_->content.noise.empty() && !format_->reasoning.anywhere &&
                       split(format_->content.start).core.empty() && split(format_->content.end).core.empty();
    if (plain) {
        return how_.json ? unfenced() : b_->tag(part::content, b_->rest());
    }
    return b_->star(answer_part(std::move(calls), std::move(stops)));
}

peg::node_id message_reader::answer_part(std::vector<peg::node_id> calls, std::vector<std::string> stops) {
    content_format const& c = format_->content;
    std::vector<peg::node_id> parts;
    auto const drop = [&](std::string_view marker) {
        if (auto const core = split(marker).core; !core.empty()) {
            parts.push_back(m_.loose(marker));
            stops.emplace_back(first_line(core));
        }
    };
    if (format_->reasoning.anywhere) {
        parts.push_back(reasoning());
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
    parts.push_back(b_->tag(part::content, b_->sequence({b_->any(), until(stops)})));
    return b_->choice(parts);
}

peg::node_id message_reader::unfenced() {
    peg::node_id const fenced =
        b_->sequence({m_.space(), b_->literal("```"), b_->optional(b_->literal("json")), m_.space(),
                      b_->cut(), b_->tag(part::content, b_->until({"\n```", "```"})), m_.space(),
                      b_->optional(b_->literal("```")), m_.space()});
    return b_->choice({fenced, b_->tag(part::content, b_->rest())});
}

}  // namespace parlance::chat::detail
