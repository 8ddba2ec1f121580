// parlance/chat/detail/answer.hpp - a message that only grows, every growth a delta
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/text/function_ref.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

class answer {
public:
    answer() { message_.role = "assistant"; }

    [[nodiscard]] message const& so_far() const noexcept { return message_; }
    [[nodiscard]] std::string_view malformed() const noexcept { return malformed_; }

    void reason(std::string_view text, delta_callback sink) {
        message_.reasoning.append(text);
        sink(delta{delta_kind::reasoning, 0, text, {}, true});
    }
    void say(std::string_view text, delta_callback sink) {
        if (!message_.content) {
            message_.content.emplace();
        }
        message_.content->append(text);
        sink(delta{delta_kind::content, 0, text, {}, true});
    }
    void lose(std::string_view text, delta_callback sink) {
        malformed_.append(text);
        sink(delta{delta_kind::malformed, message_.calls.size(), text, {}, true});
    }
    void begin_call(std::string name, std::string const& id, delta_callback sink) {
        message_.calls.push_back({id, std::move(name), {}, false});
        sink(delta{delta_kind::call_begin, message_.calls.size() - 1, message_.calls.back().name, id, true});
    }
    void argue(std::string_view text, delta_callback sink) {
        argue_by([&](std::string& arguments) { arguments.append(text); }, sink);
    }
    /// Where `write(arguments)` appends something, tells it.
    template <class Write>
    void argue_by(Write const& write, delta_callback sink) {
        std::string& arguments = message_.calls.back().arguments;
        std::size_t const before = arguments.size();
        write(arguments);
        if (arguments.size() > before) {
            std::string_view const text = std::string_view(arguments).substr(before);
            sink(delta{delta_kind::arguments, message_.calls.size() - 1, text, {}, true});
        }
    }
    /// `id` is what is known at the end; it counts where none was told at the beginning.
    void end_call(bool complete, bool refused, std::string const& id, delta_callback sink) {
        tool_call& call = message_.calls.back();
        bool const late = call.id.empty() && !id.empty();
        if (late) {
            call.id = id;
        }
        call.whole = complete && !refused;
        call.refused = complete && refused;
        std::string_view const told = late ? std::string_view(call.id) : std::string_view{};
        sink(delta{delta_kind::call_end, message_.calls.size() - 1, {}, told, call.whole, call.refused});
    }

    /// How far it has grown.
    struct extent {
        bool has_content = false;
        std::size_t content = 0;
        std::size_t reasoning = 0;
        std::size_t malformed = 0;
        std::size_t calls = 0;
        std::size_t arguments = 0;  // of the last call
        std::string id{};           // of the last call
        bool whole = false;         // the last call
        bool refused = false;
    };
    [[nodiscard]] extent size() const {
        extent out{message_.content.has_value(),
                   message_.content ? message_.content->size() : 0,
                   message_.reasoning.size(),
                   malformed_.size(),
                   message_.calls.size(),
                   0,
                   {},
                   false};
        if (!message_.calls.empty()) {
            out.arguments = message_.calls.back().arguments.size();
            out.id = message_.calls.back().id;
            out.whole = message_.calls.back().whole;
            out.refused = message_.calls.back().refused;
        }
        return out;
    }
    /// Back to an earlier size().
    void shrink(extent const& to) {
        if (!to.has_content) {
            message_.content.reset();
        } else {
            message_.content->resize(to.content);
        }
        message_.reasoning.resize(to.reasoning);
        malformed_.resize(to.malformed);
        message_.calls.resize(to.calls);
        if (to.calls > 0) {
            message_.calls.back().arguments.resize(to.arguments);
            message_.calls.back().id = to.id;
            message_.calls.back().whole = to.whole;
            message_.calls.back().refused = to.refused;
        }
    }

private:
    message message_;
    std::string malformed_;
};

}  // namespace parlance::chat::detail
