// parlance/chat/detail/response_machine.hpp - what reads an answer behind chat::response_parser
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/detail/answer.hpp>
#include <parlance/chat/detail/open_call.hpp>
#include <parlance/chat/detail/text_gate.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/stream.hpp>
#include <parlance/text/limits.hpp>
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
        std::string gap{};              // white space in front of a call that no content has followed yet
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
          now_{peg::stream(s.message.view(), bounds)} {}

    PARLANCE_DECL void prime(std::string_view prompt_tail);
    PARLANCE_DECL void feed(std::string_view bytes, delta_callback sink);
    PARLANCE_DECL void finish(delta_callback sink);
    [[nodiscard]] message const& so_far() const noexcept { return said_.so_far(); }
    [[nodiscard]] std::size_t held() const noexcept { return now_.stream.held(); }
    [[nodiscard]] std::string_view malformed() const noexcept { return said_.malformed(); }
    [[nodiscard]] place here() const { return {now_, said_.size()}; }
    PARLANCE_DECL void rollback(place const& to);

private:
    PARLANCE_HOT void handle(peg::event const& e, delta_callback sink);

    /// What of an event's text is not of the prompt.
    [[nodiscard]] PARLANCE_DECL std::string_view behind_prompt(peg::event const& e) const noexcept;

    PARLANCE_DECL void enter(part p, delta_callback sink);

    PARLANCE_HOT void bytes(part p, std::string_view text, bool certain, delta_callback sink);

    PARLANCE_DECL void leave(part p, peg::event const& e, delta_callback sink);

    /// The answer ended inside some parts; `text`, which is not whole, belongs to the innermost.
    PARLANCE_DECL void end_cut(std::string_view text, delta_callback sink);

    // Text: content and reasoning.

    PARLANCE_HOT void put(part p, std::string_view text, delta_callback sink);
    PARLANCE_DECL void close_text(delta_callback sink);
    PARLANCE_HOT void say(part p, std::string_view text, delta_callback sink);
    /// Content goes on behind a call: the white space in front of that stands between what are not one word.
    PARLANCE_DECL void separate(char next, delta_callback sink);
    PARLANCE_DECL void lose(std::string_view text, delta_callback sink);

    /// Content that was undecided when the answer ended; `last` when nothing followed it.
    PARLANCE_DECL void end_tail(bool last, delta_callback sink);

    call_rules rules_;
    std::span<std::string const> triggers_;  // none where calls that are not whole are content
    std::size_t primed_ = 0;                 // bytes of the stream that are the prompt's
    state now_;
    answer said_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/response_machine.ipp>
#endif
