// parlance/jinja/detail/syntax/parser.hpp - tokens to nodes: the statements, and the way in
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/expression_parser.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/vec.hpp>
#include <initializer_list>
#include <string_view>

namespace parlance::jinja {

/// Parses the source of a pool into nodes, as transformers' environment does: Jinja2's own tags, break, continue and
/// generation.  Throws `fault`: jinja_syntax, nested_too_deep.
class parser : detail::expression_parser {
public:
    parser(pool& p, ast& tree, limits const& bounds) : expression_parser(p, tree, bounds) {}

    PARLANCE_DECL void parse();

private:
    using end_words = std::initializer_list<std::string_view>;

    [[nodiscard]] PARLANCE_DECL bool at_any(end_words words) const noexcept;

    /// Statements and text until a tag named by `ends`, which stays current, or the end of the template.
    [[nodiscard]] PARLANCE_DECL node_id body(end_words ends);

    /// The rest of a tag, then its body up to one of `ends`.
    [[nodiscard]] PARLANCE_DECL node_id body_after_tag(end_words ends);
    [[nodiscard]] PARLANCE_DECL node_id body_to(std::string_view end);

    PARLANCE_DECL void statement(vec<std::uint32_t>& out);

    PARLANCE_DECL void print(vec<std::uint32_t>& out);

    [[nodiscard]] PARLANCE_DECL node_id branches();

    [[nodiscard]] PARLANCE_DECL node_id loop();

    [[nodiscard]] PARLANCE_DECL node_id set();

    /// What can stand on the left of an assignment: a name, an attribute of a namespace, or a tuple of these.
    [[nodiscard]] PARLANCE_DECL node_id assign_target(std::string_view end_word, bool with_namespace);
    [[nodiscard]] PARLANCE_DECL node_id target_part(bool with_namespace);
    PARLANCE_DECL void check_target(node_id id, token const& t) const;

    [[nodiscard]] PARLANCE_DECL token plain_name();

    [[nodiscard]] PARLANCE_DECL std::uint32_t parameters();
    [[nodiscard]] PARLANCE_DECL std::uint32_t no_parameters();

    [[nodiscard]] PARLANCE_DECL node_id macro();

    [[nodiscard]] PARLANCE_DECL node_id call_block();

    [[nodiscard]] PARLANCE_DECL node_id filter_block();

    [[nodiscard]] PARLANCE_DECL node_id with();

    [[nodiscard]] PARLANCE_DECL node_id autoescape();

    [[nodiscard]] PARLANCE_DECL node_id block();

    [[nodiscard]] PARLANCE_DECL node_id generation();

    /// include, import, extends, from: other templates do not exist here, so what they name does not matter.
    [[nodiscard]] PARLANCE_DECL node_id foreign();
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/parser.ipp>
#endif
