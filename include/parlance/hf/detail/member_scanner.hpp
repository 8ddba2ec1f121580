// parlance/hf/detail/member_scanner.hpp - the name and the arguments of a call, while its JSON arrives
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::hf::detail {

/// Walks through the text of one JSON object.  It takes the text to be JSON: whether it is, is known at its end.
class member_scanner {
public:
    member_scanner(std::string name_key, std::string arguments_key)
        : name_key_(std::move(name_key)), arguments_key_(std::move(arguments_key)) {}

    /// The name, once its member is complete and is a string.
    [[nodiscard]] std::optional<std::string> const& name() const noexcept { return name_; }
    /// All of the arguments' text so far; empty when they are no object or list.
    [[nodiscard]] std::string_view arguments() const noexcept { return arguments_; }

    PARLANCE_DECL void put(std::string_view text);

private:
    enum class place : std::uint8_t { before, key, in_key, colon, value, in_value, after };

    static bool blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

    PARLANCE_DECL void put(char c);

    /// Whether the byte is a quote that no backslash precedes.
    PARLANCE_DECL bool ends_string(char c) noexcept;

    PARLANCE_DECL void begin_value(char c);

    PARLANCE_DECL void more_value(char c);

    /// Behind a value that has an end of its own.
    PARLANCE_DECL void between(char c) noexcept;

    PARLANCE_DECL void take(char c);
    PARLANCE_DECL void end_value();

    std::string name_key_;
    std::string arguments_key_;
    std::optional<std::string> name_;
    std::string arguments_;
    std::string key_;
    std::string value_;
    place place_ = place::before;
    std::size_t depth_ = 0;  // of brackets inside the value
    bool composite_ = false;
    bool quoted_ = false;
    bool escaped_ = false;
    bool text_ended_ = false;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/member_scanner.ipp>
#endif
