// parlance/chat/detail/schema_identity.hpp - which schemas of arguments are the same
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/schema_slot.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// Whether the whole schema has definitions that a part of it may refer to.
[[nodiscard]] inline bool has_definitions(boost::json::value const& parameters) {
    auto const* whole = parameters.if_object();
    return whole != nullptr && (whole->contains("$defs") || whole->contains("definitions"));
}

/// A text that is the same for schemas that are lowered alike: all of them but what only describes.
class schema_identity {
public:
    schema_identity() = default;
    explicit schema_identity(stop_token stop) : asked_(stop) {}

    /// False where it is nested too deep to tell, or was stopped: who may be stopped asks, too.
    [[nodiscard]] bool add(boost::json::value const& schema, std::size_t depth = 0) {
        constexpr std::size_t deepest = 16;
        if (depth > deepest || !asked_.next(rows_of_a_value)) {
            return false;
        }
        if (auto const* object = schema.if_object()) {
            text_ += '{';
            for (auto const& member : *object) {
                std::string_view const key = member.key();
                if (depth == 0 && (key == "description" || key == "title")) {
                    continue;
                }
                refers_ = refers_ || key.starts_with('$');
                add_text(key);
                if (!add(member.value(), depth + 1)) {
                    return false;
                }
            }
            text_ += '}';
            return true;
        }
        if (auto const* array = schema.if_array()) {
            text_ += '[';
            for (auto const& item : *array) {
                if (!add(item, depth + 1)) {
                    return false;
                }
            }
            text_ += ']';
            return true;
        }
        if (schema.is_string()) {
            add_text(schema.get_string());
        } else {
            text_ += json::dump(schema);
            text_ += ' ';
        }
        return true;
    }
    /// A text with its length in front, so that nothing else is written alike.
    void add_text(std::string_view text) {
        text_.append(std::to_string(text.size())).append(":").append(text);
    }
    void add(char c) { text_ += c; }
    void add(raw_text raw) { add(raw == raw_text::never ? 'j' : raw == raw_text::only ? 's' : 'e'); }

    /// Whether there is a keyword that may refer to something outside.
    [[nodiscard]] bool refers() const noexcept { return refers_; }
    [[nodiscard]] std::string& text() noexcept { return text_; }

private:
    static constexpr std::size_t rows_of_a_value = 4;

    stop_asker asked_{};
    std::string text_;
    bool refers_ = false;
};

}  // namespace parlance::chat::detail
