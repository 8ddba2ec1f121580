// parlance/chat/detail/answer.hpp - a message that only grows, every growth a delta
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

class answer {
public:
    answer() { message_.role = "assistant"; }

    [[nodiscard]] message const& so_far() const noexcept { return message_; }
    [[nodiscard]] std::string_view malformed() const noexcept { return malformed_; }

    PARLANCE_HOT void reason(std::string_view text, delta_callback sink);
    PARLANCE_HOT void say(std::string_view text, delta_callback sink);
    PARLANCE_DECL void lose(std::string_view text, delta_callback sink);
    PARLANCE_DECL void begin_call(std::string name, std::string const& id, delta_callback sink);
    PARLANCE_HOT void argue(std::string_view text, delta_callback sink);
    /// `id` is what is known at the end; it counts where none was told at the beginning.
    PARLANCE_DECL void end_call(bool whole, std::string const& id, delta_callback sink);

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
    };
    [[nodiscard]] PARLANCE_DECL extent size() const;
    /// Back to an earlier size().
    PARLANCE_DECL void shrink(extent const& to);

private:
    message message_;
    std::string malformed_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/answer.ipp>
#endif
