// parlance/mask/impl/matcher.ipp - definitions of what parlance/mask/matcher.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/detail/matching.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

matcher::matcher(mask::compiled_grammar shared)
    : at_(std::make_unique<detail::matching>(std::move(shared))) {}

matcher::matcher(matcher const& other) : at_(std::make_unique<detail::matching>(*other.at_)) {}

matcher& matcher::operator=(matcher const& other) {
    if (at_ != nullptr) {
        *at_ = *other.at_;  // keeps its memory
    } else {
        at_ = std::make_unique<detail::matching>(*other.at_);
    }
    return *this;
}

matcher::matcher(matcher&&) noexcept = default;

matcher& matcher::operator=(matcher&&) noexcept = default;

matcher::~matcher() = default;

filled matcher::fill(std::span<std::uint32_t> words) noexcept { return at_->fill(words); }

mask::allowed_tokens matcher::allowed() noexcept { return at_->allowed(); }

bool matcher::accept(token_id id) noexcept { return at_->accept(id); }

bool matcher::accept(std::string_view bytes) noexcept { return at_->accept(bytes); }

bool matcher::can_stop() const noexcept { return at_->can_stop(); }

bool matcher::stopped() const noexcept { return at_->stopped(); }

bool matcher::waiting() const noexcept { return at_->waiting(); }

bool matcher::rollback(std::size_t n) noexcept { return at_->rollback(n); }

std::size_t matcher::steps() const noexcept { return at_->steps(); }

void matcher::forget() noexcept { at_->forget(); }

void matcher::reset() noexcept { at_->reset(); }

std::string matcher::forced_text(std::size_t most) { return at_->forced_text(most); }

std::vector<std::vector<std::uint32_t>> matcher::open_rules(std::size_t most) const {
    return at_->open_rules(most);
}

errc matcher::error() const noexcept { return at_->error(); }

bool matcher::repeated_name() const noexcept { return at_->repeated_name(); }

compiled_grammar const& matcher::compiled() const noexcept { return at_->compiled(); }

}  // namespace parlance::mask
