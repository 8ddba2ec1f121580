// parlance/chat/detail/impl/calls_in_text.ipp - definitions of what parlance/chat/detail/calls_in_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/calls_in_text.hpp>
#include <parlance/chat/detail/answer_end.hpp>
#include <parlance/chat/detail/call_builder.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/detail/written_triggers.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace parlance::chat::detail {

/// The same way where nothing of it is captured.
[[nodiscard]] PARLANCE_DECL call_dialect recognised(call_dialect as) {
    as.marked = has_call_marker(*as.format);
    as.silent = true;
    as.written = nullptr;
    return as;
}

peg::node_id calls_in_text::add(tolerated_way const& one, call_dialect const& as) {
    if (stop_.stop_requested()) {
        return b_->fail();
    }
    tool_format const& t = one.calls;
    peg::node_id const lead = split(t.lead).core.empty()
                                  ? b_->tag(part::gap, m_.space(t.lead))
                                  : b_->sequence({b_->optional(m_.loose(t.lead)), m_.space()});
    call_builder builder(*b_, as);
    peg::node_id const calls = builder.calls();
    peg::node_id const led =
        format_->strict ? calls : b_->sequence({lead, no_python_example(one), calls, stop_behind_calls()});
    if (!one.named && !has_call_marker(t)) {
        find_by_name(t, builder, calls, led);
        return calls;
    }
    std::string const opening(split(t.calls.open + t.calls.item_open).core);
    if (one.named && t.mode() == tool_mode::json_native && (opening.empty() || opening == "[")) {
        add_objects(builder, opening, led);
        return calls;
    }
    bool const list = opening == "[" && !notation_of(format_->tools).python;
    bool const fenced = t.mode() == tool_mode::json_native && (opening == "```" || opening == "```\n[");
    if (one.named && (list || fenced)) {
        in_front_.push_back(led);  // behind text it is an example
        return calls;
    }
    bool const marked_name = (t.call.size() > 1 && marker_length(split(behind_name(t)).core) > 0) ||
                             marker_length(behind_tagged_name(t)) > 0;
    if (one.named && opening.empty() && !marked_name) {
        in_front_.push_back(b_->sequence({b_->look(announced_argument(builder, t)), led}));
        return calls;
    }
    anywhere_.push_back(led);
    behind_own_.push_back(led);
    // in a thought that words open, only what begins with a marker is seen to be a call
    std::string_view const thought = split(format_->reasoning.start).core;
    bool const is_marked = marker_length(split(call_opening(t)).core) > 0;
    if (!format_->strict && (marker_length(thought) > 0 || (!thought.empty() && is_marked))) {
        announced_.push_back(builder.announced());
    }
    if (t.fallback) {
        falls_back_ = true;
        behind_own_.back() = b_->tag(part::malformed, call_builder(*b_, recognised(as)).calls());
    }
    add_stops(one);
    return calls;
}

/// skipped_markers: the names of known tools with an object of arguments right behind, where an answer begins: all that is
/// left of `<c>f<sep>{"a": 1}</c>` where markers are taken out, or all but those behind the name.  Names may have what ids have
/// around them, `functions.f:0`.
[[nodiscard]] PARLANCE_DECL peg::node_id
calls_without_markers(peg::builder& b, marker_builder& m, tool_format const& t, std::span<tool const> tools) {
    std::vector<std::string> names;
    for (tool const& each : tools) {
        if (!b.goes_on(each.name.size())) {
            break;
        }
        names.push_back(each.name);
    }
    constexpr std::uint32_t most_digits = 8;
    peg::node_id const number = b.sequence({b.literal(":"), b.chars("0-9", 1, most_digits)});
    std::vector<std::string_view> markers{"[ARGS]"};
    for (std::size_t i = 1; i < t.call.size(); ++i) {
        std::string_view const text = split(t.call[i - 1].text).core;
        bool const behind = t.call[i].is == piece::kind::arguments && marker_length(text) == text.size();
        if (behind && !text.empty() && text != markers.front()) {
            markers.push_back(text);
        }
    }
    peg::node_id const marker = b.optional(b.one_of(markers));
    std::vector<std::string_view> ends = call_closers(t);
    std::erase_if(ends, [](std::string_view end) { return end.empty() || marker_length(end) != end.size(); });
    peg::node_id const end = ends.empty() ? b.epsilon() : b.star(b.sequence({m.space(), b.one_of(ends)}));
    auto const opening = [&](peg::node_id name) {
        return b.sequence({b.optional(b.literal("functions.")), name, b.optional(number), marker,
                           b.optional(b.literal(" ")), b.look(b.literal("{\""))});
    };
    peg::node_id const known = m.one_of(names);
    peg::node_id const arguments = b.tag(part::arguments, any_values(b, false).object());
    peg::node_id const call =
        b.tag(part::call, b.sequence({opening(b.tag(part::name, known)), b.cut(), arguments}));
    peg::node_id const next = b.sequence({m.space(), b.look(opening(known)), call});
    return b.sequence({next, b.star(b.sequence({end, next}))});
}

void calls_in_text::finish() {
    if (objects_) {
        add_quoted_text();
    }
    if (!format_->strict && !json_ && has_call_marker(format_->tools)) {
        add_fenced();
        in_front_.push_back(
            b_->sequence({calls_without_markers(*b_, m_, format_->tools, tools_), stop_behind_calls()}));
    }
}

/// The texts that calls begin with in any way that a marker or a tag announces, sorted.
std::vector<std::string> calls_in_text::beginnings() {
    std::vector<std::string> out;
    for (std::string const& stop : stops_) {
        if (!b_->goes_on(rows_of_a_text / 2)) {
            return {};
        }
        std::string_view const core = split(stop).core;
        if (std::size_t const length = marker_length(core); length > 0 || core.starts_with('<')) {
            out.emplace_back(core.substr(0, length > 0 ? length : core.size()));
        }
    }
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

/// Nothing, but where a call as Python has it, in a dialect that has others, is seen to stand in prose: behind a marker,
/// something else than what closes it; in a list, something that is no call of a known tool, or more text right behind it.
/// What is too long for an example is none.
peg::node_id calls_in_text::no_python_example(tolerated_way const& one) {
    tool_format const& t = one.calls;
    if (!one.named || !notation_of(t).python || notation_of(format_->tools).python) {
        return b_->epsilon();
    }
    constexpr std::uint32_t longest = 128;
    constexpr std::uint32_t most = 32;
    auto const text = [&](std::string_view quote, std::string_view letters) {
        peg::node_id const escape = b_->sequence({b_->literal("\\"), b_->any()});
        return b_->sequence({b_->literal(quote),
                             b_->repeat(b_->choice({b_->chars(letters), escape}), 0, longest),
                             b_->literal(quote)});
    };
    peg::node_id const arguments = b_->repeat(b_->choice({text("\"", "^\\x22\\x5c"), text("'", "^\\x27\\x5c"),
                                                          b_->chars("^()\\x22\\x27", 1, longest)}),
                                              0, most);
    std::vector<std::string> names;
    for (tool const& each : tools_) {
        names.push_back(each.name);
    }
    peg::node_id const begin = b_->sequence({m_.one_of(names), m_.space(), b_->literal("(")});
    peg::node_id const call = b_->sequence({begin, arguments, b_->literal(")"), m_.space()});
    peg::node_id const over = b_->choice({b_->end(), stop_at_end()});
    std::string const opening(split(call_opening(t)).core);
    if (marker_length(opening) == 0) {
        peg::node_id const behind = b_->choice({b_->chars(blanks), over});
        peg::node_id const bracket = b_->literal("]");
        return b_->reject(
            b_->sequence({b_->literal("["), m_.space(),
                          b_->repeat(b_->sequence({call, b_->literal(","), m_.space()}), 0, most),
                          b_->choice({b_->sequence({call, bracket, b_->reject(behind)}),
                                      b_->sequence({call, b_->reject(b_->chars(",\\x5d")), b_->any()}),
                                      b_->sequence({b_->reject(begin), b_->reject(bracket), b_->any()})})}));
    }
    std::vector<std::string> closers{"</", opening.substr(0, marker_length(opening))};
    for (std::string_view const closer : call_closers(t)) {
        closers.emplace_back(closer);
    }
    std::erase(closers, std::string());
    peg::node_id const another = b_->sequence({b_->optional(b_->chars(",;")), m_.space(), begin});
    return b_->reject(
        b_->sequence({m_.loose(opening), call, b_->reject(b_->choice({m_.one_of(closers), over, another}))}));
}

/// A call up to its first argument, `f(a=`: `f()` alone is what prose begins with, too.
peg::node_id calls_in_text::announced_argument(call_builder& calls, tool_format const& t) {
    notation const n = notation_of(t);
    constexpr std::uint32_t longest_key = 128;
    return b_->sequence({calls.announced(), m_.space(), b_->literal(n.open), m_.space(),
                         b_->chars("a-zA-Z0-9_", 1, longest_key), m_.space(), b_->literal(n.key_close)});
}

/// Objects by themselves, or in a list: in front of the answer; and where the dialect has no marker that could be
/// missing, behind text, if their arguments follow.
void calls_in_text::add_objects(call_builder& calls, std::string_view opening, peg::node_id led) {
    // A list of them may be the member of an object, as in what servers answer.
    bool const list = opening == "[" && !format_->strict;
    peg::node_id const end = b_->optional(b_->sequence({m_.space(), b_->literal("}")}));
    in_front_.push_back(
        list ? b_->choice({b_->sequence({m_.loose("{\"tool_calls\": "), led, end, stop_behind_calls()}), led})
             : led);
    if (format_->strict || json_ || has_call_marker(format_->tools)) {
        return;
    }
    objects_ = true;
    anywhere_.push_back(
        b_->sequence({b_->look(b_->sequence({m_.space(), calls.announced_arguments()})), led}));
    behind_own_.push_back(anywhere_.back());
    for (std::string_view const before : {"", " ", "\n", "\n\n"}) {
        stops_.push_back(std::string(before).append(opening.starts_with('[') ? "[" : "{"));
    }
}

/// Where objects in text are calls: what is in brackets or in code is none.  Brackets that nothing closes end with their
/// paragraph.
void calls_in_text::add_quoted_text() {
    peg::rule_id const group = b_->declare("bracketed-text");
    peg::node_id const text = b_->sequence(
        {b_->literal("\""), b_->cut(), b_->until({"\"", "\n"}), b_->optional(b_->literal("\""))});
    peg::node_id const other = b_->sequence({b_->reject(b_->literal("\n\n")), b_->chars("^{}[\\]\\\"")});
    b_->define(group,
               b_->sequence({b_->chars("{["), b_->cut(), b_->star(b_->choice({text, b_->ref(group), other})),
                             b_->optional(b_->chars("}\\]"))}));
    auto const code = [&](std::string_view mark, std::initializer_list<std::string_view> ends) {
        return b_->sequence({b_->literal(mark), b_->cut(), b_->until(ends), b_->optional(b_->literal(mark))});
    };
    peg::node_id const quoted =
        b_->tag(part::content, b_->choice({code("```", {"```"}), code("`", {"`", "\n"}), b_->ref(group)}));
    anywhere_.push_back(quoted);
    behind_own_.push_back(quoted);
    stops_.insert(stops_.end(), {"`", "{", "["});
}

/// Without a marker the name must do: where it comes first, calls are found anywhere.
void calls_in_text::find_by_name(tool_format const& t, call_builder& builder, peg::node_id calls,
                                 peg::node_id led) {
    std::string const trigger(first_line(call_opening(t)));
    bool const name_first = t.mode() == tool_mode::tag_with_json && !trigger.empty() && !t.call.empty() &&
                            t.call.front().is == piece::kind::name;
    if (t.mode() == tool_mode::json_native) {
        add_objects(builder, split(t.calls.open + t.calls.item_open).core, led);
    } else {
        (name_first ? anywhere_ : in_front_).push_back(led);
    }
    // What the template writes between content and calls tells, too.
    if (marker_length(split(t.lead).core) > 0) {
        anywhere_.push_back(b_->sequence({m_.loose(t.lead), calls, stop_behind_calls()}));
        stops_.emplace_back(first_line(split(t.lead).core));
    }
    for (tool const& each : name_first ? tools_ : tools_.first(0)) {
        if (!b_->goes_on(rows_of_a_text)) {
            break;
        }
        stops_.push_back(trigger + each.name + behind_name(t));
    }
}

/// The texts at which calls are looked for that have a marker, or a name in its place.
void calls_in_text::add_stops(tolerated_way const& one) {
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
            if (!b_->goes_on(rows_of_a_text)) {
                break;
            }
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
        if (!b_->goes_on(rows_of_a_text)) {
            break;
        }
        for (std::string const& before :
             {std::string(), t.lead, std::string(split(t.calls.open + t.calls.item_open).before)}) {
            if (!b_->goes_on(begin.size() / 2)) {
                break;
            }
            if (before.empty() || !format_->strict) {
                stops_.push_back(before + begin);
            }
        }
    }
}

/// A text that ends generation and is no markup elsewhere: behind calls it is none of the content.  Neither are closing
/// markers of the dialect (stray_closer), nor the end of a thought, nor its opening one where the answer ends (opener_at_end).
peg::node_id calls_in_text::stop_behind_calls() {
    if (stop_behind_calls_ != peg::none) {
        return stop_behind_calls_;
    }
    auto const is_marker = [](std::string_view c) { return !c.empty() && marker_length(c) == c.size(); };
    std::vector<std::string_view> closers = call_closers(format_->tools);
    std::erase_if(closers, [&](std::string_view c) { return !is_marker(c); });
    std::vector<peg::node_id> stray;
    if (!closers.empty()) {
        stray.push_back(b_->sequence({m_.space(), b_->one_of(closers)}));
        // The end of a tag that others put around calls, in front of such a marker.
        peg::node_id const own = b_->sequence({m_.space(), b_->one_of(closers)});
        peg::node_id const other =
            b_->sequence({b_->literal("</"), b_->one_of(names_of_wrappers), b_->literal(">")});
        stray.push_back(b_->sequence({m_.space(), other, b_->look(own)}));
        // That of a list without its beginning.
        if (auto const close = split(format_->tools.calls.close).core; close.starts_with(']')) {
            stray.push_back(b_->sequence({m_.space(), b_->literal(close)}));
        }
    }
    if (std::string_view const thought = split(format_->reasoning.end).core; is_marker(thought)) {
        stray.push_back(b_->sequence({m_.space(), b_->literal(thought), m_.space()}));  // late_end
    }
    stop_behind_calls_ = b_->sequence(
        {stray.empty() ? b_->epsilon() : b_->star(b_->choice(stray)), b_->optional(stop_at_end())});
    return stop_behind_calls_;
}

/// One of those texts or several, and the end of the answer.
peg::node_id calls_in_text::stop_at_end() {
    if (stop_at_end_ != peg::none) {
        return stop_at_end_;
    }
    std::vector<std::string_view> words = other_stops(*format_);
    for (std::string_view const end : ends_of_turns) {
        if (std::ranges::find(words, end) == words.end()) {
            words.push_back(end);
        }
    }
    std::string const opening = call_opening(format_->tools);
    if (std::size_t const length = marker_length(opening); length > 0) {
        words.emplace_back(std::string_view(opening).substr(0, length));
    }
    stop_at_end_ =
        words.empty()
            ? b_->fail()
            : b_->sequence({b_->plus(b_->sequence({m_.space(), b_->one_of(words)})), m_.space(), b_->end()});
    return stop_at_end_;
}

}  // namespace parlance::chat::detail
