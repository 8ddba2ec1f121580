// parlance/schema/detail/keys.hpp - keys of objects as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/object_plan.hpp>

namespace parlance::schema::detail {

/// A rule for the keys of an automaton, quotes included.
inline rule_id writer::write_key(rtn::dfa const& keys) {
    rule_id const name = out_.add_rule("key");
    state_id const end = out_.add_state();
    out_.accept(end);
    state_id const begin = out_.add_state();
    state_id const quote = out_.add_state();
    out_.bytes(out_.entry(name), '"', '"', begin);
    out_.bytes(quote, '"', '"', end);
    std::vector<state_id> const ends = write_dfa(out_, text_, keys, begin, spelling::lean, false);
    for (std::size_t s = 0; s < ends.size(); ++s) {
        if (keys.labels[s] != 0) {
            out_.epsilon(ends[s], quote);
        }
    }
    return name;
}

/// A character that is written in more than one byte: none of those that ASCII has as they are.
inline rule_id writer::beyond_ascii() {
    result<rule_id> const rule =
        shared_rule("beyond ASCII", "wide character", [&](state_id from, state_id end) -> result<void> {
            text_.add_wide(from, end);
            return {};
        });
    return *rule;
}

/// A rule for the keys that are no member's name: the tree of the names, and the ways off it.
inline rule_id writer::write_other_keys(object_plan const& plan) {
    struct twig {
        std::vector<std::pair<char32_t, std::size_t>> next;
        bool ends = false;
    };
    std::string content = "keys but";
    std::vector<twig> tree(1);
    for (std::string_view const name : plan.named) {
        content += " " + std::to_string(name.size()) + " ";
        content += name;
        std::size_t at = 0;
        for (std::string_view rest = name; !rest.empty();) {
            utf8::decoded const d = utf8::decode(rest);
            rest.remove_prefix(d.length);
            auto const known = std::find_if(tree[at].next.begin(), tree[at].next.end(),
                                            [&](auto const& n) { return n.first == d.value; });
            if (known != tree[at].next.end()) {
                at = known->second;
                continue;
            }
            tree[at].next.emplace_back(d.value, tree.size());
            at = tree.size();
            tree.emplace_back();
        }
        tree[at].ends = true;
    }
    result<rule_id> const rule =
        shared_rule(content, "key", [&](state_id from, state_id end) -> result<void> {
            state_id const quote = out_.add_state();
            state_id const off = out_.add_state();
            out_.bytes(quote, '"', '"', end);
            std::vector<code_points> const any = rtn::complement(std::span<code_points const>{});
            text_.add(off, any, off, spelling::lean);
            out_.epsilon(off, quote);
            std::vector<state_id> place(tree.size());
            for (state_id& p : place) {
                p = out_.add_state();
            }
            out_.bytes(from, '"', '"', place[0]);
            rule_id const beyond = beyond_ascii();
            std::vector<code_points> taken;
            for (std::size_t i = 0; i < tree.size(); ++i) {
                taken.clear();
                for (auto const& [c, to] : tree[i].next) {
                    taken.push_back({c, c});
                    text_.add_one(place[i], c, place[to]);
                }
                text_.add_others(place[i], taken, off, beyond);
                if (!tree[i].ends) {
                    out_.epsilon(place[i], quote);
                }
            }
            return {};
        });
    return *rule;
}

}  // namespace parlance::schema::detail
