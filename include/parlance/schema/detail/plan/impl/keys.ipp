// parlance/schema/detail/plan/impl/keys.ipp - definitions of what parlance/schema/detail/plan/keys.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/plan/keys.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

/// A rule for the strings of an automaton that may be written, quotes included.  Where it cannot be found out which those
/// are, there are none.
rule_id writer::write_key(rtn::dfa const& all) {
    result<rtn::dfa> within(diagnostic{errc::none});
    if (outside_ != nullptr) {
        within = minimal([&] { return rtn::intersection(all, *outside_, most_dfa_states, spent_); });
        if (!within) {
            return out_.add_rule("key");
        }
    }
    rtn::dfa const& keys = outside_ != nullptr ? *within : all;
    rule_id const name = out_.add_rule("key");
    state_id const end = out_.add_state();
    out_.accept(end);
    state_id const begin = out_.add_state();
    state_id const quote = out_.add_state();
    out_.bytes(out_.entry(name), '"', '"', begin);
    out_.bytes(quote, '"', '"', end);
    vec<state_id> const ends = write_dfa(out_, text_, keys, begin, spelling::lean, false, spent_);
    paid_rounds each(spent_);
    for (std::size_t s = 0; s < ends.size() && each.next(); ++s) {
        if (keys.labels[s] != 0) {
            out_.epsilon(ends[s], quote);
        }
    }
    return name;
}

/// A character that is written in more than one byte: none of those that ASCII has as they are.
rule_id writer::beyond_ascii() {
    result<rule_id> const rule =
        shared_rule("beyond ASCII", "wide character", [&](state_id from, state_id end) -> result<void> {
            text_.add_wide(from, end);
            return {};
        });
    return *rule;
}

void key_tree::add(std::string_view name, std::size_t number) { trie_nodes_[place_of(name)].name = number; }

void key_tree::shut(std::string_view beginning) { trie_nodes_[place_of(beginning)].shut = true; }

void key_tree::free() {
    constexpr std::uint64_t steps_of_a_node = 25;
    trie_nodes_.clear(
        [&] { static_cast<void>(looks_.spend(steps_of_a_node * blocks<trie_node>::in_block)); });
}

std::size_t key_tree::place_of(std::string_view name) {
    std::size_t at = 0;
    while (!name.empty() && letters_.next()) {
        utf8::decoded const d = utf8::decode(name);
        name.remove_prefix(d.length);
        auto const known = std::find_if(trie_nodes_[at].next.begin(), trie_nodes_[at].next.end(),
                                        [&](auto const& n) { return n.first == d.value; });
        if (known != trie_nodes_[at].next.end()) {
            at = known->second;
            continue;
        }
        trie_nodes_[at].next.emplace_back(d.value, trie_nodes_.size());
        at = trie_nodes_.size();
        trie_nodes_.push_back({});
    }
    return at;
}

/// Any characters of a key, and the quote behind them.
void writer::write_rest_of_key(state_id from, state_id to) {
    vec<code_points> const any = rtn::complement(std::span<code_points const>{});
    text_.add(from, any, from, spelling::lean);
    out_.bytes(from, '"', '"', to);
}

/// A rule for what is behind a key: the separator and a value.
rule_id writer::behind_key(rule_id value) {
    result<rule_id> const rule = own_rule(
        "behind key " + std::to_string(value), "value", [&](state_id from, state_id end) -> result<void> {
            out_.call(gap(out_.literal(loop(from), how_.key_separator)), value, end);
            return {};
        });
    return *rule;
}

/// A rule for the keys that are no member's name: the tree of the names, and the ways off it.
rule_id writer::write_other_keys(object_plan const& plan) {
    std::string content = "keys but";
    key_tree tree(spent_);
    for (std::size_t i = 0; i < plan.named.size(); ++i) {
        content += " " + std::to_string(plan.named[i].size()) + " ";
        content += plan.named[i];
        tree.add(plan.named[i], i);
    }
    for (std::string_view const beginning : plan.shut) {
        content += " shut " + std::to_string(beginning.size()) + " ";
        content += beginning;
        tree.shut(beginning);
    }
    result<rule_id> const rule =
        shared_rule(content, "key", [&](state_id from, state_id end) -> result<void> {
            result<rule_id> const rest =
                shared_rule("rest of a key", "key", [&](state_id begin, state_id stop) -> result<void> {
                    write_rest_of_key(begin, stop);
                    return {};
                });
            state_id const off = out_.add_state();
            out_.call(off, *rest, end);
            write_key_tree(tree, from, other_keys{off, end}, [](state_id, std::size_t) {});
            return {};
        });
    tree.free();
    return *rule;
}

/// A rule for a member whose key is already known to be no other's, from within the key on.
rule_id writer::rest_of_member(rule_id value) {
    result<rule_id> const rule = own_rule("other member " + std::to_string(value), "member",
                                          [&](state_id from, state_id end) -> result<void> {
                                              state_id const quote = out_.add_state();
                                              write_rest_of_key(from, quote);
                                              out_.call(quote, behind_key(value), end);
                                              return {};
                                          });
    return *rule;
}

}  // namespace parlance::schema::detail
