// parlance/chat/hf/detail/message_deltas.hpp - a message in the making, told as deltas
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::hf::detail {

/// What the fields of templates and schemas are in a message.
enum class field_role : std::uint8_t { other, content, reasoning, call };

[[nodiscard]] PARLANCE_DECL field_role role_of(std::string_view field) noexcept;

/// The name of the function that a call is of.
[[nodiscard]] PARLANCE_DECL std::optional<std::string> name_of(json::value const* call);

/// Keeps the message equal to what was said of it.
class message_deltas {
public:
    message_deltas() { message_.role = "assistant"; }

    [[nodiscard]] message const& so_far() const noexcept { return message_; }
    [[nodiscard]] std::string_view malformed() const noexcept { return malformed_; }

    /// More content or reasoning; `between` goes before it where there was some already.
    void text(field_role role, std::string_view between, std::string_view more, delta_callback sink) {
        if (more.empty()) {
            return;
        }
        bool const content = role == field_role::content;
        if (content && !message_.content) {
            message_.content.emplace();
        }
        std::string& all = content ? *message_.content : message_.reasoning;
        std::string const whole = std::string(all.empty() ? std::string_view() : between).append(more);
        all.append(whole);
        sink(delta{content ? delta_kind::content : delta_kind::reasoning, 0, whole, {}, true});
    }

    /// Whether the call at hand has begun, and how many bytes of its arguments were said.
    [[nodiscard]] bool begun() const noexcept { return begun_; }
    [[nodiscard]] std::size_t said() const noexcept { return said_; }
    PARLANCE_DECL void next_call() noexcept;

    void begin_call(std::string_view name, std::string_view id, delta_callback sink) {
        begun_ = true;
        message_.calls.push_back({std::string(id), std::string(name), {}, false});
        sink(delta{delta_kind::call_begin, message_.calls.size() - 1, message_.calls.back().name,
                   message_.calls.back().id, true});
    }
    void arguments(std::string_view more, delta_callback sink) {
        said_ += more.size();
        message_.calls.back().arguments.append(more);
        sink(delta{delta_kind::arguments, message_.calls.size() - 1, more, {}, true});
    }

    /// The call at hand is complete: says of it what was not said yet, the arguments only when none were.
    void end_call(json::value const& value, delta_callback sink) {
        auto const* const inner = json::member(value, "function");
        json::value const& function = inner != nullptr ? *inner : value;
        std::string id;
        for (json::value const* const holder : {&value, &function}) {
            for (char const* const key : {"id", "tool_call_id"}) {
                if (auto const* v = json::member(*holder, key);
                    v != nullptr && v->is_string() && id.empty()) {
                    id = json::text_of(*v);
                }
            }
        }
        auto const name = name_of(&value);
        if (!begun_ && !name) {
            return broken_call(json::dump(value), sink);
        }
        bool const late = begun_ && !id.empty();
        if (!begun_) {
            begin_call(*name, id, sink);
        }
        if (said_ == 0) {
            auto const* const all = json::member(function, "arguments");
            std::string const text = all == nullptr || all->is_null() ? "{}"
                                     : all->is_string()               ? std::string(json::text_of(*all))
                                                                      : json::dump(*all);
            arguments(text.empty() ? "{}" : text, sink);
        }
        if (late) {
            message_.calls.back().id = id;
        }
        message_.calls.back().whole = true;
        sink(delta{delta_kind::call_end,
                   message_.calls.size() - 1,
                   {},
                   late ? std::string_view(id) : std::string_view(),
                   true});
        next_call();
    }
    /// Calls that come as values: one, or a list of them.
    void whole_calls(json::value const& value, delta_callback sink) {
        if (!value.is_array()) {
            return end_call(value, sink);
        }
        for (json::value const& one : value.get_array()) {
            next_call();
            end_call(one, sink);
        }
    }

    /// The call at hand, whose text is this, is none.
    void broken_call(std::string_view text, delta_callback sink) {
        if (begun_) {
            sink(delta{delta_kind::call_end, message_.calls.size() - 1, {}, {}, false});
        } else {
            malformed_.append(text);
            sink(delta{delta_kind::malformed, message_.calls.size(), text, {}, true});
        }
        next_call();
    }

private:
    message message_;
    std::string malformed_;
    bool begun_ = false;
    std::size_t said_ = 0;
};

}  // namespace parlance::chat::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/hf/detail/impl/message_deltas.ipp>
#endif
