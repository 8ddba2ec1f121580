// parlance/mask/impl/matcher.ipp - definitions of what parlance/mask/matcher.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/detail/matching.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

namespace detail {

/// Ends a call however it ends.
struct call_end {
    matching& of;
    ~call_end() { of.close_call(); }
};

}  // namespace detail

template <class Call, class Result>
Result matcher::guarded(Call&& call, Result otherwise) noexcept {
    if (at_ == nullptr) {
        return otherwise;
    }
    detail::call_end const end{*at_};
#if defined(__cpp_exceptions)
    try {
        return call();
    } catch (...) {
        at_->ran_out();
        return otherwise;
    }
#else
    return call();
#endif
}

template <class Make>
void matcher::make(Make&& made) noexcept {
#if defined(__cpp_exceptions)
    try {
        made();
    } catch (...) {
        at_.reset();
        why_empty_ = errc::out_of_memory_budget;
    }
#else
    made();
#endif
}

matcher::matcher(mask::compiled_grammar shared) {
    make([&] { at_ = std::make_unique<detail::matching>(std::move(shared)); });
}

matcher::matcher(matcher const& other) : why_empty_(other.why_empty_) {
    if (!other.empty()) {
        make([&] { at_ = std::make_unique<detail::matching>(*other.at_); });
    }
}

matcher& matcher::operator=(matcher const& other) {
    why_empty_ = other.why_empty_;
    if (other.empty()) {
        at_.reset();
    } else if (at_ != nullptr) {
        make([&] { *at_ = *other.at_; });  // keeps its memory
    } else {
        make([&] { at_ = std::make_unique<detail::matching>(*other.at_); });
    }
    return *this;
}

matcher::matcher(matcher&& other) noexcept = default;

matcher& matcher::operator=(matcher&& other) noexcept = default;

matcher::~matcher() = default;

filled matcher::fill(std::span<std::uint32_t> words) noexcept {
    filled const out = guarded([&] { return at_->fill(words); }, filled::failed);
    if (out == filled::failed) {
        std::fill(words.begin(), words.end(), 0u);
    }
    return out;
}

mask::allowed_tokens matcher::allowed() noexcept {
    return guarded([&] { return at_->allowed(); }, mask::allowed_tokens{filled::failed, {}});
}

void matcher::stop_with(stop_token asked) noexcept {
    if (at_ != nullptr) {
        at_->stop_with(asked);
    }
}

void matcher::remaining(std::size_t tokens) noexcept {
    if (at_ != nullptr) {
        at_->remaining(tokens);
    }
}

std::size_t matcher::least_remaining() noexcept {
    return guarded([&] { return at_->least_remaining(); }, unlimited);
}

bool matcher::accept(token_id id) noexcept {
    return guarded([&] { return at_->accept(id); }, false);
}

bool matcher::accept_allowed(token_id id) noexcept {
    return guarded([&] { return at_->allows(id) && at_->accept(id); }, false);
}

bool matcher::accept(std::string_view bytes) noexcept {
    return guarded([&] { return at_->accept(bytes); }, false);
}

bool matcher::can_stop() const noexcept { return at_ != nullptr && at_->can_stop(); }

bool matcher::stopped() const noexcept { return at_ != nullptr && at_->stopped(); }

bool matcher::waiting() const noexcept { return at_ != nullptr && at_->waiting(); }

bool matcher::rollback(std::size_t n) noexcept { return at_ != nullptr && at_->rollback(n); }

std::size_t matcher::steps() const noexcept { return at_ == nullptr ? 0 : at_->steps(); }

void matcher::forget() noexcept {
    if (at_ != nullptr) {
        at_->forget();
    }
}

void matcher::reset() noexcept {
    (void)guarded([&] { return at_->reset(), true; }, false);
}

std::string matcher::forced_text(std::size_t most) {
    if (at_ == nullptr) {
        return {};
    }
    detail::call_end const end{*at_};
    return at_->forced_text(most);
}

std::vector<std::vector<std::uint32_t>> matcher::open_rules(std::size_t most) const {
    return at_ == nullptr ? std::vector<std::vector<std::uint32_t>>{} : at_->open_rules(most);
}

errc matcher::error() const noexcept { return at_ == nullptr ? why_empty_ : at_->error(); }

bool matcher::repeated_name() const noexcept { return at_ != nullptr && at_->repeated_name(); }

compiled_grammar const& matcher::compiled() const noexcept { return at_->compiled(); }

}  // namespace parlance::mask
