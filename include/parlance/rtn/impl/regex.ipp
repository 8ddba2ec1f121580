// parlance/rtn/impl/regex.ipp - definitions of what parlance/rtn/regex.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/regex_syntax.hpp>
#include <parlance/rtn/detail/regex_tree.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/result.hpp>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::rtn::detail {

class regex_compiler {
public:
    regex_compiler(regex_tree const& tree, std::size_t most) : tree_(&tree), most_(most) {}

    [[nodiscard]] PARLANCE_DECL result<dfa> compile(std::uint32_t root, regex_match how);

private:
    [[nodiscard]] PARLANCE_DECL result<void> write(std::uint32_t id, nfa::state from, nfa::state to);

    /// Texts that begin with a match.
    [[nodiscard]] PARLANCE_DECL result<dfa> ahead(std::uint32_t root);

    [[nodiscard]] PARLANCE_DECL result<void> repeat(regex_node const& n, nfa::state from, nfa::state to);

    regex_tree const* tree_;
    std::size_t most_;
    nfa out_;
};

result<dfa> regex_compiler::compile(std::uint32_t root, regex_match how) {
    nfa::state const start = out_.add_state();
    nfa::state const end = out_.add_state();
    std::vector<code_points> const any = complement(std::span<code_points const>{});
    nfa::state begin = start;
    if (how == regex_match::search) {
        begin = out_.add_state();
        out_.empty_edge(start, begin);
        nfa::state const skip = out_.add_state();
        out_.edge(start, any, skip);
        out_.edge(skip, any, skip);
        out_.empty_edge(skip, begin);
        out_.edge(end, any, end);
    }
    out_.accept(end);
    if (auto const r = write(root, begin, end); !r) {
        return r.error();
    }
    return out_.determinised(start, most_);
}

result<void> regex_compiler::write(std::uint32_t id, nfa::state from, nfa::state to) {
    if (out_.size() > most_) {
        return too_many_dfa_states();
    }
    regex_node const& n = tree_->nodes[id];
    switch (n.is) {
    case regex_node::kind::empty: out_.empty_edge(from, to); return {};
    case regex_node::kind::begin: out_.begin_edge(from, to); return {};
    case regex_node::kind::end: out_.end_edge(from, to); return {};
    case regex_node::kind::set: out_.edge(from, n.set, to); return {};
    case regex_node::kind::sequence:
        for (std::size_t i = 0; i < n.children.size(); ++i) {
            nfa::state const next = i + 1 == n.children.size() ? to : out_.add_state();
            if (auto const r = write(n.children[i], from, next); !r) {
                return r;
            }
            from = next;
        }
        return {};
    case regex_node::kind::choice:
        for (std::uint32_t const c : n.children) {
            if (auto const r = write(c, from, to); !r) {
                return r;
            }
        }
        return {};
    case regex_node::kind::repeat: return repeat(n, from, to);
    case regex_node::kind::look: {
        regex_compiler inner(*tree_, most_);
        result<dfa> ahead = inner.ahead(n.children.front());
        if (!ahead) {
            return ahead.error();
        }
        dfa rest = minimized(std::move(*ahead));
        if (n.negative) {
            rest = minimized(rtn::complement(std::move(rest)));
        }
        out_.look_edge(from, std::move(rest), to);
        return {};
    }
    }
    return {};
}

result<dfa> regex_compiler::ahead(std::uint32_t root) {
    nfa::state const start = out_.add_state();
    nfa::state const end = out_.add_state();
    out_.edge(end, complement(std::span<code_points const>{}), end);
    out_.accept(end);
    if (auto const r = write(root, start, end); !r) {
        return r.error();
    }
    return out_.determinised(start, most_);
}

result<void> regex_compiler::repeat(regex_node const& n, nfa::state from, nfa::state to) {
    std::uint32_t const body = n.children.front();
    for (std::uint32_t i = 0; i < n.least; ++i) {
        nfa::state const next = out_.add_state();
        if (auto const r = write(body, from, next); !r) {
            return r;
        }
        from = next;
    }
    if (n.most == unbounded) {
        nfa::state const loop = out_.add_state();
        out_.empty_edge(from, loop);
        out_.empty_edge(loop, to);
        return write(body, loop, loop);
    }
    for (std::uint32_t i = n.least; i < n.most; ++i) {
        out_.empty_edge(from, to);
        nfa::state const next = out_.add_state();
        if (auto const r = write(body, from, next); !r) {
            return r;
        }
        from = next;
    }
    out_.empty_edge(from, to);
    return {};
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

result<dfa> regex(std::string_view pattern, regex_match how, std::size_t most) {
    result<detail::regex_tree> const tree = detail::regex_parser(pattern).parse();
    if (!tree) {
        return tree.error();
    }
    result<dfa> out = detail::regex_compiler(*tree, most).compile(tree->root, how);
    if (!out) {
        return out;
    }
    return minimized(*std::move(out));
}

std::optional<bounded_class> as_bounded_class(std::string_view pattern) {
    result<detail::regex_tree> const tree = detail::regex_parser(pattern).parse();
    if (!tree) {
        return {};
    }
    using kind = detail::regex_node::kind;
    detail::regex_node const& top = tree->nodes[tree->root];
    if (top.is != kind::sequence || top.children.size() != 3 ||
        tree->nodes[top.children[0]].is != kind::begin || tree->nodes[top.children[2]].is != kind::end) {
        return {};
    }
    detail::regex_node const* body = &tree->nodes[top.children[1]];
    if (body->is != kind::repeat || tree->nodes[body->children.front()].is != kind::set) {
        return {};
    }
    return bounded_class{tree->nodes[body->children.front()].set, body->least, body->most};
}

}  // namespace parlance::rtn
