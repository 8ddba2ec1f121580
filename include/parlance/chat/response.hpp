// parlance/chat/response.hpp - model output, as it streams, into reasoning, content and tool calls
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/detail/notation_reader.hpp>
#include <parlance/chat/detail/text_gate.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/stream.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

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
    response(syntax const& s, std::span<tool const> tools, limits const& bounds = {})
        : tools_(tools),
          notations_(s.notations),
          made_id_(s.made_id),
          names_are_final_(s.names_are_final),
          stream_(s.message.view(), bounds) {
        message_.role = "assistant";
    }

    /// Reads the end of the prompt, behind what opens the assistant's turn: it may have opened the reasoning, or
    /// closed it.  Gives no deltas, and its text is not part of the message.  To go on with a message that the prompt
    /// has begun, feed() its tail instead.
    void prime(std::string_view prompt_tail) {
        primed_ = stream_.offset() + prompt_tail.size();
        auto const silent = [](delta const&) {};
        stream_.feed(prompt_tail, [&](peg::event const& e) { handle(e, silent); });
    }

    /// Reads more of the answer.  Linear in its size; deltas come as soon as they are certain.
    template <delta_sink Sink>
    void feed(std::string_view bytes, Sink&& sink) {
        stream_.feed(bytes, [&](peg::event const& e) { handle(e, sink); });
    }

    /// The answer has ended, or was cut off.  Call once; nothing can be fed afterwards.
    template <delta_sink Sink>
    void finish(Sink&& sink) {
        stream_.finish([&](peg::event const& e) { handle(e, sink); });
        close_text(sink);
    }

    /// The message as far as it is certain; after finish(), all of it.  Its content is absent when there was none.
    [[nodiscard]] message const& so_far() const noexcept { return message_; }

    /// Bytes fed that are not decided yet: they may be the beginning of a marker, or of a call.
    [[nodiscard]] std::size_t held() const noexcept { return stream_.held(); }

    /// What broken calls left, in the order of the text; empty in a clean answer.
    [[nodiscard]] std::string_view malformed() const noexcept { return malformed_; }

private:
    template <class Sink>
    void handle(peg::event const& e, Sink& sink) {
        switch (e.kind) {
        case peg::event_kind::enter: enter(static_cast<part>(e.tag), sink); break;
        case peg::event_kind::bytes: bytes(static_cast<part>(e.tag), behind_prompt(e), sink); break;
        case peg::event_kind::leave: leave(static_cast<part>(e.tag), e.how, sink); break;
        case peg::event_kind::unparsed: bytes(part::content, behind_prompt(e), sink); break;
        case peg::event_kind::settle:
        case peg::event_kind::retract: break;
        }
    }

    /// What of an event's text is not of the prompt.
    [[nodiscard]] std::string_view behind_prompt(peg::event const& e) const noexcept {
        return e.begin >= primed_ ? e.text : e.text.substr(std::min(primed_ - e.begin, e.text.size()));
    }

    template <class Sink>
    void enter(part p, Sink& sink) {
        if (p != part::content) {
            close_text(sink);
        }
        if (is_noted(p)) {
            call_.argued = true;
            call_.noted.emplace(notation_of(p));
            return;
        }
        switch (p) {
        case part::call: call_ = {}; break;
        case part::name: call_.name.clear(); break;
        case part::id:
            call_.id.clear();
            call_.in_id = true;
            break;
        case part::key: call_.key.clear(); break;
        case part::value:
        case part::text_value:
        case part::json_value: begin_value(p, sink); break;
        case part::arguments:
        case part::text_arguments: call_.argued = true; break;
        default: break;
        }
    }

    template <class Sink>
    void bytes(part p, std::string_view text, Sink& sink) {
        if (!call_.begun && p != part::content && p != part::reasoning && p != part::malformed) {
            call_.raw.append(text);
        }
        if (is_noted(p)) {
            std::string json;
            call_.noted->put(text, json);
            argue(json, sink);
            return;
        }
        switch (p) {
        case part::content: put(p, text, sink); break;
        case part::reasoning: put(p, text, sink); break;
        case part::malformed: lose(text, sink); break;
        case part::name:
            call_.name.append(text);
            if (call_.in_id) {
                call_.id.append(text);
            }
            break;
        case part::id: call_.id.append(text); break;
        case part::key: call_.key.append(text); break;
        case part::arguments: argue(text, sink); break;
        case part::text_arguments: {
            std::string plain;
            call_.escapes.put(text, plain);
            argue(plain, sink);
            break;
        }
        case part::value:
        case part::text_value:
        case part::json_value: more_value(text, sink); break;
        case part::call:
        case part::noted: break;
        }
    }

    template <class Sink>
    void leave(part p, peg::closing how, Sink& sink) {
        bool const complete = how == peg::closing::complete;
        if (is_noted(p)) {
            std::string json;
            call_.noted->close(json);
            argue(json, sink);
            return;
        }
        switch (p) {
        case part::reasoning: close_text(sink); break;
        case part::name:
            call_.named = complete;
            begin_if_argued(sink);
            break;
        case part::id: call_.in_id = false; break;
        case part::value:
        case part::text_value:
        case part::json_value: end_value(complete, sink); break;
        case part::text_arguments: {
            std::string plain;
            call_.escapes.close(plain);
            argue(plain, sink);
            break;
        }
        case part::call: end_call(complete, sink); break;
        default: break;
        }
    }

    [[nodiscard]] static constexpr bool is_noted(part p) noexcept { return p >= part::noted; }
    [[nodiscard]] notation const& notation_of(part p) const {
        return notations_[static_cast<std::size_t>(p) - static_cast<std::size_t>(part::noted)];
    }

    // Text: content and reasoning.

    template <class Sink>
    void put(part p, std::string_view text, Sink& sink) {
        if (text.empty()) {
            return;
        }
        text_part_ = p;
        gate_.put(text, [&](std::string_view whole) { say(p, whole, sink); });
    }
    template <class Sink>
    void close_text(Sink& sink) {
        gate_.close([&](std::string_view rest) { say(text_part_, rest, sink); });
    }
    template <class Sink>
    void say(part p, std::string_view text, Sink& sink) {
        if (p == part::reasoning) {
            message_.reasoning.append(text);
            sink(delta{delta_kind::reasoning, 0, text, {}, true});
            return;
        }
        if (!message_.content) {
            message_.content.emplace();
        }
        message_.content->append(text);
        sink(delta{delta_kind::content, 0, text, {}, true});
    }
    template <class Sink>
    void lose(std::string_view text, Sink& sink) {
        malformed_.append(text);
        sink(delta{delta_kind::malformed, message_.calls.size(), text, {}, true});
    }

    // Calls.  A call begins when its name is known and its arguments begin, or when it ends.

    struct open_call {
        std::string name;
        std::string id;
        std::string key;
        std::string
            held;  // arguments before the name, or a value that must be whole before its type is known
        std::string early;  // arguments that came before the name
        std::string raw;    // all text of a call that has not begun yet
        detail::unescaper escapes;
        std::optional<detail::notation_reader> noted;
        detail::utf8_gate gate;
        std::size_t arguments = 0;  // tagged ones so far
        detail::text_type type = detail::text_type::unknown;
        bool in_id = false;
        bool named = false;
        bool argued = false;
        bool begun = false;
    };

    template <class Sink>
    void begin_if_argued(Sink& sink) {
        if (call_.argued || (names_are_final_ && call_.named)) {
            begin_call(sink);
        }
    }
    template <class Sink>
    void begin_call(Sink& sink) {
        if (call_.begun || !call_.named) {
            return;
        }
        call_.begun = true;
        call_.raw.clear();
        std::string plain;
        detail::unescaper name;
        name.put(call_.name, plain);
        name.close(plain);
        if (call_.id.empty() && !made_id_.empty()) {
            call_.id = std::string(made_id_).append(std::to_string(++made_));
        }
        message_.calls.push_back({call_.id, std::move(plain), {}});
        sink(delta{delta_kind::call_begin, message_.calls.size() - 1, message_.calls.back().name, call_.id,
                   true});
        std::string early;
        early.swap(call_.early);
        argue(early, sink);
    }
    template <class Sink>
    void argue(std::string_view text, Sink& sink) {
        begin_call(sink);
        if (!call_.begun) {
            call_.early.append(text);
            return;
        }
        call_.gate.put(text, [&](std::string_view whole) { emit(whole, sink); });
    }
    template <class Sink>
    void emit(std::string_view text, Sink& sink) {
        message_.calls.back().arguments.append(text);
        sink(delta{delta_kind::arguments, message_.calls.size() - 1, text, {}, true});
    }
    template <class Sink>
    void end_call(bool complete, Sink& sink) {
        begin_call(sink);
        if (!call_.begun) {
            lose(call_.raw, sink);
            call_ = {};
            return;
        }
        call_.gate.close([&](std::string_view rest) { emit(rest, sink); });
        tool_call& call = message_.calls.back();
        if (complete && call_.arguments > 0) {
            emit("}", sink);
        } else if (complete && call.arguments.empty()) {
            emit("{}", sink);
        }
        bool const late = call.id.empty() && !call_.id.empty();
        call.id = call_.id;
        sink(delta{delta_kind::call_end,
                   message_.calls.size() - 1,
                   {},
                   late ? call_.id : std::string_view{},
                   complete});
        call_ = {};
    }

    // Tagged arguments, written as JSON as they come.

    template <class Sink>
    void begin_value(part p, Sink& sink) {
        call_.argued = true;
        tool const* const t = find_tool(tools_, call_.name);
        call_.type = p == part::text_value   ? detail::text_type::string
                     : p == part::json_value ? detail::text_type::other
                     : t != nullptr          ? detail::type_of(t->parameters, call_.key)
                                             : detail::text_type::unknown;
        std::string head(call_.arguments++ == 0 ? "{" : ", ");
        json::append_quoted(head, call_.key);
        head.append(call_.type == detail::text_type::string ? ": \"" : ": ");
        call_.held.clear();
        argue(head, sink);
    }
    template <class Sink>
    void more_value(std::string_view text, Sink& sink) {
        if (call_.type != detail::text_type::string) {
            call_.held.append(text);
            return;
        }
        call_.gate.put(text, [&](std::string_view whole) { escape(whole, sink); });
    }
    template <class Sink>
    void escape(std::string_view text, Sink& sink) {
        std::string quoted;
        json::append_quoted(quoted, text);
        emit_or_keep(std::string_view(quoted).substr(1, quoted.size() - 2), sink);
    }
    template <class Sink>
    void emit_or_keep(std::string_view text, Sink& sink) {
        if (call_.begun) {
            emit(text, sink);
        } else {
            call_.early.append(text);
        }
    }
    template <class Sink>
    void end_value(bool complete, Sink& sink) {
        if (call_.type == detail::text_type::string) {
            call_.gate.close([&](std::string_view rest) { escape(rest, sink); });
            if (complete) {
                emit_or_keep("\"", sink);
            }
            return;
        }
        argue(complete ? detail::to_json_text(call_.held) : call_.held, sink);
    }

    std::span<tool const> tools_;
    std::span<notation const> notations_;
    std::string_view made_id_;
    std::size_t made_ = 0;
    bool names_are_final_ = false;
    peg::stream stream_;
    std::size_t primed_ = 0;  // bytes of the stream that are the prompt's
    message message_;
    std::string malformed_;
    detail::utf8_gate gate_;
    part text_part_ = part::content;
    open_call call_;
};

}  // namespace parlance::chat
