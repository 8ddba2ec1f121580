// parlance/chat/detail/json_prefix.hpp - how much of a text that arrives in pieces may still become JSON
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// Follows JSON byte by byte.  What was taken is the beginning of a JSON text: some text makes it whole.  A value, unlike the
/// parsers of Boost.JSON: who streams an answer copies it to fork.
class json_prefix {
public:
    /// How many bytes of `text` go on with what was taken before: all of them, or those in front of the first that does not.
    /// Nothing is taken behind that.
    [[nodiscard]] PARLANCE_DECL std::size_t take(std::string_view text);

private:
    /// What comes next.  The states from `minus` on are in a number; those from `zero` on may end it.
    enum class at : std::uint8_t {
        value,
        first_item,
        first_key,
        key,
        colon,
        behind,
        string,
        escape,
        hex,
        word,
        minus,
        point,
        exponent,
        sign,
        zero,
        digits,
        fraction,
        power
    };

    [[nodiscard]] bool go(at next) noexcept {
        at_ = next;
        return true;
    }
    [[nodiscard]] bool open(char bracket, at next) {
        open_.push_back(bracket);
        return go(next);
    }
    [[nodiscard]] bool close(char bracket) {
        if (open_.empty() || open_.back() != bracket) {
            return false;
        }
        open_.pop_back();
        return go(at::behind);
    }
    [[nodiscard]] bool begin_string(bool key) noexcept {
        key_ = key;
        return go(at::string);
    }
    [[nodiscard]] bool begin_word(std::string_view rest) noexcept {
        word_ = rest;
        return go(at::word);
    }

    [[nodiscard]] PARLANCE_DECL bool step(char c);
    [[nodiscard]] PARLANCE_DECL bool value(char c);
    [[nodiscard]] PARLANCE_DECL bool number(char c);

    std::string open_{};       // brackets
    std::string_view word_{};  // the rest of it
    at at_ = at::value;
    bool key_ = false;  // the string is one
    bool broken_ = false;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/json_prefix.ipp>
#endif
