// parlance/chat/detail/tagged_values.hpp - the values of arguments in markup of their own, made JSON as they arrive
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/detail/string_content.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// The arguments of one call, each typed by the tool's schema: the JSON of strings comes with their text, that of other
/// values at their end.  It may need mending.
class tagged_values {
public:
    /// Arguments so far.
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    /// The text of a value that must be whole before its type is known.
    [[nodiscard]] std::string_view held() const noexcept { return held_; }

    /// A value begins under the name `key`; `called` is null where the tool is not known.
    [[nodiscard]] std::string begin(part p, std::string key, tool const* called) {
        key_ = std::move(key);
        called_ = called;
        type_ = p == part::text_value                            ? text_type::string
                : p == part::json_value || p == part::bare_value ? text_type::other
                : called != nullptr                              ? type_of(called->parameters, key_)
                                                                 : text_type::unknown;
        held_.clear();
        members_.clear();
        open_.clear();
        return type_ == text_type::string ? front().append("\"") : std::string();
    }
    [[nodiscard]] std::string more(std::string_view text) {
        std::string out;
        if (type_ != text_type::string) {
            held_.append(text);
            return out;
        }
        auto const special = [](char c) { return c == '"' || c == '\\'; };
        auto at = text.begin();
        for (auto next = at; (next = std::find_if(next, text.end(), special)) != text.end(); ++next) {
            out.append(at, next).push_back('\\');
            at = next;
        }
        out.append(at, text.end());
        return out;
    }
    /// bare  how it is written, where that is not its dialect's way
    [[nodiscard]] std::string end(part p, notation const* bare) {
        if (type_ == text_type::string) {
            return "\"";
        }
        static boost::json::value const unknown;
        boost::json::value const& parameters = called_ != nullptr ? called_->parameters : unknown;
        if (p == part::nested_value) {
            return front().append(nested_reader(held_, members_, parameters).read(key_));
        }
        unsigned const allowed = types_of_argument(parameters, key_);
        if (allowed != 0 && (allowed & json_types::string) == 0) {
            held_ = std::string(without_closing_tag(held_));
        }
        std::string json = bare != nullptr ? json_of(held_, *bare) : std::string();
        unsigned const types = type_ == text_type::unknown ? allowed : allowed & ~json_types::string;
        std::string out = to_json_text(json.empty() ? held_ : json, types);
        bool const string = (allowed & json_types::string) != 0;
        auto const* const schema = called_ != nullptr && (type_ == text_type::unknown || string)
                                       ? property_of(parameters, key_)
                                       : nullptr;
        return front().append(schema != nullptr
                                  ? json_or_string(std::move(out), held_, *schema, parameters.get_object())
                                  : out);
    }

    // A member of a value, its name and its own value.

    void enter_member(part p) {
        if (p == part::member) {
            open_.push_back(members_.size());
            members_.emplace_back();
        }
        edges(p).begin = held_.size();
    }
    void leave_member(part p) {
        edges(p).end = held_.size();
        if (p == part::member) {
            open_.pop_back();
        }
    }

private:
    [[nodiscard]] nested_member::extent& edges(part p) noexcept {
        nested_member& m = members_[open_.back()];
        return p == part::member ? m.whole : p == part::member_name ? m.name : m.text;
    }
    /// What stands in front of the value at hand.
    [[nodiscard]] std::string front() {
        return (count_++ == 0 ? "{" : ", ") + json::quoted(with_valid_utf8(key_)) + ": ";
    }

    std::string key_;
    tool const* called_ = nullptr;
    text_type type_ = text_type::unknown;
    std::string held_;
    std::vector<nested_member> members_;  // in it
    std::vector<std::size_t> open_;       // of those, the ones that have begun
    std::size_t count_ = 0;
};

}  // namespace parlance::chat::detail
