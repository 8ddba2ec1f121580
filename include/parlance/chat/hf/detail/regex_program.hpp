// parlance/chat/hf/detail/regex_program.hpp - regular expressions that need no backtracking, as programs
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/pcre2.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf::detail {

/// Python's white space.
[[nodiscard]] constexpr bool is_space(char32_t c) noexcept {
    return (c >= 9 && c <= 13) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

/// A byte that is part of no code point, as Python's surrogateescape counts it.
[[nodiscard]] constexpr char32_t bad_byte(char byte) noexcept {
    return 0xDC00U + static_cast<unsigned char>(byte);
}

/// A set of code points as patterns write it.
class regex_set {
public:
    void add(char32_t low, char32_t high) {
        for (char32_t c = low; c <= high && c < 128; ++c) {
            ascii_.set(c);
        }
        if (high >= 128) {
            ranges_.emplace_back(std::max<char32_t>(low, 128), high);
        }
    }
    /// One of w W d D s S.
    void add_class(char kind) {
        for (char32_t c = 0; c < 128; ++c) {
            ascii_[c] = ascii_[c] || in_class(c, kind);
        }
        classes_.push_back(kind);
    }
    void negate() { negated_ = true; }

    [[nodiscard]] bool contains(char32_t c) const {
        if (c < 128) {
            return ascii_[c] != negated_;
        }
        bool const inside =
            std::any_of(ranges_.begin(), ranges_.end(),
                        [&](auto const& r) { return c >= r.first && c <= r.second; }) ||
            std::any_of(classes_.begin(), classes_.end(), [&](char kind) { return in_class(c, kind); });
        return inside != negated_;
    }

private:
    static bool in_class(char32_t c, char kind) {
        switch (kind) {
        case 's': return is_space(c);
        case 'd':
            return c < 128 ? c >= '0' && c <= '9' : !(c >= 0xD800 && c < 0xE000) && is_unicode_class(c, 'd');
        case 'w':
            return c < 128 ? (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                 c == '_'
                           : !(c >= 0xD800 && c < 0xE000) && is_unicode_class(c, 'w');
        default: return !in_class(c, static_cast<char>(kind - 'A' + 'a'));
        }
    }

    std::bitset<128> ascii_;
    std::vector<std::pair<char32_t, char32_t>> ranges_;
    std::vector<char> classes_;
    bool negated_ = false;
};

/// Instructions for regex_search.  `a` before `b` where both are ways to go on.
struct regex_step {
    enum class kind : std::uint8_t { character, any, set, split, jump, save, begin, end, very_end, match } is;
    std::uint32_t a = 0;  // character: the code point; set: its number; split, jump: where to; save: the slot
    std::uint32_t b = 0;  // split
};

struct regex_program {
    std::vector<regex_step> steps;
    std::vector<regex_set> sets;
    std::vector<std::string> names;  // of groups, from 0 on
    std::bitset<256> first;          // bytes a match can begin with; all when it may be empty
};

/// Reads the part of Python's syntax that needs neither memory of what was matched nor a look around: literals, sets,
/// groups, alternatives, repetition greedy and lazy, ^ \A at the beginning, $ \Z at the end.
class regex_compiler {
public:
    explicit regex_compiler(std::string_view pattern) : in_(pattern) { out_.names.emplace_back(); }

    /// Nothing when the pattern needs more.
    [[nodiscard]] std::optional<regex_program> compile() {
        emit({kind::save, 0, 0});
        alternatives(0);
        if (bad_ || at_ != in_.size()) {
            return std::nullopt;
        }
        emit({kind::save, 1, 0});
        emit({kind::match, 0, 0});
        if (bad_ || !ends_are_last()) {
            return std::nullopt;
        }
        find_first();
        return std::move(out_);
    }

    /// The program for any of some texts; the longest where one begins with another.
    [[nodiscard]] static regex_program of_literals(std::vector<std::string> texts) {
        std::sort(texts.begin(), texts.end(), [](auto const& a, auto const& b) {
            return a.size() != b.size() ? a.size() > b.size() : a < b;
        });
        regex_compiler c({});
        c.emit({kind::save, 0, 0});
        std::vector<std::uint32_t> ends;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            std::uint32_t const choice = c.here();
            if (i + 1 < texts.size()) {
                c.emit({kind::split, choice + 1, 0});
            }
            for (std::string_view rest = texts[i]; !rest.empty();) {
                utf8::decoded const d = utf8::decode(rest);
                c.emit({kind::character, d.valid ? d.value : bad_byte(rest[0]), 0});
                rest.remove_prefix(d.valid ? d.length : 1);
            }
            if (i + 1 < texts.size()) {
                ends.push_back(c.here());
                c.emit({kind::jump, 0, 0});
                c.out_.steps[choice].b = c.here();
            }
        }
        for (std::uint32_t const at : ends) {
            c.out_.steps[at].a = c.here();
        }
        c.emit({kind::save, 1, 0});
        c.emit({kind::match, 0, 0});
        c.find_first();
        return std::move(c.out_);
    }

private:
    using kind = regex_step::kind;
    static constexpr std::size_t largest = 4000;  // steps; what is larger is not run by threads
    static constexpr std::size_t deepest = 50;

    [[nodiscard]] std::uint32_t here() const noexcept {
        return static_cast<std::uint32_t>(out_.steps.size());
    }
    void emit(regex_step s) {
        out_.steps.push_back(s);
        bad_ = bad_ || out_.steps.size() > largest;
    }
    [[nodiscard]] char peek() const noexcept { return at_ < in_.size() ? in_[at_] : '\0'; }
    [[nodiscard]] bool more() const noexcept { return at_ < in_.size() && !bad_; }

    /// Appends what is read; true when it can match nothing.
    bool alternatives(std::size_t depth) {
        if (depth > deepest) {
            bad_ = true;
            return true;
        }
        std::vector<std::uint32_t> ends;
        bool empty = false;
        for (;;) {
            std::uint32_t const begin = here();
            empty = sequence(depth) || empty;
            if (!more() || peek() != '|') {
                break;
            }
            ++at_;
            insert(begin, {kind::split, begin + 1, here() + 2});
            ends.push_back(here());
            emit({kind::jump, 0, 0});
        }
        for (std::uint32_t const at : ends) {
            out_.steps[at].a = here();
        }
        return empty;
    }

    /// Puts a step in front of what was emitted from `at` on.
    void insert(std::uint32_t at, regex_step s) {
        for (std::size_t i = at; i < out_.steps.size(); ++i) {
            regex_step& moved = out_.steps[i];
            if (moved.is == kind::split || moved.is == kind::jump) {
                moved.a += moved.a >= at ? 1U : 0U;
                moved.b += moved.is == kind::split && moved.b >= at ? 1U : 0U;
            }
        }
        out_.steps.insert(out_.steps.begin() + at, s);
        bad_ = bad_ || out_.steps.size() > largest;
    }

    bool sequence(std::size_t depth) {
        bool empty = true;
        while (more() && peek() != '|' && peek() != ')') {
            std::uint32_t const begin = here();
            bool const nothing = atom(depth);
            empty = repeat(begin, nothing) && empty;
        }
        return empty;
    }

    bool atom(std::size_t depth) {
        switch (peek()) {
        case '(': return group(depth);
        case '[': set(); return false;
        case '.': ++at_, emit({kind::any, 0, 0}); return false;
        case '^': ++at_, emit({kind::begin, 0, 0}); return true;
        case '$': ++at_, emit({kind::end, 0, 0}); return true;
        case '\\': return escape();
        case '*':
        case '+':
        case '?': bad_ = true; return true;
        default: {
            utf8::decoded const d = utf8::decode(in_.substr(at_));
            bad_ = bad_ || !d.valid;
            at_ += d.length;
            emit({kind::character, d.value, 0});
            return false;
        }
        }
    }

    bool group(std::size_t depth) {
        std::size_t slot = 0;
        if (in_.substr(at_, 3) == "(?:") {
            at_ += 3;
        } else if (in_.substr(at_, 4) == "(?P<" ||
                   (in_.substr(at_, 3) == "(?<" &&
                    std::string_view("=!").find(in_[std::min(at_ + 3, in_.size() - 1)]) ==
                        std::string_view::npos)) {
            at_ += in_[at_ + 2] == 'P' ? 4 : 3;
            std::size_t const end = in_.find('>', at_);
            if (end == in_.npos) {
                bad_ = true;
                return true;
            }
            slot = out_.names.size();
            out_.names.emplace_back(in_.substr(at_, end - at_));
            at_ = end + 1;
        } else if (in_.substr(at_, 2) == "(?") {
            bad_ = true;
            return true;
        } else {
            slot = out_.names.size();
            out_.names.emplace_back();
            ++at_;
        }
        if (slot != 0) {
            emit({kind::save, static_cast<std::uint32_t>(2 * slot), 0});
        }
        bool const empty = alternatives(depth + 1);
        if (peek() != ')') {
            bad_ = true;
            return true;
        }
        ++at_;
        if (slot != 0) {
            emit({kind::save, static_cast<std::uint32_t>(2 * slot + 1), 0});
        }
        return empty;
    }

    /// A code point that an escape stands for; at_ is behind the backslash.
    std::optional<char32_t> escaped() {
        char const c = peek();
        ++at_;
        auto const hex = [&](std::size_t digits) -> std::optional<char32_t> {
            char32_t value = 0;
            for (std::size_t i = 0; i < digits; ++i, ++at_) {
                std::size_t const digit =
                    std::string_view("0123456789abcdef").find(static_cast<char>(peek() | 0x20));
                if (!more() || digit > 15) {
                    return std::nullopt;
                }
                value = value * 16 + static_cast<char32_t>(digit);
            }
            return value;
        };
        switch (c) {
        case 'n': return U'\n';
        case 't': return U'\t';
        case 'r': return U'\r';
        case 'f': return U'\f';
        case 'v': return U'\v';
        case 'a': return U'\a';
        case 'x': return hex(2);
        case 'u': return hex(4);
        case 'U': return hex(8);
        default: break;
        }
        bool const letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter || c == '\0') {
            return std::nullopt;
        }
        --at_;
        utf8::decoded const d = utf8::decode(in_.substr(at_));
        at_ += d.length;
        return d.value;
    }

    bool escape() {
        ++at_;
        char const c = peek();
        if (c == 'A' || c == 'Z') {
            ++at_;
            emit({c == 'A' ? kind::begin : kind::very_end, 0, 0});
            return true;
        }
        if (c != '\0' && std::string_view("wWdDsS").find(c) != std::string_view::npos) {
            ++at_;
            regex_set s;
            s.add_class(c);
            use(std::move(s));
            return false;
        }
        if (auto const value = escaped()) {
            emit({kind::character, *value, 0});
        } else {
            bad_ = true;
        }
        return false;
    }

    void use(regex_set s) {
        emit({kind::set, static_cast<std::uint32_t>(out_.sets.size()), 0});
        out_.sets.push_back(std::move(s));
    }

    void set() {
        ++at_;
        regex_set s;
        bool const negated = peek() == '^';
        at_ += negated;
        for (bool first = true; more() && (peek() != ']' || first); first = false) {
            auto const low = member(s);
            if (!low) {
                continue;  // a class
            }
            if (peek() == '-' && at_ + 1 < in_.size() && in_[at_ + 1] != ']') {
                ++at_;
                regex_set unused;
                auto const high = member(unused);
                bad_ = bad_ || !high || *high < *low;
                s.add(*low, high.value_or(*low));
            } else {
                s.add(*low, *low);
            }
        }
        bad_ = bad_ || peek() != ']';
        ++at_;
        if (negated) {
            s.negate();
        }
        use(std::move(s));
    }

    std::optional<char32_t> member(regex_set& s) {
        if (peek() != '\\') {
            utf8::decoded const d = utf8::decode(in_.substr(at_));
            bad_ = bad_ || !d.valid;
            at_ += d.length;
            return d.value;
        }
        ++at_;
        char const c = peek();
        if (c != '\0' && std::string_view("wWdDsS").find(c) != std::string_view::npos) {
            ++at_;
            s.add_class(c);
            bad_ = bad_ || (peek() == '-' && at_ + 1 < in_.size() && in_[at_ + 1] != ']');
            return std::nullopt;
        }
        auto const value = escaped();
        bad_ = bad_ || !value;
        return value;
    }

    /// A quantifier behind what was emitted from `begin` on; true when the whole can match nothing.
    bool repeat(std::uint32_t begin, bool nothing) {
        std::size_t least = 1;
        std::size_t most = 1;
        constexpr std::size_t endless = static_cast<std::size_t>(-1);
        switch (peek()) {
        case '*': ++at_, least = 0, most = endless; break;
        case '+': ++at_, most = endless; break;
        case '?': ++at_, least = 0; break;
        case '{':
            if (!counts(least, most)) {
                return nothing;  // a brace that is itself
            }
            break;
        default: return nothing;
        }
        bool const lazy = peek() == '?';
        at_ += lazy;
        constexpr std::string_view twice = "*+?";
        bad_ = bad_ || (at_ < in_.size() && twice.find(peek()) != twice.npos) ||
               (nothing && most == endless) || (least != 1 && most == 0) || most < least ||
               (most != endless && most > largest) || least > largest;
        if (bad_) {
            return true;
        }
        std::vector<regex_step> const body(out_.steps.begin() + begin, out_.steps.end());
        out_.steps.resize(begin);
        auto const once = [&] {
            std::uint32_t const offset = here() - begin;
            for (regex_step s : body) {
                if (s.is == kind::split || s.is == kind::jump) {
                    s.a += offset;
                    s.b += s.is == kind::split ? offset : 0;
                }
                emit(s);
            }
        };
        auto const choice = [&](std::uint32_t at, std::uint32_t in, std::uint32_t past) {
            out_.steps[at] = {kind::split, lazy ? past : in, lazy ? in : past};
        };
        for (std::size_t i = 0; i < least && !bad_; ++i) {
            once();
        }
        if (most == endless && !bad_) {
            std::uint32_t const at = here();
            emit({kind::split, 0, 0});
            once();
            emit({kind::jump, at, 0});
            choice(at, at + 1, here());
            return least == 0;
        }
        std::vector<std::uint32_t> choices;
        for (std::size_t i = least; i < most && !bad_; ++i) {
            choices.push_back(here());
            emit({kind::split, 0, 0});
            once();
        }
        for (std::uint32_t const at : choices) {
            choice(at, at + 1, here());
        }
        return nothing || least == 0;
    }

    /// Reads {m}, {m,}, {,n} or {m,n}; false, and nothing read, where there is none.
    bool counts(std::size_t& least, std::size_t& most) {
        std::size_t i = at_ + 1;
        auto const number = [&](std::size_t otherwise) {
            std::size_t value = 0;
            std::size_t const begin = i;
            for (; i < in_.size() && in_[i] >= '0' && in_[i] <= '9'; ++i) {
                value = std::min(value * 10 + static_cast<std::size_t>(in_[i] - '0'), largest + 1);
            }
            return i == begin ? otherwise : value;
        };
        constexpr std::size_t endless = static_cast<std::size_t>(-1);
        std::size_t const begin = i;
        std::size_t const low = number(0);
        bool const digits = i > begin;
        std::size_t high = low;
        bool bounded = false;
        if (i < in_.size() && in_[i] == ',') {
            std::size_t const behind = ++i;
            high = number(endless);
            bounded = i > behind;
        }
        if (i >= in_.size() || in_[i] != '}' || !(digits || bounded)) {
            return false;
        }
        least = low;
        most = high;
        at_ = i + 1;
        return true;
    }

    /// Calls f for every step that can be reached from `at` without reading anything, and those that read.
    template <class F>
    void reach(std::uint32_t at, F&& f) const {
        std::vector<bool> seen(out_.steps.size());
        std::vector<std::uint32_t> todo{at};
        while (!todo.empty()) {
            std::uint32_t const i = todo.back();
            todo.pop_back();
            if (seen[i]) {
                continue;
            }
            seen[i] = true;
            regex_step const& s = out_.steps[i];
            f(s);
            switch (s.is) {
            case kind::split: todo.push_back(s.a), todo.push_back(s.b); break;
            case kind::jump: todo.push_back(s.a); break;
            case kind::save:
            case kind::begin:
            case kind::end:
            case kind::very_end: todo.push_back(i + 1); break;
            default: break;
            }
        }
    }
    static bool reads(regex_step const& s) noexcept {
        return s.is == kind::character || s.is == kind::any || s.is == kind::set;
    }

    /// Whether nothing is read behind $ and \Z.
    [[nodiscard]] bool ends_are_last() const {
        bool last = true;
        for (std::uint32_t i = 0; i < here(); ++i) {
            if (out_.steps[i].is == kind::end || out_.steps[i].is == kind::very_end) {
                reach(i + 1, [&](regex_step const& s) { last = last && !reads(s) && s.is != kind::begin; });
            }
        }
        return last;
    }

    void find_first() {
        reach(0, [&](regex_step const& s) {
            switch (s.is) {
            case kind::character:
                out_.first.set(s.a < 0x80 ? s.a : static_cast<unsigned char>(utf8::encode(s.a).bytes[0]));
                if (s.a >= 0xDC00 && s.a < 0xDD00) {
                    out_.first.set(s.a - 0xDC00);
                }
                break;
            case kind::set:
                for (std::size_t c = 0; c < 256; ++c) {
                    out_.first[c] =
                        out_.first[c] || c >= 128 || out_.sets[s.a].contains(static_cast<char32_t>(c));
                }
                break;
            case kind::any:
            case kind::end:
            case kind::very_end:
            case kind::match: out_.first.set(); break;
            default: break;
            }
        });
    }

    std::string_view in_;
    std::size_t at_ = 0;
    bool bad_ = false;
    regex_program out_;
};

}  // namespace parlance::chat::hf::detail
