// parlance/chat/detail/written_answer.hpp - what is written of an answer behind its reasoning
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/written_triggers.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/stop.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Content and calls, as the policy asks for.  Calls are written in the format's own way, as items without their section where
/// it may be missing, in the dialects without markers that the format understands besides, and where calls are lenient in
/// ways that models take for its own.
class answer_writer {
public:
    /// The rule of the calls.
    static constexpr std::string_view calls_rule = "calls";

    answer_writer(peg::builder& b, format const& f, std::span<tool const> tools, call_policy const& policy,
                  reading const& how, std::vector<schema_slot>& slots, stop_token stop)
        : b_(&b),
          m_(b, stop),
          format_(&f),
          tools_(tools),
          policy_(&policy),
          how_(how),
          slots_(&slots),
          stop_(stop),
          triggers_(f, tools) {}

    /// Known once calls are defined.
    [[nodiscard]] std::vector<std::string> const& triggers() const noexcept { return triggers_.all(); }

    // Ways to call.

    /// Whether one of the format is written, and one that is tolerated of its own.
    [[nodiscard]] static bool writes(tool_format const& t, std::size_t dialect) {
        return dialect == 0 ||
               (!has_call_marker(t) && !t.call.empty() && t.call.front().is == piece::kind::name);
    }
    [[nodiscard]] bool writes(tolerated_way const& one, tool_format const& own) const {
        bool const others = is_generous() && has_call_marker(format_->tools);
        std::string const opening = call_opening(one.calls);
        if (others && one.list_end) {
            std::string_view const trigger = first_line(opening);
            return !triggers_.begins_other_text(trigger) &&
                   !split(format_->turn_end).core.starts_with(trigger);
        }
        // The same call in another frame.
        if (!others || one.first || !one.writable || one.calls.call != own.call) {
            return false;
        }
        if (!one.named) {
            return marker_length(opening) > 0;
        }
        // Where only the name tells, it ends where a letter cannot follow, and arguments in markup end before the call does.
        bool const ended = one.calls.mode() != tool_mode::tag_with_tagged ||
                           ends_of_closers(one.calls.calls.item_close).size() > one.unpaired;
        return !opening.empty() && !is_word_letter(opening.back()) && ended && triggers_.has_few(one.calls);
    }

    /// What the next way is written with: one of the format, or one that is tolerated.
    [[nodiscard]] written_calls next() const {
        return with(written_.empty() ? std::string() : std::to_string(written_.size()) + "-");
    }
    [[nodiscard]] written_calls next(tolerated_way const& one) const {
        written_calls out = with("other-" + std::to_string(others_.size()) + "-");
        out.by_name = one.named;
        out.unpaired = one.unpaired;
        out.list_end = one.list_end;
        return out;
    }

    /// Calls in a way of the format, its own or another.
    ///
    /// headed  in messages that are addressed, from the first header on
    void add(tool_format const& t, bool own, peg::node_id calls, peg::node_id headed = peg::none) {
        triggers_.add(t, own);
        headed_calls_ = written_.empty() ? headed : headed_calls_;
        written_.push_back(calls);
    }
    /// Calls in a way that is tolerated.
    void add(tolerated_way const& one, peg::node_id calls) {
        triggers_.add(one);
        // Objects that each have the markers of a call stand behind one another, as those do.
        bool const again = one.list_end && !one.list_end->empty() && format_->tools.calls.open.empty() &&
                           format_->tools.parallel && policy_->parallel;
        peg::node_id const more = b_->sequence({b_->optional(b_->literal("\n")), calls});
        others_.push_back(again ? b_->sequence({calls, b_->star(more)}) : calls);
    }

    /// All ways are known.
    void define_calls() {
        triggers_.finish();
        written_.insert(written_.end(), others_.begin(), others_.end());
        peg::node_id const any = written_.size() == 1 ? written_.front() : b_->choice(written_);
        calls_ =
            b_->rule(calls_rule, is_addressed() ? any
                                                : b_->sequence({any, b_->optional(b_->literal("\n")),
                                                                b_->optional(m_.one_of(format_->stops))}));
    }

    /// callable  calls are defined
    [[nodiscard]] peg::node_id answer(bool callable) {
        if (!callable && !how_.json) {
            return b_->rest();
        }
        constexpr std::uint32_t few = 4;
        bool const headed = format_->channels.used();  // headers stand close together
        peg::node_id const gap = headed ? b_->epsilon() : b_->chars(blanks, 0, few);
        if (!callable) {
            return b_->sequence({gap, json()});
        }
        bool const may_call = policy_->choice == call_policy::kind::automatic;
        if (may_call && !how_.json) {
            bool const told = std::none_of(triggers().begin(), triggers().end(),
                                           [](std::string const& t) { return t.empty(); });
            return told ? b_->sequence({m_.until(triggers()), b_->optional(calls_)})
                        : b_->choice({calls_, b_->rest()});
        }
        return b_->sequence({gap, may_call ? b_->choice({required_calls(), json()}) : required_calls()});
    }

private:
    /// Other ways than the format's own are written, too.
    [[nodiscard]] bool is_generous() const {
        return policy_->is_lenient() && !format_->strict && tools_.size() <= most_tools_in_many_ways;
    }

    [[nodiscard]] written_calls with(std::string rules) const {
        written_calls out{format_, policy_, slots_, std::move(rules)};
        out.lenient = is_generous();
        out.stop = stop_;
        return out;
    }

    /// Calls are messages that say whom they are for, and end as messages do.
    [[nodiscard]] bool is_addressed() const {
        return format_->channels.used() && format_->channels.channel.empty();
    }

    [[nodiscard]] peg::node_id required_calls() {
        peg::node_id answer = is_addressed() ? headed_calls_ : calls_;
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

    /// What may be written in front of calls where there is no content: the channel that they are in, or the wrapper of
    /// content around nothing.
    [[nodiscard]] peg::node_id in_front_of_calls() {
        if (channel_format const& c = format_->channels; c.used()) {
            // The channel may stand on either side of the recipient.
            list_shape const& calls = format_->tools.calls;
            peg::node_id const channel =
                c.channel.empty()
                    ? b_->epsilon()
                    : b_->optional(b_->sequence({b_->literal(c.channel), b_->chars("a-z", 1, 16)}));
            std::string const opening = c.channel.empty() ? std::string() : calls.open + calls.item_open;
            std::string_view const gap = split(opening).before;
            return b_->sequence({channel, gap.empty() ? b_->epsilon() : b_->optional(b_->literal(gap))});
        }
        content_format const& c = format_->content;
        bool const wrapped = !split(c.start).core.empty() && !split(c.end).core.empty();
        return wrapped ? b_->optional(b_->sequence({m_.loose(c.start), m_.loose(c.end)})) : b_->epsilon();
    }

    [[nodiscard]] peg::node_id json() {
        channel_format const& c = format_->channels;
        schema_slot answer{schema_slot::answer, {}, {}, raw_text::never, {}};
        if (c.used()) {
            std::vector<std::string> ends = c.ends;  // of a message, also where they stand in a string
            ends.push_back(c.start);
            std::erase(ends, std::string());
            answer.ends = std::make_shared<text_ends const>(text_ends{std::move(ends)});
        }
        slots_->push_back(std::move(answer));
        peg::node_id json = b_->schema(static_cast<std::uint32_t>(slots_->size() - 1), b_->json_value());
        if (is_addressed()) {
            json = b_->sequence(
                {b_->optional(b_->literal(c.recipient + c.content)), b_->literal(c.message), json});
        } else if (c.used()) {
            // not in the channel of reasoning, where it would be none
            peg::node_id const other =
                c.reasoning.empty() ? b_->epsilon() : b_->reject(b_->literal(c.reasoning));
            json = b_->sequence({b_->literal(c.channel), other, b_->chars("a-z", 1, 16),
                                 b_->optional(b_->literal(" " + std::string(data_type_marker) + "json")),
                                 b_->literal(c.message), json});
        }
        if (!split(format_->content.start).core.empty()) {
            json = b_->sequence({b_->optional(m_.loose(format_->content.start)), json,
                                 b_->optional(m_.loose(format_->content.end))});
        }
        return json;
    }

    peg::builder* b_;
    marker_builder m_;
    format const* format_;
    std::span<tool const> tools_;
    call_policy const* policy_;
    reading how_;
    std::vector<schema_slot>* slots_;
    stop_token stop_;
    written_triggers triggers_;
    std::vector<peg::node_id> written_{};  // ways to call
    std::vector<peg::node_id> others_{};   // that are tolerated
    peg::node_id calls_{};
    peg::node_id headed_calls_{};  // of the format's own way to call, in messages that are addressed
};

}  // namespace parlance::chat::detail
