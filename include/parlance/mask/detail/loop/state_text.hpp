// parlance/mask/detail/loop/state_text.hpp - what text a state of an automaton reads
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// What single states read, by groups of bytes and ranges of code points.  Says nothing of calls, counts and tokens.
class state_text {
public:
    explicit state_text(automaton const& code) : code_(code) {}

    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    /// What a state reads and goes on behind: groups as a whole, and of the code points above U+007F these, if it does not
    /// read all.
    struct alphabet {
        group_set groups = 0;
        vec<code_range> points;
    };
    [[nodiscard]] PARLANCE_DECL static bool same_points(alphabet const& a, alphabet const& b) noexcept;
    /// With which bytes code points of the alphabet, or with some of them such as are not of it, begin.
    [[nodiscard]] PARLANCE_DECL static group_set beginnings_of(alphabet const& of) noexcept;

    /// What a state reads, and in `to` what is behind the code points of `among`, of which it reads no others above U+007F;
    /// false where that is not up to byte edges alone, or is not UTF-8.
    [[nodiscard]] PARLANCE_DECL bool look(std::uint32_t state, alphabet const& among, alphabet& reads,
                                          vec<std::uint32_t>& to);
    /// Leaves out what ends the text: groups behind which not all is read that is read behind a letter.
    PARLANCE_DECL void leave_out_ends(std::uint32_t state, alphabet& reads);
    /// Whether every code point above U+007F leads to what `byte` leads to, and no other byte above 0x7F anywhere.
    [[nodiscard]] PARLANCE_DECL bool reads_beyond_ascii_as(std::uint32_t state, std::uint8_t byte) const;
    /// Groups of which any byte is read.
    [[nodiscard]] PARLANCE_DECL group_set groups_of(std::uint32_t state) const noexcept;

    /// A state behind a code point, as it reads the next byte: behind its increment, if it has one.
    struct place {
        std::uint32_t state = none;  // or it does more than to read bytes
        bool increments = false;
    };
    [[nodiscard]] PARLANCE_DECL place behind(std::uint32_t state) const noexcept;

    [[nodiscard]] std::size_t memory() const noexcept { return whole_groups_.size() * sizeof(group_set); }

private:
    static constexpr group_set looked_at = group_set{1} << malformed;

    [[nodiscard]] PARLANCE_DECL bool only_reads(std::uint32_t state) const noexcept;
    /// Groups below U+0080 of which all is read; looked at once.
    [[nodiscard]] PARLANCE_DECL group_set whole_groups_of(std::uint32_t state) noexcept;
    /// Of the bytes from `first` to before `end`, of which those above 0x7F do not count.
    [[nodiscard]] PARLANCE_DECL static group_set groups_between(unsigned first, unsigned end) noexcept;
    /// Unless it was the last one.
    PARLANCE_DECL static void add_once(vec<std::uint32_t>& to, std::uint32_t state);
    PARLANCE_DECL static void add_range(vec<code_range>& to, std::uint32_t first, std::uint32_t last);

    /// The same as look() of an edge's lead bytes.
    [[nodiscard]] PARLANCE_DECL bool look_beyond(byte_edge const& e, vec<code_range>& points,
                                                 vec<std::uint32_t>& to) const;
    /// Inside a code point, whose bits are `value` so far: the next byte is from `low` to `high`, and `left` are missing.
    [[nodiscard]] PARLANCE_DECL bool inside(std::uint32_t state, unsigned low, unsigned high, unsigned left,
                                            std::uint32_t value, vec<code_range>* points,
                                            vec<std::uint32_t>& to) const;
    /// Whether all that may come inside a code point leads to the state `same` behind it.
    [[nodiscard]] PARLANCE_DECL bool leads_only_to(std::uint32_t same, std::uint32_t state, unsigned low,
                                                   unsigned high, unsigned left) const;
    /// Whether all that may come there leads on.
    [[nodiscard]] PARLANCE_DECL bool is_whole(std::uint32_t state, unsigned low, unsigned high,
                                              unsigned left) const;

    automaton const& code_;
    vec<group_set> whole_groups_;  // of each state, with `looked_at` where they are known
    vec<std::uint32_t> ignored_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/state_text.ipp>
#endif
