// parlance/chat/detail/left_out.hpp - what of a conversation a template leaves out of its prompt
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/open_end.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Calls visit(text) for each text of a message that says something.
template <class Message, class Visit>
void each_text(Message& m, Visit&& visit) {
    for (auto& part : m.parts) {
        auto* const object = part.if_object();
        auto* const text = object != nullptr ? object->if_contains("text") : nullptr;
        if (text != nullptr && text->is_string() && !split(text->get_string()).core.empty()) {
            visit(text->get_string());
        }
    }
    if (m.parts.empty() && m.content && !split(*m.content).core.empty()) {
        visit(*m.content);
    }
}

/// Whether a template is expected to show messages of this role, somewhere at least.
inline bool is_of_every_template(std::string_view role) {
    return role == "system" || role == "developer" || role == "user" || role == "assistant";
}

inline diagnostic shows_nothing() {
    return {errc::invalid_message, {}, 0, "/messages: the model's template shows nothing of them"};
}

/// A conversation with a mark in the place of each text and of reasoning, and in the name of each call, to be looked for in
/// the prompt.
class marked_conversation {
public:
    /// prompt  of the conversation: the marks are not in it
    marked_conversation(inputs const& in, std::string_view prompt, stop_asker asker)
        : mark_(absent_mark(prompt)), asker_(asker) {
        in_.kwargs = in.kwargs;
        in_.documents = in.documents;
        in_.add_generation_prompt = in.add_generation_prompt;
        in_.tools.reserve(in.tools.size());
        for (tool const& t : in.tools) {
            if (asker_.next(1 + row)) {
                in_.tools.push_back(
                    {t.name, t.description, boost::json::value(t.parameters, &storage_), t.strict});
            }
        }
        in_.messages.reserve(in.messages.size());
        for (std::size_t i = 0; i < in.messages.size() && asker_.next(1 + row); ++i) {
            add(in.messages[i]);
        }
    }
    [[nodiscard]] inputs const& conversation() const noexcept { return in_; }
    [[nodiscard]] bool empty() const noexcept { return places_.empty(); }

    /// Whether a text was said: the prompt of a template that shows any changes with it.
    [[nodiscard]] bool says_something() const noexcept {
        return std::any_of(places_.begin(), places_.end(),
                           [](place const& p) { return p.lost == fixup::text_left_out; });
    }

    /// What is to be said of a template that writes this prompt of it: an error where it shows nothing of the last message,
    /// and that is of a role that not every template knows; else what it leaves out.  Of what was said before, templates leave
    /// out what they no longer need.
    [[nodiscard]] result<std::vector<fixup>> judge(std::string_view prompt) {
        for (std::size_t at = prompt.find(mark_); at != prompt.npos && asker_.next();
             at = prompt.find(mark_, at + 1)) {
            std::string_view const number = prompt.substr((std::min)(at + mark_.size() + 1, prompt.size()));
            std::size_t n = places_.size();
            std::from_chars(number.data(), number.data() + number.size(), n);
            if (n < places_.size()) {
                places_[n].shown = true;
            }
        }
        std::vector<fixup> out;
        bool last = false;
        for (place const& p : places_) {
            if (!asker_.next()) {
                return out;  // the caller stops and asks for no answer
            }
            if (!p.shown && std::find(out.begin(), out.end(), p.lost) == out.end()) {
                out.push_back(p.lost);
            }
            last = last || (p.shown && p.message == places_.back().message);
        }
        std::size_t const message = places_.back().message;
        std::string const& role = in_.messages[message].role;
        if (!last && message + 1 == in_.messages.size() && !is_of_every_template(role)) {
            return diagnostic{errc::invalid_message,
                              {},
                              0,
                              note("/messages/")
                                  .append_number(message)
                                  .append(": the model's template shows nothing of messages of the role ")
                                  .append(json::quoted(role))};
        }
        return out;
    }

private:
    static constexpr std::size_t row = 16;  // what a message or a tool costs to copy, at least

    /// A copy of all but the texts.
    void add(message const& m) {
        in_.messages.push_back({.role = m.role, .parts = boost::json::array(&storage_)});
        message& out = in_.messages.back();
        out.reasoning = m.reasoning;
        if (!split(m.reasoning).core.empty()) {
            out.reasoning = next_mark(fixup::reasoning_left_out);
        }
        out.calls = m.calls;
        for (tool_call& call : out.calls) {
            if (asker_.next(row)) {
                call.name += next_mark(fixup::calls_left_out);
            }
        }
        out.tool_call_id = m.tool_call_id;
        out.name = m.name;
        out.parts.reserve(m.parts.size());
        for (boost::json::value const& part : m.parts) {
            if (!asker_.next(2 * row)) {
                return;
            }
            out.parts.push_back(part);
        }
        if (m.content) {
            out.content.emplace(m.parts.empty() ? std::string_view(*m.content) : std::string_view());
        }
        each_text(out, [this](auto& text) {
            if (asker_.next(2 * row)) {
                text = next_mark(fixup::text_left_out);
            }
        });
    }
    [[nodiscard]] std::string next_mark(fixup lost) {
        places_.push_back({in_.messages.size() - 1, lost});
        return mark_ + "x" + std::to_string(places_.size() - 1) + "x";
    }

    struct place {
        std::size_t message;
        fixup lost;  // what it is called where it is not shown
        bool shown = false;
    };
    boost::json::monotonic_resource storage_{};  // of parts and parameters: given up at once
    inputs in_{};
    std::string mark_;
    stop_asker asker_;
    std::vector<place> places_{};
};

/// Whether a prompt shows each text of the messages as it is, their reasoning and the names of their calls.  A text that it
/// shows otherwise, or not in the order of the conversation, counts as not shown: then it takes another render to tell (see
/// marked_conversation).
///
/// spans  where the prompt comes from the caller, as far as that is known
/// cost   the prompt's length
[[nodiscard]] inline bool shows_all(std::string_view prompt, std::span<jinja::span const> spans,
                                    std::vector<message> const& messages, stop_asker asker) {
    constexpr std::size_t enough = 64;  // bytes that are compared: no text makes the search dear
    constexpr std::size_t word = 8;     // a shorter text may stand anywhere
    std::size_t at = 0;
    std::size_t next = 0;
    bool all = true;
    auto const look_for = [&](std::string_view role, std::string_view whole) {
        std::string_view const text = split(whole).core;
        if (!is_of_every_template(role) && role != "tool") {
            all = false;
            return;
        }
        if (text.size() < word && !spans.empty()) {
            for (; next < spans.size(); ++next) {
                jinja::span const& s = spans[next];
                bool const given = s.from == jinja::origin::input && s.begin >= at;
                if (given && split(prompt.substr(s.begin, s.end - s.begin)).core == text) {
                    break;
                }
            }
            all = next < spans.size();
            at = all ? spans[next].end : at;
            return;
        }
        at = prompt.find(text.substr(0, enough), at);
        all = at != prompt.npos;
        at += all ? (std::min)(text.size(), enough) : 0;
    };
    for (std::size_t i = 0; i < messages.size() && all; ++i) {
        if (!split(messages[i].reasoning).core.empty() && asker.next()) {
            look_for("assistant", messages[i].reasoning);
        }
        std::size_t const front = at;
        each_text(messages[i], [&](std::string_view text) {
            if (all && asker.next()) {
                look_for(messages[i].role, text);
            }
        });
        // Calls stand in front of the text, or behind it.
        std::size_t from = front;
        for (tool_call const& call : messages[i].calls) {
            if (all && asker.next()) {
                std::string_view const name = std::string_view(call.name).substr(0, enough);
                from = prompt.find(name, from);
                all = from != prompt.npos;
                from += all ? (std::min)(call.name.size(), prompt.size() - from) : 0;
            }
        }
        at = all ? (std::max)(at, from) : at;
    }
    return all;
}

/// Where a name stands in the prompt as a word, from `at` on; npos for nowhere.
[[nodiscard]] inline std::size_t find_name(std::string_view prompt, std::string_view name, std::size_t at) {
    for (at = prompt.find(name, at); at != prompt.npos; at = prompt.find(name, at + 1)) {
        std::size_t const end = at + name.size();
        if ((at == 0 || !is_word_letter(prompt[at - 1])) &&
            (end == prompt.size() || !is_word_letter(prompt[end]))) {
            return at;
        }
    }
    return prompt.npos;
}

/// Whether a prompt shows the tools of a conversation: it has the name of each, and that of the first one more often than
/// it is called.
[[nodiscard]] inline bool names_all(std::string_view prompt, inputs const& in, stop_asker asker) {
    constexpr std::size_t enough = 64;
    constexpr std::size_t bytes_of_a_row = 64;
    auto const plain = [](std::string_view name) {  // others may be written otherwise
        return !name.empty() && name.size() <= enough &&
               std::all_of(name.begin(), name.end(), is_word_letter);
    };
    std::size_t at = 0;
    for (tool const& t : in.tools) {
        if (!plain(t.name)) {
            continue;
        }
        if (!asker.next(1 + prompt.size() / bytes_of_a_row)) {
            return true;  // the caller stops and asks for no answer
        }
        std::size_t const found = find_name(prompt, t.name, at);
        at = found == prompt.npos && at > 0 ? find_name(prompt, t.name, 0) : found;
        if (at == prompt.npos) {
            return false;
        }
    }
    std::string const& first = in.tools.front().name;
    std::size_t called = 0;
    for (message const& m : in.messages) {
        called += static_cast<std::size_t>(std::count_if(
            m.calls.begin(), m.calls.end(), [&](tool_call const& call) { return call.name == first; }));
    }
    at = 0;
    for (std::size_t n = 0; plain(first) && n <= called && called > 0; ++n, ++at) {
        if (at = find_name(prompt, first, at); at == prompt.npos) {
            return false;
        }
    }
    return true;
}

/// The smallest conversation with a tool that has this name.
[[nodiscard]] inline inputs with_one_tool(inputs const& in, std::string_view name) {
    inputs out;
    out.kwargs = in.kwargs;
    out.messages.push_back({.role = "user", .content = "Hello."});
    if (!in.messages.empty() && in.messages.front().role == "system") {
        out.messages.insert(out.messages.begin(), in.messages.front());
    }
    out.tools.push_back(in.tools.front());
    out.tools.back().name = name;
    return out;
}

}  // namespace parlance::chat::detail
