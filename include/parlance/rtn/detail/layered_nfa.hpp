// parlance/rtn/detail/layered_nfa.hpp - an automaton whose states also know what stands before them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/nfa.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::rtn::detail {

/// What assertions ask of the text before a place, as an automaton that reads along: its states are layers, and each says
/// which questions are answered with yes there.
class text_before {
public:
    /// A question, as a bit.
    using question = std::uint32_t;
    static constexpr std::size_t most_questions = 31;
    static constexpr std::size_t most_layers = 64;

    /// Whether `a` accepts the text so far.  It must go on with whatever is read.
    /// Errors: too_many_states; out_of_fuel, out_of_memory_budget, cancelled.
    [[nodiscard]] PARLANCE_DECL result<question> ask(dfa const& a, work& spent);
    [[nodiscard]] std::uint32_t layers() const noexcept { return static_cast<std::uint32_t>(all_.states()); }
    [[nodiscard]] bool yes(std::uint32_t layer, question q) const noexcept {
        return (all_.labels[layer] & q) != 0;
    }
    /// The code points that lead from a layer to others, as dfa::moves().  None where there is one layer.
    using moves = vec<std::pair<std::uint32_t, vec<code_points>>>;
    [[nodiscard]] moves const& of(std::uint32_t layer) const noexcept { return moves_[layer]; }

private:
    dfa all_ = nothing_asked();
    vec<moves> moves_;
    std::size_t questions_ = 0;

    [[nodiscard]] PARLANCE_DECL static dfa nothing_asked();
};

/// An automaton that has each of its states once per layer; that of layer n is n behind the first one by number.
class layered_nfa {
public:
    explicit layered_nfa(text_before const& before) : before_(&before) {}

    using look = std::pair<std::uint32_t, std::uint32_t>;  // a node that looks ahead, and the layer before it

    [[nodiscard]] nfa& plain() noexcept { return out_; }
    [[nodiscard]] std::size_t size() const noexcept { return out_.size(); }
    [[nodiscard]] std::uint32_t layers() const noexcept { return before_->layers(); }

    [[nodiscard]] nfa::state state() {
        nfa::state const first = out_.add_state();
        for (std::uint32_t layer = 1; layer < layers(); ++layer) {
            out_.add_state();
        }
        return first;
    }
    PARLANCE_DECL void edge(nfa::state from, array_ref<code_points const> set, nfa::state to, work& spent);
    /// The same for the set of a node, normalized, which is divided among the layers once.  False where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool edge(nfa::state from, std::uint32_t node,
                                          array_ref<code_points const> set, nfa::state to, work& spent);
    /// Frees all but the automaton, with looks whether to stop in between.
    void free_parts(work& looks) { static_cast<void>(paid_free(parts_, looks)); }
    void empty_edge(nfa::state from, nfa::state to) {
        each_layer([&](std::uint32_t layer) { out_.empty_edge(from + layer, to + layer); });
    }
    /// An empty edge where the answer is `wanted`.
    void empty_edge_if(nfa::state from, text_before::question q, bool wanted, nfa::state to) {
        each_layer([&](std::uint32_t layer) {
            if (before_->yes(layer, q) == wanted) {
                out_.empty_edge(from + layer, to + layer);
            }
        });
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
        for (std::uint32_t layer = 0; layer < layers(); ++layer) {
            f(layer);
        }
    }

private:
    /// What of a set leads from a layer to another.
    struct part {
        std::uint32_t layer;
        std::uint32_t next;
        std::uint32_t set;  // its number
    };
    static constexpr std::uint64_t steps_of_a_range = 10;
    [[nodiscard]] PARLANCE_DECL bool divide(array_ref<code_points const> set, vec<part>& among, work& spent);

    text_before const* before_;
    nfa out_;
    hash_map<std::uint32_t, vec<part>> parts_;  // by node
    ordered_map<look, std::uint32_t> looks_;
};

/// The code points that are in both, each normalized.
[[nodiscard]] PARLANCE_DECL vec<code_points> in_both(array_ref<code_points const> a,
                                                     array_ref<code_points const> b);

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/layered_nfa.ipp>
#endif
