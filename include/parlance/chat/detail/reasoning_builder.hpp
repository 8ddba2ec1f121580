// parlance/chat/detail/reasoning_builder.hpp - reasoning in front of an answer
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/answer_end.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Reasoning: read with its start, or with its end alone where the prompt has written the rest; written as the format has it.
class reasoning_builder {
public:
    reasoning_builder(peg::builder& b, format const& f, reading const& how)
        : b_(&b), m_(b), format_(&f), how_(how), stops_(stops_of(f)) {}

    /// Calls may begin in it.
    ///
    /// triggers   the texts at which they are looked for
    /// announced  the beginnings of calls of known tools, where a marker stands in front; both must live until reasoning() has
    ///            returned
    void expect_calls(std::span<std::string const> triggers, std::span<peg::node_id const> announced) {
        triggers_ = triggers;
        announced_ = announced;
    }

    /// In front of an answer; it may be missing.
    [[nodiscard]] peg::node_id reasoning() {
        // Where the answer is a message of its own, it is opened behind the thought.
        auto const& noise = format_->content.noise;
        std::string const& turn = format_->turn_start;
        bool const again = !turn.empty() && std::find(noise.begin(), noise.end(), turn) != noise.end();
        peg::node_id const thought = b_->refine(read(), written());
        return b_->optional(again ? b_->sequence({thought, b_->optional(b_->literal(turn))}) : thought);
    }

    [[nodiscard]] peg::node_id read() {
        reasoning_format const& r = format_->reasoning;
        auto const end = split(r.end);
        if (r.mode == reasoning_mode::none || end.core.empty()) {
            return b_->fail();
        }
        std::vector<std::string> ends;
        for (std::string const& each : spellings(r.end)) {
            std::vector<std::string> const more = marker_builder::ends(each);
            ends.insert(ends.end(), more.begin(), more.end());
        }
        std::vector<std::string> const others = other_ends();
        ends.insert(ends.end(), others.begin(), others.end());
        auto const start = split(r.start);
        // What nothing but its end tells from content ends there, or is none.
        bool const marked = marker_length(start.core) > 0;
        peg::node_id const until_end = start.core.empty() ? m_.until(ends)
                                       : !r.calls_end     ? thought(ends)
                                       : marked           ? up_to(ends)
                                                          : m_.until(ends);
        peg::node_id const text = how_.reasoning_apart ? b_->tag(part::reasoning, until_end) : until_end;
        peg::node_id const close = end_of_thought();
        std::vector<peg::node_id> all = opened(text, until_end);
        bool const shared = is_ended_so(format_->turn_end);
        if (!how_.reasoning_apart) {
            for (std::size_t i = all.size() > 1 ? 1 : 0; i < all.size(); ++i) {
                all[i] = b_->tag(part::content, all[i]);
            }
        }
        if (!marked && !shared) {
            peg::node_id const whole = b_->sequence({no_call(), text, close});
            all.push_back(how_.reasoning_apart ? whole : b_->tag(part::content, whole));
        } else if (marked) {
            peg::node_id const closed = b_->sequence({m_.space(), m_.core(end.core), m_.space(end.after)});
            if (how_.reasoning_apart) {
                // The prompt has closed it, and the model thinks all the same, or closes it again.
                peg::node_id const begun = b_->look(b_->sequence({m_.core(start.core), is_thought()}));
                all.push_back(
                    b_->sequence({m_.space(), m_.core(end.core), m_.space(), begun, b_->cut(), all.front()}));
                all.push_back(b_->sequence({closed, stray_ends()}));
            } else {
                all.push_back(closed);
            }
        }
        return b_->choice(all);
    }
    [[nodiscard]] peg::node_id written() {
        if (channel_format const& c = format_->channels; c.used()) {
            bool const ends = !c.ends.empty() && !c.ends.front().empty();
            return ends ? b_->sequence({b_->literal(c.thought()), m_.until(c.ends),
                                        b_->literal(c.ends.front()), b_->optional(b_->literal(c.start))})
                        : b_->fail();
        }
        reasoning_format const& r = format_->reasoning;
        std::string_view const end = split(r.end).core;
        if (r.mode == reasoning_mode::none || end.empty()) {
            return b_->fail();
        }
        constexpr std::uint32_t few = 4;
        peg::node_id const gap = b_->chars(blanks, 0, few);
        peg::node_id const close = b_->sequence({b_->literal(end), gap});
        std::vector<std::string> ends = other_ends();
        ends.emplace_back(end);
        peg::node_id const text = b_->sequence({m_.until(ends), close});
        std::string_view const start = split(r.start).core;
        return start.empty()
                   ? text
                   : b_->sequence({gap, b_->choice({b_->sequence({b_->literal(start), text}), close})});
    }

private:
    /// What nothing opens is no thought where a call stands.
    [[nodiscard]] peg::node_id no_call() {
        std::vector<peg::node_id> calls(announced_.begin(), announced_.end());
        for (std::string const& trigger : triggers_) {
            if (marker_length(trigger) == trigger.size()) {
                calls.push_back(b_->literal(trigger));
            }
        }
        return calls.empty() ? b_->epsilon() : b_->reject(b_->sequence({m_.space(), b_->choice(calls)}));
    }

    /// What ends answers as well tells nothing by itself.
    [[nodiscard]] bool is_ended_so(std::string_view text) const {
        return split(text).core.starts_with(split(format_->reasoning.end).core);
    }

    /// What ends a thought beside its own end; nothing of it is written in one.
    [[nodiscard]] std::vector<std::string> other_ends() const {
        std::vector<std::string> out;
        if (format_->reasoning.calls_end) {
            out.assign(triggers_.begin(), triggers_.end());
        }
        std::string_view const said = start_of_content();
        if (!said.empty() && (is_ended_so(format_->turn_end) || is_ended_so(format_->content.end))) {
            out.emplace_back(said);
        }
        return out;
    }

    /// The marker in front of content; empty for none.
    [[nodiscard]] std::string_view start_of_content() const {
        std::string_view const core = split(format_->content.start).core;
        return marker_length(core) > 0 ? core : std::string_view();
    }

    /// Its text up to what ends it.  A call of a known tool ends it as well where its own end never comes, and so does the
    /// start that content has; where it does come, what is in front of it is only thought of.  Which of the two it is nobody
    /// knows before: what follows such a beginning is held back until the reasoning is closed, or the answer is over.
    [[nodiscard]] peg::node_id thought(std::vector<std::string> const& ends) {
        std::vector<peg::node_id> announced(announced_.begin(), announced_.end());
        std::vector<std::string> stops = ends;
        auto const stop_at = [&](std::string_view begin) {
            constexpr std::size_t as_rows = 256;  // three texts, and a row for each three of their bytes
            if (!b_->goes_on(as_rows + begin.size())) {
                return false;
            }
            for (char const* const before : {"", "\n", "\n\n"}) {
                stops.push_back(std::string(before).append(begin));
            }
            return true;
        };
        if (!announced.empty() && !format_->strict) {
            stops.reserve(ends.size() + 3 * triggers_.size() + 3);
            static_cast<void>(std::ranges::all_of(triggers_, stop_at));
        }
        std::string_view const said = start_of_content();
        bool const may_call = !announced.empty();
        if (!said.empty() && std::ranges::find(ends, said) == ends.end()) {
            stop_at(said);
            announced.push_back(b_->literal(said));
        }
        if (announced.empty() || format_->strict) {
            return up_to(ends);
        }
        peg::node_id const end = m_.one_of(ends);
        peg::node_id const over = b_->reject(b_->choice({end, answer_over()}));
        peg::node_id const beginning = b_->sequence({m_.space(), b_->choice(announced)});
        stops.insert(stops.end(), stops_.begin(), stops_.end());
        peg::node_id const until_end = m_.until(ends);
        constexpr std::size_t rows_of_a_stop = 4;  // that is listed
        b_->goes_on(rows_of_a_stop * stops.size());
        peg::node_id const until_stop = m_.until(stops);
        b_->goes_on(rows_of_a_stop * stops.size());
        peg::node_id const closed = b_->look(b_->sequence({until_end, end}));
        peg::node_id const last = may_call ? b_->reject(closed_behind_calls(ends)) : b_->epsilon();
        peg::node_id const thought_of = b_->sequence({b_->look(beginning), last, closed, until_end});
        peg::node_id const other = b_->sequence({over, b_->reject(beginning), b_->any(), until_stop});
        return b_->sequence({until_stop, b_->star(b_->choice({thought_of, other}))});
    }

    /// Text up to what ends the thought, or the answer (stop_at_end).
    [[nodiscard]] peg::node_id up_to(std::vector<std::string> ends) {
        if (format_->strict || stops_.empty()) {
            return m_.until(ends);
        }
        peg::node_id const over = b_->reject(b_->choice({m_.one_of(ends), answer_over()}));
        ends.insert(ends.end(), stops_.begin(), stops_.end());
        peg::node_id const until_stop = m_.until(ends);
        return b_->sequence({until_stop, b_->star(b_->sequence({over, b_->any(), until_stop}))});
    }

    /// Texts that end generation, and the end of the answer.
    [[nodiscard]] peg::node_id answer_over() {
        peg::node_id const stop = b_->sequence({m_.one_of(stops_), m_.space()});
        return b_->sequence({b_->plus(stop), b_->end()});
    }

    /// Calls up to the end of the thought, and nothing behind it: the model has closed too late what the calls had left.
    [[nodiscard]] peg::node_id closed_behind_calls(std::vector<std::string> const& ends) {
        std::vector<std::string> closers;
        for (std::string_view const closer : call_closers(format_->tools)) {
            if (!closer.empty() && marker_length(closer) == closer.size()) {
                closers.emplace_back(closer);
            }
        }
        std::string_view const end = split(format_->reasoning.end).core;
        if (closers.empty() || marker_length(end) != end.size()) {
            return b_->fail();
        }
        std::string const firsts[] = {closers.front().substr(0, 1), std::string(end.substr(0, 1))};
        peg::node_id const closer = m_.one_of(closers);
        closers.insert(closers.end(), ends.begin(), ends.end());
        // Behind one stands another, the next call, or the end.
        peg::node_id const marker = b_->look(b_->sequence({m_.space(), m_.one_of(firsts)}));
        peg::node_id const none_behind = stops_.empty() ? b_->end() : b_->choice({b_->end(), answer_over()});
        return b_->sequence({b_->plus(b_->sequence({m_.until(closers), closer, marker})), m_.space(),
                             b_->plus(b_->sequence({b_->literal(end), m_.space()})), none_behind});
    }

    /// Alternatives that begin with `start`.
    [[nodiscard]] std::vector<peg::node_id> opened(peg::node_id text, peg::node_id until_end) {
        reasoning_format const& r = format_->reasoning;
        auto const start = split(r.start);
        // The end may be missing where the model was cut off, or come twice.
        peg::node_id const close = b_->sequence({end_of_thought(), stray_ends()});
        std::vector<peg::node_id> all;
        if (marker_length(start.core) > 0) {
            // Some prompts write the start twice.
            peg::node_id const again = b_->star(b_->sequence({m_.space(), m_.core(start.core)}));
            std::vector<peg::node_id> parts{m_.before_text(r.start), again, b_->cut(),
                                            empty_thoughts(),        text,  b_->star(further(text)),
                                            b_->optional(close)};
            if (!how_.reasoning_apart && !triggers_.empty()) {
                // Opened and left at once: a call, not a thought.
                all.push_back(b_->sequence({m_.loose(r.start), b_->look(m_.one_of(triggers_))}));
                parts[2] = b_->epsilon();
            }
            all.push_back(b_->sequence(parts));
        } else if (!start.core.empty()) {
            peg::node_id const words = b_->sequence({b_->literal(start.core), b_->cut(), until_end});
            peg::node_id const spoken = how_.reasoning_apart ? b_->tag(part::reasoning, words) : words;
            if (r.spoken) {
                all.push_back(b_->sequence({m_.space(start.before), spoken, b_->optional(close)}));
                return all;
            }
            for (std::string const& each : spellings(r.start)) {
                all.push_back(b_->sequence({m_.before_text(each), b_->cut(), text, b_->optional(close)}));
            }
        }
        return all;
    }

    /// Behind the start of a thought, answers may begin with the marker as well: a thought has an end of its own, or a line
    /// end behind its start.
    [[nodiscard]] peg::node_id is_thought() {
        std::string_view const end = split(format_->reasoning.end).core;
        peg::node_id const closed = b_->look(b_->sequence({b_->until({end}), b_->literal(end)}));
        return b_->choice({b_->look(b_->one_of({"\n", "\r\n"})), closed});
    }

    /// Behind a start: thoughts with nothing in them in front of one that is, as where the prompt has closed the first.
    [[nodiscard]] peg::node_id empty_thoughts() {
        reasoning_format const& r = format_->reasoning;
        peg::node_id const start = m_.core(split(r.start).core);
        return b_->star(
            b_->sequence({m_.space(), m_.core(split(r.end).core), m_.space(),
                          b_->look(b_->sequence({start, is_thought()})), m_.before_text(r.start)}));
    }

    /// The end of a thought and a second one directly behind it, with the white space between.
    [[nodiscard]] peg::node_id further(peg::node_id text) {
        std::string_view const end = split(format_->reasoning.end).core;
        peg::node_id const told = is_thought();
        peg::node_id const gap = how_.reasoning_apart ? b_->tag(part::reasoning, m_.space()) : m_.space();
        return b_->sequence({m_.space(), m_.core(end), gap, m_.core(split(format_->reasoning.start).core),
                             told, b_->cut(), text});
    }

    /// The end of a thought behind another one.
    [[nodiscard]] peg::node_id stray_ends() {
        std::string_view const end = split(format_->reasoning.end).core;
        bool const marker = !end.empty() && marker_length(end) == end.size();
        return marker ? b_->star(m_.loose(end)) : b_->epsilon();
    }

    [[nodiscard]] peg::node_id end_of_thought() {
        std::vector<peg::node_id> ways;
        for (std::string const& each : spellings(format_->reasoning.end)) {
            ways.push_back(m_.after_text(each));
        }
        return b_->choice(ways);
    }

    /// A text as models write it that has words: "Here's my response:" for "Here is my response:".
    [[nodiscard]] static std::vector<std::string> spellings(std::string const& text) {
        constexpr std::string_view full = " is ";
        std::vector<std::string> out{text};
        if (std::size_t const at = text.find(full); at != std::string::npos && at > 0) {
            out.push_back(std::string(text).replace(at, full.size(), "'s "));
        }
        return out;
    }

    peg::builder* b_;
    marker_builder m_;
    format const* format_;
    reading how_;
    std::vector<std::string> stops_;  // texts that end generation
    std::span<std::string const> triggers_;
    std::span<peg::node_id const> announced_;
};

}  // namespace parlance::chat::detail
