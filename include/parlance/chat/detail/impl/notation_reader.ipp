// parlance/chat/detail/impl/notation_reader.ipp - definitions of what parlance/chat/detail/notation_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/notation_reader.hpp>
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/hex.hpp>
#include <string>

namespace parlance::chat::detail {

std::string_view json_of_constant(std::string_view word) noexcept {
    return word == "True" ? "true" : word == "False" ? "false" : word == "None" ? "null" : "";
}

void notation_reader::put(std::string_view text, std::string& out) {
    for (char const c : text) {
        step(c, out);
    }
}

void notation_reader::close(std::string& out) {
    std::string rest;
    rest.swap(maybe_quote_);
    for (char const c : rest) {
        plain(c, out);
    }
    if (state_ == state::behind_text) {
        end_text(out);
    }
    if (in_text()) {
        keep_quotes(out);
    }
    end_word(out, false);
}

void notation_reader::step(char c, std::string& out) {
    std::string_view const quote = notation_->quote;
    if (quote.empty() || (in_text() && end_ != 0)) {
        plain(c, out);
        return;
    }
    maybe_quote_.push_back(c);
    while (!maybe_quote_.empty() && !quote.starts_with(maybe_quote_)) {
        char const first = maybe_quote_.front();
        maybe_quote_.erase(0, 1);
        plain(first, out);
    }
    if (maybe_quote_ == quote) {
        maybe_quote_.clear();
        if (in_text()) {
            end_text(out);
            return;
        }
        if (state_ == state::behind_text) {
            end_text(out);
        }
        end_word(out, false);
        begin_text(0, out);
    }
}

bool notation_reader::in_text() const noexcept {
    return state_ == state::text || state_ == state::escape || state_ == state::hex;
}

void notation_reader::plain(char c, std::string& out) {
    switch (state_) {
    case state::text: text(c, out); return;
    case state::escape: escape(c, out); return;
    case state::hex: hex(c, out); return;
    case state::behind_text: behind_text(c, out); return;
    case state::outside:
    case state::word:
    case state::behind_word: outside(c, out); return;
    }
}

void notation_reader::outside(char c, std::string& out) {
    if (blanks.find(c) != std::string_view::npos) {
        if (state_ == state::word) {
            state_ = state::behind_word;
        } else if (state_ == state::outside) {
            out.push_back(c);
        }
        return;
    }
    bool const colon = c == ':' || notation_->key_close == std::string_view(&c, 1);
    if (colon) {
        end_word(out, true);
        out.append(": ");
        return;
    }
    switch (c) {
    case '"':
    case '\'':
        if (c == '\'' && !notation_->python) {
            break;
        }
        end_word(out, false);
        begin_text(c, out);
        return;
    case '{':
    case '[':
    case '(':
        end_word(out, false);
        put_comma(out);
        out.push_back(depth_ == 0 && notation_->open == std::string_view(&c, 1) ? '{' : c == '(' ? '[' : c);
        ++depth_;
        return;
    case '}':
    case ']':
    case ')':
        end_word(out, false);
        depth_ -= depth_ > 0;
        comma_ = false;
        out.push_back(depth_ == 0 && notation_->close == std::string_view(&c, 1) ? '}' : c == ')' ? ']' : c);
        return;
    case ',':
        end_word(out, false);
        comma_ = true;
        return;
    default: break;
    }
    if (state_ != state::word) {
        if (state_ == state::behind_word) {
            word_.push_back(' ');
        } else {
            put_comma(out);
        }
        state_ = state::word;
    }
    word_.push_back(c);
}

void notation_reader::put_comma(std::string& out) {
    if (comma_) {
        out.append(", ");
        comma_ = false;
    }
}

void notation_reader::end_word(std::string& out, bool key) {
    if (state_ != state::word && state_ != state::behind_word && !key) {
        return;
    }
    state_ = state::outside;
    if (word_.empty()) {
        return;
    }
    std::string word;
    word.swap(word_);
    if (std::string_view const constant = json_of_constant(word); !key && !constant.empty()) {
        out.append(constant);
    } else if (!key && json::parse(word)) {
        out.append(word);
    } else {
        json::append_quoted(out, word);
    }
}

void notation_reader::begin_text(char end, std::string& out) {
    put_comma(out);
    state_ = state::text;
    end_ = end;
    empty_ = true;
    out.push_back('"');
}

void notation_reader::end_text(std::string& out) {
    state_ = state::outside;
    long_ = false;
    quotes_ = 0;
    behind_.clear();
    out.push_back('"');
}

void notation_reader::text(char c, std::string& out) {
    if (end_ != 0 && c == end_) {
        ++quotes_;
        if (long_ ? quotes_ == 3 : !notation_->python) {
            end_text(out);
        } else if (!long_) {
            state_ = state::behind_text;
        }
        return;
    }
    keep_quotes(out);
    empty_ = false;
    if (end_ != 0 && c == '\\') {
        state_ = state::escape;
    } else {
        append(c, out);
    }
}

void notation_reader::behind_text(char c, std::string& out) {
    bool const quote = c == '"' || c == '\'';
    if (empty_ && behind_.empty() && c == end_) {
        state_ = state::text;
        long_ = true;
        quotes_ = 0;
    } else if (blanks.find(c) != std::string_view::npos && behind_.size() < most_white_space_behind_strings) {
        behind_.push_back(c);
    } else if (behind_strings.find(c) != std::string_view::npos) {
        end_text(out);
        outside(c, out);
    } else if (quote && !behind_.empty()) {  // strings behind one another are one
        state_ = state::text;
        end_ = c;
        quotes_ = 0;
        empty_ = true;
        behind_.clear();
    } else {
        state_ = state::text;
        keep_quotes(out);
        text(c, out);
    }
}

void notation_reader::keep_quotes(std::string& out) {
    empty_ = empty_ && quotes_ == 0;
    for (; quotes_ > 0; --quotes_) {
        append(end_, out);
    }
    for (char const c : behind_) {
        append(c, out);
    }
    behind_.clear();
}

void notation_reader::append(char c, std::string& out) {
    if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\') {
        out.push_back(c);
        return;
    }
    out.append(quoted_content(std::string_view(&c, 1)));
}

void notation_reader::escape(char c, std::string& out) {
    state_ = state::text;
    if (c == end_) {
        append(c, out);
    } else if (std::string_view("\"\\/bfnrtu").find(c) != std::string_view::npos) {
        out.push_back('\\');
        out.push_back(c);
    } else if (c == 'x') {
        state_ = state::hex;
        word_.clear();
    } else if (c == '\'') {
        out.push_back(c);
    } else if (c != '\n') {  // a backslash before a line end joins lines
        out.append("\\\\");
        append(c, out);
    }
}

void notation_reader::hex(char c, std::string& out) {
    bool const digit = hex_value(c) >= 0;
    if (digit) {
        word_.push_back(c);
    }
    if (word_.size() == 2) {
        out.append("\\u00").append(word_);
    } else if (!digit) {
        out.append("\\\\x").append(word_);
    } else {
        return;
    }
    word_.clear();
    state_ = state::text;
    if (!digit) {
        text(c, out);
    }
}

}  // namespace parlance::chat::detail
