// parlance/hf/detail/impl/member_scanner.ipp - definitions of what parlance/hf/detail/member_scanner.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/member_scanner.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>

namespace parlance::hf::detail {

void member_scanner::put(std::string_view text) {
    for (char const c : text) {
        put(c);
    }
}

void member_scanner::put(char c) {
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

bool member_scanner::ends_string(char c) noexcept {
    bool const ends = c == '"' && !escaped_;
    escaped_ = c == '\\' && !escaped_;
    return ends;
}

void member_scanner::begin_value(char c) {
    place_ = place::in_value;
    composite_ = c == '{' || c == '[';
    depth_ = composite_ ? 1 : 0;
    quoted_ = c == '"';
    escaped_ = false;
    value_.clear();
    take(c);
}

void member_scanner::more_value(char c) {
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

void member_scanner::between(char c) noexcept {
    text_ended_ = false;
    place_ = c == ',' ? place::key : c == '}' ? place::after : place_;
}

void member_scanner::take(char c) {
    if (key_ == arguments_key_ && composite_ && (depth_ > 0 || quoted_)) {
        arguments_.push_back(c);
    } else if (key_ == name_key_) {
        value_.push_back(c);
    }
}

void member_scanner::end_value() {
    if (key_ == name_key_) {
        if (auto const read = json::parse(value_); read && read->is_string()) {
            name_ = std::string(json::text_of(*read));
        }
    }
}

}  // namespace parlance::hf::detail
