// parlance/chat/impl/response_parser.ipp - definitions of what parlance/chat/response_parser.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/detail/response_machine.hpp>

namespace parlance::chat {

/// Where a parser stood.
struct response_parser::mark::data {
    detail::response_machine::place at;
};

response_parser::response_parser(syntax const& s, std::span<tool const> tools, response_policy const& policy,
                                 limits const& bounds)
    : machine_(std::make_unique<detail::response_machine>(s, tools, policy, bounds)) {}

response_parser::response_parser(response_parser const& other)
    : machine_(std::make_unique<detail::response_machine>(*other.machine_)) {}

response_parser& response_parser::operator=(response_parser const& other) {
    if (machine_ != nullptr) {
        *machine_ = *other.machine_;  // keeps its memory
    } else {
        machine_ = std::make_unique<detail::response_machine>(*other.machine_);
    }
    return *this;
}

response_parser::response_parser(response_parser&& other) noexcept = default;

response_parser& response_parser::operator=(response_parser&& other) noexcept = default;

response_parser::~response_parser() = default;

void response_parser::prime(std::string_view prompt_tail) { machine_->prime(prompt_tail); }

void response_parser::feed(std::string_view bytes, delta_callback sink) { machine_->feed(bytes, sink); }

void response_parser::finish(delta_callback sink) { machine_->finish(sink); }

message const& response_parser::so_far() const noexcept { return machine_->so_far(); }

std::size_t response_parser::held() const noexcept { return machine_->held(); }

std::string_view response_parser::malformed() const noexcept { return machine_->malformed(); }

response_parser::mark response_parser::here() const {
    return mark(std::make_shared<mark::data>(mark::data{machine_->here()}));
}

void response_parser::rollback(mark const& to) { machine_->rollback(to.data_->at); }

}  // namespace parlance::chat
