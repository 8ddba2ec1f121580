// parlance/hf/legacy/impl/schema_response.ipp - definitions of what parlance/hf/legacy/schema_response.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/schema_response.hpp>
#include <parlance/text/function_ref.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace parlance::hf {

schema_response::schema_response(response_schema const& s) : schema_(&s) {
    if (s.streamable()) {
        streaming_.emplace(*s.as_template());
    }
}

chat::message const& schema_response::so_far() const noexcept {
    return streaming_ ? streaming_->so_far() : out_.so_far();
}

json::object const& schema_response::values() const noexcept {
    return streaming_ ? streaming_->values() : values_;
}

std::string_view schema_response::malformed() const noexcept {
    return streaming_ ? streaming_->malformed() : out_.malformed();
}

std::vector<diagnostic> const& schema_response::diagnostics() const noexcept {
    return streaming_ ? streaming_->diagnostics() : diagnostics_;
}

void schema_response::feed(std::string_view bytes, chat::delta_callback sink) {
    if (streaming_) {
        streaming_->feed(bytes, sink);
    } else {
        text_.append(bytes);
    }
}

void schema_response::finish(chat::delta_callback sink) {
    if (streaming_) {
        streaming_->finish(sink);
        return;
    }
    if (std::exchange(ended_, true)) {
        return;
    }
    schema_message read = schema_->parse(text_);
    diagnostics_ = std::move(read.diagnostics);
    if (!read.value.is_object()) {
        out_.text(detail::field_role::content, "", text_, sink);
        return;
    }
    values_ = std::move(read.value.get_object());
    for (auto const& member : values_) {
        detail::field_role const role = detail::role_of({member.key().data(), member.key().size()});
        if (role == detail::field_role::call) {
            out_.whole_calls(member.value(), sink);
        } else if (role != detail::field_role::other && member.value().is_string()) {
            out_.text(role, "\n", json::text_of(member.value()), sink);
        }
    }
}

}  // namespace parlance::hf
