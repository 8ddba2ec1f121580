// parlance/rtn/detail/impl/regex_compiler.ipp - definitions of what parlance/rtn/detail/regex_compiler.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/regex_compiler.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/layered_nfa.hpp>
#include <parlance/rtn/detail/regex_tree.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace parlance::rtn::detail {

/// The code points of words.
[[nodiscard]] inline vec<code_points> word_points() {
    return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
}

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
    out.edge(start, any, skip, *spent_);
    out.edge(skip, any, skip, *spent_);
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
    paid_rounds each(*spent_, steps_to_pass_a_node);
    for (std::uint32_t id = 0; tree_->looks && id < tree_->nodes.size(); ++id) {
        if (!each.next()) {
            return spent_->error("a regular expression");
        }
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
    work looks = spent_->only_looks();
    bool const freed = out->automaton.free(made ? *spent_ : looks);
    return made && !freed ? spent_->error("a regular expression") : std::move(made);
}

result<regex_nfa> regex_compiler::nondeterministic(regex_match how) {
    if (!find_same_nodes()) {
        return spent_->error("a regular expression");
    }
    if (auto const r = ask_behind(); !r) {
        return r.error();
    }
    paid_rounds each(*spent_, steps_to_pass_a_node);
    for (std::uint32_t id = 0; tree_->looks && id < tree_->nodes.size(); ++id) {
        if (!each.next()) {
            return spent_->error("a regular expression");
        }
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
        out.edge(start, any, skip, *spent_);
        out.edge(skip, any, skip, *spent_);
        out.empty_edge(skip, begin);
        out.edge(end, any, end, *spent_);
    }
    out.accept(end);
    work looks = spent_->only_looks();
    if (auto const r = write(out, {tree_->root, begin, end}); !r) {
        (void)out.plain().free(*spent_);
        out.free_parts(looks);
        return r.error();
    }
    out.free_parts(looks);
    return regex_nfa{std::move(out.plain()), start};
}

result<dfa> regex_compiler::ahead(regex_node const& n, std::uint32_t layer) {
    layered_nfa out(before_);
    nfa::state const start = out.state();
    nfa::state const end = out.state();
    out.edge(end, complement(array_ref<code_points const>{}), end, *spent_);
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
        constexpr std::uint64_t each = 50;
        if (!spent_->spend(each * out.layers()) || !out.plain().make_room(*spent_) || !write_one(out, t)) {
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
    case regex_node::kind::set: return out.edge(t.from, t.node, n.set, t.to, *spent_);
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

}  // namespace parlance::rtn::detail
