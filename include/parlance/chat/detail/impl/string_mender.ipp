// parlance/chat/detail/impl/string_mender.ipp - definitions of what parlance/chat/detail/string_mender.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/string_mender.hpp>
#include <parlance/chat/detail/any_values.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/string_content.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::chat::detail {

void string_mender::begin(char quote, bool raw, std::string& out) {
    quote_ = quote;
    raw_ = raw;
    empty_ = true;
    out.push_back('"');
}

bool string_mender::put(char c, std::string& out) {
    if (escapes_.has_begun() && raw_) {
        escapes_.drop();
        letter('\\', out);
        letter(c, out);
        return true;
    }
    if (escapes_.has_begun() && escapes_.put(c, out)) {
        return true;
    }
    if (may_have_ended()) {
        return behind_quote(c, out);
    }
    in_text(c, out);
    return true;
}

void string_mender::in_text(char c, std::string& out) {
    bool const as_it_is = is_between_long_quotes();
    if (c == quote_ && !as_it_is) {
        escapes_.flush(out);
        ending_.push_back(c);
        bool const python = c == '\'' || (notation_ != nullptr && notation_->python);
        if (long_ ? ending_.size() == 3 : !python) {
            end(out);
        }
        return;
    }
    keep_ending(out);
    empty_ = false;
    if (c == '\\' && !as_it_is) {
        escapes_.begin();
        return;
    }
    escapes_.flush(out);
    letter(c, out);
}

void string_mender::letter(char c, std::string& out) {
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20) {
        out.append(quoted_content({&c, 1}));
    } else {
        out.push_back(c);
    }
}

/// Behind a quote that ends a string of Python, or is a letter of it, or opens a long one.
bool string_mender::behind_quote(char c, std::string& out) {
    std::size_t const gap = ending_.size() - 1;
    bool const quote = c == '"' || c == '\'';
    if (empty_ && gap == 0 && c == quote_ && notation_ != nullptr) {
        long_ = true;
        ending_.clear();
    } else if (blanks.find(c) != std::string_view::npos && gap < most_white_space_behind_strings) {
        ending_.push_back(c);
    } else if (behind_strings.find(c) != std::string_view::npos) {
        end(out);
        return false;
    } else if (quote && gap > 0) {  // strings behind one another are one
        quote_ = c;
        empty_ = true;
        raw_ = false;
        ending_.clear();
    } else {
        keep_ending(out);
        in_text(c, out);
    }
    return true;
}

void string_mender::keep_ending(std::string& out) {
    empty_ = empty_ && ending_.empty();
    for (char const c : ending_) {
        letter(c, out);
    }
    ending_.clear();
}

void string_mender::end(std::string& out) {
    quote_ = 0;
    long_ = false;
    raw_ = false;
    ending_.clear();
    out.push_back('"');
}

void string_mender::drop() noexcept {
    escapes_.drop();
    ending_.clear();
}

void string_mender::close(std::string& out) {
    escapes_.close(out);
    ending_.clear();
}

}  // namespace parlance::chat::detail
