// parlance/json/impl/parse.ipp - definitions of what parlance/json/parse.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/parse.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/number.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::json::detail {

class reader {
public:
    reader(std::string_view text, limits const& bounds)
        : text_(text), nesting_(bounds.nesting), stop_(bounds.stop) {}

    /// Whether a whole document was read into `out`; if not, error() says why.
    PARLANCE_DECL bool document(value& out);
    [[nodiscard]] PARLANCE_DECL diagnostic error() const;

private:
    PARLANCE_DECL bool fail(errc code, std::string_view hint);
    /// Whether to go on: asks about every 50 microseconds, where `next` is the next byte that is read.
    [[nodiscard]] bool goes_on(std::size_t next) { return next < ask_at_ || ask(next); }
    [[nodiscard]] bool goes_on() { return goes_on(at_); }
    PARLANCE_DECL bool ask(std::size_t next);
    [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
    /// Where it is asked to stop meanwhile, it does not come to the end of white space, where nothing goes on.
    PARLANCE_DECL void skip_space();

    PARLANCE_DECL bool read(value& out, std::size_t depth);
    PARLANCE_DECL bool word(std::string_view name);
    /// Makes room for one more in a long container, which moves one by one what is in it, and can be stopped meanwhile.
    template <class Container, class Move>
    bool make_room(Container& out, Move const& move);

    PARLANCE_DECL bool read_array(value& out, std::size_t depth);
    PARLANCE_DECL bool read_object(value& out, std::size_t depth);

    /// Reads the string at the cursor into scratch_.
    PARLANCE_DECL bool read_string();

    PARLANCE_DECL bool read_escape();

    [[nodiscard]] PARLANCE_DECL bool hex4(std::size_t from, std::uint32_t& unit) const noexcept;

    PARLANCE_DECL bool read_number(value& out);

    PARLANCE_DECL bool convert(value& out, std::string_view number, bool integral);

    /// Of a number that no double can hold: whether it is next to zero rather than beyond the largest.
    PARLANCE_DECL static bool too_small(std::string_view number) noexcept;

    std::string_view text_;
    static constexpr std::size_t between_looks = 4096;  // bytes
    static constexpr std::size_t long_enough = 1024;    // items, to be worth looking while they move
    static constexpr std::size_t between_looks_at_items = 512;

    std::size_t nesting_;
    stop_token stop_;
    std::size_t at_ = 0;
    std::size_t ask_at_ = 0;
    errc code_ = errc::none;
    note hint_{};
    std::string scratch_{};
};

bool reader::document(value& out) {
    skip_space();
    if (!read(out, 0)) {
        return false;
    }
    skip_space();
    return at_ == text_.size() || fail(errc::json_syntax, "nothing may follow the value");
}

diagnostic reader::error() const {
    return diagnose(code_, text_, at_ < text_.size() ? at_ : text_.size(), at_ < text_.size() ? 1 : 0, hint_);
}

bool reader::fail(errc code, std::string_view hint) {
    if (code_ != errc::cancelled) {
        code_ = code;
        hint_ = hint;
    }
    return false;
}

bool reader::ask(std::size_t next) {
    ask_at_ = next + between_looks;
    return !stop_.stop_requested() || fail(errc::cancelled, {});
}

void reader::skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r') &&
           goes_on()) {
        ++at_;
    }
}

bool reader::read(value& out, std::size_t depth) {
    if (!goes_on()) {
        return false;
    }
    switch (peek()) {
    case '{': return depth < nesting_ ? read_object(out, depth) : fail(errc::nested_too_deep, {});
    case '[': return depth < nesting_ ? read_array(out, depth) : fail(errc::nested_too_deep, {});
    case '"': return read_string() && (out.emplace_string().assign(scratch_.data(), scratch_.size()), true);
    case 't': return word("true") && (out = true, true);
    case 'f': return word("false") && (out = false, true);
    case 'n': return word("null") && (out = nullptr, true);
    default: return read_number(out);
    }
}

bool reader::word(std::string_view name) {
    if (text_.substr(at_, name.size()) != name) {
        return fail(errc::json_syntax, "expected a value");
    }
    at_ += name.size();
    return true;
}

template <class Container, class Move>
bool reader::make_room(Container& out, Move const& move) {
    if (out.size() < long_enough || out.size() < out.capacity()) {
        return true;
    }
    Container larger(out.storage());
    larger.reserve(out.size() * 2);
    std::size_t moved = 0;
    for (auto& each : out) {
        if (moved++ % between_looks_at_items == 0 && !ask(at_)) {
            return false;
        }
        move(larger, each);
    }
    bool const more = ask(at_);
    out = std::move(larger);  // keys stay behind, and are freed
    return more && ask(at_);
}

bool reader::read_array(value& out, std::size_t depth) {
    array& items = out.emplace_array();
    ++at_;
    skip_space();
    if (peek() == ']') {
        return ++at_, true;
    }
    for (;;) {
        if (!make_room(items, [](array& to, value& item) { to.push_back(std::move(item)); })) {
            return false;
        }
        if (!read(items.emplace_back(nullptr), depth + 1)) {
            return false;
        }
        skip_space();
        char const c = peek();
        if (c != ',' && c != ']') {
            return fail(errc::json_syntax, "expected ',' or ']'");
        }
        ++at_;
        if (c == ']') {
            return true;
        }
        skip_space();
    }
}

bool reader::read_object(value& out, std::size_t depth) {
    object& members = out.emplace_object();
    ++at_;
    skip_space();
    if (peek() == '}') {
        return ++at_, true;
    }
    for (;;) {
        if (peek() != '"') {
            return fail(errc::json_syntax, "expected a key in double quotes");
        }
        if (!read_string()) {
            return false;
        }
        if (!make_room(members, [](object& to, boost::json::key_value_pair& member) {
                to.emplace(member.key(), std::move(member.value()));
            })) {
            return false;
        }
        value& member = members[boost::json::string_view(scratch_.data(), scratch_.size())];
        skip_space();
        if (peek() != ':') {
            return fail(errc::json_syntax, "expected ':'");
        }
        ++at_;
        skip_space();
        if (!read(member, depth + 1)) {
            return false;
        }
        skip_space();
        char const c = peek();
        if (c != ',' && c != '}') {
            return fail(errc::json_syntax, "expected ',' or '}'");
        }
        ++at_;
        if (c == '}') {
            return true;
        }
        skip_space();
    }
}

bool reader::read_string() {
    scratch_.clear();
    ++at_;
    for (;;) {
        if (!goes_on()) {
            return false;
        }
        std::size_t const begin = at_;
        std::size_t const end = (std::min)(text_.size(), ask_at_);
        while (at_ < end && static_cast<unsigned char>(text_[at_]) >= 0x20 && text_[at_] != '"' &&
               text_[at_] != '\\' && static_cast<unsigned char>(text_[at_]) < 0x80) {
            ++at_;
        }
        scratch_.append(text_.substr(begin, at_ - begin));
        if (at_ == ask_at_ && at_ != text_.size()) {
            continue;
        }
        if (at_ == text_.size()) {
            return fail(errc::json_syntax, "this string is never closed");
        }
        char const c = text_[at_];
        if (c == '"') {
            return ++at_, true;
        }
        if (c == '\\') {
            if (!read_escape()) {
                return false;
            }
            continue;
        }
        if (static_cast<unsigned char>(c) < 0x20) {
            return fail(errc::json_syntax, "control characters must be escaped");
        }
        utf8::decoded const d = utf8::decode(text_.substr(at_));
        if (!d.valid) {
            return fail(errc::invalid_utf8, {});
        }
        scratch_.append(text_.substr(at_, d.length));
        at_ += d.length;
    }
}

bool reader::read_escape() {
    char const c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view values = "\"\\/\b\f\n\r\t";
    if (std::size_t const i = names.find(c); c != '\0' && i != names.npos) {
        scratch_.push_back(values[i]);
        at_ += 2;
        return true;
    }
    if (c != 'u') {
        return fail(errc::json_syntax, "no such escape");
    }
    std::uint32_t unit = 0;
    if (!hex4(at_ + 2, unit)) {
        return fail(errc::json_syntax, "expected four hexadecimal digits");
    }
    std::size_t length = 6;
    if (unit >= 0xD800 && unit < 0xDC00) {
        std::uint32_t low = 0;
        if (text_.substr(at_ + 6, 2) == "\\u" && hex4(at_ + 8, low) && low >= 0xDC00 && low < 0xE000) {
            unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            length = 12;
        }
    }
    if (!utf8::is_scalar(unit)) {
        return fail(errc::json_syntax, "half of a surrogate pair");
    }
    scratch_.append(utf8::encode(unit).view());
    at_ += length;
    return true;
}

bool reader::hex4(std::size_t from, std::uint32_t& unit) const noexcept {
    if (from + 4 > text_.size()) {
        return false;
    }
    char const* const end = text_.data() + from + 4;
    auto const [stop, error] = std::from_chars(text_.data() + from, end, unit, 16);
    return error == std::errc{} && stop == end;
}

bool reader::read_number(value& out) {
    std::size_t const begin = at_;
    std::size_t i = at_;
    auto const digit = [&] { return i < text_.size() && ascii::is_digit(text_[i]); };
    auto const digits = [&] {
        std::size_t const from = i;
        while (digit() && goes_on(i)) {
            ++i;
        }
        return i > from;
    };
    auto const bad = [&](std::string_view hint) { return at_ = i, fail(errc::json_syntax, hint); };
    if (peek() == '-') {
        ++i;
    }
    if (!digit()) {
        return i == at_ ? fail(errc::json_syntax, "expected a value") : bad("expected a digit");
    }
    if (text_[i] == '0') {
        ++i;
        if (digit()) {
            return bad("a number has no leading zeros");
        }
    } else {
        digits();
    }
    bool integral = true;
    if (i < text_.size() && text_[i] == '.') {
        integral = false;
        ++i;
        if (!digits()) {
            return bad("expected a digit");
        }
    }
    if (i < text_.size() && (text_[i] == 'e' || text_[i] == 'E')) {
        integral = false;
        ++i;
        if (i < text_.size() && (text_[i] == '+' || text_[i] == '-')) {
            ++i;
        }
        if (!digits()) {
            return bad("expected a digit");
        }
    }
    at_ = i;
    return code_ != errc::cancelled && convert(out, text_.substr(begin, i - begin), integral);
}

bool reader::convert(value& out, std::string_view number, bool integral) {
    constexpr std::size_t is_long = 1024;
    if (number.size() > is_long) {  // what is no integer of 64 bits, and takes some time
        std::size_t read = 0;
        auto const real = read_python_float(number, [&] { return ++read % between_looks != 0 || ask(at_); });
        return code_ != errc::cancelled && (out = *real, true);
    }
    char const* const first = number.data();
    char const* const last = first + number.size();
    if (integral) {
        std::int64_t whole = 0;
        if (std::from_chars(first, last, whole).ec == std::errc{}) {
            out = whole;
            return true;
        }
        std::uint64_t natural = 0;
        if (*first != '-' && std::from_chars(first, last, natural).ec == std::errc{}) {
            out = natural;
            return true;
        }
    }
    out = read_python_float(number).value();
    return true;
}

}  // namespace parlance::json::detail

namespace parlance::json {

result<value> parse(std::string_view text, limits const& bounds, boost::json::storage_ptr storage) {
    if (text.size() > bounds.source_bytes) {
        return diagnostic{errc::source_too_large, {}, 0, {}};
    }
    detail::reader in(text, bounds);
    value out(std::move(storage));
    if (!in.document(out)) {
        return in.error();
    }
    return out;
}

}  // namespace parlance::json
