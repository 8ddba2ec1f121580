// parlance/chat/detail/content_probe.hpp - what a template makes of a message's content, by the message's role
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/chat/detail/fitting.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// The smallest conversations in which a message of some role can stand.
class content_probe {
public:
    /// can  what the template needs besides; it must live as long
    content_probe(chat::scene_renderer render, capabilities const& can) noexcept
        : render_(render), can_(&can) {}

    /// What the template makes of a message of this role with this content; nothing where it raises.
    [[nodiscard]] std::optional<std::string> render(std::string_view role, boost::json::value content) const {
        boost::json::array messages;
        if (role != "user" && role != "system" && role != "developer") {
            messages.push_back(said("user", "Hello."));
        }
        if (role == "tool") {
            messages.push_back(calling({{first_id, first_name}}));
            messages.push_back(result(first_id, first_name, "x"));
        } else {
            messages.push_back(said(role, "x"));
        }
        if (role != "user" && role != "tool") {
            messages.push_back(said("user", "Hello."));
        }
        return rendered(std::move(messages), [&](boost::json::array& fitted) {
            for (std::size_t i = fitted.size(); i-- > 0;) {
                if (role_of(fitted[i]) == role) {
                    fitted[i].get_object()["content"] = std::move(content);
                    return;
                }
            }
        });
    }

    /// Two calls of one message, and two results that name them: the second one's first, or in the order of the calls.
    [[nodiscard]] std::optional<std::string> render_results(bool named, bool crossed) const {
        boost::json::array messages{said("user", "Hello."),
                                    calling({{first_id, first_name}, {second_id, second_name}})};
        messages.push_back(result(crossed ? second_id : first_id, crossed ? second_name : first_name, "one"));
        messages.push_back(result(crossed ? first_id : second_id, crossed ? first_name : second_name, "two"));
        for (boost::json::value& each : messages) {
            if (!named) {
                each.get_object().erase("name");
            }
        }
        return rendered(std::move(messages), [](boost::json::array&) {});
    }

    /// Whether texts of a role's message, which stand in a list, are all shown, and not as the list that they stand in.
    [[nodiscard]] bool shows_list(std::string_view role, std::size_t count) const {
        boost::json::array parts;
        for (std::size_t i = 0; i < count; ++i) {
            parts.push_back(boost::json::object{{"type", "text"}, {"text", marks[i]}});
        }
        return shows_plain(render(role, std::move(parts)), count);
    }
    [[nodiscard]] bool shows_text(std::string_view role) const {
        return shows_plain(render(role, boost::json::value(marks[0])), 1);
    }

private:
    // Some templates insist on ids of nine letters or digits.
    static constexpr std::string_view first_id = "callidaz1";
    static constexpr std::string_view second_id = "callidbz2";
    static constexpr std::string_view first_name = "probe_one";
    static constexpr std::string_view second_name = "probe_two";
    static constexpr std::string_view marks[] = {"qX7needle", "qY8needle"};

    [[nodiscard]] static boost::json::object said(std::string_view role, std::string_view text) {
        return {{"role", role}, {"content", text}};
    }
    [[nodiscard]] static boost::json::object result(std::string_view id, std::string_view name,
                                                    std::string_view text) {
        return {{"role", "tool"}, {"content", text}, {"tool_call_id", id}, {"name", name}};
    }
    [[nodiscard]] boost::json::object
    calling(std::initializer_list<std::pair<std::string_view, std::string_view>> calls) const {
        message out{.role = "assistant", .content = ""};
        for (auto const& [id, name] : calls) {
            out.calls.push_back({std::string(id), std::string(name), "{}"});
        }
        message_form form = can_->form;
        form.content = content_form::text;
        return to_template_json(out, form);
    }
    [[nodiscard]] static std::string_view role_of(boost::json::value const& message) {
        auto const* const role = json::member(message, "role");
        return role != nullptr ? json::text_of(*role) : std::string_view{};
    }

    /// Without tools, or else with them, with what the template needs in front.
    template <class Change>
    [[nodiscard]] std::optional<std::string> rendered(boost::json::array messages, Change&& change) const {
        if (can_->needs_system && role_of(messages.front()) != "system") {
            messages.insert(messages.begin(), said("system", "Rules."));
        }
        if (can_->form.ids == id_form::named) {
            name_ids(messages);
        }
        fit(messages, *can_);
        change(messages);
        boost::json::object variables{{"messages", std::move(messages)}, {"add_generation_prompt", false}};
        std::optional<std::string> out;
        if (!can_->needs_tools) {
            out = render_(variables);
        }
        if (!out) {
            boost::json::object function{
                {"name", first_name},
                {"description", "a tool"},
                {"parameters",
                 boost::json::object{{"type", "object"}, {"properties", boost::json::object{}}}}};
            bool const bare = can_->form.tools == tool_form::bare;
            boost::json::object shown{{"type", "function"}, {"function", function}};
            variables["tools"].emplace_array().push_back(bare ? std::move(function) : std::move(shown));
            out = render_(variables);
        }
        return out;
    }

    [[nodiscard]] static bool shows_plain(std::optional<std::string> const& text, std::size_t count) {
        std::size_t at = 0;
        for (std::size_t i = 0; i < count; ++i) {
            at = text ? text->find(marks[i], at) : std::string::npos;
            if (at == std::string::npos || names_text(std::string_view(*text).substr(0, at))) {
                return false;
            }
        }
        return true;
    }
    /// Whether this ends in a key of JSON or Python: "text": "
    [[nodiscard]] static bool names_text(std::string_view before) {
        std::size_t const end = before.find_last_not_of("'\": \\");
        return end + 1 < before.size() && before.substr(0, end + 1).ends_with("text");
    }

    chat::scene_renderer render_;
    capabilities const* can_;
};

/// Joins the texts of lists where the template does not show them all as plain text in a message of that role, or makes
/// one list of them where it takes nothing else.
///
/// returns  what was done; of no use where `asked` says to stop
/// cost     a few small renders for each role whose messages have lists
[[nodiscard]] inline std::vector<fixup> fit_texts(boost::json::array& messages, content_probe const& probe,
                                                  capabilities const& can, stop_asker& asked) {
    enum class way : std::uint8_t { as_it_is, text, part };
    std::map<std::pair<std::string, std::size_t>, way> ways;
    std::vector<fixup> made;
    auto const found = [&](std::string const& role, std::size_t count) {
        // What is known of users needs no render.
        if ((role == "user" && count == 1 && can.typed_content) || probe.shows_list(role, count)) {
            return way::as_it_is;
        }
        if (probe.shows_text(role)) {
            return way::text;
        }
        if (count > 1 && probe.shows_list(role, 1)) {
            return way::part;
        }
        return can.text_content ? way::text : way::as_it_is;
    };
    for (boost::json::value& each : messages) {
        auto* const message = each.if_object();
        auto* const content = message != nullptr ? message->if_contains("content") : nullptr;
        auto* const parts = content != nullptr ? content->if_array() : nullptr;
        auto const* const role = json::member(each, "role");
        if (parts == nullptr || parts->empty() || role == nullptr || !all_text(*parts, asked)) {
            continue;
        }
        std::size_t const count = (std::min)(parts->size(), std::size_t{2});
        std::pair key(std::string(json::text_of(*role)), count);
        auto const [known, fresh] = ways.try_emplace(key);
        if (fresh) {
            known->second = found(key.first, count);
        }
        if (known->second == way::as_it_is) {
            continue;
        }
        std::string text = plain_content(content, asked);
        bool const whole = known->second == way::text;
        if (whole) {
            *content = std::move(text);
        } else {
            boost::json::object part{{"type", "text"}, {"text", std::move(text)}};
            *content = boost::json::array(std::size_t{1}, std::move(part));
        }
        fixup const did = whole ? fixup::content_as_text : fixup::content_as_parts;
        if (std::find(made.begin(), made.end(), did) == made.end()) {
            made.push_back(did);
        }
    }
    return made;
}

}  // namespace parlance::chat::detail
