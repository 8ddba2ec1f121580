// parlance/chat/detail/impl/escape_mender.ipp - definitions of what parlance/chat/detail/escape_mender.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/escape_mender.hpp>
#include <parlance/text/hex.hpp>
#include <string_view>

namespace parlance::chat::detail {

bool escape_mender::put(char c, std::string& out) {
    bool const first = begun_.size() == 1;
    if (first && std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos) {
        flush(out);
        out.append(begun_).push_back(c);
        begun_.clear();
    } else if (first && c == '\'') {  // no escape of JSON, but models write it
        flush(out);
        out.push_back(c);
        begun_.clear();
    } else if (first && c == '\n' && python_) {  // a backslash before a line end joins lines
        begun_.clear();
    } else if (first ? c == 'u' || (python_ && c == 'x') : hex_value(c) >= 0) {
        begun_.push_back(c);
        end_digits(out);
    } else {
        flush(out);
        out.append("\\").append(begun_);
        begun_.clear();
        return false;
    }
    return true;
}

/// An escape of digits, once it is whole.
void escape_mender::end_digits(std::string& out) {
    if (begun_[1] == 'x' && begun_.size() == 4) {
        begun_.replace(1, 1, "u00");
    }
    if (begun_.size() < 6) {
        return;
    }
    bool const surrogate = (begun_[2] == 'd' || begun_[2] == 'D') && begun_[3] >= '8';
    bool const high = surrogate && std::string_view("89abAB").find(begun_[3]) != std::string_view::npos;
    if (high) {
        flush(out);
        high_.swap(begun_);
        return;
    }
    if (surrogate && !high_.empty()) {
        out.append(high_);
        high_.clear();
    } else if (surrogate) {
        begun_ = "\\ufffd";
    }
    flush(out);
    out.append(begun_);
    begun_.clear();
}

void escape_mender::flush(std::string& out) {
    out.append(high_.empty() ? "" : "\\ufffd");
    high_.clear();
}

void escape_mender::close(std::string& out) {
    out.append(high_).append(begun_);
    high_.clear();
    begun_.clear();
}

}  // namespace parlance::chat::detail
