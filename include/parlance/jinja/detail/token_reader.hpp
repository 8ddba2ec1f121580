// parlance/jinja/detail/token_reader.hpp - what every part of the parser stands on: the current token, errors at it, and nodes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/ast.hpp>
#include <parlance/jinja/lexer.hpp>
#include <parlance/text/limits.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

/// One token, and one ahead where the grammar needs it.
class token_reader {
public:
    token_reader(pool& p, ast& tree, limits const& bounds)
        : pool_(p), ast_(tree), bounds_(bounds), lexer_(p.source), current_(lexer_.next()) {}

protected:
    using tk = token_kind;

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

    pool& pool_;
    ast& ast_;
    limits const& bounds_;
    lexer lexer_;
    token current_;
    std::optional<token> ahead_{};
    std::size_t depth_ = 0;
};

}  // namespace parlance::jinja::detail
