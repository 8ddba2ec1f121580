// parlance/hf/detail/message_deltas.hpp - a message in the making, told as deltas
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::hf::detail {

/// What the fields of templates and schemas are in a message.
enum class field_role : std::uint8_t { other, content, reasoning, call };

[[nodiscard]] PARLANCE_DECL field_role role_of(std::string_view field) noexcept;

/// The name of the function that a call is of.
[[nodiscard]] PARLANCE_DECL std::optional<std::string> name_of(json::value const* call);

/// Keeps the message equal to what was said of it.
class message_deltas {
public:
    message_deltas() { message_.role = "assistant"; }

    [[nodiscard]] chat::message const& so_far() const noexcept { return message_; }
    [[nodiscard]] std::string_view malformed() const noexcept { return malformed_; }

    /// More content or reasoning; `between` goes before it where there was some already.
    PARLANCE_DECL void text(field_role role, std::string_view between, std::string_view more,
                            chat::delta_callback sink);

    /// Whether the call at hand has begun, and how many bytes of its arguments were said.
    [[nodiscard]] bool begun() const noexcept { return begun_; }
    [[nodiscard]] std::size_t said() const noexcept { return said_; }
    PARLANCE_DECL void next_call() noexcept;

    PARLANCE_DECL void begin_call(std::string_view name, std::string_view id, chat::delta_callback sink);
    PARLANCE_DECL void arguments(std::string_view more, chat::delta_callback sink);

    /// The call at hand is complete: says of it what was not said yet, the arguments only when none were.
    PARLANCE_DECL void end_call(json::value const& value, chat::delta_callback sink);
    /// Calls that come as values: one, or a list of them.
    PARLANCE_DECL void whole_calls(json::value const& value, chat::delta_callback sink);

    /// The call at hand, whose text is this, is none.
    PARLANCE_DECL void broken_call(std::string_view text, chat::delta_callback sink);

private:
    chat::message message_;
    std::string malformed_;
    bool begun_ = false;
    std::size_t said_ = 0;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/message_deltas.ipp>
#endif
