// parlance/mask/detail/vocabulary/slice.hpp - the tokens a loop over characters takes whole, found once per kind of loop
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/how_often.hpp>
#include <parlance/mask/detail/vocabulary/slice_builder.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

/// The slices of a vocabulary, those that are asked for most, within a bound.  Safe to use from several threads.
///
/// A slice belongs to whoever holds it.  One that is dropped here, because others were asked for more, is made again when it
/// is asked for again; who still holds it goes on with it.  So no grammar can keep the others from theirs.
class slicer {
public:
    slicer() = default;

    /// `others`: bytes that the vocabulary's index takes besides.
    /// False where it cannot be paid for; so prepare().
    [[nodiscard]] PARLANCE_DECL bool build(vocab::view tokens, vocab::trie const& trie, std::size_t others,
                                           work& paid);
    /// Makes what nearly every grammar will ask for: text between quotes as JSON has it, from the beginning of a token
    /// and behind its opening quote.
    [[nodiscard]] PARLANCE_DECL bool prepare(vocab::trie const& trie, work& paid);
    /// Groups of all code points but the first in the tokens at or below `node`.
    [[nodiscard]] group_set below(std::size_t node) const noexcept { return builder_.below(node); }

    /// The slice below a node, which is between code points; made when it is not there.  nullptr where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<slice const> get(slice_key const& key,
                                                                 vocab::trie const& trie, work& paid);
    /// The tokens of `s` with at most `most` code points behind the root; nullptr when nothing is kept for so many, and
    /// add_short() is to be used.
    [[nodiscard]] PARLANCE_DECL token_set const* short_tokens(slice const& s, std::uint32_t most);
    /// The same, added to `words`.
    PARLANCE_DECL void add_short(slice const& s, std::uint32_t most, array_ref<std::uint32_t> words) const;
    /// Calls visit(node, code points behind the root) for the nodes in the loop below which something leaves it, or goes
    /// on in it behind `most` code points.
    template <class Inside>
    [[nodiscard]] bool each_inside(slice const& s, std::uint32_t most, vocab::trie const& trie, work& paid,
                                   Inside&& visit) const {
        return builder_.each_inside(s, most, trie, paid, visit);
    }
    /// Calls visit(id) for the tokens of `s` with more than `most` code points behind the root.
    /// Precondition: most >= token_lengths::listed.
    template <class Visit>
    void each_longer(slice const& s, std::uint32_t most, Visit&& visit) const {
        builder_.each_longer(s, most, visit);
    }
    /// What leaves the loop of a slice by bytes below 0x80.  nullptr where it cannot be paid for; so ways().
    [[nodiscard]] PARLANCE_DECL suffixes const* leaving(slice const& s, vocab::trie const& trie, work& paid);
    /// The nodes between the root of a slice and all that leaves it.
    [[nodiscard]] PARLANCE_DECL vec<slice::waypoint> const* ways(slice const& s, vocab::trie const& trie,
                                                                 work& paid);
    /// The nodes in the loop of a slice whose byte is of one of these groups below 0x80 that the loop takes, by group; nothing
    /// when those of one are too many, or it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL maybe<vec<slice::place>> within(slice const& s, group_set groups,
                                                                vocab::trie const& trie, work& paid);
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;
    /// What is not counted in that of these, which somebody holds.
    [[nodiscard]] PARLANCE_DECL std::size_t
    memory_besides(array_ref<std::shared_ptr<slice const> const> held) const noexcept;

private:
    static constexpr std::uint32_t worth_preparing = 1500;  // nodes
    static constexpr std::size_t most_within = 4000;
    /// Bytes of an index: 8 MB less what suffix_memory keeps.  What is left of it by the trie and its like is for slices, but
    /// at least so many bytes for each token: a slice of many tokens is a bit for each of all, so this is room for 160.  An
    /// ordinary few dozen grammars use a hundred, and where they do not fit, each mask may have to make its own again.
    static constexpr std::size_t most_in_all = 7'600'000;
    static constexpr std::size_t least_for_a_token = 20;
    /// Of these bytes, a part that is dropped beside what has to be; and one for what was used last, however often: what is
    /// new would otherwise be dropped for what once was asked for, before it can be asked for again.
    static constexpr std::size_t room_made = 32;
    static constexpr std::size_t used_last = 4;

    /// Counts what a slice has been asked for, with the lock held, and drops others where that is too much.
    PARLANCE_DECL void count(slice const& s, std::size_t bytes);
    PARLANCE_DECL void drop_some();

    slice_builder builder_;
    std::size_t most_bytes_ = 0;  // for slices
    mutable detail::mutex mutex_;
    std::size_t kept_bytes_ = 0;
    std::uint64_t uses_ = 0;
    std::uint64_t last_number_ = 0;
    how_often asked_;
    hash_map<slice_key, std::shared_ptr<slice const>, hash_slice_key>
        made_;                                    // the keys point into the slices
    vec<std::shared_ptr<slice const>> prepared_;  // never dropped
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/vocabulary/impl/slice.ipp>
#endif
