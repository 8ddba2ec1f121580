// parlance/peg/detail/pack.hpp - from a builder's nodes to a table in its one order
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/char_set.hpp>
#include <parlance/peg/detail/analysis.hpp>
#include <parlance/peg/detail/automaton.hpp>
#include <parlance/peg/detail/first_byte.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parlance::peg {

/// Copies what a root reaches, depth first, children before parents.  A template so that it is compiled where it is used.
template <class Builder>
class packer {
public:
    constexpr explicit packer(Builder const& from)
        : from_(from),
          sets_(from.sets_.size(), none),
          untils_(from.untils_.size(), none),
          rules_(from.rules_.size(), none) {
        out_.nodes.reserve(from.nodes_.size());
        out_.children.reserve(from.children_.size());
        std::size_t bytes = from.text_.size();
        for (node const& n : from.nodes_) {  // a text stands in the table once for each node that has it
            bytes += n.kind == op::literal ? n.b : n.kind == op::gbnf ? n.c : 0;
        }
        std::size_t steps = 0;
        for (auto const& delimiters : from.untils_) {
            for (text_ref const t : delimiters) {
                bytes += t.length;
                steps += 1 + t.length;  // at most
            }
        }
        out_.text.reserve(bytes);
        out_.steps.reserve(steps);
    }

    constexpr result<arena> pack(node_id root, limits const& bounds) {
        if (from_.wrong_.code != errc::none) {
            return from_.wrong_;
        }
        asked_ = stop_asker(bounds.stop);
        if (!make_room()) {
            return diagnostic{errc::cancelled};
        }
        out_.root = visit(root);
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            rule_row const& row = from_.rules_[queue_[i]];
            std::string_view const name = from_.str(row.name);
            if (row.root == none) {
                return diagnostic{errc::undefined_reference, {}, 0, name};
            }
            std::uint32_t const at = visit(row.root);
            if (asked_.stopped()) {
                break;
            }
            out_.rules.push_back({at, text(name)});
        }
        if (asked_.stopped()) {
            return diagnostic{errc::cancelled};
        }
        for (tag_name const& t : from_.tags_) {
            out_.tags.push_back({t.id, text(from_.str(t.name))});
        }
        if (out_.nodes.size() > bounds.elements || out_.children.size() > bounds.elements) {
            return diagnostic{errc::too_many_elements};
        }
        auto const nullable = detail::nullable_nodes(out_, asked_);
        std::vector<rule_id> const cycle = detail::left_cycle(out_, nullable, asked_);
        if (!cycle.empty()) {
            diagnostic d{errc::left_recursion};
            for (std::size_t i = 0; i < cycle.size(); ++i) {
                d.hint.append(i == 0 ? "" : " -> ").append(out_.view().rule_name(cycle[i]));
            }
            return d;
        }
        detail::add_first_bytes(out_, asked_);
        if (asked_.stopped()) {
            return diagnostic{errc::cancelled};
        }
        return std::move(out_);
    }

private:
    struct step {
        node_id node;
        std::uint32_t next_child;
    };

    /// Touches what nodes_ will need, piece by piece; false when it was asked to stop.
    constexpr bool make_room() {
        constexpr std::size_t at_once = 4 * stop_asker::between_looks;
        std::size_t const count = from_.nodes_.size();
        nodes_.reserve(count);
        while (asked_.look() && nodes_.size() < count) {
            nodes_.resize((std::min)(count, nodes_.size() + at_once), none);
        }
        return !asked_.stopped();
    }

    constexpr node_id visit(node_id root) {
        if (nodes_[root] != none) {
            return nodes_[root];
        }
        std::vector<step> todo;
        todo.reserve(64);  // moving items is what constant evaluation is slow at
        todo.push_back({root, 0});
        arena_view source;
        source.children = {from_.children_.data(), from_.children_.size()};
        while (!todo.empty() && asked_.next(2)) {
            step& s = todo.back();
            node const& n = from_.nodes_[s.node];
            if (node_id const child = detail::child_of(source, n, s.next_child); child == none) {
                nodes_[s.node] = emit(n);
                todo.pop_back();
            } else {
                ++s.next_child;
                if (nodes_[child] == none) {
                    todo.push_back({child, 0});
                }
            }
        }
        return nodes_[root];
    }

    constexpr node_id emit(node n) {
        switch (n.kind) {
        case op::literal: {
            text_ref const t = text(from_.str({n.a, n.b}));
            n.a = t.offset;
            break;
        }
        case op::chars: n.a = char_class_of(n.a); break;
        case op::until: n.a = until_of(n.a); break;
        case op::sequence:
        case op::choice: {
            auto const first = static_cast<std::uint32_t>(out_.children.size());
            for (node_id const c : from_.parts_of(n)) {
                asked_.next();
                out_.children.push_back(nodes_[c]);
            }
            n.a = first;
            break;
        }
        case op::ref: n.a = rule_of(n.a); break;
        case op::recover:
        case op::refine:
            n.a = nodes_[n.a];
            n.b = nodes_[n.b];
            break;
        case op::gbnf: {
            text_ref const t = text(from_.str({n.b, n.c}));
            n.a = nodes_[n.a];
            n.b = t.offset;
            break;
        }
        case op::repeat:
        case op::look:
        case op::reject:
        case op::atomic:
        case op::tag:
        case op::schema:
        case op::token: n.a = nodes_[n.a]; break;
        default: break;
        }
        out_.nodes.push_back(n);
        return static_cast<node_id>(out_.nodes.size() - 1);
    }

    constexpr text_ref text(std::string_view s) {
        text_ref const t{static_cast<std::uint32_t>(out_.text.size()), static_cast<std::uint32_t>(s.size())};
        constexpr std::size_t bytes_of_a_row = 32;
        constexpr std::size_t at_once = bytes_of_a_row * stop_asker::between_looks;
        for (; !s.empty() && asked_.next(1 + (std::min)(s.size(), at_once) / bytes_of_a_row);
             s.remove_prefix((std::min)(s.size(), at_once))) {
            std::string_view const piece = s.substr(0, at_once);
            out_.text.insert(out_.text.end(), piece.begin(), piece.end());
        }
        return t;
    }

    constexpr std::uint32_t char_class_of(std::uint32_t set) {
        if (sets_[set] == none) {
            char_set const& s = from_.sets_[set];
            char_class c;
            c.first_range = static_cast<std::uint32_t>(out_.ranges.size());
            c.range_count = static_cast<std::uint32_t>(s.ranges().size());
            c.negated = s.negated();
            out_.ranges.insert(out_.ranges.end(), s.ranges().begin(), s.ranges().end());
            for (std::uint32_t half = 0; half < 2; ++half) {
                c.ascii[half] = detail::ascii_bits(s.ranges(), half * 64);
                c.ascii[half] = s.negated() ? ~c.ascii[half] : c.ascii[half];
            }
            sets_[set] = static_cast<std::uint32_t>(out_.classes.size());
            out_.classes.push_back(c);
        }
        return sets_[set];
    }

    constexpr std::uint32_t until_of(std::uint32_t index) {
        if (untils_[index] == none) {
            std::vector<std::string_view> delimiters;
            until_row row;
            row.first_delimiter = static_cast<std::uint32_t>(out_.delimiters.size());
            row.delimiter_count = static_cast<std::uint32_t>(from_.untils_[index].size());
            for (text_ref const t : from_.untils_[index]) {
                delimiters.push_back(from_.str(t));
                out_.delimiters.push_back(text(from_.str(t)));
                detail::describe_start(row, delimiters);
            }
            std::vector<until_step> const steps = detail::make_automaton(delimiters, asked_);
            row.first_step = static_cast<std::uint32_t>(out_.steps.size());
            row.step_count = static_cast<std::uint32_t>(steps.size());
            for (until_step const& each : steps) {
                if (!asked_.next()) {
                    break;
                }
                out_.steps.push_back(each);
            }
            untils_[index] = static_cast<std::uint32_t>(out_.untils.size());
            out_.untils.push_back(row);
        }
        return untils_[index];
    }

    constexpr rule_id rule_of(rule_id r) {
        if (rules_[r] == none) {
            rules_[r] = static_cast<rule_id>(queue_.size());
            queue_.push_back(r);
        }
        return rules_[r];
    }

    Builder const& from_;
    arena out_{};
    std::vector<std::uint32_t> nodes_;  // builder's number -> ours
    std::vector<std::uint32_t> sets_;
    std::vector<std::uint32_t> untils_;
    std::vector<std::uint32_t> rules_;
    std::vector<rule_id> queue_;
    stop_asker asked_{};
};

template <class Bounds>
constexpr result<arena> builder::finish(node_id root, Bounds const& bounds) const {
    static_assert(std::is_same_v<Bounds, limits>, "parlance: builder::finish() takes parlance::limits");
    return packer<builder>(*this).pack(root, bounds);
}

}  // namespace parlance::peg
