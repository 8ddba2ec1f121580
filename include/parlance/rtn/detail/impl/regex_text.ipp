// parlance/rtn/detail/impl/regex_text.ipp - definitions of what parlance/rtn/detail/regex_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/regex_text.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/position.hpp>
#include <parlance/text/utf8.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::rtn::detail {

char regex_text::peek(std::size_t ahead) const noexcept {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
}

bool regex_text::take(std::string_view what) noexcept {
    if (!text_.substr(at_).starts_with(what)) {
        return false;
    }
    at_ += what.size();
    return true;
}

char32_t regex_text::code_point() noexcept {
    utf8::decoded const d = utf8::decode(text_.substr(at_));
    at_ += d.length;
    return d.value;
}

bool regex_text::refuse(std::string_view why) {
    if (good()) {
        why_ = note("regular expression: ").append(why);
        fault_ = at_;
    }
    at_ = text_.size();
    return false;
}

}  // namespace parlance::rtn::detail
