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
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::rtn::detail {

/// Where the pattern asks for boundaries of words, every state is two: the second one, behind it by number, is for
/// texts whose last code point so far is part of a word.
class regex_compiler {
public:
    regex_compiler(regex_tree const& tree, std::size_t most)
        : tree_(&tree), most_(most), layers_(tree.boundaries ? 2 : 1) {}

    [[nodiscard]] PARLANCE_DECL result<dfa> compile(std::uint32_t root, regex_match how);

private:
    [[nodiscard]] PARLANCE_DECL result<void> write(std::uint32_t id, nfa::state from, nfa::state to);

    /// Texts that begin with a match; `layer` is what stands before them.
    [[nodiscard]] PARLANCE_DECL result<dfa> ahead(std::uint32_t root, std::uint32_t layer);
    [[nodiscard]] PARLANCE_DECL result<void> look(regex_node const& n, nfa::state from, nfa::state to);
    PARLANCE_DECL void boundary(bool negative, nfa::state from, nfa::state to);

    [[nodiscard]] PARLANCE_DECL result<void> repeat(regex_node const& n, nfa::state from, nfa::state to);

    PARLANCE_DECL nfa::state state();
    PARLANCE_DECL void edge(nfa::state from, std::span<code_points const> set, nfa::state to);
    template <class F>
    void each_layer(F const& f) {
        for (std::uint32_t layer = 0; layer < layers_; ++layer) {
            f(layer);
        }
    }
    void empty_edge(nfa::state from, nfa::state to) {
        each_layer([&](std::uint32_t layer) { out_.empty_edge(from + layer, to + layer); });
    }
    void accept(nfa::state s) {
        each_layer([&](std::uint32_t layer) { out_.accept(s + layer); });
    }

    regex_tree const* tree_;
    std::size_t most_;
    std::uint32_t layers_;
    nfa out_;
};

nfa::state regex_compiler::state() {
    nfa::state const first = out_.add_state();
    if (layers_ > 1) {
        out_.add_state();
    }
    return first;
}

/// The code points of words, and the others.
[[nodiscard]] inline std::array<std::vector<code_points>, 2> split_words(std::span<code_points const> set) {
    std::vector<code_points> const word{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
    std::array<std::vector<code_points>, 2> out;
    for (std::size_t inside = 0; inside < 2; ++inside) {
        for (code_points const& w : inside != 0 ? word : complement(word)) {
            for (code_points const& c : set) {
                char32_t const low = (std::max)(w.low, c.low);
                char32_t const high = (std::min)(w.high, c.high);
                if (low <= high) {
                    out[inside].push_back({low, high});
                }
            }
        }
    }
    return out;
}

void regex_compiler::edge(nfa::state from, std::span<code_points const> set, nfa::state to) {
    if (layers_ == 1) {
        out_.edge(from, set, to);
        return;
    }
    std::array<std::vector<code_points>, 2> const parts = split_words(set);
    each_layer([&](std::uint32_t layer) {
        for (std::uint32_t next = 0; next < 2; ++next) {
            if (!parts[next].empty()) {
                out_.edge(from + layer, parts[next], to + next);
            }
        }
    });
}

result<dfa> regex_compiler::compile(std::uint32_t root, regex_match how) {
    nfa::state const start = state();
    nfa::state const end = state();
    std::vector<code_points> const any = complement(std::span<code_points const>{});
    nfa::state begin = start;
    if (how == regex_match::search) {
        begin = state();
        empty_edge(start, begin);
        nfa::state const skip = state();
        edge(start, any, skip);
        edge(skip, any, skip);
        empty_edge(skip, begin);
        edge(end, any, end);
    }
    accept(end);
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
    case regex_node::kind::empty: empty_edge(from, to); return {};
    case regex_node::kind::begin:
        each_layer([&](std::uint32_t layer) { out_.begin_edge(from + layer, to + layer); });
        return {};
    case regex_node::kind::end:
        each_layer([&](std::uint32_t layer) { out_.end_edge(from + layer, to + layer); });
        return {};
    case regex_node::kind::set: edge(from, n.set, to); return {};
    case regex_node::kind::sequence:
        for (std::size_t i = 0; i < n.children.size(); ++i) {
            nfa::state const next = i + 1 == n.children.size() ? to : state();
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
    case regex_node::kind::look: return look(n, from, to);
    case regex_node::kind::boundary: boundary(n.negative, from, to); return {};
    }
    return {};
}

result<void> regex_compiler::look(regex_node const& n, nfa::state from, nfa::state to) {
    for (std::uint32_t layer = 0; layer < layers_; ++layer) {
        regex_compiler inner(*tree_, most_);
        result<dfa> ahead = inner.ahead(n.children.front(), layer);
        if (!ahead) {
            return ahead.error();
        }
        dfa rest = minimized(std::move(*ahead));
        if (n.negative) {
            rest = minimized(rtn::complement(std::move(rest)));
        }
        out_.look_edge(from + layer, std::move(rest), to + layer);
    }
    return {};
}

void regex_compiler::boundary(bool negative, nfa::state from, nfa::state to) {
    std::vector<code_points> const any = complement(std::span<code_points const>{});
    each_layer([&](std::uint32_t layer) {
        // behind a word the next code point must not be one of a word, and the other way round
        bool const word_next = (layer == 0) != negative;
        nfa next;
        nfa::state const first = next.add_state();
        nfa::state const rest = next.add_state();
        next.edge(first, split_words(any)[word_next ? 1 : 0], rest);
        next.edge(rest, any, rest);
        next.accept(rest);
        if (!word_next) {
            next.accept(first);
        }
        if (result<dfa> const made = next.determinised(first, 8)) {
            out_.look_edge(from + layer, minimized(*made), to + layer);
        }
    });
}

result<dfa> regex_compiler::ahead(std::uint32_t root, std::uint32_t layer) {
    nfa::state const start = state();
    nfa::state const end = state();
    edge(end, complement(std::span<code_points const>{}), end);
    accept(end);
    if (auto const r = write(root, start, end); !r) {
        return r.error();
    }
    return out_.determinised(start + layer, most_);
}

result<void> regex_compiler::repeat(regex_node const& n, nfa::state from, nfa::state to) {
    std::uint32_t const body = n.children.front();
    for (std::uint32_t i = 0; i < n.least; ++i) {
        nfa::state const next = state();
        if (auto const r = write(body, from, next); !r) {
            return r;
        }
        from = next;
    }
    if (n.most == unbounded) {
        nfa::state const loop = state();
        empty_edge(from, loop);
        empty_edge(loop, to);
        return write(body, loop, loop);
    }
    for (std::uint32_t i = n.least; i < n.most; ++i) {
        empty_edge(from, to);
        nfa::state const next = state();
        if (auto const r = write(body, from, next); !r) {
            return r;
        }
        from = next;
    }
    empty_edge(from, to);
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
