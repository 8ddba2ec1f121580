// parlance/rtn/impl/regex.ipp - definitions of what parlance/rtn/regex.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/layered_nfa.hpp>
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
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace parlance::rtn::detail {

/// The code points of words.
[[nodiscard]] inline vec<code_points> word_points() {
    return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
}

/// Writes the nodes of a tree into an automaton.  Nodes stand behind those that they contain, so look-aheads are made in
/// this order, and whatever is nested stands in a list: no depth is the stack's.
class regex_compiler {
public:
    regex_compiler(regex_tree const& tree, std::size_t most, work& spent)
        : tree_(&tree), most_(most), spent_(&spent) {}

    [[nodiscard]] PARLANCE_DECL result<regex_nfa> nondeterministic(regex_match how);
    [[nodiscard]] PARLANCE_DECL result<dfa> compile(regex_match how);

private:
    /// A node that is to be written between two states.
    struct task {
        std::uint32_t node;
        nfa::state from;
        nfa::state to;
    };

    /// Fills in same_, where anything looks ahead or behind.
    [[nodiscard]] PARLANCE_DECL bool find_same_nodes();
    /// Fills in before_: what the pattern asks of the text before a place.
    [[nodiscard]] PARLANCE_DECL result<void> ask_behind();
    /// Texts that end with a match of the body of a look-behind.
    [[nodiscard]] PARLANCE_DECL result<dfa> behind(regex_node const& n);
    /// Texts that begin with a match of a look-ahead's body, or with none; `layer` is what stands before them.
    [[nodiscard]] PARLANCE_DECL result<dfa> ahead(regex_node const& n, std::uint32_t layer);
    /// What may follow a boundary of a word, or none, behind `layer`.
    [[nodiscard]] PARLANCE_DECL result<dfa> boundary(bool negative, std::uint32_t layer);
    [[nodiscard]] PARLANCE_DECL result<void> write(layered_nfa& out, task whole);
    [[nodiscard]] PARLANCE_DECL bool write_one(layered_nfa& out, task t);
    [[nodiscard]] PARLANCE_DECL bool repeat(layered_nfa& out, task t);

    static constexpr std::uint64_t steps_of_a_range = 100;
    static constexpr std::uint64_t steps_of_a_child = 60;
    static constexpr std::uint64_t steps_of_a_look = 6000;

    regex_tree const* tree_;
    std::size_t most_;
    work* spent_;
    text_before before_;
    text_before::question word_ = 0;     // whether the last code point is part of a word
    text_before::question started_ = 0;  // whether there is one; asked where '^' stands in a look-ahead
    ordered_map<std::uint32_t, text_before::question> behind_;  // by the first node that reads the same
    vec<std::uint32_t> same_;                                   // the first node that reads the same, by node
    ordered_map<layered_nfa::look, dfa> looks_;                 // by the first node that reads the same
    vec<task> todo_;
};

bool regex_compiler::find_same_nodes() {
    constexpr std::uint64_t steps_of_a_word = 10;
    hash_map<vec<std::uint32_t>, std::uint32_t> first;
    for (std::uint32_t id = 0; tree_->looks && id < tree_->nodes.size(); ++id) {
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

result<dfa> regex_compiler::behind(regex_node const& n) {
    text_before const nothing;
    layered_nfa out(nothing);
    nfa::state const start = out.state();
    nfa::state const begin = out.state();
    nfa::state const end = out.state();
    vec<code_points> const any = complement(array_ref<code_points const>{});
    nfa::state const skip = out.state();
    out.empty_edge(start, begin);
    out.edge(start, any, skip);
    out.edge(skip, any, skip);
    out.empty_edge(skip, begin);
    out.accept(end);
    if (auto const r = write(out, {n.children.front(), begin, end}); !r) {
        return r.error();
    }
    result<dfa> text = out.plain().determinised(start, most_, *spent_);
    return text ? minimized(*std::move(text), *spent_) : std::move(text);
}

result<void> regex_compiler::ask_behind() {
    vec<code_points> const any = complement(array_ref<code_points const>{});
    auto const ask = [&](text_before::question& to, dfa const& a) -> result<void> {
        result<text_before::question> const q = before_.ask(a, *spent_);
        if (!q) {
            return q.error();
        }
        to = *q;
        return {};
    };
    auto const last_in = [&](vec<code_points> const& set) -> result<dfa> {
        nfa out;
        nfa::state const other = out.add_state();
        nfa::state const last = out.add_state();
        for (nfa::state const from : {other, last}) {
            out.edge(from, set, last);
            out.edge(from, complement(set), other);
        }
        out.accept(last);
        return out.determinised(other, most_, *spent_);
    };
    for (auto const& [wanted, set, to] : {std::tuple{tree_->boundaries, word_points(), &word_},
                                          std::tuple{tree_->begins_ahead, any, &started_}}) {
        if (wanted) {
            result<dfa> const a = last_in(set);
            if (!a) {
                return a.error();
            }
            if (auto const r = ask(*to, *a); !r) {
                return r;
            }
        }
    }
    for (std::uint32_t id = 0; id < tree_->nodes.size(); ++id) {
        if (tree_->nodes[id].is != regex_node::kind::behind || same_[id] != id) {
            continue;
        }
        result<dfa> const a = behind(tree_->nodes[id]);
        if (!a) {
            return a.error();
        }
        if (auto const r = ask(behind_[id], *a); !r) {
            return r;
        }
    }
    return {};
}

result<dfa> regex_compiler::compile(regex_match how) {
    result<regex_nfa> out = nondeterministic(how);
    if (!out) {
        return out.error();
    }
    result<dfa> made = out->automaton.determinised(out->start, most_, *spent_);
    if (made && !out->automaton.free(*spent_)) {
        return spent_->error("a regular expression");
    }
    return made;
}

result<regex_nfa> regex_compiler::nondeterministic(regex_match how) {
    if (!find_same_nodes()) {
        return spent_->error("a regular expression");
    }
    if (auto const r = ask_behind(); !r) {
        return r.error();
    }
    for (std::uint32_t id = 0; id < tree_->nodes.size(); ++id) {
        regex_node const& n = tree_->nodes[id];
        bool const looks = n.is == regex_node::kind::look;
        bool const asks = (looks || n.is == regex_node::kind::boundary) && same_[id] == id;
        for (std::uint32_t layer = 0; asks && layer < before_.layers(); ++layer) {
            result<dfa> text = looks ? ahead(n, layer) : boundary(n.negative, layer);
            if (!text) {
                return text.error();
            }
            looks_[{id, layer}] = *std::move(text);
        }
    }
    layered_nfa out(before_);
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
    return regex_nfa{std::move(out.plain()), start};
}

result<dfa> regex_compiler::ahead(regex_node const& n, std::uint32_t layer) {
    layered_nfa out(before_);
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
    bool const word_next = before_.yes(layer, word_) == negative;
    vec<code_points> const any = complement(array_ref<code_points const>{});
    nfa out;
    nfa::state const first = out.add_state();
    nfa::state const rest = out.add_state();
    out.edge(first, word_next ? word_points() : complement(word_points()), rest);
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
        std::uint64_t const each = 50 + steps_of_a_range * n.set.size();
        if (!spent_->spend(each * out.layers()) || !write_one(out, t)) {
            return spent_->error("a regular expression");
        }
        if (out.size() > most_ || todo_.size() > most_) {
            return too_many_dfa_states();
        }
    }
    return {};
}

bool regex_compiler::write_one(layered_nfa& out, task t) {
    regex_node const& n = tree_->nodes[t.node];
    std::uint64_t const each = steps_of_a_child * out.layers();
    switch (n.is) {
    case regex_node::kind::empty: out.empty_edge(t.from, t.to); break;
    case regex_node::kind::begin:
        if (tree_->begins_ahead && out.layers() > 1) {
            out.empty_edge_if(t.from, started_, false, t.to);
        } else {
            out.begin_edge(t.from, t.to);
        }
        break;
    case regex_node::kind::behind:
        out.empty_edge_if(t.from, behind_.at(same_[t.node]), !n.negative, t.to);
        break;
    case regex_node::kind::end: out.end_edge(t.from, t.to); break;
    case regex_node::kind::set: out.edge(t.from, n.set, t.to); break;
    case regex_node::kind::sequence:
        for (std::size_t i = 0; i < n.children.size(); ++i) {
            if (!spent_->spend(each)) {
                return false;
            }
            nfa::state const next = i + 1 == n.children.size() ? t.to : out.state();
            todo_.push_back({n.children[i], t.from, next});
            t.from = next;
        }
        break;
    case regex_node::kind::choice:
        for (std::uint32_t const c : n.children) {
            if (!spent_->spend(each)) {
                return false;
            }
            todo_.push_back({c, t.from, t.to});
        }
        break;
    case regex_node::kind::repeat: return repeat(out, t);
    case regex_node::kind::look:
    case regex_node::kind::boundary:
        out.each_layer([&](std::uint32_t layer) {
            layered_nfa::look const which{same_[t.node], layer};
            out.look_edge(t.from + layer, which, looks_.at(which), t.to + layer);
        });
        break;
    }
    return true;
}

bool regex_compiler::repeat(layered_nfa& out, task t) {
    std::uint64_t const each = steps_of_a_child * out.layers();
    regex_node const& n = tree_->nodes[t.node];
    std::uint32_t const body = n.children.front();
    for (std::uint32_t i = 0; i < n.least && out.size() <= most_; ++i) {
        if (!spent_->spend(each)) {
            return false;
        }
        nfa::state const next = out.state();
        todo_.push_back({body, t.from, next});
        t.from = next;
    }
    if (n.most == unbounded) {
        nfa::state const loop = out.state();
        out.empty_edge(t.from, loop);
        out.empty_edge(loop, t.to);
        todo_.push_back({body, loop, loop});
        return true;
    }
    for (std::uint32_t i = n.least; i < n.most && out.size() <= most_; ++i) {
        if (!spent_->spend(each)) {
            return false;
        }
        out.empty_edge(t.from, t.to);
        nfa::state const next = out.state();
        todo_.push_back({body, t.from, next});
        t.from = next;
    }
    out.empty_edge(t.from, t.to);
    return true;
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
    result<detail::regex_tree> const tree = detail::tree_of(pattern, spent);
    return tree ? detail::automaton_of(*tree, how, most, spent) : tree.error();
}

namespace detail {

result<regex_tree> tree_of(std::string_view pattern, work& spent) {
    return regex_parser(pattern, spent).parse();
}

/// Frees the nodes of a tree in pieces; false where that cannot be paid for.
[[nodiscard]] inline bool free(regex_tree& tree, work& spent) {
    bool paid = true;
    tree.nodes.clear([&] { paid = paid && spent.spend(steps_to_free * tree.nodes.in_block); });
    return paid;
}

}  // namespace detail

result<dfa> regex(std::string_view pattern, regex_match how, std::size_t most, work& spent) {
    result<detail::regex_tree> tree = detail::tree_of(pattern, spent);
    if (!tree) {
        return tree.error();
    }
    result<dfa> out = detail::automaton_of(*tree, how, most, spent);
    if (out && !detail::free(*tree, spent)) {
        return spent.error("a regular expression");
    }
    return out;
}

result<regex_nfa> nondeterministic_regex(std::string_view pattern, regex_match how, std::size_t most,
                                         work& spent) {
    result<detail::regex_tree> const tree = detail::tree_of(pattern, spent);
    return tree ? detail::regex_compiler(*tree, most, spent).nondeterministic(how) : tree.error();
}

result<bool> regex_nfa::accepts(std::string_view text, work& spent) const {
    result<std::uint32_t> const found = automaton.label(start, text, spent);
    return found ? result<bool>(*found != 0) : found.error();
}

bool is_unicode_property(std::string_view name) noexcept { return detail::property_named(name).has_value(); }

std::optional<bounded_class> as_bounded_class(std::string_view pattern, work& spent) {
    result<detail::regex_tree> const tree = detail::tree_of(pattern, spent);
    return tree ? detail::bounded_class_of(*tree, false) : std::optional<bounded_class>{};
}

}  // namespace parlance::rtn
