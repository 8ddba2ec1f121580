// parlance/chat/detail/message_builder.hpp - a whole answer: how it is read, whatever it is, and what is written of it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_builder.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/header_builder.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/reasoning_builder.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/detail/written_answer.hpp>
#include <parlance/chat/detail/written_triggers.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/stop.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Texts with which models end their turns, whatever their templates say of it.
inline constexpr std::string_view ends_of_turns[] = {
    "</s>",       "<|im_end|>",    "<|endoftext|>", "<|end_of_text|>",      "<|eot_id|>",
    "<|eom_id|>", "<end_of_turn>", "<turn|>",       "<｜end▁of▁sentence｜>"};

/// Reasoning, content and calls of one format.  They are read in whatever order a model writes them, and reading is total.
/// Written are reasoning where the format has it, and what the policy asks for.
class message_builder {
public:
    message_builder(peg::builder& b, format const& f, std::span<tool const> tools, call_policy const& policy,
                    reading const& how, std::vector<schema_slot>& slots, stop_token stop = {})
        : b_(&b),
          m_(b, stop),
          reasoning_(b, f, how),
          writer_(b, f, tools, policy, how, slots, stop),
          format_(&f),
          tools_(tools),
          how_(how),
          stop_(stop) {}

    /// callable  calls are read and written, of the tools
    [[nodiscard]] peg::node_id message(bool callable) {
        channel_format const& c = format_->channels;
        if (c.used()) {
            header_builder messages(*b_, c, tools_);
            peg::node_id const wide = c.channel.empty()
                                          ? addressed(messages, callable)
                                          : messages.with_channels(callable, how_.reasoning_apart);
            if (callable) {
                write_headed_calls();
            }
            return b_->refine(wide,
                              b_->sequence({b_->optional(reasoning_.written()), writer_.answer(callable)}));
        }
        found_calls found;
        for (auto const& [t, i] : callable ? dialects() : ways()) {
            add_ways(t, i, found);
        }
        if (found.objects) {
            add_quoted_text(found);
        }
        if (callable) {
            writer_.define_calls();
        }
        reasoning_.expect_calls(found.stops, found.announced);
        peg::node_id const front =
            found.in_front.empty() ? b_->epsilon() : b_->optional(b_->choice(found.in_front));
        std::vector<peg::node_id> wide{front};
        if (found.falls_back) {
            // Before the first call in the format's own way, and behind it.
            peg::node_id const own = call_builder(*b_, way(format_->tools, 0, false, true)).calls();
            wide.push_back(
                b_->star(b_->sequence({b_->reject(own), answer_part(found.anywhere, found.stops)})));
        }
        wide.push_back(answer(found.falls_back ? found.behind_own : found.anywhere, found.stops));
        return b_->sequence(
            {reasoning_.reasoning(), b_->refine(b_->sequence(wide), writer_.answer(callable))});
    }

    /// All texts that calls may begin with as they are written; known once there is a message.
    [[nodiscard]] std::vector<std::string> const& triggers() const noexcept { return writer_.triggers(); }

private:
    using ways = std::vector<std::pair<tool_format const&, std::size_t>>;

    /// The format's own way to call and the others, with their positions; where a section's marker may be missing, its
    /// items alone as well.
    [[nodiscard]] ways dialects() {
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

    [[nodiscard]] call_dialect way(tool_format const& t, std::size_t index, bool named,
                                   bool silent = false) const {
        bool const marked = !named && has_call_marker(t);
        return {&t, tools_, index, marked, format_->strict, silent, nullptr, true, stop_};
    }

    // Calls in messages that have headers.

    void write_headed_calls() {
        for (auto const& [t, i] : dialects()) {
            if (!answer_writer::writes(t, i)) {
                continue;
            }
            written_calls const as = writer_.next();
            call_dialect only = way(t, i, false);
            only.written = &as;
            only.read = false;
            call_builder calls(*b_, only);
            if (!format_->channels.channel.empty()) {
                writer_.add(t, i == 0, calls.calls());
                continue;
            }
            auto const both = calls.addressed();
            writer_.add(t, i == 0, both.body, both.headed);
        }
        writer_.define_calls();
    }

    [[nodiscard]] peg::node_id addressed(header_builder& messages, bool callable) {
        std::vector<peg::node_id> calls;
        std::vector<std::string> openings;
        for (auto const& [t, i] : callable ? dialects() : ways()) {
            calls.push_back(call_builder(*b_, way(t, i, false)).calls());
            openings.emplace_back(first_line(call_opening(t)));
        }
        return messages.with_addresses(calls, openings, how_.reasoning_apart);
    }

    // Calls in the text of an answer.

    /// The calls of a message, and what tells that they begin.
    ///
    /// anywhere    they are tried anywhere, behind_own those behind a call in the format's own way
    /// in_front    calls that nothing but a name announces, in front of the answer
    /// stops       the texts at which they are looked for
    /// announced   the beginnings of calls of known tools, where a marker stands in front
    /// objects     some of those anywhere are objects that nothing but a name announces
    struct found_calls {
        std::vector<peg::node_id> in_front;
        std::vector<peg::node_id> anywhere;
        std::vector<peg::node_id> behind_own;
        std::vector<std::string> stops;
        std::vector<peg::node_id> announced;
        bool falls_back = false;
        bool objects = false;
    };

    /// One way to call, and what tolerances make of it.
    void add_ways(tool_format const& t, std::size_t dialect, found_calls& to) {
        // Items alone are tolerated themselves.
        bool const whole = &t == (dialect == 0 ? &format_->tools : &format_->also[dialect - 1]);
        std::vector<tolerated_way> const more =
            format_->strict || !whole ? std::vector<tolerated_way>() : tolerated_ways(t);
        for (bool const first : {true, false}) {
            for (tolerated_way const& one : more) {
                if (one.first == first && !has_own(one)) {
                    add_tolerated(one, dialect, whole && dialect == 0 && writer_.writes(one, t), to);
                }
            }
            if (first) {
                add_way(t, dialect, to);
            }
        }
    }
    /// Whether what would be borrowed is a way of the dialect's own.
    [[nodiscard]] bool has_own(tolerated_way const& one) const {
        std::string const opening = call_opening(one.calls);
        return one.named && !one.writable && marker_length(opening) > 0 &&
               std::ranges::any_of(format_->also, [&](tool_format const& other) {
                   return first_line(call_opening(other)) == first_line(opening);
               });
    }
    void add_way(tool_format const& t, std::size_t dialect, found_calls& to) {
        bool const written = answer_writer::writes(t, dialect);
        written_calls const as = writer_.next();
        peg::node_id const calls = add_calls({t}, dialect, written ? &as : nullptr, to);
        if (written) {
            writer_.add(t, dialect == 0, calls);
        }
    }
    void add_tolerated(tolerated_way const& one, std::size_t dialect, bool written, found_calls& to) {
        written_calls const as = writer_.next(one);
        peg::node_id const calls = add_calls(one, dialect, written ? &as : nullptr, to);
        if (written) {
            writer_.add(one, calls);
        }
    }

    /// Calls in one way, and where they are looked for.
    [[nodiscard]] peg::node_id add_calls(tolerated_way const& one, std::size_t dialect,
                                         written_calls const* as, found_calls& to) {
        if (stop_.stop_requested()) {
            return b_->fail();
        }
        tool_format const& t = one.calls;
        peg::node_id const lead = split(t.lead).core.empty()
                                      ? b_->tag(part::gap, m_.space(t.lead))
                                      : b_->sequence({b_->optional(m_.loose(t.lead)), m_.space()});
        call_dialect here = way(t, dialect, one.named);
        here.written = as;
        call_builder builder(*b_, here);
        peg::node_id const calls = builder.calls();
        peg::node_id const led = format_->strict ? calls : b_->sequence({lead, calls, stop_behind_calls()});
        if (!one.named && !has_call_marker(t)) {
            find_by_name(t, builder, calls, led, to);
            return calls;
        }
        // A call by itself is one where it comes first; in other text it is an example.
        std::string const opening(split(t.calls.open + t.calls.item_open).core);
        if (one.named && t.mode() == tool_mode::json_native && (opening.empty() || opening == "[")) {
            add_objects(builder, opening, led, to);
            return calls;
        }
        bool const marked_name = (t.call.size() > 1 && marker_length(split(behind_name(t)).core) > 0) ||
                                 marker_length(behind_tagged_name(t)) > 0;
        if (one.named && opening.empty() && !marked_name) {
            to.in_front.push_back(b_->sequence({b_->look(announced_argument(builder, t)), led}));
            return calls;
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
        add_stops(one, to.stops);
        return calls;
    }

    /// A call up to its first argument, `f(a=`: `f()` alone is what prose begins with, too.
    [[nodiscard]] peg::node_id announced_argument(call_builder& calls, tool_format const& t) {
        notation const n = notation_of(t);
        constexpr std::uint32_t longest_key = 128;
        return b_->sequence({calls.announced(), m_.space(), b_->literal(n.open), m_.space(),
                             b_->chars("a-zA-Z0-9_", 1, longest_key), m_.space(), b_->literal(n.key_close)});
    }

    /// Objects by themselves, or in a list: in front of the answer; and where the dialect has no marker that could be
    /// missing, behind text, if their arguments follow.
    void add_objects(call_builder& calls, std::string_view opening, peg::node_id led, found_calls& to) {
        to.in_front.push_back(led);
        if (format_->strict || how_.json || has_call_marker(format_->tools)) {
            return;
        }
        to.objects = true;
        to.anywhere.push_back(
            b_->sequence({b_->look(b_->sequence({m_.space(), calls.announced_arguments()})), led}));
        to.behind_own.push_back(to.anywhere.back());
        for (std::string_view const before : {"", " ", "\n", "\n\n"}) {
            to.stops.push_back(std::string(before).append(opening.starts_with('[') ? "[" : "{"));
        }
    }

    /// Where objects in text are calls: what is in brackets or in code is none.  Brackets that nothing closes end with their
    /// paragraph.
    void add_quoted_text(found_calls& to) {
        peg::rule_id const group = b_->declare("bracketed-text");
        peg::node_id const text =
            b_->sequence({b_->literal("\""), b_->until({"\"", "\n"}), b_->optional(b_->literal("\""))});
        peg::node_id const other = b_->sequence({b_->reject(b_->literal("\n\n")), b_->chars("^{}[\\]\\\"")});
        b_->define(group, b_->sequence({b_->chars("{["), b_->cut(),
                                        b_->star(b_->choice({text, b_->ref(group), other})),
                                        b_->optional(b_->chars("}\\]"))}));
        auto const code = [&](std::string_view mark, std::initializer_list<std::string_view> ends) {
            return b_->sequence(
                {b_->literal(mark), b_->cut(), b_->until(ends), b_->optional(b_->literal(mark))});
        };
        peg::node_id const quoted = b_->tag(
            part::content, b_->choice({code("```", {"```"}), code("`", {"`", "\n"}), b_->ref(group)}));
        to.anywhere.push_back(quoted);
        to.behind_own.push_back(quoted);
        to.stops.insert(to.stops.end(), {"`", "{", "["});
    }

    /// Without a marker the name must do: where it comes first, calls are found anywhere.
    void find_by_name(tool_format const& t, call_builder& builder, peg::node_id calls, peg::node_id led,
                      found_calls& to) {
        std::string const trigger(first_line(call_opening(t)));
        bool const name_first = t.mode() == tool_mode::tag_with_json && !trigger.empty() && !t.call.empty() &&
                                t.call.front().is == piece::kind::name;
        if (t.mode() == tool_mode::json_native) {
            add_objects(builder, split(t.calls.open + t.calls.item_open).core, led, to);
        } else {
            (name_first ? to.anywhere : to.in_front).push_back(led);
        }
        // What the template writes between content and calls tells, too.
        if (marker_length(split(t.lead).core) > 0) {
            to.anywhere.push_back(b_->sequence({m_.loose(t.lead), calls, stop_behind_calls()}));
            to.stops.emplace_back(first_line(split(t.lead).core));
        }
        for (tool const& each : name_first ? tools_ : tools_.first(0)) {
            to.stops.push_back(trigger + each.name + behind_name(t));
        }
    }

    /// The texts at which calls are looked for that have a marker, or a name in its place.
    void add_stops(tolerated_way const& one, std::vector<std::string>& to) const {
        tool_format const& t = one.calls;
        std::string const opening = call_opening(t);
        std::string trigger(first_line(opening));
        std::size_t const sign = trigger.starts_with('<') ? trigger.find('=') : trigger.npos;
        trigger.resize((std::min)(sign, trigger.size()));  // spaced_tags
        std::vector<std::string> begins;
        bool const fenced = trigger.starts_with("```");
        if (!one.named || t.mode() == tool_mode::json_native || marker_length(trigger) > 0 || fenced ||
            sign != trigger.npos) {
            begins.push_back(trigger);
        } else {
            std::string_view const marker = behind_tagged_name(t);
            for (tool const& each : tools_) {
                begins.push_back(trigger + each.name +
                                 (!trigger.empty()  ? std::string()
                                  : !marker.empty() ? std::string(marker)
                                                    : behind_name(t)));
                if (trigger.empty() && !marker.empty()) {
                    begins.push_back(each.name + t.arguments.open + std::string(marker));
                }
            }
        }
        for (std::string const& begin : begins) {
            for (std::string const& before :
                 {std::string(), t.lead, std::string(split(t.calls.open + t.calls.item_open).before)}) {
                if (before.empty() || !format_->strict) {
                    to.push_back(before + begin);
                }
            }
        }
    }

    /// A text that ends generation and is no markup elsewhere: behind calls it is none of the content.  Neither are closing
    /// markers of the dialect (stray_closer), nor its opening one where the answer ends (opener_at_end).
    [[nodiscard]] peg::node_id stop_behind_calls() {
        std::vector<std::string_view> words = other_stops();
        for (std::string_view const end : ends_of_turns) {
            if (std::ranges::find(words, end) == words.end()) {
                words.push_back(end);
            }
        }
        std::string const opening = call_opening(format_->tools);
        if (std::size_t const length = marker_length(opening); length > 0) {
            words.emplace_back(std::string_view(opening).substr(0, length));
        }
        std::vector<std::string_view> closers = call_closers(format_->tools);
        std::erase_if(closers, [](std::string_view c) { return c.empty() || marker_length(c) != c.size(); });
        peg::node_id const stray =
            closers.empty() ? b_->epsilon() : b_->star(b_->sequence({m_.space(), b_->one_of(closers)}));
        peg::node_id const stop =
            words.empty()
                ? b_->epsilon()
                : b_->optional(b_->sequence({m_.space(), b_->one_of(words), m_.space(), b_->end()}));
        return b_->sequence({stray, stop});
    }

    /// Texts that end generation and are no markup elsewhere.
    [[nodiscard]] std::vector<std::string_view> other_stops() const {
        std::vector<std::string_view> out;
        auto const& noise = format_->content.noise;
        for (std::string const& stop : format_->stops) {
            if (!stop.empty() && std::ranges::find(noise, stop) == noise.end()) {
                out.emplace_back(stop);
            }
        }
        return out;
    }

    // Content, with whatever may stand in it.

    [[nodiscard]] peg::node_id answer(std::vector<peg::node_id> calls, std::vector<std::string> stops) {
        bool const plain = calls.empty() && format_->content.noise.empty() && !format_->reasoning.anywhere &&
                           (format_->strict || other_stops().empty()) &&
                           split(format_->content.start).core.empty() &&
                           split(format_->content.end).core.empty();
        if (plain) {
            return how_.json ? unfenced() : b_->tag(part::content, b_->rest());
        }
        return b_->star(answer_part(std::move(calls), std::move(stops)));
    }

    /// Calls, markup that is left out, or content up to the next of them.
    [[nodiscard]] peg::node_id answer_part(std::vector<peg::node_id> calls, std::vector<std::string> stops) {
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
        if (std::vector<std::string_view> const ends = other_stops(); !ends.empty() && !format_->strict) {
            // stop_at_end
            parts.push_back(
                b_->sequence({b_->plus(b_->sequence({b_->one_of(ends), m_.space()})), b_->end()}));
            stops.insert(stops.end(), ends.begin(), ends.end());
        }
        if (how_.json) {
            parts.push_back(b_->sequence({b_->look(b_->literal("```")), unfenced()}));
        }
        parts.push_back(b_->tag(part::content, b_->sequence({b_->any(), m_.until(stops)})));
        return b_->choice(parts);
    }

    /// JSON in a fence, or the rest as it is.
    [[nodiscard]] peg::node_id unfenced() {
        peg::node_id const fenced =
            b_->sequence({m_.space(), b_->literal("```"), b_->optional(b_->literal("json")), m_.space(),
                          b_->cut(), b_->tag(part::content, b_->until({"\n```", "```"})), m_.space(),
                          b_->optional(b_->literal("```")), m_.space()});
        return b_->choice({fenced, b_->tag(part::content, b_->rest())});
    }

    peg::builder* b_;
    marker_builder m_;
    reasoning_builder reasoning_;
    answer_writer writer_;
    format const* format_;
    std::span<tool const> tools_;
    reading how_;
    stop_token stop_;  // asked for every way to call; no more of them are read then
    std::vector<tool_format> items_{};
};

}  // namespace parlance::chat::detail
