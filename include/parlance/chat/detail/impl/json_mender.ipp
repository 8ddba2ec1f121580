// parlance/chat/detail/impl/json_mender.ipp - definitions of what parlance/chat/detail/json_mender.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/chat/detail/any_values.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/python_word.hpp>
#include <parlance/chat/detail/string_content.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <utility>

namespace parlance::chat::detail {

void json_mender::put(std::string_view text, std::string& out) {
    bool const ascii =
        std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
    std::string valid;
    if (!ascii && !utf8::is_valid(text)) {
        valid = with_valid_utf8(text);
        text = valid;
    }
    while (!text.empty()) {
        std::string& to = maybe_key_ ? argument_text_ : out;
        std::size_t const length = as_it_is(text);
        if (length > 0) {
            string_.pass();
        }
        to.append(text.substr(0, length));
        text.remove_prefix(length);
        if (!text.empty()) {
            notation_ == nullptr ? plain(text.front(), to) : step(text.front(), to);
            text.remove_prefix(1);
        }
        if (maybe_key_ && !string_.is_open()) {
            settle_argument(out);
        }
    }
}

std::size_t json_mender::as_it_is(std::string_view text) noexcept {
    bool const held = string_.holds() || !comma_.empty() || !word_.empty() || skipped_ > 0;
    if (held || (notation_ != nullptr && (!string_.is_open() || !notation_->quote.empty()))) {
        return 0;
    }
    auto const special = [&](char const& c) {
        if (string_.is_open()) {
            return string_.is_special(c);
        }
        bool const mended = c == ','
                                ? !item_follows(text.substr(static_cast<std::size_t>(&c - text.data()) + 1))
                                : c == '"' || c == '\'' || c == 'T' || c == 'F' || c == 'N' ||
                                      begins_key(c) || begins_number(c);
        last_ = mended || blanks.find(c) != std::string_view::npos ? last_ : c;
        return mended;
    };
    return static_cast<std::size_t>(std::find_if(text.begin(), text.end(), special) - text.begin());
}

/// Whether a word begins that is a key, or else a constant in a list.
bool json_mender::begins_key(char c) const noexcept {
    return (last_ == '{' || last_ == ',') && begins_bare_key(c);
}

void json_mender::end_key(std::string& out) {
    std::string word;
    word.swap(word_);
    bool const json = word == "true" || word == "false" || word == "null";
    std::string_view const constant = json ? std::string_view(word) : json_of_constant(word);
    if (last_ == ',' && !constant.empty()) {
        out.append(constant);
    } else {
        json::append_quoted(out, word);
    }
    last_ = 0;
}

/// Whether a number begins that JSON may not have.
bool json_mender::begins_number(char c) const noexcept {
    return (last_ == ':' || last_ == ',' || last_ == '[') &&
           begins_of_other_numbers.find(c) != std::string_view::npos;
}

/// Of one that is cut off, no more than JSON may have.
void json_mender::end_number(std::string& out, bool whole) {
    std::string word;
    word.swap(word_);
    number_ = false;
    std::string const number = !whole || json::parse(word) ? word : json_of_number(word);
    out.append(whole && number.empty() ? json::quoted(word) : number);
    last_ = '0';
}

/// Whether a comma in front of this is one that stays.
bool json_mender::item_follows(std::string_view text) noexcept {
    std::size_t const next = text.substr(0, longest_gap).find_first_not_of(blanks);
    return next != std::string_view::npos && text[next] != '}' && text[next] != ']';
}

void json_mender::close(std::string& out, bool whole) {
    std::string rest;
    rest.swap(maybe_quote_);
    for (char const c : whole ? rest : std::string()) {
        plain(c, out);
    }
    if (notation_ != nullptr) {
        comma_.clear();
        if (!whole) {
            string_.drop();
            maybe_key_ = false;
        } else if (string_.may_have_ended()) {
            string_.end(maybe_key_ ? argument_text_ : out);
        } else {
            string_.keep_ending(out);
            end_word(out, false);
        }
        if (maybe_key_) {
            settle_argument(out);
        }
    } else if (whole && string_.may_have_ended()) {
        string_.end(out);
    } else if (number_) {
        end_number(out, whole);
    } else if (whole && !word_.empty()) {
        end_key(out);
    }
    put_comma(out);
    string_.close(out);
}

std::string json_mender::take_held() {
    std::string out;
    if (std::exchange(maybe_key_, false)) {
        out.swap(argument_text_);
    }
    if (!number_) {
        out.append(std::exchange(word_, {}));
    }
    return out.append(std::exchange(maybe_quote_, {}));
}

void json_mender::step(char c, std::string& out) {
    std::string_view const quote = notation_->quote;
    bool const ended = string_.may_have_ended();
    bool const elsewhere = string_.is_open() && !string_.is_between_long_quotes() && !ended;
    if (quote.empty() || elsewhere) {
        plain(c, out);
        return;
    }
    maybe_quote_.push_back(c);
    while (!maybe_quote_.empty() && !quote.starts_with(maybe_quote_)) {
        char const first = maybe_quote_.front();
        maybe_quote_.erase(0, 1);
        plain(first, out);
    }
    if (maybe_quote_ != quote) {
        return;
    }
    maybe_quote_.clear();
    if (string_.is_between_long_quotes()) {
        string_.end(out);
        ended_ = true;
        return;
    }
    if (ended) {
        string_.end(out);
    }
    if (!word_.empty() && (valued_ || brackets_.ends_with('['))) {  // half_quoted
        put_comma(out);
        json::append_quoted(out, std::exchange(word_, {}));
        gap_ = false;
        ended_ = true;
        return;
    }
    add_comma(string_mender::long_quote);
    begin_text(string_mender::long_quote, out);
}

void json_mender::plain(char c, std::string& out) {
    if (!string_.is_open() || !string_.put(c, out)) {
        outside(c, out);
    }
}

void json_mender::outside(char c, std::string& out) {
    if (skipped_ > 0) {
        --skipped_;
        return;
    }
    if (notation_ == nullptr && (number_ ? ascii::is_alnum(c) || c == '.' || c == '+' || c == '-'
                                         : word_.empty() && begins_number(c))) {
        put_comma(out);
        number_ = true;
        word_.push_back(c);
        return;
    }
    if (number_) {
        end_number(out, true);
    }
    if (notation_ == nullptr && (word_.empty() ? begins_key(c) : is_in_bare_key(c))) {
        put_comma(out);
        word_.push_back(c);
        if (word_.size() > longest_bare_key) {
            end_key(out);
        }
        return;
    }
    if (notation_ == nullptr && !word_.empty()) {
        end_key(out);
    }
    if (blanks.find(c) != std::string_view::npos) {
        gap_ = !word_.empty();
        bool const held = notation_ == nullptr && !comma_.empty();
        if (held && comma_.size() < longest_gap) {
            comma_.push_back(c);
        } else if (!gap_) {
            if (held) {
                put_comma(out);
            }
            out.push_back(c);
        }
        return;
    }
    if (notation_ != nullptr) {
        add_comma(c);
        if (noted(c, out)) {
            return;
        }
    }
    // The white space behind a comma that goes stays.
    comma_.erase(0, c == '}' || c == ']' ? 1 : 0);
    put_comma(out);
    last_ = c;
    switch (c) {
    case ',': comma_ = ","; break;
    case '"':
    case '\'': begin_text(c, out); break;
    case 'N':
        out.append("null");
        skipped_ = 3;
        break;
    case 'T':
    case 'F': out.push_back(c == 'T' ? 't' : 'f'); break;
    default: out.push_back(c); break;
    }
}

/// What a notation has otherwise than JSON; false for what is left to read as that.
bool json_mender::noted(char c, std::string& out) {
    std::string_view const mark(&c, 1);
    bool const sign = c == '=' && brackets_.size() == 1 && (called_ || is_named());
    if (c == ':' || notation_->key_close == mark || sign) {
        argument_ = false;
        valued_ = true;
        end_word(out, true);
        out.append(": ");
        return true;
    }
    bool const opens = std::string_view("{[(").find(c) != std::string_view::npos;
    bool const closes = std::string_view("}])").find(c) != std::string_view::npos;
    if (c == '{' && argument_ && brackets_.size() == 1 && notation_->python && word_ == "**") {
        word_.clear();  // Python's `f(**{"a": 1})`
        unwrapping_ = true;
        brackets_.push_back(c);
        return true;
    }
    if (opens || closes) {
        end_word(out, false);
        if (closes && !brackets_.empty()) {
            brackets_.pop_back();
        }
        comma_.erase(0, closes ? comma_.size() : 0);
        put_comma(out);
        if (c == '{' && at_all_arguments()) {
            unwrapping_ = true;
            brackets_.push_back(c);
            return true;
        }
        if (c == '}' && brackets_.size() == 1 && std::exchange(unwrapping_, false)) {
            return true;
        }
        if (opens && at_argument()) {
            name_argument(out);
        }
        called_ = brackets_.size() == 0 && opens ? c == '(' && notation_->bare_keys : called_;
        bool const outermost =
            brackets_.size() == 0 && (called_ || mark == (opens ? notation_->open : notation_->close));
        char const json = outermost ? (opens ? '{' : '}') : c == '(' ? '[' : c == ')' ? ']' : c;
        out.push_back(json);
        if (opens) {
            brackets_.push_back(json);
        }
        argument_ = opens && brackets_.size() == 1;
        valued_ = !opens;
        return true;
    }
    if (c == ',') {
        valued_ = false;
        end_word(out, false);
        comma_ = ", ";
        argument_ = brackets_.size() == 1;
        return true;
    }
    if (c == '"' || (c == '\'' && (notation_->python || word_.empty()))) {
        if (notation_->python && !gap_ && is_string_prefix(word_)) {
            raw_ = word_.find_first_of("rR") != std::string::npos;
            word_.clear();
        }
        end_word(out, false);
        return false;
    }
    if (word_.empty()) {
        put_comma(out);
    } else if (std::exchange(gap_, false)) {
        word_.push_back(' ');
    }
    word_.push_back(c);
    return true;
}

/// Behind a string between long quotes, which end nothing else, a comma may be missing: between items, and in front of a key.
void json_mender::add_comma(char next) {
    bool const ended = std::exchange(ended_, false);
    if (!ended || std::string_view(",:=}])").find(next) != std::string_view::npos) {
        return;
    }
    if (brackets_.ends_with('[')) {
        comma_ = ", ";
    } else {
        missing_ = begins_bare_key(next);
    }
}

void json_mender::put_comma(std::string& out) {
    out.append(comma_);
    comma_.clear();
}

/// Whether a property is a string.
[[nodiscard]] PARLANCE_DECL bool is_text(boost::json::value const* property) {
    auto const* const schema = property != nullptr ? property->if_object() : nullptr;
    auto const* const type = schema != nullptr ? schema->if_contains("type") : nullptr;
    return type != nullptr && type->is_string() && type->get_string() == "string";
}

void json_mender::end_word(std::string& out, bool key) {
    std::string word;
    word.swap(word_);
    gap_ = false;
    if (word.empty()) {
        return;
    }
    if (std::exchange(missing_, false) && key) {
        out.append(", ");
    }
    if (!key && at_argument()) {
        name_argument(out);
    }
    if (key && brackets_.size() == 1) {
        text_ = is_text(parameters_ != nullptr ? parameters_->if_contains(word) : nullptr);
    }
    std::string value(key ? std::string_view() : json_of_constant(word));
    if (!key && value.empty()) {
        bool const padded = word.size() > 1 && word[0] == '0' && ascii::is_digit(word[1]);
        bool const digits = text_ && padded && brackets_.size() == 1;  // which the text is made of
        value = json::parse(word) ? word : digits ? std::string() : json_of_number(word);
    }
    out.append(value.empty() ? json::quoted(word) : value);
}

void json_mender::begin_text(char quote, std::string& out) {
    end_word(out, false);
    put_comma(out);
    maybe_key_ = at_argument();
    string_.begin(quote, std::exchange(raw_, false), maybe_key_ ? argument_text_ : out);
}

/// Whether what comes is an argument, and has no name where none was told.
bool json_mender::at_argument() const noexcept {
    return argument_ && brackets_.size() == 1 && parameters_ != nullptr && notation_->python;
}

/// other_colon: whether the word at hand is the name of a parameter where one is expected, so that `=` stands for the colon.
bool json_mender::is_named() const {
    return !valued_ && notation_->bare_keys && parameters_ != nullptr && parameters_->contains(word_);
}

/// Whether an object here is not the first argument: that is none.
bool json_mender::at_all_arguments() const {
    if (!at_argument() || unnamed_ > 0) {
        return false;
    }
    auto const* first = parameters_->empty() ? nullptr : parameters_->begin()->value().if_object();
    auto const* type = first == nullptr ? nullptr : first->if_contains("type");
    return parameters_->empty() || (type != nullptr && type->is_string() && type->get_string() != "object");
}

void json_mender::name_argument(std::string& out) {
    if (unnamed_ < parameters_->size()) {
        auto const& property = *(parameters_->begin() + static_cast<std::ptrdiff_t>(unnamed_));
        json::append_quoted(out, property.key());
        out.append(": ");
        text_ = is_text(&property.value());
    }
    ++unnamed_;
}

/// Text that is held was a name, as what stands behind it says, or an argument.
void json_mender::settle_argument(std::string& out) {
    maybe_key_ = false;
    if (!argument_text_.ends_with(": ")) {
        name_argument(out);
    }
    out.append(argument_text_);
    argument_text_.clear();
}

std::string json_of(std::string_view text, notation const& n) {
    std::string out;
    json_mender mender(n);
    mender.put(text, out);
    mender.close(out);
    return json::parse(out) ? out : std::string();
}

}  // namespace parlance::chat::detail
