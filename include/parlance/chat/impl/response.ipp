// parlance/chat/impl/response.ipp - definitions of what parlance/chat/response.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/response.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/detail/response_machine.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/text/limits.hpp>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace parlance::chat {

/// Where a response stood.
struct response::mark::data {
    detail::response_machine::place at;
};

response::response(syntax const& s, std::span<tool const> tools, response_policy const& policy,
                   limits const& bounds)
    : machine_(std::make_unique<detail::response_machine>(s, tools, policy, bounds)) {}

response::response(response const& other)
    : machine_(std::make_unique<detail::response_machine>(*other.machine_)) {}

response& response::operator=(response const& other) {
    if (machine_ != nullptr) {
        *machine_ = *other.machine_;  // keeps its memory
    } else {
        machine_ = std::make_unique<detail::response_machine>(*other.machine_);
    }
    return *this;
}

response::response(response&& other) noexcept = default;

response& response::operator=(response&& other) noexcept = default;

response::~response() = default;

void response::prime(std::string_view prompt_tail) { machine_->prime(prompt_tail); }

void response::feed(std::string_view bytes, delta_callback sink) { machine_->feed(bytes, sink); }

void response::finish(delta_callback sink) { machine_->finish(sink); }

message const& response::so_far() const noexcept { return machine_->so_far(); }

std::size_t response::held() const noexcept { return machine_->held(); }

std::string_view response::malformed() const noexcept { return machine_->malformed(); }

response::mark response::here() const {
    return mark(std::make_shared<mark::data>(mark::data{machine_->here()}));
}

void response::rollback(mark const& to) { machine_->rollback(to.data_->at); }

}  // namespace parlance::chat
