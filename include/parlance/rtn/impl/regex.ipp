// parlance/rtn/impl/regex.ipp - definitions of what parlance/rtn/regex.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/detail/regex_compiler.hpp>
#include <parlance/rtn/detail/regex_property.hpp>
#include <parlance/rtn/detail/regex_syntax.hpp>
#include <parlance/rtn/detail/regex_tree.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

std::optional<bounded_class> bounded_class_of(regex_tree const& tree, bool whole) {
    using kind = regex_node::kind;
    regex_node const* body = &tree.nodes[tree.root];
    if (body->is == kind::sequence) {
        if (body->children.size() != 3 || tree.nodes[body->children[0]].is != kind::begin ||
            tree.nodes[body->children[2]].is != kind::end) {
            return {};
        }
        body = &tree.nodes[body->children[1]];
    } else if (!whole) {
        return {};
    }
    if (body->is != kind::repeat || tree.nodes[body->children.front()].is != kind::set) {
        return {};
    }
    return bounded_class{tree.nodes[body->children.front()].set, body->least, body->most};
}

result<dfa> automaton_of(regex_tree const& tree, regex_match how, std::size_t most, work& spent) {
    result<dfa> out = regex_compiler(tree, most, spent).compile(how);
    if (!out) {
        return out;
    }
    return minimized(*std::move(out), spent);
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

result<dfa> regex(std::string_view pattern, regex_match how, std::size_t most, limits const& bounds) {
    work spent(bounds);
    return regex(pattern, how, most, spent);
}

namespace detail {

result<regex_tree> tree_of(std::string_view pattern, work& spent) {
    regex_parser parser(pattern, spent);
    result<regex_tree> out = parser.parse();
    if (!out) {
        static_cast<void>(free(parser.read(), spent));
    }
    return out;
}

bool free(regex_tree& tree, work& spent) {
    work looks = spent.only_looks();  // a node is paid for when it is made
    bool go_on = true;
    tree.nodes.clear([&] { go_on = looks.spend(steps_to_free * tree.nodes.in_block); });
    return go_on;
}

}  // namespace detail

result<dfa> regex(std::string_view pattern, regex_match how, std::size_t most, work& spent) {
    result<detail::regex_tree> tree = detail::tree_of(pattern, spent);
    if (!tree) {
        return tree.error();
    }
    result<dfa> out = detail::automaton_of(*tree, how, most, spent);
    bool const freed = detail::free(*tree, spent);
    return out && !freed ? diagnostic{errc::cancelled, {}, 0, "a regular expression"} : std::move(out);
}

result<regex_nfa> nondeterministic_regex(std::string_view pattern, regex_match how, std::size_t most,
                                         work& spent) {
    result<detail::regex_tree> tree = detail::tree_of(pattern, spent);
    if (!tree) {
        return tree.error();
    }
    result<regex_nfa> out = detail::regex_compiler(*tree, most, spent).nondeterministic(how);
    bool const freed = detail::free(*tree, spent);
    return out && !freed ? diagnostic{errc::cancelled, {}, 0, "a regular expression"} : std::move(out);
}

result<bool> regex_nfa::accepts(std::string_view text, work& spent) const {
    result<std::uint32_t> const found = automaton.label(start, text, spent);
    return found ? result<bool>(*found != 0) : found.error();
}

bool is_unicode_property(std::string_view name) noexcept { return detail::property_named(name).has_value(); }

std::optional<bounded_class> as_bounded_class(std::string_view pattern, work& spent) {
    result<detail::regex_tree> tree = detail::tree_of(pattern, spent);
    if (!tree) {
        return {};
    }
    std::optional<bounded_class> const out = detail::bounded_class_of(*tree, false);
    (void)detail::free(*tree, spent);  // whoever pays next sees whether it could be paid for
    return out;
}

}  // namespace parlance::rtn
