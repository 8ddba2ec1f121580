// parlance/mask/detail/shared/contents.hpp - what states, stacks and shapes of one grammar read, named for all grammars
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/shared/content.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Names states by all that can be reached from them: equal names mean equal automata behind them, and so the same text.  Found
/// as it is asked for, and only while what is reached is not very much.  Any number of threads may ask.
///
/// A strongly connected part is written down once, from the state that comes first by what it is itself; its states are that
/// and their numbers.  Where the first is not the only one of its kind, two equal parts may get different names: then there is
/// nothing to share.  States from which all leads to one other, by bytes, as inside a literal, are written with what leads
/// to them, and have names only if they are asked for.
class contents {
public:
    /// key  of the vocabulary; names of one grammar are those of another with the same key and the same bounds
    PARLANCE_DECL contents(automaton const& code, stack_tree const& stacks, budget& means,
                           limits const& bounds, std::uint64_t key);

    enum class effort : std::uint8_t { search, look_up };
    /// What is read from a shape whose slot, if it has one, stands for `count`; unknown where that is not found out.
    ///
    /// by  look_up: only where that is little work, for what follows has been named before
    [[nodiscard]] PARLANCE_DECL content of(shape const& form, std::uint32_t count, effort by);
    /// What is made of one thing by another, and by a number.
    [[nodiscard]] PARLANCE_DECL content of_both(content const& a, content const& b,
                                                std::uint64_t number) const noexcept;

private:
    /// States looked at for one question: few for the first, and twice as many whenever so many questions were given up.
    static constexpr std::size_t first_states = 400;
    static constexpr std::size_t most_states = 1600;
    static constexpr unsigned patience = 16;
    static constexpr std::size_t most_frames = 64;
    static constexpr std::uint64_t steps_of_an_edge = 10;
    static constexpr std::uint32_t not_local = 0xFFFF'FFFF;

    /// index, low  of Tarjan's search for strongly connected parts; later the number in its own
    struct known_state {
        content is;
        std::uint32_t index = 0;
        std::uint32_t low = 0;
        std::uint32_t local = not_local;
        bool open = true;
    };
    struct open_state {
        std::uint32_t state = 0;
        std::size_t next = 0;  // of its successors
        std::size_t end = 0;
        std::size_t begin = 0;
    };

    [[nodiscard]] PARLANCE_DECL content of_state(std::uint32_t s, effort by);
    [[nodiscard]] PARLANCE_DECL content of_branching_state(std::uint32_t s, effort by);
    [[nodiscard]] PARLANCE_DECL content of_stack(std::uint32_t stack, effort by);
    PARLANCE_DECL void search(std::uint32_t from);
    PARLANCE_DECL void enter(std::uint32_t s);
    /// Names the part whose states are `members`.
    PARLANCE_DECL void name(array_ref<std::uint32_t const> members);
    /// Numbers them in the order in which they are reached from `first`.
    PARLANCE_DECL void number(std::uint32_t first);
    /// Appends what can be done in a state to words_; false when what is behind it is not known.
    [[nodiscard]] PARLANCE_DECL bool write(std::uint32_t s);
    [[nodiscard]] PARLANCE_DECL bool write_target(std::uint32_t s, std::uint64_t by);
    /// The edges of a state from which all leads to one other, by bytes; none of any other.
    [[nodiscard]] PARLANCE_DECL array_ref<byte_edge const> only_way(std::uint32_t s) const noexcept;
    PARLANCE_DECL void write_way(array_ref<byte_edge const> edges);
    /// The first state from `s` on from which there is more than one way, perhaps itself; pass(edges) is called for each
    /// step there.
    template <class Pass>
    [[nodiscard]] std::uint32_t end_of_way(std::uint32_t s, Pass&& pass);
    template <class Visit>
    void each_successor(std::uint32_t s, Visit&& visit);
    [[nodiscard]] bool is_known(std::uint32_t s) const noexcept { return number_of_[s] != 0; }
    [[nodiscard]] known_state& at(std::uint32_t s) noexcept { return states_[number_of_[s] - 1]; }
    [[nodiscard]] content named() const noexcept { return content_of(words_, key_); }
    /// Looks whether to stop, behind so many words written, or what takes as long; false where that is so.
    bool goes_on(std::size_t words) noexcept {
        constexpr std::size_t between_looks = 512;
        unasked_ += words;
        if (unasked_ >= between_looks) {
            unasked_ = 0;
            budget_.look();
            return !budget_.is_cancelled();
        }
        return true;
    }

    automaton const& code_;
    stack_tree const& stacks_;
    budget& budget_;
    std::uint64_t key_;
    detail::mutex mutex_;
    content bounds_;
    content bottom_;                    // of the stack without frames
    std::uint64_t steps_ = 0;           // made along ways
    shape const* last_form_ = nullptr;  // what was named last
    std::uint32_t last_count_ = 0;
    content last_;
    vec<std::uint32_t>
        number_of_;  // of each state of the automaton: its place in states_, and 1; 0 while it is not known
    vec<known_state> states_;
    hash_set<std::uint32_t> given_up_;  // rules with very much in them
    std::size_t states_at_once_ = first_states;
    unsigned refused_ = 0;  // questions about these
    vec<open_state> visits_;
    vec<std::uint32_t> successors_;
    vec<std::uint32_t> open_;
    vec<std::uint32_t> order_;
    vec<std::uint32_t> targets_;
    vec<std::uint64_t> words_;
    vec<std::uint64_t> stack_words_;
    vec<content> items_;
    std::size_t unasked_ = 0;  // words since the last look
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/shared/impl/contents.ipp>
#endif
