// parlance/peg/parse.hpp - a table from text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/build.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::peg {

namespace detail {

/// Recursive descent over the notation; the first error ends it.
class notation {
public:
    notation(std::string_view text, limits const& bounds) : text_(text), bounds_(bounds) {}

    result<arena> read() {
        if (text_.size() > bounds_.source_bytes) {
            return diagnostic{errc::source_too_large};
        }
        node_id root = none;
        for (blank(); wrong_.code == errc::none && at_ < text_.size(); blank()) {
            if (take("<-")) {
                node_id const e = choice();
                root = root == none ? e : root;
                continue;
            }
            std::size_t const begin = at_;
            std::string const name = this->name();
            if (wrong_.code != errc::none) {
                break;
            }
            if (name == "tag" && text_[begin] != '\'' && !follows("<-")) {
                std::string const tag = this->name();
                expect("=");
                build_.name_tag(static_cast<tag_id>(number()), tag);
                continue;
            }
            rule_id const rule = build_.declare(name);
            if (build_.defined(rule)) {
                complain(errc::duplicate_rule, begin, at_ - begin);
            }
            expect("<-");
            build_.define(rule, choice());
            root = root == none ? build_.ref(rule) : root;
        }
        for (value_rule const& v : value_rules) {
            if (rule_id const r = build_.rule_named(v.name); r != none && !build_.defined(r)) {
                (build_.*v.make)();
            }
        }
        if (wrong_.code == errc::none && root == none) {
            complain(errc::expected_rule_name, at_, 0);
        }
        return wrong_.code != errc::none ? result<arena>(wrong_) : build_.finish(root, bounds_);
    }

private:
    /// Rules that need no definition.
    struct value_rule {
        std::string_view name;
        node_id (builder::*make)();
    };
    static constexpr value_rule value_rules[] = {
        {"json-value", &builder::json_value},        {"json-object", &builder::json_object},
        {"json-array", &builder::json_array},        {"json-string", &builder::json_string},
        {"json-number", &builder::json_number},      {"json-literal", &builder::json_literal},
        {"json-member", &builder::json_member},      {"json-string-content", &builder::json_string_content},
        {"python-value", &builder::python_value},    {"python-dict", &builder::python_dict},
        {"python-list", &builder::python_list},      {"python-string", &builder::python_string},
        {"python-literal", &builder::python_literal}};

    void complain(errc code, std::size_t at, std::size_t length) {
        if (wrong_.code == errc::none) {
            wrong_ = diagnose(code, text_, at, length);
        }
        at_ = text_.size();
    }

    void blank() {
        while (at_ < text_.size()) {
            char const c = text_[at_];
            if (c == '#') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
                return;
            } else {
                ++at_;
            }
        }
    }
    [[nodiscard]] bool follows(std::string_view word) const noexcept {
        return text_.substr(at_).starts_with(word);
    }
    bool take(std::string_view word) {
        bool const yes = follows(word);
        if (yes) {
            at_ += word.size();
            blank();
        }
        return yes;
    }
    void expect(std::string_view word) {
        if (!take(word)) {
            complain(word == "<-"  ? errc::expected_rule_name
                     : word == ")" ? errc::unclosed_group
                                   : errc::unexpected_character,
                     at_, at_ < text_.size());
        }
    }

    std::uint32_t number() {
        std::uint64_t value = 0;
        std::size_t const begin = at_;
        while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && value <= 0xFFFF'FFFF) {
            value = value * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
        }
        if (begin == at_ || value > 0xFFFF'FFFF) {
            complain(errc::invalid_repetition, begin, at_ - begin);
        }
        blank();
        return static_cast<std::uint32_t>(value);
    }

    std::string quoted() {
        std::size_t const begin = at_;
        char const quote = text_[at_++];
        std::string out;
        while (at_ < text_.size() && text_[at_] != quote) {
            if (text_[at_] != '\\') {
                out.push_back(text_[at_++]);
                continue;
            }
            std::string_view const escape = text_.substr(at_, 4);
            char const c = escape.size() > 1 ? escape[1] : '\0';
            at_ += 2;
            if (c == 'n' || c == 'r' || c == 't') {
                out.push_back(c == 'n' ? '\n' : c == 'r' ? '\r' : '\t');
            } else if (c == '"' || c == '\'' || c == '\\') {
                out.push_back(c);
            } else if (c == 'x' && escape.size() == 4 && hex(escape[2]) < 16 && hex(escape[3]) < 16) {
                out.push_back(static_cast<char>(hex(escape[2]) << 4 | hex(escape[3])));
                at_ += 2;
            } else {
                complain(errc::invalid_escape, at_ - 2, 2);
                return out;
            }
        }
        if (at_ >= text_.size()) {
            complain(errc::unterminated_literal, begin, 1);
            return out;
        }
        ++at_;
        blank();
        return out;
    }
    static unsigned hex(char c) noexcept {
        return c >= '0' && c <= '9'   ? static_cast<unsigned>(c - '0')
               : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10)
               : c >= 'A' && c <= 'F' ? static_cast<unsigned>(c - 'A' + 10)
                                      : 16;
    }

    std::string_view word() const noexcept {
        std::size_t end = at_;
        while (end < text_.size() && is_word_char(text_[end])) {
            ++end;
        }
        return text_.substr(at_, end - at_);
    }
    std::string name() {
        if (follows("'")) {
            return quoted();
        }
        std::string_view const w = word();
        if (w.empty() || (w[0] >= '0' && w[0] <= '9')) {
            complain(errc::expected_rule_name, at_, at_ < text_.size());
            return {};
        }
        at_ += w.size();
        blank();
        return std::string(w);
    }

    /// A name that is followed by `<-` begins the next rule, and so does a tag line.
    bool at_next_rule() {
        std::size_t const before = at_;
        if (follows("<-")) {
            return true;
        }
        bool yes = false;
        std::string_view const w = word();
        if (follows("'") || !w.empty()) {
            diagnostic const saved = wrong_;
            name();
            yes = follows("<-") || (w == "tag" && !follows("("));
            wrong_ = saved;
        }
        at_ = before;
        return yes;
    }

    node_id choice() {
        if (++depth_ > bounds_.nesting) {
            complain(errc::nested_too_deep, at_, 0);
        }
        std::vector<node_id> parts{sequence()};
        while (wrong_.code == errc::none && take("/")) {
            parts.push_back(sequence());
        }
        --depth_;
        return build_.choice(parts);
    }
    node_id sequence() {
        std::vector<node_id> parts;
        do {
            parts.push_back(prefix());
        } while (wrong_.code == errc::none && at_ < text_.size() && text_[at_] != '/' && text_[at_] != ')' &&
                 text_[at_] != ',' && !at_next_rule());
        return build_.sequence(parts);
    }
    node_id prefix() {
        std::vector<bool> looks;
        while (follows("&") || follows("!")) {
            looks.push_back(follows("&"));
            take(text_.substr(at_, 1));
            if (depth_ + looks.size() > bounds_.nesting) {
                complain(errc::nested_too_deep, at_, 0);
            }
        }
        node_id e = suffix();
        for (std::size_t i = looks.size(); i-- > 0;) {
            e = looks[i] ? build_.look(e) : build_.reject(e);
        }
        return e;
    }
    node_id suffix() {
        node_id e = primary();
        for (std::size_t turns = depth_; wrong_.code == errc::none; ++turns) {
            if (turns > bounds_.nesting) {
                complain(errc::nested_too_deep, at_, 0);
            }
            if (take("*")) {
                e = build_.star(e);
            } else if (take("+")) {
                e = build_.plus(e);
            } else if (take("?")) {
                e = build_.optional(e);
            } else if (follows("{")) {
                std::size_t const begin = at_;
                take("{");
                std::uint32_t const least = number();
                std::uint32_t most = least;
                if (take(",")) {
                    most = follows("}") ? unbounded : number();
                }
                if (most < least) {
                    complain(errc::invalid_repetition, begin, at_ - begin + 1);
                }
                expect("}");
                e = build_.repeat(e, least, std::max(least, most));
            } else {
                break;
            }
        }
        return e;
    }

    node_id primary() {
        if (at_ >= text_.size()) {
            complain(errc::unexpected_character, at_, 0);
            return build_.epsilon();
        }
        switch (text_[at_]) {
        case '"': return build_.literal(quoted());
        case '\'': return build_.ref(build_.declare(name()));
        case '[': return char_class();
        case '.': take("."); return build_.any();
        case '>': take(">"); return build_.cut();
        case '(': {
            take("(");
            node_id const e = choice();
            expect(")");
            return e;
        }
        default: return named();
        }
    }

    node_id char_class() {
        std::size_t const begin = at_;
        for (++at_; at_ < text_.size() && text_[at_] != ']'; ++at_) {
            at_ += text_[at_] == '\\';
        }
        if (at_ >= text_.size()) {
            complain(errc::unterminated_class, begin, 1);
            return build_.fail();
        }
        ++at_;
        result<char_set> const set = char_set::parse(text_.substr(begin, at_ - begin));
        if (!set) {
            complain(set.error().code, begin + set.error().at.offset, set.error().length);
            return build_.fail();
        }
        blank();
        return build_.chars(*set);
    }

    node_id named() {
        std::string const w = name();
        if (wrong_.code != errc::none) {
            return build_.fail();
        }
        if (!is_function(w)) {
            return w == "eps"     ? build_.epsilon()
                   : w == "fail"  ? build_.fail()
                   : w == "start" ? build_.start()
                   : w == "end"   ? build_.end()
                   : w == "rest"  ? build_.rest()
                                  : build_.ref(build_.declare(w));
        }
        expect("(");
        node_id const e = call(w);
        expect(")");
        return e;
    }

    node_id call(std::string_view function) {
        if (function == "until") {
            return until();
        }
        if (function == "atomic") {
            return build_.atomic(choice());
        }
        if (function == "recover" || function == "refine") {
            node_id const first = choice();
            expect(",");
            node_id const second = choice();
            return function == "recover" ? build_.recover(first, second) : build_.refine(first, second);
        }
        if (function == "gbnf") {
            std::string const text = follows("\"") ? quoted() : (expect("\""), std::string());
            expect(",");
            return build_.gbnf(text, choice());
        }
        std::uint32_t const id = function == "tag" ? tag() : number();
        expect(",");
        node_id const e = choice();
        return function == "tag"      ? build_.tag(id, e)
               : function == "schema" ? build_.schema(id, e)
                                      : build_.token(id, e);
    }

    node_id until() {
        std::vector<std::string> texts;
        do {
            texts.push_back(follows("\"") ? quoted() : (expect("\""), std::string()));
        } while (wrong_.code == errc::none && take(","));
        return build_.until(std::vector<std::string_view>(texts.begin(), texts.end()));
    }

    tag_id tag() {
        if (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
            return number();
        }
        std::size_t const begin = at_;
        std::string const n = name();
        tag_id const id = build_.tag_named(n);
        if (id == none) {
            complain(errc::undefined_reference, begin, n.size());
        }
        return id;
    }

    std::string_view text_;
    limits const& bounds_;
    builder build_{};
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    diagnostic wrong_{};
};

}  // namespace detail

/// Reads a table from its notation:
///
///     tag arguments = 1                       a name for a tag, before it is used
///     <- (call / tag(2, until("<call>")))*    the root; without such a line the first rule
///     call <- "<call>" > tag(arguments, value) "</call>"
///     value <- [0-9]+ / "[" value ("," value)* "]"
///
/// "text" with \n \r \t \" \\ \xHH (a byte); [a-z] as in char_set::parse; `.` any character; juxtaposition, `/`,
/// `* + ? {m} {m,} {m,n}`, `&` and `!`, parentheses; `>` is a cut; eps fail start end rest; until("a", "b"),
/// atomic(e), tag(t, e), recover(e, handler), refine(wide, narrow), schema(i, e), token(id, e), gbnf("text", e);
/// json-value, json-object, json-array, json-string, json-string-content, json-number, json-literal, json-member and
/// python-value, python-dict, python-list, python-string, python-literal, which need no definition;
/// names of rules, in single quotes if they are one of these words or have other characters; `#` begins a comment.
/// errors: those of builder::finish, and with their place those of the notation, nested_too_deep, source_too_large.
[[nodiscard]] inline result<arena> parse(std::string_view text, limits const& bounds = {}) {
    return detail::notation(text, bounds).read();
}

}  // namespace parlance::peg
