// parlance/chat/detail/message_builder.hpp - a whole answer: how it is read, whatever it is, and what is written of it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/answer_end.hpp>
#include <parlance/chat/detail/calls_in_text.hpp>
#include <parlance/chat/detail/header_builder.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/reasoning_builder.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/detail/ways_to_call.hpp>
#include <parlance/chat/detail/written_answer.hpp>
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
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

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
        return format_->channels.used() ? with_headers(callable) : with_text(callable);
    }

    /// All texts that calls may begin with as they are written; known once there is a message.
    [[nodiscard]] std::vector<std::string> const& triggers() const noexcept { return writer_.triggers(); }

private:
    /// A series of messages that have headers.
    [[nodiscard]] peg::node_id with_headers(bool callable) {
        header_builder messages(*b_, format_->channels, tools_);
        ways_to_call ways(*b_, *format_, tools_, writer_, stop_);
        peg::node_id wide = peg::none;
        if (!format_->channels.channel.empty()) {
            wide = messages.with_channels(callable, how_.reasoning_apart);
        } else {
            auto const read = callable ? ways.read_headed() : ways_to_call::headed_calls();
            wide = messages.with_addresses(read.calls, read.openings, how_.reasoning_apart);
        }
        if (callable) {
            ways.write_headed();
            writer_.define_calls();
        }
        return b_->refine(wide, b_->sequence({b_->optional(reasoning_.written()), writer_.answer(callable)}));
    }

    /// Reasoning, then text with calls in it.
    [[nodiscard]] peg::node_id with_text(bool callable) {
        ways_to_call ways(*b_, *format_, tools_, writer_, stop_);
        calls_in_text found(*b_, *format_, tools_, how_, stop_);
        if (callable) {
            ways.add_to(found);
            found.finish();
            writer_.define_calls();
        }
        reasoning_.expect_calls(found.stops(), found.announced());
        std::vector<peg::node_id> wide{found.in_front().empty() ? b_->epsilon()
                                                                : b_->optional(b_->choice(found.in_front()))};
        if (found.falls_back()) {
            // Before the first call in the format's own way, and behind it.
            peg::node_id const own = ways.recognised();
            wide.push_back(
                b_->star(b_->sequence({b_->reject(own), answer_part(found.anywhere(), found.stops())})));
        }
        wide.push_back(answer(found.falls_back() ? found.behind_own() : found.anywhere(), found.stops()));
        return b_->sequence(
            {reasoning_.reasoning(), b_->refine(b_->sequence(wide), writer_.answer(callable))});
    }

    // Content, with whatever may stand in it.

    [[nodiscard]] peg::node_id answer(std::vector<peg::node_id> calls, std::span<std::string const> stops) {
        bool const plain = calls.empty() && format_->content.noise.empty() && !format_->reasoning.anywhere &&
                           (format_->strict || other_stops(*format_).empty()) &&
                           split(format_->content.start).core.empty() &&
                           split(format_->content.end).core.empty();
        if (plain) {
            return how_.json ? unfenced() : b_->tag(part::content, b_->rest());
        }
        return b_->star(answer_part(std::move(calls), stops));
    }

    /// Calls, markup that is left out, or content up to the next of them.
    [[nodiscard]] peg::node_id answer_part(std::vector<peg::node_id> calls,
                                           std::span<std::string const> of_calls) {
        content_format const& c = format_->content;
        std::vector<std::string_view> stops(of_calls.begin(), of_calls.end());
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
        parts.insert(parts.end(), calls.begin(), calls.end());  // they may begin with what wraps content
        drop(c.start);
        drop(c.end);
        if (auto const turn = split(format_->turn_start); marker_length(turn.core) > 0 && !format_->strict) {
            // The header of an answer, its role too.
            parts.push_back(b_->sequence({b_->literal(turn.core), m_.space_before_text(turn.after)}));
            stops.emplace_back(turn.core);
        }
        for (std::string const& noise : c.noise) {
            if (!b_->goes_on(64)) {
                break;
            }
            parts.push_back(b_->literal(noise));
            stops.push_back(noise);
        }
        std::vector<std::string_view> ends = other_stops(*format_);
        if (!calls.empty()) {
            std::ranges::copy_if(call_closers(format_->tools), std::back_inserter(ends), is_special);
        }
        if (!ends.empty() && !format_->strict) {
            // stop_at_end
            parts.push_back(
                b_->sequence({b_->plus(b_->sequence({b_->one_of(ends), m_.space()})), b_->end()}));
            stops.insert(stops.end(), ends.begin(), ends.end());
        }
        if (how_.json) {
            parts.push_back(b_->sequence({b_->look(b_->literal("```")), unfenced()}));
        }
        if (how_.json) {
            parts.push_back(b_->tag(part::content, json_text(stops)));
            stops.insert(stops.end(), {"{", "["});
        }
        parts.push_back(b_->tag(part::content, b_->sequence({b_->any(), b_->until(stops)})));
        return b_->choice(parts);
    }

    /// Whether a marker looks like a token of its own, which nobody writes about: `<|call_end|>`, not `</call>`.
    [[nodiscard]] static bool is_special(std::string_view marker) {
        return marker_length(marker) == marker.size() &&
               (marker.find('|') != std::string_view::npos || marker.find("｜") != std::string_view::npos);
    }

    /// From a bracket on, text in which a string may say anything, a marker, too: `{"html": "<s>old</s>"}`.
    [[nodiscard]] peg::node_id json_text(std::vector<std::string_view> stops) {
        auto const run = [&](std::span<std::string_view const> up_to) {
            return b_->sequence({b_->reject(b_->one_of(up_to)), b_->any(), b_->until(up_to)});
        };
        std::string_view const in_string[] = {"\"", "\\"};
        peg::node_id const escape = b_->sequence({b_->literal("\\"), b_->optional(b_->any())});
        peg::node_id const string =
            b_->sequence({b_->literal("\""), b_->cut(), b_->star(b_->choice({run(in_string), escape})),
                          b_->optional(b_->literal("\""))});
        stops.emplace_back("\"");
        return b_->sequence({b_->look(b_->one_of({"{", "["})), b_->plus(b_->choice({string, run(stops)}))});
    }

    /// JSON in a fence, or the rest as it is.
    [[nodiscard]] peg::node_id unfenced() {
        peg::node_id const text =
            b_->sequence({b_->optional(json_text({"\n```", "```"})), b_->until({"\n```", "```"})});
        peg::node_id const fenced = b_->sequence(
            {m_.space(), b_->literal("```"), b_->optional(b_->literal("json")), m_.space(), b_->cut(),
             b_->tag(part::content, text), m_.space(), b_->optional(b_->literal("```")), m_.space()});
        return b_->choice({fenced, b_->tag(part::content, b_->rest())});
    }

    peg::builder* b_;
    marker_builder m_;
    reasoning_builder reasoning_;
    answer_writer writer_;
    format const* format_;
    std::span<tool const> tools_;
    reading how_;
    stop_token stop_;
};

}  // namespace parlance::chat::detail
