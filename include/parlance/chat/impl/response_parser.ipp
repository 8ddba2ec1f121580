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
    : machine_(other.machine_ != nullptr ? std::make_unique<detail::response_machine>(*other.machine_)
                                         : nullptr) {}

response_parser& response_parser::operator=(response_parser const& other) {
    if (machine_ != nullptr && other.machine_ != nullptr) {
        *machine_ = *other.machine_;  // keeps its memory
    } else if (this != &other) {
        *this = response_parser(other);
    }
    return *this;
}

response_parser::response_parser(response_parser&& other) noexcept = default;

response_parser& response_parser::operator=(response_parser&& other) noexcept = default;

response_parser::~response_parser() = default;

void response_parser::prime(std::string_view prompt_tail) {
    if (machine_ != nullptr) {
        machine_->prime(prompt_tail);
    }
}

void response_parser::feed(std::string_view bytes, delta_callback sink) {
    if (machine_ != nullptr) {
        machine_->feed(bytes, sink);
    }
}

void response_parser::finish(delta_callback sink) {
    if (machine_ != nullptr) {
        machine_->finish(sink);
    }
}

message const& response_parser::so_far() const noexcept {
    static message const nothing;
    return machine_ != nullptr ? machine_->so_far() : nothing;
}

std::size_t response_parser::held() const noexcept { return machine_ != nullptr ? machine_->held() : 0; }

std::string_view response_parser::malformed() const noexcept {
    return machine_ != nullptr ? machine_->malformed() : std::string_view();
}

response_parser::mark response_parser::here() const {
    return mark(machine_ != nullptr ? std::make_shared<mark::data>(mark::data{machine_->here()}) : nullptr);
}

void response_parser::rollback(mark const& to) {
    if (machine_ != nullptr && to.data_ != nullptr) {
        machine_->rollback(to.data_->at);
    }
}

}  // namespace parlance::chat
