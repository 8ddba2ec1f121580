// parlance/jinja/detail/syntax/literal_parser.hpp - names, texts and numbers to nodes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <parlance/jinja/detail/syntax/token_reader.hpp>
#include <cstdint>
#include <limits>
#include <string_view>

namespace parlance::jinja::detail {

/// What is a value by itself; texts that stand side by side are one.
class literal_parser : public token_reader {
protected:
    using token_reader::token_reader;

    [[nodiscard]] PARLANCE_DECL node_id name_or_constant(token const& t);

    [[nodiscard]] PARLANCE_DECL node_id string_literal();

    [[nodiscard]] PARLANCE_DECL std::string_view literal(token const& t);

    [[nodiscard]] PARLANCE_DECL static std::string without_underscores(std::string_view text);
    [[nodiscard]] PARLANCE_DECL node_id integer_literal(token const& t);

    [[nodiscard]] PARLANCE_DECL node_id real_literal(token const& t);
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/literal_parser.ipp>
#endif
