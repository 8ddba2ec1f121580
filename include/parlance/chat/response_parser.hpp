// parlance/chat/response_parser.hpp - model output, as it streams, into reasoning, content and tool calls
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {
class response_machine;
}  // namespace parlance::chat::detail

namespace parlance::chat {

/// Reads one answer.  Total: any bytes, split anywhere, give a message, and the same one.
///
/// Nothing here asks limits::stop, as nothing takes long: each call is linear in the bytes it is given.  Whoever has much to
/// read and may want to stop feeds it in pieces.
///
/// A value: copy it to fork a generation (the copy and the original go on apart).  The syntax and the tools must
/// outlive it.  Not for several threads at once.
///
///     response_parser r(syntax, tools);
///     r.prime(prompt_tail);
///     r.feed(bytes, [](delta const& d) { … });
///     r.finish([](delta const& d) { … });
///     use(r.so_far());
class response_parser {
public:
    PARLANCE_DECL response_parser(syntax const& s, std::span<tool const> tools,
                                  response_policy const& policy = {}, limits const& bounds = {});
    PARLANCE_DECL response_parser(response_parser const& other);
    PARLANCE_DECL response_parser& operator=(response_parser const& other);
    /// One that was moved from is empty: it reads nothing, and its message has nothing in it.
    PARLANCE_DECL response_parser(response_parser&& other) noexcept;
    PARLANCE_DECL response_parser& operator=(response_parser&& other) noexcept;
    PARLANCE_DECL ~response_parser();
    response_parser(syntax const&&, std::span<tool const>, response_policy const& = {},
                    limits const& = {}) = delete;
    template <std::same_as<std::vector<tool>> Tools>  // an rvalue
    response_parser(syntax const&, Tools&&, response_policy const& = {}, limits const& = {}) = delete;

    /// Reads the end of the prompt, behind what opens the assistant's turn: it may have opened the reasoning, or
    /// closed it.  Gives no deltas, and its text is not part of the message.  To go on with a message that the prompt
    /// has begun, feed() its tail instead.
    PARLANCE_DECL void prime(std::string_view prompt_tail);

    /// Reads more of the answer.  Linear in its size; deltas come as soon as they are certain.
    PARLANCE_DECL void feed(std::string_view bytes, delta_callback sink);

    /// The answer has ended, or was cut off.  Call once; nothing can be fed afterwards.  What is undecided then and
    /// begins with the marker of a call was to become one, and is malformed; where the format is strict, it is content.  So is
    /// the beginning of a marker, `<tool_c`: nothing tells it from text.
    PARLANCE_DECL void finish(delta_callback sink);

    /// The message as far as it is certain; after finish(), all of it.  Its content is absent when there was none.
    [[nodiscard]] PARLANCE_DECL message const& so_far() const noexcept;

    /// Bytes fed that are not decided yet: they may be the beginning of a marker, or of a call.  chat/hold.hpp says how
    /// many there can be.
    [[nodiscard]] PARLANCE_DECL std::size_t held() const noexcept;

    /// What broken calls left, in the order of the text; empty in a clean answer.
    [[nodiscard]] PARLANCE_DECL std::string_view malformed() const noexcept;

    /// A place to go back to.
    class mark {
        friend class response_parser;
        struct data;
        explicit mark(std::shared_ptr<data const> d) noexcept : data_(std::move(d)) {}
        std::shared_ptr<data const> data_;
    };
    /// Costs what is held, not what was read.
    [[nodiscard]] PARLANCE_DECL mark here() const;
    /// Forgets all that was fed since the mark was taken, of this parser and not behind a later rollback().  The
    /// deltas since then are void.
    PARLANCE_DECL void rollback(mark const& to);

private:
    std::unique_ptr<detail::response_machine> machine_;
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/response_parser.ipp>
#endif
