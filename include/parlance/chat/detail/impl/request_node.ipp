// parlance/chat/detail/impl/request_node.ipp - definitions of what parlance/chat/detail/request_node.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/request_node.hpp>
#include <parlance/chat/detail/value_copier.hpp>
#include <algorithm>
#include <cstdint>

namespace parlance::chat::detail {

request_node request_node::member(std::string_view key) const {
    std::string path = path_ + '/';
    for (char const c : key) {
        path += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    if (path_.empty()) {
        reading_->asked.emplace_back(key);
    }
    return {value_ != nullptr ? object().if_contains(key) : nullptr, std::move(path), *reading_};
}

std::vector<std::string> request_node::unread() const {
    std::vector<std::string> out;
    for (auto const& [key, value] : object()) {
        if (!value.is_null() &&
            std::ranges::find(reading_->asked, std::string_view(key)) == reading_->asked.end()) {
            out.emplace_back(key);
        }
    }
    out.insert(out.end(), reading_->unread.begin(), reading_->unread.end());
    return out;
}

void request_node::add_unread(std::initializer_list<std::string_view> known) const {
    if (!is_object()) {
        return;
    }
    for (auto const& [key, value] : value_->get_object()) {
        if (!value.is_null() && key != "cache_control" &&
            std::ranges::find(known, std::string_view(key)) == known.end()) {
            reading_->unread.push_back(member(key).path().substr(1));
        }
    }
}

boost::json::object const& request_node::object() const {
    if (!is_object()) {
        refuse("an object was expected", errc::json_type);
    }
    return value_->get_object();
}

boost::json::value request_node::copy() const {
    boost::json::value out;
    value_copier copier(reading_->stop);
    if (value_ != nullptr) {
        copier.copy(out, *value_);
    }
    if (!copier.is_done()) {
        throw refused_request{diagnostic{errc::cancelled}};
    }
    return out;
}

request_items request_node::items() const {
    if (value_ != nullptr && !is_array()) {
        refuse("a list was expected", errc::json_type);
    }
    return {*this, value_ != nullptr ? value_->get_array().size() : 0};
}

request_node request_items::iterator::operator*() const {
    if (list->reading_->stop.stop_requested()) {
        throw refused_request{diagnostic{errc::cancelled}};
    }
    return {&list->value_->get_array()[at], list->path_ + '/' + std::to_string(at), *list->reading_};
}

std::string request_node::text() const {
    if (!is_string()) {
        refuse("a text was expected", errc::json_type);
    }
    return std::string(value_->get_string());
}

bool request_node::boolean() const {
    if (value_ == nullptr || !value_->is_bool()) {
        refuse("true or false was expected", errc::json_type);
    }
    return value_->get_bool();
}

std::size_t request_node::count() const {
    std::uint64_t number = 0;
    if (value_ != nullptr && value_->is_uint64()) {
        number = value_->get_uint64();
    } else if (value_ != nullptr && value_->is_int64() && value_->get_int64() >= 0) {
        number = static_cast<std::uint64_t>(value_->get_int64());
    } else {
        refuse("a number of at least 0 was expected", errc::json_type);
    }
    return static_cast<std::size_t>((std::min)(number, std::uint64_t{SIZE_MAX}));
}

void request_node::refuse(std::string_view why, errc code) const {
    throw refused_request{diagnostic{code, {}, 0, note_at(path_, why)}};
}

}  // namespace parlance::chat::detail
