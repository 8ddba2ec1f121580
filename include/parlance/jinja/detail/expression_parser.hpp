// parlance/jinja/detail/expression_parser.hpp - tokens to expression nodes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/ast.hpp>
#include <parlance/jinja/detail/literal.hpp>
#include <parlance/jinja/lexer.hpp>
#include <parlance/text/limits.hpp>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::jinja::detail {

/// Counts a level of nesting while it lives.
class level {
public:
    level(std::size_t& depth, std::size_t most, std::size_t at) : depth_(depth) {
        if (++depth_ > most) {
            --depth_;
            throw fault{errc::nested_too_deep, {}, at};
        }
    }
    level(level const&) = delete;
    level& operator=(level const&) = delete;
    ~level() { --depth_; }

private:
    std::size_t& depth_;
};

/// The expression half of the parser.  Precedence climbing, so that a level of nesting costs few stack frames; chains
/// of operators, attributes, calls and filters become flat nodes or left-deep spines that later passes walk in loops.
class expression_parser {
public:
    expression_parser(pool& p, ast& tree, limits const& bounds)
        : pool_(p), ast_(tree), bounds_(bounds), lexer_(p.source), current_(lexer_.next()) {}

protected:
    using tk = token_kind;

    // the token stream: one token, and one ahead where the grammar needs it
    void advance() {
        if (ahead_) {
            current_ = *ahead_;
            ahead_.reset();
        } else {
            current_ = lexer_.next();
        }
    }
    [[nodiscard]] token const& look() {
        if (!ahead_) {
            ahead_ = lexer_.next();
        }
        return *ahead_;
    }
    [[nodiscard]] bool at(tk is) const noexcept { return current_.is == is; }
    [[nodiscard]] bool at_word(std::string_view word) const noexcept {
        return current_.is == tk::name && current_.text == word;
    }
    bool skip(tk is) { return at(is) && (advance(), true); }
    bool skip_word(std::string_view word) { return at_word(word) && (advance(), true); }
    token expect(tk is) {
        token const t = current_;
        if (t.is != is) {
            fail_expected(describe(is));
        }
        advance();
        return t;
    }
    void expect_word(std::string_view word) {
        if (!skip_word(word)) {
            fail_expected(word);
        }
    }
    [[noreturn]] void fail(std::string message, token const& t) const {
        throw fault{errc::jinja_syntax, std::move(message), t.at, t.text.size()};
    }
    [[noreturn]] void fail_expected(std::string_view what) const {
        std::string message = "expected ";
        message.append(what).append(", got ");
        message.append(current_.is == tk::name ? current_.text.substr(0, 40) : describe(current_.is));
        fail(std::move(message), current_);
    }
    [[nodiscard]] level deeper() { return level(depth_, bounds_.nesting, current_.at); }
    /// Chains are flat, but not endless: what is longer than this was not written by a person.
    void count_link(std::size_t& links) const {
        if (++links > bounds_.nesting * 50) {
            throw fault{errc::nested_too_deep, "this chain is too long", current_.at};
        }
    }

    [[nodiscard]] node_id add(node_kind is, std::uint32_t where, std::uint32_t a = nothing,
                              std::uint32_t b = nothing, std::uint32_t c = nothing, std::uint8_t extra = 0) {
        return ast_.add({is, extra, where, a, b, c});
    }
    [[nodiscard]] node_id add_list(node_kind is, std::uint32_t where,
                                   std::vector<std::uint32_t> const& edges) {
        return add(is, where, ast_.add_edges(edges), static_cast<std::uint32_t>(edges.size()));
    }

    /// An expression, with or without `x if y else z` at its top.
    [[nodiscard]] node_id expression(bool with_condition = true) {
        if (!with_condition) {
            return operation(0);
        }
        std::uint32_t const where = current_.at;
        node_id result = operation(0);
        for (std::size_t links = 0; at_word("if");) {
            count_condition(links);
            advance();
            node_id const test = operation(0);
            node_id otherwise = nothing;
            if (skip_word("else")) {
                level const nested = deeper();
                otherwise = expression();
            }
            result = add(node_kind::condition, where, test, result, otherwise);
        }
        return result;
    }

    /// One or more expressions; several, or a trailing comma, make a tuple.
    [[nodiscard]] node_id tuple(bool with_condition = true, std::string_view end_word = {},
                                bool parenthesised = false) {
        std::uint32_t const where = current_.at;
        if (!at_tuple_end(end_word)) {
            node_id const first = expression(with_condition);
            if (!at(tk::comma)) {
                return first;
            }
            return tuple_rest(first, where, with_condition, end_word);
        }
        if (!parenthesised) {
            fail_expected("an expression");
        }
        return add_list(node_kind::tuple, where, {});
    }

    [[nodiscard]] node_id tuple_rest(node_id first, std::uint32_t where, bool with_condition,
                                     std::string_view end_word) {
        std::vector<std::uint32_t> items{first};
        while (skip(tk::comma)) {
            if (at_tuple_end(end_word)) {
                break;
            }
            items.push_back(expression(with_condition));
        }
        return add_list(node_kind::tuple, where, items);
    }

    [[nodiscard]] bool at_tuple_end(std::string_view end_word) const noexcept {
        return at(tk::variable_end) || at(tk::block_end) || at(tk::rparen) ||
               (!end_word.empty() && at_word(end_word));
    }

    /// `|a|b(...)` behind `subject`; with `inline_start` the first name comes without its bar.
    [[nodiscard]] node_id filters(node_id subject, bool inline_start) {
        for (std::size_t links = 0; inline_start || at(tk::pipe); inline_start = false) {
            count_link(links);
            if (!inline_start) {
                advance();
            }
            std::uint32_t const where = current_.at;
            name_id const name = dotted_name();
            std::uint32_t const args = at(tk::lparen) ? call_arguments() : no_arguments();
            subject = add(node_kind::filter, where, subject, args, name);
        }
        return subject;
    }

    [[nodiscard]] node_id primary() {
        token const t = current_;
        switch (t.is) {
        case tk::name: return advance(), name_or_constant(t);
        case tk::string: return string_literal();
        case tk::integer: return advance(), integer_literal(t);
        case tk::real: return advance(), real_literal(t);
        case tk::lparen: {
            level const nested = deeper();
            advance();
            node_id const inner = tuple(true, {}, true);
            expect(tk::rparen);
            return inner;
        }
        case tk::lbracket: return list_literal();
        case tk::lbrace: return dict_literal();
        default: fail_expected("an expression");
        }
    }

    [[nodiscard]] node_id postfix(node_id object) {
        for (std::size_t links = 0;;) {
            if (at(tk::dot) || at(tk::lbracket)) {
                object = subscript(object);
            } else if (at(tk::lparen)) {
                object = call(object);
            } else {
                return object;
            }
            count_link(links);
        }
    }

    [[nodiscard]] node_id call(node_id callee) {
        std::uint32_t const where = current_.at;
        std::uint32_t const args = call_arguments();
        return add(node_kind::call, where, callee, args);
    }

    [[nodiscard]] std::uint32_t no_arguments() {
        ast_.calls.push_back({});
        return static_cast<std::uint32_t>(ast_.calls.size() - 1);
    }

    pool& pool_;
    ast& ast_;
    limits const& bounds_;
    lexer lexer_;
    token current_;
    std::optional<token> ahead_{};
    std::size_t depth_ = 0;

private:
    void count_condition(std::size_t& links) const {
        if (++links > bounds_.nesting) {
            throw fault{errc::nested_too_deep, {}, current_.at};
        }
    }

    struct infix {
        int level = -1;  // or 0, and 1, comparison 3, sum 4, ~ 5, product 6, power 7
        binary op{};
        std::uint8_t tokens = 1;
    };

    [[nodiscard]] infix infix_here() {
        switch (current_.is) {
        case tk::name:
            if (current_.text == "or")
                return {0, {}, 1};
            if (current_.text == "and")
                return {1, {}, 1};
            if (current_.text == "in")
                return {3, binary::in, 1};
            if (current_.text == "not" && look().is == tk::name && look().text == "in")
                return {3, binary::not_in, 2};
            return {};
        case tk::eq: return {3, binary::eq, 1};
        case tk::ne: return {3, binary::ne, 1};
        case tk::lt: return {3, binary::lt, 1};
        case tk::le: return {3, binary::le, 1};
        case tk::gt: return {3, binary::gt, 1};
        case tk::ge: return {3, binary::ge, 1};
        case tk::add: return {4, binary::add, 1};
        case tk::sub: return {4, binary::sub, 1};
        case tk::tilde: return {5, {}, 1};
        case tk::mul: return {6, binary::mul, 1};
        case tk::div: return {6, binary::div, 1};
        case tk::floordiv: return {6, binary::floordiv, 1};
        case tk::mod: return {6, binary::mod, 1};
        case tk::pow: return {7, binary::pow, 1};
        default: return {};
        }
    }

    /// Everything that binds at least as tightly as `lowest`.
    [[nodiscard]] node_id operation(int lowest) {
        level const nested = deeper();
        node_id left = lowest <= 2 && at_word("not") ? negation() : unary(true);
        for (;;) {
            infix const op = infix_here();
            if (op.level < lowest) {
                return left;
            }
            left = links(left, op.level);
        }
    }

    [[nodiscard]] node_id negation() {
        std::uint32_t const where = current_.at;
        advance();
        node_id const operand = operation(2);
        return add(node_kind::logical_not, where, operand);
    }

    /// All operands of one precedence level, beginning with `left`.
    [[nodiscard]] node_id links(node_id left, int precedence) {
        std::uint32_t const where = current_.at;
        bool const named = precedence >= 3 && precedence != 5;
        std::vector<std::uint32_t> edges{left};
        std::size_t count = 0;
        for (infix op = infix_here(); op.level == precedence; op = infix_here()) {
            count_link(count);
            std::uint32_t const operator_at = current_.at;
            advance();
            if (op.tokens == 2) {
                advance();
            }
            node_id const right = operation(precedence + 1);
            if (named) {
                edges.push_back(static_cast<std::uint32_t>(op.op));
                edges.push_back(operator_at);
            }
            edges.push_back(right);
        }
        switch (precedence) {
        case 0: return add_list(node_kind::logical_or, where, edges);
        case 1: return add_list(node_kind::logical_and, where, edges);
        case 3: return add_list(node_kind::compare, where, edges);
        case 5: return add_list(node_kind::concat, where, edges);
        default: return add_list(node_kind::chain, where, edges);
        }
    }

    [[nodiscard]] node_id unary(bool with_filters) {
        node_id result = nothing;
        if (at(tk::sub) || at(tk::add)) {
            level const nested = deeper();
            token const sign = current_;
            advance();
            node_id const operand = unary(false);
            result = add(sign.is == tk::sub ? node_kind::negate : node_kind::plus, sign.at, operand);
        } else {
            result = primary();
        }
        result = postfix(result);
        return with_filters ? tests_and_filters(result) : result;
    }

    [[nodiscard]] node_id tests_and_filters(node_id subject) {
        for (std::size_t links = 0;;) {
            if (at(tk::pipe)) {
                subject = filters(subject, false);
            } else if (at_word("is")) {
                subject = test(subject);
            } else if (at(tk::lparen)) {
                subject = call(subject);
            } else {
                return subject;
            }
            count_link(links);
        }
    }

    [[nodiscard]] node_id test(node_id subject) {
        std::uint32_t const where = current_.at;
        advance();
        bool const negated = skip_word("not");
        name_id const name = dotted_name();
        std::uint32_t args = nothing;
        switch (current_.is) {
        case tk::lparen: args = call_arguments(); break;
        case tk::name:
            if (at_word("else") || at_word("or") || at_word("and")) {
                break;
            }
            if (at_word("is")) {
                fail("tests cannot be chained with is", current_);
            }
            [[fallthrough]];
        case tk::string:
        case tk::integer:
        case tk::real:
        case tk::lbracket:
        case tk::lbrace: {
            level const nested = deeper();
            node_id const operand = postfix(primary());
            args = static_cast<std::uint32_t>(ast_.calls.size());
            ast_.calls.push_back({ast_.add_edges({operand}), 1, 0, 0, nothing, nothing});
            break;
        }
        default: break;
        }
        if (args == nothing) {
            args = no_arguments();
        }
        node_id const result = add(node_kind::test, where, subject, args, name);
        return negated ? add(node_kind::logical_not, where, result) : result;
    }

    [[nodiscard]] name_id dotted_name() {
        token const first = expect(tk::name);
        if (!at(tk::dot)) {
            return pool_.intern(first.text);
        }
        std::string whole(first.text);
        while (skip(tk::dot)) {
            whole.append(".").append(expect(tk::name).text);
        }
        return pool_.intern(pool_.keep(std::move(whole)));
    }

    [[nodiscard]] node_id subscript(node_id object) {
        std::uint32_t const where = current_.at;
        if (skip(tk::dot)) {
            token const t = current_;
            if (t.is == tk::name) {
                advance();
                return add(node_kind::attribute, where, object, pool_.intern(t.text));
            }
            if (t.is != tk::integer) {
                fail_expected("a name or number");
            }
            advance();
            node_id const index = integer_literal(t);
            return add(node_kind::item, where, object, index);
        }
        level const nested = deeper();
        advance();
        std::vector<std::uint32_t> parts;
        while (!at(tk::rbracket)) {
            if (!parts.empty()) {
                expect(tk::comma);
            }
            parts.push_back(subscript_part());
        }
        advance();
        node_id const index = parts.size() == 1 ? parts[0] : add_list(node_kind::tuple, where, parts);
        return add(node_kind::item, where, object, index);
    }

    [[nodiscard]] node_id subscript_part() {
        std::uint32_t const where = current_.at;
        node_id bounds[3] = {nothing, nothing, nothing};
        if (!at(tk::colon)) {
            bounds[0] = expression();
            if (!at(tk::colon)) {
                return bounds[0];
            }
        }
        advance();
        for (int i = 1; i < 3; ++i) {
            if (!at(tk::colon) && !at(tk::rbracket) && !at(tk::comma)) {
                bounds[i] = expression();
            }
            if (i == 1 && !skip(tk::colon)) {
                break;
            }
        }
        return add(node_kind::slice, where, bounds[0], bounds[1], bounds[2]);
    }

    [[nodiscard]] std::uint32_t call_arguments() {
        level const nested = deeper();
        token const open = expect(tk::lparen);
        arguments out;
        std::vector<std::uint32_t> positional;
        std::vector<std::uint32_t> keywords;
        auto const ensure = [&](bool ok) {
            if (!ok) {
                fail("arguments in the wrong order", open);
            }
        };
        while (!at(tk::rparen)) {
            if (skip(tk::mul)) {
                ensure(out.spread == nothing && out.spread_keywords == nothing);
                out.spread = expression();
            } else if (skip(tk::pow)) {
                ensure(out.spread_keywords == nothing);
                out.spread_keywords = expression();
            } else if (at(tk::name) && look().is == tk::assign) {
                ensure(out.spread_keywords == nothing);
                keywords.push_back(pool_.intern(current_.text));
                advance();
                advance();
                keywords.push_back(expression());
            } else {
                ensure(out.spread == nothing && out.spread_keywords == nothing && keywords.empty());
                positional.push_back(expression());
            }
            if (!at(tk::rparen)) {
                expect(tk::comma);
            }
        }
        advance();
        out.first = ast_.add_edges(positional);
        out.count = static_cast<std::uint32_t>(positional.size());
        out.first_keyword = ast_.add_edges(keywords);
        out.keywords = static_cast<std::uint32_t>(keywords.size() / 2);
        ast_.calls.push_back(out);
        return static_cast<std::uint32_t>(ast_.calls.size() - 1);
    }

    [[nodiscard]] node_id list_literal() {
        level const nested = deeper();
        std::uint32_t const where = current_.at;
        advance();
        std::vector<std::uint32_t> items;
        while (!at(tk::rbracket)) {
            if (!items.empty()) {
                expect(tk::comma);
                if (at(tk::rbracket)) {
                    break;
                }
            }
            items.push_back(expression());
        }
        advance();
        return add_list(node_kind::list, where, items);
    }

    [[nodiscard]] node_id dict_literal() {
        level const nested = deeper();
        std::uint32_t const where = current_.at;
        advance();
        std::vector<std::uint32_t> items;
        while (!at(tk::rbrace)) {
            if (!items.empty()) {
                expect(tk::comma);
                if (at(tk::rbrace)) {
                    break;
                }
            }
            items.push_back(expression());
            expect(tk::colon);
            items.push_back(expression());
        }
        advance();
        return add_list(node_kind::dict, where, items);
    }

    [[nodiscard]] node_id name_or_constant(token const& t) {
        std::string_view const n = t.text;
        if (n == "true" || n == "True" || n == "false" || n == "False") {
            return add(node_kind::constant, t.at, pool_.add(make_boolean(n[0] == 't' || n[0] == 'T')));
        }
        if (n == "none" || n == "None") {
            return add(node_kind::constant, t.at, pool_.add(make_none()));
        }
        return add(node_kind::name, t.at, pool_.intern(n));
    }

    [[nodiscard]] node_id string_literal() {
        std::uint32_t const where = current_.at;
        std::string_view text = literal(current_);
        advance();
        if (at(tk::string)) {
            std::string joined(text);
            for (; at(tk::string); advance()) {
                joined.append(literal(current_));
            }
            text = pool_.keep(std::move(joined));
        }
        return add(node_kind::constant, where, pool_.add(make_text(text)));
    }

    [[nodiscard]] std::string_view literal(token const& t) {
        if (t.text.find('\\') == t.text.npos) {
            return t.text;
        }
        try {
            return pool_.keep(unescape(t.text));
        } catch (fault& f) {
            f.at += t.at + 1;
            throw;
        }
    }

    [[nodiscard]] node_id integer_literal(token const& t) {
        std::string digits;
        for (char const c : t.text) {
            if (c != '_') {
                digits.push_back(c);
            }
        }
        int base = 10;
        if (digits.size() > 2 && digits[0] == '0' && !(digits[1] >= '0' && digits[1] <= '9')) {
            char const letter = static_cast<char>(digits[1] | 32);
            base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
        }
        char const* const first = digits.data() + (base == 10 ? 0 : 2);
        char const* const last = digits.data() + digits.size();
        std::int64_t n = 0;
        if (std::from_chars(first, last, n, base).ec == std::errc{}) {
            return add(node_kind::constant, t.at, pool_.add(make_integer(n)));
        }
        std::string_view const kept = pool_.keep(std::move(digits));
        return add(node_kind::big_constant, t.at, pool_.add(make_text(kept)));
    }

    [[nodiscard]] node_id real_literal(token const& t) {
        std::string digits;
        for (char const c : t.text) {
            if (c != '_') {
                digits.push_back(c);
            }
        }
        double d = 0;
        if (std::from_chars(digits.data(), digits.data() + digits.size(), d).ec != std::errc{}) {
            d = digits.find("e-") == digits.npos && digits.find("E-") == digits.npos
                    ? std::numeric_limits<double>::infinity()
                    : 0.0;
        }
        return add(node_kind::constant, t.at, pool_.add(make_real(d)));
    }
};

}  // namespace parlance::jinja::detail
