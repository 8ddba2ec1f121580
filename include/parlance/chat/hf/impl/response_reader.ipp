// parlance/chat/hf/impl/response_reader.ipp - definitions of what parlance/chat/hf/response_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/response_reader.hpp>
#include <parlance/chat/hf/content.hpp>
#include <parlance/chat/hf/detail/collected_fields.hpp>
#include <parlance/chat/hf/detail/delimiter_search.hpp>
#include <parlance/chat/hf/detail/pcre2.hpp>
#include <parlance/chat/hf/detail/transform.hpp>
#include <parlance/chat/hf/regex.hpp>
#include <parlance/chat/hf/region_event.hpp>
#include <parlance/chat/hf/response_template.hpp>
#include <parlance/chat/hf/template_field.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <bitset>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf {

void response_reader::report(diagnostic const& d) {
    constexpr std::size_t enough = 100;
    if (diagnostics_.size() < enough) {
        diagnostics_.push_back(d);
    }
}

std::string_view response_reader::text(std::size_t begin, std::size_t end) const {
    return std::string_view(buffer_).substr(begin - base_, end - begin);
}

bool response_reader::in_region() const noexcept {
    return current_ != none && current_ != template_->implicit();
}

void response_reader::capture(regex const& pattern, std::vector<text_span> const& groups) {
    for (std::size_t i = 1; i < groups.size(); ++i) {
        std::string const& name = pattern.names()[i];
        if (!name.empty() && groups[i].matched()) {
            captures_[name] = boost::json::string(text(groups[i].begin, groups[i].end));
        }
    }
}

void response_reader::leave() {
    current_ = template_->implicit();
    opened_ = false;
    captures_.clear();
    body_.clear();
}

result<json::value> response_reader::value_of(template_field const& f) {
    if (f.legacy) {
        std::vector<diagnostic> wrong;
        json::value value = f.legacy->value(body_, wrong);
        if (value.is_null() && !wrong.empty()) {
            return wrong.front();
        }
        for (diagnostic const& d : wrong) {
            report(d);
        }
        return value;
    }
    auto value = detail::region_value(f, body_, captures_, bounds_);
    if (value) {
        detail::coerce_calls(*value, options_.tools, bounds_);
    }
    return value;
}

bool response_reader::closes_itself(template_field const& f) const {
    if (!f.legacy && f.content.kind != content_kind::json) {
        return false;
    }
    content_format how = f.legacy ? content_format{} : f.content;
    how.allow_non_json = false;
    auto const value = detail::read_json(body_, how, bounds_);
    return value && (value->is_object() || value->is_array());
}

region_event response_reader::event_of(region_kind kind, std::size_t begin, std::size_t end) const {
    region_event e;
    e.kind = kind;
    e.field = template_->fields()[current_].name;
    e.index = current_;
    e.begin = begin;
    e.end = end;
    return e;
}

void response_reader::forget() {
    bool const again = in_region() && template_->fields()[current_].legacy;  // may have to be read again
    std::size_t const keep_from = (std::min)({at_, search_.scanned(), again ? region_ : at_});
    std::size_t const spare = keep_from - base_ > lookbehind_ ? keep_from - base_ - lookbehind_ : 0;
    constexpr std::size_t worth = 4096;
    if (spare > worth && spare > buffer_.size() / 2) {
        buffer_.erase(0, spare);
        base_ += spare;
    }
}

}  // namespace parlance::chat::hf
