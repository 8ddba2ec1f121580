// parlance/rtn/impl/regex.ipp - definitions of what parlance/rtn/regex.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/regex_property.hpp>
#include <parlance/rtn/detail/regex_syntax.hpp>
#include <parlance/rtn/detail/regex_tree.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// The code points of words, and the others.
[[nodiscard]] inline std::array<vec<code_points>, 2> split_words(array_ref<code_points const> set) {
    vec<code_points> const word{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
    std::array<vec<code_points>, 2> out;
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

/// An automaton whose every state is two where the pattern asks for boundaries of words: the second one, behind it by
/// number, is for texts whose last code point so far is part of a word.
class layered_nfa {
public:
    explicit layered_nfa(std::uint32_t layers) : layers_(layers) {}

    using look = std::pair<std::uint32_t, std::uint32_t>;  // a node that looks ahead, and the layer before it

    [[nodiscard]] nfa& plain() noexcept { return out_; }
    [[nodiscard]] std::size_t size() const noexcept { return out_.size(); }

    [[nodiscard]] nfa::state state() {
        nfa::state const first = out_.add_state();
        if (layers_ > 1) {
            out_.add_state();
        }
        return first;
    }
    PARLANCE_DECL void edge(nfa::state from, array_ref<code_points const> set, nfa::state to);
    void empty_edge(nfa::state from, nfa::state to) {
        each_layer([&](std::uint32_t layer) { out_.empty_edge(from + layer, to + layer); });
    }
    void begin_edge(nfa::state from, nfa::state to) {
        each_layer([&](std::uint32_t layer) { out_.begin_edge(from + layer, to + layer); });
    }
    void end_edge(nfa::state from, nfa::state to) {
        each_layer([&](std::uint32_t layer) { out_.end_edge(from + layer, to + layer); });
    }
    void look_edge(nfa::state from, look const& which, dfa const& ahead, nfa::state to) {
        if (!looks_.contains(which)) {
            looks_[which] = out_.add_look(ahead);
        }
        out_.look_edge(from, looks_.at(which), to);
    }
    void accept(nfa::state s) {
        each_layer([&](std::uint32_t layer) { out_.accept(s + layer); });
    }
    template <class F>
    void each_layer(F const& f) {
        for (std::uint32_t layer = 0; layer < layers_; ++layer) {
            f(layer);
        }
    }

private:
    std::uint32_t layers_;
    nfa out_;
    ordered_map<look, std::uint32_t> looks_;
};

void layered_nfa::edge(nfa::state from, array_ref<code_points const> set, nfa::state to) {
    if (layers_ == 1) {
        out_.edge(from, set, to);
        return;
    }
    std::array<vec<code_points>, 2> const parts = split_words(set);
    each_layer([&](std::uint32_t layer) {
        for (std::uint32_t next = 0; next < 2; ++next) {
            if (!parts[next].empty()) {
                out_.edge(from + layer, parts[next], to + next);
            }
        }
    });
}

/// Writes the nodes of a tree into an automaton.  Nodes stand behind those that they contain, so look-aheads are made in
/// this order, and whatever is nested stands in a list: no depth is the stack's.
class regex_compiler {
public:
    regex_compiler(regex_tree const& tree, std::size_t most, work& spent)
        : tree_(&tree), most_(most), layers_(tree.boundaries ? 2 : 1), spent_(&spent) {}

    [[nodiscard]] PARLANCE_DECL result<dfa> compile(regex_match how);

private:
    /// A node that is to be written between two states.
    struct task {
        std::uint32_t node;
        nfa::state from;
        nfa::state to;
    };

    /// Fills in same_, where anything looks ahead.
    [[nodiscard]] PARLANCE_DECL bool find_same_nodes();
    /// Texts that begin with a match of a look-ahead's body, or with none; `layer` is what stands before them.
    [[nodiscard]] PARLANCE_DECL result<dfa> ahead(regex_node const& n, std::uint32_t layer);
    /// What may follow a boundary of a word, or none, behind `layer`.
    [[nodiscard]] PARLANCE_DECL result<dfa> boundary(bool negative, std::uint32_t layer);
    [[nodiscard]] PARLANCE_DECL result<void> write(layered_nfa& out, task whole);
    PARLANCE_DECL void write_one(layered_nfa& out, task t);
    PARLANCE_DECL void repeat(layered_nfa& out, task t);

    static constexpr std::uint64_t steps_of_a_range = 100;
    static constexpr std::uint64_t steps_of_a_look = 6000;

    regex_tree const* tree_;
    std::size_t most_;
    std::uint32_t layers_;
    work* spent_;
    vec<std::uint32_t> same_;                    // the first node that reads the same, by node
    ordered_map<layered_nfa::look, dfa> looks_;  // by the first node that reads the same
    vec<task> todo_;
};

bool regex_compiler::find_same_nodes() {
    constexpr std::uint64_t steps_of_a_word = 10;
    bool const looks = std::any_of(tree_->nodes.begin(), tree_->nodes.end(), [](regex_node const& n) {
        return n.is == regex_node::kind::look || n.is == regex_node::kind::boundary;
    });
    hash_map<vec<std::uint32_t>, std::uint32_t> first;
    for (std::uint32_t id = 0; looks && id < tree_->nodes.size(); ++id) {
        regex_node const& n = tree_->nodes[id];
        vec<std::uint32_t> reads{static_cast<std::uint32_t>(n.is), n.least, n.most, n.negative ? 1u : 0u};
        for (std::uint32_t const child : n.children) {
            reads.push_back(same_[child]);
        }
        for (code_points const r : n.set) {
            reads.push_back(r.low);
            reads.push_back(r.high);
        }
        if (!spent_->spend(steps_of_a_word * (reads.size() + 8))) {
            return false;
        }
        same_.push_back(first.try_emplace(std::move(reads), id).at.value);
    }
    return true;
}

result<dfa> regex_compiler::compile(regex_match how) {
    if (!find_same_nodes()) {
        return spent_->error("a regular expression");
    }
    for (std::uint32_t id = 0; id < tree_->nodes.size(); ++id) {
        regex_node const& n = tree_->nodes[id];
        bool const looks = n.is == regex_node::kind::look;
        bool const asks = (looks || n.is == regex_node::kind::boundary) && same_[id] == id;
        for (std::uint32_t layer = 0; asks && layer < layers_; ++layer) {
            result<dfa> text = looks ? ahead(n, layer) : boundary(n.negative, layer);
            if (!text) {
                return text;
            }
            looks_[{id, layer}] = *std::move(text);
        }
    }
    layered_nfa out(layers_);
    nfa::state const start = out.state();
    nfa::state const end = out.state();
    vec<code_points> const any = complement(array_ref<code_points const>{});
    nfa::state begin = start;
    if (how == regex_match::search) {
        begin = out.state();
        out.empty_edge(start, begin);
        nfa::state const skip = out.state();
        out.edge(start, any, skip);
        out.edge(skip, any, skip);
        out.empty_edge(skip, begin);
        out.edge(end, any, end);
    }
    out.accept(end);
    if (auto const r = write(out, {tree_->root, begin, end}); !r) {
        return r.error();
    }
    return out.plain().determinised(start, most_, *spent_);
}

result<dfa> regex_compiler::ahead(regex_node const& n, std::uint32_t layer) {
    layered_nfa out(layers_);
    nfa::state const start = out.state();
    nfa::state const end = out.state();
    out.edge(end, complement(array_ref<code_points const>{}), end);
    out.accept(end);
    if (auto const r = write(out, {n.children.front(), start, end}); !r) {
        return r.error();
    }
    result<dfa> text = out.plain().determinised(start + layer, most_, *spent_);
    if (!text) {
        return text;
    }
    if (!spent_->spend(steps_of_a_look)) {
        return spent_->error("a look-ahead");
    }
    result<dfa> found = minimized(*std::move(text), *spent_);
    return found && n.negative ? minimized(rtn::complement(*std::move(found)), *spent_) : std::move(found);
}

result<dfa> regex_compiler::boundary(bool negative, std::uint32_t layer) {
    // behind a word the next code point must not be one of a word, and the other way round
    bool const word_next = (layer == 0) != negative;
    vec<code_points> const any = complement(array_ref<code_points const>{});
    nfa out;
    nfa::state const first = out.add_state();
    nfa::state const rest = out.add_state();
    out.edge(first, split_words(any)[word_next ? 1 : 0], rest);
    out.edge(rest, any, rest);
    out.accept(rest);
    if (!word_next) {
        out.accept(first);
    }
    result<dfa> text = out.determinised(first, most_, *spent_);
    return text ? result<dfa>{minimized(*std::move(text))} : text;
}

result<void> regex_compiler::write(layered_nfa& out, task whole) {
    todo_.assign(1, whole);
    while (!todo_.empty()) {
        task const t = todo_.back();
        todo_.pop_back();
        regex_node const& n = tree_->nodes[t.node];
        if (!spent_->spend(50 + steps_of_a_range * n.set.size() + 10 * n.children.size())) {
            return spent_->error("a regular expression");
        }
        write_one(out, t);
        if (out.size() > most_ || todo_.size() > most_) {
            return too_many_dfa_states();
        }
    }
    return {};
}

void regex_compiler::write_one(layered_nfa& out, task t) {
    regex_node const& n = tree_->nodes[t.node];
    switch (n.is) {
    case regex_node::kind::empty: out.empty_edge(t.from, t.to); break;
    case regex_node::kind::begin: out.begin_edge(t.from, t.to); break;
    case regex_node::kind::end: out.end_edge(t.from, t.to); break;
    case regex_node::kind::set: out.edge(t.from, n.set, t.to); break;
    case regex_node::kind::sequence:
        for (std::size_t i = 0; i < n.children.size(); ++i) {
            nfa::state const next = i + 1 == n.children.size() ? t.to : out.state();
            todo_.push_back({n.children[i], t.from, next});
            t.from = next;
        }
        break;
    case regex_node::kind::choice:
        for (std::uint32_t const c : n.children) {
            todo_.push_back({c, t.from, t.to});
        }
        break;
    case regex_node::kind::repeat: repeat(out, t); break;
    case regex_node::kind::look:
    case regex_node::kind::boundary:
        out.each_layer([&](std::uint32_t layer) {
            layered_nfa::look const which{same_[t.node], layer};
            out.look_edge(t.from + layer, which, looks_.at(which), t.to + layer);
        });
        break;
    }
}

void regex_compiler::repeat(layered_nfa& out, task t) {
    regex_node const& n = tree_->nodes[t.node];
    std::uint32_t const body = n.children.front();
    for (std::uint32_t i = 0; i < n.least && out.size() <= most_; ++i) {
        nfa::state const next = out.state();
        todo_.push_back({body, t.from, next});
        t.from = next;
    }
    if (n.most == unbounded) {
        nfa::state const loop = out.state();
        out.empty_edge(t.from, loop);
        out.empty_edge(loop, t.to);
        todo_.push_back({body, loop, loop});
        return;
    }
    for (std::uint32_t i = n.least; i < n.most && out.size() <= most_; ++i) {
        out.empty_edge(t.from, t.to);
        nfa::state const next = out.state();
        todo_.push_back({body, t.from, next});
        t.from = next;
    }
    out.empty_edge(t.from, t.to);
}

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

result<dfa> regex(std::string_view pattern, regex_match how, std::size_t most, work& spent) {
    result<detail::regex_tree> const tree = detail::regex_parser(pattern).parse();
    if (!tree) {
        return tree.error();
    }
    if (!spent.spend(20 * pattern.size())) {
        return spent.error("a regular expression");
    }
    return detail::automaton_of(*tree, how, most, spent);
}

bool is_unicode_property(std::string_view name) noexcept { return detail::property_named(name).has_value(); }

std::optional<bounded_class> as_bounded_class(std::string_view pattern) {
    result<detail::regex_tree> const tree = detail::regex_parser(pattern).parse();
    return tree ? detail::bounded_class_of(*tree, false) : std::optional<bounded_class>{};
}

}  // namespace parlance::rtn
