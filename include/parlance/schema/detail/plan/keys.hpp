// parlance/schema/detail/plan/keys.hpp - keys of objects as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <string_view>

namespace parlance::schema::detail {

/// Names as the tree of their characters.
class key_tree {
public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct trie_node {
        vec<std::pair<char32_t, std::size_t>> next;
        std::size_t name = none;  // that ends here
        bool shut = false;        // no other key begins so
    };

    PARLANCE_DECL void add(std::string_view name, std::size_t number);
    /// No key but those that are added begins so.
    PARLANCE_DECL void shut(std::string_view beginning);
    [[nodiscard]] vec<trie_node> const& trie_nodes() const noexcept { return trie_nodes_; }

private:
    PARLANCE_DECL std::size_t place_of(std::string_view text);

    vec<trie_node> trie_nodes_{1};
};

/// Writes the tree behind `from`, a quote first; `ends(state, number)` says what may follow a name that was read.
/// Where there are other keys, `others` says what is behind a character that no name has there, and behind the quote
/// that ends such a key.
template <class Ends>
void writer::write_key_tree(key_tree const& tree, state_id from, maybe<other_keys> others, Ends&& ends) {
    auto const& trie_nodes = tree.trie_nodes();
    vec<state_id> place(trie_nodes.size());
    for (state_id& p : place) {
        p = out_.add_state();
    }
    out_.bytes(from, '"', '"', place[0]);
    rule_id const beyond = others ? beyond_ascii() : 0;
    vec<code_points> taken;
    for (std::size_t i = 0; i < trie_nodes.size(); ++i) {
        taken.clear();
        for (auto const& [c, to] : trie_nodes[i].next) {
            taken.push_back({c, c});
            text_.add_one(place[i], c, place[to]);
        }
        if (trie_nodes[i].name != key_tree::none) {
            ends(place[i], trie_nodes[i].name);
        }
        if (others && !trie_nodes[i].shut) {
            text_.add_others(place[i], taken, others->off, beyond);
            if (trie_nodes[i].name == key_tree::none) {
                out_.bytes(place[i], '"', '"', others->ended);
            }
        }
    }
}

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/plan/impl/keys.ipp>
#endif
