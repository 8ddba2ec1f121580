// parlance/chat/hf/detail/member_scanner.hpp - the name and the arguments of a call, while its JSON arrives
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::hf::detail {

/// Walks through the text of one JSON object.  It takes the text to be JSON: whether it is, is known at its end.
class member_scanner {
public:
    member_scanner(std::string name_key, std::string arguments_key)
        : name_key_(std::move(name_key)), arguments_key_(std::move(arguments_key)) {}

    /// The name, once its member is complete and is a string.
    [[nodiscard]] std::optional<std::string> const& name() const noexcept { return name_; }
    /// All of the arguments' text so far; empty when they are no object or list.
    [[nodiscard]] std::string_view arguments() const noexcept { return arguments_; }

    void put(std::string_view text) {
        for (char const c : text) {
            put(c);
        }
    }

private:
    enum class place : std::uint8_t { before, key, in_key, colon, value, in_value, after };

    static bool blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

    void put(char c) {
        switch (place_) {
        case place::before: place_ = c == '{' ? place::key : blank(c) ? place_ : place::after; break;
        case place::key:
            if (c == '"') {
                key_ = "\"";
                place_ = place::in_key;
            } else if (c == '}') {
                place_ = place::after;
            }
            break;
        case place::in_key:
            key_.push_back(c);
            if (ends_string(c)) {
                auto const read = json::parse(key_);
                key_ = read ? std::string(json::text_of(*read)) : std::string();
                place_ = place::colon;
            }
            break;
        case place::colon: place_ = c == ':' ? place::value : place_; break;
        case place::value:
            if (!blank(c)) {
                begin_value(c);
            }
            break;
        case place::in_value: more_value(c); break;
        case place::after: break;
        }
    }

    /// Whether the byte is a quote that no backslash precedes.
    bool ends_string(char c) noexcept {
        bool const ends = c == '"' && !escaped_;
        escaped_ = c == '\\' && !escaped_;
        return ends;
    }

    void begin_value(char c) {
        place_ = place::in_value;
        composite_ = c == '{' || c == '[';
        depth_ = composite_ ? 1 : 0;
        quoted_ = c == '"';
        escaped_ = false;
        value_.clear();
        take(c);
    }

    void more_value(char c) {
        if (!quoted_ && !composite_ && (c == ',' || c == '}')) {  // behind a number or a word
            end_value();
            place_ = c == ',' ? place::key : place::after;
            return;
        }
        if (depth_ == 0 && !quoted_) {
            if (composite_ || text_ended_) {
                return between(c);
            }
            return take(c);
        }
        take(c);
        if (quoted_) {
            quoted_ = !ends_string(c);
            text_ended_ = !quoted_ && depth_ == 0;
            if (text_ended_) {
                end_value();
                composite_ = true;
            }
            return;
        }
        if (c == '"') {
            quoted_ = true;
            escaped_ = false;
        } else if (c == '{' || c == '[') {
            ++depth_;
        } else if ((c == '}' || c == ']') && --depth_ == 0) {
            end_value();
        }
    }

    /// Behind a value that has an end of its own.
    void between(char c) noexcept {
        text_ended_ = false;
        place_ = c == ',' ? place::key : c == '}' ? place::after : place_;
    }

    void take(char c) {
        if (key_ == arguments_key_ && composite_ && (depth_ > 0 || quoted_)) {
            arguments_.push_back(c);
        } else if (key_ == name_key_) {
            value_.push_back(c);
        }
    }
    void end_value() {
        if (key_ == name_key_) {
            if (auto const read = json::parse(value_); read && read->is_string()) {
                name_ = std::string(json::text_of(*read));
            }
        }
    }

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

}  // namespace parlance::chat::hf::detail
