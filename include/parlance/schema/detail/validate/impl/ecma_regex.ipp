// parlance/schema/detail/validate/impl/ecma_regex.ipp - whether a text is a regular expression of ECMA-262
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/validate/regex_format.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::schema::detail {

/// Reads a pattern from left to right; groups need a stack, and nothing else does.
class ecma_reader {
public:
    ecma_reader(std::string_view text, bool unicode) : text_(text), unicode_(unicode) {}

    [[nodiscard]] bool valid() {
        while (at_ < text_.size()) {
            if (!read_one()) {
                return false;
            }
        }
        std::sort(names_.begin(), names_.end());
        auto const named = [&](std::string_view name) {
            return std::binary_search(names_.begin(), names_.end(), name);
        };
        return open_.empty() && reference_ <= groups_ &&
               std::adjacent_find(names_.begin(), names_.end()) == names_.end() &&
               std::all_of(references_.begin(), references_.end(), named);
    }

private:
    static constexpr char32_t no_character = 0xFFFF'FFFF;  // a class
    static constexpr std::size_t most_groups = 1'000'000;

    [[nodiscard]] bool take(std::string_view what) {
        bool const starts = text_.substr(at_).starts_with(what);
        at_ += starts ? what.size() : 0;
        return starts;
    }
    [[nodiscard]] static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    [[nodiscard]] static bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] char32_t next_character() {
        utf8::decoded const d = utf8::decode(text_.substr(at_));
        at_ += (std::max<std::size_t>)(d.length, 1);
        return d.value;
    }
    [[nodiscard]] std::string_view digits() {
        std::size_t const begin = at_;
        while (is_digit(peek())) {
            ++at_;
        }
        return text_.substr(begin, at_ - begin);
    }

    [[nodiscard]] bool read_one() {
        char const c = peek();
        switch (c) {
        case '^':
        case '$':
        case '|':
            ++at_;
            atom_ = false;
            return true;
        case '(': return open_group();
        case ')':
            if (open_.empty()) {
                return false;
            }
            ++at_;
            atom_ = open_.back() != 0;
            open_.pop_back();
            return true;
        case '*':
        case '+':
        case '?':
        case '{': return read_quantifier();
        case ']':
        case '}': return false;
        case '[': return read_class();
        case '\\': {
            char const next = peek(1);
            if (next == 'b' || next == 'B') {
                at_ += 2;
                atom_ = false;
                return true;
            }
            atom_ = true;
            return read_reference() || read_escape(false).has_value();
        }
        default:
            static_cast<void>(next_character());
            atom_ = true;
            return true;
        }
    }

    [[nodiscard]] bool read_quantifier() {
        if (!atom_) {
            return false;
        }
        atom_ = false;
        if (!take("{")) {
            ++at_;
            static_cast<void>(take("?"));
            return true;
        }
        auto const stripped = [](std::string_view n) {
            std::size_t const zeros = n.find_first_not_of('0');
            return zeros == n.npos ? std::string_view{} : n.substr(zeros);
        };
        std::string_view const least = digits();
        if (least.empty()) {
            return false;
        }
        if (take(",")) {
            std::string_view const most = stripped(digits());
            std::string_view const low = stripped(least);
            bool const open = !is_digit(text_[at_ - 1]);
            if (!open && (low.size() > most.size() || (low.size() == most.size() && low > most))) {
                return false;
            }
        }
        bool const closed = take("}");
        static_cast<void>(take("?"));
        return closed;
    }

    [[nodiscard]] bool open_group() {
        atom_ = false;
        if (open_.size() >= most_groups) {
            return false;
        }
        bool quantified = true;
        if (take("(?<=") || take("(?<!") || take("(?=") || take("(?!")) {
            quantified = false;
        } else if (take("(?<")) {
            std::string_view const name = read_name();
            if (name.empty()) {
                return false;
            }
            names_.push_back(name);
            ++groups_;
        } else if (take("(?")) {
            if (!read_modifiers()) {
                return false;
            }
        } else {
            ++at_;
            ++groups_;
        }
        open_.push_back(quantified ? 1 : 0);
        return true;
    }

    /// `:`, or `i:`, `-m:`, `i-ms:`.
    [[nodiscard]] bool read_modifiers() {
        std::string seen;
        bool minus = false;
        while (peek() != ':') {
            char const c = peek();
            bool const known = c == 'i' || c == 'm' || c == 's' || (c == '-' && !minus);
            if (!known || seen.find(c) != seen.npos) {
                return false;
            }
            minus = minus || c == '-';
            seen += c;
            ++at_;
        }
        ++at_;
        return seen != "-";
    }

    /// A name and its '>'; empty where there is none.
    [[nodiscard]] std::string_view read_name() {
        std::size_t const begin = at_;
        auto const may_stand = [&](char c) {
            return is_letter(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80 ||
                   (at_ > begin && is_digit(c));
        };
        while (at_ < text_.size() && may_stand(peek())) {
            ++at_;
        }
        std::string_view const name = text_.substr(begin, at_ - begin);
        return take(">") ? name : std::string_view{};
    }

    /// \1, \k<name>
    [[nodiscard]] bool read_reference() {
        if (take("\\k<")) {
            references_.push_back(read_name());
            return !references_.back().empty();
        }
        if (peek(1) < '1' || peek(1) > '9') {
            return false;
        }
        ++at_;
        std::uint64_t number = 0;
        for (char const c : digits()) {
            number =
                (std::min<std::uint64_t>)(number * 10 + static_cast<std::uint64_t>(c - '0'), 0xFFFF'FFFF);
        }
        reference_ = (std::max)(reference_, number);
        return true;
    }

    [[nodiscard]] std::optional<char32_t> hex(std::size_t count) {
        char32_t out = 0;
        for (std::size_t i = 0; i < count; ++i, ++at_) {
            char const c = peek();
            if (!is_digit(c) && !((c | 0x20) >= 'a' && (c | 0x20) <= 'f')) {
                return {};
            }
            out = out * 16 + static_cast<char32_t>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
        }
        return out;
    }

    /// What \ and what is behind it stand for; nothing where they stand for nothing.
    [[nodiscard]] std::optional<char32_t> read_escape(bool in_class) {
        ++at_;
        char const c = peek();
        if (at_ == text_.size()) {
            return {};
        }
        ++at_;
        if (std::string_view{"dDsSwW"}.find(c) != std::string_view::npos) {
            return no_character;
        }
        std::string_view const controls = "tnvfr";
        if (std::size_t const i = controls.find(c); i != controls.npos) {
            return static_cast<char32_t>(std::string_view{"\t\n\v\f\r"}[i]);
        }
        switch (c) {
        case 'b': return in_class ? std::optional<char32_t>(8) : std::nullopt;
        case '0': return is_digit(peek()) ? std::nullopt : std::optional<char32_t>(0);
        case 'c':
            if (!is_letter(peek())) {
                return {};
            }
            return static_cast<char32_t>(text_[at_++] & 31);
        case 'x': return hex(2);
        case 'u': return read_unit();
        case 'p':
        case 'P': return unicode_ ? read_property() : std::nullopt;
        default: break;
        }
        --at_;
        char32_t const itself = next_character();
        std::string_view const syntax = "^$\\.*+?()[]{}|/";
        bool const meant = unicode_ ? syntax.find(c) != syntax.npos || (in_class && c == '-')
                                    : itself < 0x80 && !is_letter(c) && !is_digit(c) && c != '_';
        return meant ? std::optional<char32_t>(itself) : std::nullopt;
    }

    [[nodiscard]] std::optional<char32_t> read_unit() {
        if (!unicode_ || !take("{")) {
            std::optional<char32_t> const unit = hex(4);
            if (unit && unicode_ && *unit >= 0xD800 && *unit < 0xDC00 &&
                text_.substr(at_).starts_with("\\u")) {
                std::size_t const before = at_;
                at_ += 2;
                std::optional<char32_t> const low = hex(4);
                if (low && *low >= 0xDC00 && *low < 0xE000) {
                    return 0x10000 + ((*unit & 0x3FF) << 10) + (*low & 0x3FF);
                }
                at_ = before;
            }
            return unit;
        }
        char32_t out = 0;
        std::size_t count = 0;
        for (; peek() != '}'; ++count) {
            std::optional<char32_t> const digit = hex(1);
            if (!digit || (out = out * 16 + *digit) > 0x10FFFF) {
                return {};
            }
        }
        ++at_;
        return count == 0 ? std::nullopt : std::optional<char32_t>(out);
    }

    [[nodiscard]] std::optional<char32_t> read_property() {
        std::size_t const end = text_.find('}', at_);
        if (peek() != '{' || end == text_.npos) {
            return {};
        }
        std::string_view const name = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        return rtn::is_unicode_property(name) ? std::optional<char32_t>(no_character) : std::nullopt;
    }

    [[nodiscard]] std::optional<char32_t> class_atom(bool first) {
        if (peek() == '\\') {
            return read_escape(true);
        }
        char32_t const c = next_character();
        if (unicode_ || c < 0x10000) {
            return c;
        }
        return first ? 0xDC00 + (c & 0x3FF)
                     : 0xD800 + ((c - 0x10000) >> 10);  // two units: the one at the dash
    }

    [[nodiscard]] bool read_class() {
        ++at_;
        static_cast<void>(take("^"));
        while (peek() != ']') {
            if (at_ >= text_.size()) {
                return false;
            }
            std::optional<char32_t> const low = class_atom(true);
            if (!low) {
                return false;
            }
            if (peek() == '-' && peek(1) != ']' && at_ + 1 < text_.size()) {
                ++at_;
                std::optional<char32_t> const high = class_atom(false);
                if (!high || *low == no_character || *high == no_character || *low > *high) {
                    return false;
                }
            }
        }
        ++at_;
        atom_ = true;
        return true;
    }

    std::string_view text_;
    bool unicode_;
    std::size_t at_ = 0;
    bool atom_ = false;  // what was read last may be repeated
    vec<char> open_;     // groups: whether they may be
    std::vector<std::string_view> names_;
    std::vector<std::string_view> references_;
    std::uint64_t groups_ = 0;
    std::uint64_t reference_ = 0;
};

bool is_ecma_regex(std::string_view text) {
    return ecma_reader(text, true).valid() || ecma_reader(text, false).valid();
}

}  // namespace parlance::schema::detail
