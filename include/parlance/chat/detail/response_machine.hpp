// parlance/chat/detail/response_machine.hpp - what reads an answer behind chat::response_parser
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/detail/answer.hpp>
#include <parlance/chat/detail/call_end.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/open_call.hpp>
#include <parlance/chat/detail/text_gate.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/stream.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/limits.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Hands the events of a stream to the message and to the call at hand.  A value; its members do what those of
/// chat::response_parser say.
class response_machine {
    /// All that changes while it reads, but for the message, which only grows.
    struct state {
        peg::stream stream;
        utf8_gate gate{};
        part text_part = part::content;
        open_call call{};
        bool ending = false;
        bool cut_call = false;          // the answer ended in a call
        bool behind_call = false;       // nothing has followed the last one yet
        std::string gap{};              // white space around a call that no content has followed yet
        std::string fence{};            // in front of calls, whose partner has not come yet
        std::size_t fence_at = 0;       // its place in the gap
        std::string tail{};             // content that was undecided at the end
        std::vector<peg::event> cut{};  // ends of the parts in which the answer ended, innermost first
    };

public:
    struct place {
        state now;
        answer::extent size;
    };

    response_machine(syntax const& s, std::span<tool const> tools, response_policy const& policy,
                     limits const& bounds)
        : rules_{tools, s.notations, s.made_id, s.names_are_final, policy},
          triggers_(s.strict ? std::span<std::string const>() : s.triggers),
          closers_(s.strict ? std::span<std::string const>() : s.closers),
          now_{peg::stream(s.message.view(), bounds)} {}

    void prime(std::string_view prompt_tail) {
        primed_ = now_.stream.offset() + prompt_tail.size();
        auto const silent = [](delta const&) {};
        now_.stream.feed(prompt_tail, [&](peg::event const& e) { handle(e, silent); });
    }
    void feed(std::string_view bytes, delta_callback sink) {
        now_.stream.feed(bytes, [&](peg::event const& e) { handle(e, sink); });
    }
    void finish(delta_callback sink) {
        now_.ending = true;
        now_.stream.finish([&](peg::event const& e) { handle(e, sink); });
        end_cut({}, sink);
        end_tail(true, sink);
        close_text(sink);
        if (!now_.behind_call || now_.cut_call) {
            say_fence(sink);
        }
    }
    [[nodiscard]] message const& so_far() const noexcept { return said_.so_far(); }
    [[nodiscard]] std::size_t held() const noexcept { return now_.stream.held(); }
    [[nodiscard]] std::string_view malformed() const noexcept { return said_.malformed(); }
    [[nodiscard]] place here() const { return {now_, said_.size()}; }
    void rollback(place const& to) {
        now_ = to.now;
        said_.shrink(to.size);
    }

private:
    void handle(peg::event const& e, delta_callback sink) {
        auto const p = static_cast<part>(e.tag);
        if (now_.cut_call && p != part::gap) {  // what follows might be of its arguments
            return lose(behind_prompt(e), sink);
        }
        switch (e.kind) {
        case peg::event_kind::enter: enter(p, sink); break;
        case peg::event_kind::bytes: bytes(p, behind_prompt(e), !e.by_end, sink); break;
        case peg::event_kind::leave:
            if (e.how == peg::closing::truncated) {
                now_.cut.push_back(e);
            } else {
                leave(p, e, sink);
            }
            break;
        case peg::event_kind::unparsed:
            if (now_.cut.empty()) {
                bytes(part::content, behind_prompt(e), false, sink);
            } else {
                end_cut(behind_prompt(e), sink);
            }
            break;
        case peg::event_kind::settle:
        case peg::event_kind::retract: break;
        }
    }

    /// What of an event's text is not of the prompt.
    [[nodiscard]] std::string_view behind_prompt(peg::event const& e) const noexcept {
        return e.begin >= primed_ ? e.text : e.text.substr((std::min)(primed_ - e.begin, e.text.size()));
    }

    void enter(part p, delta_callback sink) {
        if (p != part::content) {
            end_tail(false, sink);
            close_text(sink);
        }
        if (p == part::call) {
            now_.call.reset();
        } else if (p == part::fence) {
            say_fence(sink);
            now_.fence_at = now_.gap.size();
            now_.behind_call = false;
        } else {
            now_.call.enter(p, {rules_, said_, sink});
        }
    }

    PARLANCE_HOT void bytes(part p, std::string_view text, bool certain, delta_callback sink) {
        switch (p) {
        case part::content:
            if (now_.ending) {
                now_.tail.append(text);
                break;
            }
            [[fallthrough]];
        case part::reasoning: put(p, text, sink); break;
        case part::malformed: lose(text, sink); break;
        case part::gap: now_.gap.append(text); break;
        case part::fence: now_.fence.append(text); break;
        case part::fence_end: now_.fence.clear(); break;
        default: now_.call.bytes(p, text, certain, {rules_, said_, sink}); break;
        }
    }

    void leave(part p, peg::event const& e, delta_callback sink) {
        bool const complete = e.how == peg::closing::complete && !e.by_end;
        switch (p) {
        case part::content:
        case part::gap:
        case part::fence:
        case part::fence_end:
        case part::malformed: break;
        case part::reasoning: close_text(sink); break;
        case part::call:
            now_.call.end(e, complete, {rules_, said_, sink});
            now_.call.reset();
            now_.cut_call = now_.ending && !complete;
            now_.behind_call = true;
            break;
        default: now_.call.leave(p, e, complete, {rules_, said_, sink}); break;
        }
    }

    /// The answer ended inside some parts; `text`, which is not whole, belongs to the innermost.
    void end_cut(std::string_view text, delta_callback sink) {
        std::vector<peg::event> cut;
        cut.swap(now_.cut);
        if (!text.empty()) {
            auto const p = static_cast<part>(cut.front().tag);
            bytes(p, text, false, sink);
            if (p == part::call) {
                now_.call.break_off(text);
            }
        }
        for (peg::event const& e : cut) {
            leave(static_cast<part>(e.tag), e, sink);
        }
    }

    // Text: content and reasoning.

    void put(part p, std::string_view text, delta_callback sink) {
        if (text.empty()) {
            return;
        }
        now_.text_part = p;
        if (now_.behind_call) [[unlikely]] {
            now_.behind_call = text.find_first_not_of(blanks) == std::string_view::npos;
        }
        if (now_.gate.lets_through(text)) [[likely]] {
            return say(p, text, sink);
        }
        put_cut(p, text, sink);
    }
    PARLANCE_COLD void put_cut(part p, std::string_view text, delta_callback sink) {
        now_.gate.put(text, [&](std::string_view whole) { say(p, whole, sink); });
    }
    void close_text(delta_callback sink) {
        now_.gate.close([&](std::string_view rest) { say(now_.text_part, rest, sink); });
    }
    void say(part p, std::string_view text, delta_callback sink) {
        if (p == part::reasoning) {
            said_.reason(text, sink);
        } else if (rules_.policy.text_after == stray_text::malformed && !said_.so_far().calls.empty()) {
            say_fence(sink);
            said_.lose(text, sink);
        } else {
            if (!now_.fence.empty() || !now_.gap.empty()) [[unlikely]] {
                say_held(sink);
            }
            said_.say(text, sink);
        }
    }
    PARLANCE_COLD void say_held(delta_callback sink) {
        say_fence(sink);
        say_gap(sink);
    }
    /// Content goes on behind a call: the white space around that belongs to it.
    void say_gap(delta_callback sink) {
        std::string gap;
        gap.swap(now_.gap);
        if (!gap.empty() && said_.so_far().content && !said_.so_far().content->empty()) {
            said_.say(gap, sink);
        }
    }
    /// A fence has no partner: it is content, and so is the white space in front of it, but none behind it yet.
    void say_fence(delta_callback sink) {
        if (now_.fence.empty()) [[likely]] {
            return;
        }
        std::string fence;
        fence.swap(now_.fence);
        std::string const behind = now_.gap.substr(now_.fence_at);
        now_.gap.resize(now_.fence_at);
        say_gap(sink);
        said_.say(fence, sink);
        now_.gap = behind;
    }
    void lose(std::string_view text, delta_callback sink) {
        if (text.empty()) {
            return;
        }
        if (rules_.policy.bad_call == stray_text::content) {
            say_fence(sink);
            said_.say(text, sink);
        } else {
            said_.lose(text, sink);
        }
    }

    /// Content that was undecided when the answer ended; `last` when nothing followed it.
    void end_tail(bool last, delta_callback sink) {
        std::string tail;
        tail.swap(now_.tail);
        if (last && is_of_a_call(tail)) {
            close_text(sink);
            lose(tail, sink);
        } else {
            put(part::content, tail, sink);
        }
    }

    /// Whether the end of an answer is what has come of a call: all that follows one which was cut off, the beginning of what
    /// ends one, or the opening marker of the next, but not in a sentence that ends behind it or the next word: `<call> here.`.
    [[nodiscard]] bool is_of_a_call(std::string_view tail) const {
        std::string_view const text = split(tail).core;
        auto const ends_here = [&](std::string const& t) { return std::string_view(t).starts_with(text); };
        bool const ended = !text.empty() && ends_of_sentences.find(text.back()) != std::string_view::npos;
        auto const begins = [&](std::string const& t) {
            return marker_length(t) > 0 && text.starts_with(t) &&
                   !(ended && (text.size() == t.size() + 1 || text[t.size()] == ' '));
        };
        bool const end = now_.behind_call && !text.empty() && std::ranges::any_of(closers_, ends_here);
        return now_.cut_call || end || std::ranges::any_of(triggers_, begins);
    }

    call_rules rules_;
    std::span<std::string const> triggers_;  // none where calls that are not whole are content
    std::span<std::string const> closers_;   // likewise
    std::size_t primed_ = 0;                 // bytes of the stream that are the prompt's
    state now_;
    answer said_;
};

}  // namespace parlance::chat::detail
