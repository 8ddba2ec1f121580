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

/// Names as the tree of their characters.
class key_tree {
public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct twig {
        std::vector<std::pair<char32_t, std::size_t>> next;
        std::size_t name = none;  // that ends here
    };

    void add(std::string_view name, std::size_t number) {
        std::size_t at = 0;
        while (!name.empty()) {
            utf8::decoded const d = utf8::decode(name);
            name.remove_prefix(d.length);
            auto const known = std::find_if(twigs_[at].next.begin(), twigs_[at].next.end(),
                                            [&](auto const& n) { return n.first == d.value; });
            if (known != twigs_[at].next.end()) {
                at = known->second;
                continue;
            }
            twigs_[at].next.emplace_back(d.value, twigs_.size());
            at = twigs_.size();
            twigs_.emplace_back();
        }
        twigs_[at].name = number;
    }
    [[nodiscard]] std::vector<twig> const& twigs() const noexcept { return twigs_; }

private:
    std::vector<twig> twigs_{1};
};

/// Writes the tree behind `from`, a quote first; `ends(state, number)` says what may follow a name that was read.
/// Where there are other keys, `others` says what is behind a character that no name has there, and behind the quote
/// that ends such a key.
template <class Ends>
void writer::write_key_tree(key_tree const& tree, state_id from, std::optional<other_keys> others,
                            Ends&& ends) {
    auto const& twigs = tree.twigs();
    std::vector<state_id> place(twigs.size());
    for (state_id& p : place) {
        p = out_.add_state();
    }
    out_.bytes(from, '"', '"', place[0]);
    rule_id const beyond = others ? beyond_ascii() : 0;
    std::vector<code_points> taken;
    for (std::size_t i = 0; i < twigs.size(); ++i) {
        taken.clear();
        for (auto const& [c, to] : twigs[i].next) {
            taken.push_back({c, c});
            text_.add_one(place[i], c, place[to]);
        }
        if (twigs[i].name != key_tree::none) {
            ends(place[i], twigs[i].name);
        }
        if (others) {
            text_.add_others(place[i], taken, others->off, beyond);
            if (twigs[i].name == key_tree::none) {
                out_.bytes(place[i], '"', '"', others->ended);
            }
        }
    }
}

/// Any characters of a key, and the quote behind them.
inline void writer::write_rest_of_key(state_id from, state_id to) {
    std::vector<code_points> const any = rtn::complement(std::span<code_points const>{});
    text_.add(from, any, from, spelling::lean);
    out_.bytes(from, '"', '"', to);
}

/// A rule for what is behind a key: the separator and a value.
inline rule_id writer::behind_key(rule_id value) {
    result<rule_id> const rule = own_rule(
        "behind key " + std::to_string(value), "value", [&](state_id from, state_id end) -> result<void> {
            out_.call(gap(out_.literal(loop(from), how_.key_separator)), value, end);
            return {};
        });
    return *rule;
}

/// A rule for the keys that are no member's name: the tree of the names, and the ways off it.
inline rule_id writer::write_other_keys(object_plan const& plan) {
    std::string content = "keys but";
    key_tree tree;
    for (std::size_t i = 0; i < plan.named.size(); ++i) {
        content += " " + std::to_string(plan.named[i].size()) + " ";
        content += plan.named[i];
        tree.add(plan.named[i], i);
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
    return *rule;
}

/// A rule for a member whose key is already known to be no other's, from within the key on.
inline rule_id writer::rest_of_member(rule_id value) {
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
