// parlance/rtn/detail/regex_syntax.hpp - reads a regular expression into a tree
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::rtn::detail {

struct regex_node {
    enum class kind : std::uint8_t {
        empty,
        set,
        sequence,
        choice,
        repeat,
        begin,
        end,
        look
    } is = kind::empty;
    std::vector<code_points> set{};
    std::vector<std::uint32_t> children{};
    std::uint32_t least = 0;
    std::uint32_t most = 0;
    bool negative = false;  // of a look-ahead
};

struct regex_tree {
    std::vector<regex_node> nodes;
    std::uint32_t root = 0;
};

/// ECMA-262 without flags, with the extensions that other dialects' users write where they mean the same.
class regex_parser {
public:
    static constexpr std::size_t deepest = 200;

    explicit regex_parser(std::string_view text) : text_(text) {}

    /// Errors: not_lowerable, invalid_utf8.
    [[nodiscard]] result<regex_tree> parse() {
        if (!utf8::is_valid(text_)) {
            return diagnostic{errc::invalid_utf8, {}, 0, "regular expression"};
        }
        std::uint32_t const root = choice();
        if (why_.empty() && at_ < text_.size()) {
            refuse("unmatched ')'");
        }
        if (!why_.empty()) {
            return diagnostic{errc::not_lowerable, locate(text_, fault_), 0, why_};
        }
        tree_.root = root;
        return std::move(tree_);
    }

private:
    using kind = regex_node::kind;

    std::uint32_t add(regex_node n) {
        tree_.nodes.push_back(std::move(n));
        return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
    }
    std::uint32_t leaf(kind k) { return add({k}); }
    std::uint32_t refuse(std::string_view why) {
        if (why_.empty()) {
            why_ = note("regular expression: ").append(why);
            fault_ = at_;
        }
        at_ = text_.size();
        return 0;
    }
    [[nodiscard]] bool more() const noexcept { return at_ < text_.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const noexcept {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    bool take(std::string_view what) noexcept {
        if (!text_.substr(at_).starts_with(what)) {
            return false;
        }
        at_ += what.size();
        return true;
    }
    char32_t code_point() noexcept {
        utf8::decoded const d = utf8::decode(text_.substr(at_));
        at_ += d.length;
        return d.value;
    }

    std::uint32_t choice() {
        if (++depth_ > deepest) {
            return refuse("nested too deeply");
        }
        regex_node n{kind::choice};
        n.children.push_back(sequence());
        while (more() && take("|")) {
            n.children.push_back(sequence());
        }
        --depth_;
        return n.children.size() == 1 ? n.children.front() : add(std::move(n));
    }

    std::uint32_t sequence() {
        regex_node n{kind::sequence};
        while (more() && peek() != '|' && peek() != ')') {
            std::uint32_t const term = quantified();
            if (!why_.empty()) {
                return 0;
            }
            n.children.push_back(term);
        }
        return n.children.empty()       ? leaf(kind::empty)
               : n.children.size() == 1 ? n.children.front()
                                        : add(std::move(n));
    }

    std::uint32_t quantified() {
        std::uint32_t inner = atom();
        while (why_.empty() && more()) {
            std::uint32_t least = 0;
            std::uint32_t most = unbounded;
            if (take("*")) {
            } else if (take("+")) {
                least = 1;
            } else if (take("?")) {
                most = 1;
            } else if (peek() != '{' || !braces(least, most)) {
                break;
            }
            if (most < least) {
                return refuse("a repetition that ends before it begins");
            }
            take("?");
            if (peek() == '+') {
                return refuse("possessive repetition");
            }
            kind const what = tree_.nodes[inner].is;
            if (what == kind::begin || what == kind::end || what == kind::look) {
                return refuse("a repeated assertion");
            }
            regex_node n{kind::repeat};
            n.children.push_back(inner);
            n.least = least;
            n.most = most;
            inner = add(std::move(n));
            break;
        }
        return inner;
    }

    /// {n}, {n,} or {n,m}; anything else is a literal brace.
    bool braces(std::uint32_t& least, std::uint32_t& most) noexcept {
        std::size_t i = at_ + 1;
        auto const number = [&](std::uint32_t& to) {
            std::size_t const first = i;
            std::uint64_t value = 0;
            for (; i < text_.size() && text_[i] >= '0' && text_[i] <= '9'; ++i) {
                value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(text_[i] - '0'),
                                                1'000'000'000);
            }
            to = static_cast<std::uint32_t>(value);
            return i > first;
        };
        if (!number(least)) {
            return false;
        }
        most = least;
        if (i < text_.size() && text_[i] == ',') {
            ++i;
            if (!number(most)) {
                most = unbounded;
            }
        }
        if (i >= text_.size() || text_[i] != '}') {
            return false;
        }
        at_ = i + 1;
        return true;
    }

    std::uint32_t atom() {
        switch (peek()) {
        case '^': ++at_; return leaf(kind::begin);
        case '$': ++at_; return leaf(kind::end);
        case '.':
            ++at_;
            return set_of(complement(std::vector<code_points>{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}));
        case '(': return group();
        case '[': ++at_; return char_class();
        case '\\': return escape();
        case '*':
        case '+':
        case '?': return refuse("nothing to repeat");
        default: return one(code_point());
        }
    }
    std::uint32_t set_of(std::vector<code_points> set) {
        regex_node n{kind::set};
        n.set = normalized(set);
        return add(std::move(n));
    }
    std::uint32_t one(char32_t c) { return set_of({{c, c}}); }

    std::uint32_t group() {
        take("(");
        bool look = false;
        bool negative = false;
        if (take("?")) {
            if (take("=") || take("!")) {
                look = true;
                negative = text_[at_ - 1] == '!';
            } else if (take("<=") || take("<!")) {
                return refuse("look-behind");
            } else if (take("P<") || take("<")) {
                std::size_t const end = text_.find('>', at_);
                if (end == std::string_view::npos) {
                    return refuse("a group's name is never closed");
                }
                at_ = end + 1;
            } else if (!take(":")) {
                return refuse("a group of this kind");
            }
        }
        std::uint32_t const inner = choice();
        if (why_.empty() && !take(")")) {
            return refuse("a group is never closed");
        }
        if (!look) {
            return inner;
        }
        regex_node n{kind::look};
        n.children.push_back(inner);
        n.negative = negative;
        return add(std::move(n));
    }

    std::uint32_t escape() {
        char const c = peek(1);
        if (c == 'b' || c == 'B') {
            return refuse("\\b");
        }
        if ((c >= '1' && c <= '9') || c == 'k') {
            return refuse("a backreference");
        }
        std::vector<code_points> set;
        if (!escaped(set)) {
            return 0;
        }
        return set_of(std::move(set));
    }

    static std::vector<code_points> named_class(char c) {
        switch (c) {
        case 'd': return {{'0', '9'}};
        case 'w': return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
        default:
            return {{9, 13},          {' ', ' '},       {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
                    {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
        }
    }

    /// What the escape at the backslash stands for.
    bool escaped(std::vector<code_points>& set) {
        ++at_;
        if (!more()) {
            refuse("it ends in a backslash");
            return false;
        }
        char const c = peek();
        auto const single = [&](char32_t value, std::size_t length) {
            at_ += length;
            set = {{value, value}};
            return true;
        };
        switch (c) {
        case 'd':
        case 'w':
        case 's':
            ++at_;
            set = named_class(c);
            return true;
        case 'D':
        case 'W':
        case 'S':
            ++at_;
            set = complement(named_class(static_cast<char>(c + ('a' - 'A'))));
            return true;
        case 't': return single('\t', 1);
        case 'n': return single('\n', 1);
        case 'v': return single('\v', 1);
        case 'f': return single('\f', 1);
        case 'r': return single('\r', 1);
        case '0':
            if (peek(1) >= '0' && peek(1) <= '9') {
                refuse("an octal escape");
                return false;
            }
            return single(0, 1);
        case 'c': {
            char const letter = peek(1);
            if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')) {
                return single(static_cast<char32_t>(letter) % 32, 2);
            }
            refuse("\\c without a letter");
            return false;
        }
        case 'x': return number_escape(1, 2, set);
        case 'u':
            if (peek(1) == '{') {
                std::size_t const end = text_.find('}', at_);
                if (end == std::string_view::npos || end - at_ - 2 > 6) {
                    refuse("\\u{ without an end");
                    return false;
                }
                std::size_t const digits = end - at_ - 2;
                bool const good = number_escape(2, digits, set);
                at_ += good;
                return good;
            }
            return unit_escape(set);
        case 'p':
        case 'P': refuse("\\p"); return false;
        default:
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '1' && c <= '9')) {
                refuse("an escape of unknown meaning");
                return false;
            }
            set.clear();
            {
                char32_t const value = code_point();
                set.push_back({value, value});
            }
            return true;
        }
    }
    bool hex(std::size_t at, std::size_t digits, char32_t& value) const noexcept {
        value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            char const c = at + i < text_.size() ? text_[at + i] : '\0';
            int const d = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
            if (d < 0) {
                return false;
            }
            value = value * 16 + static_cast<char32_t>(d);
        }
        return digits > 0;
    }
    bool number_escape(std::size_t skip, std::size_t digits, std::vector<code_points>& set) {
        char32_t value = 0;
        if (!hex(at_ + skip, digits, value) || value > 0x10FFFF) {
            refuse("a malformed escape");
            return false;
        }
        at_ += skip + digits;
        set = {{value, value}};
        return true;
    }
    bool unit_escape(std::vector<code_points>& set) {
        if (!number_escape(1, 4, set)) {
            return false;
        }
        char32_t const high = set.front().low;
        char32_t low = 0;
        if (high >= 0xD800 && high <= 0xDBFF && peek() == '\\' && peek(1) == 'u' && hex(at_ + 2, 4, low) &&
            low >= 0xDC00 && low <= 0xDFFF) {
            at_ += 6;
            char32_t const value = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            set = {{value, value}};
        }
        return true;
    }

    /// Behind '['.
    std::uint32_t char_class() {
        bool const negated = take("^");
        std::vector<code_points> set;
        while (true) {
            if (!more()) {
                return refuse("a class is never closed");
            }
            if (take("]")) {
                break;
            }
            std::vector<code_points> first;
            bool single = true;
            if (!member(first, single)) {
                return 0;
            }
            if (single && peek() == '-' && peek(1) != ']' && at_ + 1 < text_.size()) {
                std::size_t const dash = at_;
                ++at_;
                std::vector<code_points> last;
                bool other = true;
                if (!member(last, other)) {
                    return 0;
                }
                if (other) {
                    if (last.front().low < first.front().low) {
                        return refuse("a range that ends before it begins");
                    }
                    set.push_back({first.front().low, last.front().low});
                    continue;
                }
                at_ = dash;  // [a-\d]: the dash is itself
            }
            set.insert(set.end(), first.begin(), first.end());
        }
        return set_of(negated ? complement(set) : set);
    }
    bool member(std::vector<code_points>& set, bool& single) {
        if (peek() != '\\') {
            char32_t const c = code_point();
            set = {{c, c}};
            return true;
        }
        if (peek(1) == 'b') {
            at_ += 2;
            set = {{8, 8}};
            return true;
        }
        char const c = peek(1);
        single = c != 'd' && c != 'D' && c != 'w' && c != 'W' && c != 's' && c != 'S';
        return escaped(set);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t fault_ = 0;
    std::size_t depth_ = 0;
    note why_;
    regex_tree tree_;
};

}  // namespace parlance::rtn::detail
