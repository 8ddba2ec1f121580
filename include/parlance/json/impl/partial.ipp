// parlance/json/impl/partial.ipp - definitions of what parlance/json/partial.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/partial.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::json::detail {

/// Finds out in what a text stops.  Knows brackets, strings and commas; whether the text is JSON is the parser's to say.
class unfinished {
public:
    PARLANCE_DECL explicit unfinished(std::string_view text, stop_token asked = {});

    /// Whether it was asked to stop before it had read all of the text; then nothing else is to be asked.
    [[nodiscard]] bool stopped() const noexcept { return stopped_; }

    /// The text made whole; `added` becomes what was written where it stopped.
    [[nodiscard]] PARLANCE_DECL std::string complete(std::string_view marker, std::string& added) const;

    /// What to append to make it whole; empty where nothing does.
    [[nodiscard]] PARLANCE_DECL std::string closing() const;

    /// Whether the number or literal at the end can be the beginning of one; true where there is none.
    [[nodiscard]] PARLANCE_DECL bool word_is_begun(stop_token asked) const;

private:
    PARLANCE_DECL void close_brackets(std::string& out) const;

    enum class last : unsigned char { opening, value, comma, colon };

    PARLANCE_DECL void read(char c, std::size_t at);

    PARLANCE_DECL void string(char c, std::size_t at);

    PARLANCE_DECL void ends_value();

    /// Whether the next string, or the one that is open, is a key.
    [[nodiscard]] PARLANCE_DECL bool at_key() const noexcept;

    [[nodiscard]] PARLANCE_DECL static bool is_high(std::string_view escape) noexcept;

    /// What completes the escape that is open, or the pair of surrogates.
    [[nodiscard]] PARLANCE_DECL std::string rest_of_escape() const;

    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    std::string_view text_;
    std::string open_;  // brackets
    bool stopped_ = false;
    bool in_string_ = false;
    bool in_word_ = false;     // a number or a literal
    bool value_next_ = false;  // in an object: behind a key
    last last_ = last::opening;
    std::size_t word_ = 0;          // where the word begins
    std::size_t escape_ = nowhere;  // where the escape that is open begins
    std::size_t high_ = nowhere;    // where the escape just read begins, if it is a high surrogate
};

unfinished::unfinished(std::string_view text, stop_token asked) : text_(text) {
    constexpr std::size_t between_looks = 4096;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i % between_looks == between_looks - 1 && asked.stop_requested()) {
            stopped_ = true;
            return;
        }
        read(text[i], i);
    }
}

std::string unfinished::complete(std::string_view marker, std::string& added) const {
    std::string out(text_);
    std::string end;
    if (in_string_) {
        out.resize(out.size() - utf8::unfinished(text_));
        added = rest_of_escape();
        end = at_key() ? "\":1" : "\"";
    } else if (in_word_) {
        // A number may go on, and so, for all that is known, may a word.
        out.resize(word_);
        added = "\"";
        end = "\"";
    } else {
        bool const list = !open_.empty() && open_.back() == '[';
        added = last_ == last::value ? (at_key() || list ? ",\"" : ":\"") : "\"";
        end = at_key() ? "\":1" : "\"";
    }
    added.append(marker);
    out.append(added).append(end);
    close_brackets(out);
    return out;
}

std::string unfinished::closing() const {
    std::string out;
    if (in_string_) {
        out = rest_of_escape() + (at_key() ? "\":null" : "\"");
    } else if (in_word_) {
        std::string_view const word = text_.substr(word_);
        for (std::string_view const literal : {"true", "false", "null"}) {
            if (literal.starts_with(word)) {
                out = literal.substr(word.size());
            }
        }
        out.append(out.empty() && !parse(text_.substr(word_)) ? "0" : "");
    } else if (last_ == last::comma && at_key()) {
        return {};  // another member would have to be made up
    } else if (last_ == last::colon || last_ == last::comma) {
        out = "null";
    } else if (last_ == last::value && value_next_) {
        out = ":null";
    }
    close_brackets(out);
    return out;
}

bool unfinished::word_is_begun(stop_token asked) const {
    limits bounds;
    bounds.stop = asked;
    std::string const word(in_word_ ? text_.substr(word_) : std::string_view("0"));
    for (std::string_view const literal : {"true", "false", "null"}) {
        if (literal.starts_with(word)) {
            return true;
        }
    }
    return parse(word, bounds).has_value() || parse(word + "0", bounds).has_value();
}

void unfinished::close_brackets(std::string& out) const {
    for (std::size_t i = open_.size(); i-- > 0;) {
        out.push_back(open_[i] == '[' ? ']' : '}');
    }
}

void unfinished::read(char c, std::size_t at) {
    if (in_string_) {
        string(c, at);
        return;
    }
    bool const punctuation = std::string_view("{}[],:\" \t\r\n").find(c) != std::string_view::npos;
    if (!punctuation) {
        word_ = in_word_ ? word_ : at;
        in_word_ = true;
        return;
    }
    if (in_word_) {
        in_word_ = false;
        ends_value();
    }
    switch (c) {
    case '{':
    case '[':
        open_.push_back(c);
        last_ = last::opening;
        value_next_ = false;
        return;
    case '}':
    case ']':
        if (!open_.empty()) {
            open_.pop_back();
        }
        ends_value();
        return;
    case ',':
        last_ = last::comma;
        value_next_ = false;
        return;
    case ':':
        last_ = last::colon;
        value_next_ = true;
        return;
    case '"':
        in_string_ = true;
        escape_ = nowhere;
        high_ = nowhere;
        return;
    default: return;
    }
}

void unfinished::string(char c, std::size_t at) {
    if (escape_ != nowhere) {
        std::size_t const length = at - escape_;
        if (length == 1 ? c != 'u' : length == 5) {
            bool const high = length == 5 && is_high(text_.substr(escape_, 6));
            high_ = high ? escape_ : nowhere;
            escape_ = nowhere;
        }
    } else if (c == '\\') {
        escape_ = at;
    } else if (c == '"') {
        in_string_ = false;
        if (at_key()) {
            last_ = last::value;
            value_next_ = true;
        } else {
            ends_value();
        }
    } else {
        high_ = nowhere;
    }
}

void unfinished::ends_value() {
    last_ = last::value;
    value_next_ = false;
}

bool unfinished::at_key() const noexcept { return !open_.empty() && open_.back() == '{' && !value_next_; }

bool unfinished::is_high(std::string_view escape) noexcept {
    return escape.size() >= 4 && (escape[2] == 'd' || escape[2] == 'D') &&
           std::string_view("89abAB").find(escape[3]) != std::string_view::npos;
}

std::string unfinished::rest_of_escape() const {
    if (escape_ == nowhere) {
        return high_ != nowhere && high_ + 6 == text_.size() ? "\\udc00" : "";
    }
    std::string_view const begun = text_.substr(escape_);
    if (high_ != nowhere && high_ + 6 == escape_) {
        // The digits of a low surrogate, as far as they can still be those.
        std::string_view const low = "\\udc00";
        std::size_t const same = (std::min)(begun.size(), std::size_t{3});
        return std::string(begun.size() > same ? std::string(low.size() - begun.size(), '0')
                                               : std::string(low.substr(same)));
    }
    if (begun.size() == 1) {
        return "\\";
    }
    std::string const digits(6 - begun.size(), '0');
    return is_high(begun) ? digits + "\\udc00" : digits;
}

}  // namespace parlance::json::detail

namespace parlance::json {

std::string closing_of(std::string_view text) { return detail::unfinished(text).closing(); }

result<partial> parse_partial(std::string_view text, std::string_view marker, limits const& bounds) {
    auto whole = parse(text, bounds);
    if (whole) {
        return partial{*std::move(whole), {}};
    }
    partial out;
    detail::unfinished const end(text, bounds.stop);
    if (end.stopped()) {
        return diagnostic{errc::cancelled};
    }
    auto healed = parse(end.complete(marker, out.cut), bounds);
    if (!healed || !end.word_is_begun(bounds.stop)) {
        return healed || healed.error().code == errc::json_syntax ? whole.error() : healed.error();
    }
    out.healed = *std::move(healed);
    return out;
}

}  // namespace parlance::json
