// parlance/chat/detail/fitting.hpp - the messages of one conversation while they are changed for a template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

inline constexpr std::size_t rows_of_a_part = 4;  // for looks whether to stop

/// The text of content in either form; parts that are no text are left out, and so is what is left when `asked` says to stop.
inline std::string plain_content(boost::json::value const* content, stop_asker& asked) {
    if (content == nullptr || !content->is_array()) {
        return std::string(content != nullptr ? json::text_of(*content) : std::string_view{});
    }
    std::string out;
    for (boost::json::value const& part : content->get_array()) {
        if (auto const* text = json::member(part, "text"); text != nullptr && asked.next(rows_of_a_part)) {
            out.append(json::text_of(*text));
        }
    }
    return out;
}

inline bool all_text(boost::json::array const& parts, stop_asker& asked) {
    return std::all_of(parts.begin(), parts.end(), [&](boost::json::value const& part) {
        auto const* const text = json::member(part, "text");
        return text != nullptr && text->is_string() && asked.next(rows_of_a_part);
    });
}

/// The role of message `at` once the messages are fitted.
[[nodiscard]] inline std::string fitted_role(boost::json::array const& messages, std::size_t at,
                                             capabilities const& can) {
    auto const role_of = [&](std::size_t i) {
        auto const* const role = i < messages.size() ? json::member(messages[i], "role") : nullptr;
        return role != nullptr ? json::text_of(*role) : std::string_view{};
    };
    std::string_view role = role_of(at);
    if (!can.text_content && !can.typed_content) {
        return std::string(role);
    }
    role = role == "developer" && !can.developer_role ? "system" : role;
    bool const merged = role == "system" && !can.system_role && at == 0 && role_of(1) == "user";
    return std::string(merged ? "user" : role_of(at) == "developer" && !can.system_role ? "developer" : role);
}

/// The results behind a message with several calls; each is taken by one of them.
class unplaced_results {
public:
    unplaced_results(boost::json::array const& messages, std::size_t begin, std::size_t end)
        : begin_(begin), next_(begin), placed_(end - begin, false) {
        for (std::size_t at = end; at-- > begin;) {  // the first is at the end of its list
            auto const* const id = json::member(messages[at], "tool_call_id");
            (id != nullptr ? of_id_[key_of(*id)] : of_any_).push_back(at);
        }
    }
    /// That of a call: of its id, or the next one where there are no ids.  Where there is none, the one behind the last.
    [[nodiscard]] std::size_t take_of(boost::json::value const& call) {
        auto const* const id = json::member(call, "id");
        std::size_t out = begin_ + placed_.size();
        if (id == nullptr) {
            while (next_ < out && is_placed(next_)) {
                ++next_;
            }
            out = next_;
        } else {
            auto* const own = of_id_.find(key_of(*id));
            out = (std::min)(own != nullptr ? first_of(own->value) : out, first_of(of_any_));
        }
        if (out < begin_ + placed_.size()) {
            placed_[out - begin_] = true;
        }
        return out;
    }
    [[nodiscard]] bool is_placed(std::size_t at) const { return placed_[at - begin_]; }

private:
    /// Ids are texts as a rule; others are the same where they are written alike.
    [[nodiscard]] static std::string key_of(boost::json::value const& id) {
        return id.is_string() ? "text " + std::string(json::text_of(id)) : json::dump(id);
    }
    [[nodiscard]] std::size_t first_of(vec<std::size_t>& all) const {
        while (!all.empty() && is_placed(all.back())) {
            all.pop_back();
        }
        return all.empty() ? begin_ + placed_.size() : all.back();
    }

    std::size_t begin_;
    std::size_t next_;  // no one in front of it is left
    std::vector<bool> placed_;
    hash_map<std::string, vec<std::size_t>> of_id_;
    vec<std::size_t> of_any_;
};

/// Changes the messages of one conversation, and remembers how.  Of no use where `asked` says to stop.
class fitting {
public:
    fitting(boost::json::array& messages, capabilities const& can, stop_asker& asked)
        : messages_(messages), can_(can), asked_(asked) {}

    [[nodiscard]] std::vector<fixup> run() {
        bool const any_content = can_.text_content || can_.typed_content;
        if (any_content && can_.system_role && !can_.developer_role) {
            rename_developer();
        }
        if (any_content && !can_.system_role) {
            merge_system();
        }
        if (can_.shows_calls && !can_.parallel_calls) {
            separate_calls();
        }
        for (boost::json::value& each : messages_) {
            if (!asked_.next(rows_of_a_message)) {
                break;
            }
            if (auto* const message = each.if_object(); message != nullptr) {
                fit_reasoning(*message);
                fit_content(*message);
                fit_arguments(message->if_contains("tool_calls"));
            }
        }
        return std::move(made_);
    }

private:
    void report(fixup f) {
        if (std::find(made_.begin(), made_.end(), f) == made_.end()) {
            made_.push_back(f);
        }
    }
    [[nodiscard]] static bool has_role(boost::json::value const& message, std::string_view role) {
        auto const* const found = json::member(message, "role");
        return found != nullptr && json::text_of(*found) == role;
    }

    void rename_developer() {
        for (boost::json::value& each : messages_) {
            if (has_role(each, "developer")) {
                each.get_object()["role"] = "system";
                report(fixup::developer_into_system);
            }
        }
    }

    void merge_system() {
        bool const first =
            messages_.size() > 1 && (has_role(messages_[0], "system") ||
                                     (has_role(messages_[0], "developer") && !can_.developer_role));
        if (!first || !has_role(messages_[1], "user")) {
            return;
        }
        auto& next = messages_[1].get_object();
        boost::json::value& content = next["content"];
        auto* const rules = messages_[0].get_object().if_contains("content");
        auto const texts = [this](boost::json::value const* v) {
            return v == nullptr || !v->is_array() || all_text(v->get_array(), asked_);
        };
        if (texts(rules) && texts(&content)) {
            content = plain_content(rules, asked_) + "\n" + plain_content(&content, asked_);
        } else {  // pictures stay where they are
            boost::json::array parts = as_parts(rules);
            parts.push_back(boost::json::object{{"type", "text"}, {"text", "\n"}});
            for (boost::json::value& part : as_parts(&content)) {
                parts.push_back(std::move(part));
            }
            content = std::move(parts);
        }
        messages_.erase(messages_.begin());
        report(fixup::system_into_user);
    }

    [[nodiscard]] boost::json::array as_parts(boost::json::value const* content) {
        if (content != nullptr && content->is_array()) {
            return content->get_array();
        }
        boost::json::object part{{"type", "text"}, {"text", plain_content(content, asked_)}};
        return boost::json::array(std::size_t{1}, std::move(part));
    }

    /// What a value takes where it is copied, about.
    [[nodiscard]] static std::size_t bytes_of(boost::json::value const& v) {
        std::size_t out = sizeof v;
        if (v.is_string()) {
            out += 16 + v.get_string().size();
        } else if (v.is_array()) {
            for (boost::json::value const& item : v.get_array()) {
                out += bytes_of(item);
            }
        } else if (v.is_object()) {
            for (auto const& member : v.get_object()) {
                out += bytes_of_a_member + member.key().size() + bytes_of(member.value());
            }
        }
        return out;
    }

    /// Whether a message can be copied so often, but for what stands in the first of them only.  One with so much beside so
    /// many calls stays as it is, and a template that takes one call does not show the others.
    [[nodiscard]] bool pays_for_copies(boost::json::object const& message, std::size_t copies) {
        auto const once = reasoning_keys();
        std::size_t bytes = 0;
        for (auto const& member : message) {
            std::string_view const key = member.key();
            bool const copied = key != "content" && key != "tool_calls" &&
                                std::find(once.begin(), once.end(), key) == once.end();
            bytes += bytes_of_a_member + key.size() + (copied ? bytes_of(member.value()) : 0);
        }
        if (bytes > bytes_of_copies_ / copies) {
            report(fixup::calls_left_out);
            return false;
        }
        bytes_of_copies_ -= bytes * copies;
        return true;
    }

    /// The calls of one message, each in a message of its own, followed by its result where there is one.
    void separate_calls() {
        boost::json::array out(messages_.storage());
        for (std::size_t i = 0; i < messages_.size(); ++i) {
            auto const* const calls = json::member(messages_[i], "tool_calls");
            if (calls == nullptr || !calls->is_array() || calls->get_array().size() < 2 ||
                !pays_for_copies(messages_[i].get_object(), calls->get_array().size() - 1)) {
                out.push_back(std::move(messages_[i]));
                continue;
            }
            boost::json::object message = std::move(messages_[i].get_object());
            boost::json::array each = std::move(message["tool_calls"].get_array());
            message["tool_calls"] = nullptr;  // it is copied for each of them
            std::size_t end = i + 1;
            while (end < messages_.size() && has_role(messages_[end], "tool")) {
                ++end;
            }
            unplaced_results results(messages_, i + 1, end);
            for (std::size_t n = 0; n < each.size() && asked_.next(rows_of_a_message); ++n) {
                std::size_t const result = results.take_of(each[n]);
                boost::json::object one(message, messages_.storage());
                one["tool_calls"].emplace_array().push_back(std::move(each[n]));
                out.push_back(std::move(one));
                if (result < end) {
                    out.push_back(std::move(messages_[result]));
                }
                if (n == 0) {
                    message["content"] = "";
                    for (std::string_view const key : reasoning_keys()) {
                        message.erase(key);
                    }
                }
            }
            for (std::size_t at = i + 1; at < end; ++at) {
                if (!results.is_placed(at)) {
                    out.push_back(std::move(messages_[at]));
                }
            }
            i = end - 1;
            report(fixup::calls_in_turn);
        }
        messages_ = std::move(out);
    }

    /// The keys under which reasoning stands.
    [[nodiscard]] std::vector<std::string_view> reasoning_keys() const {
        return {"reasoning_content", "thinking", "reasoning", can_.form.reasoning_key};
    }

    /// Templates that take one text beside calls write it as what was thought.
    void fit_reasoning(boost::json::object& message) {
        auto const* const content = message.if_contains("content");
        auto const* const calls = message.if_contains("tool_calls");
        bool const called = calls != nullptr && calls->is_array() && !calls->get_array().empty();
        bool const joins =
            can_.one_text_in_call && content != nullptr && called &&
            (content->is_string() || (content->is_array() && all_text(content->get_array(), asked_)));
        std::string const said = joins ? plain_content(content, asked_) : std::string();
        if (said.empty()) {
            return;
        }
        for (std::string_view const key : reasoning_keys()) {
            auto* const thought = message.if_contains(key);
            if (thought != nullptr && thought->is_string() && !thought->get_string().empty()) {
                thought->get_string().append("\n\n").append(said);
                message["content"] = "";
                report(fixup::content_into_reasoning);
                return;
            }
        }
    }

    void fit_content(boost::json::object& message) {
        bool const calling = message.contains("tool_calls");
        if (!message.contains("content") && !(calling && can_.blank_content)) {
            return;
        }
        boost::json::value& content = message["content"];
        if (content.is_null() && calling && can_.blank_content) {
            content = "";
            report(fixup::blank_content);
        }
        if (content.is_string() && !can_.text_content && can_.typed_content) {
            boost::json::object part{{"type", "text"}, {"text", content}};
            content = boost::json::array(std::size_t{1}, std::move(part));
            report(fixup::content_as_parts);
        } else if (content.is_array() && can_.text_content && !can_.typed_content &&
                   all_text(content.get_array(), asked_)) {
            content = plain_content(&content, asked_);
            report(fixup::content_as_text);
        }
    }

    void fit_arguments(boost::json::value* calls) {
        if (calls == nullptr || !calls->is_array()) {
            return;
        }
        for (boost::json::value& call : calls->get_array()) {
            auto* const object = call.if_object();
            auto* const function = object != nullptr ? object->if_contains("function") : nullptr;
            auto* const members = function != nullptr ? function->if_object() : nullptr;
            auto* const arguments = members != nullptr ? members->if_contains("arguments") : nullptr;
            if (arguments == nullptr) {
                continue;
            }
            if (!arguments->is_object() && !can_.text_arguments && can_.object_arguments) {
                make_object(*arguments);
            } else if (arguments->is_object() && !can_.object_arguments && can_.text_arguments) {
                *arguments = json::dump(*arguments);
                report(fixup::arguments_as_text);
            }
        }
    }

    /// Of a call that was cut off, or that some client wrote: what stands in a conversation must not end it.
    void make_object(boost::json::value& arguments) {
        if (arguments.is_string()) {
            if (auto parsed = json::parse(json::text_of(arguments))) {
                arguments = *std::move(parsed);
            }
        }
        if (arguments.is_object()) {
            report(fixup::arguments_as_object);
            return;
        }
        std::string const text =
            arguments.is_string() ? std::string(json::text_of(arguments)) : json::dump(arguments);
        bool const nothing = arguments.is_null() || text.find_first_not_of(" \t\r\n") == std::string::npos;
        arguments = nothing ? boost::json::object{} : boost::json::object{{"arguments", text}};
        report(fixup::arguments_wrapped);
    }

    static constexpr std::size_t rows_of_a_message = 16;
    static constexpr std::size_t bytes_of_a_member = 112;

    boost::json::array& messages_;
    capabilities const& can_;
    stop_asker& asked_;
    std::vector<fixup> made_{};
    std::size_t bytes_of_copies_ = std::size_t{8} << 20;  // that are left for calls that are set apart
};

}  // namespace parlance::chat::detail
