// parlance/rtn/detail/regex_compiler.hpp - the tree of a regular expression written into an automaton
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/layered_nfa.hpp>
#include <parlance/rtn/detail/regex_tree.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn {
enum class regex_match : std::uint8_t;
struct regex_nfa;
}  // namespace parlance::rtn

namespace parlance::rtn::detail {

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

    static constexpr std::uint64_t steps_of_a_child = 60;
    static constexpr std::uint64_t steps_of_a_look = 6000;
    static constexpr std::uint64_t steps_to_pass_a_node = 4;  // to see that it does not look

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

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/regex_compiler.ipp>
#endif
