// parlance/chat/analysis/detail/message_comparison.hpp - a message that was written, and what was read of it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::chat::analysis::detail {

/// What must come back of a message beside its words: everything, or numbers to the letter as well.
enum class fidelity : std::uint8_t { values, letters };

[[nodiscard]] inline std::string describe(message const& m) {
    std::string out = "content " + json::quoted(m.content.value_or(""));
    if (!m.reasoning.empty()) {
        out += ", reasoning " + json::quoted(m.reasoning);
    }
    for (tool_call const& c : m.calls) {
        out += ", call " + c.name + "(" + c.arguments + ")" + (c.id.empty() ? "" : " " + c.id);
    }
    return out;
}

/// Compares messages of one dialect.
class message_comparison {
public:
    explicit message_comparison(tool_format const& t)
        : format_(&t),
          ids_are_made_(std::ranges::find(t.call, piece::kind::index, &piece::is) != t.call.end()) {}

    [[nodiscard]] bool same(message const& wanted, message const& got, std::string_view text,
                            fidelity how) const {
        if (strip(wanted.content.value_or("")) != strip(got.content.value_or("")) ||
            strip(wanted.reasoning) != strip(got.reasoning) || wanted.calls.size() != got.calls.size()) {
            return false;
        }
        for (std::size_t i = 0; i < wanted.calls.size(); ++i) {
            tool_call const& a = wanted.calls[i];
            tool_call const& b = got.calls[i];
            auto const meant = json::parse(a.arguments);
            auto const read = json::parse(b.arguments);
            bool const shown = text.find(a.id) != std::string_view::npos;
            bool const id = a.id == b.id || (!shown && (b.id.empty() || ids_are_made_));
            if (a.name != b.name || !meant || !read || !json::equal(*meant, *read) || !id) {
                return false;
            }
            if (how == fidelity::letters && unspaced(a.arguments) != unspaced(b.arguments)) {
                return false;
            }
        }
        return true;
    }

    /// Whether what was read has the same calls and the same words, only elsewhere.
    [[nodiscard]] bool moved(message const& wanted, message const& got) const {
        auto const words = [](message const& m) {
            return std::string(strip(m.reasoning)).append(strip(m.content.value_or("")));
        };
        message same_words = got;
        same_words.reasoning = wanted.reasoning;
        same_words.content = wanted.content;
        return words(wanted) == words(got) && same(wanted, same_words, {}, fidelity::values);
    }

    /// Whether only the arguments differ, where what a list or an object is made of stands in markup without its type.
    [[nodiscard]] bool retyped(message const& wanted, message const& got) const {
        message same_arguments = got;
        for (std::size_t i = 0; i < (std::min)(wanted.calls.size(), got.calls.size()); ++i) {
            same_arguments.calls[i].arguments = wanted.calls[i].arguments;
        }
        return chat::detail::members_in(*format_).has_value() &&
               same(wanted, same_arguments, {}, fidelity::values);
    }

    /// Whether only strings differ that are arguments.
    [[nodiscard]] bool other_strings(message const& wanted, message const& got) const {
        message same_strings = got;
        for (std::size_t i = 0; i < (std::min)(wanted.calls.size(), got.calls.size()); ++i) {
            auto const meant = json::parse(wanted.calls[i].arguments);
            auto read = json::parse(got.calls[i].arguments);
            if (!meant || !read || !meant->is_object() || !read->is_object()) {
                return false;
            }
            for (auto& [key, value] : read->get_object()) {
                auto const* text = meant->get_object().if_contains(key);
                if (text != nullptr && text->is_string() && value.is_string()) {
                    value = *text;
                }
            }
            same_strings.calls[i].arguments = json::dump(*read);
        }
        return same(wanted, same_strings, {}, fidelity::values);
    }

private:
    [[nodiscard]] static std::string unspaced(std::string text) {
        std::erase_if(text, is_blank);
        return text;
    }

    tool_format const* format_;
    bool ids_are_made_;  // by the template, from the position of the call
};

}  // namespace parlance::chat::analysis::detail
