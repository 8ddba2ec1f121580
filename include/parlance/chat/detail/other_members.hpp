// parlance/chat/detail/other_members.hpp - members of a call's object that its dialect does not know
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// They come one after the other, and may hold the arguments, or be them.
class other_members {
public:
    /// Keys of what says nothing about a call that its reader needs, where it is no argument.
    static constexpr std::string_view labels[] = {"type", "id", "index"};

    /// Whether models write arguments under a key, whatever their dialect has.
    [[nodiscard]] static bool is_usual(std::string_view key) {
        constexpr std::string_view usual[] = {"arguments", "parameters",   "args",         "params",
                                              "input",     "action_input", "function_args"};
        return std::find(std::begin(usual), std::end(usual), key) != std::end(usual);
    }

    /// key  as JSON has it, without the quotes; empty where none is known
    void begin(std::string key) { all_.push_back({std::move(key), {}}); }
    void append(std::string_view text) { all_.back().text.append(text); }

    /// The call's id, where a member with a usual name of such holds one: it is no longer among them.  Empty otherwise.
    ///
    /// properties  what may be an argument instead, as the call has no object of them; or null
    [[nodiscard]] std::string take_id(boost::json::object const* properties) {
        auto const found = std::find_if(all_.begin(), all_.end(), [&](member const& m) {
            return is_id(m.key) && (properties == nullptr || !properties->contains(m.key)) &&
                   m.text.starts_with('"');
        });
        auto const text = found != all_.end() ? json::parse(found->text) : result<json::value>(json::value());
        std::string id(text && text->is_string() ? json::text_of(*text) : std::string_view());
        if (!id.empty()) {
            all_.erase(found);
        }
        return id;
    }

    /// lost  arguments were meant, but they are none: a list, or a number
    struct settled {
        std::string arguments{};
        std::string rest{};
        bool lost = false;
    };
    /// All have come.  Where a call has no arguments of its own, they are the object in the member with a usual name, or
    /// else in the first that holds one; or all members that are named as arguments are, `properties`, one each.
    [[nodiscard]] settled settle(bool argued, boost::json::object const* properties) const {
        std::size_t const found = argued ? all_.size() : holder();
        bool const flat = !argued && found == all_.size() && properties != nullptr;
        settled out;
        out.arguments = found < all_.size() ? object_in(all_[found]) : std::string();
        for (std::size_t i = 0; i < all_.size(); ++i) {
            auto const& [key, text] = all_[i];
            std::string& to = flat && properties->contains(key) ? out.arguments : out.rest;
            bool const told = &to == &out.arguments || !is_label(all_[i]);
            if (i != found && told) {
                out.lost = out.lost || (!argued && (key.empty() || is_usual(key)) && !is_nothing(text));
                to.append(to.empty() ? &to == &out.rest ? "" : "{" : ", ");
                to.append(key.empty() ? text : "\"" + key + "\": " + text);
            }
        }
        out.arguments.append(flat && !out.arguments.empty() ? "}" : "");
        return out;
    }

private:
    struct member {
        std::string key;
        std::string text;
    };

    /// The object that a JSON text is, or that the string holds that it is, or where it `may_be_listed` that of a list of
    /// one; empty where there is none.
    [[nodiscard]] static std::string object_in(std::string_view json, bool may_be_listed) {
        if (json.starts_with('{')) {
            return std::string(json);
        }
        if (json.starts_with('[') && may_be_listed) {
            std::size_t const begin = json.find('{');
            auto const list = begin != json.npos ? json::parse(json) : result<json::value>(json::value());
            bool const one = list && list->is_array() && list->get_array().size() == 1 &&
                             list->get_array().front().is_object();
            return std::string(one ? json.substr(begin, json.rfind('}') + 1 - begin) : std::string_view());
        }
        auto const text = json.starts_with('"') ? json::parse(json) : result<json::value>(json::value());
        bool const object = text && text->is_string() && json::text_of(*text).starts_with('{');
        return object ? std::string(json::text_of(*text)) : std::string();
    }

    [[nodiscard]] static bool is_label(member const& m) {
        bool const plain = !m.text.starts_with('{') && !m.text.starts_with('[');
        return plain && std::find(std::begin(labels), std::end(labels), m.key) != std::end(labels);
    }
    [[nodiscard]] static bool is_id(std::string_view key) {
        constexpr std::string_view usual[] = {"id", "call_id", "tool_call_id"};
        return std::find(std::begin(usual), std::end(usual), key) != std::end(usual);
    }
    /// That of a member: a list of one is what was meant only where arguments are.
    [[nodiscard]] static std::string object_in(member const& m) {
        return object_in(m.text, m.key.empty() || is_usual(m.key));
    }
    /// Whether it says that there are no arguments.
    [[nodiscard]] static bool is_nothing(std::string_view json) {
        constexpr std::string_view all[] = {"null", "None", "[]", "\"\"", "''"};
        return std::find(std::begin(all), std::end(all), json) != std::end(all);
    }

    /// Which of them holds the arguments; their number where none does.
    [[nodiscard]] std::size_t holder() const {
        std::size_t first = all_.size();
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (object_in(all_[i]).empty()) {
                continue;
            }
            if (is_usual(all_[i].key)) {
                return i;
            }
            first = (std::min)(first, i);
        }
        return first;
    }

    std::vector<member> all_{};
};

}  // namespace parlance::chat::detail
