// parlance/chat/response.hpp - model output, as it streams, into reasoning, content and tool calls
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
#include <parlance/peg/arena.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/stream.hpp>
#include <parlance/text/limits.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

/// Reads one answer.  Total: any bytes, split anywhere, give a message, and the same one.
///
/// A value: copy it to fork a generation (the copy and the original go on apart).  The syntax and the tools must
/// outlive it.  Not for several threads at once.
///
///     response r(syntax, tools);
///     r.prime(prompt_tail);
///     r.feed(bytes, [](delta const& d) { … });
///     r.finish([](delta const& d) { … });
///     use(r.so_far());
class response {
public:
    response(syntax const& s, std::span<tool const> tools, response_policy const& policy = {},
             limits const& bounds = {})
        : rules_{tools, s.notations, s.markups, s.made_id, s.names_are_final, policy},
          triggers_(s.strict ? std::span<std::string const>() : s.triggers),
          now_{peg::stream(s.message.view(), bounds)} {}

    /// Reads the end of the prompt, behind what opens the assistant's turn: it may have opened the reasoning, or
    /// closed it.  Gives no deltas, and its text is not part of the message.  To go on with a message that the prompt
    /// has begun, feed() its tail instead.
    PARLANCE_DECL void prime(std::string_view prompt_tail);

    /// Reads more of the answer.  Linear in its size; deltas come as soon as they are certain.
    PARLANCE_DECL void feed(std::string_view bytes, delta_callback sink);

    /// The answer has ended, or was cut off.  Call once; nothing can be fed afterwards.  What is undecided then and
    /// begins with the marker of a call was to become one, and is malformed; where the format is strict, it is content.
    PARLANCE_DECL void finish(delta_callback sink);

    /// The message as far as it is certain; after finish(), all of it.  Its content is absent when there was none.
    [[nodiscard]] message const& so_far() const noexcept { return said_.so_far(); }

    /// Bytes fed that are not decided yet: they may be the beginning of a marker, or of a call.  chat/hold.hpp says how
    /// many there can be.
    [[nodiscard]] std::size_t held() const noexcept { return now_.stream.held(); }

    /// What broken calls left, in the order of the text; empty in a clean answer.
    [[nodiscard]] std::string_view malformed() const noexcept { return said_.malformed(); }

private:
    /// All that changes while it reads, but for the message, which only grows.
    struct state {
        peg::stream stream;
        detail::utf8_gate gate{};
        part text_part = part::content;
        detail::open_call call{};
        bool ending = false;
        std::string tail{};             // content that was undecided at the end
        std::vector<peg::event> cut{};  // ends of the parts in which the answer ended, innermost first
    };

public:
    /// A place to go back to.
    class mark {
        friend class response;
        mark(state s, detail::answer::extent e) : now_(std::move(s)), size_(std::move(e)) {}
        state now_;
        detail::answer::extent size_;
    };
    /// Costs what is held, not what was read.
    [[nodiscard]] mark here() const { return {now_, said_.size()}; }
    /// Forgets all that was fed since the mark was taken, of this response and not behind a later rollback().  The
    /// deltas since then are void.
    PARLANCE_DECL void rollback(mark const& to);

private:
    PARLANCE_DECL void handle(peg::event const& e, delta_callback sink);

    /// What of an event's text is not of the prompt.
    [[nodiscard]] PARLANCE_DECL std::string_view behind_prompt(peg::event const& e) const noexcept;

    PARLANCE_DECL void enter(part p, delta_callback sink);

    PARLANCE_DECL void bytes(part p, std::string_view text, bool certain, delta_callback sink);

    PARLANCE_DECL void leave(part p, peg::event const& e, delta_callback sink);

    /// The answer ended inside some parts; `text`, which is not whole, belongs to the innermost.
    PARLANCE_DECL void end_cut(std::string_view text, delta_callback sink);

    // Text: content and reasoning.

    PARLANCE_DECL void put(part p, std::string_view text, delta_callback sink);
    PARLANCE_DECL void close_text(delta_callback sink);
    PARLANCE_DECL void say(part p, std::string_view text, delta_callback sink);
    PARLANCE_DECL void lose(std::string_view text, delta_callback sink);

    /// Content that was undecided when the answer ended; `last` when nothing followed it.
    PARLANCE_DECL void end_tail(bool last, delta_callback sink);

    detail::call_rules rules_;
    std::span<std::string const> triggers_;  // none where calls that are not whole are content
    std::size_t primed_ = 0;                 // bytes of the stream that are the prompt's
    state now_;
    detail::answer said_;
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/response.ipp>
#endif
