// parlance/jinja/detail/syntax/impl/token_reader.ipp - definitions of what parlance/jinja/detail/syntax/token_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/token_reader.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/lexer.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::jinja::detail {

level::level(std::size_t& depth, std::size_t most, std::size_t at) : depth_(depth) {
    if (++depth_ > most) {
        --depth_;
        throw fault{errc::nested_too_deep, {}, at};
    }
}

void token_reader::advance() {
    constexpr std::size_t between_looks = 128;
    if (read_++ % between_looks == 0 && bounds_.stop.stop_requested()) {
        throw fault{errc::cancelled};
    }
    if (ahead_) {
        current_ = *ahead_;
        ahead_.reset();
    } else {
        current_ = lexer_.next();
    }
}

token const& token_reader::look() {
    if (!ahead_) {
        ahead_ = lexer_.next();
    }
    return *ahead_;
}

bool token_reader::at_word(std::string_view word) const noexcept {
    return current_.is == tk::name && current_.text == word;
}

token token_reader::expect(tk is) {
    token const t = current_;
    if (t.is != is) {
        fail_expected(describe(is));
    }
    advance();
    return t;
}

void token_reader::expect_word(std::string_view word) {
    if (!skip_word(word)) {
        fail_expected(word);
    }
}

void token_reader::fail(std::string message, token const& t) const {
    throw fault{errc::jinja_syntax, std::move(message), t.at, t.text.size()};
}

void token_reader::fail_expected(std::string_view what) const {
    std::string message = "expected ";
    message.append(what).append(", got ");
    message.append(current_.is == tk::name ? note(current_.text).view() : describe(current_.is));
    fail(std::move(message), current_);
}

void token_reader::count_link(std::size_t& links) const {
    if (++links > bounds_.nesting * 50) {
        throw fault{errc::nested_too_deep, "this chain is too long", current_.at};
    }
}

node_id token_reader::add(node_kind is, std::uint32_t where, std::uint32_t a, std::uint32_t b,
                          std::uint32_t c, std::uint8_t extra) {
    return ast_.add({is, extra, where, a, b, c});
}

node_id token_reader::add_list(node_kind is, std::uint32_t where, vec<std::uint32_t> const& edges) {
    return add(is, where, ast_.add_edges(edges), static_cast<std::uint32_t>(edges.size()));
}

}  // namespace parlance::jinja::detail
