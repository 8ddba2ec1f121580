// parlance/schema/detail/plan/keys.hpp - keys of objects as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
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

    /// Looks through `spent` whether to stop: then not all of a name is added.
    explicit key_tree(work& spent) : looks_(spent.only_looks()) { trie_nodes_.push_back({}); }
    key_tree(key_tree const&) = delete;
    key_tree& operator=(key_tree const&) = delete;

    PARLANCE_DECL void add(std::string_view name, std::size_t number);
    /// No key but those that are added begins so.
    PARLANCE_DECL void shut(std::string_view beginning);
    [[nodiscard]] blocks<trie_node> const& trie_nodes() const noexcept { return trie_nodes_; }
    /// Frees it, with looks in between: for who is done with it.
    PARLANCE_DECL void free();

private:
    static constexpr std::uint64_t steps_of_a_letter = 20;
    PARLANCE_DECL std::size_t place_of(std::string_view text);

    work looks_;
    paid_rounds letters_{
        looks_, steps_of_a_letter};  // of all names: one alone is shorter than what is paid for at once
    blocks<trie_node> trie_nodes_;
};

/// Writes the tree behind `from`, a quote first; `ends(state, number)` says what may follow a name that was read.
/// Where there are other keys, `others` says what is behind a character that no name has there, and behind the quote
/// that ends such a key.  Not all of it where that cannot be paid for.
template <class Ends>
void writer::write_key_tree(key_tree const& tree, state_id from, maybe<other_keys> others, Ends&& ends) {
    auto const& trie_nodes = tree.trie_nodes();
    constexpr std::size_t at_once = 64;
    constexpr std::uint64_t steps_of_a_node = 12;  // its edges, but for new states
    vec<state_id> place;
    place.reserve(trie_nodes.size());
    while (place.size() < trie_nodes.size()) {
        place.push_back(out_.add_state());
        if (place.size() % at_once == 0 && !pay()) {
            return;
        }
    }
    out_.bytes(from, '"', '"', place[0]);
    rule_id const beyond = others ? beyond_ascii() : 0;
    vec<code_points> taken;
    for (std::size_t i = 0; i < trie_nodes.size(); ++i) {
        if (i % at_once == 0 && !(pay() && spent_.spend(steps_of_a_node * at_once))) {
            return;
        }
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
