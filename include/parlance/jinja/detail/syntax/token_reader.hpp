// parlance/jinja/detail/syntax/token_reader.hpp - what every part of the parser stands on: the current token, errors at it, and nodes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/lexer.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::jinja::detail {

/// Counts a level of nesting while it lives.
class level {
public:
    PARLANCE_DECL level(std::size_t& depth, std::size_t most, std::size_t at);
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
        : pool_(p), ast_(tree), bounds_(bounds), lexer_(p.source, bounds.stop), current_(lexer_.next()) {
        constexpr std::size_t bytes_of_a_node = 2;  // or more: what is made never moves
        tree.looks = source_looks(bounds.stop);
        tree.nodes.reserve(p.source.size() / bytes_of_a_node);
        constexpr std::size_t some = 16;  // a short template has no more
        tree.edges.reserve(some);
        p.constants.reserve(some);
        p.names.reserve(some);
    }

protected:
    using tk = token_kind;

    PARLANCE_DECL void advance();
    [[nodiscard]] PARLANCE_DECL token const& look();
    [[nodiscard]] bool at(tk is) const noexcept { return current_.is == is; }
    [[nodiscard]] PARLANCE_DECL bool at_word(std::string_view word) const noexcept;
    bool skip(tk is) { return at(is) && (advance(), true); }
    bool skip_word(std::string_view word) { return at_word(word) && (advance(), true); }
    PARLANCE_DECL token expect(tk is);
    PARLANCE_DECL void expect_word(std::string_view word);
    [[noreturn]] PARLANCE_DECL void fail(std::string message, token const& t) const;
    [[noreturn]] PARLANCE_DECL void fail_expected(std::string_view what) const;
    [[nodiscard]] level deeper() { return level(depth_, bounds_.nesting, current_.at); }
    /// Chains are flat, but not endless: what is longer than this was not written by a person.
    PARLANCE_DECL void count_link(std::size_t& links) const;

    [[nodiscard]] PARLANCE_DECL node_id add(node_kind is, std::uint32_t where, std::uint32_t a = nothing,
                                            std::uint32_t b = nothing, std::uint32_t c = nothing,
                                            std::uint8_t extra = 0);
    [[nodiscard]] PARLANCE_DECL node_id add_list(node_kind is, std::uint32_t where,
                                                 vec<std::uint32_t> const& edges);

    pool& pool_;
    ast& ast_;
    limits const& bounds_;
    lexer lexer_;
    token current_;
    maybe<token> ahead_{};
    std::size_t depth_ = 0;
    std::size_t read_ = 0;  // tokens
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/token_reader.ipp>
#endif
